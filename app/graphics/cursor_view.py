"""A view of a board with a hex cursor for the keyboard, and words about the hex for screen readers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from app.graphics.board_scene import BoardScene
from app.graphics.map_navigation import MapNavigation

#: Keys that move the hex cursor, as steps of the screen.
CURSOR_KEYS: Final = {
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_PageUp: (1, -1),
    Qt.Key.Key_PageDown: (1, 1),
    Qt.Key.Key_Home: (-1, -1),
    Qt.Key.Key_End: (-1, 1),
}


class CursorView(MapNavigation):
    """Knows which hex is under the pointer and which under the cursor."""

    hexHovered = Signal(str)
    cursorMoved = Signal(str)

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.describe: Callable[[str], str] = lambda place: scene.layout.board.label(
            scene.layout.board.index[place]
        )
        """Words about a hex for screen readers."""
        self._hovered = ""
        self._cursor: str | None = None

    def hex_at(self, position: QPointF) -> str:
        """The hex under a point of the viewport; empty beside the maps."""
        return self.board_scene.hex_at(self.scene_point(position)) or ""

    @property
    def hovered(self) -> str:
        """The hex under the pointer."""
        return self._hovered

    @property
    def cursor_hex(self) -> str | None:
        """The hex of the keyboard cursor; None while the mouse leads."""
        return self._cursor

    def set_cursor_hex(self, place: str | None) -> None:
        """Puts the keyboard cursor on a hex, or takes it away."""
        if place == self._cursor or (place is not None and self.board_scene.center_of(place) is None):
            return
        self._cursor = place
        self.board_scene.set_cursor(place)
        if place is not None:
            self.ensure_visible([place])
            self._announce(place)
            self.cursorMoved.emit(place)
            self.hexHovered.emit(place)

    def _announce(self, place: str) -> None:
        words = self.describe(place)
        self.setAccessibleDescription(words)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _move_cursor(self, step: tuple[int, int]) -> None:
        layout = self.board_scene.layout
        if self._cursor is None:
            start = self._hovered or self.hex_at(QPointF(self.viewport().rect().center()))
            self.set_cursor_hex(start or layout.board.ids[0])
            return
        i = layout.neighbor_toward(layout.board.index[self._cursor], *step)
        self.set_cursor_hex(layout.board.ids[i])
