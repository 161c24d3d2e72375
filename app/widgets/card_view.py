"""One card as a widget, at a fixed width."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.graphics.card_cache import SHADOW, card_height, shared_cards
from app.graphics.painters.card import CardFace
from app.theme.current import scaled


class CardView(QWidget):
    """Shows a face, or nothing."""

    def __init__(self, width: int = 150, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._width = width
        self._face: CardFace | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_face(self, face: CardFace | None, words: str = "") -> None:
        """Show another card."""
        self._face = face
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        width = scaled(self._width)
        return QSize(width + SHADOW, card_height(width) + SHADOW)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._face is None:
            return
        painter = QPainter(self)
        painter.drawPixmap(
            0, 0, shared_cards().picture(self._face, scaled(self._width), self.devicePixelRatioF())
        )
        painter.end()
