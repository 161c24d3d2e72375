"""Places without a counter: cells that show nothing but paper.

Paper is not the same color all over a scan, so every cell is held against what the paper would be there.
"""

from __future__ import annotations

from typing import Final

from app.importing.slicing.found import Found
from app.importing.slicing.grid import Cell
from app.importing.slicing.ground import Ground
from app.importing.slicing.sheet import Floats

PRINTED: Final = 0.06
"""A cell of which more than this share differs from the paper holds a counter."""
DOUBTFUL: Final = (0.045, 0.12)
"""Between these shares it is better to ask."""
INSET: Final = 0.17


def empty_cells(found: Found, ground: Ground) -> frozenset[Cell]:
    """The cells (column, row) of a block that show only paper."""
    shares = _shares(found, ground)
    return frozenset((int(i), int(j)) for j, i in zip(*(shares < PRINTED).nonzero(), strict=True))


def hardly_printed(found: Found, ground: Ground) -> bool:
    """Whether some cell shows so little that it may be a counter or none."""
    shares = _shares(found, ground)
    return bool(((shares >= DOUBTFUL[0]) & (shares < DOUBTFUL[1])).any())


def _shares(found: Found, ground: Ground) -> Floats:
    """How much of the inside of each cell is printed: rows × columns."""
    columns, rows = found.columns, found.rows
    dx, dy = INSET * columns.length, INSET * rows.length
    left, right = columns.starts[None, :] + dx, columns.ends[None, :] - dx
    return ground.printed(left, rows.starts[:, None] + dy, right, rows.ends[:, None] - dy)
