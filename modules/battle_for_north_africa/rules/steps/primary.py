"""Phase D: markers drawn from the Pool, and Reserves that interrupt (4.3.3 to 4.3.6, 4.6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.errors import Refusal
from engine.flow.step import Step, auto, decision
from engine.ids import PieceId, SideId
from engine.play.action import Shape
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.battle_for_north_africa.rules import state as bna
from modules.battle_for_north_africa.rules.actions import DrawMarker, PassReserve, PlayReserve
from modules.battle_for_north_africa.rules.activation_vars import ActivationVars, PrimaryVars
from modules.battle_for_north_africa.rules.kind import ButtonKind, GameKind

if TYPE_CHECKING:
    from modules.battle_for_north_africa.rules.compiled import NorthAfricaGame

ACTIVATION = "battle_for_north_africa.activation"


class ReserveKind(GameKind[PlayReserve]):
    """Playing a Reserve: its HQ must be in the commander's range at this moment."""

    kind = "play-reserve"
    action = PlayReserve
    shape = Shape.OPTION
    label = "Play a Reserve"
    rule = "4.6.4"

    def check(self, state: State, side: SideId, action: PlayReserve) -> Refusal | None:
        plan = bna.data(state).plans[side]
        if action.piece in plan.bluffs:
            return Refusal("that marker is a bluff and cannot be used", "4.6.3", pieces=(action.piece,))
        if action.piece not in plan.reserve:
            return Refusal("that marker is not in Reserve", "4.6.4", pieces=(action.piece,))
        hq = self.game.markers[action.piece].names
        at, reach = self.game.commander_at(state, side), self.game.commander_range(state, side)
        if not at or not self.game.within(state, hq, at, reach):
            return Refusal(f"{hq} is out of the commander's range", "4.6.4", pieces=(hq,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[PlayReserve]:
        for marker in bna.data(state).plans[side].reserve:
            action = PlayReserve(piece=marker)
            if piece in {None, marker} and self.check(state, side, action) is None:
                yield action

    def apply(self, r: Resolution, side: SideId, action: PlayReserve) -> None:
        held = bna.data(r.state)
        plan = held.plans[side]
        left = replace(plan, reserve=tuple(m for m in plan.reserve if m != action.piece))
        r.set_data(replace(held, plans={**held.plans, side: left}))
        r.reveal()
        r.emit("reserve", f"{side} plays {action.piece} out of Reserve", rule="4.6.4", side=side)
        r.goto("acted", PrimaryVars(acted=side))
        r.call(ACTIVATION, ActivationVars(side=side, marker=action.piece, reserve=True))


class PrimaryStep(Step):
    """Draws markers while two or more are in the Pool; after each activation the other side may interrupt."""

    id = "battle_for_north_africa.primary"
    vars_type = PrimaryVars

    def __init__(self, game: NorthAfricaGame) -> None:
        self.game = game
        self._window = (
            ReserveKind(game),
            ButtonKind(PassReserve, "No Reserve", lambda r: r.goto("next")),
        )
        self._draw = (ButtonKind(DrawMarker, "Draw a marker", self._draw_marker),)

    @auto
    def start(self, r: Resolution) -> None:
        """The marker set aside in C/2 acts first; it is not part of the Pool (R10)."""
        held = bna.data(r.state)
        if held.lead:
            r.set_data(replace(held, lead=""))
            self._activate(r, held.lead)
        else:
            r.goto("next", PrimaryVars())

    def _activate(self, r: Resolution, marker: PieceId) -> None:
        side = self.game.markers[marker].side
        r.emit("marker", f"{self.game.marker_name(marker)} acts", rule="4.3.3", side=side, pieces=(marker,))
        r.goto("acted", PrimaryVars(acted=side))
        r.call(ACTIVATION, ActivationVars(side=side, marker=marker))

    @auto
    def acted(self, r: Resolution) -> None:
        """After a whole activation the opponent may play a Reserve; a wasted marker gives no chance (R3)."""
        held = bna.data(r.state)
        wasted = held.wasted
        r.set_data(replace(held, wasted=False))
        r.goto("next" if wasted or not self._may_interrupt(r.state) else "window")

    def _may_interrupt(self, state: State) -> bool:
        plan = bna.data(state).plans[bna.other(self._acted(state))]
        return bool(plan.reserve or plan.bluffs)

    def _acted(self, state: State) -> SideId:
        held = state.flow[-1].vars
        assert isinstance(held, PrimaryVars)
        return held.acted

    @decision
    def window(self, state: State) -> Ask:
        """The opponent of the side that just acted, if anything of his lies face down: bluffs count."""
        side = bna.other(self._acted(state))
        return Ask(
            sides=(side,),
            prompt="Play a Reserve, or let the next marker be drawn",
            kinds=self._window,
            rule="4.6.4",
            part="reserve",
        )

    @auto
    def next(self, r: Resolution) -> None:
        """One marker left is never drawn: the phase is over (4.3.6)."""
        if len(bna.data(r.state).pool) >= 2:
            r.goto("draw")
        else:
            r.emit("pool", "the last marker is not drawn", rule="4.3.6")
            r.end()

    @decision
    def draw(self, state: State) -> Ask:
        """Somebody draws; it does not matter who."""
        side = bna.data(state).initiative or bna.AXIS
        return Ask(sides=(side,), prompt="Draw the next marker", kinds=self._draw, rule="4.3.3", part="draw")

    def _draw_marker(self, r: Resolution) -> None:
        marker = r.pick("activation marker", bna.data(r.state).pool)
        held = bna.data(r.state)
        r.set_data(replace(held, pool=tuple(m for m in held.pool if m != marker)))
        self._activate(r, marker)
