"""The card beside the pointer: what a hex is, what it would cost, or why not, with rule numbers.

Painted in one go, because it follows the pointer. It keeps away from the pointer and the hexes around it.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.fonts import TextSize
from app.graphics.colors import color
from app.player.figures import capital
from app.player.tools.outcome import Card, CardLine
from app.rule_words import brief_rule
from app.theme.current import scaled, tokens, ui_font
from app.widgets.floating import SHADOW_ROOM, FloatingCard, paint_card_ground

WIDTH = 330
RULE_ROOM = 84
AWAY = 24
MOST_AMOUNT = 0.7
"""Part of a line that its amount may take; with more both become a paragraph."""


class HoverCard(FloatingCard):
    """Shows one :class:`Card`; transparent to the mouse."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._card: Card | None = None
        self.hide()

    @property
    def card(self) -> Card | None:
        """What is shown."""
        return self._card if self.isVisible() else None

    def show_card(self, card: Card, pointer: QPoint, avoid: QRect) -> None:
        """Shows a card near a point of the parent, clear of a rectangle."""
        if card != self._card:
            self._card = card
            self.setAccessibleName(card_words(card))
            self.resize(self._wanted_size())
            self.update()
        self._place(pointer, avoid)
        self.show()
        self.raise_()

    def _wanted_size(self) -> QSize:
        return QSize(scaled(WIDTH) + 2 * SHADOW_ROOM, round(self._paint(None)) + 2 * SHADOW_ROOM)

    def _place(self, pointer: QPoint, avoid: QRect) -> None:
        """Right below if there is room, else on the side of the pointer that has it."""
        parent = self.parentWidget()
        room = parent.rect() if parent else QRect(pointer, self.size())
        wide, tall = self.width() - 2 * SHADOW_ROOM, self.height() - 2 * SHADOW_ROOM
        zone = avoid.united(QRect(pointer - QPoint(AWAY, AWAY), pointer + QPoint(AWAY, AWAY)))
        x = zone.right() if zone.right() + wide <= room.right() else zone.left() - wide
        y = zone.bottom() if zone.bottom() + tall <= room.bottom() else zone.top() - tall
        x = max(room.left() + 6, min(x, room.right() - wide - 6))
        y = max(room.top() + 6, min(y, room.bottom() - tall - 6))
        self.move(x - SHADOW_ROOM, y - SHADOW_ROOM)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_card_ground(painter, self.card_rect())
        self._paint(painter)
        painter.end()

    # --- drawing ----------------------------------------------------------------------------------

    def _paint(self, painter: QPainter | None) -> float:
        """Draws the card, or only measures it; returns its height."""
        card = self._card
        if card is None:
            return 0.0
        pen = _Writer(painter, SHADOW_ROOM + scaled(14), SHADOW_ROOM + scaled(11), scaled(WIDTH) - scaled(28))
        pen.head(card)
        if card.lines:
            pen.gap(scaled(7))
        for line in card.lines:
            pen.line(line)
        if card.totals:
            pen.rule_line()
            for line in card.totals:
                pen.line(line)
        if card.refusal is not None:
            pen.gap(scaled(5))
            rule = f"  {card.refusal.rule}" if card.refusal.rule else ""
            pen.words(f"{capital(card.refusal.text)}.{rule}", TextSize.BODY, tokens().bad)
            if card.refusal.hint:
                pen.words(capital(card.refusal.hint), TextSize.SECOND, tokens().second)
        for foot in card.foot:
            pen.gap(scaled(4))
            pen.words(foot, TextSize.SECOND, tokens().second)
        return pen.y - SHADOW_ROOM + scaled(10)


