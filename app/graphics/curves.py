"""Plane curves for drawn lines: corner cutting, splines, lengths, offsets, dashes.

Everything works on plain tuples in board units (one unit is the width of a hex across its flats, y grows
downwards), knows nothing of Qt, and gives the same points on every machine, so that the relief baked into a
picture and the line drawn over it can never disagree.
"""

from __future__ import annotations

import hashlib
import math
import random
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

Point = tuple[float, float]
Polyline = list[Point]


def seeded(*key: object) -> random.Random:
    """A generator of its own for each key, the same in every run."""
    digest = hashlib.blake2b("|".join(map(str, key)).encode(), digest_size=8).digest()
    return random.Random(int.from_bytes(digest, "big"))


def length(points: Sequence[Point]) -> float:
    """The length of a polyline."""
    return sum(math.dist(a, b) for a, b in pairwise(points))


def between(a: Point, b: Point, share: float) -> Point:
    """The point `share` of the way from `a` to `b`."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def cut_corners(points: Sequence[Point], passes: int = 2, *, closed: bool = False) -> Polyline:
    """Chaikin's corner cutting; an open line keeps its ends."""
    line = list(points)
    for _ in range(passes):
        sides = list(pairwise([*line, line[0]] if closed else line))
        cut = [q for a, b in sides for q in (between(a, b, 0.25), between(a, b, 0.75))]
        line = cut if closed else [line[0], *cut, line[-1]]
    return line


def spline(points: Sequence[Point], steps: int = 8) -> Polyline:
    """A Catmull-Rom curve through all points."""
    if len(points) < 3:
        return list(points)
    first = (2 * points[0][0] - points[1][0], 2 * points[0][1] - points[1][1])
    last = (2 * points[-1][0] - points[-2][0], 2 * points[-1][1] - points[-2][1])
    knots = [first, *points, last]
    curve: Polyline = []
    for i in range(1, len(knots) - 2):
        around = knots[i - 1], knots[i], knots[i + 1], knots[i + 2]
        curve.extend(_spline_point(around, k / steps) for k in range(steps))
    curve.append(points[-1])
    return curve


def _spline_point(around: tuple[Point, Point, Point, Point], t: float) -> Point:
    a, b, c, d = around
    x, y = (
        0.5
        * (
            2 * b[i]
            + (c[i] - a[i]) * t
            + (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t
            + (3 * b[i] - 3 * c[i] + d[i] - a[i]) * t**3
        )
        for i in (0, 1)
    )
    return x, y


@dataclass(frozen=True, slots=True)
class Station:
    """A point of a line and the unit vector along it there; `left` is the normal to the left."""

    x: float
    y: float
    along: Point

    @property
    def angle(self) -> float:
        return math.atan2(self.along[1], self.along[0])

    @property
    def left(self) -> Point:
        return self.along[1], -self.along[0]

    def shifted(self, along: float, left: float) -> Point:
        """A point so far ahead and so far to the left."""
        (ax, ay), (lx, ly) = self.along, self.left
        return self.x + ax * along + lx * left, self.y + ay * along + ly * left


class MeasuredLine:
    """A polyline that can be walked by distance."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = [points[0], *(b for a, b in pairwise(points) if a != b)]
        self._marks = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(self.points))]

    @property
    def length(self) -> float:
        return self._marks[-1]

    def at(self, distance: float) -> Station:
        """The station at a distance from the start; beyond the ends the line goes on straight."""
        if len(self.points) < 2:
            return Station(*self.points[0], (1.0, 0.0))
        i = min(max(bisect_right(self._marks, distance) - 1, 0), len(self.points) - 2)
        a, b = self.points[i], self.points[i + 1]
        size = self._marks[i + 1] - self._marks[i]
        ux, uy = (b[0] - a[0]) / size, (b[1] - a[1]) / size
        on = distance - self._marks[i]
        return Station(a[0] + ux * on, a[1] + uy * on, (ux, uy))

    def smooth_at(self, distance: float, reach: float) -> Station:
        """Like `at`, with the direction averaged over `reach` to both sides."""
        here = self.at(distance)
        before, after = self.at(max(0.0, distance - reach)), self.at(min(self.length, distance + reach))
        dx = before.along[0] + here.along[0] + after.along[0]
        dy = before.along[1] + here.along[1] + after.along[1]
        size = math.hypot(dx, dy) or 1.0
        return Station(here.x, here.y, (dx / size, dy / size))

    def nearest(self, point: Point, step: float = 0.05) -> float:
        """The distance along the line at which it comes nearest to a point."""
        count = max(2, math.ceil(self.length / step))
        places = [self.length * i / count for i in range(count + 1)]
        return min(places, key=lambda d: math.dist((self.at(d).x, self.at(d).y), point))

    def part(self, start: float, end: float) -> Polyline:
        """The piece between two distances."""
        first, last = self.at(start), self.at(end)
        inner = [p for p, d in zip(self.points, self._marks, strict=True) if start < d < end]
        return [(first.x, first.y), *inner, (last.x, last.y)]

    def offset(self, left: float, step: float = 0.05) -> Polyline:
        """A parallel line so far to the left, sampled every `step`."""
        count = max(1, math.ceil(self.length / step))
        stations = (self.smooth_at(self.length * i / count, step) for i in range(count + 1))
        return [s.shifted(0.0, left) for s in stations]

    def dashes(self, *pattern: float) -> list[Polyline]:
        """The line cut into dashes: lengths of dash, gap, dash, gap, and so on."""
        pieces: list[Polyline] = []
        place, turn = 0.0, 0
        while place < self.length:
            size = pattern[turn % len(pattern)]
            if turn % 2 == 0:
                pieces.append(self.part(place, min(place + size, self.length)))
            place += size
            turn += 1
        return pieces


def smoothed(points: Sequence[Point], window: float, step: float = 0.04) -> Polyline:
    """A running mean of the line over `window`, for letters that shall not stagger."""
    line = MeasuredLine(points)
    count = max(8, math.ceil(line.length / step))
    stations = [line.at(line.length * i / count) for i in range(count + 1)]
    half = max(1, round(window / step / 2))
    result: Polyline = []
    for i in range(count + 1):
        k = min(half, i, count - i)
        near = stations[i - k : i + k + 1]
        result.append((sum(s.x for s in near) / len(near), sum(s.y for s in near) / len(near)))
    return result
