"""Lines of equal value in a field, as chains of points.

Where a painted map has another coast than the stored one, the new line is read off the pixels of land, and
its companions in the water off their distance to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from app.graphics.curves import Point, Polyline
from app.graphics.ground.noise import Field

#: For each pattern of corners above the level (upper left 1, upper right 2, lower right 4, lower left 8), the
#: sides between which the line runs; sides: 0 top, 1 right, 2 bottom, 3 left.
_RUNS: Final[tuple[tuple[tuple[int, int], ...], ...]] = (
    (), ((3, 0),), ((0, 1),), ((3, 1),), ((1, 2),), ((3, 0), (1, 2)), ((0, 2),), ((3, 2),),
    ((2, 3),), ((2, 0),), ((0, 1), (2, 3)), ((2, 1),), ((1, 3),), ((1, 0),), ((0, 3),), (),
)  # fmt: skip


def contour(field: Field, level: float) -> list[Polyline]:
    """The lines at a level, in pixels; the middle of the first pixel is (0.5, 0.5). Closed lines repeat
    their first point.
    """
    above = field >= level
    pattern = (
        above[:-1, :-1].astype(np.int8)
        + 2 * above[:-1, 1:].astype(np.int8)
        + 4 * above[1:, 1:].astype(np.int8)
        + 8 * above[1:, :-1].astype(np.int8)
    )
    rows, columns = np.nonzero((pattern > 0) & (pattern < 15))
    ends: dict[Edge, list[Edge]] = {}
    for row, column, number in zip(
        rows.tolist(), columns.tolist(), pattern[rows, columns].tolist(), strict=True
    ):
        for a, b in _RUNS[number]:
            first, second = _edge(row, column, a), _edge(row, column, b)
            ends.setdefault(first, []).append(second)
            ends.setdefault(second, []).append(first)
    return [[_place(field, level, edge) for edge in chain] for chain in _chains(ends)]


Edge = tuple[int, int, int]
"""A side of the net between pixel middles: row and column of its first end, 0 along the row or 1 down."""


def _edge(row: int, column: int, side: int) -> Edge:
    return ((row, column, 0), (row, column + 1, 1), (row + 1, column, 0), (row, column, 1))[side]


def _place(field: Field, level: float, edge: Edge) -> Point:
    row, column, down = edge
    first = float(field[row, column])
    second = float(field[row + 1, column] if down else field[row, column + 1])
    share = (level - first) / (second - first) if second != first else 0.5
    return (column + 0.5, row + 0.5 + share) if down else (column + 0.5 + share, row + 0.5)


def _chains(ends: dict[Edge, list[Edge]]) -> Iterator[list[Edge]]:
    loose = [edge for edge, near in ends.items() if len(near) == 1]
    for start in (*loose, *ends):
        if not ends[start]:
            continue
        chain, here = [start], start
        while ends[here]:
            following = ends[here].pop()
            ends[following].remove(here)
            chain.append(following)
            here = following
        yield chain


def calmed(line: Polyline, passes: int = 2) -> Polyline:
    """The line without the stairs of its pixels; ends stay, closed lines stay closed."""
    points = np.array(line)
    is_closed = len(line) > 3 and line[0] == line[-1]
    for _ in range(passes):
        if len(points) < 3:
            break
        smooth = points.copy()
        smooth[1:-1] = (points[:-2] + 2 * points[1:-1] + points[2:]) / 4
        if is_closed:
            smooth[0] = smooth[-1] = (points[-2] + 2 * points[0] + points[1]) / 4
        points = smooth
    return [(float(x), float(y)) for x, y in points]
