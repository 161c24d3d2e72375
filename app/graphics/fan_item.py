"""The fan: the units of a stack side by side, top first, of fixed size on the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.fonts import SceneRole, scene_font
from app.graphics.colors import color
from app.graphics.counter_cache import shared_counters
from app.graphics.painters.overlay_pen import pen
from app.graphics.shown_stacks import ShownStack, ShownUnit

FAN_Z: Final = 60.0
FAN_EDGE: Final = 66
FAN_GAP: Final = 8
FAN_PADDING: Final = 12
FAN_WORDS: Final = 28
FAN_ROW: Final = 8
FAN_TIP: Final = 12


NOSE_ROOM = 18
"""Pixels that the tip keeps from the corners of the card."""


class FanItem(QGraphicsItem):
    """The units of a stack side by side above its hex, top unit first; of fixed size on the screen."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(FAN_Z)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._stack: ShownStack | None = None
        self._pointed: int | None = None
        self._picked: frozenset[str] = frozenset()
        self._lift = 0.0
        self._aside = 0.0
        self._is_below = False
        self.setVisible(False)

    @property
    def stack(self) -> ShownStack | None:
        """The stack that is fanned out."""
        return self._stack

    @property
    def units(self) -> tuple[ShownUnit, ...]:
        """Its units, top first."""
        return tuple(reversed(self._stack.units)) if self._stack else ()

    def open(self, stack: ShownStack, at: QPointF, lift: float, *, is_below: bool) -> None:
        """Fans a stack out above (or below) a point of the scene, so many pixels away."""
        self.prepareGeometryChange()
        self._stack, self._lift, self._is_below, self._pointed = stack, lift, is_below, None
        self._aside = 0.0
        self.setPos(at)
        self.setVisible(True)
        self.update()

    def shift(self, aside: float) -> None:
        """Moves the card to the side, as far as its tip still points at the hex."""
        most = self.card_rect().width() / 2 - NOSE_ROOM
        self.prepareGeometryChange()
        self._aside = max(-most, min(most, aside))
        self.update()

    def close(self) -> None:
        """Puts the fan away."""
        self.prepareGeometryChange()
        self._stack, self._pointed = None, None
        self.setVisible(False)

    def point_at(self, unit: int | None) -> None:
        """Names the unit under the pointer."""
        if unit != self._pointed:
            self._pointed = unit
            self.update()

    def set_picked(self, pieces: Iterable[str]) -> None:
        """Rings these units."""
        self._picked = frozenset(pieces)
        self.update()

    def card_rect(self) -> QRectF:
        """The card, in pixels from the hex."""
        count = len(self.units)
        columns, rows = min(count, FAN_ROW), max(1, -(-count // FAN_ROW))
        width = columns * (FAN_EDGE + FAN_GAP) - FAN_GAP + 2 * FAN_PADDING
        height = rows * (FAN_EDGE + FAN_GAP) + FAN_PADDING + FAN_WORDS - FAN_GAP + 4
        width = max(width, 220)
        top = self._lift + FAN_TIP if self._is_below else -self._lift - FAN_TIP - height
        return QRectF(self._aside - width / 2, top, width, height)

    def tile(self, number: int) -> QRectF:
        """Where a unit's counter lies."""
        panel = self.card_rect()
        row, column = divmod(number, FAN_ROW)
        step = FAN_EDGE + FAN_GAP
        return QRectF(
            panel.left() + FAN_PADDING + column * step,
            panel.top() + FAN_PADDING + row * step,
            FAN_EDGE,
            FAN_EDGE,
        )

    def unit_at(self, offset: QPointF) -> int | None:
        """The unit at so many pixels from the hex."""
        return next((n for n in range(len(self.units)) if self.tile(n).contains(offset)), None)

    def boundingRect(self) -> QRectF:
        panel = self.card_rect()
        return panel.adjusted(-4, -4 - FAN_TIP, 4, 4 + FAN_TIP)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if self._stack is None:
            return
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.setPen(pen("#1c150b", 1.0))
        painter.setBrush(color("#fffdf6", 0.97))
        painter.drawPath(self._card())
        ratio = painter.device().devicePixelRatioF()
        for number, unit in enumerate(self.units):
            tile = self.tile(number)
            if unit.piece in self._picked or number == self._pointed:
                self._ring(painter, tile, is_picked=unit.piece in self._picked)
            shared_counters().picture(unit.face, FAN_EDGE, ratio).draw(painter, tile.topLeft())
        self._draw_words(painter)

    def _card(self) -> QPainterPath:
        panel = self.card_rect()
        path = QPainterPath()
        path.addRoundedRect(panel, 8, 8)
        edge, tip = (panel.top(), -FAN_TIP) if self._is_below else (panel.bottom(), FAN_TIP)
        nose = QPainterPath(QPointF(-8, edge))
        nose.lineTo(0, edge + tip)
        nose.lineTo(8, edge)
        nose.closeSubpath()
        return path.united(nose)

    def _ring(self, painter: QPainter, tile: QRectF, *, is_picked: bool) -> None:
        frame = tile.adjusted(-3, -3, 3, 3)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen("#1c150b", 5.0))
        painter.drawRoundedRect(frame, 6, 6)
        painter.setPen(pen("#ffd21f" if is_picked else "#ffffff", 3.0))
        painter.drawRoundedRect(frame, 6, 6)

    def _draw_words(self, painter: QPainter) -> None:
        panel = self.card_rect()
        units = self.units
        number = self._pointed if self._pointed is not None else 0
        words = units[number].label if units else ""
        room = panel.adjusted(FAN_PADDING, 0, -FAN_PADDING, -6)
        room.setTop(room.bottom() - FAN_WORDS + 6)
        painter.setFont(scene_font(SceneRole.TEXT, 12))
        painter.setPen(color("#241f18"))
        shown = QFontMetricsF(painter.font()).elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
