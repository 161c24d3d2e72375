"""The search field: a lens, a hint, a key to get there, Esc to leave it empty."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QWidget

from app.theme.current import bind_icon


class SearchBox(QLineEdit):
    """A line edit for filters and searches; `key` moves the focus here from anywhere in the window."""

    left = Signal()
    downward = Signal()
    """Down was pressed: to what was found."""

    def __init__(self, hint: str, key: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(f"{hint}   {key}" if key else hint)
        self.setAccessibleName(hint)
        self.setClearButtonEnabled(True)
        lens = QAction(self)
        bind_icon(lens, "search")
        self.addAction(lens, QLineEdit.ActionPosition.LeadingPosition)
        if key:
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.activated.connect(self._enter)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc empties the field, or leaves it when it is empty."""
        if event.key() == Qt.Key.Key_Escape:
            if self.text():
                self.clear()
            else:
                self.left.emit()
            return
        if event.key() == Qt.Key.Key_Down and self.receivers("2downward()"):
            self.downward.emit()
            return
        super().keyPressEvent(event)

    def _enter(self) -> None:
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()
