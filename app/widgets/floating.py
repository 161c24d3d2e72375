"""Cards that float over the map: hover card, overlay switches, minimap frame.

They are the only things with a shadow. The shadow is painted in the widget's
own margin, because graphics effects would redraw the map below.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from app.graphics.colors import color
from app.theme.current import tokens

SHADOW_ROOM: Final = 12
_STEPS: Final = 8


class FloatingCard(QWidget):
    """A rounded card with a soft shadow; put a layout on it as usual."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setContentsMargins(SHADOW_ROOM, SHADOW_ROOM, SHADOW_ROOM, SHADOW_ROOM)
        self._ground: tuple[object, QPixmap] | None = None

    def card_rect(self) -> QRectF:
        """The card without its shadow."""
        room = SHADOW_ROOM
        return QRectF(self.rect()).adjusted(room, room, -room, -room)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture())
        painter.end()

    def _picture(self) -> QPixmap:
        """The ground and its shadow, made once: the map below repaints the card with every frame."""
        ratio = self.devicePixelRatioF()
        key = (self.width(), self.height(), ratio, tokens())
        if self._ground is None or self._ground[0] != key:
            picture = QPixmap(self.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_card_ground(painter, self.card_rect())
            painter.end()
            self._ground = key, picture
        return self._ground[1]


def paint_card_ground(painter: QPainter, card: QRectF, radius: float = 8.0) -> None:
    """Shadow, ground and frame of a floating card."""
    theme = tokens()
    painter.setPen(Qt.PenStyle.NoPen)
    if theme.shadow:
        painter.setBrush(color("#000000", theme.shadow * 0.62 / _STEPS))
        for step in range(_STEPS, 0, -1):
            soft = card.adjusted(-step, -step + 3, step, step + 3)
            painter.drawRoundedRect(soft, radius + step, radius + step)
    painter.setPen(QPen(color(theme.strong_line), 1.0 if theme.shadow else 2.0))
    painter.setBrush(color(theme.card))
    painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
