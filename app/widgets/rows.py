"""Rows of lists and trees: counter, title, second line, figures, rule number.

One delegate draws them all. A model puts a `Row` under `ROW_ROLE`; the text
for screen readers and for type-ahead stays in the ordinary display role.
Lists use a counter of 24 pixels in rows of 27, or of 44 in rows of 51.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from app.fonts import TextSize, numbers_font
from app.graphics.colors import color
from app.graphics.counter_cache import shared_counters
from app.graphics.painters.box import paint_tick
from app.graphics.painters.face import CounterFace
from app.rule_words import brief_rule
from app.theme.current import scaled, tokens, ui_font
from app.theme.tokens import Tokens

ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 40
SMALL_COUNTER: Final = 24
LARGE_COUNTER: Final = 44

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one row shows.

    `mark` is `done`, `now`, `ahead`, `part`, `no` or `open`; `figures` are set in
    the condensed counter face, `right` and `below_right` at the right end, `rule`
    faint and right-most. `swatch` is a formation colour. `becomes` is a counter that takes the place of
    the one in `face`: it stands behind an arrow.
    """

    title: str
    second: str = ""
    face: CounterFace | None = None
    becomes: CounterFace | None = None
    mark: str = ""
    swatch: str = ""
    figures: str = ""
    right: str = ""
    below_right: str = ""
    right_tone: str = ""
    rule: str = ""
    dots: tuple[int, int] = (0, 0)
    is_head: bool = False
    is_muted: bool = False
    keeps_end: bool = False
    """Whether a long title is shortened in its middle, because it ends in what tells it apart."""
    rule_yields: bool = False
    """Whether the rule is left out where the title needs its room."""


class RowDelegate(QStyledItemDelegate):
    """Draws `Row`s; `counter` is the edge of counters in pixels at 100 percent."""

    def __init__(self, counter: int = SMALL_COUNTER, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counter = counter

    @property
    def is_large(self) -> bool:
        """Whether rows have two lines."""
        return self._counter > SMALL_COUNTER + 8

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(ROW_ROLE)
        tall = scaled(self._counter) + (scaled(7) if self.is_large else scaled(3))
        if isinstance(row, Row) and row.face is None and not row.second:
            tall = scaled(27)
        return QSize(scaled(160), tall)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row):
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        option.text = ""
        widget = option.widget
        style = widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        painter.save()
        painter.setClipRect(option.rect)
        artist = _RowArtist(painter, option, row, self.counter_edge)
        if index.data(Qt.ItemDataRole.CheckStateRole) is not None:
            artist.leave_room(scaled(22))
        artist.draw()
        painter.restore()
        draw_focus(painter, option)

    @property
    def counter_edge(self) -> int:
        """The counter's edge at the present text scale."""
        return scaled(self._counter)


