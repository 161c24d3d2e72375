"""The drawing pad of one counter: hundred units a side, whatever its size.

Painters of counters, markers and badges work in hundredths of the counter's
edge, so that the numbers in the code are those of the design. The pad knows
how many units make one visible pixel and keeps lines from getting too thin.
Text is laid out ten times as fine and scaled, because font sizes are whole
numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from app.fonts import SceneRole, fitted, on_device, scene_font
from app.graphics.colors import color

SIZE: Final = 100.0
_FINE: Final = 10.0

Points = tuple[tuple[float, float], ...]


class Detail(IntEnum):
    """How much of a counter is drawn; more at larger sizes."""

    SYMBOL = 0
    VALUES = 1
    PLAIN = 2
    FULL = 3


_THRESHOLDS: Final = ((64.0, Detail.FULL), (44.0, Detail.PLAIN), (30.0, Detail.VALUES))


def detail_for(pixels: float) -> Detail:
    """The level of detail at a counter edge of so many visible pixels."""
    for least, detail in _THRESHOLDS:
        if pixels >= least - 0.01:
            return detail
    return Detail.SYMBOL


def visible_scale(painter: QPainter) -> float:
    """Visible pixels per painter unit under the painter's present transform."""
    t = painter.worldTransform()
    return math.hypot(t.m11(), t.m12())


@dataclass(frozen=True, slots=True)
class Text:
    """One piece of counter text: role, height in units and colour."""

    role: SceneRole
    height: float
    ink: str
    spacing: float = 0.0


@dataclass(frozen=True, slots=True)
class Pad:
    """A painter scaled to the counter, and the size of a visible pixel in units."""

    painter: QPainter
    pixel: float

    def width(self, units: float, least_pixels: float = 0.0) -> float:
        """A line width, never thinner on screen than `least_pixels`."""
        return max(units, least_pixels * self.pixel)

    def stroke(self, ink: str | QColor, width: float) -> None:
        """Set a solid pen with round joins and flat ends."""
        tint = color(ink) if isinstance(ink, str) else ink
        pen = QPen(tint, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
        self.painter.setPen(pen)

    def round_stroke(self, ink: str | QColor, width: float) -> None:
        """Set a solid pen with round joins and ends."""
        self.stroke(ink, width)
        pen = self.painter.pen()
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self.painter.setPen(pen)

    def no_stroke(self) -> None:
        """Draw areas without outline."""
        self.painter.setPen(Qt.PenStyle.NoPen)

    def fill(self, tint: str | QColor | QBrush | None) -> None:
        """Set the filling, or none."""
        if tint is None:
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
        else:
            self.painter.setBrush(color(tint) if isinstance(tint, str) else tint)

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A straight line."""
        self.painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))

    def polyline(self, points: Points) -> None:
        """An open chain of lines."""
        self.painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points]))

    def polygon(self, points: Points) -> None:
        """A closed area."""
        self.painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))

    def circle(self, x: float, y: float, radius: float) -> None:
        """A circle."""
        self.painter.drawEllipse(QPointF(x, y), radius, radius)

    def box(self, x: float, y: float, w: float, h: float, radius: float = 0.0) -> None:
        """A rectangle, rounded when `radius` is given."""
        if radius:
            self.painter.drawRoundedRect(QRectF(x, y, w, h), radius, radius)
        else:
            self.painter.drawRect(QRectF(x, y, w, h))

    def path(self, path: QPainterPath) -> None:
        """Any outline."""
        self.painter.drawPath(path)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Restore pen, brush, clip and transform afterwards."""
        self.painter.save()
        try:
            yield
        finally:
            self.painter.restore()

    def text(self, words: str, rect: QRectF, style: Text) -> None:
        """Centred on its capitals in `rect`, made smaller where it would stick out."""
        if not words:
            return
        font = scene_font(style.role, style.height * _FINE, style.spacing * _FINE)
        font = fitted(font, words, rect.width() * _FINE)
        metrics = QFontMetricsF(font)
        across = metrics.horizontalAdvance(words) - style.spacing * _FINE
        with self.kept():
            self.painter.translate(rect.center())
            self.painter.scale(1 / _FINE, 1 / _FINE)
            self.painter.setFont(on_device(font, self.painter.device().logicalDpiY()))
            self.painter.setPen(color(style.ink))
            self.painter.drawText(QPointF(-across / 2, metrics.capHeight() / 2), words)

    def left_text(self, words: str, rect: QRectF, style: Text) -> None:
        """As `text`, but set flush with the left edge."""
        font = fitted(scene_font(style.role, style.height * _FINE), words, rect.width() * _FINE)
        across = QFontMetricsF(font).horizontalAdvance(words) / _FINE
        self.text(words, QRectF(rect.left(), rect.top(), across + 0.5, rect.height()), style)

    def rising_text(self, words: str, center: QPointF, length: float, style: Text) -> None:
        """Text turned to read upwards, at most `length` long."""
        with self.kept():
            self.painter.translate(center)
            self.painter.rotate(-90)
            self.text(words, QRectF(-length / 2, -style.height / 2, length, style.height), style)


@contextmanager
def counter_pad(painter: QPainter, rect: QRectF) -> Iterator[Pad]:
    """Scale `painter` so that `rect` becomes the hundred units of a pad."""
    edge = min(rect.width(), rect.height())
    scale = edge / SIZE
    visible = visible_scale(painter) * edge
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.translate(rect.topLeft())
    painter.scale(scale, scale)
    try:
        yield Pad(painter, SIZE / max(visible, 1.0))
    finally:
        painter.restore()
