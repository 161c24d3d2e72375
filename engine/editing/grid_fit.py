"""Fitting a grid to a picture of a map: three clicks or more, least squares, and the error that is left.

Each click names a hex and the point of the picture where its middle lies. Turning, stretching and slant
of a scan are all found, as the map from hex widths to pixels is a general linear one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot, inf, sqrt

from engine.editing.change import EditRefused
from engine.geometry.hexgrid import HexGrid, Point


@dataclass(frozen=True, slots=True)
class Click:
    """A hex by column and row, and where its middle lies in the picture, in pixels."""

    column: int
    row: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class GridFit:
    """The map from hex widths to pixels (x = a·u + b·v + c, y = d·u + e·v + f) and what it misses."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float
    rms: float
    worst: float

    def pixel(self, u: float, v: float) -> Point:
        """Where a point of the board lies in the picture."""
        return self.a * u + self.b * v + self.c, self.d * u + self.e * v + self.f

    def board(self, x: float, y: float) -> Point:
        """Where a pixel lies on the board, in hex widths."""
        whole = self.a * self.e - self.b * self.d
        x, y = x - self.c, y - self.f
        return (self.e * x - self.b * y) / whole, (self.a * y - self.d * x) / whole

    @property
    def pixels_per_hex(self) -> float:
        """The size of a hex in the picture."""
        return sqrt(abs(self.a * self.e - self.b * self.d))

    @property
    def angle(self) -> float:
        """How far the picture is turned, in degrees."""
        return degrees(atan2(self.d, self.a))


#: Pixels of a hex in a picture that shows one.
LEAST = 0.5


def fit_grid(grid: HexGrid, clicks: Sequence[Click]) -> GridFit:
    """The best fit through clicks; refuses fewer than three, and those in a line or in one spot."""
    if len(clicks) < 3:
        raise EditRefused("three hexes are needed to fit a grid", "click the middle of hexes far apart")
    centers = [grid.center(click.column, click.row) for click in clicks]
    sums = _normal([(u, v, 1.0) for u, v in centers])
    across = _solved(sums, _right(centers, [click.x for click in clicks]))
    down = _solved(sums, _right(centers, [click.y for click in clicks]))
    misses = [
        hypot(
            across[0] * u + across[1] * v + across[2] - click.x,
            down[0] * u + down[1] * v + down[2] - click.y,
        )
        for (u, v), click in zip(centers, clicks, strict=True)
    ]
    rms = sqrt(sum(miss * miss for miss in misses) / len(misses))
    fit = GridFit(*across, *down, rms=rms, worst=max(misses))
    if not LEAST < fit.pixels_per_hex < inf:
        raise EditRefused(
            "the clicks lie in one spot or in one line of the picture", "click each hex where it is"
        )
    return fit


_Row = tuple[float, float, float]


def _normal(rows: Sequence[_Row]) -> tuple[_Row, _Row, _Row]:
    def line(i: int) -> _Row:
        first, second, third = (sum(row[i] * row[j] for row in rows) for j in range(3))
        return first, second, third

    return line(0), line(1), line(2)


def _right(centers: Sequence[Point], values: Sequence[float]) -> _Row:
    pairs = list(zip(centers, values, strict=True))
    return sum(c[0] * v for c, v in pairs), sum(c[1] * v for c, v in pairs), sum(values)


def _solved(m: tuple[_Row, _Row, _Row], right: _Row) -> _Row:
    whole = _determinant(m)
    if abs(whole) < 1e-9:
        raise EditRefused("the hexes lie in one line", "click a hex away from it")

    def part(column: int) -> float:
        rows = [list(row) for row in m]
        for row, value in zip(rows, right, strict=True):
            row[column] = value
        a, b, c = ((r[0], r[1], r[2]) for r in rows)
        return _determinant((a, b, c)) / whole

    return part(0), part(1), part(2)


def _determinant(m: tuple[_Row, _Row, _Row]) -> float:
    (a, b, c), (d, e, f), (g, h, i) = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
