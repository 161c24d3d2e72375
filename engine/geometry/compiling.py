"""From board definitions to a compiled board.

Compiling expects definitions that the loader has checked: an unknown hex id raises `UnknownHex`, which
the loader turns into an issue and which nobody else ever sees.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from engine.definition.board import BoardDef, GridDef, HexsideChainDef, PlaceDef, RouteDef, ZoneDef
from engine.errors import EngineError
from engine.geometry.board import CompiledBoard, Link, Pair, Route, Sheet, Side
from engine.geometry.hexgrid import HexGrid
from engine.geometry.numbering import cell_names

#: The letter of a row where there is no hex.
NO_HEX = " "
#: Letters of a zone layer that belong to no zone.
NO_ZONE = " ."

Six = tuple[int, int, int, int, int, int]


class UnknownHex(EngineError):
    """A hex id that no map has."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no hex {name}")
        self.name = name


class NotNeighbors(EngineError):
    """Two hexes that should touch and do not."""

    def __init__(self, a: str, b: str) -> None:
        super().__init__(f"{a} and {b} are not neighbors")
        self.pair = (a, b)


def grid_of(definition: GridDef) -> HexGrid:
    """The arithmetic of a grid definition."""
    parity = 0 if definition.shifted == "first" else 1
    return HexGrid(definition.kind == "flat", definition.columns, definition.rows, parity)


def compile_boards(boards: Sequence[BoardDef]) -> CompiledBoard:
    """Compiles maps to one numbering; raises `UnknownHex` or `NotNeighbors` for faulty definitions."""
    work = _Work()
    for number, board in enumerate(boards):
        work.add_hexes(number, board)
    for number, board in enumerate(boards):
        work.add_features(number, board)
    return work.finish()


@dataclass
class _Work:
    """The half-built board."""

    ids: list[str] = field(default_factory=list)
    index: dict[str, int] = field(default_factory=dict)
    neighbors: list[Six] = field(default_factory=list)
    terrain: list[str] = field(default_factory=list)
    column: list[int] = field(default_factory=list)
    row: list[int] = field(default_factory=list)
    board: list[int] = field(default_factory=list)
    zones: dict[str, frozenset[int]] = field(default_factory=dict)
    sides: dict[Pair, Side] = field(default_factory=dict)
    routes: list[Route] = field(default_factory=list)
    links: dict[Pair, Link] = field(default_factory=dict)
    places: dict[int, PlaceDef] = field(default_factory=dict)
    tags: dict[int, set[str]] = field(default_factory=dict)
    sheets: list[Sheet] = field(default_factory=list)

    def add_hexes(self, number: int, board: BoardDef) -> None:
        lattice, first = _lattice(board.grid, _gaps(board.rows)), len(self.ids)
        for n, (column, row) in enumerate(lattice.cells):
            names = lattice.names[n]
            self.ids.append(names[0])
            for name in names:
                self.index.setdefault(name, first + n)
            self.terrain.append(board.legend[board.rows[row][column]])
            self.column.append(column)
            self.row.append(row)
            self.board.append(number)
        cells = {cell: first + n for n, cell in enumerate(lattice.cells)}
        self.sheets.append(Sheet(board, lattice.grid, first, cells))
        self.neighbors.extend(lattice.neighbors if not first else map(_moved_by(first), lattice.neighbors))
        for alias, name in board.aliases.items():
            self.index[alias] = self.find(name)

    def add_features(self, number: int, board: BoardDef) -> None:
        for spot in board.hexes:
            i = self.find(spot.hex)
            if spot.terrain:
                self.terrain[i] = spot.terrain
            self.tags.setdefault(i, set()).update(spot.tags)
        for place in board.places:
            i = self.find(place.hex)
            self.places.setdefault(i, place)
            self.tags.setdefault(i, set()).update(place.tags)
        for side in board.hexsides:
            self.add_side(
                side.a,
                side.b,
                Side(
                    frozenset((side.kind,)),
                    (side.name,) if side.name else (),
                    self.maybe(side.high),
                    tuple(self.find(h) for h in (side.protects,) if h),
                ),
            )
        for chain in board.chains:
            self.add_chain(chain)
        for route in board.routes:
            self.add_route(route)
        self.add_zones(number, board)

    def add_chain(self, chain: HexsideChainDef) -> None:
        names = (chain.name,) if chain.name else ()
        for a, b in chain_pairs(chain):
            first = self.find(a)
            high = first if chain.directed == "high" else None
            protects = (first,) if chain.directed == "protects" else ()
            self.add_side(a, b, Side(frozenset((chain.kind,)), names, high, protects))

    def add_side(self, a: str, b: str, new: Side) -> None:
        pair = self.pair(a, b)
        old = self.sides.get(pair)
        if old:
            new = Side(
                old.kinds | new.kinds,
                tuple(dict.fromkeys(old.names + new.names)),
                old.high if old.high is not None else new.high,
                tuple(dict.fromkeys(old.protects + new.protects)),
            )
        self.sides[pair] = new

    def add_route(self, route: RouteDef) -> None:
        names = route.hexes()
        self.routes.append(Route(route.kind, route.name, tuple(self.find(n) for n in names), route.leaves))
        for a, b in pairwise(names):
            pair = self.pair(a, b)
            old = self.links.get(pair, Link(frozenset()))
            name = (route.name,) if route.name else ()
            self.links[pair] = Link(old.kinds | {route.kind}, tuple(dict.fromkeys(old.names + name)))

    def add_zones(self, number: int, board: BoardDef) -> None:
        for layer in board.layers:
            for letter, zone in layer.legend.items():
                found = frozenset(
                    i
                    for (column, row), i in self.sheets[number].cells.items()
                    if layer.rows[row][column] == letter
                )
                self.zones[zone] = self.zones.get(zone, frozenset()) | found
        for zone_def in board.zones:
            self.zones[zone_def.id] = self.zones.get(zone_def.id, frozenset()) | self.zone(number, zone_def)

    def zone(self, number: int, zone: ZoneDef) -> frozenset[int]:
        sheet = self.sheets[number]
        hexes: set[int] = {self.find(name) for name in zone.hexes.split()}
        if zone.edge:
            hexes.update(i for cell, i in sheet.cells.items() if _on_edge(sheet.grid, cell, zone.edge))
        if zone.columns:
            first, last = sorted(self.column[self.find(name)] for name in zone.columns)
            hexes.update(i for (column, _), i in sheet.cells.items() if first <= column <= last)
        if zone.inside:
            inner = self.zones.get(zone.inside, frozenset())
            hexes = hexes & inner if zone.hexes or zone.edge or zone.columns else set(inner)
        if zone.land_only:
            hexes = {i for i in hexes if self.terrain[i] != "sea"}
        return frozenset(hexes)

    def find(self, name: str) -> int:
        try:
            return self.index[name]
        except KeyError:
            raise UnknownHex(name) from None

    def maybe(self, name: str | None) -> int | None:
        return self.find(name) if name else None

    def pair(self, a: str, b: str) -> Pair:
        i, j = self.find(a), self.find(b)
        if j not in self.neighbors[i]:
            raise NotNeighbors(a, b)
        return (i, j) if i < j else (j, i)

    def finish(self) -> CompiledBoard:
        return CompiledBoard(
            ids=tuple(self.ids),
            index=self.index,
            neighbors=tuple(self.neighbors),
            terrain=tuple(self.terrain),
            column=tuple(self.column),
            row=tuple(self.row),
            board=tuple(self.board),
            zones=self.zones,
            sides=self.sides,
            routes=tuple(self.routes),
            route_links=self.links,
            places=self.places,
            hex_tags={i: frozenset(tags) for i, tags in self.tags.items() if tags},
            sheets=tuple(self.sheets),
        )


