"""Filling the pages of a set-up sheet: head and small maps on the first, groups in columns, then the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.exporting.flowing import PageFlow
from app.exporting.plan import Block, Placed
from app.exporting.setup_groups import COLUMNS
from app.exporting.typesetting import in_columns

GUTTER: Final = 5.0
BLOCK_GAP: Final = 2.2
SECTION_GAP: Final = 2.6
INSET_HEIGHT: Final = 62.0
"""Usual room for the small map; it gives way where all groups then fit on the page."""
LEAST_INSET: Final = 40.0
HEIGHTS: Final = (70.0, INSET_HEIGHT, 54.0, 47.0, LEAST_INSET)
PAIRS: Final = ((62.0, 50.0), (54.0, 46.0), (48.0, 42.0), (42.0, 38.0))
Pair = tuple[float, float] | None


def _no_insets(_height: float, _pair: Pair) -> list[Block]:
    return []


@dataclass(frozen=True)
class Tail:
    """What follows the groups: the count, texts for two columns, piles of counters."""

    count: Block
    texts: Sequence[Block]
    piles: Sequence[Block]


@dataclass
class Filling(PageFlow):
    """Fills pages: the head and the small map on the first, groups in columns, then the tail."""

    insets: Callable[[float, Pair], list[Block]] = _no_insets

    def begin(self) -> None:
        """The first page has no band of its own: it comes with the head."""
        self.pages.append([])
        self.y = self.area.top

    def fill(self, head: Sequence[Block], groups: Sequence[Block], tail: Tail) -> list[list[Placed]]:
        """The blocks of each page."""
        for block in head:
            self.put(block, 1.0)
        self.y += 0.8
        for block in self.insets(*self._map_heights(groups)):
            self.put(block, 2.0)
        self.y += 1.0
        for is_wide, run in self._runs(groups):
            if is_wide:
                self.full(run[0], BLOCK_GAP)
            else:
                self.columns(run, COLUMNS, BLOCK_GAP, GUTTER)
        self.y += SECTION_GAP - BLOCK_GAP
        self.full(tail.count, SECTION_GAP)
        self.columns(tail.texts, 2, SECTION_GAP, GUTTER)
        for block in tail.piles:
            self.full(block, SECTION_GAP)
        return self.pages

    def _runs(self, groups: Sequence[Block]) -> Iterator[tuple[bool, list[Block]]]:
        """Groups for columns together, each group over the whole width for itself."""
        run: list[Block] = []
        for block in groups:
            if block.width < self.area.width - 1.0:
                run.append(block)
                continue
            if run:
                yield False, run
                run = []
            yield True, [block]
        if run:
            yield False, run

    def _fits(self, groups: Sequence[Block], room: float) -> bool:
        """Whether all groups find room on what is left of the page."""
        for is_wide, run in self._runs(groups):
            columns, taken = in_columns(run, 1 if is_wide else COLUMNS, room, BLOCK_GAP)
            if taken < len(run):
                return False
            room -= max(sum(block.height + BLOCK_GAP for block in column) for column in columns)
        return True

    def _map_heights(self, groups: Sequence[Block]) -> tuple[float, Pair]:
        """Heights of the map, alone or as a pair; it gives way where all groups then fit on a page."""
        free = self.area.bottom - self.y - 11.0
        pair = next((pair for pair in PAIRS if self._fits(groups, free - sum(pair) - 2.0)), None)
        height = next((height for height in HEIGHTS if self._fits(groups, free - height)), INSET_HEIGHT)
        return height, pair
