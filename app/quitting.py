"""Leaving the program: all windows are asked first, and only when none objects does any of them close.

Qt's own way closes one window after the other, in an order nobody sees, and stops in the middle when one is
called off: the windows before it are gone by then.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtWidgets import QApplication, QWidget


@runtime_checkable
class AskingWindow(Protocol):
    """A window that may hold work which is not saved."""

    is_let_go: bool
    """Whether it was asked already and may close without another question."""

    def ask_to_close(self) -> bool:
        """Asks people whether the window may close."""
        ...


def leave_program() -> bool:
    """Closes every window if all that were asked agree; else none. Whether the program ends."""
    asked: list[AskingWindow] = []
    for window in _asking_windows():
        window.show()
        window.raise_()
        window.activateWindow()
        assert isinstance(window, AskingWindow)
        if not window.ask_to_close():
            return False
        asked.append(window)
    for agreed in asked:
        agreed.is_let_go = True
    QApplication.closeAllWindows()
    return True


def _asking_windows() -> list[QWidget]:
    """In the order of their titles, so that the questions always come alike."""
    shown = [w for w in QApplication.topLevelWidgets() if w.isVisible() and isinstance(w, AskingWindow)]
    return sorted(shown, key=lambda window: window.windowTitle())
