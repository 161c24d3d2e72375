"""Hex numbers: from a cell of the grid to the id printed on it and back.

A grid may be printed on several sheets. Each sheet counts its own columns, rows count north or south, and
where sheets overlap a hex has two ids, the later sheet's being the one shown. Parsing a written id goes
by the pattern, so that no table has to be searched.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from engine.definition.board import GridDef, SheetDef

_FIELD = re.compile(r"\{(sheet|column|row)(?::0([1-4]))?\}")


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

    def cell(self, name: str) -> tuple[int, int] | None:
        """The cell a written id means; None if no sheet has it. Only the exact spelling counts."""
        found = self._parser.match(name)
        if not found:
            return None
        prefix = found.groupdict().get("sheet") or ""
        number, row_number = int(found["column"]), int(found["row"])
        for sheet in reversed(self.sheets):
            if sheet.prefix == prefix:
                cell = self._cell(sheet, number, row_number)
                if cell and self._text(sheet, *cell) == name:
                    return cell
        return None

    def _text(self, sheet: SheetDef, column: int, row: int) -> str:
        extra_column, extra_row = self._extra(column, row)
        values = {
            "column": column - sheet.start + sheet.first_column + extra_column,
            "row": self._row_number(row) + extra_row,
        }

        def put(match: re.Match[str]) -> str:
            if match[1] == "sheet":
                return sheet.prefix
            return f"{values[match[1]]:0{match[2] or 1}d}"

        return _FIELD.sub(put, self.grid.pattern)

    def _cell(self, sheet: SheetDef, number: int, row_number: int) -> tuple[int, int] | None:
        grid = self.grid
        for shift in (0, 1) if grid.shifted_extra else (0,):
            column = number - sheet.first_column + sheet.start - (shift if grid.kind == "pointy" else 0)
            first = row_number - grid.first_row - (shift if grid.kind == "flat" else 0)
            row = first if grid.row_order == "south" else grid.rows - 1 - first
            covered = sheet.start <= column < sheet.start + sheet.columns and 0 <= row < grid.rows
            if covered and self._is_shifted(column, row) * grid.shifted_extra == shift:
                return column, row
        return None

    def _row_number(self, row: int) -> int:
        counted = row if self.grid.row_order == "south" else self.grid.rows - 1 - row
        return self.grid.first_row + counted

    def _extra(self, column: int, row: int) -> tuple[int, int]:
        extra = self.grid.shifted_extra if self._is_shifted(column, row) else 0
        return (0, extra) if self.grid.kind == "flat" else (extra, 0)

    def _is_shifted(self, column: int, row: int) -> bool:
        line = column if self.grid.kind == "flat" else row
        return line % 2 == (0 if self.grid.shifted == "first" else 1)

    @cached_property
    def _parser(self) -> re.Pattern[str]:
        text, at = "", 0
        for match in _FIELD.finditer(self.grid.pattern):
            text += re.escape(self.grid.pattern[at : match.start()])
            text += self._group(match[1], match[2])
            at = match.end()
        return re.compile(f"^{text}{re.escape(self.grid.pattern[at:])}$")

    def _group(self, name: str, width: str | None) -> str:
        if name == "sheet":
            return "(?P<sheet>" + "|".join(re.escape(sheet.prefix) for sheet in self.sheets) + ")"
        return rf"(?P<{name}>\d{{{width or 1},4}})"
