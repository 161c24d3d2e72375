"""Phases B and C: allocation and plans in secret, then the first marker (4.1.4, 4.3.1, 4.3.2)."""

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
from modules.battle_for_north_africa.rules.actions import LeadMarker, Pass
from modules.battle_for_north_africa.rules.kind import ButtonKind, GameKind
from modules.battle_for_north_africa.rules.planning import AllocateKind, PlanKind

if TYPE_CHECKING:
    from modules.battle_for_north_africa.rules.compiled import NorthAfricaGame


class AllocateStep(Step):
    """B/1: both allocate, in any order; then both figures are shown."""

    id = "battle_for_north_africa.allocate"

    def __init__(self, game: NorthAfricaGame) -> None:
        self._kinds = (AllocateKind(game),)

    @auto
    def start(self, r: Resolution) -> None:
        """Shows both figures once both are in; unspent points are lost at the end of the turn (9.2.7)."""
        held = bna.data(r.state)
        if set(held.offers) != set(bna.SIDES):
            r.goto("choose")
            return
        bank = {side: held.bank[side] - held.offers[side] for side in bna.SIDES}
        r.set_data(replace(held, allocated=held.offers, offers={}, bank=bank))
        r.reveal()
        text = f"allocated: Axis {held.offers[bna.AXIS]}, Allied {held.offers[bna.ALLIED]}"
        r.emit("allocated", text, rule="4.1.4")
        r.end()

    @decision
    def choose(self, state: State) -> Ask:
        """Whoever has not written down his figure."""
        sides = tuple(side for side in bna.SIDES if side not in bna.data(state).offers)
        return Ask(sides=sides, prompt="Allocate resource points in secret", kinds=self._kinds, rule="4.1.4")


class PlanStep(Step):
    """B/3: both plan, in any order; then the commanders appear and the markers go into the Pool (C/1)."""

    id = "battle_for_north_africa.plan"

    def __init__(self, game: NorthAfricaGame) -> None:
        self.game = game
        self._kinds = (PlanKind(game),)

    @auto
    def start(self, r: Resolution) -> None:
        """Fills the Pool once both plans are in; only the numbers of markers are public."""
        held = bna.data(r.state)
        if set(held.plans) != set(bna.SIDES):
            r.goto("choose")
            return
        pool = tuple(sorted(m for plan in held.plans.values() for m in plan.markers))
        r.set_data(replace(held, pool=pool))
        for side in bna.SIDES:
            if held.plans[side].at:
                r.move(held.sitting[side], held.plans[side].at)
                r.emit("commander", f"placed at {held.plans[side].at}", rule="4.5.7", side=side)
            plan = held.plans[side]
            aside = len(plan.reserve) + len(plan.bluffs)
            text = f"{side}: {len(plan.markers)} markers in the Pool, {aside} face down"
            r.emit("pool", text, rule="4.3.2", side=side)
        r.reveal()
        r.end()

    @decision
    def choose(self, state: State) -> Ask:
        """Whoever has not planned."""
        sides = tuple(side for side in bna.SIDES if side not in bna.data(state).plans)
        return Ask(
            sides=sides, prompt="Plan markers and commander in secret", kinds=self._kinds, rule="4.3.1"
        )


class LeadKind(GameKind[LeadMarker]):
    """Setting one's own marker aside to act first."""

    kind = "lead-am"
    action = LeadMarker
    shape = Shape.OPTION
    label = "Name the first marker"
    rule = "4.3.2"

    def check(self, state: State, side: SideId, action: LeadMarker) -> Refusal | None:
        if action.piece not in bna.data(state).pool or self.game.markers[action.piece].side != side:
            return Refusal("an own marker out of the Pool", "4.3.2", pieces=(action.piece,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[LeadMarker]:
        for m in bna.data(state).pool:
            if self.game.markers[m].side == side and piece in {None, m}:
                yield LeadMarker(piece=m)

    def apply(self, r: Resolution, side: SideId, action: LeadMarker) -> None:
        held = bna.data(r.state)
        pool = tuple(m for m in held.pool if m != action.piece)
        r.set_data(replace(held, pool=pool, lead=action.piece))
        text = f"{action.piece} will act first"
        r.emit("lead", text, rule="4.3.2", side=side, audience=(side,), public=f"{side} has a first marker")
        r.end()


class LeadStep(Step):
    """C/2: the side with the initiative may take one of its markers out of the Pool to act first."""

    id = "battle_for_north_africa.lead"

    def __init__(self, game: NorthAfricaGame) -> None:
        self._lead = LeadKind(game)
        self._kinds = (self._lead, ButtonKind(Pass, "No first marker", lambda r: r.end()))

    @auto
    def start(self, r: Resolution) -> None:
        """Nobody is asked without initiative or without a marker."""
        side = bna.data(r.state).initiative
        if side and next(self._lead.choices(r.state, side), None) is not None:
            r.goto("choose")
        else:
            r.end()

    @decision
    def choose(self, state: State) -> Ask:
        """The first marker, or none."""
        side = bna.data(state).initiative
        return Ask(
            sides=(side,), prompt="Name the marker that acts first, or none", kinds=self._kinds, rule="4.3.2"
        )
