"""Prepared shapes of a board, sorted by place, so that painting a tile touches only what lies in it.

Qt's raster painter is quick with many small paths and slow with one path of thousands of pieces, so
shapes are gathered in cells about three hexes wide and each cell is painted by itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPolygonF

from app.graphics.curves import Point

CELL: Final = 3.0
PIECE: Final = 24

Cell = tuple[int, int]
T = TypeVar("T")


def cell_of(x: float, y: float) -> Cell:
    """The cell a place lies in."""
    return math.floor(x / CELL), math.floor(y / CELL)


def cells_in(rect: QRectF) -> Iterator[Cell]:
    """The cells a rectangle touches."""
    left, top = cell_of(rect.left(), rect.top())
    right, bottom = cell_of(rect.right(), rect.bottom())
    for column in range(left, right + 1):
        for row in range(top, bottom + 1):
            yield column, row


def path_of(points: Sequence[Point], *, closed: bool = False) -> QPainterPath:
    """A polyline as a path."""
    path = QPainterPath()
    path.addPolygon(polygon_of(points))
    if closed:
        path.closeSubpath()
    return path


def polygon_of(points: Sequence[Point]) -> QPolygonF:
    """A polyline as a polygon of Qt."""
    return QPolygonF([QPointF(x, y) for x, y in points])


class Shapes:
    """Paths by cell."""

    def __init__(self) -> None:
        self._paths: dict[Cell, QPainterPath] = {}
        self._bounds: dict[Cell, QRectF] = {}

    def __bool__(self) -> bool:
        return bool(self._paths)

    def at(self, x: float, y: float) -> QPainterPath:
        """The path of the cell around a place, to be added to."""
        cell = cell_of(x, y)
        path = self._paths.get(cell)
        if path is None:
            path = self._paths[cell] = QPainterPath()
            path.setFillRule(Qt.FillRule.WindingFill)
        self._bounds.pop(cell, None)
        return path

    def add_polygon(self, points: Sequence[Point]) -> None:
        """A closed area, kept in the cell of its first point."""
        path = self.at(*points[0])
        path.addPolygon(polygon_of(points))
        path.closeSubpath()

    def add_line(self, points: Sequence[Point], *, closed: bool = False) -> None:
        """A line cut into pieces, each kept where its middle lies."""
        line = [*points, points[0]] if closed else list(points)
        for start in range(0, max(1, len(line) - 1), PIECE):
            piece = line[start : start + PIECE + 1]
            self.at(*piece[len(piece) // 2]).addPolygon(polygon_of(piece))

    def visible(self, rect: QRectF) -> Iterator[QPainterPath]:
        """The paths that touch a rectangle."""
        for cell, path in self._paths.items():
            bounds = self._bounds.get(cell)
            if bounds is None:
                bounds = self._bounds[cell] = path.controlPointRect()
            if (
                bounds.left() <= rect.right()
                and bounds.right() >= rect.left()
                and (bounds.top() <= rect.bottom() and bounds.bottom() >= rect.top())
            ):
                yield path

    def stroke(self, painter: QPainter, rect: QRectF, pen: QPen) -> None:
        """Strokes what touches a rectangle; for opaque ink, since pieces overlap at their ends."""
        reach = pen.widthF()
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for path in self.visible(rect.adjusted(-reach, -reach, reach, reach)):
            painter.drawPath(path)

    def stroke_as_one(self, painter: QPainter, rect: QRectF, pen: QPen) -> None:
        """Strokes what touches a rectangle in one go, so that translucent ink does not darken where
        pieces meet.
        """
        reach = pen.widthF()
        whole = QPainterPath()
        for path in self.visible(rect.adjusted(-reach, -reach, reach, reach)):
            whole.addPath(path)
        if whole.isEmpty():
            return
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(whole)

    def fill(self, painter: QPainter, rect: QRectF, brush: QBrush) -> None:
        """Fills what touches a rectangle."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(brush)
        for path in self.visible(rect):
            painter.drawPath(path)


class Lines:
    """Straight strokes by cell; much faster than paths."""

    def __init__(self) -> None:
        self._cells: dict[Cell, list[QLineF]] = {}

    def add(self, a: Point, b: Point) -> None:
        cell = cell_of((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        self._cells.setdefault(cell, []).append(QLineF(*a, *b))

    def draw(self, painter: QPainter, rect: QRectF, pen: QPen) -> None:
        """Draws what lies in or near a rectangle."""
        painter.setPen(pen)
        for cell in cells_in(rect.adjusted(-1, -1, 1, 1)):
            lines = self._cells.get(cell)
            if lines:
                painter.drawLines(lines)


class Spots(Generic[T]):
    """Anything with a place, by cell."""

    def __init__(self, items: Iterable[tuple[Point, T]] = ()) -> None:
        self._cells: dict[Cell, list[tuple[Point, T]]] = {}
        for at, item in items:
            self.add(at, item)

    def add(self, at: Point, item: T) -> None:
        self._cells.setdefault(cell_of(*at), []).append((at, item))

    def visible(self, rect: QRectF) -> Iterator[tuple[Point, T]]:
        """The items whose place lies in a rectangle."""
        for cell in cells_in(rect):
            for at, item in self._cells.get(cell, ()):
                if rect.contains(*at):
                    yield at, item
