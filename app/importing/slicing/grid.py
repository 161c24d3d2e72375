"""The grid of a counter sheet as data: blocks of columns and rows, each with a start and an end, in pixels.

All changes give a new grid; lines never cross, and what would make them cross is refused by doing nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from app.importing.refusal import ImportRefused

Axis = Literal["columns", "rows"]
Cell = tuple[int, int]
MIN_CELL = 8.0
LARGER_SCAN: Final = "scan it with a higher resolution"


def check_room(size: tuple[int, int], columns: int, rows: int, name: str, hint: str = LARGER_SCAN) -> None:
    """Refuses more columns or rows than a picture, or what is looked at of it, has room for."""
    if columns * MIN_CELL > size[0] or rows * MIN_CELL > size[1]:
        raise ImportRefused(
            f"{name} has {size[0]} by {size[1]} pixels, too few for {columns} by {rows} counters", hint
        )


@dataclass(frozen=True)
class Span:
    """One column or row of counters: where it starts and ends."""

    start: float
    end: float

    @property
    def length(self) -> float:
        """How wide or high it is."""
        return self.end - self.start

    def moved(self, by: float) -> Span:
        """The same span elsewhere."""
        return Span(self.start + by, self.end + by)


@dataclass(frozen=True)
class Box:
    """A rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        return self.left, self.top, self.right, self.bottom

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    def within(self, size: tuple[int, int]) -> Box:
        """What of it lies on a picture of a size; a box without area if nothing does."""
        left, right = (min(max(0.0, edge), float(size[0])) for edge in (self.left, self.right))
        top, bottom = (min(max(0.0, edge), float(size[1])) for edge in (self.top, self.bottom))
        return Box(left, top, max(left, right), max(top, bottom))


