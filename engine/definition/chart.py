"""Charts: tables of the game as data, each with its origin, so that an owner can replace any of them.

A chart has a row axis and, mostly, a column axis. Labels are text; a label may stand for a range (`4-5`,
`9+`), which `row_of` and `column_of` understand.
"""

from typing import Literal, Self

from pydantic import Field, model_validator

from engine.definition.base import Definition, Id, Source
from engine.errors import EngineError

Cell = str | int | float | bool | None
Line = Literal["row", "column"]


class ChartGap(EngineError, KeyError):
    """The rules look for a line that a chart does not have."""

    __str__ = EngineError.__str__


class AxisDef(Definition):
    """One axis of a chart: what it counts and the labels along it."""

    id: Id = Field(description="Id of the axis.")
    title: str = Field(default="", description="What the axis counts.")
    labels: tuple[str, ...] = Field(min_length=1, description="Labels in order; 4-5 and 9+ stand for ranges.")


class ChartDef(Definition):
    """A table; `cells` are rows of cells. A chart with one axis has a single row of cells."""

    id: Id = Field(description="Id by which the rules find the chart.")
    title: str = Field(description="Name for people.")
    rows: AxisDef | None = Field(default=None, description="The row axis; left out for a chart of one row.")
    columns: AxisDef = Field(description="The column axis.")
    cells: tuple[tuple[Cell, ...], ...] = Field(description="Rows of cells: numbers, words, true or false.")
    dice: str = Field(default="", description="What is rolled, such as 2d6.")
    rule: str = Field(default="", description="Rule number.")
    source: Source = Field(description="Where the values come from.")
    reasoning: str = Field(default="", description="Why these values, if they are not printed anywhere.")
    note: str = Field(default="", description="How to read the chart.")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        height = len(self.rows.labels) if self.rows else 1
        if len(self.cells) != height:
            raise ValueError(f"chart '{self.id}' has {len(self.cells)} rows of cells for {height} row labels")
        width = len(self.columns.labels)
        for number, row in enumerate(self.cells, 1):
            if len(row) != width:
                raise ValueError(
                    f"chart '{self.id}': row {number} has {len(row)} cells for {width} column labels"
                )
        for axis in (self.rows, self.columns):
            if axis and len(set(axis.labels)) != len(axis.labels):
                raise ValueError(f"chart '{self.id}': axis '{axis.id}' has the same label twice")
        if self.source == "reconstruction" and not self.reasoning:
            raise ValueError(f"chart '{self.id}' is a reconstruction: it needs its reasoning")
        return self

    def cell(self, row: str, column: str) -> Cell:
        """The cell under two labels; raises ChartGap for a label that is not there."""
        return self.cells[self._position("row", row)][self._position("column", column)]

    def at(self, row: int, column: str) -> Cell:
        """The cell of the row whose label covers a number."""
        return self.cells[self.row_of(row)][self._position("column", column)]

    def row_of(self, number: int) -> int:
        """Index of the row whose label covers a number (`7`, `4-5`, `9+`); raises ChartGap if none does."""
        return self._covering("row", number)

    def column_of(self, number: int) -> int:
        """Index of the column whose label covers a number; raises ChartGap if none does."""
        return self._covering("column", number)

    def _axis(self, line: Line) -> AxisDef | None:
        return self.rows if line == "row" else self.columns

    def _covering(self, line: Line, number: int) -> int:
        axis = self._axis(line)
        for index, label in enumerate(axis.labels if axis else ()):
            if covers(label, number):
                return index
        raise ChartGap(f"chart '{self.id}' has no {line} for {number}")

    def _position(self, line: Line, label: str) -> int:
        axis = self._axis(line)
        if axis is None:
            return 0
        try:
            return axis.labels.index(label)
        except ValueError:
            raise ChartGap(f"chart '{self.id}' has no {line} '{label}'") from None


def covers(label: str, number: int) -> bool:
    """Whether a label such as `7`, `4-5`, `9+` or `-3` stands for a number."""
    if label.endswith("+"):
        return label[:-1].isdigit() and number >= int(label[:-1])
    first, dash, last = label.partition("-")
    if first.isdigit() and dash and last.isdigit():
        return int(first) <= number <= int(last)
    return label.lstrip("-").isdigit() and int(label) == number


class ConstantDef(Definition):
    """A single number or word of the rules that an owner may want to change."""

    id: Id = Field(description="Id by which the rules find the value.")
    title: str = Field(description="What it is.")
    value: Cell = Field(description="The value.")
    rule: str = Field(default="", description="Rule number.")
    source: Source = Field(description="Where the value comes from.")
    reasoning: str = Field(default="", description="Why this value, if it is not printed anywhere.")
