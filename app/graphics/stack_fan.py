"""When the fan of a stack opens and closes, and what in it lies under the pointer."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, QTimer, Signal

from app.graphics.fan_item import FanItem
from app.graphics.map_navigation import MapNavigation
from app.graphics.shown_stacks import EDGE, ShownStack

FAN_MS: Final = 250
NEAR: Final = QRectF(-40, -40, 80, 80)
"""About the hex, in pixels, where the pointer keeps the fan open."""
EDGE_ROOM: Final = 4
"""Pixels between the fan and the edge of the view."""
REACH: Final = 12


class StackFan(QObject):
    """Opens the fan of one view after a moment over a stack; `pointed` names the unit under the pointer."""

    pointed = Signal(str)

    def __init__(self, view: MapNavigation) -> None:
        super().__init__(view)
        self._view = view
        self._waiting: str | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FAN_MS)
        self._timer.timeout.connect(self._open_waiting)

    @property
    def item(self) -> FanItem:
        return self._view.board_scene.fan

    def open(self, place: str) -> bool:
        """Fans out the stack of a hex; false if there are not at least two units."""
        stack = self._view.board_scene.stacks.get(place)
        center = self._view.board_scene.center_of(place)
        if stack is None or center is None or len(stack.units) < 2:
            return False
        lift = self._view.map_scale * EDGE / 2 + 6
        self.item.open(stack, center, lift, is_below=False)
        if self._view.view_point(center).y() + self.item.card_rect().top() < 4:
            self.item.open(stack, center, lift, is_below=True)
        card, at = self.item.card_rect(), self._view.view_point(center).x()
        room = self._view.viewport().width() - EDGE_ROOM
        self.item.shift(max(0.0, EDGE_ROOM - at - card.left()) - max(0.0, at + card.right() - room))
        return True

    def rest(self) -> None:
        """Does not open what it was about to open."""
        self._timer.stop()

    def close(self) -> bool:
        """Puts the fan away; false if it was not open."""
        self.rest()
        was_open = self.item.isVisible()
        if was_open:
            self.item.close()
        return was_open

    def _open_waiting(self) -> None:
        if self._waiting is not None:
            self.open(self._waiting)

    def _offset(self, position: QPointF) -> QPointF:
        return position - self._view.view_point(self.item.pos())

    def unit_at(self, position: QPointF) -> str | None:
        """The unit of the open fan under a point of the viewport."""
        if not self.item.isVisible():
            return None
        number = self.item.unit_at(self._offset(position))
        return self.item.units[number].piece if number is not None else None

    def hover(self, position: QPointF, stack: ShownStack | None) -> None:
        """The pointer is over this stack or none: points in the fan, closes it, or waits to open it."""
        if self.item.isVisible():
            number = self.item.unit_at(self._offset(position))
            self.item.point_at(number)
            if number is not None:
                self.pointed.emit(self.item.units[number].piece)
                return
            reach = self.item.boundingRect().united(NEAR).adjusted(-REACH, -REACH, REACH, REACH)
            if not reach.contains(self._offset(position)):
                self.item.close()
                self.pointed.emit("")
        self._wait_for(stack)

    def _wait_for(self, stack: ShownStack | None) -> None:
        if stack is None or len(stack.units) < 2:
            self._timer.stop()
            return
        fanned = self.item.stack
        if fanned is None or fanned.place != stack.place:
            self._waiting = stack.place
            self._timer.start()
