"""Enter on a button that has the focus: outside dialogs Qt lets only Space press it, people expect both."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

ENTER_KEYS = frozenset((Qt.Key.Key_Return, Qt.Key.Key_Enter))


def enter_presses(window: QWidget, event: QKeyEvent) -> bool:
    """Presses the button with the focus if Enter was typed there and nobody took it; whether it did.

    A key that is held down presses only once, and Enter with Ctrl, Alt or Shift is another key.
    """
    keys = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    button = window.focusWidget()
    if event.key() not in ENTER_KEYS or keys or not isinstance(button, (QPushButton, QToolButton)):
        return False
    if button.isEnabled() and not event.isAutoRepeat():
        button.click()
    return True
