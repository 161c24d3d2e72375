"""What free play lets hands do with signs on the map: marks, the order of stacks, control of places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Shape
from engine.rules.freeplay_actions import ClearMarks, Control, Mark, Restack
from engine.rules.freeplay_kinds import FreeKind, PieceKind, TableKind
from engine.rules.freeplay_table import FLIPPED, PLAY_MARKS
from engine.state.model import State

if TYPE_CHECKING:
    import random

    from engine.play.resolution import Resolution

MARK = re.compile(r"[a-z0-9][a-z0-9 -]{0,23}")


class MarkKind(PieceKind[Mark]):
    """Marking pieces with a word."""

    kind = "mark"
    action = Mark
    shape = Shape.PIECE
    label = "Mark"

    def check(self, state: State, side: SideId, action: Mark) -> Refusal | None:
        if not MARK.fullmatch(action.mark):
            text = "a mark is a word of at most 24 small letters, digits, hyphens"
            return Refusal(text, code="BAD_REQUEST")
        return self.table.known_pieces(state, (action.piece,))

    def offers_of(self, state: State, name: PieceId) -> Iterator[Mark]:
        marks = dict.fromkeys((*PLAY_MARKS, *state.pieces[name].marks))
        yield from (Mark(piece=name, mark=mark) for mark in marks if mark != FLIPPED)

    def apply(self, r: Resolution, side: SideId, action: Mark) -> None:
        words = action.mark.replace("-", " ")
        if action.mark in r.state.pieces[action.piece].marks:
            r.unmark((action.piece,), action.mark)
            text = f"{self.table.name(action.piece)}: no longer {words}."
        else:
            r.mark((action.piece,), action.mark)
            text = f"{self.table.name(action.piece)}: {words}."
        r.emit("piece-marked", text, side=side, pieces=(action.piece,))

    def describe(self, state: State, action: Mark) -> str:
        words = action.mark.replace("-", " ")
        off = action.mark in state.pieces[action.piece].marks
        return f"{self.table.name(action.piece)}: {'take off' if off else 'mark'} “{words}”"


class ClearMarksKind(TableKind[ClearMarks]):
    """Clearing the marks of a turn."""

    kind = "clear-marks"
    action = ClearMarks
    shape = Shape.BUTTON
    label = "Clear marks"
    help = "Takes “moved” and “fought” off every piece."
    cleared = ("moved", "fought")

    def _marked(self, state: State) -> tuple[PieceId, ...]:
        return tuple(n for n, p in state.pieces.items() if any(m in p.marks for m in self.cleared))

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return None if self._marked(state) else Refusal("no piece is marked as moved or fought")

    def check(self, state: State, side: SideId, action: ClearMarks) -> Refusal | None:
        return self.unavailable(state, side)

    def offers(self, state: State, side: SideId) -> Iterator[ClearMarks]:
        if self._marked(state):
            yield ClearMarks()

    def apply(self, r: Resolution, side: SideId, action: ClearMarks) -> None:
        marked = self._marked(r.state)
        r.unmark(marked, *self.cleared)
        r.emit("marks-cleared", f"Marks of play taken off {len(marked)} pieces.", side=side, pieces=marked)


class RestackKind(FreeKind[Restack]):
    """The order of a stack."""

    kind = "restack"
    action = Restack
    shape = Shape.OPTION
    label = "Order of the stack"

    def check(self, state: State, side: SideId, action: Restack) -> Refusal | None:
        if sorted(action.pieces) != sorted(state.at(action.at)):
            return Refusal(f"these are not the pieces at {action.at}", code="BAD_REQUEST")
        return None if action.pieces else Refusal(f"nothing stands at {action.at}")

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Restack]:
        for place, stack in state.stacks.items():
            for name in stack if piece is None else (piece,):
                if name in stack and name != stack[-1]:
                    yield Restack(at=place, pieces=(*(p for p in stack if p != name), name))

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        return tuple(place for place, stack in state.stacks.items() if len(stack) > 1)

    def apply(self, r: Resolution, side: SideId, action: Restack) -> None:
        r.restack(action.at, action.pieces)
        text = f"{self.table.place_name(action.at)}: {self.table.name(action.pieces[-1])} on top."
        r.emit("stack-ordered", text, side=side, pieces=action.pieces, places=(action.at,))

    def describe(self, state: State, action: Restack) -> str:
        return f"{self.table.name(action.pieces[-1])} on top"


class ControlKind(TableKind[Control]):
    """Control of places."""

    kind = "control"
    action = Control
    shape = Shape.PLACE
    label = "Control"

    def check(self, state: State, side: SideId, action: Control) -> Refusal | None:
        if action.owner not in self.table.sides:
            return Refusal(f"there is no side {action.owner}", code="UNKNOWN_ID")
        return self.table.known_place(action.at)

    def offers(self, state: State, side: SideId) -> Iterator[Control]:
        for place in self.table.places:
            for owner in self.table.sides:
                if state.control.get(place) != owner:
                    yield Control(at=place, owner=owner)

    def sample(self, state: State, side: SideId, random: random.Random) -> Control | None:
        if not self.table.places:
            return None
        return Control(at=random.choice(self.table.places), owner=random.choice(self.table.sides))

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        return ()

    def apply(self, r: Resolution, side: SideId, action: Control) -> None:
        r.take_control(action.at, action.owner)
        text = f"{self.table.place_name(action.at)} belongs to {self.table.module.side(action.owner).title}."
        r.emit("control-taken", text, side=side, places=(action.at,))

    def describe(self, state: State, action: Control) -> str:
        owner = self.table.module.side(action.owner).title
        return f"{self.table.place_name(action.at)} to {owner}"