def draw_focus(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """The accent bar of a selected row, and the ring of the one that has the keyboard."""
    if not option.state & QStyle.StateFlag.State_Selected:
        return
    theme = tokens()
    place = QRectF(option.rect)
    if isinstance(option.widget, QTreeView):
        place.setLeft(0)
    painter.save()
    painter.fillRect(QRectF(place.left(), place.top(), 3, place.height()), color(theme.accent))
    if option.state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(color(theme.accent), theme.focus_width - 0.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(place.adjusted(1, 1, -1, -1))
    painter.restore()


class _RowArtist:
    """Draws one row from both ends towards the middle."""

    def __init__(self, painter: QPainter, option: QStyleOptionViewItem, row: Row, edge: int) -> None:
        self._painter = painter
        self._row = row
        self._edge = edge
        self._theme: Tokens = tokens()
        self._place = QRectF(option.rect)
        self._left = self._place.left() + scaled(6)
        self._right = self._place.right() - scaled(10)
        muted = self._theme.faint if row.is_muted else self._theme.text
        self._is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        self._ink = self._theme.selected_text if self._is_selected else muted
        self._second = self._theme.selected_text if self._is_selected else self._theme.second

    def draw(self) -> None:
        """Draw everything."""
        self._draw_mark()
        self._draw_counter()
        self._draw_swatch()
        self._draw_rule()
        self._draw_right()
        self._draw_dots()
        self._draw_figures()
        self._draw_title()

    def leave_room(self, width: float) -> None:
        """Keeps clear of a tick box at the left."""
        self._left += width

    def _lines(self) -> tuple[QRectF, QRectF]:
        """Upper and lower line; both the whole row where there is one line."""
        if not (self._row.second or self._row.below_right):
            return self._place, self._place
        middle = self._place.center().y()
        line = scaled(18)
        return (
            QRectF(self._place.left(), middle - line - 1, self._place.width(), line),
            QRectF(self._place.left(), middle - 1, self._place.width(), line),
        )

    def _draw_mark(self) -> None:
        mark = self._row.mark
        if not mark:
            return
        center = QPointF(self._left + scaled(7), self._place.center().y())
        self._left += scaled(20)
        painter = self._painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if mark == "done":
            paint_tick(painter, center, scaled(4.6), self._theme.good)
            return
        pen = painter.pen()
        pen.setColor(color(self._second if mark != "now" else self._theme.accent))
        pen.setWidthF(1.5)
        painter.setPen(pen)
        painter.setBrush(color(self._theme.accent) if mark == "now" else Qt.BrushStyle.NoBrush)
        if mark in {"now", "ahead", "open"}:
            painter.drawEllipse(center, scaled(4.2), scaled(4.2))
        elif mark == "no":
            painter.drawLine(center - QPointF(scaled(4), 0), center + QPointF(scaled(4), 0))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color(self._second))
            painter.drawEllipse(center, scaled(1.8), scaled(1.8))

    def _draw_counter(self) -> None:
        if self._row.face is None:
            return
        self._draw_face(self._row.face)
        if self._row.becomes is not None:
            self._draw_arrow()
            self._draw_face(self._row.becomes)
        self._left += scaled(9)

    def _draw_face(self, face: CounterFace) -> None:
        edge = self._edge
        ratio = self._painter.device().devicePixelRatioF()
        picture = shared_counters().picture(face, edge, ratio)
        picture.draw(self._painter, QPointF(round(self._left), round(self._place.center().y() - edge / 2)))
        self._left += edge

    def _draw_arrow(self) -> None:
        """An arrowhead in the room between two counters."""
        half, room = scaled(3.4), scaled(13)
        tip = QPointF(self._left + room / 2 + half / 2, self._place.center().y())
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setPen(QPen(color(self._second), 1.8))
        self._painter.drawPolyline([tip + QPointF(-half, -half), tip, tip + QPointF(-half, half)])
        self._left += room

    def _draw_swatch(self) -> None:
        if not self._row.swatch:
            return
        edge = scaled(12)
        box = QRectF(self._left, self._place.center().y() - edge / 2, edge, edge)
        self._painter.setPen(color(self._theme.second))
        self._painter.setBrush(color(self._row.swatch))
        self._painter.drawRect(box)
        self._left += edge + scaled(7)

    def _write_right(self, words: str, line: QRectF, font: QFont, ink: str) -> float:
        """Right-aligned words; returns their width."""
        self._painter.setFont(font)
        self._painter.setPen(color(ink))
        width = QFontMetricsF(font).horizontalAdvance(words)
        box = QRectF(self._right - width, line.top(), width + 1, line.height())
        self._painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, words)
        return width

    def _draw_rule(self) -> None:
        if self._row.rule and not self._needs_room_of_rule():
            ink = self._second if self._is_selected else self._theme.faint
            width = self._write_right(brief_rule(self._row.rule), self._place, ui_font(TextSize.SECOND), ink)
            self._right -= max(width, scaled(28)) + scaled(8)

    def _needs_room_of_rule(self) -> bool:
        row = self._row
        if not row.rule_yields:
            return False
        weight = QFont.Weight.DemiBold if row.is_head or row.second else QFont.Weight.Normal
        taken = max(_across(brief_rule(row.rule), ui_font(TextSize.SECOND)), scaled(28)) + scaled(8)
        taken += _across(row.right, ui_font(TextSize.SECOND)) + scaled(10) if row.right else 0
        return _across(row.title, ui_font(TextSize.BODY, weight)) > self._right - self._left - taken

    def _draw_right(self) -> None:
        row = self._row
        upper, lower = self._lines()
        tones = {
            "good": self._theme.good,
            "bad": self._theme.bad,
            "care": self._theme.care,
            "accent": self._theme.accent,
        }
        ink = tones.get(row.right_tone, self._second)
        if self._is_selected:
            ink = self._ink
        width = 0.0
        if row.right:
            weight = QFont.Weight.DemiBold if row.right_tone else QFont.Weight.Normal
            size = TextSize.BODY if row.below_right else TextSize.SECOND
            width = self._write_right(row.right, upper, ui_font(size, weight), ink)
        if row.below_right:
            font = ui_font(TextSize.SECOND)
            width = max(width, self._write_right(row.below_right, lower, font, self._second))
        if width:
            self._right -= width + scaled(10)

    def _draw_dots(self) -> None:
        left, most = self._row.dots
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number in range(most - 1, -1, -1):
            self._painter.setPen(color(self._ink))
            self._painter.setBrush(color(self._ink) if number < left else Qt.BrushStyle.NoBrush)
            center = QPointF(self._right - scaled(3), self._place.center().y())
            self._painter.drawEllipse(center, scaled(2.7), scaled(2.7))
            self._right -= scaled(9)
        if most:
            self._right -= scaled(6)

    def _draw_figures(self) -> None:
        if self._row.figures:
            font = numbers_font(scaled(14))
            width = self._write_right(self._row.figures, self._lines()[0], font, self._ink)
            self._right -= max(width, scaled(44)) + scaled(10)

    def _draw_title(self) -> None:
        row = self._row
        upper, lower = self._lines()
        weight = QFont.Weight.Normal
        if row.is_head or row.second:
            weight = QFont.Weight.DemiBold
        room = max(0.0, self._right - self._left)
        rows = [(row.title, upper, ui_font(TextSize.BODY, weight), self._ink)]
        if row.second:
            rows.append((row.second, lower, ui_font(TextSize.SECOND), self._second))
        for words, line, font, ink in rows:
            self._painter.setFont(font)
            self._painter.setPen(color(ink))
            mode = Qt.TextElideMode.ElideMiddle if row.keeps_end else Qt.TextElideMode.ElideRight
            shown = QFontMetricsF(font).elidedText(words, mode, room)
            box = QRectF(self._left, line.top(), room, line.height())
            self._painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)


def _across(words: str, font: QFont) -> float:
    return QFontMetricsF(font).horizontalAdvance(words)
