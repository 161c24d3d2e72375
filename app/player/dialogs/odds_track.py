"""The columns of a results table with the shift drawn as an arrow, and bars of what may come."""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.fonts import TextSize, numbers_font
from app.graphics.colors import color
from app.player.figures import percent
from app.theme.current import scaled, tokens, ui_font
from engine.view.preview import Preview, ResultChance

HURTS_WORDS = {
    "both": "both sides lose",
    "attacker": "only the attacker loses",
    "defender": "only the defender loses",
    "none": "nobody loses",
}


class OddsTrack(QWidget):
    """All columns; the one the odds give is pale, the final one is filled, an arrow leads over."""

    def __init__(self) -> None:
        super().__init__()
        self._preview: Preview | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_preview(self, preview: Preview) -> None:
        """Shows another battle."""
        self._preview = preview
        columns = preview.columns
        if columns:
            base, final = columns[preview.base], columns[preview.final]
            self.setAccessibleName(f"odds {preview.odds}, column {base}, final column {final}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(scaled(560), scaled(90))

    def paintEvent(self, event: QPaintEvent) -> None:
        preview = self._preview
        if preview is None or not preview.columns:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = self.width() / len(preview.columns)
        for index, words in enumerate(preview.columns):
            self._draw_column(painter, QRectF(index * wide + 2, 1, wide - 4, scaled(42)), index, words)
        self._draw_arrow(painter, wide)
        painter.end()

    def _draw_column(self, painter: QPainter, place: QRectF, index: int, words: str) -> None:
        theme, preview = tokens(), self._preview
        assert preview is not None
        is_final, is_base = index == preview.final, index == preview.base
        ground = theme.accent if is_final else theme.selected if is_base else theme.row
        ink = theme.on_accent if is_final else theme.selected_text if is_base else theme.second
        painter.setPen(QPen(color(theme.accent if is_final or is_base else theme.line), 1.0))
        painter.setBrush(color(ground))
        painter.drawRoundedRect(place, 4, 4)
        painter.setFont(numbers_font(min(scaled(18), place.width() * 0.36)))
        painter.setPen(color(ink))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)

    def _draw_arrow(self, painter: QPainter, wide: float) -> None:
        theme, preview = tokens(), self._preview
        assert preview is not None
        top, low = scaled(46), scaled(60)
        start, goal = (preview.base + 0.5) * wide, (preview.final + 0.5) * wide
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if preview.base != preview.final:
            painter.setPen(QPen(color(theme.accent), 2.0))
            painter.drawPolyline(
                [QPointF(start, top), QPointF(start, low), QPointF(goal, low), QPointF(goal, top + 6)]
            )
            painter.setBrush(color(theme.accent))
            tip = QPolygonF([QPointF(goal, top - 2), QPointF(goal - 5, top + 7), QPointF(goal + 5, top + 7)])
            painter.drawPolygon(tip)
        column = preview.columns[preview.base]
        words = f"odds {column}" if preview.odds == column else f"{preview.odds} gives {column}"
        self._write(painter, start, words, theme.second)
        if preview.base != preview.final:
            self._write(painter, goal, f"final {preview.columns[preview.final]}", theme.accent, avoid=start)

    def _write(
        self, painter: QPainter, center: float, words: str, ink: str, avoid: float | None = None
    ) -> None:
        font = ui_font(TextSize.SECOND, QFont.Weight.DemiBold if avoid is not None else QFont.Weight.Normal)
        width = QFontMetricsF(font).horizontalAdvance(words) + 4
        left = max(0.0, min(center - width / 2, self.width() - width))
        if avoid is not None and abs(center - avoid) < width:
            left = (
                min(self.width() - width, avoid + width * 0.55)
                if center > avoid
                else max(0.0, center - width)
            )
        painter.setFont(font)
        painter.setPen(color(ink))
        box = QRectF(left, scaled(66), width, scaled(20))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)


