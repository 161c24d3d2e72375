"""Copies of counters with their numbers counted on, shown before they are made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.spin_boxes import SpinBox
from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.pieces import duplicate_pieces
from engine.editing.said import sentence

MOST = 50


class DuplicateDialog(QDialog):
    """How many copies, and what they will be called."""

    def __init__(self, document: EditorDocument, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.names = document, tuple(names)
        self.setWindowTitle("Duplicate counters")
        self.copies = SpinBox()
        self.copies.setRange(1, MOST)
        self.copies.setAccessibleName("Copies of each")
        self.lines = QListWidget()
        self.lines.setAlternatingRowColors(True)
        self.lines.setAccessibleName("The copies")
        self.fault = label("", "bad", wraps=True)
        self.buttons = QDialogButtonBox()
        self.ok = self.buttons.addButton("Duplicate", QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setProperty("kind", "primary")
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.addRow("Copies of each", self.copies)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.addLayout(form)
        column.addWidget(label("The last number in name, id and number on the counter counts on.", "second"))
        column.addWidget(self.lines, 1)
        column.addWidget(self.fault)
        column.addWidget(self.buttons)
        self.resize(scaled(460), scaled(380))
        self.copies.valueChanged.connect(lambda _n: self.refresh())
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """The number is chosen, so that a typed one takes its place."""
        super().showEvent(event)
        self.copies.setFocus(Qt.FocusReason.TabFocusReason)
        self.copies.selectAll()

    def refresh(self) -> None:
        """Shows what would be made."""
        self.lines.clear()
        before = self.document.module.pieces_by_id()
        try:
            after = self.edit(self.document.module)
        except EditRefused as refused:
            self.fault.setText(sentence(str(refused)))
            self.ok.setEnabled(False)
            return
        self.fault.setText("")
        self.ok.setEnabled(True)
        for piece in after.pieces:
            if piece.id not in before:
                self.lines.addItem(f"{piece.name}    {piece.designation}    {piece.id}")

    def edit(self, module: ModuleDef) -> ModuleDef:
        """The module with the copies."""
        return duplicate_pieces(module, self.names, self.copies.value())

    def accept(self) -> None:
        """Makes the copies as one step."""
        count = len(self.names) * self.copies.value()
        if self.document.edit(self.edit, f"duplicate, {count} new counter{'s' if count != 1 else ''}"):
            super().accept()
