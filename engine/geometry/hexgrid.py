"""Arithmetic of a rectangular hex grid in offset coordinates, for flat and pointy hexes.

Columns count from the west and rows from the north, both from 0. Lengths are in hex widths across the
flats, with y growing downward and the grid's bounding box beginning at the origin. Directions have a
fixed order, clockwise from the north (flat: N NE SE S SW NW; pointy: NE E SE SW W NW), so that direction
`d + 3` is the way back.
"""

from dataclasses import dataclass
from math import floor, hypot, sqrt

RADIUS = 1 / sqrt(3)
PITCH = sqrt(3) / 2

_FLAT_HIGH = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_FLAT_LOW = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_POINTY_LEFT = ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_POINTY_RIGHT = ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1))

_FLAT_CORNERS = (
    (RADIUS / 2, -0.5),
    (RADIUS, 0.0),
    (RADIUS / 2, 0.5),
    (-RADIUS / 2, 0.5),
    (-RADIUS, 0.0),
    (-RADIUS / 2, -0.5),
)
_POINTY_CORNERS = (
    (0.5, -RADIUS / 2),
    (0.5, RADIUS / 2),
    (0.0, RADIUS),
    (-0.5, RADIUS / 2),
    (-0.5, -RADIUS / 2),
    (0.0, -RADIUS),
)

DIRECTION_NAMES = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}

Cell = tuple[int, int]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A grid of `columns` by `rows` hexes; `shifted_parity` is the parity of the columns (rows) that are
    shifted.
    """

    flat: bool
    columns: int
    rows: int
    shifted_parity: int

    def is_shifted(self, column: int, row: int) -> bool:
        """Whether a hex belongs to a column half a hex lower (flat) or a row half a hex to the right
        (pointy).
        """
        return (column if self.flat else row) % 2 == self.shifted_parity

    def contains(self, column: int, row: int) -> bool:
        """Whether the grid has that cell."""
        return 0 <= column < self.columns and 0 <= row < self.rows

    def offsets(self, column: int, row: int) -> tuple[Cell, ...]:
        """The six steps to the neighbours in the order of directions."""
        shifted = self.is_shifted(column, row)
        if self.flat:
            return _FLAT_LOW if shifted else _FLAT_HIGH
        return _POINTY_RIGHT if shifted else _POINTY_LEFT

    def center(self, column: int, row: int) -> Point:
        """The middle of a hex in hex widths."""
        half = 0.5 if self.is_shifted(column, row) else 0.0
        if self.flat:
            return RADIUS + column * PITCH, 0.5 + row + half
        return 0.5 + column + half, RADIUS + row * PITCH

    def corners(self, column: int, row: int) -> tuple[Point, ...]:
        """The six corners clockwise; the side towards direction d runs from corner d-1 to corner d."""
        x, y = self.center(column, row)
        return tuple((x + dx, y + dy) for dx, dy in (_FLAT_CORNERS if self.flat else _POINTY_CORNERS))

    def size(self) -> Point:
        """Width and height of the whole grid in hex widths."""
        if self.flat:
            low = 0.5 if self.columns > 1 or self.shifted_parity == 0 else 0.0
            return 2 * RADIUS + (self.columns - 1) * PITCH, self.rows + low
        right = 0.5 if self.rows > 1 or self.shifted_parity == 0 else 0.0
        return self.columns + right, 2 * RADIUS + (self.rows - 1) * PITCH

    def axial(self, column: int, row: int) -> Cell:
        """Axial coordinates, in which distance is plain arithmetic."""
        if self.flat:
            lift = (column + (column % 2 if self.shifted_parity == 0 else -(column % 2))) // 2
            return column, row - lift
        lift = (row + (row % 2 if self.shifted_parity == 0 else -(row % 2))) // 2
        return column - lift, row

    def distance(self, a: Cell, b: Cell) -> int:
        """Number of steps between two cells."""
        q1, r1 = self.axial(*a)
        q2, r2 = self.axial(*b)
        dq, dr = q1 - q2, r1 - r2
        return max(abs(dq), abs(dr), abs(dq + dr))

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The cell under a point, found by arithmetic; None beside the grid."""
        if self.flat:
            near = floor((x - RADIUS) / PITCH + 0.5)
            candidates = [(c, r) for c in (near - 1, near, near + 1) for r in self._near_rows(c, y)]
        else:
            near = floor((y - RADIUS) / PITCH + 0.5)
            candidates = [(c, r) for r in (near - 1, near, near + 1) for c in self._near_columns(r, x)]
        best, cell = min((self._away(c, r, x, y), (c, r)) for c, r in candidates)
        return cell if self.contains(*cell) and best <= RADIUS + 1e-9 and self._holds(cell, x, y) else None

    def _near_rows(self, column: int, y: float) -> tuple[int, int]:
        exact = y - 0.5 - (0.5 if self.is_shifted(column, 0) else 0.0)
        return floor(exact), floor(exact) + 1

    def _near_columns(self, row: int, x: float) -> tuple[int, int]:
        exact = x - 0.5 - (0.5 if self.is_shifted(0, row) else 0.0)
        return floor(exact), floor(exact) + 1

    def _away(self, column: int, row: int, x: float, y: float) -> float:
        cx, cy = self.center(column, row)
        return hypot(cx - x, cy - y)

    def _holds(self, cell: Cell, x: float, y: float) -> bool:
        cx, cy = self.center(*cell)
        dx, dy = abs(x - cx), abs(y - cy)
        if not self.flat:
            dx, dy = dy, dx
        return dy <= 0.5 + 1e-9 and dx * PITCH + dy / 2 <= 0.5 + 1e-9
