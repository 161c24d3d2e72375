"""The report of a VASSAL import: what was taken, guessed and left, and whose counters are whose.

Groups are confirmed or corrected here; "Import again" makes the module once more with what was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, QThread, Signal
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.importing.refusal import ImportRefused
from app.importing.vassal.making import Wishes, import_vassal
from app.importing.vassal.report import ImportReport
from app.importing.vassal.sorting import GroupChoice
from app.theme.current import scaled
from app.widgets.labels import label

Target = Callable[[], Path]
_OTHER: Final = (("marker", "Markers"), ("leave", "Leave out"))


class VassalImport(QThread):
    """One import beside the window's own work."""

    told = Signal(str, float)
    made = Signal(object)
    failed = Signal(str)

    def __init__(
        self, source: Path, folder: Path, groups: Mapping[str, GroupChoice], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._source, self._folder, self._groups = source, folder, groups

    def run(self) -> None:
        try:
            self.made.emit(
                import_vassal(self._source, self._folder, Wishes(self._groups, tell=self.told.emit))
            )
        except ImportRefused as error:
            self.failed.emit(str(error))


class VassalDialog(QDialog):
    """Imports a module into the folder that `target` names anew each time, and shows the report.

    `opened` gives the folder of the module the user wants to go on with.
    """

    opened = Signal(object)

    def __init__(self, source: Path, target: Target, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Import {source.name}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.source, self.target = source, target
        self.report: ImportReport | None = None
        self.work: VassalImport | None = None
        self.state = label("", "section")
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.groups = QTableWidget(0, 3)
        self.groups.setHorizontalHeaderLabels(["Group", "Counters", "Taken as"])
        self.groups.verticalHeader().hide()
        self.groups.horizontalHeader().setStretchLastSection(True)
        self.groups.setAccessibleName("Groups of counters")
        self.text = QTextBrowser()
        self.text.setAccessibleName("Report")
        self.again = QPushButton("Import again")
        self.again.clicked.connect(self.start)
        self.open_it = QPushButton("Open")
        self.open_it.setDefault(True)
        self.open_it.clicked.connect(self._open)
        close = QPushButton("Close")
        close.clicked.connect(self.close)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(16), scaled(12), scaled(16), scaled(12))
        column.setSpacing(scaled(8))
        for widget, stretch in ((self.state, 0), (self.bar, 0), (self.groups, 2), (self.text, 3)):
            column.addWidget(widget, stretch)
        row = QHBoxLayout()
        row.addWidget(close)
        row.addStretch(1)
        row.addWidget(self.again)
        row.addWidget(self.open_it)
        column.addLayout(row)
        self.resize(scaled(820), scaled(720))
        self._enable()

    def start(self) -> None:
        """Imports with the choices in the table."""
        self.state.setText("Importing")
        self.bar.show()
        self.work = VassalImport(self.source, self.target(), self.choices(), self)
        self.work.told.connect(self._progress)
        self.work.made.connect(self._made)
        self.work.failed.connect(self._failed)
        self._enable()
        self.work.start()

    def choices(self) -> dict[str, GroupChoice]:
        """What the table says of each group."""
        found: dict[str, GroupChoice] = {}
        for row in range(self.groups.rowCount()):
            item, combo = self.groups.item(row, 0), self.groups.cellWidget(row, 2)
            if item is not None and isinstance(combo, QComboBox) and combo.property("touched"):
                found[item.data(Qt.ItemDataRole.UserRole)] = combo.currentData()
        return found

    def _progress(self, text: str, share: float) -> None:
        self.bar.setValue(round(share * 100))
        self.state.setText(f"Importing: {text}")

    def _made(self, report: ImportReport) -> None:
        touched = self.choices()
        self.report = report
        self._end()
        counters = report.taken.get("counters", 0)
        self.state.setText(f"{report.title}: {counters} counters, {report.taken.get('hexes', 0)} hexes")
        self.text.setMarkdown(report.text())
        self._fill(report, touched)
        self._enable()

    def _failed(self, why: str) -> None:
        self._end()
        self.state.setText("Nothing was imported")
        self.text.setPlainText(why)
        self._enable()

    def _end(self) -> None:
        if self.work is not None:
            self.work.wait()
        self.work = None
        self.bar.hide()

    def _enable(self) -> None:
        is_idle = self.work is None
        self.again.setEnabled(is_idle and self.groups.rowCount() > 0)
        self.open_it.setEnabled(is_idle and self.report is not None)

    def _fill(self, report: ImportReport, touched: Mapping[str, GroupChoice]) -> None:
        self.groups.setRowCount(len(report.groups))
        for row, group in enumerate(report.groups):
            item = QTableWidgetItem(group.path or "Outside all palettes")
            item.setData(Qt.ItemDataRole.UserRole, group.path)
            self.groups.setItem(row, 0, item)
            self.groups.setItem(row, 1, QTableWidgetItem(str(group.count)))
            combo = QComboBox()
            for side, title in report.sides.items():
                combo.addItem(f"{title}: units", GroupChoice("side", side))
                combo.addItem(f"{title}: a formation", GroupChoice("formation", side))
            for role, title in _OTHER:
                combo.addItem(title, GroupChoice(role))  # type: ignore[arg-type]
            wanted = GroupChoice(group.role, "" if group.role in {"marker", "leave"} else group.side)
            for number in range(combo.count()):
                if combo.itemData(number) == wanted:
                    combo.setCurrentIndex(number)
            combo.setProperty("touched", group.path in touched)
            combo.activated.connect(lambda _=0, combo=combo: combo.setProperty("touched", True))
            combo.setAccessibleName(f"{group.path} taken as")
            self.groups.setCellWidget(row, 2, combo)
        self.groups.resizeColumnsToContents()

    def _open(self) -> None:
        if self.report is not None:
            self.opened.emit(Path(self.report.folder))
            self.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.work is None and self.report is None:
            self.start()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.work is not None:
            self.work.wait()
        super().closeEvent(event)
