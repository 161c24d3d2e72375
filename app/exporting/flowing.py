"""Filling pages from top to bottom: full-width blocks, and runs of blocks in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.exporting.plan import Block, Placed
from app.exporting.sheet_parts import Area, Title, band, slim_band
from app.exporting.typesetting import Measure, in_columns, placed_columns


@dataclass
class PageFlow:
    """Pages in the making; each begins with the band of the sheet."""

    area: Area
    measure: Measure
    title: Title
    pages: list[list[Placed]] = field(default_factory=list)
    y: float = 0.0

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Begin the first page."""
        self.turn()

    @property
    def room(self) -> float:
        """What is left of the page."""
        return self.area.bottom - self.y

    def turn(self) -> None:
        """Begin the next page."""
        head = slim_band if self.pages else band
        self.pages.append([])
        self.y = self.area.top
        self.put(head(self.measure, self.title, self.area.width), 3.0)

    def put(self, block: Block, gap: float) -> None:
        """Set a block where the page now ends, whether it fits or not."""
        self.pages[-1].append(Placed(self.area.left, self.y, block))
        self.y += block.height + gap

    def full(self, block: Block, gap: float = 2.6) -> None:
        """Set a block over the whole width, on the next page if it does not fit on this one."""
        if block.height > self.room + 0.5 and len(self.pages[-1]) > 1:
            self.turn()
        self.put(block, gap)

    def columns(self, blocks: Sequence[Block], count: int, gap: float, gutter: float = 5.0) -> None:
        """Set blocks in columns, level on each page; one too high for any page stands alone on its own."""
        pitch = (self.area.width + gutter) / count
        left = list(blocks)
        while left:
            columns, taken = in_columns(left, count, self.room, gap)
            if not taken and len(self.pages[-1]) == 1:
                columns, taken = [[left[0]]], 1
            if taken:
                placed, self.y = placed_columns(columns, self.area.left, self.y, pitch, gap)
                self.pages[-1].extend(placed)
                left = left[taken:]
            if left:
                self.turn()
        self.y += gap
