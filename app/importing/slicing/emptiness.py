"""Places without a counter: cells that show nothing but paper.

Paper is not the same color all over a scan, so every cell is held against what the paper would be there. That
is less exact in the middle of large blocks. So it is looked, too, whether anything is printed in a cell: that
makes some of its fields busier than most; and whether all its sides show, as those of counters do. What is
bare, has four sides and is of nearly the paper's color may be either.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from app.importing.slicing.edges import Bools
from app.importing.slicing.found import HARDLY, Found
from app.importing.slicing.grid import Cell
from app.importing.slicing.ground import Ground
from app.importing.slicing.sheet import Floats

PRINTED: Final = 0.06
"""A cell of which more than this share differs from the paper may hold a counter though nothing is on it."""
INSET: Final = 0.17
PAPER: Final = 5.0
"""Bare cells that differ from the paper's color by less are paper for certain."""
TINTED: Final = (20.0, 4.0)
"""Cells that differ by more than the first are printed, or by so much more than paper itself does."""
BUSY: Final = (5.0, 8.0)
"""By how much the busiest field of a cell with print differs from its usual one, perhaps and for certain."""
SPECKS: Final = 0.01
NOISY: Final = 5.0
"""By how much more fields must differ where color does not: noise does so, too."""
FIELDS: Final = np.linspace(0.1, 0.9, 9)
"""Where the fields of a cell begin and end, as shares of it: frames printed on counters lie in them."""


@dataclass(frozen=True)
class Looks:
    """Which cells of a block hold a counter, and of which that is not certain: rows × columns."""

    there: Bools
    doubtful: Bools


def looks(found: Found, ground: Ground) -> Looks:
    """What every cell of a block looks like."""
    columns, rows = found.columns, found.rows
    dx, dy = INSET * columns.length, INSET * rows.length
    left, right = columns.starts[None, :] + dx, columns.ends[None, :] - dx
    inside = (left, rows.starts[:, None] + dy, right, rows.ends[:, None] - dy)
    strange, printed = ground.strangeness(*inside), ground.printed(*inside)
    contrast = _contrast(found, ground)
    tinted = strange >= max(TINTED[0], ground.limit + TINTED[1])
    open_sided = (found.sides.least_of_all < HARDLY) & (strange < ground.limit) & (contrast < BUSY[0])
    colored = (strange >= PAPER) | (printed >= SPECKS)
    busy = np.where(colored, contrast, contrast - NOISY)
    there: Bools = np.asarray(tinted | (busy >= BUSY[1]) | (printed >= PRINTED)) & ~open_sided
    either = (busy >= BUSY[0]) | (strange >= PAPER) | (printed >= PRINTED)
    doubtful: Bools = np.asarray(either & ~tinted & (busy < BUSY[1]) & ~open_sided)
    return Looks(there, doubtful)


def empty_cells(found: Found, ground: Ground) -> frozenset[Cell]:
    """The cells (column, row) of a block that show only paper."""
    there = looks(found, ground).there
    return frozenset((int(i), int(j)) for j, i in zip(*np.nonzero(~there), strict=True))


def hardly_printed(found: Found, ground: Ground) -> bool:
    """Whether some cell shows so little that it may be a counter or none."""
    return bool(looks(found, ground).doubtful.any())


def _contrast(found: Found, ground: Ground) -> Floats:
    """How much busier than usual the busiest field of each cell is."""
    xs: Floats = (found.columns.starts[:, None] + FIELDS * found.columns.length).astype(np.float32)
    ys: Floats = (found.rows.starts[:, None] + FIELDS * found.rows.length).astype(np.float32)
    left, right = xs[None, :, None, :-1], xs[None, :, None, 1:]
    top, bottom = ys[:, None, :-1, None], ys[:, None, 1:, None]
    busy = ground.busy(left, top, right, bottom)
    usual = np.median(busy, axis=(2, 3))
    most: Floats = (busy.max(axis=(2, 3)) - usual).astype(np.float32)
    return most
