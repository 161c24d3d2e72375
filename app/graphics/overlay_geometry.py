"""Outlines of sets of hexes: closed loops, fronts between two sets, and lines drawn in by a distance."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from app.graphics.curves import Point, Polyline
from app.graphics.painters.board_chains import corner_key
from engine.geometry.board import CompiledBoard

Key = tuple[int, int]


def _edges(
    board: CompiledBoard, hexes: Collection[int], beyond: Collection[int] | None
) -> list[tuple[Point, Point]]:
    """Sides of a set with the inside on the right; only those toward `beyond`, if that is given."""
    inside = frozenset(hexes)
    result = []
    for i in sorted(inside):
        corners = board.corners(i)
        for direction, j in enumerate(board.neighbors[i]):
            if j in inside or (beyond is not None and j not in beyond):
                continue
            result.append((corners[direction - 1], corners[direction]))
    return result


def _linked(edges: Iterable[tuple[Point, Point]]) -> list[tuple[Polyline, bool]]:
    """Edges joined head to tail; each line with whether it is closed."""
    following: dict[Key, tuple[Point, Point]] = {corner_key(a): (a, b) for a, b in edges}
    heads = {corner_key(b) for _, b in following.values()}
    starts = [key for key in following if key not in heads] + list(following)
    lines: list[tuple[Polyline, bool]] = []
    for start in starts:
        if start not in following:
            continue
        a, b = following.pop(start)
        line: Polyline = [a, b]
        while (key := corner_key(line[-1])) in following:
            line.append(following.pop(key)[1])
        is_closed = key == start
        lines.append((line[:-1] if is_closed else line, is_closed))
    return lines


def outline_loops(board: CompiledBoard, hexes: Collection[int]) -> list[Polyline]:
    """The closed outlines of a set, holes included; walking along, the set lies on the right."""
    return [line for line, _ in _linked(_edges(board, hexes, None))]


def front_lines(
    board: CompiledBoard, hexes: Collection[int], beyond: Collection[int]
) -> list[tuple[Polyline, bool]]:
    """The lines along which a set touches another; each with whether it is closed."""
    return _linked(_edges(board, hexes, frozenset(beyond)))


def drawn_in(line: Sequence[Point], distance: float, *, is_closed: bool) -> Polyline:
    """The line moved to its right, into the set, by a distance; corners are mitred."""
    count = len(line)
    result: Polyline = []
    for n, here in enumerate(line):
        before = line[n - 1] if n or is_closed else None
        after = line[(n + 1) % count] if n + 1 < count or is_closed else None
        normals = [
            _right(a, b) for a, b in ((before, here), (here, after)) if a is not None and b is not None
        ]
        nx, ny = sum(n[0] for n in normals), sum(n[1] for n in normals)
        size = math.hypot(nx, ny) or 1.0
        stretch = distance / (size / len(normals)) if normals else 0.0
        result.append((here[0] + nx / size * stretch, here[1] + ny / size * stretch))
    return result


def _right(a: Point, b: Point) -> Point:
    """The unit normal on the right of the way from `a` to `b`, y growing downwards."""
    size = math.dist(a, b) or 1.0
    return -(b[1] - a[1]) / size, (b[0] - a[0]) / size