class _Writer:
    """Puts lines below each other; without a painter it only measures."""

    def __init__(self, painter: QPainter | None, left: float, top: float, width: float) -> None:
        self.painter = painter
        self.left, self.y, self.width = left, top, width

    def gap(self, room: float) -> None:
        self.y += room

    def head(self, card: Card) -> None:
        theme = tokens()
        bold = ui_font(TextSize.CARD, QFont.Weight.DemiBold)
        tall = QFontMetricsF(bold).height() + 2
        taken = self._text(card.title, bold, theme.text, QRectF(self.left, self.y, self.width, tall))
        chip_room = self._chip(card, tall)
        rest = QRectF(self.left + taken + 8, self.y, max(0.0, self.width - taken - chip_room - 14), tall)
        font = ui_font(TextSize.BODY)
        words = QFontMetricsF(font).elidedText(card.subtitle, Qt.TextElideMode.ElideRight, rest.width())
        self._text(words, font, theme.second, rest)
        self.y += tall

    def _chip(self, card: Card, tall: float) -> float:
        if not card.chip:
            return 0.0
        theme = tokens()
        font = ui_font(TextSize.NOTE, QFont.Weight.DemiBold)
        wide = min(QFontMetricsF(font).horizontalAdvance(card.chip) + scaled(16), self.width * 0.6)
        place = QRectF(self.left + self.width - wide, self.y + (tall - scaled(19)) / 2, wide, scaled(19))
        if self.painter is not None:
            tints = {"bad": theme.bad, "care": theme.care, "good": theme.good}
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(color(tints.get(card.chip_tone, theme.accent)))
            self.painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
            self.painter.setPen(color(theme.on_accent))
            self.painter.setFont(font)
            words = QFontMetricsF(font).elidedText(card.chip, Qt.TextElideMode.ElideRight, wide - 8)
            self.painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)
        return wide

    def line(self, line: CardLine) -> None:
        theme = tokens()
        weight = QFont.Weight.DemiBold if line.strong else QFont.Weight.Medium
        words_font = ui_font(TextSize.SECOND, weight if line.strong else QFont.Weight.Normal)
        figure_font = ui_font(TextSize.SECOND, QFont.Weight.DemiBold)
        rule_room = scaled(RULE_ROOM) if line.rule else 0.0
        amount_room = QFontMetricsF(figure_font).horizontalAdvance(line.amount) + 10 if line.amount else 0.0
        if amount_room > (self.width - scaled(RULE_ROOM)) * MOST_AMOUNT:
            self._paragraph(line)
            return
        room = self.width - scaled(RULE_ROOM) - amount_room if line.amount else self.width - rule_room
        tall = self._wrapped(
            line.text[:1].upper() + line.text[1:],
            words_font,
            theme.text,
            QRectF(self.left, self.y, room, 1000),
        )
        first = QRectF(self.left, self.y, self.width, QFontMetricsF(words_font).height() + 3)
        if line.amount:
            place = QRectF(
                first.right() - scaled(RULE_ROOM) - amount_room, first.top(), amount_room, first.height()
            )
            ink = theme.accent if line.strong else theme.text
            self._text(line.amount, figure_font, ink, place, right=True)
        if line.rule:
            place = QRectF(
                first.right() - scaled(RULE_ROOM) - 4, first.top(), scaled(RULE_ROOM) - 4, first.height()
            )
            font = ui_font(TextSize.NOTE)
            words = QFontMetricsF(font).elidedText(
                brief_rule(line.rule), Qt.TextElideMode.ElideRight, place.width()
            )
            self._text(words, font, theme.faint, place, right=True)
        self.y += tall + 2

    def _paragraph(self, line: CardLine) -> None:
        """A line whose amount is a sentence: words and sentence in one paragraph, the rule beside it."""
        font = ui_font(TextSize.SECOND)
        rule_font = ui_font(TextSize.NOTE)
        wide = QFontMetricsF(rule_font).horizontalAdvance(brief_rule(line.rule)) if line.rule else 0.0
        top = QRectF(self.left, self.y, self.width, QFontMetricsF(font).height() + 3)
        if line.rule:
            rule = brief_rule(line.rule)
            self._text(rule, rule_font, tokens().faint, top.adjusted(0, 0, -8, 0), right=True)
        place = QRectF(self.left, self.y, self.width - wide - 18, 1000)
        text = f"{line.text[:1].upper()}{line.text[1:]}: {line.amount}"
        self.y += self._wrapped(text, font, tokens().text, place) + 2

    def rule_line(self) -> None:
        self.y += scaled(4)
        if self.painter is not None:
            self.painter.setPen(QPen(color(tokens().line), 1.0))
            self.painter.drawLine(QPointF(self.left, self.y), QPointF(self.left + self.width, self.y))
        self.y += scaled(5)

    def words(self, text: str, size: TextSize, ink: str) -> None:
        self.y += self._wrapped(text, ui_font(size), ink, QRectF(self.left, self.y, self.width, 1000)) + 1

    def _wrapped(self, text: str, font: QFont, ink: str, place: QRectF) -> float:
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        needed = QFontMetricsF(font).boundingRect(place, int(flags), text)
        if self.painter is not None:
            self.painter.setFont(font)
            self.painter.setPen(color(ink))
            self.painter.drawText(place, int(flags), text)
        return needed.height()

    def _text(self, text: str, font: QFont, ink: str, place: QRectF, *, right: bool = False) -> float:
        if self.painter is not None:
            self.painter.setFont(font)
            self.painter.setPen(color(ink))
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            self.painter.drawText(place, int(side | Qt.AlignmentFlag.AlignVCenter), text)
        return QFontMetricsF(font).horizontalAdvance(text)


def card_words(card: Card) -> str:
    """The card as one sentence for screen readers and the status bar."""
    parts = [card.title, card.subtitle, card.chip]
    parts += [f"{line.text} {line.amount}".strip() for line in (*card.lines, *card.totals)]
    parts += [str(card.refusal) if card.refusal else "", *card.foot]
    return ". ".join(part for part in parts if part)
