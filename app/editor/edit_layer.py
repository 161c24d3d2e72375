"""What a tool shows on the map before and while it works: hexes to be painted, sides, a road in the
making.

Also the hexes painted since the map's picture was made, so that a stroke shows at once and the map behind
can be drawn anew at leisure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.graphics.board_items import BoardItem
from app.graphics.board_layout import UNIT
from app.graphics.board_scene import BoardScene
from app.graphics.colors import color

LAYER_Z = 8.0
ACCENT = "#1b5e7d"
GONE = "#cfc6b2"
STEP = 0.1
"""Hex widths between the points of a fast drag that are looked at."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """What is to be shown: hexes of the brush and their colour, hexsides, a way."""

    hexes: frozenset[str] = frozenset()
    color: str = ""
    sides: tuple[tuple[str, str], ...] = ()
    way: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    tinted: frozenset[str] = frozenset()
    """Those of the hexes that get the colour."""
    words: str = ""
    """What a click would do, where the palette does not say it."""
    places: tuple[str, ...] = ()
    """What the stroke has come to so far, or what a click here would come to; in the order of the hand."""


NOTHING = Sketch()


@dataclass(frozen=True)
class PaintedHex:
    """A hex with another terrain than the picture behind shows; without a colour it was taken away."""

    shape: QPolygonF
    color: str
    opacity: float = 0.72


@dataclass
class LayerState:
    """What the layer draws."""

    sketch: Sketch = NOTHING
    painted: tuple[PaintedHex, ...] = ()


class EditLayer(BoardItem):
    """The layer of an editor's tools over one board."""

    def __init__(self, scene: BoardScene) -> None:
        super().__init__(scene, LAYER_Z)
        self.state = LayerState()

    def show_sketch(self, sketch: Sketch) -> None:
        """Shows another sketch."""
        if sketch != self.state.sketch:
            self.state.sketch = sketch
            self.update()

    def show_painted(self, painted: tuple[PaintedHex, ...]) -> None:
        """Shows hexes with another look than the picture behind has."""
        if painted or self.state.painted:
            self.state.painted = painted
            self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for painted in self.state.painted:
            _fill(painter, painted.shape, painted.color or GONE, painted.opacity if painted.color else 1.0)
        sketch = self.state.sketch
        for name in sketch.tinted:
            self._tint(painter, name, sketch.color, 0.80)
        self._outline(painter, sketch.hexes)
        self._draw_sides(painter, sketch.sides)
        self._draw_way(painter, sketch.way)
        for name in sketch.anchors:
            center = self.board_scene.center_of(name)
            if center is not None:
                painter.setPen(QPen(color("#231a0c"), 2.4))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(center, UNIT * 0.16, UNIT * 0.16)

    def _polygon(self, name: str, shrink: float = 0.0) -> QPolygonF | None:
        layout = self.board_scene.layout
        i = layout.board.index.get(name)
        return layout.polygon(i, shrink) if i is not None else None

    def _tint(self, painter: QPainter, name: str, code: str, opacity: float) -> None:
        shape = self._polygon(name)
        if shape is not None:
            _fill(painter, shape, code, opacity)

    def _outline(self, painter: QPainter, hexes: frozenset[str]) -> None:
        path = QPainterPath()
        for name in hexes:
            shape = self._polygon(name, 0.02)
            if shape is not None:
                path.addPolygon(shape)
                path.closeSubpath()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color("#ffffff"), 6.0))
        painter.drawPath(path)
        painter.setPen(QPen(color(ACCENT), 3.0))
        painter.drawPath(path)

    def _draw_sides(self, painter: QPainter, sides: Sequence[tuple[str, str]]) -> None:
        for a, b in sides:
            line = side_line(self.board_scene, a, b)
            if line is None:
                continue
            for ink, width in (("#ffffff", 13.0), (ACCENT, 7.0)):
                painter.setPen(QPen(color(ink), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.drawLine(line)
            high = self.board_scene.center_of(a)
            if high is not None:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(color(ACCENT))
                middle = line.center()
                painter.drawEllipse(middle + (high - middle) * 0.35, 6.0, 6.0)

    def _draw_way(self, painter: QPainter, way: Sequence[str]) -> None:
        points = [center for name in way if (center := self.board_scene.center_of(name)) is not None]
        if len(points) < 2:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in (("#ffffff", 11.0), (ACCENT, 6.0)):
            pen = QPen(color(ink), width)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(points))


def _fill(painter: QPainter, shape: QPolygonF, code: str, opacity: float) -> None:
    painter.setOpacity(opacity)
    painter.setPen(QPen(color("#4c3a22"), 1.2))
    painter.setBrush(color(code))
    painter.drawPolygon(shape)
    painter.setOpacity(1.0)


def side_line(scene: BoardScene, a: str, b: str) -> QLineF | None:
    """The hexside between two neighbours in the scene; None if they do not touch."""
    layout = scene.layout
    i, j = layout.board.index.get(a), layout.board.index.get(b)
    if i is None or j is None:
        return None
    direction = layout.board.direction(i, j)
    if direction is None:
        return None
    corners = layout.polygon(i)
    return QLineF(corners.at((direction - 1) % 6), corners.at(direction))


def nearest_side(scene: BoardScene, point: QPointF, reach: float = 1.0) -> tuple[str, str] | None:
    """The hex under a point and the neighbour across its nearest side; None beside the map and for a side
    farther away than so many hex widths.
    """
    layout = scene.layout
    i = layout.hex_at(point)
    if i is None:
        return None
    around = [j for j in layout.board.neighbors[i] if j >= 0]
    if not around:
        return None

    def away(j: int) -> float:
        return QLineF(point, layout.center(j)).length()

    j = min(around, key=away)
    middle, across = layout.center(i), layout.center(j)
    along = QPointF.dotProduct(point - middle, across - middle) / (UNIT * UNIT)
    return (layout.board.ids[i], layout.board.ids[j]) if 0.5 - along <= reach else None


def sides_along(scene: BoardScene, start: QPointF, end: QPointF, reach: float) -> list[tuple[str, str]]:
    """The sides that come within reach on the straight way between two points, in order."""
    steps = max(1, round(QLineF(start, end).length() / (UNIT * STEP)))
    found: dict[tuple[str, str], None] = {}
    for step in range(1, steps + 1):
        side = nearest_side(scene, start + (end - start) * (step / steps), reach)
        if side is not None:
            found.pop(side, None)
            found[side] = None
    return list(found)


def nearest_link(scene: BoardScene, point: QPointF, reach: float) -> tuple[str, str, str] | None:
    """The kind of the road that runs closest to a point, as it is drawn, and the two hexes it joins there.

    None if none comes within so many hex widths.
    """
    layout = scene.layout
    i = layout.hex_at(point)
    if i is None:
        return None
    sheet = layout.board.board[i]
    corner = layout.sheet_rect(sheet).topLeft()
    at = (point.x() - corner.x()) / UNIT, (point.y() - corner.y()) / UNIT
    found = scene.painters[sheet].net.nearest(i, at)
    if found is None or found[2] > reach:
        return None
    kind, j, _ = found
    return kind, layout.board.ids[i], layout.board.ids[j]
