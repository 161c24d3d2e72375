"""Fronts and backs: on the page of the backs everything lies mirrored, as the sheet was turned over."""

from __future__ import annotations

from typing import Literal

from app.importing.slicing.grid import Box, Cell, SheetGrid

Turn = Literal["side", "top", "none"]
Key = tuple[int, Cell]
NEAR = 0.45


def pair_backs(front: SheetGrid, back: SheetGrid, turn: Turn = "side") -> dict[Key, Key]:
    """For each counter of the fronts its back, if there is one where it should be.

    Both pages are compared by the rectangle around all their counters, so that margins need not agree.
    """
    if not front.blocks or not back.blocks:
        return {}
    around_front, around_back = _around(front), _around(back)
    backs = [((block, cell), _place(box, around_back)) for block, cell, box in back.cells()]
    found: dict[Key, Key] = {}
    taken: set[Key] = set()
    for block, cell, box in front.cells():
        u, v = _place(box, around_front)
        u, v = (1 - u if turn == "side" else u), (1 - v if turn == "top" else v)
        limit = NEAR * box.width / around_front.width, NEAR * box.height / around_front.height
        best = min(
            (entry for entry in backs if entry[0] not in taken),
            key=lambda entry: abs(entry[1][0] - u) + abs(entry[1][1] - v),
            default=None,
        )
        if best is not None and abs(best[1][0] - u) < limit[0] and abs(best[1][1] - v) < limit[1]:
            found[block, cell] = best[0]
            taken.add(best[0])
    return found


def _around(grid: SheetGrid) -> Box:
    """The rectangle around all blocks, missing counters included."""
    boxes = [block.box for block in grid.blocks]
    return Box(
        min(b.left for b in boxes),
        min(b.top for b in boxes),
        max(b.right for b in boxes),
        max(b.bottom for b in boxes),
    )


def _place(box: Box, around: Box) -> tuple[float, float]:
    return (
        ((box.left + box.right) / 2 - around.left) / around.width,
        ((box.top + box.bottom) / 2 - around.top) / around.height,
    )
