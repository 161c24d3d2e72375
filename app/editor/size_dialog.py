"""Size and numbering of a map: columns and rows at each edge, and how hexes are numbered, with live
examples.
"""

from __future__ import annotations

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.spin_boxes import SpinBox
from engine.definition.board import GridDef, SheetDef
from engine.editing import EditRefused
from engine.editing.change import with_fields
from engine.editing.grids import Margins, renumber, resize
from engine.geometry.numbering import Numbering

PATTERNS = (
    "{sheet}{column:02}{row:02}", "{sheet}{column}.{row:02}", "{sheet}{column:02}.{row:02}",
    "{sheet}{row:02}{column:02}", "{column:02}-{row:02}",
)  # fmt: skip


class SizeDialog(QDialog):
    """One map's size and numbers."""

    def __init__(self, document: EditorDocument, board: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Size and numbering")
        self.document, self.number = document, board
        self.edges = {name: SpinBox() for name in ("west", "east", "north", "south")}
        self.terrain = QComboBox()
        self.pattern = QComboBox()
        self.prefix = QLineEdit()
        self.first_column, self.first_row = SpinBox(), SpinBox()
        self.order, self.extra = QComboBox(), QComboBox()
        self.sample = label("", "strong", wraps=True)
        self.fault = label("", "bad", wraps=True)
        self._lay_out()
        self._fill()
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
        form.addRow("New hexes are", self.terrain)
        self.pattern.setEditable(True)
        self.pattern.addItems(PATTERNS)
        form.addRow("Numbers are written", self.pattern)
        form.addRow("Letters before", self.prefix)
        for title, number in (("First column is", self.first_column), ("First row is", self.first_row)):
            number.setRange(0, 999)
            number.valueChanged.connect(self._refresh)
            form.addRow(title, number)
        for value, words in (("south", "from north to south"), ("north", "from south to north")):
            self.order.addItem(words, value)
        self.extra.addItem("count like the others", 0)
        self.extra.addItem("are one higher", 1)
        form.addRow("Rows count", self.order)
        form.addRow("Shifted lines", self.extra)
        self.pattern.editTextChanged.connect(self._refresh)
        self.prefix.textChanged.connect(self._refresh)
        self.order.activated.connect(self._refresh)
        self.extra.activated.connect(self._refresh)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.take)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.sample)
        column.addWidget(self.fault)
        column.addWidget(buttons)
        self.resize(scaled(460), scaled(520))

    def _fill(self) -> None:
        grid = self.grid
        for kind in self.document.module.terrain:
            self.terrain.addItem(kind.title, kind.id)
        self.terrain.setCurrentIndex(max(0, self.terrain.findData("clear")))
        self.pattern.setEditText(grid.pattern)
        sheet = grid.sheets[0] if grid.sheets else None
        self.prefix.setText(sheet.prefix if sheet else "")
        self.first_column.setValue(sheet.first_column if sheet else 1)
        self.first_row.setValue(grid.first_row)
        self.order.setCurrentIndex(self.order.findData(grid.row_order))
        self.extra.setCurrentIndex(grid.shifted_extra)
        for field in (self.prefix, self.first_column):
            field.setEnabled(len(grid.sheets) <= 1)

    def changes(self) -> dict[str, object]:
        """What of the numbering differs."""
        grid, found = self.grid, {}
        wanted: dict[str, object] = {
            "pattern": self.pattern.currentText().strip(),
            "first_row": self.first_row.value(),
            "row_order": self.order.currentData(),
            "shifted_extra": self.extra.currentIndex(),
        }
        found = {name: value for name, value in wanted.items() if getattr(grid, name) != value}
        if len(grid.sheets) <= 1:
            plain = SheetDef(columns=grid.columns)
            sheet = grid.sheets[0] if grid.sheets else plain
            new = with_fields(
                sheet, {"prefix": self.prefix.text().strip(), "first_column": self.first_column.value()}
            )
            if new != sheet:
                found["sheets"] = (new,)
        return found

    def margins(self) -> Margins:
        """Columns and rows to add."""
        return Margins(**{name: box.value() for name, box in self.edges.items()})

    def _refresh(self, _what: object = None) -> None:
        try:
            grid = with_fields(self.grid, self.changes())
            names = [Numbering(grid).name(column, row) for column in (0, 1) for row in (0, 1)]
            last = Numbering(grid).name(grid.columns - 1, grid.rows - 1)
            self.sample.setText(f"In the northwest {', '.join(names)}; in the southeast {last}")
            self.fault.setText("")
        except (EditRefused, KeyError) as refused:
            self.fault.setText(str(refused))

    def take(self) -> None:
        """Makes the change as one step; what forbids it is said here."""
        board = self.document.module.boards[self.number].id
        margins, terrain = self.margins(), str(self.terrain.currentData())
        told: list[str] = []
        self.document.refused.connect(told.append)
        try:
            changes = self.changes()
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
