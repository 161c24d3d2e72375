"""The grids of a VASSAL board and what a point on its picture is called.

Offsets of grids inside zones are relative to the board. The first zone that holds a point names it, else the
board's own grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, hypot, sqrt, trunc
from typing import Final

from app.importing.vassal.build import Node
from app.importing.vassal.numbering import (
    CellNumbering,
    Extent,
    hex_name,
    read_numbering,
    square_name,
)
from app.importing.vassal.tokens import decimal, whole

Cell = tuple[int, int]
Spot = tuple[float, float]
DEFAULT_DY: Final = 64.0
RATIO: Final = sqrt(3) / 2
MOST_CELLS: Final = 400
MOST_SQUARES: Final = 60


@dataclass(frozen=True)
class HexGeometry:
    """A hex grid in pixels of the board; sideways grids have their axes swapped."""

    x0: float
    y0: float
    dx: float
    dy: float
    sideways: bool

    def exact(self, column: int, row: int) -> Spot:
        """The centre of a cell without rounding."""
        x = self.dx * column + self.x0
        y = self.dy * row + self.y0 + (self.dy / 2 if column % 2 else 0.0)
        return (y, x) if self.sideways else (x, y)

    def center(self, column: int, row: int) -> Spot:
        """The centre of a cell as VASSAL rounds it."""
        x = trunc(self.dx * column + self.x0)
        y = trunc(self.dy * row + (trunc(self.dy / 2) if column % 2 else 0) + self.y0)
        return (y, x) if self.sideways else (x, y)

    def cell_at(self, spot: Spot) -> Cell:
        """The cell whose hexagon holds a point."""
        x, y = (spot[1], spot[0]) if self.sideways else spot
        stretch = self.dy * RATIO / self.dx
        near = floor((x - self.x0) / self.dx + 0.5)
        found: list[tuple[float, Cell]] = []
        for column in (near - 1, near, near + 1):
            low = 0.5 if column % 2 else 0.0
            base = floor((y - self.y0) / self.dy - low + 0.5)
            for row in (base - 1, base, base + 1):
                away_x = (x - self.x0 - self.dx * column) * stretch
                away_y = y - self.y0 - self.dy * (row + low)
                found.append((hypot(away_x, away_y), (column, row)))
        return min(found)[1]

    def cells_in(self, size: Spot) -> Iterator[Cell]:
        """All cells whose centre lies on a board of that size."""
        width, height = (size[1], size[0]) if self.sideways else size
        first, last = floor(-self.x0 / self.dx) - 1, floor((width - self.x0) / self.dx) + 2
        top, bottom = floor(-self.y0 / self.dy) - 2, floor((height - self.y0) / self.dy) + 2
        for column in range(first, min(last, first + MOST_CELLS)):
            for row in range(top, min(bottom, top + MOST_CELLS)):
                x, y = self.exact(column, row)
                if 0 <= x < size[0] and 0 <= y < size[1]:
                    yield column, row

    def is_like(self, other: HexGeometry) -> bool:
        """Whether the other grid has the same hexes at the same numbers."""
        own = (self.x0, self.y0, self.dx, self.dy)
        return self.sideways == other.sideways and all(
            abs(a - b) < 0.01 for a, b in zip(own, (other.x0, other.y0, other.dx, other.dy), strict=True)
        )


@dataclass(frozen=True)
class HexCells:
    """A hex grid with its numbering."""

    geometry: HexGeometry
    numbering: CellNumbering | None
    is_drawn: bool = False

    def name(self, cell: Cell, size: Spot) -> str:
        """What a cell is called in a container of that size."""
        scheme = self.numbering or CellNumbering()
        extent = Extent.of_hexes(size, self.geometry.dx, self.geometry.dy)
        return hex_name(scheme, cell, extent, sideways=self.geometry.sideways)


@dataclass(frozen=True)
class SquareCells:
    """A square grid with its numbering."""

    x0: float
    y0: float
    dx: float
    dy: float
    numbering: CellNumbering | None

    def cell_at(self, spot: Spot) -> Cell:
        """The square that holds a point."""
        return floor((spot[0] - self.x0) / self.dx + 0.5), floor((spot[1] - self.y0) / self.dy + 0.5)

    def center(self, cell: Cell) -> Spot:
        """The middle of a square."""
        return self.x0 + self.dx * cell[0], self.y0 + self.dy * cell[1]

    def name(self, cell: Cell, size: Spot) -> str:
        """What a square is called in a container of that size."""
        scheme = self.numbering or CellNumbering()
        return square_name(scheme, cell, Extent.of_squares(size, self.dx, self.dy))


@dataclass(frozen=True)
class Regions:
    """Named points; the nearest one counts."""

    points: tuple[tuple[str, Spot], ...]

    def at(self, spot: Spot) -> str:
        """The name of the nearest point."""
        return min(self.points, key=lambda entry: hypot(entry[1][0] - spot[0], entry[1][1] - spot[1]))[0]


Cells = HexCells | SquareCells | Regions


@dataclass(frozen=True)
class ZoneArea:
    """A zone: a polygon with a name and perhaps a grid of its own."""

    name: str
    polygon: tuple[Spot, ...]
    cells: Cells | None
    form: str = "$name$"
    uses_parent: bool = False

    def holds(self, spot: Spot) -> bool:
        """Whether a point lies inside, by the even-odd rule."""
        x, y = spot
        inside = False
        before = self.polygon[-1] if self.polygon else (0.0, 0.0)
        for corner in self.polygon:
            (x1, y1), (x2, y2) = before, corner
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
            before = corner
        return inside

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the box around it."""
        xs, ys = [x for x, _ in self.polygon], [y for _, y in self.polygon]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    @property
    def size(self) -> Spot:
        """Width and height of the box around it."""
        _, _, width, height = self.box
        return width, height


