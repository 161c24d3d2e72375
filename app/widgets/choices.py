"""Small choosers: a row of exclusive buttons, and a stepper with minus and plus."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from app.theme.current import scaled
from app.widgets.flow import FlowLayout
from app.widgets.labels import label


class ChoiceRow(QWidget):
    """One of several values, each a button; left and right arrows change it."""

    changed = Signal(str)

    def __init__(self, name: str, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._ids: list[str] = []
        row = FlowLayout(self, scaled(8), scaled(6))
        for number, (value, words) in enumerate(choices):
            button = QPushButton(words)
            button.setProperty("kind", "choice")
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setAccessibleName(f"{name}: {words}")
            self._group.addButton(button, number)
            self._ids.append(value)
            row.addWidget(button)
        self._group.idClicked.connect(lambda number: self.changed.emit(self._ids[number]))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        if self._ids:
            self._group.button(0).setChecked(True)

    @property
    def value(self) -> str:
        """The id chosen, empty if there is none to choose from."""
        number = self._group.checkedId()
        return self._ids[number] if number >= 0 else ""

    def set_value(self, value: str) -> None:
        """Choose `value` without telling anybody; an unknown id changes nothing."""
        if value in self._ids:
            self._group.button(self._ids.index(value)).setChecked(True)

    def button(self, value: str) -> QPushButton:
        """The button of a value; raises ValueError if there is none."""
        button = self._group.button(self._ids.index(value))
        if not isinstance(button, QPushButton):
            raise TypeError(value)
        return button

    def set_choice_enabled(self, value: str, reason: str = "") -> None:
        """Allow a choice, or forbid it when a reason is given."""
        button = self.button(value)
        button.setEnabled(not reason)
        button.setToolTip(reason)


class Stepper(QWidget):
    """A whole number between bounds: minus, figure, plus; arrow keys work as well."""

    changed = Signal(int)

    def __init__(self, name: str, lowest: int = 0, highest: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._value = lowest
        self._lowest, self._highest = lowest, highest
        self.less = self._button("−", f"{name}: less")
        self.more = self._button("+", f"{name}: more")
        self._figure: QLabel = label(str(lowest), "strong")
        self._figure.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._figure.setMinimumWidth(scaled(24))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(scaled(4))
        for widget in (self.less, self._figure, self.more):
            row.addWidget(widget)
        self.less.clicked.connect(lambda: self._step(-1))
        self.more.clicked.connect(lambda: self._step(1))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._refresh()

    @property
    def value(self) -> int:
        """The present number."""
        return self._value

    def set_range(self, lowest: int, highest: int) -> None:
        """Change the bounds; the number is moved inside them."""
        self._lowest, self._highest = lowest, highest
        self.set_value(self._value)

    def set_value(self, value: int) -> None:
        """Set the number, moved inside the bounds, without telling anybody."""
        self._value = min(self._highest, max(self._lowest, value))
        self._refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Up: 1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Plus: 1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Minus: -1,
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._step(step)

    def _button(self, sign: str, name: str) -> QPushButton:
        button = QPushButton(sign)
        button.setProperty("kind", "step")
        button.setAccessibleName(name)
        button.setFixedWidth(scaled(30))
        button.setAutoRepeat(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    def _step(self, step: int) -> None:
        wanted = min(self._highest, max(self._lowest, self._value + step))
        if wanted != self._value:
            self.set_value(wanted)
            self.changed.emit(wanted)

    def _refresh(self) -> None:
        self._figure.setText(str(self._value))
        self.less.setEnabled(self._value > self._lowest)
        self.more.setEnabled(self._value < self._highest)
