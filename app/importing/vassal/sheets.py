"""Hex maps: from a grid of VASSAL on a picture to a board with the same hexes, ids and the picture under it.

The ids of the module are taken over wherever the numbering of our maps can say them: letters, either
direction, staggered, along the hexes; otherwise hexes are numbered plainly and the module's ids become
further names of the same hexes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Final, Literal

from app.importing.vassal.grids import Cell, HexGeometry, Spot
from app.importing.vassal.numbering import Axis, CellNumbering, Extent, hex_numbers
from engine.definition.board import BoardArtDef, BoardDef, GridDef, PictureFitDef, SheetDef
from engine.geometry.hexgrid import PITCH, RADIUS
from engine.geometry.numbering import Numbering, numbering_fault

CLEAR: Final = "clear"
_ODD: Final = re.compile(r"[^A-Za-z0-9._+-]+")
MOST_DIGITS: Final = 6
_ACROSS: Final[tuple[Literal["east", "west"], ...]] = ("east", "west")
_DOWN: Final[tuple[Literal["south", "north"], ...]] = ("south", "north")
_SLANTS: Final[tuple[Literal["none", "rising", "falling"], ...]] = ("none", "rising", "falling")
LEAST_FIRST: Final = 999
MOST_FIRST: Final = 9999
MOST_NAME: Final = 60


def place_id(name: str) -> str:
    """A name of a hex in the letters an id may have; empty if nothing is left."""
    return _ODD.sub("-", name).strip("-._+")[:MOST_NAME]


@dataclass(frozen=True)
class SheetPlan:
    """What a sheet is made from: `names` are the module's own names of the cells."""

    id: str
    title: str
    geometry: HexGeometry
    names: Mapping[Cell, str]
    numbering: CellNumbering | None
    size: Spot
    container: Spot
    picture: str | None
    is_drawn: bool = True


@dataclass
class HexSheet:
    """A finished board and the places of its cells."""

    definition: BoardDef
    geometry: HexGeometry
    places: dict[Cell, str] = field(default_factory=dict)
    is_native: bool = True
    lost_names: int = 0


@dataclass(frozen=True)
class _Frame:
    """The rectangle of raw cells that a board covers."""

    first: Cell
    last: Cell
    sideways: bool

    @property
    def columns(self) -> int:
        return (self.last[1] - self.first[1] if self.sideways else self.last[0] - self.first[0]) + 1

    @property
    def rows(self) -> int:
        return (self.last[0] - self.first[0] if self.sideways else self.last[1] - self.first[1]) + 1

    def own(self, cell: Cell) -> Cell:
        """The column and row of a raw cell on the board."""
        line, step = cell[0] - self.first[0], cell[1] - self.first[1]
        return (step, line) if self.sideways else (line, step)

    @property
    def begins_shifted(self) -> bool:
        return self.first[0] % 2 == 1


def make_sheet(plan: SheetPlan, taken: set[str]) -> HexSheet:
    """The board of a plan; `taken` holds the ids of hexes of other boards and grows."""
    cells = list(plan.names)
    frame = _Frame(
        (min(c for c, _ in cells), min(r for _, r in cells)),
        (max(c for c, _ in cells), max(r for _, r in cells)),
        plan.geometry.sideways,
    )
    wanted = {cell: place_id(name) for cell, name in plan.names.items()}
    prefix = f"{_next_prefix(taken)}-" if taken.intersection(wanted.values()) else ""
    grid = _native(plan, frame, prefix, wanted)
    is_native = grid is not None
    if grid is None:
        grid = _plain_grid(frame, prefix or _plain_prefix(wanted, taken))
    numbering = Numbering(grid)
    places = {cell: numbering.name(*frame.own(cell)) for cell in cells}
    aliases = {} if is_native else _aliases(wanted, places, taken)
    taken.update(places.values(), aliases)
    definition = BoardDef(
        id=plan.id,
        title=plan.title,
        grid=grid,
        legend={".": CLEAR},
        rows=_rows(frame, {frame.own(cell) for cell in cells}),
        aliases=aliases,
        art=BoardArtDef(background=plan.picture, fit=_fit(plan, frame) if plan.picture else None),
        note="Imported from VASSAL; all hexes are clear terrain until somebody paints them.",
    )
    lost = 0 if is_native else len(cells) - len(aliases)
    return HexSheet(definition, plan.geometry, places, is_native, lost)


def _next_prefix(taken: set[str]) -> int:
    number = 2
    while any(name.startswith(f"{number}-") for name in taken):
        number += 1
    return number


def _plain_prefix(wanted: Mapping[Cell, str], taken: set[str]) -> str:
    names = taken.union(wanted.values())
    plain = re.compile(r"^\d{4,}$")
    return "h" if any(plain.match(name) for name in names) else ""


def _aliases(wanted: Mapping[Cell, str], places: Mapping[Cell, str], taken: set[str]) -> dict[str, str]:
    counted = Counter(wanted.values())
    used = taken.union(places.values())
    return {
        name: places[cell]
        for cell, name in wanted.items()
        if name and counted[name] == 1 and name not in used
    }


