"""The preview of a folder of pictures: which file goes to which counter, and what is left on both sides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.importing.bringing import Brought, Load
from app.importing.dialogs.background import Work, WorkBar
from app.importing.folder_art import NameRules, Preview, load_of, picture_files, preview
from app.importing.refusal import ImportRefused
from app.importing.watching import Watch
from app.player.figures import counted
from app.theme.current import scaled
from app.widgets.labels import label
from engine.definition.module import ModuleDef

Bringer = Callable[[Load, Watch], Brought]


class FolderDialog(QDialog):
    """Shows the matches. When they are accepted, `bringer` brings the pictures into the module, beside the
    window's own work; `taken` tells what it brought.
    """

    taken = Signal(object)

    def __init__(
        self, module: ModuleDef, folder: Path, bringer: Bringer, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._bringer = bringer
        self.work = WorkBar()
        self.work.ended.connect(self._ended)
        self.setWindowTitle("Pictures from a folder")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.module, self.folder = module, folder
        self.files = picture_files(folder)
        self.found = Preview((), (), ())
        self.pattern = QLineEdit()
        self.pattern.setPlaceholderText("How files are called, such as {side} {name}")
        self.pattern.setAccessibleName("Pattern of file names")
        self.pattern.textChanged.connect(self.refresh)
        self.summary = label("", "section")
        self.fault = label("", "bad", wraps=True)
        self.table = QTableWidget(0, 4)
        self.table.setHorizontalHeaderLabels(["Counter", "Front", "Back", "Rule"])
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setAccessibleName("Matches")
        self.files_left, self.pieces_left = QListWidget(), QListWidget()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.take = self.buttons.addButton("Give pictures", QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        self.refresh()
        self.resize(scaled(860), scaled(620))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(16), scaled(12), scaled(16), scaled(12))
        column.setSpacing(scaled(8))
        column.addWidget(self.summary)
        column.addWidget(self.pattern)
        column.addWidget(self.table, 2)
        split = QSplitter()
        for title, listed in (
            ("Files without a counter", self.files_left),
            ("Counters without a picture", self.pieces_left),
        ):
            part = QWidget()
            inner = QVBoxLayout(part)
            inner.setContentsMargins(0, 0, 0, 0)
            inner.addWidget(label(title, "second"))
            inner.addWidget(listed)
            listed.setAccessibleName(title)
            split.addWidget(part)
        column.addWidget(split, 1)
        column.addWidget(self.fault)
        foot = QHBoxLayout()
        foot.addWidget(self.work, 1)
        foot.addWidget(self.buttons, 1)
        column.addLayout(foot)

    def refresh(self) -> None:
        """Matches again and shows what fits."""
        self.found = preview(self.module, self.files, NameRules(self.pattern.text()))
        names = {piece.id: piece.name for piece in self.module.pieces}
        matches = self.found.matches
        self.summary.setText(f"{len(matches)} of {len(self.module.pieces)} counters, {len(self.files)} files")
        self.table.setRowCount(len(matches))
        for row, match in enumerate(matches):
            for column, text in enumerate((names[match.piece], match.front, match.back, match.rule)):
                self.table.setItem(row, column, QTableWidgetItem(text))
        self.table.resizeColumnsToContents()
        self.files_left.clear()
        doubtful = {note.partition(": ")[0]: note for note in self.found.doubtful}
        self.files_left.addItems([doubtful.get(file, file) for file in self.found.files_left])
        self.pieces_left.clear()
        self.pieces_left.addItems([names[piece] for piece in self.found.pieces_left])
        self.take.setEnabled(bool(matches))

    def _accept(self) -> None:
        self.fault.setText("")
        try:
            load = load_of(self.folder, self.found.matches)
        except ImportRefused as error:
            self.fault.setText(str(error))
            return
        work = Work(partial(self._bringer, load), f"Taking {counted(len(load.items), 'picture')}", self)
        work.done.connect(self._done)
        work.failed.connect(self.fault.setText)
        self.work.start(work)
        self.take.setEnabled(False)

    def _done(self, brought: object) -> None:
        self.taken.emit(brought)
        self.accept()

    def _ended(self) -> None:
        self.take.setEnabled(bool(self.found.matches))

    def done(self, result: int) -> None:
        """Closes; what is still being taken is stopped first."""
        self.work.wait()
        super().done(result)
