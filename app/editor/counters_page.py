"""The page of counters: a table or cards, the chosen counter large with front and back, and its uses."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCursor, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.editor.art_import import ArtImport
from app.editor.counter_cards import CounterCards
from app.editor.counter_delegate import CounterDelegate
from app.editor.counter_side import CounterSide
from app.editor.counter_table import EDGE, CounterFilter, CounterTable
from app.editor.csv_dialog import CsvDialog
from app.editor.csv_files import read_table, write_table
from app.editor.document import EditorDocument
from app.editor.duplicate_dialog import DuplicateDialog
from app.editor.module_sources import ModuleSources
from app.editor.named_rows import Act, NamedRows, add_buttons, add_menu
from app.player.figures import counted
from app.theme.current import scaled
from app.widgets.choices import ChoiceRow
from app.widgets.flow import FlowLayout
from app.widgets.labels import label
from app.widgets.search_box import SearchBox
from engine.editing import EditRefused, Touched
from engine.editing.csv_tables import pieces_from_csv, pieces_to_csv
from engine.editing.csv_text import TableImport, read_both
from engine.editing.pieces import add_piece, delete_pieces, homes_of, new_piece
from engine.editing.said import sentence
from engine.victory.clauses import listed

MANY_FACES = 200
"""More changed pictures are painted by painting all that are in sight."""
HEAD_ROOM, SIGN_ROOM, CELL_ROOM = 14, 18, 18
"""Room beside the words of a head, for the arrow of sorting, and beside those of a cell."""
NARROWEST, WIDEST = 40, 190
WIDEST_OF = {"name": 142, "type": 112}
"""Columns in front give way, so that the figures behind them are in sight."""
FACE_WIDTH = 50
_SHOWN = {"pieces", "nations", "sides", "types", "formations", "scenarios", "schedule"}


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
        self._is_following = self._is_stale = self._was_shown = False
        self._changed: frozenset[str] = frozenset()
        self.art = ArtImport(document, self)
        self.art.chosen = self.selected
        self.table = CounterTable(document)
        self.filter = CounterFilter(self.table)
        self.table.selected = self.selected
        self.view = NamedRows(self.filter, lambda: [piece.id for piece in self.table.pieces])
        self.cards = CounterCards(self.filter, self.table)
        self.look = ChoiceRow("Look", (("table", "Table"), ("cards", "Cards")))
        self.pages = QStackedWidget()
        self.search = SearchBox("Filter counters, such as armor or type:leader")
        self.side = CounterSide(document)
        self.count = label("", "second")
        self._lay_out()
        self._connect()
        self._refresh_count()

    def _lay_out(self) -> None:
        view = self.view
        view.set_picture(QSize(scaled(EDGE) + 10, scaled(EDGE) + 10), scaled(EDGE) + 12)
        view.setAccessibleName("Counters")
        columns = self.table
        delegate = CounterDelegate(
            ModuleSources(self.document, self),
            lambda index: columns.columns[index.column()],
            view,
        )
        view.setItemDelegate(delegate)
        self.pages.addWidget(view)
        self.pages.addWidget(self.cards)
        top = QHBoxLayout()
        top.addWidget(self.search, 1)
        top.addWidget(self.count)
        self.look.setFixedWidth(scaled(172))
        top.addWidget(self.look)
        bar = FlowLayout(None, scaled(6), scaled(6))
        acts: tuple[Act, ...] = (
            ("new", "New", "plus", self.add),
            ("duplicate", "Duplicate…", "copy", self.duplicate),
            ("delete", "Delete", "minus", self.delete),
            ("fill", "Fill down", "down", self.fill_down),
        )
        self.buttons = add_buttons(bar, acts)
        tables: tuple[Act, ...] = (
            ("import", "CSV in…", "import", self._read_csv),
            ("export", "CSV out…", "export", self._write_csv),
        )
        pictures: tuple[Act, ...] = (
            ("sheets", "Cut sheets…", "import", self.art.choose_sheets),
            ("again", "Cut again…", "refresh", self.cut_again),
            ("folder", "Art folder…", "folder", self.art.choose_folder),
        )
        self.acts = add_menu(bar, "CSV", "export", tables) | add_menu(bar, "Pictures", "layers", pictures)
        self.acts["again"].setToolTip("Open the sheet of the chosen counter with its grid as you left it")
        body = QHBoxLayout()
        body.addWidget(self.pages, 1)
        body.addWidget(self.side)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(12), scaled(10), scaled(12), scaled(10))
        column.addLayout(top)
        column.addLayout(bar)
        column.addLayout(body, 1)

    def _fit_columns(self) -> None:
        words, heads = self.view.fontMetrics(), self.view.horizontalHeader().fontMetrics()
        for number, column in enumerate(self.table.columns):
            head = str(self.table.headerData(number, Qt.Orientation.Horizontal) or "")
            is_sorted = number == self.view.horizontalHeader().sortIndicatorSection()
            needed = heads.horizontalAdvance(head) + scaled(HEAD_ROOM + SIGN_ROOM * is_sorted)
            texts = () if column in ("face", "used") else self._texts(number)
            needed = max((needed, *(words.horizontalAdvance(text) + scaled(CELL_ROOM) for text in texts)))
            least = scaled(FACE_WIDTH if column == "face" else NARROWEST)
            most = scaled(WIDEST_OF.get(column, WIDEST))
            self.view.setColumnWidth(number, max(least, min(most, needed)))

    def _make_room(self, number: int) -> None:
        """The arrow of sorting needs room beside the words of its head."""
        head = str(self.table.headerData(number, Qt.Orientation.Horizontal) or "")
        needed = self.view.horizontalHeader().fontMetrics().horizontalAdvance(head)
        needed += scaled(HEAD_ROOM + SIGN_ROOM)
        if self.view.columnWidth(number) < needed:
            self.view.setColumnWidth(number, needed)

    def _texts(self, column: int) -> set[str]:
        """The different words in a column."""
        return self.table.words(column)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.table.faces_changed.connect(self._repaint)
        self.view.selectionModel().selectionChanged.connect(lambda *_: self._tell_choice())
        self.document.changed.connect(self._follow)
        self.view.horizontalHeader().sortIndicatorChanged.connect(
            lambda number, _order: self._make_room(number)
        )
        self.art.pictured.connect(self._show_pictured)
        self.side.jump_wanted.connect(self.jump_wanted.emit)
        self.cards.chosen.connect(self.choose)
        self.cards.opened.connect(lambda name: self.choose((name,)))
        self.look.changed.connect(self.show_look)
        for keys, act in (("Ctrl+D", self.fill_down), ("Del", self.delete), ("Ctrl+J", self.duplicate)):
            for view in (self.view, self.cards):
                shortcut = QShortcut(QKeySequence(keys), view)
                shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
                shortcut.activated.connect(act)

    def _repaint(self, rows: list[int] | None) -> None:
        """Paints the pictures of some counters anew, or those of all."""
        if self.pages.currentWidget() is self.cards or rows is None or len(rows) > MANY_FACES:
            self.view.viewport().update()
            self.cards.viewport().update()
            return
        for row in rows:
            self.view.update(self.filter.mapFromSource(self.table.index(row, 0)))

    def show_look(self, look: str) -> None:
        """Shows the counters as a `table` or as `cards`; the choice stays."""
        self.look.set_value(look)
        self.cards.choose(self.selected())
        self.pages.setCurrentWidget(self.cards if look == "cards" else self.view)

    def _filter(self, words: str) -> None:
        """Shows only some counters; a choice out of sight is given up for the only one that is left."""
        before = self.selected()
        self.filter.show_only(words)
        self._refresh_count()
        if not self.view.selected() and self.filter.rowCount() == 1:
            self._choose_first()
        if before != self.view.selected():
            self._tell_choice()

    def _refresh_count(self) -> None:
        shown, whole = self.filter.rowCount(), len(self.table.pieces)
        self.count.setText(f"{shown} of {whole}" if shown != whole else counted(whole, "counter"))

    def _follow(self, touched: Touched) -> None:
        if touched.parts & _SHOWN:
            self._is_stale = True
            self._changed |= touched.parts
            if self.isVisible():
                self._catch_up()

    def showEvent(self, event: QShowEvent) -> None:
        self._catch_up()
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            self._fit_columns()
        if not self.view.selected():
            self._choose_first()

    def _choose_first(self) -> None:
        """Something to look at: the first counter of the table as it is sorted and filtered."""
        if self.filter.rowCount():
            first = self.filter.mapToSource(self.filter.index(0, 0)).row()
            self.choose((self.table.pieces[first].id,))

    def _catch_up(self) -> None:
        """Shows the counters as they are now, if anything changed while the page was out of sight."""
        if self._is_stale:
            self._is_stale = False
            kept = self._followed(self.view.selected())
            count, was_empty = len(self.table.columns), not self.table.pieces
            parts, self._changed = self._changed, frozenset()
            self.table.reload(parts)
            if was_empty or count != len(self.table.columns):
                self._fit_columns()
            self._is_following = True
            self.choose(kept)
            self._is_following = False
            self._refresh_count()
            self._show_choice()

    def _followed(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Ids as they are now of counters that were shown by those of before: a new id keeps the choice."""
        now = [piece.id for piece in self.document.module.pieces]
        old, known = {piece.id for piece in self.table.pieces}, set(now)
        gone = [piece.id for piece in self.table.pieces if piece.id not in known]
        new = [name for name in now if name not in old]
        renamed = dict(zip(gone, new, strict=True)) if len(gone) == len(new) else {}
        return tuple(renamed.get(name, name) for name in names)

    def _show_pictured(self, names: tuple[str, ...]) -> None:
        """Chooses the counters that were given pictures, where somebody sees the table."""
        if self.isVisible():
            self.search.clear()
            self.choose(names)

    # --- the choice -------------------------------------------------------------------------------

    def selected(self) -> tuple[str, ...]:
        """Ids of the chosen counters in the order of the table."""
        self._catch_up()
        return self.view.selected()

    def choose(self, names: tuple[str, ...]) -> None:
        """Chooses counters by id, and brings the first into sight."""
        self._catch_up()
        self.view.choose(names)

    def tell_choice(self) -> None:
        """Tells once more what is chosen, for the inspector."""
        self._tell_choice()

    def _tell_choice(self) -> None:
        """Tells of a choice somebody made; not of one that only follows a change of the module."""
        if self._is_following:
            return
        rows = self.table.rows()
        self.chosen.emit(tuple(("pieces", rows[name]) for name in self.selected()))
        self._show_choice()

    def _show_choice(self) -> None:
        names = self.selected()
        for button in ("duplicate", "delete", "fill"):
            self.buttons[button].setEnabled(bool(names))
        rows, pieces = self.table.rows(), self.table.pieces
        self.side.show_pieces([pieces[rows[name]] for name in names if name in rows], self.table.faces)
        if self.cards.selected() != names:
            self.cards.choose(names)

    # --- acts --------------------------------------------------------------------------------------

    def add(self) -> None:
        """Adds a counter like the chosen one, or a plain one."""
        chosen = self.selected()
        try:
            piece = new_piece(self.document.module, chosen[0] if chosen else "")
        except EditRefused as refused:
            self.document.refused.emit(sentence(str(refused)))
            return
        if self.document.edit(lambda m: add_piece(m, piece), f"add {piece.name}"):
            self.search.clear()
            self.choose((piece.id,))

    def duplicate(self) -> DuplicateDialog | None:
        """Asks how many copies of the chosen counters are wanted, and chooses them."""
        names = self.selected()
        if not names:
            return None
        before = {piece.id for piece in self.table.pieces}
        dialog = DuplicateDialog(self.document, names, self)
        dialog.accepted.connect(
            lambda: self.choose(tuple(piece.id for piece in self.table.pieces if piece.id not in before))
        )
        dialog.open()
        return dialog

    def delete(self) -> None:
        """Deletes the chosen counters, from set-ups and schedule as well, and tells from where."""
        names, module = self.selected(), self.document.module
        if not names:
            return
        what = module.piece(names[0]).name if len(names) == 1 else counted(len(names), "counter")
        homes = homes_of(module, names)
        if self.document.edit(lambda m: delete_pieces(m, names), f"delete {what}") and homes:
            told = f"{what} deleted, from {listed(homes, 'and')} as well; Undo brings all of it back."
            self.document.told.emit(told, "hint")
        self.view.setFocus()

    def cut_again(self) -> None:
        """Opens the sheet that the chosen counter was cut from once more, or offers all that are kept."""
        self.art.choose_again(QCursor.pos())

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
        text = self.table.data(self.table.index(first, index.column()), Qt.ItemDataRole.EditRole)
        self.table.set_fields(names, column, str(text))

    def _write_csv(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Counters as CSV", "counters.csv", "Tables (*.csv)")
        if name:
            self.write_csv(Path(name))

    def write_csv(self, path: Path) -> None:
        """Writes all counters as a table."""
        words = counted(len(self.table.pieces), "counter")
        write_table(self.document, path, pieces_to_csv(self.document.module), words)

    def _read_csv(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Counters from CSV", "", "Tables (*.csv *.txt *.tsv)")
        outcome = self.read_csv(Path(name)) if name else None
        dialog = CsvDialog(outcome, self) if outcome is not None else None
        if dialog is not None and dialog.exec():
            self.take_csv(dialog.outcome)

    def read_csv(self, path: Path) -> TableImport | None:
        """Reads a table and compares it; tells what is wrong with it."""
        return read_table(self.document, path, partial(read_both, read=pieces_from_csv))

    def take_csv(self, outcome: TableImport) -> None:
        """Takes a table as one step."""
        count = len(outcome.differences)
        self.document.edit(lambda _old: outcome.module, f"counters from CSV, {counted(count, 'difference')}")
