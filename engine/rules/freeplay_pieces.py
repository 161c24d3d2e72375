"""What free play lets hands do with counters: place, take off, flip, mark, stack, count.

Any side may touch any piece, as at a table; only what makes no sense (an unknown hex, five steps on a
two-step unit) is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.upgrade import UPGRADED
from engine.kit.withdrawal import WITHDRAWN
from engine.play.action import Shape
from engine.rules.freeplay_actions import (
    Add,
    Flip,
    Place,
    Remove,
    SetCount,
    SetSteps,
)
from engine.rules.freeplay_kinds import FreeKind, PieceKind
from engine.rules.freeplay_table import COPY, FLIPPED
from engine.state.model import Piece, State

if TYPE_CHECKING:
    import random

    from engine.play.resolution import Resolution

MOST = 999


class PlaceKind(FreeKind[Place]):
    """Moving: any pieces to any hex or box."""

    kind = "place"
    action = Place
    shape = Shape.PIECE_PLACE
    label = "Move"
    help = "Drag pieces anywhere, or pick them and then a hex or box."

    def check(self, state: State, side: SideId, action: Place) -> Refusal | None:
        return self.table.known_pieces(state, action.pieces) or self.table.known_place(action.at)

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Place]:
        for name in self.pieces(state, piece):
            for place in self.table.places:
                if place != state.pieces[name].at:
                    yield Place(pieces=(name,), at=place)

    def sample(self, state: State, side: SideId, random: random.Random) -> Place | None:
        if not state.pieces or not self.table.places:
            return None
        piece = random.choice(tuple(state.pieces))
        return Place(pieces=(piece,), at=random.choice(self.table.places))

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        return tuple(state.pieces)

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        return self.table.places

    def apply(self, r: Resolution, side: SideId, action: Place) -> None:
        origins = dict.fromkeys(r.state.pieces[piece].at for piece in action.pieces)
        r.move_all(action.pieces, action.at)
        r.unmark(action.pieces, UPGRADED, WITHDRAWN)
        start = " and ".join(self.table.place_name(place) for place in origins)
        text = f"{self.table.names(action.pieces)}: {start} → {self.table.place_name(action.at)}."
        places = (*(place for place in origins if place is not None), action.at)
        r.emit("pieces-moved", text, side=side, pieces=action.pieces, places=places)

    def describe(self, state: State, action: Place) -> str:
        return f"Move {self.table.names(action.pieces)} to {self.table.place_name(action.at)}"


class RemoveKind(PieceKind[Remove]):
    """Taking pieces off the map: those that the schedule withdraws by now are withdrawn, the others lost."""

    kind = "remove"
    action = Remove
    shape = Shape.PIECE
    label = "Take out of play"

    def check(self, state: State, side: SideId, action: Remove) -> Refusal | None:
        refusal = self.table.known_pieces(state, action.pieces)
        if refusal:
            return refusal
        absent = tuple(piece for piece in action.pieces if state.pieces[piece].at is None)
        if absent:
            return Refusal(f"{self.table.names(absent)}: already out of play", pieces=absent)
        return None

    def offers_of(self, state: State, name: PieceId) -> Iterator[Remove]:
        yield Remove(pieces=(name,))

    def apply(self, r: Resolution, side: SideId, action: Remove) -> None:
        places = tuple(dict.fromkeys(at for p in action.pieces if (at := r.state.pieces[p].at) is not None))
        leaving, lost = self._parted(r.state, action)
        r.move_all(action.pieces, None)
        r.mark(leaving, WITHDRAWN)
        for pieces, what in ((leaving, "withdrawn, as scheduled"), (lost, "out of play")):
            if pieces:
                text = f"{self.table.names(pieces)} {what}."
                r.emit("pieces-removed", text, side=side, pieces=pieces, places=places)

    def describe(self, state: State, action: Remove) -> str:
        leaving, lost = self._parted(state, action)
        if not lost:
            return f"Withdraw {self.table.names(leaving)}"
        return f"Take {self.table.names(action.pieces)} out of play"

    def _parted(self, state: State, action: Remove) -> tuple[tuple[PieceId, ...], tuple[PieceId, ...]]:
        """Those that the schedule withdraws by now, and the others."""
        due = self.table.withdrawing(state)
        leaving = tuple(piece for piece in action.pieces if piece in due)
        return leaving, tuple(piece for piece in action.pieces if piece not in due)


class AddKind(FreeKind[Add]):
    """Making copies of templates."""

    kind = "add"
    action = Add
    shape = Shape.PIECE_PLACE
    label = "New copy"

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return None if self._templates() else Refusal("this game has no pieces that are copied in play")

    def _templates(self) -> tuple[PieceId, ...]:
        return tuple(name for name, piece in self.table.pieces.items() if piece.template)

    def check(self, state: State, side: SideId, action: Add) -> Refusal | None:
        if action.piece not in self._templates():
            return Refusal(f"{action.piece} is no piece that is copied in play", code="UNKNOWN_ID")
        if not 1 <= action.count <= MOST:
            return Refusal(f"a piece can stand for 1 to {MOST}", code="BAD_REQUEST")
        return self.table.known_place(action.at)

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Add]:
        for name in self._templates():
            if piece in {None, name}:
                yield from (Add(piece=name, at=place) for place in self.table.places)

    def sample(self, state: State, side: SideId, random: random.Random) -> Add | None:
        templates = self._templates()
        if not templates or not self.table.places:
            return None
        return Add(piece=random.choice(templates), at=random.choice(self.table.places))

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        return self._templates()

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        return self.table.places

    def apply(self, r: Resolution, side: SideId, action: Add) -> None:
        number = 1
        while f"{action.piece}{COPY}{number}" in r.state.pieces:
            number += 1
        name = f"{action.piece}{COPY}{number}"
        owner = self.table.pieces[action.piece].side or ""
        steps = self.table.max_steps(name)
        r.put_pieces({name: Piece(owner=owner, at=action.at, steps=steps, count=action.count)})
        text = f"New at {self.table.place_name(action.at)}: {self.table.name(name)}."
        r.emit("piece-added", text, side=side, pieces=(name,), places=(action.at,))

    def describe(self, state: State, action: Add) -> str:
        return f"New {self.table.name(action.piece)} at {self.table.place_name(action.at)}"


class FlipKind(PieceKind[Flip]):
    """Turning counters over: those of several steps, and those of one whose other side looks different."""

    kind = "flip"
    action = Flip
    shape = Shape.PIECE
    label = "Flip"

    def check(self, state: State, side: SideId, action: Flip) -> Refusal | None:
        """One with nothing on its back may be turned, too, as saved games have it; it is not offered."""
        return self.table.known_pieces(state, (action.piece,))

    def _has_back(self, state: State, name: PieceId) -> bool:
        """Whether turning it shows: a unit's reduced side, a picture of the back, or the front again."""
        found = self.table.definition(name)
        if found is None or FLIPPED in state.pieces[name].marks:
            return FLIPPED in state.pieces[name].marks
        has_picture = found.art is not None and found.art.back is not None
        return found.kind == "unit" or found.steps > 1 or has_picture

    def offers_of(self, state: State, name: PieceId) -> Iterator[Flip]:
        if self._has_back(state, name):
            yield Flip(piece=name)

    def apply(self, r: Resolution, side: SideId, action: Flip) -> None:
        piece, most = r.state.pieces[action.piece], self.table.max_steps(action.piece)
        if most == 1:
            turned = FLIPPED not in piece.marks
            if turned:
                r.mark((action.piece,), FLIPPED)
            else:
                r.unmark((action.piece,), FLIPPED)
            state = "back" if turned else "front"
        else:
            steps = most // 2 if piece.steps > most // 2 else most
            r.update(action.piece, steps=steps)
            state = "full strength" if steps == most else "reduced side"
        text = f"{self.table.name(action.piece)} flipped: {state}."
        r.emit("piece-flipped", text, side=side, pieces=(action.piece,))

    def describe(self, state: State, action: Flip) -> str:
        return f"Flip {self.table.name(action.piece)}"


