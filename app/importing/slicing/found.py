"""What a hypothesis of a block explains: how much of the sides of its counters shows, and what it is worth.

A hypothesis is worth the area of the counters whose sides show, so a false one cannot win by being large, nor
a block torn apart by being tidy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.edges import Bools
from app.importing.slicing.grid import Block, Box, Cell
from app.importing.slicing.lattice import Lattice
from app.importing.slicing.sheet import Floats

SHOWS: Final = 0.66
"""A side of a counter shows when this share of it does."""
HARDLY: Final = 0.3
CLEARLY: Final = 0.85
"""From where on the sides of counters count, and from where on they count fully."""
WEAKEST: Final = 0.5
SHARPNESS: Final = 4.0
MANY: Final = 0.1
LEAST_GUTTER: Final = 0.1
AROUND: Final = 1.5
MIXED: Final = 0.4
HOLED: Final = 0.6


@dataclass(frozen=True)
class Sides:
    """How much of each side of each counter shows: arrays of rows × columns."""

    left: Floats
    right: Floats
    top: Floats
    bottom: Floats

    @property
    def shown(self) -> npt.NDArray[np.int_]:
        """How many sides of each counter show."""
        found: npt.NDArray[np.int_] = (np.stack(self._all) >= SHOWS).sum(axis=0)
        return found

    @property
    def mean(self) -> Floats:
        """The mean of the four sides."""
        found: Floats = np.float32(0.25) * (self.left + self.right + self.top + self.bottom)
        return found

    @property
    def clear(self) -> Floats:
        """How clearly the sides of each counter show, from 0 to 1."""
        parts = [np.clip((part - HARDLY) / (CLEARLY - HARDLY), 0.0, 1.0) for part in self._all]
        found: Floats = (0.25 * sum(parts)).astype(np.float32)
        return found

    @property
    def least_of_all(self) -> Floats:
        """How much shows of that side of each counter that shows least."""
        found: Floats = np.stack(self._all).min(axis=0)
        return found

    def weakest(self, present: Bools) -> float:
        """How much of the line shows that shows least, where it bounds counters."""
        shares = [_along(side, present, 0) for side in (self.left, self.right)]
        shares += [_along(side, present, 1) for side in (self.top, self.bottom)]
        return float(min(share.min() for share in shares))

    def least(self, present: Bools) -> float:
        """The same, but also how much shows of all sides of a column or row together that are crossed by
        something: by the room between two blocks."""
        crossing = [_along(side, present, 1) for side in (self.left, self.right)]
        crossing += [_along(side, present, 0) for side in (self.top, self.bottom)]
        return min(self.weakest(present), *(float(share.min()) for share in crossing))

    @property
    def _all(self) -> tuple[Floats, Floats, Floats, Floats]:
        return self.left, self.right, self.top, self.bottom


def _along(side: Floats, present: Bools, axis: int) -> Floats:
    """The mean of a side over the counters of each column or row that has any."""
    count = present.sum(axis=axis)
    total = (side * present).sum(axis=axis)
    found: Floats = (total / np.maximum(count, 1))[count > 0]
    return found


@dataclass(frozen=True)
class Found:
    """A block that was found, in pixels of the small picture: where it holds counters, and how much is paper
    of its gutters, close around it, and along some sides of its counters only; `whole` is less than 1 if it
    seems to be several blocks."""

    columns: Lattice
    rows: Lattice
    sides: Sides
    present: Bools
    gutters: float = 1.0
    around: float = 1.0
    mixed: float = 0.0
    whole: float = 1.0

    @property
    def box(self) -> Box:
        """The rectangle around it."""
        return Box(self.columns.first, self.rows.first, self.columns.last, self.rows.last)

    @property
    def cell(self) -> tuple[float, float]:
        """The size of a counter."""
        return self.columns.length, self.rows.length

    @property
    def proven(self) -> int:
        """How many counters have three sides that show."""
        return int(((self.sides.shown >= 3) & self.present).sum())

    @property
    def quality(self) -> float:
        """How much of the sides of all its counters shows, from 0 to 1; weak lines weigh more."""
        if not self.present.any():
            return 0.0
        mean = float(self.sides.clear[self.present].mean())
        least = (self.sides.least(self.present) - HARDLY) / (CLEARLY - HARDLY)
        shown: float = mean * float(np.clip(least, 0.0, 1.0)) ** WEAKEST
        return shown

    @property
    def value(self) -> float:
        """What the hypothesis explains: the area of counters that show, less if few or no squares, or if what
        it takes for gutters is printed."""
        if self.proven < 2:
            return 0.0
        width, height = self.cell
        square = min(width / height, height / width) ** 0.5
        many = (1 - 1 / self.proven) * float(self.present.sum()) ** MANY
        held = (
            float(self.quality) ** SHARPNESS
            * (square * (LEAST_GUTTER + (1 - LEAST_GUTTER) * self.gutters)) ** 2
        )
        area = float(self.present.sum()) * width * height
        return float(area * held * many * self.around**AROUND * self.oneness)

    @property
    def oneness(self) -> float:
        """How much speaks against its being several blocks and the room between them: less than 1 if whole
        columns or rows are empty, if counters are of the paper's color along some of their sides only, or if
        somebody found so."""
        across, down = (np.atleast_1d(self.present.any(axis=axis)) for axis in (0, 1))
        holed = not across[1:-1].all() or not down[1:-1].all()
        return self.whole * (HOLED if holed else 1.0) * (1 - MIXED * self.mixed)

    def block(self, missing: frozenset[Cell] = frozenset()) -> Block:
        """The block as data."""
        return Block(self.columns.spans, self.rows.spans, missing)
