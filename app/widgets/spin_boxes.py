"""Spin boxes whose text stands as far from the edge as that of other fields.

Padding in a style sheet does not reach the field inside a spin box; its text margins do.
"""

from __future__ import annotations

from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QWidget

from app.theme.current import scaled

TEXT_ROOM = 8


class SpinBox(QSpinBox):
    """A field for whole numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(scaled(TEXT_ROOM), 0, 0, 0)


class DecimalBox(QDoubleSpinBox):
    """A field for numbers with decimals."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(scaled(TEXT_ROOM), 0, 0, 0)
