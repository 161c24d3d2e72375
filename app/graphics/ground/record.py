"""What a baked ground shows: the look of every hex and the lines that shape its relief.

The bake writes it into the picture of kinds, so that the picture explains itself. Whatever of a board
differs from it was changed since, and is painted anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from app.graphics.ground.styles import Style
from engine.definition.board import GridDef
from engine.geometry.board import CompiledBoard

KEY = "record"
STEPPED = ("escarpment", "depression_rim")
SHAPING = (*STEPPED, "wadi")
"""Looks of hexsides that show in the relief."""

Cell = tuple[int, int]
SideShown = tuple[int, int, int, int, str]


class BakedRecord(msgspec.Struct, frozen=True):
    """A board as it was baked. Cells count columns and rows from the north-west."""

    flat: bool
    columns: int
    rows: int
    shifted: str
    legend: dict[str, str]
    letters: tuple[str, ...]
    sides: tuple[SideShown, ...]
    """Both cells of a hexside that shapes the relief, the upper one first, and its look."""

    def fits(self, grid: GridDef) -> bool:
        """Whether a grid still has the same hexes at the same places."""
        mine = ("flat" if self.flat else "pointy", self.columns, self.rows, self.shifted)
        return mine == (grid.kind, grid.columns, grid.rows, grid.shifted)

    def looks(self) -> dict[Cell, str]:
        """The look of every cell."""
        return {
            (column, row): self.legend[letter]
            for row, letters in enumerate(self.letters)
            for column, letter in enumerate(letters)
            if letter in self.legend
        }

    def packed(self) -> str:
        """The record as text."""
        return msgspec.json.encode(self).decode()


def style_text(style: Style) -> str:
    """A style as a record says it: its look, and its own colour behind it."""
    return f"{style.look}|{style.color}" if style.color else style.look


def read_record(text: str) -> BakedRecord | None:
    """The record of a picture's text; None where there is none."""
    try:
        return msgspec.json.decode(text, type=BakedRecord) if text else None
    except msgspec.MsgspecError:
        return None


def shaping_sides(board: CompiledBoard, sheet: int, looks: Mapping[str, str]) -> frozenset[SideShown]:
    """The hexsides of a board that show in its relief."""
    found = set()
    for (i, j), side in board.sides.items():
        if board.board[i] != sheet:
            continue
        for kind in side.kinds:
            look = looks.get(kind, kind)
            if look in SHAPING:
                upper, lower = (j, i) if side.high == j else (i, j)
                ends = board.column[upper], board.row[upper], board.column[lower], board.row[lower]
                found.add((*ends, look))
    return frozenset(found)


@dataclass(frozen=True, eq=False)
class View:
    """A board as its ground shall show it."""

    board: CompiledBoard
    sheet: int = 0
    styles: Mapping[str, Style] = field(default_factory=dict)
    """Style by kind of terrain."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """Look by kind of hexside."""

    def style(self, i: int) -> Style:
        """The style of a hex."""
        kind = self.board.terrain[i]
        return self.styles.get(kind, Style(kind))


Change = tuple[Style | None, tuple[SideShown, ...]]
"""The style a hex has instead of the baked one, and the sides of it that were or are different."""


def changes(record: BakedRecord, view: View) -> dict[int, Change]:
    """The hexes whose surroundings differ from what was baked."""
    shown = shaping_sides(view.board, view.sheet, view.sides)
    sides: dict[Cell, list[SideShown]] = {}
    for side in sorted(shown ^ frozenset(record.sides)):
        sides.setdefault(side[:2], []).append(side)
        sides.setdefault(side[2:4], []).append(side)
    looks = record.looks()
    found: dict[int, Change] = {}
    for cell, i in view.board.sheets[view.sheet].cells.items():
        style = view.style(i)
        other = style if style_text(style) != looks.get(cell, "") else None
        if other is not None or cell in sides:
            found[i] = other, tuple(sides.get(cell, ()))
    return found


def record_of(board: CompiledBoard, sheet: int = 0) -> BakedRecord:
    """The record of a board as it is now; looks are the ids of its kinds."""
    grid = board.sheets[sheet].definition.grid
    names = dict.fromkeys(kind for i, kind in enumerate(board.terrain) if board.board[i] == sheet)
    letters = {kind: chr(ord("a") + n) for n, kind in enumerate(names)}
    rows = [[" "] * grid.columns for _ in range(grid.rows)]
    for i, kind in enumerate(board.terrain):
        if board.board[i] == sheet:
            rows[board.row[i]][board.column[i]] = letters[kind]
    return BakedRecord(
        flat=grid.kind == "flat",
        columns=grid.columns,
        rows=grid.rows,
        shifted=grid.shifted,
        legend={letter: kind for kind, letter in letters.items()},
        letters=tuple("".join(row) for row in rows),
        sides=tuple(sorted(shaping_sides(board, sheet, {}))),
    )
