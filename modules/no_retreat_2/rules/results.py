"""Choices that battle results ask for: counterattack, hold or retreat, step losses, markers (13.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, SideId
from engine.play.action import Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.actions import (
    Counterattack,
    GiveWay,
    Hold,
    LoseStep,
    PlaceCounterblow,
    Shatter,
)
from modules.no_retreat_2.rules.battle_vars import BattleVars
from modules.no_retreat_2.rules.kind import GameKind, battle_of
from modules.no_retreat_2.rules.units import Unit


class CounterattackKind(GameKind[Counterattack]):
    """The defender turns the battle round: same units, roles changed, no terrain shifts (ruling 53)."""

    kind = "counterattack"
    action = Counterattack
    shape = Shape.BUTTON
    label = "Counterattack"
    rule = "13.6.4"

    def check(self, state: State, side: SideId, action: Counterattack) -> Refusal | None:
        if not counterattackers(self.game.units, battle_of(state)):
            return Refusal("no unit is left that may attack", "13.6.4")
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Counterattack]:
        if self.check(state, side, Counterattack()) is None:
            yield Counterattack()

    def apply(self, r: Resolution, side: SideId, action: Counterattack) -> None:
        battle = battle_of(r.state)
        hexes = dict.fromkeys(at for p in battle.attackers if (at := r.state.pieces[p].at))
        r.emit("counterattack", "Counterattack", rule="13.6.4", side=side, pieces=battle.defenders)
        r.goto("finish")
        r.call(
            "no_retreat_2.battle",
            BattleVars(
                attacker=side,
                attackers=counterattackers(self.game.units, battle),
                defenders=battle.attackers,
                targets=tuple(hexes),
                counter=True,
            ),
        )


def counterattackers(units: Mapping[PieceId, Unit], battle: BattleVars) -> tuple[PieceId, ...]:
    """Defenders of a battle that can attack back: square units, not excluded."""
    return tuple(p for p in battle.defenders if units[p].square)


class HoldKind(GameKind[Hold]):
    """Hold at all costs: one step in all, and the hexes are kept (ruling 47)."""

    kind = "hold"
    action = Hold
    shape = Shape.PIECE
    label = "Hold at all costs: lose a step"
    rule = "13.6"

    def check(self, state: State, side: SideId, action: Hold) -> Refusal | None:
        if action.piece not in battle_of(state).defenders:
            return Refusal("that unit does not defend here", "13.6.2", pieces=(action.piece,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Hold]:
        return (Hold(piece=p) for p in battle_of(state).defenders if piece in {None, p})

    def apply(self, r: Resolution, side: SideId, action: Hold) -> None:
        r.emit("held", "The hex is held at all costs", rule="13.6", side=side, pieces=(action.piece,))
        self.game.lose_step(r, action.piece)
        r.goto("held")


class GiveWayKind(GameKind[GiveWay]):
    """All square units of the battle retreat."""

    kind = "give-way"
    action = GiveWay
    shape = Shape.BUTTON
    label = "Retreat"
    rule = "13.6.1"

    def check(self, state: State, side: SideId, action: GiveWay) -> Refusal | None:
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[GiveWay]:
        yield GiveWay()

    def apply(self, r: Resolution, side: SideId, action: GiveWay) -> None:
        r.goto("begin_retreat")


class LoseStepKind(GameKind[LoseStep]):
    """The owner chooses which participant loses a step (13.6.2)."""

    kind = "lose-step"
    action = LoseStep
    shape = Shape.PIECE
    label = "Lose a step"
    rule = "13.6.2"

    def candidates(self, state: State) -> tuple[PieceId, ...]:
        """Participants of the losing side."""
        battle = battle_of(state)
        return battle.attackers if battle.loser == battle.attacker else battle.defenders

    def check(self, state: State, side: SideId, action: LoseStep) -> Refusal | None:
        if action.piece not in self.candidates(state):
            return Refusal("that unit is not in this battle", "13.6.2", pieces=(action.piece,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[LoseStep]:
        return (LoseStep(piece=p) for p in self.candidates(state) if piece in {None, p})

    def apply(self, r: Resolution, side: SideId, action: LoseStep) -> None:
        battle = battle_of(r.state)
        r.goto("lose", replace(battle, losses=battle.losses - 1))
        self.game.lose_step(r, action.piece)


class ShatterKind(GameKind[Shatter]):
    """Overstacking after a retreat or advance: the owner sends one unit to the Shattered box (12.2.4)."""

    kind = "shatter"
    action = Shatter
    shape = Shape.PIECE
    label = "Send to the Shattered box"
    rule = "12.2.4"

    def check(self, state: State, side: SideId, action: Shatter) -> Refusal | None:
        at = self.place_of(state, action.piece)
        if at not in self.game.overstacked(state, side) or not self._excess(state, action.piece, at):
            return Refusal("that unit does not overstack its hex", "12.2.4", pieces=(action.piece,))
        return None

    def _excess(self, state: State, piece: PieceId, at: str) -> bool:
        unit = self.game.units[piece]
        if unit.free or unit.type == "leader":
            return False
        alike = [
            p
            for p in state.at(at)
            if self.game.units[p].square == unit.square and not self.game.units[p].free
        ]
        alike = [p for p in alike if self.game.units[p].type != "leader"]
        return len(alike) > (2 if unit.square else 1)

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Shatter]:
        for place in self.game.overstacked(state, side):
            for p in state.at(place):
                if piece in {None, p} and self._excess(state, p, place):
                    yield Shatter(piece=p)

    def apply(self, r: Resolution, side: SideId, action: Shatter) -> None:
        self.game.send_to_box(r, action.piece, "shattered")
        r.goto("finish")


class PlaceCounterblowKind(GameKind[PlaceCounterblow]):
    """CB: a marker on one hex with a unit of this attack; it obliges the enemy next (ruling 46)."""

    kind = "place-counterblow"
    action = PlaceCounterblow
    shape = Shape.PLACE
    label = "Place the Counterblow marker"
    rule = "13.6"

    def places(self, state: State) -> tuple[str, ...]:
        """Hexes of the attacking units that bear no marker yet."""
        hexes = dict.fromkeys(at for p in battle_of(state).attackers if (at := state.pieces[p].at))
        return tuple(at for at in hexes if at not in nr.data(state).marked)

    def check(self, state: State, side: SideId, action: PlaceCounterblow) -> Refusal | None:
        if action.at not in self.places(state):
            return Refusal("the marker goes on a hex with an attacking unit", "13.6", places=(action.at,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[PlaceCounterblow]:
        return (PlaceCounterblow(at=at) for at in self.places(state))

    def apply(self, r: Resolution, side: SideId, action: PlaceCounterblow) -> None:
        held = nr.data(r.state)
        r.set_data(replace(held, marked={**held.marked, action.at: nr.COUNTERBLOW}))
        r.emit(
            "counterblow", f"Counterblow marker on {action.at}", rule="13.6", side=side, places=(action.at,)
        )
        r.goto("finish")
