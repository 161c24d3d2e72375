"""Lists to choose from that a turn of the wheel leaves alone.

Who scrolls a form with the pointer over a list means the form, not another value that nobody looks at. The
wheel goes on to whatever scrolls around the list; the open list scrolls as ever.
"""

from __future__ import annotations

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox


class ChoiceBox(QComboBox):
    """A list to choose from by click and keys."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
