"""Which of the blocks found are those of the sheet: none overlaps another, all have counters of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.importing.slicing.found import Found
from app.importing.slicing.grid import Box

MOST_BLOCKS: Final = 24
SAME: Final = 0.9
"""Blocks that have so much of their area in common are one; the better one is kept."""
ALIKE: Final = (0.45, 2.7)
"""The counters of one sheet are at least and at most so large, measured by those of the main block."""
SQUARE: Final = 0.6
"""Counters are at least so much of a square."""


def chosen(found: Sequence[Found]) -> list[Found]:
    """Of blocks those that explain most together and do not overlap, the one that explains most first."""
    several: list[Found] = []
    for block in sorted(found, key=lambda block: -block.value):
        if block.value > 0 and not any(_is_same(block.box, other.box) for other in several):
            several.append(block)
    return _most(several[:MOST_BLOCKS])[1]


def _most(blocks: list[Found], least: float = 0.0) -> tuple[float, list[Found]]:
    """What is explained by the blocks that explain most together, and these; none if it is not more than the
    least."""
    if not blocks or sum(block.value for block in blocks) <= least:
        return 0.0, []
    first, others = blocks[0], blocks[1:]
    free = [block for block in others if not overlap(block.box, first.box)]
    value, kept = _most(free, least - first.value)
    best = (first.value + value, [first, *kept])
    if len(free) < len(others):
        without = _most(others, best[0])
        best = max(best, without, key=lambda made: made[0])
    return best


def _is_same(one: Box, two: Box) -> bool:
    width = min(one.right, two.right) - max(one.left, two.left)
    height = min(one.bottom, two.bottom) - max(one.top, two.top)
    return width > 0 and height > 0 and width * height > SAME * max(_area(one), _area(two))


def alike(found: Sequence[Found]) -> list[Found]:
    """Blocks whose counters may be of one sheet with those of the first; titles and legends are not."""
    return [block for block in found if _is_like(block, found[0])]


def _is_like(block: Found, main: Found) -> bool:
    """Whether a block's counters may be of one sheet with those of another; titles and legends are not."""
    width, height = block.cell
    is_like = all(ALIKE[0] < a / b < ALIKE[1] for a, b in zip(block.cell, main.cell, strict=True))
    return is_like and SQUARE < width / height < 1 / SQUARE


def _area(box: Box) -> float:
    return box.width * box.height


def overlap(a: Box, b: Box, share: float = 0.05) -> bool:
    """Whether a good part of a box lies in another."""
    width = min(a.right, b.right) - max(a.left, b.left)
    height = min(a.bottom, b.bottom) - max(a.top, b.top)
    return width > 0 and height > 0 and width * height > share * min(a.width * a.height, b.width * b.height)
