"""What free play lets hands do beside counters and cards: dice, tracks, turn and phase, the agreed end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.errors import Refusal
from engine.flow.sequence import SequenceStep, SequenceVars
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.ending import EndPhaseKind
from engine.play.action import EndPhase, Shape
from engine.rules.freeplay_actions import (
    DeclareOver,
    Roll,
    SetPhase,
    SetTrack,
    SetTurn,
)
from engine.rules.freeplay_kinds import TableKind
from engine.rules.freeplay_table import FreeTable, data_of
from engine.state.model import State

if TYPE_CHECKING:
    import random

    from engine.play.resolution import Resolution

COMMON_ROLLS = ((1, 6), (2, 6), (1, 10), (1, 100))


class NextPhaseKind(EndPhaseKind):
    """On to the next phase of the sequence."""

    label = "Next phase"

    def apply(self, r: Resolution, side: SideId, action: EndPhase) -> None:
        r.emit("phase-ended", "Phase ended.", side=side)
        r.end()


class SetPhaseKind(TableKind[SetPhase]):
    """Going to any phase, back included."""

    kind = "set-phase"
    action = SetPhase
    shape = Shape.OPTION
    label = "Go to phase"

    def __init__(self, table: FreeTable, sequence: SequenceStep) -> None:
        super().__init__(table)
        self.sequence = sequence

    def check(self, state: State, side: SideId, action: SetPhase) -> Refusal | None:
        known = [leaf.id for leaf in self.sequence.leaves]
        if action.phase in known:
            return None
        return Refusal(f"there is no phase {action.phase}; phases: {', '.join(known)}", code="UNKNOWN_ID")

    def offers(self, state: State, side: SideId) -> Iterator[SetPhase]:
        yield from (SetPhase(phase=leaf.id) for leaf in self.sequence.leaves if leaf.id != state.phase)

    def apply(self, r: Resolution, side: SideId, action: SetPhase) -> None:
        r.end()
        r.set_vars(SequenceVars(index=self.sequence.index_of(action.phase) - 1))
        r.emit("phase-set", f"{self.describe(r.state, action)}.", side=side)

    def describe(self, state: State, action: SetPhase) -> str:
        path = self.sequence.paths[action.phase]
        return "Go to " + ": ".join(self.sequence.definitions[name].title for name in path)


class SetTurnKind(TableKind[SetTurn]):
    """The turn marker."""

    kind = "set-turn"
    action = SetTurn
    shape = Shape.NUMBER
    label = "Turn"

    def check(self, state: State, side: SideId, action: SetTurn) -> Refusal | None:
        first, last = self.table.turn_bounds()
        if first <= action.number <= last:
            return None
        return Refusal(f"turns go from {first} to {last}", code="BAD_REQUEST")

    def offers(self, state: State, side: SideId) -> Iterator[SetTurn]:
        first, last = self.table.turn_bounds()
        yield from (SetTurn(number=n) for n in range(first, last + 1) if n != state.turn)

    def apply(self, r: Resolution, side: SideId, action: SetTurn) -> None:
        r.set_turn(action.number)
        r.emit("turn-set", f"Turn {self.table.module.turn_title(action.number)}.", side=side)

    def describe(self, state: State, action: SetTurn) -> str:
        return f"Turn {action.number}: {self.table.module.turn_title(action.number)}"


class SetTrackKind(TableKind[SetTrack]):
    """Markers on tracks."""

    kind = "set-track"
    action = SetTrack
    shape = Shape.OPTION
    label = "Track"

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return None if self.table.tracks else Refusal("this game has no tracks")

    def check(self, state: State, side: SideId, action: SetTrack) -> Refusal | None:
        if action.track not in self.table.tracks:
            return Refusal(f"there is no track {action.track}", code="UNKNOWN_ID")
        first, last = self.table.track_bounds(action.track)
        if first <= action.number <= last:
            return None
        title = self.table.tracks[action.track].title
        return Refusal(f"{title} goes from {first} to {last}", code="BAD_REQUEST")

    def offers(self, state: State, side: SideId) -> Iterator[SetTrack]:
        for track, value in data_of(state).tracks.items():
            first, last = self.table.track_bounds(track)
            for number in (value + 1, value - 1):
                if first <= number <= last:
                    yield SetTrack(track=track, number=number)

    def apply(self, r: Resolution, side: SideId, action: SetTrack) -> None:
        data = data_of(r.state)
        before = data.tracks.get(action.track, 0)
        r.set_data(replace(data, tracks={**data.tracks, action.track: action.number}))
        text = self.table.track_text
        title = self.table.tracks[action.track].title
        words = f"{title}: {text(action.track, before)} → {text(action.track, action.number)}."
        r.emit("track-set", words, side=side, data={"track": action.track, "value": action.number})

    def describe(self, state: State, action: SetTrack) -> str:
        title = self.table.tracks[action.track].title
        return f"{title} to {self.table.track_text(action.track, action.number)}"


class RollKind(TableKind[Roll]):
    """Dice."""

    kind = "roll"
    action = Roll
    shape = Shape.OPTION
    label = "Roll dice"

    def check(self, state: State, side: SideId, action: Roll) -> Refusal | None:
        if not 1 <= action.dice <= 20:
            return Refusal("1 to 20 dice can be rolled at once", code="BAD_REQUEST")
        if not 2 <= action.faces <= 100:
            return Refusal("a die has 2 to 100 faces", code="BAD_REQUEST")
        return None

    def offers(self, state: State, side: SideId) -> Iterator[Roll]:
        yield from (Roll(dice=dice, faces=faces) for dice, faces in COMMON_ROLLS)

    def apply(self, r: Resolution, side: SideId, action: Roll) -> None:
        reason = action.reason or f"{action.dice}d{action.faces}"
        rolled = r.roll(reason, dice=action.dice, faces=action.faces)
        total = f" = {sum(rolled)}" if len(rolled) > 1 else ""
        text = f"{reason}: {' + '.join(map(str, rolled))}{total}."
        r.emit("dice-rolled", text, side=side, dice=rolled)

    def describe(self, state: State, action: Roll) -> str:
        what = "a die" if action.dice == 1 else f"{action.dice} dice"
        return f"Roll {what} with {action.faces} faces"


class DeclareOverKind(TableKind[DeclareOver]):
    """Agreeing on the end; never chosen at random."""

    kind = "declare-over"
    action = DeclareOver
    shape = Shape.OPTION
    label = "End the game"

    def check(self, state: State, side: SideId, action: DeclareOver) -> Refusal | None:
        if action.winner in (*self.table.sides, "draw"):
            return None
        return Refusal(f"{action.winner} is neither a side nor a draw", code="UNKNOWN_ID")

    def offers(self, state: State, side: SideId) -> Iterator[DeclareOver]:
        yield from (DeclareOver(winner=winner) for winner in (*self.table.sides, "draw"))

    def sample(self, state: State, side: SideId, random: random.Random) -> DeclareOver | None:
        return None

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        return ()

    def apply(self, r: Resolution, side: SideId, action: DeclareOver) -> None:
        r.finish(action.winner, f"{self.describe(r.state, action)}, as agreed.")

    def describe(self, state: State, action: DeclareOver) -> str:
        if action.winner == "draw":
            return "The game is a draw"
        return f"{self.table.module.side(action.winner).title} wins"
