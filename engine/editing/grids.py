"""Edits of a map's grid: numbering schemes and size, followed by everything that names a hex.

Renumbering and cropping give hexes other ids. `followed` puts the new ids into maps, set-ups, schedule
and boxes, so that nothing else about the module changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain as joined

from pydantic import BaseModel

from engine.definition.board import BoardArtDef, BoardDef, GridDef, PictureFitDef
from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, position_of, swapped, with_fields, with_parts
from engine.editing.checking import guarded
from engine.editing.effect_ids import followed_in_cards
from engine.editing.pieces import kept_if_same
from engine.geometry.compiling import NO_HEX, grid_of
from engine.geometry.hexgrid import PITCH
from engine.geometry.numbering import Numbering

_PLACES = frozenset(
    (
        *("hex", "a", "b", "high", "protects", "at", "near", "default", "supply_default", "stands_for"),
        *("east_of", "west_of", "north_of", "south_of"),
        *("not_east_of", "not_west_of", "not_north_of", "not_south_of"),
    )
)
_LISTS = frozenset(("any_of", "columns", "places", "start", "goal"))
_WORDS = frozenset(("path", "hexes"))
_MAPS = frozenset(("aliases", "defaults"))


@dataclass(frozen=True, slots=True)
class Margins:
    """Columns or rows added at each edge of a map; negative numbers take away."""

    west: int = 0
    east: int = 0
    north: int = 0
    south: int = 0


def renumber(module: ModuleDef, board: str, changes: Mapping[str, object]) -> ModuleDef:
    """Gives a map another numbering: pattern, sheets, first row, direction; all ids follow."""
    old = module.boards[position_of(module.boards, board)]
    grid = with_fields(old.grid, changes)
    if (grid.columns, grid.rows, grid.kind) != (old.grid.columns, old.grid.rows, old.grid.kind):
        raise EditRefused("numbering does not change the size of a map", "use resize")
    names = _names(old.grid, grid, Margins())
    boards = swapped(module.boards, board, lambda item: with_fields(item, {"grid": grid}))
    return guarded(module, followed(with_parts(module, boards=boards), names))


def resize(module: ModuleDef, board: str, margins: Margins, terrain: str) -> ModuleDef:
    """Adds or takes away columns and rows at the edges; refuses to cut hexes something refers to."""
    old = module.boards[position_of(module.boards, board)]
    letter = next((key for key, kind in old.legend.items() if kind == terrain), None)
    if letter is None:
        raise EditRefused(f"the legend of {old.title} has no '{terrain}'", "paint a hex of it first")
    grid = resized_grid(old.grid, margins)
    rows = tuple(_resized_row(row, margins, letter) for row in _resized_rows(old.rows, margins, letter))
    layers = tuple(
        layer.model_copy(
            update={
                "rows": tuple(
                    _resized_row(row, margins, ".") for row in _resized_rows(layer.rows, margins, ".")
                )
            }
        )
        for layer in old.layers
    )
    names = _names(old.grid, grid, margins)
    new = with_fields(old, {"grid": grid, "rows": rows, "layers": layers, "art": _moved_art(old, margins)})
    boards = tuple(new if item is old else item for item in module.boards)
    return guarded(module, followed(with_parts(module, boards=boards), names))


def _moved_art(board: BoardDef, m: Margins) -> BoardArtDef:
    """The art of a map of another size: a scan stays under its hexes; painted ground and its drawing fit one
    size only and are left out.
    """
    across, down = (PITCH, 1.0) if board.grid.kind == "flat" else (1.0, PITCH)
    left, top = m.west * across, m.north * down
    if not board.art.background:
        return board.art.model_copy(update={"relief": None, "drawing": None})
    width, height = grid_of(board.grid).size()
    fit = board.art.fit or PictureFitDef(width=width, height=height)
    moved = fit.model_copy(update={"left": fit.left + left, "top": fit.top + top})
    return board.art.model_copy(update={"fit": moved})


def resized_grid(grid: GridDef, m: Margins) -> GridDef:
    """A grid with columns and rows more or less; refuses to leave nothing."""
    columns, rows = grid.columns + m.west + m.east, grid.rows + m.north + m.south
    if columns < 1 or rows < 1:
        raise EditRefused("nothing would be left of the map")
    turns = (m.west if grid.kind == "flat" else m.north) % 2
    shifted = grid.shifted if not turns else {"first": "second", "second": "first"}[grid.shifted]
    sheets = []
    for n, sheet in enumerate(grid.sheets):
        start = max(0, sheet.start + (m.west if n else 0))
        width = sheet.columns + (m.west if n == 0 else 0) + (m.east if n == len(grid.sheets) - 1 else 0)
        if width < 1:
            raise EditRefused(f"nothing would be left of sheet '{sheet.prefix}'")
        sheets.append(with_fields(sheet, {"start": start, "columns": width}))
    size = {"columns": columns, "rows": rows, "shifted": shifted, "sheets": tuple(sheets)}
    return with_fields(grid, size)


def _resized_rows(rows: tuple[str, ...], m: Margins, letter: str) -> tuple[str, ...]:
    width = len(rows[0])
    kept = rows[max(0, -m.north) : len(rows) - max(0, -m.south)]
    return (*([letter * width] * max(0, m.north)), *kept, *([letter * width] * max(0, m.south)))


def _resized_row(row: str, m: Margins, letter: str) -> str:
    kept = row[max(0, -m.west) : len(row) - max(0, -m.east)]
    return letter * max(0, m.west) + kept + letter * max(0, m.east)


def _names(old: GridDef, new: GridDef, m: Margins) -> dict[str, str]:
    """New ids by old ones, for hexes whose id changes."""
    before, after = Numbering(old), Numbering(new)
    names: dict[str, str] = {}
    for column in range(old.columns):
        for row in range(old.rows):
            cell = column + m.west, row + m.north
            if not (0 <= cell[0] < new.columns and 0 <= cell[1] < new.rows):
                continue
            fresh = tuple(after.names(*cell))
            if fresh:
                names.update({name: fresh[0] for name in before.names(column, row) if name != fresh[0]})
    return names


def followed(module: ModuleDef, names: Mapping[str, str]) -> ModuleDef:
    """The module with hex ids replaced wherever one is named."""
    if not names:
        return module
    parts: dict[str, object] = {}
    for part in ("boards", "scenarios", "schedule", "boxes", "victory", "points"):
        old: tuple[BaseModel, ...] = getattr(module, part)
        parts[part] = kept_if_same(old, tuple(_followed(item, names) for item in old))
    return followed_in_cards(with_parts(module, **parts), "places", names)


def _followed(item: BaseModel, names: Mapping[str, str]) -> BaseModel:
    changes: dict[str, object] = {}
    for key in type(item).model_fields:
        value = getattr(item, key)
        new = _new_value(key, value, names)
        if new is not value:
            changes[key] = new
    return item.model_copy(update=changes) if changes else item


def _new_value(key: str, value: object, names: Mapping[str, str]) -> object:
    if isinstance(value, str):
        if key in _PLACES:
            return names.get(value, value)
        return _words(value, names) if key in _WORDS else value
    if isinstance(value, BaseModel):
        return _followed(value, names)
    if isinstance(value, tuple):
        if key == "sides":
            return kept_if_same(value, tuple(_words(v, names) if isinstance(v, str) else v for v in value))
        if value and isinstance(value[0], BaseModel):
            return kept_if_same(value, tuple(_followed(item, names) for item in value))
        if key in _LISTS:
            return kept_if_same(value, tuple(names.get(name, name) for name in value))
        return value
    if isinstance(value, Mapping):
        if key in _MAPS:
            return _same_or(value, {name: names.get(place, place) for name, place in value.items()})
        if key == "control":
            return _same_or(value, {names.get(place, place): side for place, side in value.items()})
        if key == "sides":
            new = {side: _followed(setup, names) for side, setup in value.items()}
            return value if all(new[side] is setup for side, setup in value.items()) else new
    return value


def _same_or(old: Mapping[str, object], new: Mapping[str, object]) -> Mapping[str, object]:
    return old if list(old.items()) == list(new.items()) else new


def _words(value: str, names: Mapping[str, str]) -> str:
    if not names:
        return value
    return " ".join(names.get(word, word) for word in value.split(" "))


def empty_rows(grid: GridDef, letter: str) -> tuple[str, ...]:
    """Rows of one letter for a new map."""
    return tuple(letter * grid.columns for _ in range(grid.rows))


def hex_count(board: BoardDef) -> int:
    """How many hexes a map has."""
    return sum(1 for letter in joined.from_iterable(board.rows) if letter != NO_HEX)