def chain_pairs(chain: HexsideChainDef) -> Iterator[tuple[str, str]]:
    """The pairs of a chain in order; an entry `X a b c` means the sides from X to a, b and c."""
    for entry in chain.sides:
        first, *others = entry.split()
        for other in others:
            yield first, other


@dataclass(frozen=True)
class _Lattice:
    """What a map is before anything is painted on it: its cells, their names, and which lie around which."""

    grid: HexGrid
    cells: tuple[tuple[int, int], ...]
    names: tuple[tuple[str, ...], ...]
    neighbors: tuple[Six, ...]


def _gaps(rows: tuple[str, ...]) -> frozenset[tuple[int, int]]:
    """The cells, by column and row, that have no hex."""
    return frozenset(
        (column, row)
        for row, letters in enumerate(rows)
        if NO_HEX in letters
        for column, letter in enumerate(letters)
        if letter == NO_HEX
    )


@lru_cache(maxsize=8)
def _lattice(definition: GridDef, gaps: frozenset[tuple[int, int]]) -> _Lattice:
    """Painting leaves it as it is, so it is kept: it is most of the work of compiling a map."""
    grid, all_names = grid_of(definition), cell_names(definition)
    named = {
        (column, row): all_names[column][row]
        for column in range(grid.columns)
        for row in range(grid.rows)
        if (column, row) not in gaps and all_names[column][row]
    }
    cells = {cell: n for n, cell in enumerate(named)}
    return _Lattice(grid, tuple(cells), tuple(named.values()), tuple(_around(grid, cells, c) for c in cells))


def _moved_by(first: int) -> Callable[[Six], Six]:
    """Numbers of neighbors on a map whose hexes do not begin at 0."""

    def moved(six: Six) -> Six:
        a, b, c, d, e, f = (i if i < 0 else i + first for i in six)
        return a, b, c, d, e, f

    return moved


def _around(grid: HexGrid, cells: Mapping[tuple[int, int], int], cell: tuple[int, int]) -> Six:
    column, row = cell
    a, b, c, d, e, f = (cells.get((column + dc, row + dr), -1) for dc, dr in grid.offsets(column, row))
    return a, b, c, d, e, f


def _on_edge(grid: HexGrid, cell: tuple[int, int], edge: str) -> bool:
    column, row = cell
    return {
        "west": column == 0,
        "east": column == grid.columns - 1,
        "north": row == 0,
        "south": row == grid.rows - 1,
    }[edge]
