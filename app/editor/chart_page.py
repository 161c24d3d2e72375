"""A chart as a grid: cells, labels, where the values come from, the way back to the shipped chart, and the
way to and from a spreadsheet.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QHeaderView,
    QInputDialog,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.editor.chart_cells import ChangedMarks, ChartTable
from app.editor.csv_dialog import CsvDialog
from app.editor.csv_files import read_table, write_table
from app.editor.document import EditorDocument
from app.editor.named_rows import Act, add_buttons, add_menu
from app.editor.rules_check import CANNOT_BEGIN
from app.player.figures import counted
from app.theme.current import restyle, scaled
from app.widgets.choice_box import ChoiceBox
from app.widgets.flow import FlowLayout
from app.widgets.labels import label
from engine.definition.base import Source
from engine.definition.chart import ChartDef
from engine.definition.module import ModuleDef
from engine.editing import chart_tables, charts
from engine.editing.csv_text import TableImport
from engine.loading.chart_checks import dice_axis, dice_doubts

FOOT = (
    "Double-click a head to rename it, drag it to move its line. A marked corner: not as shipped. "
    "The rules use changed values at once."
)
SOURCES: dict[Source, str] = {
    "rulebook": "printed in the rulebook",
    "errata": "from the errata",
    "found": "from a printed game or another source",
    "reconstruction": "a reconstruction",
}


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
        self.dice = label("", "good", wraps=True)
        self.foot = label(FOOT, "second", wraps=True)
        self.source = ChoiceBox()
        self.buttons: dict[str, QPushButton] = {}
        self._lay_out()
        document.changed.connect(lambda _touched: self.refresh())

    def _lay_out(self) -> None:
        self.view.setModel(self.table)
        self.view.setItemDelegate(ChangedMarks(self.view))
        self.view.selectionModel().currentChanged.connect(lambda *_: self._show_acts())
        self.view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.view.horizontalHeader().setMinimumSectionSize(scaled(56))
        self.view.setAccessibleName("Cells of the chart")
        self.view.setSelectionMode(QTableView.SelectionMode.ContiguousSelection)
        for header in (self.view.horizontalHeader(), self.view.verticalHeader()):
            header.setSectionsMovable(True)
            header.sectionMoved.connect(partial(self._moved, header))
        self.view.horizontalHeader().sectionDoubleClicked.connect(lambda n: self._rename("columns", n))
        self.view.verticalHeader().sectionDoubleClicked.connect(lambda n: self._rename("rows", n))
        for value, words in SOURCES.items():
            self.source.addItem(words, value)
        self.source.activated.connect(self._set_source)
        self.source.setAccessibleName("Where the values come from")
        bar = FlowLayout(None, scaled(6), scaled(6))
        bar.addWidget(label("Values", "second"))
        bar.addWidget(self.source)
        self.source.setMaximumWidth(scaled(220))
        self.acts = self._add_menus(bar)
        self.buttons = add_buttons(bar, (("shipped", "Back to the shipped chart", "undo", self.to_shipped),))
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.setSpacing(scaled(8))
        column.addWidget(self.title)
        column.addWidget(self.note)
        column.addLayout(bar)
        column.addWidget(self.dice)
        column.addWidget(self.view, 1)
        column.addWidget(self.foot)
        for keys, act in (
            (QKeySequence.StandardKey.Copy, self.copy),
            (QKeySequence.StandardKey.Paste, self.paste),
        ):
            shortcut = QShortcut(keys, self.view)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)

    def _add_menus(self, bar: FlowLayout) -> dict[str, QAction]:
        """One button for rows, one for columns, one for the table as a whole."""
        rows: tuple[Act, ...] = (
            ("row", "Add row…", "plus", self._add_row),
            ("less-row", "Delete row", "minus", self.delete_row),
        )
        columns: tuple[Act, ...] = (
            ("column", "Add column…", "plus", self._add_column),
            ("less-column", "Delete column", "minus", self.delete_column),
        )
        table: tuple[Act, ...] = (
            ("copy", "Copy\tCtrl+C", "copy", self.copy),
            ("paste", "Paste\tCtrl+V", "", self.paste),
            ("import", "CSV in…", "import", self._read_csv),
            ("export", "CSV out…", "export", self._write_csv),
        )
        made = add_menu(bar, "Rows", "", rows) | add_menu(bar, "Columns", "", columns)
        return made | add_menu(bar, "Table", "", table)

    def _show_acts(self) -> None:
        """What can be done with the cell the cursor is on, and whether the chart was shipped otherwise."""
        chart, shipped, cell = self.table.chart(), self.table.shipped, self.view.currentIndex()
        self.acts["row"].setEnabled(chart is not None and chart.rows is not None)
        for key in ("less-row", "less-column"):
            self.acts[key].setEnabled(cell.isValid())
        known = shipped.charts if shipped is not None else ()
        was = next((old for old in known if chart is not None and old.id == chart.id), None)
        self.buttons["shipped"].setEnabled(was is not None and was != chart)
        self.buttons["shipped"].setToolTip("" if was else "This chart was not shipped with the game")

    def show_chart(self, name: str, shipped: ModuleDef | None) -> None:
        """Shows a chart; `shipped` is the module it can be put back to."""
        self.table.shipped = shipped
        self.table.show_chart(name)
        self.refresh()

    def show_fault(self, fault: str) -> None:
        """Marks what the rules cannot read, and says so where this chart is to blame."""
        self.table.show_fault(fault)
        self._show_foot()

    def show_cell(self, row: int, column: int) -> None:
        """Brings a cell into sight, with the cursor on it."""
        self.view.setCurrentIndex(self.table.index(row, column))
        self.view.setFocus()

    def _show_foot(self) -> None:
        is_blamed = any(spot.chart == self.table.chart_id for spot in self.table.blamed)
        words = f"{CANNOT_BEGIN[:1].upper()}{CANNOT_BEGIN[1:]}: {self.table.fault}."
        self.foot.setText(words if is_blamed else FOOT)
        restyle(self.foot, tone="bad" if is_blamed else "second")

    def refresh(self) -> None:
        """Shows the chart as it is now."""
        chart = self.table.chart()
        if chart is None:
            return
        self.table.layoutChanged.emit()
        self.title.setText(chart.title)
        rows = f"rows: {chart.rows.title or chart.rows.id}" if chart.rows else ""
        axes = ", ".join(filter(None, (rows, f"columns: {chart.columns.title or chart.columns.id}")))
        words = (f"rule {chart.rule}" if chart.rule else "", chart.dice, axes, chart.note, chart.reasoning)
        self.note.setText(" · ".join(word for word in words if word))
        self.source.setCurrentIndex(list(SOURCES).index(chart.source))
        self._show_dice(chart)
        self._show_foot()
        self._show_acts()

    def _show_dice(self, chart: ChartDef) -> None:
        """Whether every roll of the chart's dice finds its line, live."""
        doubts = dice_doubts(chart)
        axis = dice_axis(chart)
        self.dice.setVisible(axis is not None)
        words = f"Every roll of {chart.dice} is on one line."
        self.dice.setText("; ".join(doubts)[:1].upper() + "; ".join(doubts)[1:] + "." if doubts else words)
        self.dice.setProperty("tone", "care" if doubts else "good")
        self.dice.style().polish(self.dice)

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
            at,
            Qt.Orientation.Horizontal if axis == "columns" else Qt.Orientation.Vertical,
            Qt.ItemDataRole.EditRole,
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

    # --- moving lines ------------------------------------------------------------------------------

    def _moved(self, header: QHeaderView, _logical: int, old: int, new: int) -> None:
        """A head was dragged: the line goes there in the data, the head back where Qt had it."""
        header.blockSignals(True)
        header.moveSection(new, old)
        header.blockSignals(False)
        axis = "columns" if header is self.view.horizontalHeader() else "rows"
        name, what = self.table.chart_id, axis.removesuffix("s")
        self.document.edit(lambda m: chart_tables.move_line(m, name, axis, old, new), f"move a {what}")

    # --- clipboard and CSV ------------------------------------------------------------------------

    def _block(self) -> tuple[range, range]:
        found = self.view.selectionModel().selectedIndexes()
        rows = sorted({index.row() for index in found}) or [0]
        columns = sorted({index.column() for index in found}) or [0]
        return range(rows[0], rows[-1] + 1), range(columns[0], columns[-1] + 1)

    def copy(self) -> None:
        """Puts the chosen cells on the clipboard; the whole chart with its labels if all or one is chosen."""
        chart = self.table.chart()
        if chart is None:
            return
        rows, columns = self._block()
        is_whole = (len(rows), len(columns)) == (len(chart.cells), len(chart.columns.labels))
        if is_whole or len(rows) * len(columns) == 1:
            text = chart_tables.chart_to_text(chart, "\t")
        else:
            text = chart_tables.block_to_text(chart, rows, columns)
        QGuiApplication.clipboard().setText(text)
        self.document.told.emit("Copied with tabs, as spreadsheets take it.", "good")

    def paste(self) -> None:
        """Writes what a spreadsheet put on the clipboard, from the chosen cell on or by its labels."""
        rows, columns = self._block()
        self.paste_text(QGuiApplication.clipboard().text(), (rows[0], columns[0]))

    def paste_text(self, text: str, at: tuple[int, int]) -> bool:
        """Writes a block of cells, as one step; tells what forbids it."""
        name = self.table.chart_id
        return self.document.edit(lambda m: chart_tables.pasted(m, name, at, text), f"paste into {name}")

    def _write_csv(self) -> None:
        start = f"{self.table.chart_id}.csv"
        name, _ = QFileDialog.getSaveFileName(self, "Chart as CSV", start, "Tables (*.csv)")
        if name:
            self.write_csv(Path(name))

    def write_csv(self, path: Path) -> bool:
        """Writes the chart with its labels as a table."""
        chart = self.table.chart()
        return chart is not None and write_table(
            self.document, path, chart_tables.chart_to_text(chart), chart.title
        )

    def _read_csv(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Chart from CSV", "", "Tables (*.csv *.txt *.tsv)")
        outcome = self.read_csv(Path(name)) if name else None
        if outcome is not None and CsvDialog(outcome, self).exec():
            self.take_csv(outcome)

    def read_csv(self, path: Path) -> TableImport | None:
        """Reads a table and compares it with the chart; tells what is wrong with it."""
        name = self.table.chart_id
        return read_table(self.document, path, lambda m, text: chart_tables.chart_from_csv(m, name, text))

    def take_csv(self, outcome: TableImport) -> bool:
        """Takes a table as one step."""
        words = f"{self.table.chart_id} from CSV, {counted(len(outcome.differences), 'difference')}"
        return self.document.edit(lambda _old: outcome.module, words)
