"""How large a window may be at first: as wished, or as large as the screen allows.

A window larger than the screen has its buttons where nobody can reach them.
"""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.theme.current import scaled

TITLE_ROOM = 34
"""Pixels that the frame and title of a window take from the height of a screen."""


def first_size(window: QWidget, wide: int, tall: int) -> QSize:
    """A wished size, scaled with the text, within the room of the window's screen."""
    room = window.screen().availableSize()
    return QSize(min(scaled(wide), room.width()), min(scaled(tall), room.height() - TITLE_ROOM))


def pull_in(window: QWidget) -> None:
    """Makes a window whose place was restored fit the screen it is on now."""
    room = window.screen().availableSize()
    most = QSize(room.width(), room.height() - TITLE_ROOM)
    if window.size().boundedTo(most) != window.size() and not window.isMaximized():
        window.resize(window.size().boundedTo(most))
