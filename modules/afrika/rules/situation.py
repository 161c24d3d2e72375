"""Who stands where, and the zones of control that follow: derived from the counters, remembered.

Everything is in hex numbers. One situation serves all questions about one arrangement of counters; the game
keeps the last few, found again by identity of ``state.pieces``. A new one is made out of the last one as far
as the counters that changed allow; what has not changed is the very same object, so that things
derived from the enemy's situation outlive the moves of the own side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import Piece
from modules.afrika.rules.state import OUT, SIDES
from modules.afrika.rules.units import Unit

NOBODY: tuple[PieceId, ...] = ()
FEW = 16
"""So many counters may have changed for the last situation to be brought up to date."""

Pieces = Mapping[PieceId, Piece]
Stacks = Mapping[PlaceId, tuple[PieceId, ...]]
Reach = Mapping[int, frozenset[int]]
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Situation:
    """``units``: side -> place number -> its units there, bottom to top (Tripoli and connecting box
    included), in the order of place numbers.

    ``zoc``: side -> map hexes in which that side exerts a zone of control. ``leaders``: leader -> place
    number (-1 off the map). ``boxes``: place number -> side whose box stands there.
    """

    units: Mapping[SideId, Mapping[int, tuple[PieceId, ...]]]
    zoc: Mapping[SideId, frozenset[int]]
    leaders: Mapping[PieceId, int]
    boxes: Mapping[int, SideId]

    def at(self, side: SideId, place: int) -> tuple[PieceId, ...]:
        """A side's units at a place."""
        return self.units[side].get(place, NOBODY)


@dataclass(frozen=True, slots=True)
class _View:
    """The last situation, the counters it was made from, and each side's places that reach out."""

    pieces: Pieces
    situation: Situation
    reach: Mapping[SideId, Reach]


@dataclass(frozen=True, slots=True)
class Grounds:
    """What is needed to see a situation: units, leaders, boxes of the game, place numbers, reach of ZOC."""

    units: Mapping[PieceId, Unit]
    leaders: frozenset[PieceId]
    boxes: frozenset[PieceId]
    index: Mapping[PlaceId, int]
    zoc_from: Sequence[frozenset[int]]


class Surveyor:
    """Sees situations; remembers the last one."""

    def __init__(self, grounds: Grounds) -> None:
        self._grounds = grounds
        self._last: _View | None = None

    def survey(self, pieces: Pieces, stacks: Stacks) -> Situation:
        """The situation of an arrangement of counters."""
        last = self._last
        changed = None if last is None else _few_changes(last.pieces, pieces)
        if last is None or changed is None:
            view = self._see(pieces, stacks)
        elif changed:
            view = self._update(last, changed, pieces, stacks)
        else:
            view = last
        self._last = view
        return view.situation

    def _see(self, pieces: Pieces, stacks: Stacks) -> _View:
        """Everything anew."""
        empty = Situation(
            units={side: {} for side in SIDES}, zoc=dict.fromkeys(SIDES, frozenset()),
            leaders=dict.fromkeys(sorted(self._grounds.leaders), -1), boxes={},
        )  # fmt: skip
        view = _View({}, empty, {side: {} for side in SIDES})
        return self._update(view, list(pieces), pieces, stacks)

    def _update(self, last: _View, changed: list[PieceId], pieces: Pieces, stacks: Stacks) -> _View:
        """The last view with the places seen anew that changed counters have left or entered."""
        units = {side: dict(here) for side, here in last.situation.units.items()}
        reach = {side: dict(places) for side, places in last.reach.items()}
        boxes = dict(last.situation.boxes)
        for place, number in self._places(last.pieces, changed, pieces).items():
            for side in SIDES:
                units[side].pop(number, None)
                reach[side].pop(number, None)
            boxes.pop(number, None)
            self._look(number, stacks.get(place, NOBODY), pieces, (units, reach, boxes))
        old = last.situation
        kept_reach = {side: _kept(last.reach[side], reach[side]) for side in SIDES}
        situation = Situation(
            units={side: _kept(old.units[side], units[side]) for side in SIDES},
            zoc={
                side: old.zoc[side]
                if kept_reach[side] is last.reach[side]
                else frozenset().union(*reach[side].values())
                for side in SIDES
            },
            leaders=self._find_leaders(old.leaders, changed, pieces),
            boxes=_kept(old.boxes, boxes),
        )
        return _View(pieces, situation, kept_reach)

    def _places(self, before: Pieces, changed: list[PieceId], pieces: Pieces) -> Mapping[PlaceId, int]:
        """Places in play that changed counters have left or entered, with their numbers."""
        found: dict[PlaceId, int] = {}
        for name in changed:
            for piece in (before.get(name), pieces.get(name)):
                if piece is not None and piece.at is not None:
                    number = self._grounds.index.get(piece.at, -1)
                    if number >= 0:
                        found[piece.at] = number
        return found

    def _look(
        self,
        number: int,
        stack: tuple[PieceId, ...],
        pieces: Pieces,
        found: tuple[
            dict[SideId, dict[int, tuple[PieceId, ...]]],
            dict[SideId, dict[int, frozenset[int]]],
            dict[int, SideId],
        ],
    ) -> None:
        """Notes what stands at one place."""
        units, reach, boxes = found
        here = tuple(name for name in stack if name in self._grounds.units)
        if len(here) != len(stack):
            for name in stack:
                if name in self._grounds.boxes:
                    boxes[number] = pieces[name].owner
        if here:
            side = pieces[here[0]].owner
            units[side][number] = here
            if any(OUT not in pieces[name].marks for name in here):
                reach[side][number] = self._grounds.zoc_from[number]

    def _find_leaders(
        self, known: Mapping[PieceId, int], changed: list[PieceId], pieces: Pieces
    ) -> Mapping[PieceId, int]:
        moved = {
            name: self._grounds.index.get(pieces[name].at or "", -1)
            for name in changed
            if name in self._grounds.leaders
        }
        return {**known, **moved} if moved else known


def _few_changes(before: Pieces, now: Pieces) -> list[PieceId] | None:
    """The counters that differ, by identity; None if they are many or not the same, in the same order."""
    if list(before) != list(now):
        return None
    pairs = zip(now, now.values(), before.values(), strict=True)
    changed = [name for name, piece, old in pairs if piece is not old]
    return changed if len(changed) <= FEW else None


def _kept(old: Mapping[int, V], new: dict[int, V]) -> Mapping[int, V]:
    """The old mapping if nothing has changed, else the new one in the order of its keys."""
    return old if old == new else dict(sorted(new.items()))
