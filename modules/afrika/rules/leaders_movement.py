"""How Rommel and O'Connor move: on the back of units (6.2b) and by Storch (6.2a).

A leader rides with any unit he can stack with. He may be named among the pieces of a move, and then gets
off wherever the stack is when it goes on without him; where all his companions leave, he goes along
unasked. One Storch flight in each phase of his own side, before he has moved or taken part in a combat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Action, Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.leaders import homes, rule_of
from modules.afrika.rules.queries import can_carry_leader
from modules.afrika.rules.state import AXIS, PhaseRecord, data, note

NOBODY: tuple[PieceId, ...] = ()


def riders(
    game: AfrikaGame, state: State, units: tuple[PieceId, ...], named: tuple[PieceId, ...]
) -> tuple[PieceId, ...] | Refusal:
    """Leaders that leave with some units of one place: those named, and whoever would be left alone."""
    side, at = game.units[units[0]].side, state.pieces[units[0]].at
    for leader in named:
        refusal = _refuse_rider(game, state, units, leader)
        if refusal is not None:
            return refusal
    if named:
        return named
    leader = game.leader.get(side, "")
    if not leader or state.pieces[leader].at != at:
        return NOBODY
    staying = [name for name in state.at(at or "") if name in game.units and name not in units]
    if any(can_carry_leader(game, side, name) for name in staying):
        return NOBODY
    return (leader,)


def _refuse_rider(
    game: AfrikaGame, state: State, units: tuple[PieceId, ...], leader: PieceId
) -> Refusal | None:
    rule, name = rule_of(game, leader, "b"), game.names[leader]
    if game.leaders[leader] != game.units[units[0]].side:
        return Refusal(f"{name} belongs to the enemy", "2.1", pieces=(leader,))
    if state.pieces[leader].at != state.pieces[units[0]].at:
        return Refusal(f"{name} is not stacked with these units", rule, pieces=(leader,))
    if not any(can_carry_leader(game, game.leaders[leader], unit) for unit in units):
        return Refusal(
            f"{name} can only ride with a unit he may stack with: a German one", rule, pieces=(leader,)
        )
    return None


def carry(r: Resolution, leaders: tuple[PieceId, ...], place: PlaceId) -> None:
    """Moves riding leaders along; they cannot fly any more in this phase (6.2a)."""
    if leaders:
        r.move_all(leaders, place)
        note(r, PhaseRecord(busy=leaders))


class Storch(Action, frozen=True, tag="storch"):
    """Flies a leader to other units of his side."""

    piece: PieceId
    at: PlaceId


class StorchKind(GameKind[Storch]):
    """The flight of a leader; offered in every phase of his side (6.2a, clar. 10)."""

    kind = "storch"
    action = Storch
    shape = Shape.PIECE_PLACE
    label = "Fly by Storch"
    rule = "6.2a"
    aside = True
    help = (
        "Once in each phase of his own side a leader who has neither moved nor fought in it may be put with "
        "any other units of his side (Rommel only with a German one)."
    )

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        leader = self.game.leader.get(side)
        if leader is None or self.game.situation(state).leaders[leader] < 0:
            who = "Rommel" if side == AXIS else "O'Connor"
            return Refusal(f"{who} is not in play", self.rule)
        record, name = data(state).record, self.game.names[leader]
        if leader in record.flown:
            return Refusal(f"{name} has already flown in this phase", self.rule, pieces=(leader,))
        if leader in record.busy:
            text = f"{name} has moved or taken part in a combat in this phase"
            return Refusal(text, self.rule, pieces=(leader,))
        return None

    def check(self, state: State, side: SideId, action: Storch) -> Refusal | None:
        if self.game.leaders.get(action.piece) != side:
            return Refusal("only a leader of the own side flies by Storch", self.rule, pieces=(action.piece,))
        refusal = self.unavailable(state, side)
        if refusal is not None:
            return refusal
        name = self.game.names[action.piece]
        if action.at == state.pieces[action.piece].at:
            return Refusal(f"{name} is already there", self.rule, places=(action.at,))
        if action.at not in self._targets(state, action.piece):
            who = "a German unit" if side == AXIS else "a Commonwealth unit"
            return Refusal(f"{name} must land where {who} stands", self.rule, places=(action.at,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Storch]:
        leader = self.game.leader.get(side)
        if leader is None or piece not in (None, leader) or self.unavailable(state, side) is not None:
            return
        for place in self._targets(state, leader):
            yield Storch(piece=leader, at=place)

    def apply(self, r: Resolution, side: SideId, action: Storch) -> None:
        here = self.game.place_name(r.state.pieces[action.piece].at or "")
        r.move(action.piece, action.at)
        note(r, PhaseRecord(flown=(action.piece,)))
        text = f"{self.game.names[action.piece]} flies from {here} to {self.game.place_name(action.at)}."
        r.emit("storch", text, rule=self.rule, side=side, pieces=(action.piece,), places=(action.at,))

    def describe(self, state: State, action: Storch) -> str:
        return f"{self.game.names[action.piece]} flies to {self.game.place_name(action.at)}"

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        return (self.game.leader[side],) if self.unavailable(state, side) is None else ()

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        return tuple(choice.at for name in pieces for choice in self.choices(state, side, name))

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        return self.unavailable(state, side) if self.game.leaders.get(subject) == side else None

    def _targets(self, state: State, leader: PieceId) -> list[PlaceId]:
        at = state.pieces[leader].at
        return [place for place in homes(self.game, state, leader) if place != at]
