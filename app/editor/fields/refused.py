"""Text that was refused stays where it was typed, marked, until it is corrected or Escape brings the old.

A name that is a letter too long is mended by taking one away, not by typing it again. What was refused is of
one thing: it is shown again whenever that thing is, as long as its value is the one it was typed over.
"""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from app.theme.current import restyle

_KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)


class RefusedText(QObject):
    """What a box for text shows: the value of a thing, or what was typed for it and refused."""

    given_up = Signal()
    """By Escape: the old text is back."""

    def __init__(self, box: QLineEdit | QPlainTextEdit) -> None:
        super().__init__(box)
        self._box = box
        self._value = ""
        self._about: Hashable = ""
        self._refused: dict[Hashable, tuple[str, str]] = {}
        box.installEventFilter(self)

    @property
    def is_held(self) -> bool:
        """Whether something refused is shown."""
        return self._about in self._refused

    @property
    def is_as_refused(self) -> bool:
        """Whether it is just what was refused already."""
        return self.is_held and self._refused[self._about][1] == self.text()

    def text(self) -> str:
        """What is in the box."""
        return self._box.text() if isinstance(self._box, QLineEdit) else self._box.toPlainText()

    def show_value(self, value: str, about: Hashable = "") -> None:
        """Shows the value of a thing, or what was refused for it over that very value."""
        self._value, self._about = value, about
        over, refused = self._refused.get(about, ("", ""))
        if self.is_held and over != value:
            del self._refused[about]
        self._put(refused if self.is_held else value)
        self._mark()

    def hold(self) -> None:
        """What is in the box was refused: it stays, marked."""
        self._refused[self._about] = self._value, self.text()
        self._mark()

    def release(self) -> None:
        """What is in the box is no longer what was refused."""
        self._refused.pop(self._about, None)
        self._mark()

    def forget(self) -> None:
        """Forgets all that was refused."""
        self._refused.clear()
        self._mark()

    def _put(self, text: str) -> None:
        if self.text() == text:
            return
        if isinstance(self._box, QLineEdit):
            self._box.setText(text)
            self._box.setCursorPosition(0)
        else:
            self._box.setPlainText(text)

    def _mark(self) -> None:
        if (self._box.property("fault") == "true") is not self.is_held:
            restyle(self._box, fault="true" if self.is_held else "false")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.is_held and event.type() in _KEYS and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape and event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.release()
                self._put(self._value)
                self.given_up.emit()
                return True
        return super().eventFilter(watched, event)
