"""How VASSAL numbers cells: columns and rows as numbers or letters, from either end, staggered or oblique.

The extent counts along the height are divided by the column pitch and those along the width by the row pitch,
as VASSAL does it for descending numbers, also inside the box of a zone.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Final

from app.importing.vassal.build import Node
from app.importing.vassal.tokens import whole

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
KINDS: Final = ("HexGridNumbering", "ObliqueHexGridNumbering", "SquareGridNumbering")


@dataclass(frozen=True)
class Axis:
    """One of the two numbers: letters or digits, zeros in front, offset, direction."""

    letters: bool = False
    leading: int = 1
    offset: int = 1
    descends: bool = False

    def text(self, number: int) -> str:
        """The number as written."""
        number += self.offset
        sign, number = ("-" if number < 0 else ""), abs(number)
        if self.letters:
            return f"{sign}{ALPHABET[number % 26] * (number // 26 + 1)}"
        zeros: int = sum(number < 10**power for power in range(1, self.leading + 1))
        return f"{sign}{'0' * zeros}{number}"


@dataclass(frozen=True)
class CellNumbering:
    """A numbering scheme; `column` is the axis of columns, `row` that of rows, as VASSAL calls them."""

    column: Axis = Axis()
    row: Axis = Axis()
    column_first: bool = True
    separator: str = ""
    stagger: bool = True
    oblique: bool = False
    form: str = "$gridLocation$"

    def name(self, column: int, row: int) -> str:
        """The name of two numbers that are already turned and staggered."""
        columns, rows = self.column.text(column), self.row.text(row)
        first, second = (columns, rows) if self.column_first else (rows, columns)
        place = f"{first}{self.separator}{second}"
        form = self.form or "$gridLocation$"
        return form.replace("$gridLocation$", place).replace("$row$", rows).replace("$column$", columns)


@dataclass(frozen=True)
class Extent:
    """How many cells the container counts: `most_rows` is H/dx, `most_columns` is W/dy."""

    most_rows: int
    most_columns: int

    @classmethod
    def of_hexes(cls, size: tuple[float, float], dx: float, dy: float) -> Extent:
        """The extent of a box of a hex grid."""
        return cls(floor(size[1] / dx + 0.5), floor(size[0] / dy + 0.5))

    @classmethod
    def of_squares(cls, size: tuple[float, float], dx: float, dy: float) -> Extent:
        """The extent of a box of a square grid."""
        return cls(floor(size[1] / dy + 0.5), floor(size[0] / dx + 0.5))


def hex_name(scheme: CellNumbering, cell: tuple[int, int], extent: Extent, *, sideways: bool) -> str:
    """The name of a raw hex cell."""
    return scheme.name(*hex_numbers(scheme, cell, extent, sideways=sideways))


def hex_numbers(
    scheme: CellNumbering, cell: tuple[int, int], extent: Extent, *, sideways: bool
) -> tuple[int, int]:
    """The two numbers of a raw hex cell, turned and staggered, without their offsets."""
    raw, row = cell
    column = raw
    if sideways:
        column = extent.most_rows - column if scheme.row.descends else column
        row = extent.most_columns - row if scheme.column.descends else row
        row_descends = scheme.column.descends
    else:
        column = extent.most_columns - column if scheme.column.descends else column
        row = extent.most_rows - row if scheme.row.descends else row
        row_descends = scheme.row.descends
    if scheme.oblique:
        row += column // 2 if scheme.stagger else -(column // 2 - 1)
    elif scheme.stagger and raw % 2:
        row += -1 if row_descends else 1
    return column, row


def square_name(scheme: CellNumbering, cell: tuple[int, int], extent: Extent) -> str:
    """The name of a raw square cell."""
    column, row = cell
    column = extent.most_columns - column if scheme.column.descends else column
    row = extent.most_rows - row if scheme.row.descends else row
    return scheme.name(column, row)


def read_numbering(grid: Node) -> CellNumbering | None:
    """The numbering of a grid; None where it has none."""
    node = next((child for child in grid.children if child.kind in KINDS), None)
    if node is None:
        return None
    return CellNumbering(
        column=_axis(node, "h"),
        row=_axis(node, "v"),
        column_first=node.get("first", "H") != "V",
        separator=node.get("sep"),
        stagger=node.get("stagger", "true") == "true",
        oblique=node.kind.startswith("Oblique"),
        form=node.get("locationFormat", "$gridLocation$"),
    )


def _axis(node: Node, letter: str) -> Axis:
    return Axis(
        letters=node.get(f"{letter}Type", "N") == "A",
        leading=max(0, min(9, whole(node.get(f"{letter}Leading", "1"), 1))),
        offset=whole(node.get(f"{letter}Off", "1"), 1),
        descends=node.get(f"{letter}Descend") == "true",
    )
