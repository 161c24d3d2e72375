"""How well a grid meets the truth of a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.importing.slicing.grid import Box, SheetGrid
from tests.fixtures.counter_sheets import SheetPlan, Truth


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
