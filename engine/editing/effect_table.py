"""The charts of the landscape as one table: every kind of terrain, hexside and route with what each chart
says of it.

Worked out once for a module, as a table on the screen asks for each cell again and again.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.definition.board import LandscapeDef
from engine.definition.chart import Cell, ChartDef
from engine.definition.module import ModuleDef
from engine.editing.landscape import EffectColumn, EffectRow, effect_columns, effect_rows, kinds_of
from engine.kit.landscape_charts import group_of

Spot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class EffectTable:
    """Rows, columns, and where each cell lies in its chart."""

    rows: tuple[EffectRow, ...]
    columns: tuple[EffectColumn, ...]
    kinds: tuple[LandscapeDef | None, ...]
    """The kind of each row; None for rows of charts that are no kinds."""
    charts: tuple[ChartDef, ...]
    """The chart of each column."""
    places: Mapping[Spot, Spot]
    """Row and column in the chart by row and column of the table, where the chart has such a row."""
    fitting: frozenset[Spot]
    """Rows and columns where the chart speaks of the group of the row, so that a value may be written."""

    def cell(self, row: int, column: int) -> Cell:
        """The value of a cell; None where the chart says nothing."""
        place = self.places.get((row, column))
        return self.charts[column].cells[place[0]][place[1]] if place is not None else None


def effect_table(module: ModuleDef) -> EffectTable:
    """The table of a module."""
    rows, columns = effect_rows(module), effect_columns(module)
    kinds = {(row.group, row.kind): _kind(module, row) for row in rows}
    known = {chart.id: chart for chart in module.charts}
    groups = {column.chart: group_of(module, known[column.chart]) for column in columns}
    places: dict[Spot, Spot] = {}
    fitting: set[Spot] = set()
    for x, column in enumerate(columns):
        chart = known[column.chart]
        labels = {label: n for n, label in enumerate(chart.rows.labels if chart.rows else ())}
        at = chart.columns.labels.index(column.label)
        for y, row in enumerate(rows):
            if groups[column.chart] == row.group:
                fitting.add((y, x))
                if row.label in labels:
                    places[y, x] = labels[row.label], at
    return EffectTable(
        rows=rows,
        columns=columns,
        kinds=tuple(kinds[row.group, row.kind] for row in rows),
        charts=tuple(known[column.chart] for column in columns),
        places=places,
        fitting=frozenset(fitting),
    )


def _kind(module: ModuleDef, row: EffectRow) -> LandscapeDef | None:
    return next((kind for kind in kinds_of(module, row.group) if kind.id == row.kind), None)
