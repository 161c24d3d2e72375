"""What must be decided before things of another module are taken: a line a question, with its answers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.theme.current import scaled
from app.widgets.choice_box import ChoiceBox
from app.widgets.labels import label
from engine.editing.parcels import Parcel, counted_words
from engine.editing.unpacking import Question


class PasteDialog(QDialog):
    """Nothing is taken unless the questions are answered; the usual answers stand there already."""

    answered = Signal(object)

    def __init__(self, parcel: Parcel, asked: Sequence[Question], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Paste from another module")
        self.setAccessibleName(self.windowTitle())
        self.asked = tuple(asked)
        self.boxes = [self._box(question) for question in asked]
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        paste = self.buttons.addButton("Paste as one step", QDialogButtonBox.ButtonRole.AcceptRole)
        paste.setProperty("kind", "primary")
        self.buttons.accepted.connect(self._answer)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.setSpacing(scaled(8))
        column.addWidget(label(f"{parcel.words()} from {parcel.origin}", "section", wraps=True))
        along = along_words(parcel)
        if along:
            column.addWidget(
                label(f"With them come {along}, where they are not here yet.", "second", wraps=True)
            )
        column.addWidget(self._questions(), 1)
        column.addWidget(self.buttons)
        self.resize(scaled(720), scaled(min(560, 190 + 44 * len(self.asked))))

    def _box(self, question: Question) -> QComboBox:
        box = ChoiceBox()
        for value, words in question.answers:
            box.addItem(f"{words[:1].upper()}{words[1:]}", value)
        box.setAccessibleName(question.text)
        return box

    def _questions(self) -> QWidget:
        inner = QWidget()
        grid = QGridLayout(inner)
        grid.setContentsMargins(scaled(8), scaled(6), scaled(8), scaled(6))
        grid.setHorizontalSpacing(scaled(14))
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 2)
        for row, (question, box) in enumerate(zip(self.asked, self.boxes, strict=True)):
            grid.addWidget(label(question.text, "", wraps=True), row, 0)
            grid.addWidget(box, row, 1)
        grid.setRowStretch(len(self.asked), 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(inner)
        return area

    def answers(self) -> dict[tuple[str, str], str]:
        """What was chosen, by what it is about."""
        pairs = zip(self.asked, self.boxes, strict=True)
        return {question.about: str(box.currentData()) for question, box in pairs}

    def _answer(self) -> None:
        answers = self.answers()
        self.accept()
        self.answered.emit(answers)


def along_words(parcel: Parcel) -> str:
    """What comes along because it is needed: `2 types, 1 nation`."""
    counts = {
        part: len([thing for thing in things if (part, getattr(thing, "id", "")) not in parcel.wanted])
        for part, things in parcel.items.items()
        if part != "turns"
    }
    return ", ".join(counted_words(count, part) for part, count in counts.items() if count)
