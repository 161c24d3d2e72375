"""The coast of a map whose hexes became land or sea: stored lines where nothing changed, new ones where it
did.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np

from app.graphics.curves import Point, Polyline
from app.graphics.ground.contours import calmed, contour
from app.graphics.ground.noise import Field
from app.graphics.ground.rasters import blur, distance_to
from app.graphics.ground.subject import Window
from app.graphics.painters.board_coast import COAST, EDGE

VIGNETTE_DISTANCES: Final = (0.07, 0.15, 0.25, 0.37, 0.51)
_EDGE_LEVEL: Final = 0.86

Square = tuple[int, int]


class ShorePiece(NamedTuple):
    """A stretch of a line inside one square: `COAST`, `EDGE`, or the number of a line in the water."""

    line: int
    points: tuple[Point, ...]


def shore_pieces(window: Window, land: Field, square: float) -> dict[Square, list[ShorePiece]]:
    """The lines of a window's coast, cut into squares."""
    scale = window.scale
    away = blur(distance_to(land >= 0.5, round(0.6 * scale)) / np.float32(scale), 1.0)
    levels = [
        (COAST, contour(land, 0.5)),
        (EDGE, contour(blur(land, 0.9), _EDGE_LEVEL)),
        *((n, contour(-away, -distance)) for n, distance in enumerate(VIGNETTE_DISTANCES)),
    ]
    found: dict[Square, list[ShorePiece]] = {}
    for number, lines in levels:
        for line in lines:
            points = [(window.left + x / scale, window.top + y / scale) for x, y in calmed(line)]
            for place, part in _cut(points, square):
                found.setdefault(place, []).append(ShorePiece(number, tuple(part)))
    return found


def _cut(points: Polyline, square: float) -> Iterable[tuple[Square, Polyline]]:
    """A line in stretches that each lie in one square; each step belongs to the square of its middle."""
    here: Square | None = None
    part: Polyline = []
    for a, b in itertools.pairwise(points):
        place = int((a[0] + b[0]) / 2 // square), int((a[1] + b[1]) / 2 // square)
        if place != here:
            if here is not None:
                yield here, part
            here, part = place, [a]
        part.append(b)
    if here is not None:
        yield here, part


class Shoreline:
    """Squares with a coast of their own, and the stored lines without what lies in them."""

    def __init__(self, square: float) -> None:
        self._square = square
        self._pieces: dict[Square, tuple[ShorePiece, ...]] = {}
        self.version = 0
        """Rises with every change."""

    @property
    def is_changed(self) -> bool:
        """Whether any square has a coast of its own."""
        return bool(self._pieces)

    def put(self, square: Square, pieces: tuple[ShorePiece, ...] | None) -> None:
        """Gives a square its own coast, or with None the stored one."""
        if self._pieces.get(square) == pieces:
            return
        if pieces is None:
            del self._pieces[square]
        else:
            self._pieces[square] = pieces
        self.version += 1

    def lines(self, number: int, stored: Sequence[Polyline]) -> list[tuple[Polyline, bool]]:
        """The lines of one kind with whether each is closed."""
        if not self._pieces:
            return [(line, True) for line in stored]
        found: list[tuple[Polyline, bool]] = []
        for ring in stored:
            found.extend(self._outside(ring))
        for pieces in self._pieces.values():
            found.extend((list(piece.points), False) for piece in pieces if piece.line == number)
        return found

    def _outside(self, ring: Polyline) -> Iterable[tuple[Polyline, bool]]:
        ring = list(_in_short_steps(ring, self._square / 2))
        points = np.array([*ring, ring[0]])
        middles = ((points[:-1] + points[1:]) / 2 // self._square).astype(int)
        inside = [tuple(place) in self._pieces for place in middles.tolist()]
        if not any(inside):
            yield ring, True
            return
        part: Polyline = []
        closed = [*ring, ring[0]]
        for n, is_inside in enumerate(inside):
            if is_inside:
                if len(part) > 1:
                    yield part, False
                part = []
            else:
                part = part or [closed[n]]
                part.append(closed[n + 1])
        if len(part) > 1:
            yield part, False


def _in_short_steps(ring: Polyline, most: float) -> Iterable[Point]:
    """A closed line with points between those that lie far apart, as where a coast was cut straight."""
    for a, b in itertools.pairwise([*ring, ring[0]]):
        steps = int(max(abs(b[0] - a[0]), abs(b[1] - a[1])) / most) + 1
        for n in range(steps):
            yield a[0] + (b[0] - a[0]) * n / steps, a[1] + (b[1] - a[1]) * n / steps