def read_cells(parent: Node) -> tuple[Cells | None, tuple[ZoneArea, ...]]:
    """The default grid of a board or zoned grid, and its zones in order."""
    cells: Cells | None = None
    zones: list[ZoneArea] = []
    for child in parent.children:
        if child.kind == "ZonedGrid":
            inner, more = read_cells(child)
            cells = cells or inner
            zones += more
        elif child.kind == "Zone":
            zone = _zone(child)
            if len(zone.polygon) >= 3:
                zones.append(zone)
        else:
            cells = cells or _grid(child)
    return cells, tuple(zones)


def _zone(node: Node) -> ZoneArea:
    points = []
    for pair in node.get("path").split(";"):
        x, comma, y = pair.partition(",")
        if comma:
            points.append((decimal(x), decimal(y)))
    cells = next((found for found in map(_grid, node.children) if found is not None), None)
    return ZoneArea(
        name=node.get("name"),
        polygon=tuple(points),
        cells=cells,
        form=node.get("locationFormat", "$name$"),
        uses_parent=node.get("useParentGrid") == "true",
    )


def _grid(node: Node) -> Cells | None:
    if node.kind == "HexGrid" or node.kind.endswith("HexGrid"):
        return HexCells(_hexes(node), read_numbering(node), is_drawn=node.get("visible") == "true")
    if node.kind == "SquareGrid":
        dx, dy = (max(2.0, decimal(node.get(key), 48.0)) for key in ("dx", "dy"))
        x0, y0 = whole(node.get("x0")), whole(node.get("y0"))
        return SquareCells(x0, y0, dx, dy, read_numbering(node))
    if node.kind == "RegionGrid":
        regions = tuple(
            (child.get("name"), (decimal(child.get("originx")), decimal(child.get("originy"))))
            for child in node.children
            if child.kind == "Region" and child.get("name")
        )
        return Regions(regions) if regions else None
    return None


def _hexes(node: Node) -> HexGeometry:
    dy = max(2.0, decimal(node.get("dy"), DEFAULT_DY))
    dx = decimal(node.get("dx"), DEFAULT_DY * RATIO)
    if abs(dx - DEFAULT_DY * RATIO) < 1e-6 or dx < 2.0:
        dx = dy * RATIO
    return HexGeometry(
        x0=whole(node.get("x0")),
        y0=whole(node.get("y0"), 32 if not node.get("y0") else 0),
        dx=dx,
        dy=dy,
        sideways=node.get("sideways") == "true",
    )
