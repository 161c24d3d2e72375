"""Undo and redo while a field has the focus: it takes back what is being typed, the window everything else.

Qt's fields keep the keys of undo to themselves even when they have nothing of their own to take back. Here a
field holds them only until what was typed in it has been taken over.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from app.widgets.enter_key import ENTER_KEYS

_KEYS = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


class UndoKey(QObject):
    """Hands the keys of undo on to a window from fields of its own in which nothing new is typed."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        if isinstance(before, QLineEdit):
            before.setModified(False)
        if isinstance(now, (QLineEdit, QPlainTextEdit)) and self._window.isAncestorOf(now):
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps a field from claiming a key it has no use for; the shortcut of the window is tried then."""
        if not isinstance(event, QKeyEvent):
            return False
        is_enter = event.type() is QEvent.Type.KeyRelease and event.key() in ENTER_KEYS
        if is_enter and isinstance(watched, QLineEdit):
            watched.setModified(False)
        is_asked = event.type() is QEvent.Type.ShortcutOverride and any(event.matches(key) for key in _KEYS)
        if not is_asked or _has_words_of_its_own(watched):
            return False
        event.ignore()
        return True


def _has_words_of_its_own(field: QObject) -> bool:
    if isinstance(field, QLineEdit):
        return field.isModified()
    return isinstance(field, QPlainTextEdit) and field.document().isModified()