@dataclass(frozen=True)
class Line:
    """One line of a block: an edge of one span, or the edge two neighbours share."""

    axis: Axis
    position: float
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Block:
    """One block of counters; `missing` are cells (column, row) without a counter."""

    columns: tuple[Span, ...]
    rows: tuple[Span, ...]
    missing: frozenset[Cell] = frozenset()

    @property
    def box(self) -> Box:
        """The rectangle around all counters."""
        return Box(self.columns[0].start, self.rows[0].start, self.columns[-1].end, self.rows[-1].end)

    @property
    def count(self) -> int:
        """How many counters it has."""
        return sum(1 for _ in self.cells())

    def spans(self, axis: Axis) -> tuple[Span, ...]:
        """Its columns or its rows."""
        return self.columns if axis == "columns" else self.rows

    def cells(self) -> Iterator[tuple[Cell, Box]]:
        """All counters row by row."""
        for j, row in enumerate(self.rows):
            for i, column in enumerate(self.columns):
                if (i, j) not in self.missing:
                    yield (i, j), Box(column.start, row.start, column.end, row.end)

    def lines(self, axis: Axis) -> list[Line]:
        """The lines of an axis in order; where two counters touch there is one line."""
        found: list[Line] = []
        spans = self.spans(axis)
        for number, span in enumerate(spans):
            if number and abs(spans[number - 1].end - span.start) < 0.5:
                found[-1] = Line(axis, span.start, number - 1, number)
            else:
                found.append(Line(axis, span.start, None, number))
            found.append(Line(axis, span.end, number, None))
        return found

    def with_spans(self, axis: Axis, spans: tuple[Span, ...]) -> Block:
        """The block with other columns or rows; missing cells beyond them are forgotten."""
        changed = replace(self, columns=spans) if axis == "columns" else replace(self, rows=spans)
        kept = {(i, j) for i, j in self.missing if i < len(changed.columns) and j < len(changed.rows)}
        return replace(changed, missing=frozenset(kept))

    def line_moved(self, line: Line, position: float) -> Block:
        """The block with one line elsewhere; nothing changes if a counter would become too small."""
        spans = list(self.spans(line.axis))
        if line.before is not None:
            spans[line.before] = replace(spans[line.before], end=position)
        if line.after is not None:
            spans[line.after] = replace(spans[line.after], start=position)
        if any(span.length < MIN_CELL for span in spans):
            return self
        if any(a.end > b.start + 0.5 for a, b in itertools.pairwise(spans)):
            return self
        return self.with_spans(line.axis, tuple(spans))

    def line_added(self, axis: Axis, position: float) -> Block:
        """The block with one more line: a counter cut in two, or one more at the edge."""
        spans = list(self.spans(axis))
        for number, span in enumerate(spans):
            if span.start + MIN_CELL <= position <= span.end - MIN_CELL:
                spans[number : number + 1] = [Span(span.start, position), Span(position, span.end)]
                return self.with_spans(axis, tuple(spans))
        if position <= spans[0].start - MIN_CELL:
            spans.insert(0, Span(position, spans[0].start))
        elif position >= spans[-1].end + MIN_CELL:
            spans.append(Span(spans[-1].end, position))
        return self.with_spans(axis, tuple(spans))

    def line_removed(self, line: Line) -> Block:
        """The block with one line less: two counters become one, or the outermost goes."""
        spans = list(self.spans(line.axis))
        if len(spans) < 2:
            return self
        if line.before is not None and line.after is not None:
            spans[line.before : line.after + 1] = [Span(spans[line.before].start, spans[line.after].end)]
        elif line.before is not None and line.before + 1 < len(spans):
            spans[line.before : line.before + 2] = [
                Span(spans[line.before].start, spans[line.before + 1].end)
            ]
        elif line.after is not None and line.after > 0:
            spans[line.after - 1 : line.after + 1] = [
                Span(spans[line.after - 1].start, spans[line.after].end)
            ]
        elif line.before is not None:
            spans.pop()
        else:
            spans.pop(0)
        return self.with_spans(line.axis, tuple(spans))

    def moved(self, dx: float, dy: float) -> Block:
        """The whole block elsewhere."""
        return replace(
            self,
            columns=tuple(span.moved(dx) for span in self.columns),
            rows=tuple(span.moved(dy) for span in self.rows),
        )

    def toggled(self, cell: Cell) -> Block:
        """The block with a counter taken for missing, or found again."""
        return replace(self, missing=self.missing ^ {cell})


@dataclass(frozen=True)
class SheetGrid:
    """The grid of one sheet: the straightening angle in degrees, the size, the blocks."""

    size: tuple[int, int]
    angle: float = 0.0
    blocks: tuple[Block, ...] = ()
    sure: bool = False
    notes: tuple[str, ...] = field(default=())

    @property
    def count(self) -> int:
        """How many counters there are."""
        return sum(block.count for block in self.blocks)

    def cells(self) -> Iterator[tuple[int, Cell, Box]]:
        """All counters block by block, row by row."""
        for number, block in enumerate(self.blocks):
            for cell, box in block.cells():
                yield number, cell, box

    def with_block(self, number: int, block: Block) -> SheetGrid:
        """The grid with one block changed."""
        blocks = list(self.blocks)
        blocks[number] = block
        return replace(self, blocks=tuple(blocks))

    def without_block(self, number: int) -> SheetGrid:
        """The grid with one block less."""
        return replace(self, blocks=(*self.blocks[:number], *self.blocks[number + 1 :]))

    def block_added(self, block: Block) -> SheetGrid:
        """The grid with one block more."""
        return replace(self, blocks=(*self.blocks, block))


def even_block(box: Box, columns: int, rows: int, gap: float = 0.0) -> Block:
    """A block of equal counters in a box, with equal gaps between them."""
    return Block(_even(box.left, box.right, columns, gap), _even(box.top, box.bottom, rows, gap))


def _even(first: float, last: float, count: int, gap: float) -> tuple[Span, ...]:
    length = (last - first - gap * (count - 1)) / count
    return tuple(Span(first + k * (length + gap), first + k * (length + gap) + length) for k in range(count))
