"""A chart as a grid: cells, labels, where the values come from, and the way back to the shipped chart."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHeaderView,
    QInputDialog,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.theme.current import scaled
from app.widgets.flow import FlowLayout
from app.widgets.labels import label
from engine.definition.base import Source
from engine.definition.chart import ChartDef
from engine.definition.module import ModuleDef
from engine.editing import charts

Index = QModelIndex | QPersistentModelIndex
SOURCES: dict[Source, str] = {
    "rulebook": "printed in the rulebook",
    "errata": "from the errata",
    "found": "from a printed game or another source",
    "reconstruction": "a reconstruction",
}


class ChartTable(QAbstractTableModel):
    """The cells of one chart."""

    def __init__(self, document: EditorDocument) -> None:
        super().__init__(document)
        self.document = document
        self.chart_id = ""
        self.shipped: ModuleDef | None = None

    def chart(self) -> ChartDef | None:
        """The chart as it is now; None if it is gone."""
        return next((c for c in self.document.module.charts if c.id == self.chart_id), None)

    def show_chart(self, name: str) -> None:
        """Shows another chart."""
        self.beginResetModel()
        self.chart_id = name
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        chart = self.chart()
        return len(chart.cells) if chart and not (parent and parent.isValid()) else 0

    def columnCount(self, parent: Index | None = None) -> int:
        chart = self.chart()
        return len(chart.columns.labels) if chart and not (parent and parent.isValid()) else 0

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        chart = self.chart()
        if role != Qt.ItemDataRole.DisplayRole or chart is None:
            return None
        if orientation is Qt.Orientation.Horizontal:
            return chart.columns.labels[section] if section < len(chart.columns.labels) else None
        return chart.rows.labels[section] if chart.rows and section < len(chart.rows.labels) else "value"

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        chart = self.chart()
        if chart is None:
            return None
        cell = chart.cells[index.row()][index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return "" if cell is None else str(cell).lower() if isinstance(cell, bool) else str(cell)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        chart = self.chart()
        if chart is None or role != Qt.ItemDataRole.EditRole or str(value) == self.data(index):
            return False
        row, column, name = index.row(), index.column(), self.chart_id
        cell = charts.cell_from_text(str(value), like=chart.cells[row][column])
        return self.document.edit(
            lambda m: charts.set_cell(m, name, row, column, cell), f"{chart.title}: {value or 'empty'}"
        )


class ChartPage(QWidget):
    """The page of one chart."""

    chosen = Signal(tuple)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "panel")
        self.document = document
        self.table = ChartTable(document)
        self.view = QTableView()
        self.title = label("", "title")
        self.note = label("", "second", wraps=True)
        self.source = QComboBox()
        self.buttons: dict[str, QPushButton] = {}
        self._lay_out()
        document.changed.connect(lambda _touched: self.refresh())

    def _lay_out(self) -> None:
        self.view.setModel(self.table)
        self.view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.view.horizontalHeader().setMinimumSectionSize(scaled(56))
        self.view.setAccessibleName("Cells of the chart")
        self.view.horizontalHeader().sectionDoubleClicked.connect(lambda n: self._rename("columns", n))
        self.view.verticalHeader().sectionDoubleClicked.connect(lambda n: self._rename("rows", n))
        for value, words in SOURCES.items():
            self.source.addItem(words, value)
        self.source.activated.connect(self._set_source)
        self.source.setAccessibleName("Where the values come from")
        bar = FlowLayout(None, scaled(6), scaled(6))
        bar.addWidget(label("Values", "second"))
        bar.addWidget(self.source)
        acts: tuple[tuple[str, str, Callable[[], None]], ...] = (
            ("row", "Add row…", self._add_row),
            ("column", "Add column…", self._add_column),
            ("less-row", "Delete row", self.delete_row),
            ("less-column", "Delete column", self.delete_column),
            ("shipped", "Back to the shipped chart", self.to_shipped),
        )
        for name, words, act in acts:
            button = QPushButton(words)
            button.clicked.connect(lambda _on=False, do=act: do())
            self.buttons[name] = button
            bar.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.setSpacing(scaled(8))
        column.addWidget(self.title)
        column.addWidget(self.note)
        column.addLayout(bar)
        column.addWidget(self.view, 1)
        column.addWidget(
            label("Double-click a head to rename it. The rules use changed values at once.", "second")
        )

    def show_chart(self, name: str, shipped: ModuleDef | None) -> None:
        """Shows a chart; `shipped` is the module it can be put back to."""
        self.table.shipped = shipped
        self.table.show_chart(name)
        self.refresh()

    def refresh(self) -> None:
        """Shows the chart as it is now."""
        chart = self.table.chart()
        if chart is None:
            return
        self.table.layoutChanged.emit()
        self.title.setText(chart.title)
        words = (f"rule {chart.rule}" if chart.rule else "", chart.dice, chart.note, chart.reasoning)
        self.note.setText(" · ".join(word for word in words if word))
        self.source.setCurrentIndex(list(SOURCES).index(chart.source))
        shipped = self.table.shipped
        is_changed = shipped is not None and chart.id in charts.changed_charts(self.document.module, shipped)
        self.buttons["shipped"].setEnabled(is_changed)

    def _set_source(self) -> None:
        chart, source = self.table.chart(), self.source.currentData()
        if chart is None or source == chart.source or source not in get_args(Source):
            return
        reasoning = chart.reasoning
        if source == "reconstruction" and not reasoning:
            reasoning, _ = QInputDialog.getText(self, "Reconstruction", "Why these values?")
        words = f"{chart.title}: {SOURCES[source]}"
        if not self.document.edit(lambda m: charts.set_source(m, chart.id, source, reasoning), words):
            self.refresh()

    def _rename(self, axis: str, at: int) -> None:
        old = self.table.headerData(
            at, Qt.Orientation.Horizontal if axis == "columns" else Qt.Orientation.Vertical
        )
        text, done = QInputDialog.getText(self, "Label", "Label", text=str(old or ""))
        if done and text:
            name = self.table.chart_id
            self.document.edit(lambda m: charts.set_label(m, name, axis, at, text.strip()), f"label {text}")

    def _add_row(self) -> None:
        text, done = QInputDialog.getText(self, "Add row", "Label of the new row")
        if done and text:
            self.add_row(text)

    def add_row(self, text: str) -> None:
        """Adds a row at the end."""
        name, at = self.table.chart_id, self.table.rowCount()
        self.document.edit(lambda m: charts.insert_row(m, name, at, text), f"add row {text}")

    def _add_column(self) -> None:
        text, done = QInputDialog.getText(self, "Add column", "Label of the new column")
        if done and text:
            self.add_column(text)

    def add_column(self, text: str) -> None:
        """Adds a column at the end."""
        name, at = self.table.chart_id, self.table.columnCount()
        self.document.edit(lambda m: charts.insert_column(m, name, at, text), f"add column {text}")

    def delete_row(self) -> None:
        """Takes the row of the cursor away."""
        name, at = self.table.chart_id, self.view.currentIndex().row()
        if at >= 0:
            self.document.edit(lambda m: charts.delete_row(m, name, at), "delete a row")

    def delete_column(self) -> None:
        """Takes the column of the cursor away."""
        name, at = self.table.chart_id, self.view.currentIndex().column()
        if at >= 0:
            self.document.edit(lambda m: charts.delete_column(m, name, at), "delete a column")

    def to_shipped(self) -> None:
        """Puts the chart back as it was shipped."""
        name, shipped = self.table.chart_id, self.table.shipped
        if shipped is not None:
            self.document.edit(lambda m: charts.to_shipped(m, name, shipped), f"{name} as shipped")
