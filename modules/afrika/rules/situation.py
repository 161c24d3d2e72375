"""Who stands where, and the zones of control that follow: derived from the counters, remembered.

Everything is in hex numbers. One situation serves all questions about one arrangement of counters; the game
keeps the last few, found again by identity of ``state.pieces``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import Piece
from modules.afrika.rules.state import OUT, SIDES
from modules.afrika.rules.units import Unit

NOBODY: tuple[PieceId, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """``units``: side -> place number -> its units there, bottom to top (Tripoli and connecting box
    included).

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
class Surveyor:
    """What is needed to see a situation: units, leaders and boxes of the game, place numbers, reach of
    ZOC."""

    units: Mapping[PieceId, Unit]
    leaders: frozenset[PieceId]
    boxes: frozenset[PieceId]
    index: Mapping[PlaceId, int]
    zoc_from: Sequence[frozenset[int]]

    def survey(
        self, pieces: Mapping[PieceId, Piece], stacks: Mapping[PlaceId, tuple[PieceId, ...]]
    ) -> Situation:
        """The situation of an arrangement of counters."""
        found: dict[SideId, dict[int, tuple[PieceId, ...]]] = {side: {} for side in SIDES}
        reach: dict[SideId, list[frozenset[int]]] = {side: [] for side in SIDES}
        leaders = dict.fromkeys(self.leaders, -1)
        boxes: dict[int, SideId] = {}
        for place, stack in stacks.items():
            number = self.index.get(place, -1)
            if number < 0:
                continue
            here = [name for name in stack if name in self.units]
            if len(here) != len(stack):
                for name in stack:
                    if name in leaders:
                        leaders[name] = number
                    elif name in self.boxes:
                        boxes[number] = pieces[name].owner
            if here:
                side = pieces[here[0]].owner
                found[side][number] = tuple(here)
                if any(OUT not in pieces[name].marks for name in here):
                    reach[side].append(self.zoc_from[number])
        zoc = {side: frozenset().union(*around) for side, around in reach.items()}
        return Situation(units=found, zoc=zoc, leaders=leaders, boxes=boxes)
