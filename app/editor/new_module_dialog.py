"""The dialog for a new module: blank, from a template, over a picture of a map, from a VASSAL module."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.editor import workshop
from app.theme.current import scaled
from app.widgets.choice_box import ChoiceBox
from app.widgets.choices import ChoiceRow
from app.widgets.labels import label
from app.widgets.spin_boxes import SpinBox
from engine.editing.blank import MOST, Plan
from engine.editing.said import sentence
from engine.errors import EngineError

BLANK, TEMPLATE, PICTURE, VASSAL = "blank", "template", "picture", "vassal"
_WAYS = (
    (BLANK, "Blank"), (TEMPLATE, "From the template"), (PICTURE, "Over a picture of a map"),
    (VASSAL, "From a VASSAL module"),
)  # fmt: skip
_WORDS = {
    BLANK: "Two sides, an empty map of clear hexes, a handful of types, one scenario.",
    TEMPLATE: "A small map, twenty counters, a deck of cards, ready for free play.",
    PICTURE: "A map of your own as the ground. Next you fit the grid to it.",
    VASSAL: "Counters, map, set-ups and decks of a .vmod file. Nothing in it is ever run.",
}


class NewModuleDialog(QDialog):
    """Asks what is needed and makes the module; `made` or `made_over_picture` tells where."""

    made = Signal(object)
    made_over_picture = Signal(object)
    """A module was made whose grid is still to be fitted to its picture."""
    vassal_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New module")
        self.way = ChoiceRow("Begin", _WAYS)
        self.words = label("", "second", wraps=True)
        self.fault = label("", "bad", wraps=True)
        self.title = QLineEdit("My wargame")
        self.sides = (QLineEdit("Blue"), QLineEdit("Red"))
        self.kind = ChoiceBox()
        self.kind.addItem("Flat side up, numbered in columns", "flat")
        self.kind.addItem("Point up, numbered in rows", "pointy")
        self.columns, self.rows, self.turns = _number(20), _number(15), _number(10)
        self.file = QPushButton("Choose…")
        self.path: Path | None = None
        self.file.clicked.connect(self._choose)
        self.buttons = QDialogButtonBox()
        make = self.buttons.addButton("Make and edit", QDialogButtonBox.ButtonRole.AcceptRole)
        make.setProperty("kind", "primary")
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.make)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        self.way.changed.connect(lambda _way: self._show_way())
        self._show_way()

    def _lay_out(self) -> None:
        self.form = QFormLayout()
        for title, field in (
            ("Title", self.title), ("First side", self.sides[0]), ("Second side", self.sides[1]),
            ("Hexes", self.kind), ("Columns", self.columns), ("Rows", self.rows), ("Turns", self.turns),
            ("File", self.file),
        ):  # fmt: skip
            field.setAccessibleName(title)
            self.form.addRow(title, field)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(20), scaled(16), scaled(20), scaled(16))
        column.setSpacing(scaled(10))
        for widget in (self.way, self.words):
            column.addWidget(widget)
        column.addLayout(self.form)
        column.addWidget(self.fault)
        column.addStretch(1)
        column.addWidget(self.buttons)
        self.fault.hide()
        self.resize(scaled(560), scaled(430))

    def _show_way(self) -> None:
        way = self.way.value
        self.words.setText(_WORDS[way])
        is_plain = way in (BLANK, PICTURE)
        for field in (*self.sides, self.kind, self.columns, self.rows, self.turns):
            self.form.setRowVisible(field, is_plain)
        self.form.setRowVisible(self.title, way != VASSAL)
        self.form.setRowVisible(self.file, way in (PICTURE, VASSAL))

    def _choose(self) -> None:
        kinds = (
            "VASSAL modules (*.vmod *.zip)"
            if self.way.value == VASSAL
            else "Pictures (*.png *.jpg *.jpeg *.webp *.tif *.tiff)"
        )
        name, _ = QFileDialog.getOpenFileName(self, "Choose", "", kinds)
        if name:
            self.set_file(Path(name))

    def set_file(self, path: Path) -> None:
        """Takes a file."""
        self.path = path
        self.file.setText(path.name)

    def plan(self) -> Plan:
        """What was said."""
        kind: Literal["flat", "pointy"] = "flat" if self.kind.currentData() == "flat" else "pointy"
        return Plan(
            title=self.title.text(),
            sides=(self.sides[0].text(), self.sides[1].text()),
            kind=kind,
            columns=self.columns.value(),
            rows=self.rows.value(),
            turns=self.turns.value(),
        )

    def make(self) -> None:
        """Makes the module; what forbids it is said in the dialog."""
        way, path = self.way.value, self.path
        if way in (PICTURE, VASSAL) and path is None:
            self._say("Choose a file first.")
            return
        if way == VASSAL:
            self.vassal_wanted.emit(path)
            self.accept()
            return
        acts: dict[str, Callable[[], Path]] = {
            BLANK: lambda: workshop.new_blank(self.plan()),
            TEMPLATE: lambda: workshop.new_from_template("free-play", self.title.text().strip()),
            PICTURE: lambda: workshop.new_from_picture(path or Path(), self.plan()),
        }
        try:
            folder = acts[way]()
        except EngineError as error:
            self._say(sentence(str(error)))
            return
        self.accept()
        (self.made_over_picture if way == PICTURE else self.made).emit(folder)

    def _say(self, words: str) -> None:
        self.fault.setText(words)
        self.fault.show()


def _number(value: int) -> QSpinBox:
    box = SpinBox()
    box.setRange(1, MOST)
    box.setValue(value)
    return box
