"""Size and numbering of a map: columns and rows at each edge, and how hexes are numbered, with the numbers
at the corners drawn while they change.
"""

from __future__ import annotations

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.editor.numbering_form import NumberingForm, NumberPreview, side_by_side
from app.player.figures import counted
from app.theme.current import scaled
from app.widgets.choice_box import ChoiceBox
from app.widgets.labels import label
from app.widgets.spin_boxes import SpinBox
from engine.definition.board import GridDef
from engine.editing import EditRefused
from engine.editing.grids import Margins, renumber, resize, resized_grid

BESIDE = "like the hexes beside them"


class SizeDialog(QDialog):
    """One map's size and numbers."""

    def __init__(self, document: EditorDocument, board: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Size and numbering")
        self.document, self.number = document, board
        self.edges = {name: SpinBox() for name in ("west", "east", "north", "south")}
        self.terrain = ChoiceBox()
        self.numbers = NumberingForm(self.grid)
        self.preview = NumberPreview()
        self.sample = label("", "strong", wraps=True)
        self.care = label("", "care", wraps=True)
        self.fault = label("", "bad", wraps=True)
        self._lay_out()
        self._refresh()

    @property
    def grid(self) -> GridDef:
        """The grid of the map as it is."""
        return self.document.module.boards[self.number].grid

    def _lay_out(self) -> None:
        form = QFormLayout()
        for name, box in self.edges.items():
            box.setRange(-200, 200)
            box.setAccessibleName(f"Columns or rows added in the {name}")
            box.valueChanged.connect(self._refresh)
            form.addRow(f"Add in the {name}", box)
        self.terrain.addItem(BESIDE, "")
        for kind in self.document.module.terrain:
            self.terrain.addItem(kind.title, kind.id)
        form.addRow("New hexes are", self.terrain)
        self.numbers.changed.connect(self._refresh)
        right = QWidget()
        side = QVBoxLayout(right)
        side.setContentsMargins(0, 0, 0, 0)
        side.addLayout(form)
        side.addWidget(self.preview, 1)
        for words in (self.sample, self.care, self.fault):
            side.addWidget(words)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.take)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(16), scaled(18), scaled(14))
        column.addLayout(side_by_side(self.numbers, right))
        column.addWidget(buttons)
        self.resize(scaled(860), scaled(560))

    def margins(self) -> Margins:
        """Columns and rows to add."""
        return Margins(**{name: box.value() for name, box in self.edges.items()})

    def _refresh(self, _what: object = None) -> None:
        self.care.setText(self._cut_words())
        try:
            grid = resized_grid(self.numbers.numbered(), self.margins())
            fault = self.preview.show_grid(grid)
            self.sample.setText(self.preview.words())
        except (EditRefused, KeyError) as refused:
            fault = str(refused)
            self.preview.show_grid(None)
            self.sample.setText("")
        self.fault.setText(f"{fault[:1].upper()}{fault[1:]}." if fault else "")

    def _cut_words(self) -> str:
        """How much is cut off, with what is drawn there."""
        grid, m = self.grid, self.margins()
        columns = grid.columns + min(0, m.west) + min(0, m.east)
        rows = grid.rows + min(0, m.north) + min(0, m.south)
        lost = grid.columns * grid.rows - max(0, columns) * max(0, rows)
        return f"{counted(lost, 'hex', 'hexes')} will be cut off, with names and roads there." if lost else ""

    def take(self) -> None:
        """Makes the change as one step; what forbids it is said here."""
        board = self.document.module.boards[self.number].id
        margins, terrain = self.margins(), str(self.terrain.currentData())
        told: list[str] = []
        self.document.refused.connect(told.append)
        try:
            changes = self.numbers.changes()
            done = self.document.edit(
                lambda m: renumber(
                    resize(m, board, margins, terrain) if margins != Margins() else m, board, changes
                ),
                "size and numbering",
            )
        except EditRefused as refused:
            told.append(str(refused))
            done = False
        finally:
            self.document.refused.disconnect(told.append)
        if done:
            self.accept()
        else:
            self.fault.setText(told[-1] if told else "This cannot be done.")
