"""How much to trim from the counters of a sheet with printed cut lines: half a line and a pixel.

The grid runs through the middle of the lines and stays there. What is measured are the counters as they would
be cut, so that the proposal holds for lines between counters as well as for those beside a gutter; where
nothing is printed at the edges it is none.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from app.graphics.edge_lines import MOST, line_depths
from app.importing.slicing.cutting import Finish
from app.importing.slicing.grid import Box, SheetGrid
from app.importing.slicing.sheet import Sheet
from app.importing.upright import cut_upright

LOOKED_AT: Final = 48
"""So many counters of a sheet tell enough."""
SHOWN: Final = 0.5
"""So many of the edges must show a line."""
MOST_OF: Final = 0.9
"""The line is off after the trim on so many of the edges that show one."""
STEPS: Final = 1000.0
"""The proposal is rounded up to one of so many parts."""


def proposed_trim(sheet: Sheet, grid: SheetGrid) -> float:
    """The share of the edge to trim; 0 for a sheet without lines at the edges of its counters."""
    boxes = [box for _, _, box in grid.cells()]
    boxes = boxes[:: max(1, len(boxes) // LOOKED_AT)]
    depths = [depth for box in boxes for depth in _depths(sheet, grid, box)]
    lines = [depth for depth in depths if depth]
    if not lines or len(lines) < SHOWN * len(depths):
        return 0.0
    edge = float(np.median([min(box.width, box.height) for box in boxes]))
    pixels = float(np.quantile(lines, MOST_OF, method="lower")) + 1
    return math.ceil(STEPS * pixels / edge) / STEPS


def trim_words(trim: float) -> str:
    """What is said of a proposal; nothing of none."""
    return f"trims {trim:.1%} for the printed lines".replace("%", " %") if trim else ""


def _depths(sheet: Sheet, grid: SheetGrid, box: Box) -> tuple[int, ...]:
    """The lines at the four edges of a counter, with what lies around it in sight."""
    left, top, right, bottom = (round(edge) for edge in box.edges)
    beyond = round(MOST * min(right - left, bottom - top)) + 4
    wider = Box(left - beyond, top - beyond, right + beyond, bottom + beyond)
    cut = cut_upright(sheet.picture, grid.angle, wider, Finish()).convert("RGB")
    return line_depths(np.asarray(cut, dtype=np.float32), beyond)
