"""Spin boxes whose text stands as far from the edge as that of other fields, that the wheel passes by, and
that swallow nothing.

Padding in a style sheet does not reach the field inside a spin box; its text margins do. The wheel changes a
number only where somebody is in the field: who scrolls past one means the form around it. A number beyond the
limits can be typed: it is marked and the limits are told below the field; who leaves it gets the nearest
number that can be, and is told so again.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QValidator, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QToolTip, QWidget

from app.theme.current import restyle, scaled

TEXT_ROOM = 8
TOLD_MS = 6000
_LONGEST = 9
"""Longer numbers are nobody's."""


Judged = tuple[QValidator.State, str, int]


class SpinBox(QSpinBox):
    """A field for whole numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _ready(self)

    def limits(self) -> str:
        """The least and the most in words."""
        least, most = self.textFromValue(self.minimum()), self.textFromValue(self.maximum())
        return f"{least} to {most}{self.suffix()}"

    def validate(self, text: str, position: int) -> Judged:
        return _lenient(self, super().validate(text, position), text, position)

    def fixup(self, text: str) -> str:
        number = _number(self, text)
        if number is None:
            return super().fixup(text)
        return _clamped(self, self.textFromValue(round(max(self.minimum(), min(self.maximum(), number)))))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class DecimalBox(QDoubleSpinBox):
    """A field for numbers with decimals."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _ready(self)

    def limits(self) -> str:
        """The least and the most in words."""
        least, most = self.textFromValue(self.minimum()), self.textFromValue(self.maximum())
        return f"{least} to {most}{self.suffix()}"

    def validate(self, text: str, position: int) -> Judged:
        return _lenient(self, super().validate(text, position), text, position)

    def fixup(self, text: str) -> str:
        number = _number(self, text)
        if number is None:
            return super().fixup(text)
        return _clamped(self, self.textFromValue(max(self.minimum(), min(self.maximum(), number))))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


Box = SpinBox | DecimalBox


def _ready(box: Box) -> None:
    line = box.lineEdit()
    line.setTextMargins(scaled(TEXT_ROOM), 0, 0, 0)
    line.textChanged.connect(lambda _text: _mark(box))
    box.editingFinished.connect(lambda: restyle(box, fault="false"))
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


def _number(box: Box, text: str) -> float | None:
    """The number that is typed, with whatever stands before and behind it; None if it is none."""
    figures = text.removeprefix(box.prefix()).removesuffix(box.suffix()).strip()
    value, is_number = box.locale().toDouble(figures)
    whole = box.decimals() if isinstance(box, DecimalBox) else 0
    is_short = len(figures) <= _LONGEST and len(figures.partition(box.locale().decimalPoint())[2]) <= whole
    return value if is_number and is_short else None


def _is_beyond(box: Box, text: str) -> bool:
    number = _number(box, text)
    return number is not None and not box.minimum() <= number <= box.maximum()


def _lenient(box: Box, judged: Judged, text: str, position: int) -> Judged:
    """What the field thinks of a text, but for numbers beyond its limits: these can be typed."""
    if judged[0] is QValidator.State.Invalid and _is_beyond(box, text):
        return QValidator.State.Intermediate, text, position
    return judged


def _mark(box: Box) -> None:
    """Marks a number beyond the limits, and tells them while somebody is in the field."""
    is_beyond = _is_beyond(box, box.lineEdit().text())
    if (box.property("fault") == "true") is is_beyond:
        return
    restyle(box, fault="true" if is_beyond else "false")
    if is_beyond:
        _tell(box, f"{box.limits()} can be")
    else:
        QToolTip.hideText()


def _clamped(box: Box, text: str) -> str:
    _tell(box, f"{text}{box.suffix()} was taken: {box.limits()} can be")
    return f"{box.prefix()}{text}{box.suffix()}"


def _tell(box: Box, words: str) -> None:
    if box.isVisible():
        QToolTip.showText(box.mapToGlobal(QPoint(0, box.height())), words, box, box.rect(), TOLD_MS)
