"""Copying a part of a map and pasting it elsewhere: terrain, names, tags, hexsides and roads in the chosen
hexes.

A region is kept relative to one of its hexes in axial steps, so that it fits wherever it is pasted, odd
column or even. What would fall beside the map is left out.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from engine.definition.board import BoardDef, HexDef, HexsideDef, PlaceDef
from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, position_of, with_fields
from engine.editing.lines import draw_hexsides, draw_route
from engine.editing.maps import cells_of, change_board, painted
from engine.geometry.compiling import NO_HEX, chain_pairs, grid_of
from engine.geometry.hexgrid import HexGrid
from engine.geometry.numbering import Numbering

Step = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a map in steps from its anchor."""

    flat: bool
    terrain: Mapping[Step, str]
    places: Mapping[Step, PlaceDef]
    sides: tuple[tuple[Step, Step, HexsideDef], ...]
    routes: tuple[tuple[str, str, tuple[Step, ...]], ...]
    spots: Mapping[Step, HexDef] = field(default_factory=dict)
    """Tags and remarks of hexes."""


def copy_region(module: ModuleDef, board: str, hexes: Collection[str]) -> Region:
    """The chosen hexes with what is in and between them; refuses an empty choice."""
    origin = module.boards[position_of(module.boards, board)]
    if not hexes:
        raise EditRefused("no hexes are chosen", "drag over some hexes first")
    grid = grid_of(origin.grid)
    cells = cells_of(origin, hexes)
    anchor = grid.axial(*min(cells.values()))
    steps = {name: _minus(grid.axial(*cell), anchor) for name, cell in cells.items()}
    return Region(
        flat=grid.flat,
        terrain={steps[name]: _terrain_at(origin, name, cells[name]) for name in cells},
        places={steps[p.hex]: p for p in origin.places if p.hex in steps},
        sides=tuple((steps[s.a], steps[s.b], s) for s in _sides(origin) if s.a in steps and s.b in steps),
        routes=tuple(_routes(origin, steps)),
        spots={steps[h.hex]: h for h in origin.hexes if h.hex in steps and (h.tags or h.note)},
    )


def _minus(a: Step, b: Step) -> Step:
    return a[0] - b[0], a[1] - b[1]


def _terrain_at(board: BoardDef, name: str, cell: tuple[int, int]) -> str:
    special = next((spot.terrain for spot in board.hexes if spot.hex == name and spot.terrain), None)
    letter = board.rows[cell[1]][cell[0]]
    return special or ("" if letter == NO_HEX else board.legend[letter])


def _sides(board: BoardDef) -> Iterable[HexsideDef]:
    yield from board.hexsides
    for chain in board.chains:
        for a, b in chain_pairs(chain):
            yield HexsideDef(
                a=a,
                b=b,
                kind=chain.kind,
                name=chain.name,
                high=a if chain.directed == "high" else None,
                protects=a if chain.directed == "protects" else None,
            )


def _routes(board: BoardDef, steps: Mapping[str, Step]) -> Iterable[tuple[str, str, tuple[Step, ...]]]:
    for route in board.routes:
        run: list[Step] = []
        for name in (*route.hexes(), ""):
            if name in steps:
                run.append(steps[name])
                continue
            if len(run) > 1:
                yield route.kind, route.name, tuple(run)
            run = []


def paste_region(module: ModuleDef, board: str, region: Region, at: str) -> ModuleDef:
    """Pastes a region with its anchor on a hex; names move only where the hex has none yet."""
    target = module.boards[position_of(module.boards, board)]
    grid = grid_of(target.grid)
    if grid.flat != region.flat:
        raise EditRefused("the other map has its hexes turned", "copy between maps of the same kind of grid")
    base = grid.axial(*cells_of(target, [at])[at])
    names = _targets(target, grid, base, region)
    terrain = {names[step]: kind for step, kind in region.terrain.items() if step in names and kind}
    named = {place.hex for place in target.places}
    places = tuple(
        with_fields(place, {"hex": names[step]})
        for step, place in region.places.items()
        if step in names and names[step] not in named
    )

    marked = {names[step]: spot for step, spot in region.spots.items() if step in names}

    def change(old: BoardDef) -> BoardDef:
        new = painted(old, terrain)
        hexes = tuple(item for item in new.hexes if item.hex not in marked)
        pasted = tuple(with_fields(spot, {"hex": name, "terrain": None}) for name, spot in marked.items())
        return with_fields(new, {"places": (*new.places, *places), "hexes": (*hexes, *pasted)})

    module = change_board(module, board, change)
    sides = [
        with_fields(side, _ends(side, names[a], names[b]))
        for a, b, side in region.sides
        if a in names and b in names
    ]
    if sides:
        module = draw_hexsides(module, board, sides)
    for kind, name, path in region.routes:
        known = [names[step] for step in path if step in names]
        if len(known) == len(path) and not _has_route(module, board, known):
            module = draw_route(module, board, kind, known, name)
    return module


def _ends(side: HexsideDef, a: str, b: str) -> dict[str, object]:
    there = {side.a: a, side.b: b}
    return {"a": a, "b": b, "high": there.get(side.high or ""), "protects": there.get(side.protects or "")}


def _targets(board: BoardDef, grid: HexGrid, base: Step, region: Region) -> dict[Step, str]:
    numbering = Numbering(board.grid)
    wanted = {(base[0] + q, base[1] + r): (q, r) for q, r in region.terrain}
    found: dict[Step, str] = {}
    for column in range(board.grid.columns):
        for row in range(board.grid.rows):
            step = wanted.get(grid.axial(column, row))
            if step is not None and board.rows[row][column] != NO_HEX:
                found[step] = numbering.name(column, row)
    return found


def _has_route(module: ModuleDef, board: str, path: list[str]) -> bool:
    links = {frozenset(pair) for pair in pairwise(path)}
    routes = module.boards[position_of(module.boards, board)].routes
    return links <= {frozenset(pair) for route in routes for pair in pairwise(route.hexes())}
