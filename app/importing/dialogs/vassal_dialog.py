"""The report of a VASSAL import: what was taken, guessed and left, and whose counters are whose.

Groups, reinforcements on a turn track and extensions are confirmed or corrected here; "Import again" makes
the module once more with what was decided. Nobody has to: "Open" goes on with what was guessed, and makes the
module again by itself if something was decided since. What is not opened leaves nothing behind.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt, QThread, Signal
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.importing.refusal import ImportRefused
from app.importing.vassal.extensions import extensions_beside
from app.importing.vassal.making import Wishes, import_vassal
from app.importing.vassal.report import ImportReport
from app.importing.vassal.sorting import GroupChoice
from app.theme.current import scaled
from app.widgets.choice_box import ChoiceBox
from app.widgets.labels import label

Target = Callable[[], Path]
ARRIVES, STAYS = "arrives", "stays"
MOST_ROWS: Final = 9
EXTENSION_FILES: Final = "VASSAL extensions (*.vmdx)"
_OTHER: Final = (("marker", "Markers"), ("leave", "Leave out"))


class VassalImport(QThread):
    """One import beside the window's own work."""

    told = Signal(str, float)
    made = Signal(object)
    failed = Signal(str)

    def __init__(self, source: Path, folder: Path, wishes: Wishes, parent: QWidget) -> None:
        super().__init__(parent)
        self._source, self._folder = source, folder
        self._wishes = replace(wishes, tell=self.told.emit)

    def run(self) -> None:
        try:
            self.made.emit(import_vassal(self._source, self._folder, self._wishes))
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
        self._made_by: Wishes | None = None
        self._opens_when_made = False
        self.state = label("", "section")
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.groups = _table("Group", "Groups of counters", 0)
        self.track = _table("Turn track", "Counters on the turn track", 1)
        self.track.hide()
        self.extensions = QListWidget()
        self.extensions.setAccessibleName("Extensions")
        self.extensions.setMaximumHeight(scaled(36))
        self.extensions.hide()
        for path in extensions_beside(source):
            self._add_extension(path)
        self.add_extension = QPushButton("Add extension…")
        self.add_extension.setToolTip("A .vmdx file that belongs to this module")
        self.add_extension.clicked.connect(self._ask_extension)
        self.text = QTextBrowser()
        self.text.setAccessibleName("Report")
        self.again = QPushButton("Import again")
        self.again.clicked.connect(self.start)
        self.open_it = QPushButton("Open in the editor")
        self.open_it.setProperty("kind", "primary")
        self.open_it.setDefault(True)
        self.open_it.clicked.connect(self._open)
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(self.close)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(16), scaled(12), scaled(16), scaled(12))
        column.setSpacing(scaled(8))
        for widget, stretch in (
            (self.state, 0), (self.bar, 0), (self.groups, 3), (self.track, 2), (self.extensions, 0),
            (self.text, 3),
        ):  # fmt: skip
            column.addWidget(widget, stretch)
        row = QHBoxLayout()
        row.addWidget(self.cancel)
        row.addWidget(self.add_extension)
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
        self.work = VassalImport(self.source, self.target(), self.wishes(), self)
        self.work.told.connect(self._progress)
        self.work.made.connect(self._made)
        self.work.failed.connect(self._failed)
        self._enable()
        self.work.start()

    def wishes(self) -> Wishes:
        """Everything that was decided here."""
        return Wishes(self.choices(), extensions=self.chosen_extensions(), stays=self.staying())

    def staying(self) -> frozenset[int]:
        """Turns whose box holds no reinforcements."""
        rows = (
            (self.track.item(row, 0), self.track.cellWidget(row, 2)) for row in range(self.track.rowCount())
        )
        return frozenset(
            int(item.data(Qt.ItemDataRole.UserRole))
            for item, combo in rows
            if item is not None and isinstance(combo, QComboBox) and combo.currentData() == STAYS
        )

    def chosen_extensions(self) -> tuple[Path, ...]:
        """The extensions that are ticked."""
        items = (self.extensions.item(row) for row in range(self.extensions.count()))
        return tuple(
            Path(item.data(Qt.ItemDataRole.UserRole))
            for item in items
            if item.checkState() is Qt.CheckState.Checked
        )

    def _add_extension(self, path: Path) -> None:
        item = QListWidgetItem(f"Extension {path.name}")
        item.setData(Qt.ItemDataRole.UserRole, str(path))
        item.setToolTip(str(path))
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked)
        self.extensions.addItem(item)
        self.extensions.setMaximumHeight(scaled(min(110, 12 + 24 * self.extensions.count())))
        self.extensions.show()

    def _ask_extension(self) -> None:
        dialog = QFileDialog(self, "Extension of this module", str(self.source.parent), EXTENSION_FILES)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self.take_extensions)
        dialog.open()

    def take_extensions(self, names: list[str]) -> None:
        """Takes extensions and imports again with them."""
        known = {
            self.extensions.item(row).data(Qt.ItemDataRole.UserRole) for row in range(self.extensions.count())
        }
        for name in names:
            if name not in known:
                self._add_extension(Path(name))
        if self.work is None:
            self.start()

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
        self._drop()
        self.report = report
        self._end()
        counters = report.taken.get("counters", 0)
        self.state.setText(f"{report.title}: {counters} counters, {report.taken.get('hexes', 0)} hexes")
        self.text.setMarkdown(report.text().partition("\n")[2].lstrip().replace("\n## ", "\n#### "))
        self._fill(report, touched)
        self._fill_track(report)
        self._enable()
        self._made_by = self.wishes()
        if self._opens_when_made:
            self._open()

    def _drop(self) -> None:
        """Deletes what was made before and is not wanted."""
        if self.report is not None:
            shutil.rmtree(self.report.folder, ignore_errors=True)
            self.report = None

    def _failed(self, why: str) -> None:
        self._opens_when_made = False
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
        self.again.setEnabled(is_idle and (self.groups.rowCount() > 0 or self.extensions.count() > 0))
        self.open_it.setEnabled(is_idle and self.report is not None)
        self.add_extension.setEnabled(is_idle)

    def _fill(self, report: ImportReport, touched: Mapping[str, GroupChoice]) -> None:
        self.groups.setRowCount(len(report.groups))
        for row, group in enumerate(report.groups):
            item = QTableWidgetItem(group.path or "Outside all palettes")
            item.setData(Qt.ItemDataRole.UserRole, group.path)
            self.groups.setItem(row, 0, item)
            self.groups.setItem(row, 1, QTableWidgetItem(str(group.count)))
            combo = ChoiceBox()
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
        _fit(self.groups)

    def _fill_track(self, report: ImportReport) -> None:
        """A line for each turn on whose box counters lie."""
        turns = sorted({arrival.turn for arrival in report.arrivals})
        self.track.setRowCount(len(turns))
        self.track.setVisible(bool(turns))
        for row, turn in enumerate(turns):
            own = [arrival for arrival in report.arrivals if arrival.turn == turn]
            item = QTableWidgetItem(own[0].box)
            item.setData(Qt.ItemDataRole.UserRole, turn)
            self.track.setItem(row, 0, item)
            self.track.setItem(row, 1, QTableWidgetItem("; ".join(dict.fromkeys(a.names for a in own))))
            combo = ChoiceBox()
            combo.addItem(f"Reinforcements of turn {turn}", ARRIVES)
            combo.addItem("Stay on the track", STAYS)
            combo.setCurrentIndex(0 if own[0].taken else 1)
            combo.setAccessibleName(f"{own[0].box} taken as")
            self.track.setCellWidget(row, 2, combo)
        _fit(self.track)

    def _open(self) -> None:
        """Goes on with the module; with one made anew if the table says something else by now."""
        if self.report is None:
            return
        if self.wishes() != self._made_by:
            self._opens_when_made = True
            self.start()
            return
        folder, self.report = Path(self.report.folder), None
        self.opened.emit(folder)
        self.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.work is None and self.report is None:
            self.start()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._opens_when_made = False
        if self.work is not None:
            self.work.wait()
            QCoreApplication.sendPostedEvents(self)
        self._drop()
        super().closeEvent(event)


def _table(first: str, name: str, stretched: int) -> QTableWidget:
    """A table of things and what they are taken as; one column takes the room that is left."""
    table = QTableWidget(0, 3)
    table.setHorizontalHeaderLabels([first, "Counters", "Taken as"])
    table.verticalHeader().hide()
    table.setShowGrid(False)
    table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    for column in range(3):
        mode = QHeaderView.ResizeMode.Stretch if column == stretched else QHeaderView.ResizeMode.Fixed
        table.horizontalHeader().setSectionResizeMode(column, mode)
    table.setAccessibleName(name)
    return table


def _fit(table: QTableWidget) -> None:
    """Columns as wide and the table as high as what is in it, within reason."""
    for row in range(table.rowCount()):
        table.setRowHeight(row, scaled(36))
    table.resizeColumnsToContents()
    table.setColumnWidth(2, scaled(230))
    shown = min(table.rowCount(), MOST_ROWS)
    height = table.horizontalHeader().sizeHint().height() + shown * scaled(36) + 4
    table.setMinimumHeight(min(height, scaled(36 * 4)))
    table.setMaximumHeight(height)
