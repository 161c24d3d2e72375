"""Boards compiled to integers.

Rules, path finding and painting want numbers, people want ids. A compiled board numbers the hexes of one
or several maps from 0 and keeps, for each, its neighbours in the fixed order of directions, its terrain,
and what lies on its sides. It is immutable and holds nothing of any position.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.definition.board import BoardDef, LabelDef, PlaceDef
from engine.geometry.hexgrid import HexGrid, Point

#: The distance between hexes of different maps: farther than anything.
APART = 1_000_000

NO_FEATURES: frozenset[str] = frozenset()
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Side:
    """What lies on one hexside: kinds, names, the upper hex of a slope, the hexes a wall protects."""

    kinds: frozenset[str]
    names: tuple[str, ...] = ()
    high: int | None = None
    protects: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """The routes that run from one hex to a neighbour."""

    kinds: frozenset[str]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Route:
    """A route as a chain of hex numbers."""

    kind: str
    name: str
    path: tuple[int, ...]
    leaves: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """One map inside the common numbering: its definition, its grid, and the number of its first hex."""

    definition: BoardDef
    grid: HexGrid
    first: int
    cells: Mapping[tuple[int, int], int]


@dataclass(frozen=True)
class CompiledBoard:
    """One or several maps in integers. Hexes that letters leave blank do not exist and have no number."""

    ids: tuple[str, ...]
    index: Mapping[str, int] = field(repr=False)
    neighbors: tuple[tuple[int, int, int, int, int, int], ...] = field(repr=False)
    terrain: tuple[str, ...] = field(repr=False)
    column: tuple[int, ...] = field(repr=False)
    row: tuple[int, ...] = field(repr=False)
    board: tuple[int, ...] = field(repr=False)
    zones: Mapping[str, frozenset[int]] = field(repr=False)
    sides: Mapping[Pair, Side] = field(repr=False)
    routes: tuple[Route, ...] = field(repr=False)
    route_links: Mapping[Pair, Link] = field(repr=False)
    places: Mapping[int, PlaceDef] = field(repr=False)
    hex_tags: Mapping[int, frozenset[str]] = field(repr=False)
    sheets: tuple[Sheet, ...] = field(repr=False)

    def __len__(self) -> int:
        return len(self.ids)

    def hexside(self, i: int, j: int) -> frozenset[str]:
        """Kinds of feature on the side between two neighbours; empty for a bare side."""
        side = self.sides.get((i, j) if i < j else (j, i))
        return side.kinds if side else NO_FEATURES

    def side(self, i: int, j: int) -> Side | None:
        """Everything about the side between two neighbours; None for a bare side."""
        return self.sides.get((i, j) if i < j else (j, i))

    def high(self, i: int, j: int) -> int | None:
        """The upper of two neighbours where a slope lies between them."""
        side = self.sides.get((i, j) if i < j else (j, i))
        return side.high if side else None

    def links(self, i: int, j: int) -> frozenset[str]:
        """Kinds of route that run between two neighbours."""
        link = self.route_links.get((i, j) if i < j else (j, i))
        return link.kinds if link else NO_FEATURES

    def direction(self, i: int, j: int) -> int | None:
        """The direction from a hex to its neighbour; None if they are not neighbours."""
        around = self.neighbors[i]
        return around.index(j) if j in around and j >= 0 else None

    def distance(self, i: int, j: int) -> int:
        """Number of hexes from one to the other as the crow flies; `APART` on different maps."""
        if self.board[i] != self.board[j]:
            return APART
        grid = self.sheets[self.board[i]].grid
        return grid.distance((self.column[i], self.row[i]), (self.column[j], self.row[j]))

    def within(self, i: int, steps: int) -> frozenset[int]:
        """All hexes at most so many steps away as the crow flies, the hex itself included."""
        sheet = self.sheets[self.board[i]]
        c, r = self.column[i], self.row[i]
        found = []
        for column in range(c - steps, c + steps + 1):
            for row in range(r - steps, r + steps + 1):
                j = sheet.cells.get((column, row))
                if j is not None and sheet.grid.distance((c, r), (column, row)) <= steps:
                    found.append(j)
        return frozenset(found)

    def center(self, i: int) -> Point:
        """The middle of a hex in hex widths, on its own map, y downward."""
        return self.sheets[self.board[i]].grid.center(self.column[i], self.row[i])

    def corners(self, i: int) -> tuple[Point, ...]:
        """Its six corners clockwise; the side toward direction d runs from corner d-1 to corner d."""
        return self.sheets[self.board[i]].grid.corners(self.column[i], self.row[i])

    def size(self, board: int = 0) -> Point:
        """Width and height of a map in hex widths."""
        return self.sheets[board].grid.size()

    def hex_at(self, x: float, y: float, board: int = 0) -> int | None:
        """The hex under a point of a map, by arithmetic; None beside it."""
        sheet = self.sheets[board]
        cell = sheet.grid.cell_at(x, y)
        return sheet.cells.get(cell) if cell else None

    def place_name(self, i: int) -> str:
        """The name printed in a hex; empty for most."""
        place = self.places.get(i)
        return place.name if place else ""

    def label(self, i: int) -> str:
        """The id with the name behind it, as people say it: `A36.23 Tobruk`."""
        place = self.places.get(i)
        return f"{self.ids[i]} {place.name}" if place else self.ids[i]

    def name_position(self, i: int) -> LabelDef:
        """Where the name of a hex stands."""
        place = self.places.get(i)
        return (place.label if place else None) or LabelDef()

    def tags(self, i: int) -> frozenset[str]:
        """What the rules know of a hex beyond its terrain: port, oasis and the like."""
        return self.hex_tags.get(i, NO_FEATURES)

    def tagged(self, tag: str) -> tuple[int, ...]:
        """All hexes that carry a tag, in order."""
        return tuple(i for i, tags in sorted(self.hex_tags.items()) if tag in tags)

    def board_of(self, i: int) -> str:
        """Id of the map a hex is on."""
        return self.sheets[self.board[i]].definition.id

    def board_number(self, board_id: str) -> int:
        """Position of a map among the compiled ones; raises KeyError for another id."""
        for number, sheet in enumerate(self.sheets):
            if sheet.definition.id == board_id:
                return number
        raise KeyError(board_id)

    def hexes(self, ids: Iterable[str]) -> tuple[int, ...]:
        """The numbers of written ids; raises KeyError for an unknown one."""
        return tuple(self.index[name] for name in ids)
