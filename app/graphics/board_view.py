"""The view of a board: mouse, touchpad and keyboard become signals about hexes and units.

It knows no rule: it tells which hex is under the pointer, was pressed, dragged from, dropped on or
chosen by key, and pans and zooms by itself. What any of it means is for the window to say.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from app.graphics.board_scene import BoardScene
from app.graphics.cursor_view import CURSOR_KEYS
from app.graphics.kinetic import KineticPan
from app.graphics.list_drops import ListDrops
from app.graphics.map_backdrop import MapBackdrop
from app.graphics.shown_stacks import ShownStack
from app.graphics.stack_fan import StackFan

PAN_STEP: Final = 90.0
_LOSSES: Final = (QEvent.Type.WindowDeactivate, QEvent.Type.WindowBlocked)
"""After these the release of a button may never come."""
WHEEL_NOTCH: Final = 120.0

if TYPE_CHECKING:
    from app.graphics.preparing_bar import PreparingBar


class BoardView(ListDrops):
    """A window onto the maps."""

    hexPressed = Signal(str, Qt.KeyboardModifier)
    hexActivated = Signal(str, Qt.KeyboardModifier)
    hexDoubleClicked = Signal(str, Qt.KeyboardModifier)
    hexDragged = Signal(str, str)
    hexDropped = Signal(str, str, Qt.KeyboardModifier)
    dragCancelled = Signal()
    dragLost = Signal()
    """The button that is down counts no more: the mouse went to another window."""
    hexContext = Signal(str, QPoint)
    unitHovered = Signal(str)
    unitActivated = Signal(str, Qt.KeyboardModifier)

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.backdrop = MapBackdrop(self)
        self.takes_step: Callable[[int], bool] = lambda _step: False
        """What wants plus and minus (1 and −1) before the zoom does; tells whether it took them."""
        self.counts: Callable[[str | None], tuple[str, ...]] | None = None
        """The units that numbers pick, from the top; None: those drawn at the hex."""
        self.can_drag: Callable[[str], bool] = lambda place: place in scene.stacks
        """Whether dragging from a hex moves units; where it does not, it moves the map."""
        self._press: tuple[str, QPointF] | None = None
        self._is_dragging = False
        self._pan_from: QPointF | None = None
        self._has_panned = False
        self._is_space_down = False
        self._kinetic = KineticPan(self.pan, self)
        self.fan = StackFan(self)
        self.fan.pointed.connect(self.unitHovered)
        self._preparing: PreparingBar | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Map"))
        self.viewChanged.connect(self._view_changed)
        self.scaleChanged.connect(self._scale_changed)

    # ------------------------------------------------------------------ drawing

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        self.backdrop.draw(painter, QRectF(rect))

    def _scale_changed(self) -> None:
        self.fan.close()
        self.backdrop.scale_changed()

    def _view_changed(self) -> None:
        self.backdrop.view_moved()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.viewChanged.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.viewChanged.emit()
        self._prepare_maps()

    def _prepare_maps(self) -> None:
        """Has pictures of maps prepared that take long, the first time they are seen."""
        bar = self.preparing
        if bar is not None:
            bar.begin()

    @property
    def preparing(self) -> PreparingBar | None:
        """The bar that shows how far a picture of a map is; None where none needs to be prepared."""
        arts = self.board_scene.arts
        is_needed = any(
            a.unmade is not None or (a.scan is not None and a.scan.uncut is not None) for a in arts
        )
        if self._preparing is None and is_needed:
            bars = importlib.import_module("app.graphics.preparing_bar")
            self._preparing = bars.PreparingBar(self.board_scene, self._map_renewed, self)
        return self._preparing

    def finish_preparing(self) -> None:
        bar = self.preparing
        if bar is not None:
            bar.finish()

    def _map_renewed(self) -> None:
        self.backdrop.map_changed()
        self.viewport().update()

    def event(self, event: QEvent) -> bool:
        if event.type() in _LOSSES:
            self.lose_press()
        return super().event(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.lose_press()
        if self._preparing is not None:
            self._preparing.stop()
        self.backdrop.pause()
        self._kinetic.stop()
        self.fan.rest()

    def set_theme(self, theme: str) -> None:
        """Changes the inks."""
        self.board_scene.set_theme(theme)
        self.backdrop.settle()
        self.viewport().update()

    # ------------------------------------------------------------------ places

    def stack_at(self, position: QPointF) -> ShownStack | None:
        """The stack under a point of the viewport."""
        return self.board_scene.stack_at(self.scene_point(position))

    def unit_at(self, position: QPointF) -> str:
        """The unit under a point: one of the open fan, or the top one of a stack; empty for none."""
        fanned = self.fan.unit_at(position)
        if fanned is not None:
            return fanned
        stack = self.stack_at(position)
        return stack.units[-1].piece if stack is not None and stack.units else ""

    def _hover(self, position: QPointF) -> None:
        place = self.hex_at(position)
        if place != self._hovered:
            self._hovered = place
            self.hexHovered.emit(place)
        self.fan.hover(position, self.stack_at(position))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.fan.rest()
        if self._hovered:
            self._hovered = ""
            self.hexHovered.emit("")

    def open_fan(self, place: str) -> bool:
        """Fans out the stack of a hex; false if there are not at least two units."""
        return self.fan.open(place)

    # ------------------------------------------------------------------ mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._kinetic.stop()
        self.fan.rest()
        position, button = event.position(), event.button()
        if event.buttons() == button:
            self.lose_press()
        place = self.hex_at(position)
        is_left = button == Qt.MouseButton.LeftButton
        if is_left and self.fan.unit_at(position) is not None:
            self.unitActivated.emit(self.unit_at(position), event.modifiers())
            event.accept()
            return
        if is_left and place and not self._is_space_down:
            self._press = (place, position)
            self._is_dragging = False
            self.hexPressed.emit(place, event.modifiers())
        elif button in (Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton) or is_left:
            self._start_pan(position)
        event.accept()

    def _start_pan(self, position: QPointF) -> None:
        self._pan_from, self._has_panned = position, False
        self._kinetic.track(position)

    def lose_press(self) -> None:
        """Ends what a held button was doing: its release went elsewhere, or counts no more."""
        if self._pan_from is not None:
            self._pan_from = None
            self._kinetic.stop()
            self.viewport().unsetCursor()
        if self._press is not None:
            self._press, self._is_dragging = None, False
            self.dragLost.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        position = event.position()
        if event.buttons() == Qt.MouseButton.NoButton:
            self.lose_press()
        if self._pan_from is not None:
            self._pan_to(position)
        elif self._press is not None:
            self._drag_to(position)
        else:
            self._hover(position)
        event.accept()

    def _pan_to(self, position: QPointF) -> None:
        assert self._pan_from is not None
        step = position - self._pan_from
        if not self._has_panned and step.manhattanLength() < QApplication.startDragDistance():
            return
        self._has_panned = True
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self._kinetic.track(position)
        self.pan(step)
        self._pan_from = position

    def _drag_to(self, position: QPointF) -> None:
        assert self._press is not None
        place, start = self._press
        if not self._is_dragging:
            if (position - start).manhattanLength() < QApplication.startDragDistance():
                return
            if not self.can_drag(place):
                self._press = None
                self._start_pan(start)
                self._pan_to(position)
                return
            self._is_dragging = True
            self.fan.close()
        self._hover(position)
        self.hexDragged.emit(place, self.hex_at(position))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        position = event.position()
        if self._pan_from is not None:
            self._end_pan(event)
        elif self._press is not None and event.button() == Qt.MouseButton.LeftButton:
            place, _ = self._press
            self._press = None
            target = self.hex_at(position)
            if self._is_dragging:
                self._is_dragging = False
                self.hexDropped.emit(place, target, event.modifiers())
            elif target == place:
                self.set_cursor_hex(None)
                self.hexActivated.emit(place, event.modifiers())
        event.accept()

    def _end_pan(self, event: QMouseEvent) -> None:
        self._pan_from = None
        self.viewport().unsetCursor()
        if self._has_panned:
            self._kinetic.release()
        elif event.button() == Qt.MouseButton.RightButton:
            self.hexContext.emit(self.hex_at(event.position()), event.globalPosition().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self.hex_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and place:
            self.hexDoubleClicked.emit(place, event.modifiers())
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self._cursor:
            self.hexContext.emit(self._cursor, self.global_point(self._cursor) or QPoint())
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._kinetic.stop()
        is_zoom = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier) or event.pixelDelta().isNull()
        if is_zoom:
            self.zoom(event.angleDelta().y() / WHEEL_NOTCH, event.position())
        else:
            self.pan(QPointF(event.pixelDelta()))
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.set_map_scale(self.map_scale * (1.0 + event.value()), event.position())
                return True
            if event.gestureType() == Qt.NativeGestureType.SmartZoomNativeGesture:
                self.fit_board()
                return True
        return super().viewportEvent(event)

    # ------------------------------------------------------------------ keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        if key in CURSOR_KEYS and modifiers & Qt.KeyboardModifier.ControlModifier:
            dx, dy = CURSOR_KEYS[key]
            self.pan(QPointF(-dx * PAN_STEP, -dy * PAN_STEP))
        elif key in CURSOR_KEYS:
            self._move_cursor(CURSOR_KEYS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor:
            self.hexActivated.emit(self._cursor, modifiers)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            step = -1 if key == Qt.Key.Key_Minus else 1
            if not self.takes_step(step):
                self.zoom(step)
        elif key == Qt.Key.Key_0:
            self.fit_board()
        elif self._is_number(key, modifiers) and self._pick_unit(key - Qt.Key.Key_1, modifiers):
            pass
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._is_space_down = True
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        elif key == Qt.Key.Key_Escape and self._let_go():
            pass
        else:
            event.ignore()
            return
        event.accept()

    @staticmethod
    def _is_number(key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        """Whether a number was typed that counts units; with Alt it is the key of a button."""
        return Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and not modifiers & Qt.KeyboardModifier.AltModifier

    def _pick_unit(self, number: int, modifiers: Qt.KeyboardModifier) -> bool:
        """Picks a unit of the fan, or of what the owner counts, or of the stack under cursor or pointer."""
        fanned = self.fan.item.stack
        place = fanned.place if fanned is not None else self._cursor or self._hovered
        if fanned is None and self.counts is not None:
            pieces = self.counts(place)
            if number < len(pieces):
                self.unitActivated.emit(pieces[number], modifiers)
            return number < len(pieces)
        stack = self.board_scene.stacks.get(place)
        if stack is None or number >= len(stack.units):
            return False
        self.unitActivated.emit(stack.units[-1 - number].piece, modifiers)
        return True

    def _let_go(self) -> bool:
        """Escape: ends a press or drag, or closes the fan; false if there was none of them."""
        if self._press is not None:
            self._press, self._is_dragging = None, False
            self.dragCancelled.emit()
            return True
        return self.fan.close()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._is_space_down = False
            self.viewport().unsetCursor()
            event.accept()
            return
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._is_space_down = False
        super().focusOutEvent(event)
