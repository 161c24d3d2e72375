"""Enter on a button that has the focus: Qt lets only Space press it outside dialogs, people expect both.

One watcher serves every window of the program, dialogs and floating panels as well: it looks at a button from
the moment it first has the focus, before anything around it may take the key for something else.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget

ENTER_KEYS = frozenset((Qt.Key.Key_Return, Qt.Key.Key_Enter))


class _EnterKey(QObject):
    """Presses the button with the focus when Enter is typed there."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.focusChanged.connect(self._follow)
        self._follow(None, app.focusWidget())

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if isinstance(now, (QPushButton, QToolButton)):
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key that is held down presses only once, and Enter with Ctrl, Alt or Shift is another key."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        keys = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() not in ENTER_KEYS or keys or not isinstance(watched, (QPushButton, QToolButton)):
            return False
        if watched.isEnabled() and not event.isAutoRepeat():
            watched.click()
        return True


def press_buttons_by_enter() -> None:
    """Lets Enter press the button with the focus, everywhere; once is enough."""
    app = QApplication.instance()
    if isinstance(app, QApplication) and app.findChild(_EnterKey) is None:
        _EnterKey(app)
