"""A picture of one hex with what lies on its six sides and which roads leave it; a click chooses a side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QLineF, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.fonts import TextSize
from app.graphics.colors import color
from app.graphics.painters.board_palette import LIGHT
from app.theme.current import scaled, tokens, ui_font

EDGE: Final = 152
REACH: Final = 0.34
NAME_AT: Final = 1.20
_STEPPED: Final = ("escarp", "slope", "rim", "ridge", "crest")
_WALLS: Final = ("fort", "wall")
_WATER: Final = ("river", "canal", "wadi")
TEETH: Final = 7
_TURNS: Final = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """One side: its direction's name, the looks of its features, which way they face, the roads across."""

    name: str
    looks: tuple[str, ...] = ()
    is_inner: bool = False
    """Whether the upper, or the protected, side is this hex."""
    roads: tuple[str, ...] = ()
    is_open: bool = True
    """Whether there is a hex behind it."""


class HexsideDiagram(QWidget):
    """A hex whose sides can be chosen by mouse or arrow keys."""

    side_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sides: tuple[DrawnSide, ...] = ()
        self._ground = "#ffffff"
        self._turn = -90.0
        self._hot = -1
        self.current = 0
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Sides of the hex")

    def sizeHint(self) -> QSize:
        return QSize(scaled(EDGE), scaled(EDGE))

    def show_sides(self, sides: Sequence[DrawnSide], ground: str, *, is_flat: bool) -> None:
        """Shows another hex, or the same after a change; `is_flat` tells that a side is at the top."""
        self.sides, self._ground = tuple(sides), ground or "#e8dfc8"
        self._turn = -90.0 if is_flat else -60.0
        self.update()

    # --- where things are ------------------------------------------------------------------------

    def _point(self, degrees: float, share: float) -> QPointF:
        angle = math.radians(degrees)
        reach = min(self.width(), self.height()) * REACH * share
        return (
            QPointF(self.width() / 2, self.height() / 2) + QPointF(math.cos(angle), math.sin(angle)) * reach
        )

    def line(self, n: int) -> QLineF:
        """A side, clockwise."""
        middle = self._turn + 60.0 * n
        return QLineF(self._point(middle - 30, 1.0), self._point(middle + 30, 1.0))

    def middle(self, n: int) -> QPointF:
        """The middle of a side."""
        return self.line(n).center()

    def side_at(self, point: QPointF) -> int:
        """The side nearest to a point that has a hex behind it; -1 for the very middle."""
        center = QPointF(self.width() / 2, self.height() / 2)
        if not self.sides or QLineF(center, point).length() < min(self.width(), self.height()) * REACH * 0.3:
            return -1
        nearest = min(range(len(self.sides)), key=lambda n: QLineF(self.middle(n), point).length())
        return nearest if self.sides[nearest].is_open else -1

    # --- drawing -------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color("#4c3a22"), 1.0))
        painter.setBrush(color(self._ground))
        painter.drawPolygon(QPolygonF([self.line(n).p1() for n in range(6)]))
        for n, side in enumerate(self.sides):
            self._draw_roads(painter, n, side)
        for n, side in enumerate(self.sides):
            self._draw_features(painter, n, side)
            self._draw_name(painter, n, side)
        marked = self._hot if self._hot >= 0 else self.current if self.hasFocus() else -1
        if 0 <= marked < len(self.sides):
            painter.setPen(_pen(color(tokens().accent), 7.0))
            painter.drawLine(self.line(marked))
            painter.setPen(_pen(QColor("white"), 2.0))
            painter.drawLine(self.line(marked))
        painter.end()

    def _draw_roads(self, painter: QPainter, n: int, side: DrawnSide) -> None:
        way = QLineF(QPointF(self.width() / 2, self.height() / 2), self.middle(n))
        for look in side.roads:
            if look == "road":
                strokes = ((color(LIGHT.road_case), 6.0), (color(LIGHT.road), 3.6))
            else:
                strokes = ((color("#f1e7cd"), 5.0), (LIGHT.track.color(), 2.0))
            for ink, width in strokes:
                pen = _pen(ink, width)
                if look != "road" and width < 3:
                    pen.setDashPattern([3.2, 2.0])
                    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.setPen(pen)
                painter.drawLine(way)

    def _draw_features(self, painter: QPainter, n: int, side: DrawnSide) -> None:
        for look in side.looks:
            if any(word in look for word in _WALLS):
                self._draw_teeth(painter, n, color(LIGHT.fort), outward=side.is_inner)
            elif any(word in look for word in _STEPPED):
                self._draw_teeth(painter, n, LIGHT.escarpment.color(), outward=side.is_inner)
            else:
                is_water = any(word in look for word in _WATER)
                painter.setPen(_pen(color("#5f98a8" if is_water else "#6a4a3a"), 5.0))
                painter.drawLine(self.line(n))

    def _draw_teeth(self, painter: QPainter, n: int, ink: QColor, *, outward: bool) -> None:
        line = self.line(n)
        away = (self._point(self._turn + 60.0 * n, 1.0) - QPointF(self.width() / 2, self.height() / 2)) * 0.11
        away = away if outward else -away
        painter.setPen(_pen(ink, 4.0))
        painter.drawLine(line)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        for k in range(TEETH):
            a, b = line.pointAt((k + 0.15) / TEETH), line.pointAt((k + 0.85) / TEETH)
            painter.drawPolygon(QPolygonF([a, b, (a + b) / 2 + away * (1.0 if k % 2 else 0.7)]))

    def _draw_name(self, painter: QPainter, n: int, side: DrawnSide) -> None:
        inks = tokens()
        painter.setFont(ui_font(TextSize.NOTE))
        painter.setPen(color(inks.text if side.looks or side.roads else inks.second))
        at = self._point(self._turn + 60.0 * n, NAME_AT)
        metrics = painter.fontMetrics()
        wide, tall = metrics.horizontalAdvance(side.name), metrics.height()
        painter.drawText(QPointF(at.x() - wide / 2, at.y() + tall / 2 - metrics.descent()), side.name)

    # --- mouse and keys ------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hot = self.side_at(event.position())
        if hot != self._hot:
            self._hot = hot
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hot = -1
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        chosen = self.side_at(event.position())
        if chosen >= 0:
            self.current = chosen
            self.side_chosen.emit(chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _TURNS and self.sides:
            self.current = (self.current + _TURNS[key]) % len(self.sides)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if self.sides and self.sides[self.current].is_open:
                self.side_chosen.emit(self.current)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


def _pen(ink: QColor, width: float) -> QPen:
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
