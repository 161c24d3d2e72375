"""The schedule in the editor: the grid, its buttons and menu, the dialog for entries, tables in and out.

It shows the turns of the scenario on show, or all of them. The number at the button for issues counts what
the checks found in the schedule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMenu, QPushButton, QScrollArea, QWidget

from app.editor.csv_dialog import CsvDialog
from app.editor.csv_files import read_table, write_table
from app.editor.document import EditorDocument
from app.editor.entry_dialog import KINDS, EntryDialog
from app.editor.fields.field import small_button
from app.editor.schedule_grid import ScheduleGrid
from app.player.figures import counted
from app.theme.current import bind_icon, scaled
from engine.definition.scenario import ScheduleEntry
from engine.editing.csv_tables import entry_words, schedule_from_csv, schedule_to_csv
from engine.editing.csv_text import TableImport, read_both
from engine.editing.schedule import BARE, add_entry, usual_place


class SchedulePage(QScrollArea):
    """The grid in a frame that scrolls, with what can be done to it."""

    place_wanted = Signal(str, object)
    """Words for a place that is wanted, and what to call with it."""
    issues_wanted = Signal()

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.grid = ScheduleGrid(document)
        self.dialog: EntryDialog | None = None
        self.scenario = ""
        self.bar = QWidget()
        self.buttons: dict[str, QPushButton] = {}
        self._fill_bar()
        self.setWidget(self.grid)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.horizontalScrollBar().valueChanged.connect(lambda _at: self.grid.update())
        self.grid.edit_wanted.connect(self.edit_entry)
        self.grid.new_wanted.connect(self.new_entry)
        self.grid.menu_wanted.connect(self._show_menu)
        self.grid.cursor_moved.connect(self.show_turn)
        self.grid.chosen.connect(lambda _paths: self._refresh_buttons())
        document.checked.connect(self._refresh_flags)
        for keys in ("Ctrl+D", "Ctrl+J"):
            shortcut = QShortcut(QKeySequence(keys), self.grid)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(self.duplicate)
        self._refresh_buttons()
        self._refresh_flags()

    def _fill_bar(self) -> None:
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(scaled(4))
        new = QPushButton("New entry")
        bind_icon(new, "plus")
        new.setProperty("kind", "flat")
        new.setFixedHeight(scaled(27))
        menu = QMenu(new)
        for action, words in KINDS:
            menu.addAction(words, partial(self.new_entry, {"action": action}))
        new.setMenu(menu)
        self.buttons["new"] = new
        row.addWidget(new)
        acts: tuple[tuple[str, str, str, Callable[[], object]], ...] = (
            ("edit", "edit", "Change the chosen entry (Enter)", self.edit_chosen),
            (
                "delete",
                "trash",
                "Take the chosen counters off the schedule (Del)",
                self.grid.acts.remove_selected,
            ),
            ("import", "import", "Schedule from a CSV table…", self.ask_read),
            ("export", "export", "Schedule as a CSV table…", self.ask_write),
            ("flags", "warning", "What the checks say of the schedule", self.issues_wanted.emit),
        )
        for name, icon, words, act in acts:
            button = small_button(icon, words)
            button.clicked.connect(lambda _on=False, do=act: do())
            self.buttons[name] = button
            row.addWidget(button)
        all_of_them = QPushButton("All scenarios")
        all_of_them.setProperty("kind", "chip")
        all_of_them.setCheckable(True)
        all_of_them.setToolTip("Show the entries and turns of all scenarios")
        all_of_them.toggled.connect(lambda _on: self._show_scope())
        self.buttons["all"] = all_of_them
        row.addWidget(all_of_them)

    # --- what is shown -------------------------------------------------------------------------------

    def show_scenario(self, scenario: str) -> None:
        """Shows the schedule of another scenario."""
        self.scenario = scenario
        self._show_scope()

    def _show_scope(self) -> None:
        self.grid.show_scenario("" if self.buttons["all"].isChecked() else self.scenario)

    def show_turn(self, turn: int) -> None:
        """Brings a turn into sight."""
        cell = self.grid.layout_.columns.get(turn)
        if cell is None and not self.buttons["all"].isChecked():
            self.buttons["all"].setChecked(True)
            cell = self.grid.layout_.columns.get(turn)
        x, width = cell or (0, 0)
        self.ensureVisible(x + width // 2, 0, self.viewport().width() // 2, 0)

    def show_entry(self, position: int) -> None:
        """Chooses an entry and brings it into sight."""
        entry = self.document.module.schedule[position]
        if not any(spot.entry == position for spot in self.grid.spots):
            self.buttons["all"].setChecked(True)
        self.grid.select(frozenset((position, piece) for piece in entry.pieces or ("",)))
        self.show_turn(entry.turn)

    def _refresh_buttons(self) -> None:
        for name in ("edit", "delete"):
            self.buttons[name].setEnabled(bool(self.grid.selected))

    def _refresh_flags(self) -> None:
        count = sum(finding.path[:1] == ("schedule",) for finding in self.document.check.findings)
        button = self.buttons["flags"]
        button.setVisible(count > 0)
        button.setText(str(count) if count else "")
        button.setFixedWidth(scaled(48))
        button.setAccessibleName(f"{counted(count, 'issue')} of the schedule")

    # --- the dialog ----------------------------------------------------------------------------------

    def new_entry(self, values: Mapping[str, object]) -> EntryDialog:
        """Opens the dialog for a new entry; what is chosen or under the cursor is filled in."""
        turn, side = self.grid.start_cell(str(values.get("side") or ""))
        known: dict[str, object] = {"turn": turn, "side": side, "rule": ""}
        if self.scenario and not self.buttons["all"].isChecked() and len(self.document.module.scenarios) > 1:
            known["scenarios"] = (self.scenario,)
        known.update({name: value for name, value in values.items() if value is not None})
        usual = usual_place(self.document.module, str(known["side"]))
        if known.get("action", "arrive") == "arrive" and usual:
            known.setdefault("at", usual)
        return self._open(known, None)

    def edit_entry(self, position: int) -> EntryDialog:
        """Opens the dialog for an entry."""
        entry = self.document.module.schedule[position]
        return self._open({name: getattr(entry, name) for name in ScheduleEntry.model_fields}, position)

    def edit_chosen(self) -> None:
        """Opens the dialog for the first chosen entry."""
        if self.grid.selected:
            self.edit_entry(min(entry for entry, _ in self.grid.selected))

    def _open(self, values: Mapping[str, object], position: int | None) -> EntryDialog:
        if self.dialog is not None:
            self.dialog.close()
        dialog = EntryDialog(self.document, values, position, self.window())
        dialog.sources.place_wanted.connect(self._ask_place)
        dialog.taken.connect(self._show_taken)
        dialog.finished.connect(self._forget)
        self.dialog = dialog
        dialog.show()
        return dialog

    def _forget(self, _result: int) -> None:
        self.dialog = None

    def _show_taken(self, entry: ScheduleEntry) -> None:
        for n, known in enumerate(self.document.module.schedule):
            if (known.turn, known.side, known.action, known.pieces) == (
                entry.turn, entry.side, entry.action, tuple(entry.pieces),
            ):  # fmt: skip
                self.show_entry(n)
                self.grid.setFocus()
                return

    def _ask_place(self, words: str, done: Callable[[str], None]) -> None:
        if self.dialog is not None:
            self.dialog.hide()
        self.place_wanted.emit(words, done)

    def end_asking(self) -> None:
        """A place was clicked or given up: the dialog comes back."""
        if self.dialog is not None:
            self.dialog.show()
            self.dialog.raise_()

    # --- tables ----------------------------------------------------------------------------------------

    def ask_write(self) -> None:
        """Asks for a file and writes the whole schedule as a table."""
        name, _ = QFileDialog.getSaveFileName(self, "Schedule as CSV", "schedule.csv", "Tables (*.csv)")
        if name:
            self.write_csv(Path(name))

    def write_csv(self, path: Path) -> bool:
        """Writes the whole schedule as a table; tells what forbids it."""
        module = self.document.module
        words = f"{counted(len(module.schedule), 'entry', 'entries')} of the schedule"
        return write_table(self.document, path, schedule_to_csv(module), words)

    def ask_read(self) -> None:
        """Asks for a table, shows what it would change, and takes it if that is wanted."""
        name, _ = QFileDialog.getOpenFileName(self, "Schedule from CSV", "", "Tables (*.csv *.txt *.tsv)")
        if name:
            self.show_table(Path(name))

    def show_table(self, path: Path) -> CsvDialog | None:
        """Shows what a table would change; None, and told why, when there is nothing to take."""
        outcome = read_table(self.document, path, partial(read_both, read=schedule_from_csv))
        if outcome is None:
            return None
        dialog = CsvDialog(outcome, self.window())
        dialog.accepted.connect(lambda: self.take_csv(dialog.outcome))
        dialog.open()
        return dialog

    def take_csv(self, outcome: TableImport) -> bool:
        """Takes a table as one step."""
        count = len(outcome.differences)
        return self.document.edit(
            lambda _old: outcome.module, f"schedule from CSV, {counted(count, 'difference')}"
        )

    # --- the menu --------------------------------------------------------------------------------------

    def _show_menu(self, at: QPoint) -> None:
        menu = self.menu_for_choice()
        menu.exec(at)
        menu.deleteLater()

    def menu_for_choice(self) -> QMenu:
        """What can be done to the chosen counters, or in an empty cell."""
        menu, grid, acts = QMenu(self), self.grid, self.grid.acts
        if not grid.selected:
            for action, words in KINDS:
                menu.addAction(f"{words} here…", partial(self.new_entry, {"action": action}))
            return menu
        menu.addAction("Change the entry…", self.edit_chosen)
        menu.addAction("Split off into an entry of their own", acts.split_off)
        menu.addAction("Duplicate the entry…", self.duplicate)
        turns = menu.addMenu("Move to turn")
        for turn, title in grid.layout_.turns:
            turns.addAction(f"{turn}  {title}", partial(acts.move_selected, turn))
        self._add_steps(menu)
        menu.addSeparator()
        if self.scenario:
            own = {"scenarios": (self.scenario,)}
            menu.addAction("Only in this scenario", partial(acts.set_fields, own, "only in this scenario"))
            menu.addAction(
                "In all scenarios", partial(acts.set_fields, {"scenarios": ()}, "in all scenarios")
            )
        menu.addSeparator()
        menu.addAction("Take off the schedule", acts.remove_selected)
        return menu

    def _add_steps(self, menu: QMenu) -> None:
        """How strong the chosen counters come; those of an upgrade as strong as the old ones, if not said."""
        grid, acts = self.grid, self.grid.acts
        entries = {at: self.document.module.schedule[at] for at, _ in grid.selected}
        comers = (entries[at].into.get(piece, piece) for at, piece in grid.selected if piece)
        known = [grid.faces.definition(piece) for piece in comers]
        most = min((piece.steps for piece in known if piece is not None), default=1)
        upgrades = all(entry.action == "upgrade" for entry in entries.values())
        if most < 2 and not upgrades:
            return
        steps = menu.addMenu("Come at")
        if upgrades:
            steps.addAction("the strength of the old one", partial(acts.set_lost, None))
        for lost in range(most):
            words = "full strength" if not lost else f"{lost} step{'s' if lost > 1 else ''} less"
            steps.addAction(words, partial(acts.set_lost, lost))

    def duplicate(self) -> EntryDialog | None:
        """Doubles the chosen entry: at once where it names no counters, else in a dialog for other counters,
        because nobody comes twice.
        """
        if not self.grid.selected:
            self.document.refused.emit("Choose an entry to duplicate first.")
            return None
        at = min(n for n, _ in self.grid.selected)
        entry = self.document.module.schedule[at]
        values = {name: getattr(entry, name) for name in ScheduleEntry.model_fields}
        if not entry.pieces:
            if self.document.edit(lambda m: add_entry(m, values), f"duplicate {entry_words(entry)}"):
                self._show_taken(entry)
            return None
        dialog = self._open({**values, **BARE}, None)
        dialog.setWindowTitle("Duplicate the entry: choose its counters")
        return dialog
