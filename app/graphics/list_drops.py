"""What is dragged in from lists and dropped on a hex of the board."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from app.graphics.board_scene import BoardScene
from app.graphics.cursor_view import CursorView


class ListDrops(CursorView):
    """Tells which hex a payload is over and where it was dropped; `accepts` says what may be."""

    payloadHovered = Signal(str)
    payloadDropped = Signal(str, object)

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.accepts: Callable[[object], bool] = lambda _data: False
        """Whether something dragged in from a list may be dropped."""
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.accepts(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        place = self.hex_at(event.position())
        self.payloadHovered.emit(place)
        if place and self.accepts(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.payloadHovered.emit("")
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        place = self.hex_at(event.position())
        if place and self.accepts(event.mimeData()):
            event.acceptProposedAction()
            self.payloadDropped.emit(place, event.mimeData())
        else:
            event.ignore()
