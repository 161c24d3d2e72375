"""How well a grid meets the truth of a sheet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.importing.slicing.grid import Box, SheetGrid
from tests.fixtures.counter_sheets import SheetPlan, Truth
from tests.fixtures.sheet_scans import KnownCounter, Scan


@dataclass(frozen=True)
class Verdict:
    """The share of counters that are cut well, and the worst edge in pixels."""

    share: float
    worst: float
    found: int
    there: int


def judged(grid: SheetGrid, truths: Sequence[Truth], tolerance: float | None = None) -> Verdict:
    """Compares cells with the truth; without a tolerance (share of the edge) it is 1 % or 2 pixels."""
    boxes = [box for _, _, box in grid.cells()]
    there = [truth for truth in truths if not truth.is_missing]
    good, worst = 0, 0.0
    for truth in there:
        edge = truth.box[2] - truth.box[0]
        away = min((_away(box, truth.box) for box in boxes), default=1e9)
        worst = max(worst, away)
        good += away <= (max(2.0, 0.01 * edge) if tolerance is None else tolerance * edge)
    return Verdict(good / len(there), worst, len(boxes), len(there))


def _away(box: Box, truth: tuple[float, float, float, float]) -> float:
    own = (box.left, box.top, box.right, box.bottom)
    return max(abs(a - b) for a, b in zip(own, truth, strict=True))


def rough_box(plan: SheetPlan) -> Box:
    """The block of a sheet of one block, some pixels off on every side."""
    px = plan.dpi / 25.4
    wide = (plan.columns * (plan.cell + plan.gap) - plan.gap) * px
    high = (plan.rows * (plan.cell + plan.gap) - plan.gap) * px
    left, top = plan.margin * px, (plan.margin + (10 if plan.title else 0)) * px
    off = plan.dpi / 60
    return Box(left - off, top + off, left + wide + 0.8 * off, top + high - 0.9 * off)


@dataclass(frozen=True)
class Outcome:
    """A grid against the truth of a stress sheet: how many counters there are, how many of them are cut
    within the tolerance, and how many boxes hold no counter of their own.
    """

    there: int
    good: int
    extra: int
    sure: bool

    def is_right(self, share: float = 0.99) -> bool:
        """Whether so many counters are cut well and nothing else is cut."""
        return not self.extra and self.good >= share * self.there

    @property
    def word(self) -> str:
        """What becomes of the sheet: right, asked (with a right or a wrong proposal), or wrong."""
        return self.word_at(0.99)

    def word_at(self, share: float) -> str:
        """The same when so many counters must be cut well."""
        if self.sure:
            return "right" if self.is_right(share) else "WRONG"
        return "asked, right" if self.is_right(share) else "asked"


def compared(grid: SheetGrid, scan: Scan, tolerance: float | None = None) -> Outcome:
    """Compares a grid with the corners of the counters; the tolerance as in `judged`."""
    known = [(counter, straightened(counter, grid)) for counter in scan.counters]
    middles = np.array([corners.mean(axis=0) for _, corners in known])
    taken: set[int] = set()
    good = extra = 0
    for _, _, box in grid.cells():
        middle = np.array(((box.left + box.right) / 2, (box.top + box.bottom) / 2))
        number = int(np.abs(middles - middle).max(axis=1).argmin())
        corners = known[number][1]
        edge = float(np.abs(corners[2] - corners[0]).min())
        if number in taken or np.abs(middles[number] - middle).max() > 0.5 * edge:
            extra += 1
            continue
        taken.add(number)
        limit = max(2.0, 0.01 * edge) if tolerance is None else tolerance * edge
        good += strayed(box, corners) <= limit
    return Outcome(len(known), good, extra, grid.sure)


def straightened(counter: KnownCounter, grid: SheetGrid) -> npt.NDArray[np.float64]:
    """The corners of a counter in the picture that the grid lies on."""
    angle = math.radians(grid.angle)
    middle = np.array(grid.size) / 2
    away = counter.corners - middle
    x = away[:, 0] * math.cos(angle) + away[:, 1] * math.sin(angle)
    y = -away[:, 0] * math.sin(angle) + away[:, 1] * math.cos(angle)
    found: npt.NDArray[np.float64] = np.stack((x, y), axis=1) + middle
    return found


def strayed(box: Box, corners: npt.NDArray[np.float64]) -> float:
    """How far the worst corner of a box lies from that of the counter, along either axis."""
    cut = [(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)]
    return float(np.abs(np.array(cut) - corners).max())


def box_around(scan: Scan, block: int, off: float) -> Box:
    """A rough box around a block as somebody would draw it, some pixels off on every side."""
    corners = np.concatenate([counter.corners for counter in scan.counters if counter.block == block])
    low, high = corners.min(axis=0), corners.max(axis=0)
    return Box(
        float(low[0]) - off, float(low[1]) + off, float(high[0]) + 0.8 * off, float(high[1]) - 0.9 * off
    )
