"""Lines of words with an amount and a rule number at the right, painted in one widget.

Battles are recalculated with every click; building labels anew each time would flicker and take long.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.fonts import TextSize
from app.graphics.colors import color
from app.graphics.painters.box import paint_tick
from app.rule_words import brief_rule
from app.theme.current import scaled, tokens, ui_font

RULE_ROOM = 62
AMOUNT_ROOM = 46
INDENT = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line. ``sign`` is ``yes``, ``no``, ``open`` or nothing; tones are those of the style sheet.

    ``depth`` says how far it belongs below the line before it.
    """

    text: str
    amount: str = ""
    rule: str = ""
    sign: str = ""
    amount_tone: str = ""
    is_strong: bool = False
    is_muted: bool = False
    depth: int = 0


_SPOKEN = {"yes": "applies", "no": "does not apply", "open": "can still be committed", "": ""}


class FigureList(QWidget):
    """Shows figures one below the other, wrapped to its width; ``has_lines`` rules them off."""

    def __init__(self, *, has_signs: bool = False, has_lines: bool = False) -> None:
        super().__init__()
        self._figures: tuple[Figure, ...] = ()
        self._has_signs = has_signs
        self._has_lines = has_lines
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """What is shown."""
        return self._figures

    def show_figures(self, figures: tuple[Figure, ...]) -> None:
        """Shows other lines."""
        if figures == self._figures:
            return
        self._figures = figures
        words = (f"{f.text} {f.amount} {_SPOKEN[f.sign]} {f.rule}".strip() for f in figures)
        self.setAccessibleName("; ".join(" ".join(word.split()) for word in words))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(sum(self._height(figure, width) for figure in self._figures)) + 2

    def sizeHint(self) -> QSize:
        return QSize(scaled(300), self.heightForWidth(scaled(420)))

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(180), scaled(20) if self._figures else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = 0.0
        for figure in self._figures:
            tall = self._height(figure, self.width())
            self._draw(painter, QRectF(0, top, self.width(), tall), figure)
            top += tall
            if self._has_lines:
                painter.setPen(QPen(color(tokens().line), 1.0))
                painter.drawLine(QPointF(0, round(top) - 0.5), QPointF(self.width(), round(top) - 0.5))
        painter.end()

    def _left(self, figure: Figure) -> float:
        return figure.depth * scaled(INDENT) + (scaled(24) if self._has_signs else 0.0)

    def _words_room(self, figure: Figure, width: float) -> float:
        rule = self._rule_room(figure)
        amount = scaled(AMOUNT_ROOM) if figure.amount or self._has_lines else 0
        return max(40.0, width - self._left(figure) - rule - amount - 8)

    def _rule_room(self, figure: Figure) -> float:
        """A column of its own between lines; else as much as the rule needs."""
        if self._has_lines:
            return scaled(RULE_ROOM)
        if not figure.rule:
            return 0.0
        wide = QFontMetricsF(ui_font(TextSize.SECOND)).horizontalAdvance(brief_rule(figure.rule))
        return min(wide + scaled(14), scaled(RULE_ROOM))

    def _font(self, figure: Figure) -> QFont:
        return ui_font(TextSize.BODY, QFont.Weight.DemiBold if figure.is_strong else QFont.Weight.Normal)

    def _height(self, figure: Figure, width: float) -> float:
        metrics = QFontMetricsF(self._font(figure))
        room = QRectF(0, 0, self._words_room(figure, width), 1000)
        tall = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), figure.text).height()
        return tall + (scaled(10) if self._has_lines else scaled(4))

    def _draw(self, painter: QPainter, place: QRectF, figure: Figure) -> None:
        theme = tokens()
        middle = scaled(10) + figure.depth * scaled(INDENT)
        first = QFontMetricsF(self._font(figure)).height() / 2 + scaled(2)
        level = place.center().y() if self._has_lines else place.top() + first
        self._draw_sign(painter, QPointF(middle, level), figure)
        wide = self._words_room(figure, place.width())
        room = QRectF(place.left() + self._left(figure), place.top(), wide, place.height())
        ink = theme.second if figure.is_muted else theme.text
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        painter.setFont(self._font(figure))
        painter.setPen(color(ink))
        painter.drawText(room, int(flags), figure.text)
        right = place.right()
        if figure.rule or self._has_lines:
            wide = self._rule_room(figure)
            tall = place.height() if self._has_lines else 2 * first
            box = QRectF(right - wide, place.top(), wide, tall)
            self._write_right(painter, box, figure)
            right -= wide
        if figure.amount:
            tones = {"good": theme.good, "bad": theme.bad, "second": theme.second}
            painter.setFont(ui_font(TextSize.BODY, QFont.Weight.DemiBold))
            painter.setPen(color(tones.get(figure.amount_tone, theme.text)))
            box = QRectF(right - scaled(AMOUNT_ROOM), place.top(), scaled(AMOUNT_ROOM), place.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, figure.amount)

    def _write_right(self, painter: QPainter, place: QRectF, figure: Figure) -> None:
        font = ui_font(TextSize.SECOND)
        words = QFontMetricsF(font).elidedText(
            brief_rule(figure.rule), Qt.TextElideMode.ElideRight, place.width() - 6
        )
        painter.setFont(font)
        painter.setPen(color(tokens().faint))
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)

    def _draw_sign(self, painter: QPainter, center: QPointF, figure: Figure) -> None:
        theme = tokens()
        if figure.sign == "yes":
            paint_tick(painter, center, scaled(4.6), theme.good)
        elif figure.sign == "no":
            painter.setPen(QPen(color(theme.second), 1.6))
            painter.drawLine(center - QPointF(scaled(4), 0), center + QPointF(scaled(4), 0))
        elif figure.sign == "open":
            painter.setPen(QPen(color(theme.second), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(center, scaled(4.2), scaled(4.2))
