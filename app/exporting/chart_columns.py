"""Charts set side by side: three in a row where they are narrow enough, else two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from app.exporting.chart_tables import GUTTER, LARGE, USUAL, chart_blocks, natural_width
from app.exporting.flowing import PageFlow
from engine.definition.chart import ChartDef

GAP: Final = 4.0
LEAST_THIRDS: Final = 3
"""So many narrow charts make a third column worth while."""

MOST_LARGE: Final = 2
"""So few charts have room for large letters."""


def set_charts(flow: PageFlow, charts: Sequence[ChartDef], words: Mapping[str, str]) -> None:
    """Set charts that are no wider than half a page, the narrow ones first."""
    third = (flow.area.width + GUTTER) / 3 - GUTTER
    narrow = [chart for chart in charts if natural_width(flow.measure, chart, words) <= third]
    if len(narrow) < LEAST_THIRDS:
        narrow = []
    rest = [chart for chart in charts if chart not in narrow]
    size = LARGE if len(charts) <= MOST_LARGE else USUAL
    for part, count in ((narrow, 3), (rest, 2)):
        if part:
            width = (flow.area.width + GUTTER) / count - GUTTER
            blocks = [one for chart in part for one in chart_blocks(flow.measure, chart, words, width, size)]
            flow.columns(blocks, count, GAP, GUTTER)