class ResultBars(QWidget):
    """Each result with its chance: hatched = both lose, plain = the defender, red = the attacker."""

    def __init__(self) -> None:
        super().__init__()
        self._results: tuple[ResultChance, ...] = ()
        self._out_of = 1
        self.came = ""
        """The result that the dice brought; empty before the roll."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_results(self, results: tuple[ResultChance, ...], out_of: int) -> None:
        """Shows other chances."""
        self._results, self._out_of = results, out_of
        self.came = ""
        self._name()
        self.updateGeometry()
        self.update()

    def mark(self, told: str) -> None:
        """Rings the result that a sentence about the roll names; none for a sentence without one."""
        found = [r.text for r in self._results if re.search(rf"(?<!\w){re.escape(r.text)}(?!\w)", told)]
        self.came = found[-1] if found else ""
        self._name()
        self.update()

    def _name(self) -> None:
        parts = [f"{r.text} {percent(r.chances, self._out_of)}, {told_of(r)}" for r in self._results]
        came = [f"The dice brought {self.came}"] if self.came else []
        self.setAccessibleName("; ".join(parts + came))

    def sizeHint(self) -> QSize:
        return QSize(scaled(360), max(1, len(self._results)) * scaled(27))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        most = max((result.chances for result in self._results), default=1) or 1
        signs = QFontMetricsF(numbers_font(scaled(15)))
        words_room = max((signs.horizontalAdvance(r.text) for r in self._results), default=0.0) + scaled(18)
        told = self._told_room()
        for index, result in enumerate(self._results):
            row = QRectF(0, index * scaled(27), self.width(), scaled(27))
            self._draw_row(painter, row, result, (words_room, told, most))
        painter.end()

    def _draw_row(
        self, painter: QPainter, row: QRectF, result: ResultChance, measures: tuple[float, float, int]
    ) -> None:
        theme, (words_room, told_room, most) = tokens(), measures
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        if result.text == self.came:
            painter.setPen(QPen(color(theme.accent), 2))
            painter.setBrush(color(theme.selected))
            painter.drawRoundedRect(row.adjusted(-1, 1, -1, -1).translated(1, 0), 4, 4)
        painter.setFont(numbers_font(scaled(15)))
        painter.setPen(color(theme.text))
        painter.drawText(QRectF(row.left() + 6, row.top(), words_room, row.height()), flags, result.text)
        room = max(0.0, row.width() - words_room - scaled(64) - told_room)
        bar = QRectF(
            row.left() + words_room, row.top() + 5, max(2.0, room * result.chances / most), row.height() - 10
        )
        fill_bar(painter, bar, result.hurts)
        painter.setFont(ui_font(TextSize.SECOND, QFont.Weight.DemiBold))
        painter.setPen(color(theme.text))
        share = QRectF(bar.right() + 8, row.top(), scaled(54), row.height())
        painter.drawText(share, flags, percent(result.chances, self._out_of))
        painter.setFont(ui_font(TextSize.SECOND))
        painter.setPen(color(theme.second))
        right = QRectF(row.right() - told_room - 6, row.top(), told_room, row.height())
        right_flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(right, right_flags, told_of(result))

    def _told_room(self) -> float:
        """Room that the words of the longest result take at the right."""
        metrics = QFontMetricsF(ui_font(TextSize.SECOND))
        return max((metrics.horizontalAdvance(told_of(r)) for r in self._results), default=0.0) + 6


def told_of(result: ResultChance) -> str:
    """What a result does, in words."""
    return result.words or HURTS_WORDS.get(result.hurts, "")


def fill_bar(painter: QPainter, bar: QRectF, hurts: str) -> None:
    """Draws a bar in the form of whom a result hurts."""
    theme = tokens()
    tints = {"both": theme.side_light, "attacker": theme.bad, "defender": theme.accent}
    tint = color(tints.get(hurts, theme.strong_line))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint)
    painter.drawRoundedRect(bar, 3, 3)
    if hurts == "both":
        painter.setBrush(QBrush(QColor(255, 255, 255, 120), Qt.BrushStyle.BDiagPattern))
        painter.drawRoundedRect(bar, 3, 3)
