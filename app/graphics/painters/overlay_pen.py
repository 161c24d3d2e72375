"""Drawing in the scene with widths in pixels, and outlines of hexes and words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from app.fonts import SceneRole, scene_font
from app.graphics.board_layout import UNIT, BoardLayout
from app.graphics.colors import color
from app.graphics.curves import Polyline, spline
from app.graphics.painters.overlay_palette import LIGHT, OverlayPalette

_FINE = 8.0


@dataclass(frozen=True)
class OverlayView:
    """What overlays are drawn for: the layout, visible pixels to a hex, the part of the scene, the inks."""

    layout: BoardLayout
    scale: float
    rect: QRectF
    palette: OverlayPalette = LIGHT

    def px(self, pixels: float) -> float:
        """Pixels as scene units."""
        return pixels * UNIT / self.scale

    def hexes(self, ids: Iterable[str]) -> list[int]:
        """Numbers of the hexes among some ids; other places have no hex."""
        index = self.layout.board.index
        return [index[name] for name in ids if name in index]

    def visible(self, ids: Iterable[str]) -> list[int]:
        """The hexes that can be seen."""
        around = self.rect.adjusted(-UNIT, -UNIT, UNIT, UNIT)
        return [i for i in self.hexes(ids) if around.contains(self.layout.center(i))]

    def way(self, ids: Sequence[str]) -> Polyline:
        """A smooth line through the middles of hexes."""
        centers = [self.layout.center(i) for i in self.hexes(ids)]
        return spline([(c.x(), c.y()) for c in centers])


def stroke(painter: QPainter, path: QPainterPath | QPolygonF, pen: QPen) -> None:
    """Strokes an outline without filling it."""
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if isinstance(path, QPolygonF):
        painter.drawPolyline(path)
    else:
        painter.drawPath(path)


def pen(ink: str | QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """A pen with round joins and, if solid, round ends."""
    tint = color(ink) if isinstance(ink, str) else ink
    cap = Qt.PenCapStyle.RoundCap if style == Qt.PenStyle.SolidLine else Qt.PenCapStyle.FlatCap
    return QPen(tint, width, style, cap, Qt.PenJoinStyle.RoundJoin)


def dashed(ink: str, width: float, *pattern: float) -> QPen:
    """A dashed pen; the pattern counts in widths."""
    result = pen(ink, width, Qt.PenStyle.CustomDashLine)
    result.setDashPattern(list(pattern))
    return result


def hex_path(view: OverlayView, hexes: Iterable[int], shrink: float = 0.0) -> QPainterPath:
    """The outlines of hexes as one path."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for i in hexes:
        path.addPolygon(view.layout.polygon(i, shrink))
        path.closeSubpath()
    return path


@dataclass(frozen=True, slots=True)
class Word:
    """A word of so many pixels, its ink, and the halo around it."""

    role: SceneRole
    pixels: float
    ink: str
    halo: str = "#fff8e6"
    halo_pixels: float = 3.0

    def font(self) -> QFont:
        return scene_font(self.role, self.pixels * _FINE)

    def width(self, text: str) -> float:
        """Width in pixels."""
        return QFontMetricsF(self.font()).horizontalAdvance(text) / _FINE


def draw_word(painter: QPainter, view: OverlayView, middle: QPointF, text: str, word: Word) -> None:
    """Draws a word centred on a point of the scene, upright and of fixed size."""
    font = word.font()
    metrics = QFontMetricsF(font)
    path = QPainterPath()
    path.addText(QPointF(-metrics.horizontalAdvance(text) / 2, metrics.capHeight() / 2), font, text)
    painter.save()
    painter.translate(middle)
    scale = view.px(1.0) / _FINE
    painter.scale(scale, scale)
    stroke(painter, path, pen(word.halo, word.halo_pixels * _FINE))
    painter.fillPath(path, color(word.ink))
    painter.restore()