def _rows(frame: _Frame, own: set[Cell]) -> tuple[str, ...]:
    return tuple(
        "".join("." if (column, row) in own else " " for column in range(frame.columns))
        for row in range(frame.rows)
    )


def _plain_grid(frame: _Frame, prefix: str) -> GridDef:
    return GridDef(
        kind="pointy" if frame.sideways else "flat",
        columns=frame.columns,
        rows=frame.rows,
        shifted="first" if frame.begins_shifted else "second",
        pattern="{sheet}{column:02}{row:02}",
        sheets=(SheetDef(prefix=prefix, columns=frame.columns),),
    )


def _native(plan: SheetPlan, frame: _Frame, prefix: str, wanted: Mapping[Cell, str]) -> GridDef | None:
    """The grid whose own numbering gives exactly the module's ids; None if there is none."""
    scheme = plan.numbering or CellNumbering()
    if max(scheme.column.leading, scheme.row.leading) >= MOST_DIGITS:
        return None
    for grid in _candidates(plan, scheme, frame, prefix):
        numbering = Numbering(grid)
        if all(numbering.name(*frame.own(cell)) == prefix + name for cell, name in wanted.items()):
            return None if numbering_fault(grid) else grid
    return None


def _candidates(plan: SheetPlan, scheme: CellNumbering, frame: _Frame, prefix: str) -> Iterator[GridDef]:
    """Grids that count as the module does; directions, staggering and slant are found by trying."""
    extent = Extent.of_hexes(plan.container, plan.geometry.dx, plan.geometry.dy)
    asked = {
        frame.own(cell): _printed(scheme, hex_numbers(scheme, cell, extent, sideways=frame.sideways), frame)
        for cell in plan.names
    }
    sheet = SheetDef(prefix=prefix, columns=frame.columns, first_column=0)
    for column_order, row_order, slant, extra in product(_ACROSS, _DOWN, _SLANTS, (0, 1, -1)):
        grid = GridDef(
            kind="pointy" if frame.sideways else "flat",
            columns=frame.columns,
            rows=frame.rows,
            shifted="first" if frame.begins_shifted else "second",
            pattern=_pattern(scheme, frame),
            sheets=(sheet,),
            first_row=0,
            row_order=row_order,
            column_order=column_order,
            slant=slant,
            shifted_extra=extra,
        )
        first = _offsets(grid, asked)
        if first is not None and all(-LEAST_FIRST <= number <= MOST_FIRST for number in first):
            counted = sheet.model_copy(update={"first_column": first[0]})
            yield grid.model_copy(update={"sheets": (counted,), "first_row": first[1]})


def _printed(scheme: CellNumbering, numbers: tuple[int, int], frame: _Frame) -> tuple[int, int]:
    """The numbers of board column and row as they are to be written; letters begin at 1."""
    column = numbers[0] + scheme.column.offset + scheme.column.letters
    row = numbers[1] + scheme.row.offset + scheme.row.letters
    return (row, column) if frame.sideways else (column, row)


def _offsets(grid: GridDef, asked: Mapping[Cell, tuple[int, int]]) -> tuple[int, int] | None:
    """What must be added to a grid's own numbers to give those asked for; None if no one sum does."""
    numbering, found = Numbering(grid), None
    for cell, (column, row) in asked.items():
        own = numbering.numbers(grid.sheets[0], *cell)
        away = column - own[0], row - own[1]
        if found is not None and away != found:
            return None
        found = away
    return found


def _pattern(scheme: CellNumbering, frame: _Frame) -> str:
    """How the ids are written."""
    columns, rows = ("row", "column") if frame.sideways else ("column", "row")
    column, row = _written(columns, scheme.column), _written(rows, scheme.row)
    first, second = (column, row) if scheme.column_first else (row, column)
    separator = _ODD.sub("-", scheme.separator)
    form = scheme.form or "$gridLocation$"
    pieces = re.split(r"(\$gridLocation\$|\$row\$|\$column\$)", form)
    known = {"$gridLocation$": f"{first}{separator}{second}", "$row$": row, "$column$": column}
    return "{sheet}" + "".join(known.get(piece, _ODD.sub("-", piece)) for piece in pieces)


def _written(name: str, axis: Axis) -> str:
    return f"{{{name}:AA}}" if axis.letters else f"{{{name}:0{axis.leading + 1}}}"


def _fit(plan: SheetPlan, frame: _Frame) -> PictureFitDef:
    geometry = plan.geometry
    x, y = geometry.exact(*frame.first)
    along, across = PITCH / geometry.dx, 1 / geometry.dy
    half = 0.5 if frame.begins_shifted else 0.0
    if frame.sideways:
        unit, home = (across, along), (0.5 + half, RADIUS)
    else:
        unit, home = (along, across), (RADIUS, 0.5 + half)
    return PictureFitDef(
        left=round(home[0] - x * unit[0], 5),
        top=round(home[1] - y * unit[1], 5),
        width=round(plan.size[0] * unit[0], 5),
        height=round(plan.size[1] * unit[1], 5),
        grid=plan.is_drawn,
    )
