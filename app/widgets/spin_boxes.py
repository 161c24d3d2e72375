"""Spin boxes whose text stands as far from the edge as that of other fields, and that the wheel passes by.

Padding in a style sheet does not reach the field inside a spin box; its text margins do. The wheel changes a
number only where somebody is in the field: who scrolls past one means the form around it.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QWidget

from app.theme.current import scaled

TEXT_ROOM = 8


class SpinBox(QSpinBox):
    """A field for whole numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(scaled(TEXT_ROOM), 0, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class DecimalBox(QDoubleSpinBox):
    """A field for numbers with decimals."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(scaled(TEXT_ROOM), 0, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
