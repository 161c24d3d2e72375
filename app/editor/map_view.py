"""The editor's view of the maps: a board view that knows where the pointer is and tells of keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from app.graphics.board_scene import BoardScene
from app.graphics.board_view import BoardView


class EditorView(BoardView):
    """A board view that knows where the pointer is and tells of keys."""

    key_pressed = Signal(int, object)

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.pointer = QPointF()
        self.pointer_before = QPointF()
        """Where the pointer was before its last move."""
        self.press_keys = Qt.KeyboardModifier.NoModifier
        """The keys held when the button went down."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pointer = self.pointer_before = event.position()
        self.press_keys = event.modifiers()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer_before, self.pointer = self.pointer, event.position()
        super().mouseMoveEvent(event)
        if event.buttons() == Qt.MouseButton.NoButton:
            self.hexHovered.emit(self.hovered)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape in the middle of a stroke only cancels that; the page does not hear of it."""
        if event.key() != Qt.Key.Key_Escape or self._press is None:
            self.key_pressed.emit(event.key(), event.modifiers())
        super().keyPressEvent(event)
