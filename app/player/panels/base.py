"""What all panels have in common: a desk, and a look at whether there is anything new to show."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.player.desk import Desk
from app.player.session import Session
from app.theme.current import theme

LEAST_HEIGHT = 30
"""Of lists and areas, so that small screens can show every panel."""


class Panel(QWidget):
    """A page of a dock. Subclasses say in ``key`` what they depend on and fill themselves in ``fill``.

    A hidden panel is not filled; it catches up when it is shown.
    """

    title = ""
    name = ""
    tab = ""
    """Words on the panel's tab where the title is too long for it."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setObjectName(self.name)
        self.setAccessibleName(self.title)
        self.setProperty("kind", "panel")
        self._shown_key: object = None
        self._is_stale = True
        desk.session.changed.connect(self.refresh)
        theme().changed.connect(self._restyle)

    @property
    def session(self) -> Session:
        """The game shown."""
        return self.desk.session

    def key(self) -> object:
        """What the panel's contents depend on; equal keys mean nothing to do."""
        return self.session.projection

    def fill(self) -> None:
        """Shows the present contents."""

    def refresh(self) -> None:
        """Fills the panel if it is visible and its key differs."""
        key = self.key()
        if key == self._shown_key:
            return
        self._is_stale = True
        if self.isVisible():
            self._fill(key)

    def _fill(self, key: object) -> None:
        self._shown_key, self._is_stale = key, False
        self.fill()

    def _restyle(self) -> None:
        self._shown_key, self._is_stale = None, True
        if self.isVisible():
            self._fill(self.key())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._fill(self.key())
