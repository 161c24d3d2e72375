"""The shelf of covers: one game each, chosen by click or arrow keys.

How many covers stand beside each other is told by whoever places the shelf, not found from its own width:
a scroll bar that comes because of the height must not change the columns, hence the height, and go again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.graphics.colors import color
from app.graphics.painters.cover import CoverFace, paint_cover
from app.theme.current import scaled, tokens

RATIO: Final = 1.35
ROOM: Final = 8
GAP: Final = 16
LEAST_WIDTH: Final = 108
_WANTED_ACROSS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfItem:
    """A game on the shelf: its key, its cover, and its words for screen readers."""

    key: str
    cover: CoverFace
    words: str


@dataclass(frozen=True, slots=True)
class ShelfMeasures:
    """The width of a cover before scaling, and how many stand beside each other."""

    width: int = 172
    across: int = 1


def fitting(room: float, count: int, wanted: int) -> ShelfMeasures:
    """Measures for so many covers in so much room (both before scaling), as wide as wanted where that goes.

    Covers become narrower so that three stand beside each other, or two where three would be too narrow.
    """
    free = room - 2 * ROOM + GAP
    beside = min(max(1, count), _WANTED_ACROSS)
    while beside > 1 and free < beside * (LEAST_WIDTH + GAP):
        beside -= 1
    width = max(LEAST_WIDTH, min(wanted, int(free / beside) - GAP))
    return ShelfMeasures(width, max(1, min(count, int(free // (width + GAP)))))


class CoverShelf(QWidget):
    """Covers in rows; `chosen` gives the key, `opened` when one is double-clicked or Enter is pressed."""

    chosen = Signal(str)
    opened = Signal(str)
    menu_asked = Signal(QPoint)
    """A menu for the chosen game is wanted there on the screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: tuple[ShelfItem, ...] = ()
        self._current = 0
        self._measures = ShelfMeasures()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Games")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def items(self) -> tuple[ShelfItem, ...]:
        """What stands on the shelf."""
        return self._items

    @property
    def cover_size(self) -> QSize:
        """Size of one cover at the present scale."""
        width = scaled(self._measures.width)
        return QSize(width, round(width * RATIO))

    @property
    def measures(self) -> ShelfMeasures:
        """How wide covers are and how many stand beside each other."""
        return self._measures

    @property
    def current_key(self) -> str:
        """The chosen game's key, empty when there is none."""
        return self._items[self._current].key if self._items else ""

    def set_measures(self, measures: ShelfMeasures) -> None:
        """Make the covers larger or smaller, and the rows longer or shorter."""
        if measures != self._measures:
            self._measures = measures
            self.updateGeometry()
            self.update()

    def show_items(self, items: tuple[ShelfItem, ...]) -> None:
        """Put other games on the shelf; the choice stays on its game."""
        key = self.current_key
        self._items = items
        keys = [item.key for item in items]
        self._current = keys.index(key) if key in keys else 0
        self._tell()
        self.updateGeometry()
        self.update()

    def choose(self, key: str) -> None:
        """Choose a game without telling anybody."""
        keys = [item.key for item in self._items]
        if key in keys:
            self._current = keys.index(key)
            self._tell()
            self.update()

    def place_of(self, number: int) -> QRect:
        """Where a cover stands."""
        size, gap = self.cover_size, scaled(GAP)
        across = self._measures.across
        x = ROOM + (number % across) * (size.width() + gap)
        y = ROOM + (number // across) * (size.height() + gap)
        return QRect(QPoint(x, y), size)

    def sizeHint(self) -> QSize:
        across = self._measures.across
        rows = max(1, -(-len(self._items) // across))
        size, gap = self.cover_size, scaled(GAP)
        width = across * (size.width() + gap) - gap + 2 * ROOM
        return QSize(width, rows * (size.height() + gap) - gap + 2 * ROOM)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.cover_size.width() + 2 * ROOM, self.cover_size.height() + 2 * ROOM)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, item in enumerate(self._items):
            place = QRectF(self.place_of(number))
            painter.setPen(Qt.PenStyle.NoPen)
            for step in (3, 2, 1):
                painter.setBrush(color("#000000", 0.06))
                painter.drawRoundedRect(place.adjusted(-step + 1, 0, step, step + 2), 5, 5)
            paint_cover(painter, place, item.cover)
            if number == self._current:
                painter.setPen(QPen(color(theme.accent), 2.4))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(place.adjusted(-3.2, -3.2, 3.2, 3.2), 7, 7)
                if self.hasFocus():  # another ring outside, since a cover is chosen without the keyboard too
                    painter.setPen(QPen(color(theme.text), theme.focus_width))
                    painter.drawRoundedRect(place.adjusted(-6.4, -6.4, 6.4, 6.4), 9, 9)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._take(self._at(event.position().toPoint()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """A right click chooses the cover; the key for menus serves the one that is chosen."""
        is_by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        number = self._at(event.pos()) if is_by_mouse else self._current
        if 0 <= number < len(self._items):
            self._take(number)
            corner = self.mapToGlobal(self.place_of(number).center())
            self.menu_asked.emit(event.globalPos() if is_by_mouse else corner)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._at(event.position().toPoint()) >= 0:
            self.opened.emit(self.current_key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        across = self._measures.across
        steps = {
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Down: across,
            Qt.Key.Key_Up: -across,
            Qt.Key.Key_Home: -len(self._items),
            Qt.Key.Key_End: len(self._items),
        }
        key = Qt.Key(event.key())
        if key in steps and self._items:
            self._take(min(len(self._items) - 1, max(0, self._current + steps[key])))
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._items:
            self.opened.emit(self.current_key)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _take(self, number: int) -> None:
        if 0 <= number < len(self._items) and number != self._current:
            self._current = number
            self._tell()
            self.update()
            self.chosen.emit(self.current_key)

    def _tell(self) -> None:
        words = self._items[self._current].words if self._items else "no game installed"
        self.setAccessibleDescription(words)

    def _at(self, point: QPoint) -> int:
        for number in range(len(self._items)):
            if self.place_of(number).contains(point):
                return number
        return -1