class StepsKind(PieceKind[SetSteps]):
    """Setting steps one by one, for units of several."""

    kind = "set-steps"
    action = SetSteps
    shape = Shape.PIECE
    label = "Steps"

    def check(self, state: State, side: SideId, action: SetSteps) -> Refusal | None:
        refusal = self.table.known_pieces(state, (action.piece,))
        most = self.table.max_steps(action.piece)
        if refusal is None and not 1 <= action.number <= most:
            return Refusal(f"{self.table.name(action.piece)} has 1 to {most} steps", code="BAD_REQUEST")
        return refusal

    def offers_of(self, state: State, name: PieceId) -> Iterator[SetSteps]:
        for number in range(self.table.max_steps(name), 0, -1):
            if number != state.pieces[name].steps:
                yield SetSteps(piece=name, number=number)

    def apply(self, r: Resolution, side: SideId, action: SetSteps) -> None:
        before = r.state.pieces[action.piece].steps
        r.update(action.piece, steps=action.number)
        text = f"{self.table.name(action.piece)}: {before} → {action.number} steps."
        r.emit("steps-set", text, side=side, pieces=(action.piece,))

    def describe(self, state: State, action: SetSteps) -> str:
        unit = "step" if action.number == 1 else "steps"
        return f"{self.table.name(action.piece)}: {action.number} {unit}"


class CountKind(PieceKind[SetCount]):
    """How many a copied piece stands for."""

    kind = "set-count"
    action = SetCount
    shape = Shape.PIECE
    label = "Count"

    def check(self, state: State, side: SideId, action: SetCount) -> Refusal | None:
        refusal = self.table.known_pieces(state, (action.piece,))
        if refusal is None and not 1 <= action.number <= MOST:
            return Refusal(f"a piece can stand for 1 to {MOST}", code="BAD_REQUEST")
        return refusal

    def offers_of(self, state: State, name: PieceId) -> Iterator[SetCount]:
        found = self.table.definition(name)
        if found is not None and found.template:
            now = state.pieces[name].count
            for number in (now + 1, now - 1):
                if 1 <= number <= MOST:
                    yield SetCount(piece=name, number=number)

    def apply(self, r: Resolution, side: SideId, action: SetCount) -> None:
        before = r.state.pieces[action.piece].count
        r.update(action.piece, count=action.number)
        text = f"{self.table.name(action.piece)}: {before} → {action.number}."
        r.emit("count-set", text, side=side, pieces=(action.piece,))

    def describe(self, state: State, action: SetCount) -> str:
        return f"{self.table.name(action.piece)}: make it {action.number}"
