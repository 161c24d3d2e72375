"""Tracks as widgets: points, levels, turns and dice, drawn by the shared painters."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Signal
from PySide6.QtGui import QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.fonts import TextSize
from app.graphics.painters.die import paint_die
from app.graphics.painters.track import (
    CELL,
    TurnCell,
    TurnFonts,
    paint_bar,
    paint_point_track,
    paint_turn_cell,
    point_track_width,
)
from app.theme.current import scaled, tokens, ui_font


class PointTrack(QWidget):
    """So many points left of so many, as cells."""

    def __init__(self, form: str = "dark", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = form
        self._left = 0
        self._maximum = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_points(self, left: int, maximum: int) -> None:
        """Show other figures."""
        self._left, self._maximum = left, maximum
        self.setAccessibleName(f"{left} of {maximum} left")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(point_track_width(self._maximum)) + 1, round(CELL) + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = tokens()
        painter = QPainter(self)
        points = (self._left, self._maximum)
        paint_point_track(
            painter, QRectF(self.rect()), points, (theme.side(self._form)[0], theme.strong_line)
        )
        painter.end()


class Bar(QWidget):
    """A level between nothing and all."""

    def __init__(self, form: str = "dark", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = form
        self._share = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float) -> None:
        """Show another level, 0 to 1."""
        self._share = share
        self.setAccessibleName(f"{round(100 * share)} percent")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(scaled(120), scaled(12))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = tokens()
        painter = QPainter(self)
        tints = (theme.side(self._form)[0], theme.row, theme.line)
        paint_bar(painter, QRectF(self.rect()), self._share, tints)
        painter.end()


class TurnTrack(QWidget):
    """All turns in rows of four or more; a click on a turn asks for its schedule."""

    chosen = Signal(int)

    def __init__(self, across: int = 4, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._across = across
        self._cells: tuple[TurnCell, ...] = ()
        self._tips: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_across(self, across: int) -> None:
        """Put so many turns in a row."""
        if across != self._across:
            self._across = across
            self.updateGeometry()
            self.update()

    def show_turns(self, cells: tuple[TurnCell, ...], tips: tuple[str, ...] = ()) -> None:
        """Show other turns; `tips` are what comes in each of them."""
        self._cells, self._tips = cells, tips
        self.setAccessibleName(", ".join(f"{cell.number} {cell.date}: {cell.state}" for cell in cells))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        rows = -(-len(self._cells) // self._across)
        return QSize(scaled(250), rows * (scaled(44) + scaled(6)) + scaled(6))

    def place_of(self, number: int) -> QRect:
        """Where cell number `number` lies, counted from 0."""
        gap, tall = scaled(6), scaled(44)
        wide = (self.width() - (self._across + 1) * gap) / self._across
        column, row = number % self._across, number // self._across
        return QRect(round(gap + column * (wide + gap)), gap + row * (tall + gap), round(wide), tall)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        fonts = TurnFonts(ui_font(TextSize.SECOND, QFont.Weight.DemiBold), ui_font(TextSize.NOTE))
        theme = tokens()
        for number, cell in enumerate(self._cells):
            paint_turn_cell(painter, QRectF(self.place_of(number)), cell, fonts, theme)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._at(event.position().toPoint())
        if number >= 0:
            self.chosen.emit(number)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            number = self._at(event.pos())
            tip = self._tips[number] if 0 <= number < len(self._tips) else ""
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().event(event)

    def _at(self, point: QPoint) -> int:
        for number in range(len(self._cells)):
            if self.place_of(number).contains(point):
                return number
        return -1


class DiceView(QWidget):
    """Rolled dice in a row."""

    def __init__(self, edge: int = 22, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edge = edge
        self._values: tuple[int, ...] = ()
        self._sides = 6
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_dice(self, values: tuple[int, ...], sides: int = 6) -> None:
        """Show other dice."""
        self._values, self._sides = values, sides
        self.setAccessibleName("rolled " + ", ".join(map(str, values)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        edge = scaled(self._edge)
        return QSize(max(1, len(self._values)) * (edge + scaled(4)), edge + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        edge = scaled(self._edge)
        for number, value in enumerate(self._values):
            paint_die(painter, QRectF(number * (edge + scaled(4)) + 1, 1, edge, edge), value, self._sides)
        painter.end()
