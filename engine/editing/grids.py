"""Edits of a map's grid: numbering schemes and size, followed by everything that names a hex.

Renumbering and cropping give hexes other ids; `hex_ids` puts the new ones wherever the module names a hex.
What a map is drawn with stays as it is and remembers its grid, so that no file changes and every edit can be
taken back.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain as joined

from engine.definition.board import ArtGridDef, BoardArtDef, BoardDef, GridDef, PictureFitDef
from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, position_of, swapped, with_fields, with_parts
from engine.editing.checking import guarded
from engine.editing.cutting import cut, gone_ids
from engine.editing.hex_ids import Renaming, followed
from engine.editing.maps import lettered
from engine.geometry.compiling import NO_HEX, grid_of
from engine.geometry.hexgrid import PITCH
from engine.geometry.numbering import cell_names


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
    if grid is old.grid:
        return module
    art = _moved_art(old, grid, Margins())
    boards = swapped(module.boards, board, lambda item: with_fields(item, {"grid": grid, "art": art}))
    return guarded(module, followed(with_parts(module, boards=boards), _renaming(old, grid, Margins())))


def resize(module: ModuleDef, board: str, margins: Margins, terrain: str = "") -> ModuleDef:
    """Adds or takes away columns and rows at the edges; refuses to cut hexes something refers to.

    New hexes are of one kind of terrain, or without one like the hexes beside them.
    """
    old = module.boards[position_of(module.boards, board)]
    letter, legend = lettered(old, terrain) if terrain else ("", old.legend)
    grid = resized_grid(old.grid, margins)
    rows = _resized(old.rows, margins, letter)
    layers = tuple(
        layer.model_copy(update={"rows": _resized(layer.rows, margins, ".")}) for layer in old.layers
    )
    renaming = _renaming(old, grid, margins)
    left = cut(old, _kept(old.grid, margins), renaming.gone)
    art = _moved_art(old, grid, margins)
    changes = {"grid": grid, "rows": rows, "legend": legend, "layers": layers, "art": art}
    new = with_fields(left, changes)
    boards = tuple(new if item is old else item for item in module.boards)
    return guarded(module, followed(with_parts(module, boards=boards), renaming))


def _moved_art(board: BoardDef, grid: GridDef, m: Margins) -> BoardArtDef:
    """The art of a map with another grid: a scan stays under its hexes; painted ground and drawing data
    remember the grid they were made for.
    """
    art, changes = board.art, dict[str, object]()
    if art.background and m != Margins():
        across, down = (PITCH, 1.0) if board.grid.kind == "flat" else (1.0, PITCH)
        width, height = grid_of(board.grid).size()
        fit = art.fit or PictureFitDef(width=width, height=height)
        place = {"left": fit.left + m.west * across, "top": fit.top + m.north * down}
        changes["fit"] = fit.model_copy(update=place)
    if art.relief or art.drawing:
        before = art.made_for or ArtGridDef(grid=board.grid)
        place_now = {"column": before.column + m.west, "row": before.row + m.north}
        after = with_fields(before, place_now)
        changes["made_for"] = after if after != ArtGridDef(grid=grid) else None
    return with_fields(art, changes)


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


def _resized(rows: tuple[str, ...], m: Margins, letter: str) -> tuple[str, ...]:
    """Rows of letters with more or less of them at each edge; without a letter the edge goes on."""
    tall = _grown(rows, (m.north, m.south), letter)
    return _turned(_grown(_turned(tall), (m.west, m.east), letter))


def _turned(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Columns as rows."""
    return tuple("".join(column) for column in zip(*rows, strict=True))


def _grown(rows: tuple[str, ...], by: tuple[int, int], letter: str) -> tuple[str, ...]:
    before, after = by
    kept = rows[max(0, -before) : len(rows) - max(0, -after)]
    first, last = (letter * len(edge) if letter else _evened(edge) for edge in (kept[0], kept[-1]))
    return (*([first] * max(0, before)), *kept, *([last] * max(0, after)))


def _evened(edge: str) -> str:
    """The letters that go on beyond an edge: what is only one hex wide ends there."""
    return "".join(_going_on(edge, at) for at in range(len(edge)))


def _going_on(edge: str, at: int) -> str:
    here, near = edge[at], edge[max(0, at - 1) : at] + edge[at + 1 : at + 2]
    if here in near or not near:
        return here
    wide = edge[max(0, at - 2) : at] + edge[at + 1 : at + 3]
    ((usual, count),) = Counter(wide).most_common(1)
    return here if wide.count(here) == count else usual


def _renaming(old: BoardDef, new: GridDef, m: Margins) -> Renaming:
    """New ids by old ones for hexes whose id is no longer theirs, and the ids of hexes that are cut away."""
    before, after = cell_names(old.grid), cell_names(new)
    names: dict[str, str] = {}
    for column, line in enumerate(before):
        for row, ids in enumerate(line):
            x, y = column + m.west, row + m.north
            if not (0 <= x < new.columns and 0 <= y < new.rows):
                continue
            fresh = after[x][y]
            if fresh:
                names.update({name: fresh[0] for name in ids if name not in fresh})
    return Renaming(names, gone_ids(old, _kept(old.grid, m)))


def _kept(grid: GridDef, m: Margins) -> tuple[range, range]:
    """The columns and rows of a grid that stay."""
    return (
        range(max(0, -m.west), grid.columns - max(0, -m.east)),
        range(max(0, -m.north), grid.rows - max(0, -m.south)),
    )


def empty_rows(grid: GridDef, letter: str) -> tuple[str, ...]:
    """Rows of one letter for a new map."""
    return tuple(letter * grid.columns for _ in range(grid.rows))


def hex_count(board: BoardDef) -> int:
    """How many hexes a map has."""
    return sum(1 for letter in joined.from_iterable(board.rows) if letter != NO_HEX)
