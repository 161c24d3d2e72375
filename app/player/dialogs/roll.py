"""Asks for one roll made at the table: what for, how many dice, and which faces came."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.player.figures import counted
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.tracks import DiceView

MOST_BUTTONS = 20


class RollDialog(QDialog):
    """Faces are given by buttons or digit keys; complete, the dialog closes by itself."""

    rolled = Signal(tuple)
    left_to_program = Signal()

    def __init__(self, reason: str, dice: int, faces: range, parent: QWidget) -> None:
        super().__init__(parent)
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Roll at the table")
        self.setAccessibleName(f"Roll {counted(dice, 'die', 'dice')}: {reason}")
        self._wanted = dice
        self._faces = faces
        self._values: list[int] = []
        self.shown = DiceView(36)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(20), scaled(16), scaled(20), scaled(16))
        column.setSpacing(scaled(12))
        column.addWidget(label(f"Roll {counted(dice, 'die', 'dice')}", "section"))
        column.addWidget(label(f"{reason[:1].upper()}{reason[1:]}", "second", wraps=True))
        row = QHBoxLayout()
        for face in list(faces)[:MOST_BUTTONS]:
            button = QPushButton(str(face))
            button.setMinimumWidth(scaled(36))
            button.setAccessibleName(f"{face} came")
            button.clicked.connect(lambda _checked=False, face=face: self.add(face))
            row.addWidget(button)
        column.addLayout(row)
        column.addWidget(self.shown)
        last = QHBoxLayout()
        program = QPushButton("Let the program roll")
        program.clicked.connect(self._leave)
        back = QPushButton("Take the action back")
        back.clicked.connect(self.reject)
        last.addWidget(program)
        last.addStretch(1)
        last.addWidget(back)
        column.addLayout(last)
        self.setMinimumWidth(scaled(380))

    def add(self, face: int) -> None:
        """One die shows this face."""
        if face not in self._faces:
            return
        self._values.append(face)
        self.shown.show_dice(tuple(self._values), max(self._faces))
        if len(self._values) == self._wanted:
            self.rolled.emit(tuple(self._values))
            self.accept()

    def _leave(self) -> None:
        self.left_to_program.emit()
        self.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text().isdigit() and int(event.text()) in self._faces:
            self.add(int(event.text()))
        elif event.key() == Qt.Key.Key_Backspace and self._values:
            self._values.pop()
            self.shown.show_dice(tuple(self._values), max(self._faces))
        else:
            super().keyPressEvent(event)
