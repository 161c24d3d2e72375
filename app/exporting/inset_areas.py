"""Large areas of free choice on the small map of a set-up sheet: their border and a label.

Small areas are told hex by hex; of one that covers half the map only the border says something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import dist
from typing import Final

from app.exporting.plan import BLACK, WHITE, Align, Face, Frame, Mark, Stroke, Style, Words
from app.exporting.typesetting import Measure, one_line
from engine.geometry.board import CompiledBoard
from engine.geometry.hexgrid import Point

BORDER: Final = 0.5
LABEL: Final = Style(Face.STRONG, 5.8)
LABEL_HEIGHT: Final = 4.2
NEAR: Final = 16.0
"""Farther from marks than this, in millimetres, a label needs not be."""
EDGE: Final = 1.2


@dataclass(frozen=True, slots=True)
class FreeArea:
    """An area of free choice: what it is called, and its hexes."""

    title: str
    hexes: frozenset[int]


@dataclass(frozen=True, slots=True)
class AreaPaper:
    """Where hexes lie on the small map: its size, what it shows, and places on it in millimetres."""

    board: CompiledBoard
    size: tuple[float, float]
    holds: Callable[[int], bool]
    place: Callable[[float, float], Point]

    def middle(self, i: int) -> Point:
        """The middle of a hex."""
        return self.place(*self.board.center(i))


def area_border(paper: AreaPaper, area: FreeArea) -> Iterator[Mark]:
    """The border of an area as a broken line, cut at the frame."""
    sides = list(_sides(paper, area))
    for (x1, y1), (x2, y2) in sides:
        yield Stroke(x1, y1, x2, y2, BORDER + 0.7, WHITE)
    for (x1, y1), (x2, y2) in sides:
        yield Stroke(x1, y1, x2, y2, BORDER, BLACK, dashed=True)


def _sides(paper: AreaPaper, area: FreeArea) -> Iterator[tuple[Point, Point]]:
    board = paper.board
    for i in sorted(area.hexes):
        corners = board.corners(i)
        for direction, neighbor in enumerate(board.neighbors[i]):
            if neighbor not in area.hexes:
                ends = paper.place(*corners[direction - 1]), paper.place(*corners[direction])
                part = _inside(*ends, paper.size)
                if part is not None:
                    yield part


def area_label(
    measure: Measure, paper: AreaPaper, area: FreeArea, crowd: Sequence[Point]
) -> tuple[tuple[Mark, ...], Point] | None:
    """The title of an area where it covers least, with its middle; none where no hex of it is shown."""
    shown = [paper.middle(i) for i in sorted(area.hexes) if paper.holds(i)]
    if not shown:
        return None
    wide, high = paper.size
    text = one_line(measure, f"Free choice: {area.title}", LABEL, wide * 0.5)
    across = measure.width(text, LABEL) + 3.2
    heart = sum(x for x, _ in shown) / len(shown), sum(y for _, y in shown) / len(shown)

    def placed(point: Point) -> Point:
        x = min(max(point[0], EDGE + across / 2), wide - EDGE - across / 2)
        return x, min(max(point[1], EDGE + LABEL_HEIGHT / 2), high - EDGE - LABEL_HEIGHT / 2)

    def worth(point: Point) -> float:
        x, y = placed(point)
        nearest = min((_apart((x, y), across, other) for other in crowd), default=NEAR)
        return min(nearest, NEAR) * 3 - dist((x, y), heart) * 0.2

    x, y = placed(max(shown, key=worth))
    left, top = x - across / 2, y - LABEL_HEIGHT / 2
    return (
        Frame(left, top, across, LABEL_HEIGHT, WHITE, BLACK, 0.3, 0.6, dashed=True),
        Words(x, y + LABEL.height * 0.36, text, LABEL, Align.CENTER),
    ), (x, y)


def _apart(middle: Point, across: float, other: Point) -> float:
    """How far a point lies from a label."""
    beyond = max(0.0, abs(other[0] - middle[0]) - across / 2)
    return dist((0.0, 0.0), (beyond, max(0.0, abs(other[1] - middle[1]) - LABEL_HEIGHT / 2)))


def _inside(start: Point, end: Point, size: tuple[float, float]) -> tuple[Point, Point] | None:
    """The part of a line on the paper; none where it lies off it."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        begin, step = start[axis], end[axis] - start[axis]
        if abs(step) < 1e-9:
            if not 0.0 <= begin <= size[axis]:
                return None
            continue
        near, far = sorted(((0.0 - begin) / step, (size[axis] - begin) / step))
        low, high = max(low, near), min(high, far)
    if high - low < 1e-6:
        return None
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    return (x + dx * low, y + dy * low), (x + dx * high, y + dy * high)
