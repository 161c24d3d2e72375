"""The page of counters: the table, the chosen counter large with front and back, and where it is used."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.editor.art_import import ArtImport
from app.editor.counter_table import EDGE, CounterFilter, CounterTable
from app.editor.csv_dialog import CsvDialog
from app.editor.csv_files import read_table, write_table
from app.editor.document import EditorDocument
from app.graphics.painters.face import CounterFace
from app.theme.current import bind_icon, scaled
from app.widgets.counter_view import CounterView
from app.widgets.flow import FlowLayout
from app.widgets.labels import label
from app.widgets.search_box import SearchBox
from engine.definition.piece import PieceDef
from engine.editing import EditRefused, Touched
from engine.editing.csv_tables import pieces_from_csv, pieces_to_csv
from engine.editing.csv_text import TableImport
from engine.editing.pieces import add_piece, delete_pieces, duplicate_pieces, new_piece, uses_of


class CountersPage(QWidget):
    """All counters of the module."""

    chosen = Signal(tuple)
    """Paths of the chosen counters."""
    jump_wanted = Signal(tuple)
    """The path of a use of the counter on show."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "panel")
        self.document = document
        self._is_following = False
        self.art = ArtImport(document, self)
        self.table = CounterTable(document)
        self.filter = CounterFilter(self.table)
        self.table.selected = self.selected
        self.view = QTableView()
        self.search = SearchBox("Filter counters, such as armor or type:leader")
        self.front = CounterView(CounterFace(), 108)
        self.back = CounterView(CounterFace(), 108)
        self.name = label("", "strong")
        self.uses = QListWidget()
        self.count = label("", "second")
        self._lay_out()
        self._connect()
        self._refresh_count()

    def _lay_out(self) -> None:
        view = self.view
        view.setModel(self.filter)
        view.setSortingEnabled(True)
        view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setAlternatingRowColors(True)
        view.setShowGrid(False)
        view.setWordWrap(False)
        view.setIconSize(QSize(scaled(EDGE) + 10, scaled(EDGE) + 10))
        view.verticalHeader().hide()
        view.verticalHeader().setDefaultSectionSize(scaled(EDGE) + 12)
        view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        view.horizontalHeader().setHighlightSections(False)
        view.setAccessibleName("Counters")
        self._fit_columns()
        top = QHBoxLayout()
        top.addWidget(self.search, 1)
        top.addWidget(self.count)
        bar = FlowLayout(None, scaled(6), scaled(6))
        self.buttons: dict[str, QPushButton] = {}
        for name, words, icon, act in (
            ("new", "New", "plus", self.add),
            ("duplicate", "Duplicate", "copy", self.duplicate),
            ("delete", "Delete", "minus", self.delete),
            ("fill", "Fill down", "down", self.fill_down),
            ("import", "CSV in…", "import", self._read_csv),
            ("export", "CSV out…", "export", self._write_csv),
            ("sheets", "Cut sheets…", "import", self.art.choose_sheets),
            ("folder", "Art folder…", "folder", self.art.choose_folder),
        ):
            button = QPushButton(words)
            bind_icon(button, icon)
            button.clicked.connect(lambda _on=False, do=act: do())
            self.buttons[name] = button
            bar.addWidget(button)
        side = QVBoxLayout()
        side.setSpacing(scaled(6))
        side.addWidget(self.name)
        faces = QHBoxLayout()
        faces.addWidget(self.front)
        faces.addWidget(self.back)
        faces.addStretch(1)
        side.addLayout(faces)
        side.addWidget(label("Where used", "second"))
        side.addWidget(self.uses, 1)
        holder = QWidget()
        holder.setLayout(side)
        holder.setFixedWidth(scaled(258))
        body = QHBoxLayout()
        body.addWidget(view, 1)
        body.addWidget(holder)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(12), scaled(10), scaled(12), scaled(10))
        column.addLayout(top)
        column.addLayout(bar)
        column.addLayout(body, 1)

    def _fit_columns(self) -> None:
        widths = {"face": 60, "name": 150, "id": 170, "designation": 76, "formation": 96, "traits": 150}
        for number, column in enumerate(self.table.columns):
            self.view.setColumnWidth(number, scaled(widths.get(column, 74)))

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.view.selectionModel().selectionChanged.connect(lambda *_: self._tell_choice())
        self.document.changed.connect(self._follow)
        self.uses.itemActivated.connect(
            lambda item: self.jump_wanted.emit(item.data(Qt.ItemDataRole.UserRole))
        )
        for keys, act in (("Ctrl+D", self.fill_down), ("Del", self.delete), ("Ctrl+J", self.duplicate)):
            shortcut = QShortcut(QKeySequence(keys), self.view)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)

    def _filter(self, words: str) -> None:
        self.filter.show_only(words)
        self._refresh_count()

    def _refresh_count(self) -> None:
        shown, whole = self.filter.rowCount(), len(self.table.pieces)
        self.count.setText(f"{shown} of {whole}" if shown != whole else f"{whole} counters")

    def _follow(self, touched: Touched) -> None:
        if touched.parts & {"pieces", "nations", "sides", "types", "formations", "scenarios", "schedule"}:
            kept = self.selected()
            count = len(self.table.columns)
            self.table.reload()
            if count != len(self.table.columns):
                self._fit_columns()
            self._is_following = True
            self.choose(kept)
            self._is_following = False
            self._refresh_count()
            self._show_choice()

    # --- the choice -------------------------------------------------------------------------------

    def selected(self) -> tuple[str, ...]:
        """Ids of the chosen counters in the order of the table."""
        rows = sorted(index.row() for index in self.view.selectionModel().selectedRows())
        found = (self.filter.mapToSource(self.filter.index(row, 0)).row() for row in rows)
        return tuple(self.table.pieces[row].id for row in found if row < len(self.table.pieces))

    def choose(self, names: tuple[str, ...]) -> None:
        """Chooses counters by id, and brings the first into sight."""
        model = self.view.selectionModel()
        wanted = set(names)
        if set(self.selected()) == wanted:
            return
        model.clearSelection()
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        first = None
        for row, piece in enumerate(self.table.pieces):
            if piece.id in wanted:
                index = self.filter.mapFromSource(self.table.index(row, 1))
                if index.isValid():
                    model.select(index, flags)
                    first = first or index
        if first is not None:
            self.view.setCurrentIndex(first) if len(wanted) == 1 else self.view.scrollTo(first)

    def _tell_choice(self) -> None:
        """Tells of a choice somebody made; not of one that only follows a change of the module."""
        if self._is_following:
            return
        rows = {piece.id: n for n, piece in enumerate(self.table.pieces)}
        self.chosen.emit(tuple(("pieces", rows[name]) for name in self.selected()))
        self._show_choice()

    def _show_choice(self) -> None:
        names = self.selected()
        rows = {piece.id: n for n, piece in enumerate(self.table.pieces)}
        self.uses.clear()
        for button in ("duplicate", "delete", "fill"):
            self.buttons[button].setEnabled(bool(names))
        if not names:
            self.name.setText("No counter chosen")
            self.front.hide()
            self.back.hide()
            return
        piece = self.table.pieces[rows[names[0]]]
        self._show_faces(piece)
        self.name.setText(piece.name if len(names) == 1 else f"{piece.name} and {len(names) - 1} more")
        for use in uses_of(self.document.module, piece.id):
            how = {"setup": "set up", "dead": "dead", "gone": "out of the game", "schedule": ""}[use.kind]
            titles = {s.id: s.title for s in self.document.module.scenarios}
            where = titles.get(use.where, use.where[:1].upper() + use.where[1:])
            words = " ".join(word for word in (how, use.place) if word)
            item = QListWidgetItem(f"{where}: {words}" if words else where)
            item.setData(Qt.ItemDataRole.UserRole, use.path)
            self.uses.addItem(item)
        if not self.uses.count():
            self.uses.addItem("In no set-up and no schedule")

    def _show_faces(self, piece: PieceDef) -> None:
        self.front.show()
        self.front.show_face(self.table.faces.printed(piece), f"{piece.name}, front")
        self.back.setVisible(piece.steps > 1)
        if piece.steps > 1:
            self.back.show_face(
                self.table.faces.with_steps(piece, max(1, piece.steps // 2)), f"{piece.name}, back"
            )

    # --- acts --------------------------------------------------------------------------------------

    def add(self) -> None:
        """Adds a counter like the chosen one, or a plain one."""
        chosen = self.selected()
        try:
            piece = new_piece(self.document.module, chosen[0] if chosen else "")
        except EditRefused as refused:
            self.document.refused.emit(str(refused))
            return
        if self.document.edit(lambda m: add_piece(m, piece), f"add {piece.name}"):
            self.search.clear()
            self.choose((piece.id,))

    def duplicate(self) -> None:
        """Copies the chosen counters and numbers them on."""
        names = self.selected()
        before = {piece.id for piece in self.table.pieces}
        words = f"duplicate {len(names)} counter{'s' if len(names) != 1 else ''}"
        if names and self.document.edit(lambda m: duplicate_pieces(m, names), words):
            self.choose(tuple(piece.id for piece in self.table.pieces if piece.id not in before))

    def delete(self) -> None:
        """Deletes the chosen counters, from the set-ups as well."""
        names = self.selected()
        if names:
            what = names[0] if len(names) == 1 else f"{len(names)} counters"
            self.document.edit(lambda m: delete_pieces(m, names), f"delete {what}")

    def fill_down(self) -> None:
        """Gives all chosen counters what the topmost has in the column of the cursor."""
        index = self.filter.mapToSource(self.view.currentIndex())
        names = self.selected()
        if not index.isValid() or len(names) < 2:
            return
        column = self.table.columns[index.column()]
        if column in ("face", "id", "used"):
            self.document.refused.emit("This column cannot be filled down.")
            return
        first = next(n for n, piece in enumerate(self.table.pieces) if piece.id == names[0])
        text = self.table.data(self.table.index(first, index.column()))
        self.table.set_fields(names, column, str(text))

    def _write_csv(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Counters as CSV", "counters.csv", "Tables (*.csv)")
        if name:
            self.write_csv(Path(name))

    def write_csv(self, path: Path) -> None:
        """Writes all counters as a table."""
        words = f"{len(self.table.pieces)} counters"
        write_table(self.document, path, pieces_to_csv(self.document.module), words)

    def _read_csv(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Counters from CSV", "", "Tables (*.csv *.txt *.tsv)")
        outcome = self.read_csv(Path(name)) if name else None
        if outcome is not None and CsvDialog(outcome, self).exec():
            self.take_csv(outcome)

    def read_csv(self, path: Path) -> TableImport | None:
        """Reads a table and compares it; tells what is wrong with it."""
        return read_table(self.document, path, pieces_from_csv)

    def take_csv(self, outcome: TableImport) -> None:
        """Takes a table as one step."""
        count = len(outcome.differences)
        self.document.edit(lambda _old: outcome.module, f"counters from CSV, {count} differences")
