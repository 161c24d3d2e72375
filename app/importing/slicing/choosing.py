"""Which of the blocks found are those of the sheet: none overlaps another, all have counters of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.importing.slicing.found import Found
from app.importing.slicing.grid import Box

ALIKE: Final = 0.45
"""The counters of one sheet are at least so large, measured by each other."""
SQUARE: Final = 0.6
"""Counters are at least so much of a square."""


def chosen(found: Sequence[Found]) -> list[Found]:
    """Blocks that do not overlap: of those that do, the one that explains most, or those inside it if they
    explain more together."""
    kept: list[Found] = []
    for block in _apart(found):
        inner = [other for other in found if other is not block and overlap(other.box, block.box, 0.6)]
        smaller = [other for other in inner if _area(other.box) < 0.9 * _area(block.box)]
        together = _apart(smaller)
        if len(together) > 1 and sum(other.value for other in together) > block.value:
            kept += chosen(together)
        else:
            kept.append(block)
    return _apart(kept)


def alike(found: Sequence[Found]) -> list[Found]:
    """Blocks whose counters may be of one sheet with those of the first; titles and legends are not."""
    return [block for block in found if _is_like(block, found[0])]


def _is_like(block: Found, main: Found) -> bool:
    """Whether a block's counters may be of one sheet with those of another; titles and legends are not."""
    width, height = block.cell
    is_like = all(ALIKE < a / b < 1 / ALIKE for a, b in zip(block.cell, main.cell, strict=True))
    return is_like and SQUARE < width / height < 1 / SQUARE


def _apart(found: Sequence[Found]) -> list[Found]:
    kept: list[Found] = []
    for block in sorted(found, key=lambda block: -block.value):
        if block.value > 0 and not any(overlap(block.box, other.box) for other in kept):
            kept.append(block)
    return kept


def _area(box: Box) -> float:
    return box.width * box.height


def overlap(a: Box, b: Box, share: float = 0.05) -> bool:
    """Whether a good part of a box lies in another."""
    width = min(a.right, b.right) - max(a.left, b.left)
    height = min(a.bottom, b.bottom) - max(a.top, b.top)
    return width > 0 and height > 0 and width * height > share * min(a.width * a.height, b.width * b.height)
