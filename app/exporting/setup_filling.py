"""Filling the pages of a set-up sheet: head and small maps on the first, groups in columns, then the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from app.exporting.plan import Block, Placed
from app.exporting.sheet_parts import Area, Title, slim_band
from app.exporting.typesetting import Measure, in_columns, placed_columns

GUTTER: Final = 5.0
COLUMNS: Final = 3
BLOCK_GAP: Final = 2.2
SECTION_GAP: Final = 2.6
INSET_HEIGHT: Final = 62.0
"""Usual room for the small map; it gives way where all groups then fit on the page."""
LEAST_INSET: Final = 40.0
HEIGHTS: Final = (70.0, INSET_HEIGHT, 54.0, 47.0, LEAST_INSET)
PAIRS: Final = ((62.0, 50.0), (54.0, 46.0), (48.0, 42.0), (42.0, 38.0))
Pair = tuple[float, float] | None


@dataclass(frozen=True)
class Tail:
    """What follows the groups: the count, texts for two columns, piles of counters."""

    count: Block
    texts: Sequence[Block]
    piles: Sequence[Block]


@dataclass
class Filling:
    """Fills pages: the head and the small map on the first, groups in columns, then the tail."""

    area: Area
    measure: Measure
    title: Title
    insets: Callable[[float, Pair], list[Block]]
    pages: list[list[Placed]] = field(default_factory=lambda: [[]])
    y: float = 0.0

    def fill(self, head: Sequence[Block], groups: Sequence[Block], tail: Tail) -> list[list[Placed]]:
        """The blocks of each page."""
        self.y = self.area.top
        for block in head:
            self._put(block, 1.0)
        self.y += 0.8
        for block in self.insets(*self._map_heights(groups)):
            self._put(block, 2.0)
        self.y += 1.0
        self._columns(groups, COLUMNS, BLOCK_GAP)
        self._full(tail.count)
        self._columns(tail.texts, 2, SECTION_GAP)
        for block in tail.piles:
            self._full(block)
        return self.pages

    def _put(self, block: Block, gap: float) -> None:
        self.pages[-1].append(Placed(self.area.left, self.y, block))
        self.y += block.height + gap

    def _full(self, block: Block) -> None:
        if self.y + block.height > self.area.bottom + 0.5:
            self._turn()
        self._put(block, SECTION_GAP)

    def _map_heights(self, groups: Sequence[Block]) -> tuple[float, Pair]:
        """Heights of the map, alone or as a pair; it gives way where all groups then fit on a page."""
        free = self.area.bottom - self.y - 11.0

        def fits(room: float) -> bool:
            return in_columns(groups, COLUMNS, room, BLOCK_GAP)[1] == len(groups)

        pair = next((pair for pair in PAIRS if fits(free - sum(pair) - 2.0)), None)
        height = next((height for height in HEIGHTS if fits(free - height)), INSET_HEIGHT)
        return height, pair

    def _columns(self, blocks: Sequence[Block], count: int, gap: float) -> None:
        pitch = (self.area.width + GUTTER) / count
        left = list(blocks)
        while left:
            columns, taken = in_columns(left, count, self.area.bottom - self.y, gap)
            if not taken and len(self.pages[-1]) == 1:
                columns, taken = [[left[0]]], 1
            if taken:
                placed, self.y = placed_columns(columns, self.area.left, self.y, pitch, gap)
                self.pages[-1].extend(placed)
                left = left[taken:]
            if left:
                self._turn()
        self.y += SECTION_GAP

    def _turn(self) -> None:
        """Begin the next page."""
        self.pages.append([])
        self.y = self.area.top
        self._put(slim_band(self.measure, self.title, self.area.width), 3.0)
