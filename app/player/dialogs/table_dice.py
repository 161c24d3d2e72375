"""Table dice: what the players rolled or drew themselves, typed in; used before the program's own."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.player.session import Session
from app.theme.current import scaled
from app.widgets.keycap import KeyButton
from app.widgets.labels import label
from app.widgets.tracks import DiceView

NUMBERS = re.compile(r"\d+")


class TableDiceDialog(QDialog):
    """Collects faces by buttons or digits; refuses faces no die of the game has."""

    queued = Signal(tuple, tuple)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.session = session
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Table dice")
        self.setAccessibleName(self.windowTitle())
        self.faces = QLineEdit()
        self.faces.setPlaceholderText("Faces in the order rolled: 3 5 1")
        self.faces.setAccessibleName("Faces rolled")
        self.faces.textChanged.connect(self._check)
        self.picks = QLineEdit()
        self.picks.setPlaceholderText("Markers or cards drawn, by id")
        self.picks.setAccessibleName("Markers or cards drawn")
        self.picks.textChanged.connect(self._check)
        self.shown = DiceView(28)
        self.fault = label("", "bad", wraps=True)
        self.use = KeyButton("Use these", "", "primary")
        self.use.clicked.connect(self._accept)
        cancel = QPushButton("Cancel")
        cancel.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.setSpacing(scaled(10))
        waiting = session.state.chance.dice
        told = f"Waiting: {' '.join(map(str, waiting))}" if waiting else "Nothing is waiting."
        column.addWidget(label("What did you roll?", "section"))
        column.addWidget(
            label(f"Each face is used by the next roll of the game. {told}", "second", wraps=True)
        )
        column.addLayout(self._buttons())
        column.addWidget(self.faces)
        column.addWidget(self.shown)
        if session.module.decks:
            column.addWidget(self.picks)
        column.addWidget(self.fault)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.use)
        column.addLayout(row)
        self.setMinimumWidth(scaled(380))
        self._check()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        for face in range(1, min(max(self.session.rules.dice_faces), 10) + 1):
            button = QPushButton(str(face))
            button.setAccessibleName(f"Add a {face}")
            button.setMinimumWidth(scaled(36))
            button.clicked.connect(lambda _checked=False, face=face: self._add(face))
            row.addWidget(button)
        return row

    def _add(self, face: int) -> None:
        self.faces.setText(f"{self.faces.text()} {face}".strip())

    @property
    def values(self) -> tuple[int, ...]:
        """The faces typed so far; those too long to be any die's come as 0."""
        found = NUMBERS.findall(self.faces.text())
        return tuple(int(text) if len(text) < 5 else 0 for text in found)

    def _check(self) -> None:
        values, fault = self.values, ""
        rest = NUMBERS.sub("", self.faces.text()).replace(",", "").strip()
        highest = max(self.session.rules.dice_faces)
        lowest = 0 if 10 in self.session.rules.dice_faces else 1
        wrong = [value for value in values if not lowest <= value <= highest]
        if rest:
            fault = f"“{rest}” is no number."
        elif wrong:
            fault = f"No die of this game shows {wrong[0]}."
        self.fault.setText(fault)
        self.shown.show_dice(() if fault else values)
        self.use.setEnabled(not fault and bool(values or self.picks.text().split()))

    def _accept(self) -> None:
        self.queued.emit(self.values, tuple(self.picks.text().split()))
        self.accept()
