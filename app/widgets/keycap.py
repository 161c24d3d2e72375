"""Buttons that show their key: the way to learn the keyboard while using the mouse.

The key stands in a small outlined cap at the right end of the button. The
button's shortcut is set from the same text.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QShortcutEvent,
)
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter, QWidget

from app.fonts import TextSize
from app.graphics.colors import color
from app.theme.current import restyle, scaled, tokens, ui_font

_SHOWN = {"Return": "↵", "Enter": "↵", "Escape": "Esc", "Space": "Space", "Left": "←", "Right": "→"}


def key_text(key: str) -> str:
    """How a key sequence is written on its cap."""
    parts = key.split("+")
    return "+".join(_SHOWN.get(part, part) for part in parts)


class KeyButton(QPushButton):
    """A push button with a key cap; `kind` is the style sheet's (`primary`, `flat`, `danger`)."""

    def __init__(self, text: str, key: str = "", kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._key = ""
        self._is_cap_shown = True
        if kind:
            self.setProperty("kind", kind)
        self.set_key(key)

    @property
    def key(self) -> str:
        """The key sequence in its portable form, or nothing."""
        return self._key

    def set_key(self, key: str) -> None:
        """Change the key; an empty text takes cap and shortcut away."""
        self._key = key
        self.setShortcut(QKeySequence(key) if key else QKeySequence())
        self.updateGeometry()
        self.update()

    def show_key(self, key: str) -> None:
        """Shows the cap of a key that an action of the window already listens to."""
        self._key = key
        self.updateGeometry()
        self.update()

    def setText(self, text: str) -> None:
        """Changes the words; the key stays, which Qt takes away with the old words."""
        kept = self.shortcut()
        super().setText(text)
        self.setShortcut(kept)

    def set_cap_shown(self, *, shown: bool) -> None:
        """Leaves the cap away where room is short; the key works all the same."""
        if shown != self._is_cap_shown:
            self._is_cap_shown = shown
            self.updateGeometry()
            self.update()

    @property
    def _has_cap(self) -> bool:
        return bool(self._key) and self._is_cap_shown

    def set_kind(self, kind: str) -> None:
        """Change the look, for example when a button becomes the primary one."""
        restyle(self, kind=kind)

    def event(self, event: QEvent) -> bool:
        """The key acts at once and only once; Qt waits a tenth of a second, and repeats while it is held."""
        if isinstance(event, QShortcutEvent) and not event.isAmbiguous():
            self.setShortcutAutoRepeat(event.shortcutId(), False)
            self.click()
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width() + self._cap_room(), max(hint.height(), scaled(32)))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        text = option.text
        option.text = ""
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        self._draw_words(painter, text)
        painter.end()

    def _draw_words(self, painter: QPainter, text: str) -> None:
        ink = self._ink()
        inner = QRectF(self.rect()).adjusted(scaled(13), 0, -scaled(9), 0)
        weight = QFont.Weight.DemiBold if self.property("kind") == "primary" else QFont.Weight.Medium
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(ui_font(TextSize.BODY, weight))
        painter.setPen(ink)
        side = Qt.AlignmentFlag.AlignLeft if self._has_cap else Qt.AlignmentFlag.AlignHCenter
        if not self.icon().isNull():
            size = scaled(16)
            self.icon().paint(painter, int(inner.left()) - 2, (self.height() - size) // 2, size, size)
            inner.setLeft(inner.left() + size + scaled(5))
        flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic
        painter.drawText(inner, int(flags), text)
        if self._has_cap:
            self._draw_cap(painter, inner, ink)

    def _draw_cap(self, painter: QPainter, inner: QRectF, ink: QColor) -> None:
        font = ui_font(TextSize.NOTE, QFont.Weight.Medium)
        words = key_text(self._key)
        width = QFontMetrics(font).horizontalAdvance(words) + scaled(11)
        height = min(inner.height() - 10, scaled(19))
        cap = QRectF(inner.right() - width + 1.5, (self.height() - height) / 2, width - 1, height)
        line = QColor(ink)
        line.setAlphaF(0.72 * ink.alphaF())
        painter.setPen(QPen(line, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(cap, 3, 3)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, words)

    def _cap_room(self) -> int:
        room = scaled(20) if not self.icon().isNull() else 0
        if self._has_cap:
            font = ui_font(TextSize.NOTE, QFont.Weight.Medium)
            room += QFontMetrics(font).horizontalAdvance(key_text(self._key)) + scaled(21)
        return room

    def _ink(self) -> QColor:
        theme = tokens()
        if not self.isEnabled():
            return color(theme.second if self.property("kind") == "primary" else theme.faint, 0.8)
        kind = self.property("kind")
        if kind == "primary":
            return color(theme.on_accent)
        return color(theme.bad if kind == "danger" else theme.text)
