"""Hex numbers: from a cell of the grid to the id printed on it and back.

A grid may be printed on several sheets. Each sheet counts its own columns from either side, rows count north
or south, numbers may be letters, be staggered from line to line, or run along the hexes, and where sheets
overlap a hex has two ids, the later sheet's being the one shown.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from string import ascii_uppercase

from engine.definition.board import GridDef, SheetDef

_FIELD = re.compile(r"\{(sheet|column|row)(?::([^}]+))?\}")
_PLACE = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._+-]*$")
_LETTERS = len(ascii_uppercase)

Cell = tuple[int, int]


@dataclass(frozen=True)
class Numbering:
    """The numbering scheme of one grid."""

    grid: GridDef
    sheets: tuple[SheetDef, ...] = field(init=False)

    def __post_init__(self) -> None:
        sheets = self.grid.sheets or (SheetDef(columns=self.grid.columns),)
        object.__setattr__(self, "sheets", sheets)

    def name(self, column: int, row: int) -> str:
        """The id of a cell as shown: that of the last sheet which covers it; raises KeyError if none does."""
        names = list(self.names(column, row))
        if not names:
            raise KeyError((column, row))
        return names[0]

    def names(self, column: int, row: int) -> Iterator[str]:
        """All ids of a cell, the shown one first."""
        for sheet in reversed(self.sheets):
            if sheet.start <= column < sheet.start + sheet.columns:
                yield self._text(sheet, column, row)

    def cell(self, name: str) -> Cell | None:
        """The cell a written id means; None if no sheet has it. Only the exact spelling counts."""
        return _table(self.grid).get(name)

    def numbers(self, sheet: SheetDef, column: int, row: int) -> tuple[int, int]:
        """The numbers of column and row that a cell has on one of the sheets."""
        extra_column, extra_row = self._extra(column, row)
        return self._column_number(sheet, column) + extra_column, self._row_number(row) + extra_row

    def _text(self, sheet: SheetDef, column: int, row: int) -> str:
        numbers = self.numbers(sheet, column, row)
        values = {"column": numbers[0], "row": numbers[1]}
        return "".join(
            literal + (number_text(values[key], form) if key in values else sheet.prefix if key else "")
            for literal, key, form in _parts(self.grid.pattern)
        )

    def _column_number(self, sheet: SheetDef, column: int) -> int:
        line = column - sheet.start
        counted = line if self.grid.column_order == "east" else sheet.columns - 1 - line
        return sheet.first_column + counted

    def _row_number(self, row: int) -> int:
        counted = row if self.grid.row_order == "south" else self.grid.rows - 1 - row
        return self.grid.first_row + counted

    def _extra(self, column: int, row: int) -> tuple[int, int]:
        """What staggering and slanting add to the two numbers."""
        grid = self.grid
        line = column if grid.kind == "flat" else row
        extra = grid.shifted_extra if self._is_shifted(line) else 0
        extra += self._slant(line)
        return (0, extra) if grid.kind == "flat" else (extra, 0)

    def _is_shifted(self, line: int) -> bool:
        return line % 2 == (0 if self.grid.shifted == "first" else 1)

    def _slant(self, line: int) -> int:
        """How far the numbers of a line are moved, so that equal ones run along the hexes."""
        grid = self.grid
        if grid.slant == "none":
            return 0
        order = grid.row_order if grid.kind == "flat" else grid.column_order
        rises = grid.slant == "rising"
        lift = (line + (rises == (grid.shifted == "second"))) // 2
        return lift if rises == (order in ("south", "east")) else -lift


def number_text(number: int, form: str) -> str:
    """A number as written: plain, padded with zeros (`03`), or in letters (`A`, `AA`, `A1`). What letters
    cannot say is written as a number with `-` before it, which no id may begin with.
    """
    if form in _FORMS:
        return _FORMS[form](number) if number > 0 else f"-{abs(number)}"
    digits = f"{abs(number):0{form or 1}d}"
    return digits if number >= 0 else f"-{digits}"


def _counted_letters(number: int) -> str:
    text = ""
    while number > 0:
        number, letter = divmod(number - 1, _LETTERS)
        text = ascii_uppercase[letter] + text
    return text


def _doubled_letters(number: int) -> str:
    times, letter = divmod(number - 1, _LETTERS)
    return ascii_uppercase[letter] * (times + 1)


def _lettered_digits(number: int) -> str:
    times, letter = divmod(number - 1, _LETTERS)
    return f"{ascii_uppercase[letter]}{times or ''}"


_FORMS = {"A": _counted_letters, "AA": _doubled_letters, "A1": _lettered_digits}


@lru_cache(maxsize=64)
def _parts(pattern: str) -> tuple[tuple[str, str, str], ...]:
    """A pattern as pieces of plain text, each with the field behind it and how that is written."""
    found, at = [], 0
    for match in _FIELD.finditer(pattern):
        found.append((pattern[at : match.start()], match[1], match[2] or ""))
        at = match.end()
    return (*found, (pattern[at:], "", ""))


@lru_cache(maxsize=16)
def cell_names(grid: GridDef) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """All ids of every cell by column and row; kept, as a map in the making is numbered again and again."""
    numbering = Numbering(grid)
    return tuple(
        tuple(tuple(numbering.names(column, row)) for row in range(grid.rows))
        for column in range(grid.columns)
    )


def _cells(grid: GridDef) -> Iterator[tuple[str, Cell]]:
    for column, names_of_column in enumerate(cell_names(grid)):
        for row, names in enumerate(names_of_column):
            for name in names:
                yield name, (column, row)


@lru_cache(maxsize=16)
def _table(grid: GridDef) -> Mapping[str, Cell]:
    """All ids of a grid with their cells; of two cells with one id the first has it."""
    found: dict[str, Cell] = {}
    for name, cell in _cells(grid):
        found.setdefault(name, cell)
    return found


@lru_cache(maxsize=16)
def numbering_fault(grid: GridDef) -> str:
    """What is wrong with a numbering, in words; empty for a sound one. Each hex must have an id of its own
    that may be written in files.
    """
    table = _table(grid)
    for name, cell in _cells(grid):
        if table[name] != cell:
            return f"two hexes have the number {name}"
        if not _PLACE.match(name):
            return f"'{name}' cannot be the number of a hex"
    return ""
