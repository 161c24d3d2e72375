"""Which cells of charts the rules complain about: those whose text they quote.

Rules say in words what they cannot read. Where the words name a chart, only its cells are meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.definition.chart import ChartDef
from engine.definition.module import ModuleDef
from engine.editing.chart_tables import cell_text

_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")


class Spot(NamedTuple):
    """A cell of a chart, by the id of the chart, row and column."""

    chart: str
    row: int
    column: int


def blamed(module: ModuleDef, fault: str) -> frozenset[Spot]:
    """The cells whose text a complaint quotes."""
    quoted = {one or other for one, other in _QUOTED.findall(fault)}
    if not quoted:
        return frozenset()
    named = [chart for chart in module.charts if chart.id in quoted]
    texts = quoted - {chart.id for chart in named}
    return frozenset(spot for chart in named or module.charts for spot in _cells(chart, texts))


def _cells(chart: ChartDef, texts: set[str]) -> Iterator[Spot]:
    for row, line in enumerate(chart.cells):
        for column, cell in enumerate(line):
            if cell_text(cell) in texts:
                yield Spot(chart.id, row, column)
