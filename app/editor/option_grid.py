"""Options by scenarios: what the players may choose, what a scenario fixes, where an option is not there."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHeaderView, QTableWidget, QVBoxLayout, QWidget

from app.editor.document import EditorDocument
from app.theme.current import scaled
from app.widgets.choice_box import ChoiceBox
from app.widgets.labels import label
from engine.definition.module import ModuleDef
from engine.definition.sequence import OptionDef
from engine.editing.options import InScenario, in_scenario, set_default, set_in_scenario

OFFERED, ABSENT = "players choose", "not offered"


class OptionGrid(QWidget):
    """One line an option, one column a scenario; the first column is the default."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.table = QTableWidget()
        self.table.setAccessibleName("Options by scenario")
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.boxes: dict[tuple[str, str], QComboBox] = {}
        self._shape: object = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(scaled(4))
        column.addWidget(label("What becomes of each option in each scenario", "second"))
        column.addWidget(self.table, 1)

    def refresh(self) -> None:
        """Shows the options as they are now; the grid is made anew only for others."""
        module = self.document.module
        shape = (
            [(o.id, o.title, o.type, o.values) for o in module.options],
            [(s.id, s.title) for s in module.scenarios],
        )
        if shape != self._shape:
            self._shape = shape
            self._build(module)
        for option in module.options:
            self._show(self.boxes[option.id, ""], option.default)
            for scenario in module.scenarios:
                now = in_scenario(option, scenario)
                value = ABSENT if not now.is_offered else OFFERED if now.fixed is None else now.fixed
                self._show(self.boxes[option.id, scenario.id], value)

    def _show(self, box: QComboBox, value: object) -> None:
        for n in range(box.count()):
            data = box.itemData(n)
            if data == value and isinstance(data, bool) == isinstance(value, bool):
                box.setCurrentIndex(n)

    def _build(self, module: ModuleDef) -> None:
        table = self.table
        table.clear()
        self.boxes = {}
        table.setRowCount(len(module.options))
        table.setColumnCount(1 + len(module.scenarios))
        table.setHorizontalHeaderLabels(["Default", *(scenario.title for scenario in module.scenarios)])
        table.setVerticalHeaderLabels([option.title for option in module.options])
        for row, option in enumerate(module.options):
            table.setCellWidget(row, 0, self._box(option, ""))
            for n, scenario in enumerate(module.scenarios):
                table.setCellWidget(row, n + 1, self._box(option, scenario.id))
        for n in range(table.columnCount()):
            table.setColumnWidth(n, scaled(190))
        for row in range(table.rowCount()):
            table.verticalHeaderItem(row).setToolTip(module.options[row].note)

    def _box(self, option: OptionDef, scenario: str) -> QComboBox:
        box = ChoiceBox()
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(8)
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if scenario:
            box.addItem(OFFERED, OFFERED)
            box.addItem(ABSENT, ABSENT)
        prefix = "always: " if scenario else ""
        if option.type == "switch":
            box.addItem(f"{prefix}on", userData=True)
            box.addItem(f"{prefix}off", userData=False)
        for value in option.values:
            box.addItem(f"{prefix}{value.title}", value.id)
        where = scenario or "by default"
        box.setAccessibleName(f"{option.title}, {where}")
        box.activated.connect(partial(self._take, option.id, scenario))
        self.boxes[option.id, scenario] = box
        return box

    def _take(self, name: str, scenario: str, _row: int) -> None:
        value = self.boxes[name, scenario].currentData()
        words = f"option {name}" + (f" in {scenario}" if scenario else "")
        if not scenario:
            done = self.document.edit(lambda m: set_default(m, name, value), words)
        else:
            wanted = InScenario(value != ABSENT, None if value in (ABSENT, OFFERED) else value)
            done = self.document.edit(lambda m: set_in_scenario(m, name, scenario, wanted), words)
        if not done:
            self.refresh()
