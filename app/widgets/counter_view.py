"""Counters as widgets: one counter, or a strip of them that wraps and can be clicked."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.graphics.colors import color
from app.graphics.counter_cache import shared_counters
from app.graphics.painters.face import CounterFace
from app.theme.current import scaled, tokens
from app.widgets.enter_key import ENTER_KEYS


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCounter:
    """A counter of a strip: an id of the caller's, its face, and its words for tool tip and screen reader."""

    id: str
    face: CounterFace
    words: str = ""


class CounterStrip(QWidget):
    """A row of counters that wraps; click, arrow keys and Enter choose one."""

    chosen = Signal(str)
    hovered = Signal(str)

    def __init__(self, edge: int = 44, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choosing_keys = ENTER_KEYS | {Qt.Key.Key_Space}
        """Enter is left out where it belongs to a dialog's main button."""
        self._edge = edge
        self._counters: tuple[ShownCounter, ...] = ()
        self._lit: frozenset[str] = frozenset()
        self._current = 0
        self._hover = -1
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @property
    def counters(self) -> tuple[ShownCounter, ...]:
        """What is shown."""
        return self._counters

    def show_counters(self, counters: tuple[ShownCounter, ...], lit: frozenset[str] = frozenset()) -> None:
        """Show other counters; those whose id is in `lit` get the ring of a choice."""
        self._counters = counters
        self._lit = lit
        self._current = min(self._current, max(0, len(counters) - 1))
        self.setAccessibleName(", ".join(counter.words for counter in counters if counter.words))
        self.updateGeometry()
        self.update()

    def set_edge(self, edge: int) -> None:
        """Shows the counters larger or smaller, in pixels at 100 percent."""
        if edge != self._edge:
            self._edge = edge
            self.updateGeometry()
            self.update()

    def place_of(self, number: int) -> QRect:
        """Where counter number `number` lies."""
        edge, gap = scaled(self._edge), scaled(7)
        across = self._across(self.width())
        x = scaled(4) + (number % across) * (edge + gap)
        y = scaled(4) + (number // across) * (edge + gap)
        return QRect(x, y, edge, edge)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        rows = max(1, -(-len(self._counters) // self._across(width)))
        return rows * (scaled(self._edge) + scaled(7)) + scaled(4)

    def sizeHint(self) -> QSize:
        across = max(1, min(len(self._counters), 6))
        width = across * (scaled(self._edge) + scaled(7)) + scaled(8)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(self._edge) + scaled(10), scaled(self._edge) + scaled(10))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ratio = self.devicePixelRatioF()
        theme = tokens()
        for number, counter in enumerate(self._counters):
            place = self.place_of(number)
            picture = shared_counters().picture(counter.face, place.width(), ratio)
            picture.draw(painter, QPointF(place.topLeft()))
            if counter.id in self._lit or (self.hasFocus() and number == self._current):
                width = 3.0 if number == self._current and self.hasFocus() else 2.0
                painter.setPen(QPen(color(theme.accent), width))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(place).adjusted(-2.5, -2.5, 2.5, 2.5), 5, 5)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._at(event.position().toPoint())
        if number >= 0 and event.button() is Qt.MouseButton.LeftButton:
            self._current = number
            self.update()
            self.chosen.emit(self._counters[number].id)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self._at(event.position().toPoint())
        if number == self._hover:
            return
        self._hover = number
        words = self._counters[number].words if number >= 0 else ""
        QToolTip.showText(event.globalPosition().toPoint(), words, self)
        self.hovered.emit(self._counters[number].id if number >= 0 else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
        across = self._across(self.width())
        steps |= {Qt.Key.Key_Down: across, Qt.Key.Key_Up: -across}
        key = Qt.Key(event.key())
        if key in steps and self._counters:
            self._current = min(len(self._counters) - 1, max(0, self._current + steps[key]))
            self.update()
        elif key in self.choosing_keys and self._counters:
            self.chosen.emit(self._counters[self._current].id)
        else:
            super().keyPressEvent(event)

    def _across(self, width: int) -> int:
        return max(1, (width - scaled(1)) // (scaled(self._edge) + scaled(7)))

    def _at(self, point: QPoint) -> int:
        for number in range(len(self._counters)):
            if self.place_of(number).contains(point):
                return number
        return -1


class CounterView(QWidget):
    """One counter, large or small."""

    def __init__(self, face: CounterFace, edge: int = 72, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._face = face
        self._edge = edge
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_face(self, face: CounterFace, words: str = "") -> None:
        """Show another counter."""
        self._face = face
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        edge = scaled(self._edge) + scaled(14)
        return QSize(edge, edge)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        picture = shared_counters().picture(self._face, scaled(self._edge), self.devicePixelRatioF())
        picture.draw(painter, QPointF(scaled(7), scaled(7)))
        painter.end()
