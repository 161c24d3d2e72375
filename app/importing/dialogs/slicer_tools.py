"""The tools of the slicer beside the sheet: how many counters, the shape of the grid, how counters are
finished, how the backs lie.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.importing.dialogs.slicer_canvas import SlicerCanvas
from app.importing.dialogs.slicer_model import SlicerModel
from app.importing.slicing.cutting import Finish
from app.player.figures import counted
from app.theme.current import scaled
from app.widgets.choice_box import ChoiceBox
from app.widgets.labels import label
from app.widgets.spin_boxes import DecimalBox, SpinBox

BACKS = (
    ("mirrored sideways", "side"),
    ("mirrored top down", "top"),
    ("page upside down", "around"),
    ("not mirrored", "none"),
)
LEAST_TRIM = 1e-5
HOW = (
    "Drag lines; arrow keys move the picked line, full stop and comma pick the next. "
    "Double-click a counter to leave it out, Alt and drag to move a block."
)


class GridTools(QWidget):
    """Everything about the grid of the page in sight."""

    find_wanted = Signal()
    fit_wanted = Signal()
    backs_wanted = Signal()
    finish_changed = Signal()
    sides_changed = Signal()
    """A page of fronts became one of backs, or the other way round."""

    def __init__(self, model: SlicerModel, canvas: SlicerCanvas) -> None:
        super().__init__()
        self.model, self.canvas = model, canvas
        self.count = label("", "section")
        self.notes = label("", "second", wraps=True)
        self.columns, self.rows = SpinBox(), SpinBox()
        self.angle, self.trim, self.rounding = DecimalBox(), DecimalBox(), DecimalBox()
        self.more_backs = QPushButton("Add backs…")
        self.has_backs = QCheckBox("holds backs")
        self.backs = ChoiceBox()
        self._set_up()
        self.form = self._form()
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(14), scaled(10), scaled(12), scaled(12))
        column.setSpacing(scaled(8))
        column.addWidget(self.count)
        column.addWidget(self.notes)
        column.addLayout(self.form)
        column.addLayout(self._buttons())
        column.addStretch(1)
        column.addWidget(label(HOW, "second", wraps=True))
        self.show_backs()

    def _set_up(self) -> None:
        for box, name in ((self.columns, "Columns"), (self.rows, "Rows")):
            box.setRange(1, 60)
            box.setKeyboardTracking(False)
            box.setAccessibleName(name)
            box.valueChanged.connect(self._shape_typed)
        self.angle.setRange(-5, 5)
        self.angle.setDecimals(2)
        self.angle.setSingleStep(0.05)
        self.angle.setSuffix(" °")
        self.angle.setKeyboardTracking(False)
        self.angle.setAccessibleName("Turned by degrees")
        self.angle.valueChanged.connect(self._angle_typed)
        for spin, name in ((self.trim, "Trim"), (self.rounding, "Round corners")):
            spin.setRange(0, 25)
            spin.setSuffix(" %")
            spin.setAccessibleName(name)
            spin.valueChanged.connect(self._finish_typed)
        self.trim.setToolTip("Cut off on all sides; proposed: half of a printed line and a pixel")
        self.more_backs.setToolTip("Sheets with the backs of these counters, in the order of the fronts")
        self.more_backs.clicked.connect(lambda _on=False: self.backs_wanted.emit())
        self.has_backs.setAccessibleName("This page holds backs")
        self.has_backs.setToolTip("The first page of backs belongs to the first page of fronts, and so on")
        self.has_backs.toggled.connect(self._side_chosen)
        self.backs.setAccessibleName("How the backs lie")
        self.backs.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.backs.setMinimumContentsLength(10)
        for text, turn in BACKS:
            self.backs.addItem(text, turn)
        self.backs.currentIndexChanged.connect(self._turn_chosen)

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        for name, widget in (
            ("Columns", self.columns), ("Rows", self.rows), ("Turned by", self.angle), ("Trim", self.trim),
            ("Round corners", self.rounding), ("Backs", self.more_backs),
            ("This page", self.has_backs), ("Backs lie", self.backs),
            ("Line", _pair("line", self.canvas.add_line, self.canvas.remove_line)),
            ("Block", _pair("block", self.model.add_block, self.model.remove_block)),
        ):  # fmt: skip
            form.addRow(name, widget)
        form.setHorizontalSpacing(scaled(8))
        form.setVerticalSpacing(scaled(6))
        return form

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(scaled(6))
        row.addWidget(_button("Find the grid", self.find_wanted.emit), 1)
        row.addWidget(_button("Fit to lines", self.fit_wanted.emit), 1)
        return row

    def show_backs(self) -> None:
        """Shows how backs lie only where there are any, and asks for sides only where there are two pages."""
        self.form.setRowVisible(self.has_backs, len(self.model.pages) > 1)
        self.form.setRowVisible(self.backs, any(page.is_back for page in self.model.pages))

    def show_choices(self) -> None:
        """Shows how the counters are finished and how the backs lie, as the model says."""
        finish = self.model.finish
        values = ((self.trim, finish.trim * 100), (self.rounding, finish.rounding * 100))
        for box, value in values:
            box.blockSignals(True)
            box.setValue(value)
            box.blockSignals(False)
        self.backs.blockSignals(True)
        self.backs.setCurrentIndex(self.backs.findData(self.model.turn))
        self.backs.blockSignals(False)

    def refresh(self) -> None:
        """Shows what the model holds."""
        grid, block, count = self.model.grid, self.model.current_block(), len(self.model.counters())
        self.count.setText(counted(count, "counter") if count else "No grid yet")
        self.notes.setText("; ".join(grid.notes))
        self.notes.setVisible(bool(grid.notes))
        for box, value in (
            (self.columns, len(block.columns) if block else 1),
            (self.rows, len(block.rows) if block else 1),
        ):
            box.blockSignals(True)
            box.setValue(value)
            box.setEnabled(block is not None)
            box.blockSignals(False)
        self.angle.blockSignals(True)
        self.angle.setValue(grid.angle)
        self.angle.blockSignals(False)
        is_back = self.model.page.is_back
        self.has_backs.blockSignals(True)
        self.has_backs.setChecked(is_back)
        self.has_backs.setEnabled(is_back or sum(not page.is_back for page in self.model.pages) > 1)
        self.has_backs.blockSignals(False)

    def _shape_typed(self) -> None:
        self.model.set_shape(self.columns.value(), self.rows.value())

    def _angle_typed(self) -> None:
        self.model.set_grid(replace(self.model.grid, angle=round(self.angle.value(), 2)))

    def _side_chosen(self) -> None:
        self.model.set_back(self.model.number, is_back=self.has_backs.isChecked())
        self.sides_changed.emit()

    def _turn_chosen(self) -> None:
        self.model.set_turn(self.backs.currentData())

    def _finish_typed(self) -> None:
        trim = self.trim.value() / 100
        self.model.trim_chosen |= abs(trim - self.model.finish.trim) > LEAST_TRIM
        self.model.finish = Finish(trim, self.rounding.value() / 100)
        self.finish_changed.emit()


def _pair(what: str, add: Callable[[], object], remove: Callable[[], object]) -> QWidget:
    """Two buttons side by side that add and remove something."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(scaled(6))
    for words, act in (("Add", add), ("Remove", remove)):
        button = _button(words, act)
        button.setAccessibleName(f"{words} {what}")
        button.setToolTip(f"{words} a {what}")
        row.addWidget(button, 1)
    return holder


def _button(words: str, act: Callable[[], object]) -> QPushButton:
    button = QPushButton(words)
    button.clicked.connect(partial(_press, act))
    return button


def _press(act: Callable[[], object], _checked: object = None) -> None:
    act()
