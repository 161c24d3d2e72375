"""What it costs to enter or cross each kind of landscape, read from the module's own charts.

For people who paint a map: the palette tells beside each kind what it will cost to move there. Only charts
whose rows are kinds of the landscape count, and of them one with a column `mp` or one that is called a
chart of movement; a module without such a chart tells no costs.
"""

from dataclasses import dataclass, field

from engine.definition.chart import Cell, ChartDef
from engine.definition.module import ModuleDef
from engine.editing.landscape import Group, effect_charts, kind_of_row

NEVER = "–"
MOST_COLUMNS = 3


@dataclass(frozen=True, slots=True)
class MoveCosts:
    """The costs of one group of kinds: who moves, and the words for each kind in that order."""

    movers: tuple[str, ...] = ()
    """Empty where a chart has one cost for all."""
    costs: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """What the figures mean, for the foot of a list; empty without a chart."""
        return " ".join(("MP", " · ".join(self.movers))).strip() if self.costs else ""

    def of(self, kind: str) -> str:
        """The costs of one kind in one line; empty if no chart speaks of it."""
        return " · ".join(self.costs.get(kind, ()))


def move_costs(module: ModuleDef, group: Group) -> MoveCosts:
    """The costs of the kinds of a group."""
    for chart in effect_charts(module, group):
        columns = _columns(chart)
        if columns and chart.rows is not None:
            return _read(module, group, chart, columns)
    return MoveCosts()


def _columns(chart: ChartDef) -> tuple[str, ...]:
    labels = chart.columns.labels
    if "mp" in labels:
        return ("mp",)
    return labels[:MOST_COLUMNS] if "move" in f"{chart.id} {chart.title}".lower() else ()


def _read(module: ModuleDef, group: Group, chart: ChartDef, columns: tuple[str, ...]) -> MoveCosts:
    assert chart.rows is not None
    costs: dict[str, tuple[str, ...]] = {}
    for label in chart.rows.labels:
        kind = kind_of_row(module, group, label)
        if kind and kind not in costs:
            costs[kind] = tuple(_word(chart.cell(label, column)) for column in columns)
    return MoveCosts(() if columns == ("mp",) else tuple(name.replace("-", " ") for name in columns), costs)


def _word(cell: Cell) -> str:
    if cell is None or cell is False or cell == "no":
        return NEVER
    if isinstance(cell, int | float) and cell < 0:
        return NEVER
    return str(cell)
