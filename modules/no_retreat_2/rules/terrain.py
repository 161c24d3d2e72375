"""The terrain chart on the compiled board: shifts, Mechanized Bonus, stops, closed sides (12.3, 13.5)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.definition.chart import ChartDef
from engine.definition.module import ModuleDef
from engine.geometry.board import CompiledBoard

TOWNS = ("town", "city")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the chart: MP in halves (below 0 prohibited), shift for the defender, Mech bonus, stop."""

    cost: int
    shift: int
    mech: bool
    stop: bool


@dataclass(frozen=True)
class Terrain:
    """Terrain questions by hex number."""

    board: CompiledBoard
    hexes: dict[str, Row]
    sides: dict[str, Row]

    def kind(self, i: int) -> str:
        """The row of a hex: Town and City take the place of the hex's own terrain (2.3)."""
        tags = self.board.tags(i)
        return next((town for town in TOWNS if town in tags), self.board.terrain[i])

    def row(self, i: int) -> Row:
        """The chart's row of a hex."""
        return self.hexes[self.kind(i)]

    def side_rows(self, i: int, j: int) -> dict[str, Row]:
        """Rows of the features on a hexside; an escarpment that is a wadi too counts as escarpment."""
        kinds = self.board.hexside(i, j)
        found = {kind: self.sides[kind] for kind in kinds if kind in self.sides}
        if "escarpment" in found:
            found.pop("wadi", None)
            found.pop("ridge", None)
        return found

    def prohibited(self, i: int, j: int) -> bool:
        """Whether nothing ever passes from a hex to its neighbour: its hex or the side is closed."""
        if self.row(j).cost < 0 or self.row(i).cost < 0:
            return True
        return any(row.cost < 0 for row in self.side_rows(i, j).values())

    def open_neighbors(self, i: int) -> tuple[int, ...]:
        """Neighbours across sides that are not prohibited."""
        return tuple(j for j in self.board.neighbors[i] if j >= 0 and not self.prohibited(i, j))

    def is_fort_side(self, i: int, j: int) -> bool:
        """Whether a fortification lies between two hexes."""
        return "fortification" in self.board.hexside(i, j)


def terrain_of(module: ModuleDef, board: CompiledBoard) -> Terrain:
    """The chart of the module, compiled."""
    return Terrain(board=board, hexes=_rows(module.chart("terrain")), sides=_rows(module.chart("hexsides")))


def _rows(chart: ChartDef) -> dict[str, Row]:
    assert chart.rows is not None
    return {
        label: Row(
            cost=int(float(chart.cell(label, "mp") or 0) * 2),
            shift=int(chart.cell(label, "shift") or 0),
            mech=bool(chart.cell(label, "mech")),
            stop=bool(chart.cell(label, "stop")),
        )
        for label in chart.rows.labels
    }
