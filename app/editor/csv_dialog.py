"""What a table read in would change, shown before anything is taken."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QVBoxLayout, QWidget

from app.theme.current import scaled
from app.widgets.labels import label
from engine.editing.csv_text import TableImport

_KINDS = {"new": "new", "changed": "changed", "gone": "taken away"}


class CsvDialog(QDialog):
    """The differences line by line; nothing happens unless they are taken."""

    def __init__(self, outcome: TableImport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Take this table?")
        counts = {kind: sum(d.kind == kind for d in outcome.differences) for kind in _KINDS}
        words = ", ".join(f"{count} {_KINDS[kind]}" for kind, count in counts.items() if count)
        lines = QListWidget()
        lines.addItems([difference.words() for difference in outcome.differences])
        lines.setAlternatingRowColors(True)
        self.buttons = QDialogButtonBox()
        take = self.buttons.addButton("Take as one step", QDialogButtonBox.ButtonRole.AcceptRole)
        take.setProperty("kind", "primary")
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(label(words, "strong"))
        column.addWidget(lines, 1)
        column.addWidget(self.buttons)
        self.resize(scaled(620), scaled(420))
