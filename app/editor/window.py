"""The editor's window: tree and palette at the left, pages in the middle, inspector, issues and history
right.

Every change goes through the document; the window only brings together who shows it and who asks for it.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path as FilePath

from pydantic import BaseModel
from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QMenu,
    QMessageBox,
    QWidget,
)

from app.editor import recovery
from app.editor.compare_dialog import CompareDialog
from app.editor.document import EditorDocument
from app.editor.editor_menus import make_menus
from app.editor.frame import FIRST_SIZE, EditorFrame
from app.editor.grid_fit_dialog import GridFitDialog
from app.editor.module_tree import Goal
from app.editor.position import NoPosition, standing_in
from app.editor.size_dialog import SizeDialog
from app.editor.workshop import finish_save
from app.messages import Message, Tone
from app.settings import SettingsStore
from app.user_files import JOURNAL_SUFFIX, SAVE_SUFFIX, saves_folder
from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.playtesting import from_turn
from engine.editing.searching import Path as ModulePath
from engine.editing.searching import value_at
from engine.editing.setups import copy_scenario, delete_scenario, setup_from_position
from engine.errors import EngineError
from engine.issues import LoadError
from engine.loading import builtin_modules, load_module

#: Height of the list of counters when a set-up is opened.
SETUP_HEIGHT = 290


class EditorWindow(EditorFrame):
    """One module in the editor."""

    playtest_wanted = Signal(object, str, object)
    """A module, one of its scenarios, and the folder its pictures are in."""
    library_wanted = Signal()
    print_wanted = Signal(object, str)
    closed = Signal()

    def __init__(self, document: EditorDocument, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(document, store, parent)
        self._shipped: ModuleDef | None = None
        self.turn_menu = QMenu("Playtest from turn", self)
        make_menus(self)
        self._connect()
        self.show_page("map")
        self._refresh_title()
        self._refresh_playtest()
        QTimer.singleShot(0, self, self._offer_recovery)

    def _connect(self) -> None:
        document, stack = self.document, self.document.stack
        for name, tool in self._tools.items():
            tool.clicked.connect(partial(self.use_tool, name))
        for size, chip in self.brushes.items():
            chip.clicked.connect(partial(self.use_brush, size))
        self.play_button.clicked.connect(self.playtest)
        self.print_button.clicked.connect(self._print)
        self.tree.goal_chosen.connect(self.follow)
        self.palette_panel.chosen.connect(self._choose_paint)
        self.map_page.hexes_chosen.connect(self._show_hexes)
        self.map_page.told.connect(self.place_words.setText)
        self.map_page.picked_from_map.connect(self._picked)
        self.map_page.tool_changed.connect(self._show_tool)
        for page in (self.counters_page, self.chart_page, self.list_page, self.order, self.schedule.grid):
            page.chosen.connect(self.show_paths)
        self.counters_page.jump_wanted.connect(self.jump)
        self.inspector.jump_wanted.connect(self.jump)
        self.issues.jump_wanted.connect(self.jump)
        self.search.jump_wanted.connect(self.jump)
        self.order.show_wanted.connect(self.map_page.center_on)
        self.issues.counted.connect(self._show_count)
        self.rules_check.found.connect(self.issues.set_extra)
        document.refused.connect(lambda words: self.messages.tell(words, Tone.CARE))
        document.told.connect(lambda words, tone: self.messages.tell(words, Tone(tone)))
        document.changed.connect(self._refresh_title)
        document.saved.connect(self._refresh_title)
        stack.cleanChanged.connect(self._refresh_title)
        stack.undoTextChanged.connect(self._refresh_undo)
        stack.redoTextChanged.connect(self._refresh_undo)
        stack.canUndoChanged.connect(self._refresh_undo)
        stack.canRedoChanged.connect(self._refresh_undo)
        self._refresh_undo()
        self._show_count(len(document.check.findings))
        self.map_page.set_choice(*self.palette_panel.choice)

    # --- following -------------------------------------------------------------------------------------

    def _refresh_title(self, _what: object = None) -> None:
        count = self.document.changes
        words = "saved" if self.document.is_clean else f"{count} change{'s' if count != 1 else ''}"
        title = f"{self.document.module.title} (module) — {words}"
        self.title_label.setText(title)
        self.setWindowTitle(title)
        self.tree_bar.set_note(self.document.module.version)
        self.state_words.setText(
            "Every change can be undone" + ("" if self.document.is_clean else f" · {count} since saved")
        )
        self._refresh_playtest()

    def _refresh_undo(self, _what: object = None) -> None:
        stack = self.document.stack
        for button, can, words in (
            (self.undo_button, stack.canUndo(), stack.undoText()),
            (self.redo_button, stack.canRedo(), stack.redoText()),
        ):
            button.setEnabled(can)
            button.setToolTip(f"{button.text()}: {words}" if words else button.text())

    def _refresh_playtest(self) -> None:
        scenario = self.map_page.stacks.scenario(self.map_page.scenario)
        self.play_button.setEnabled(scenario is not None)
        words = (scenario.number or scenario.title) if scenario else ""
        self.play_button.setText(f"Playtest {words}".strip())
        if scenario is not None and self.rules_check.scenario != scenario.id:
            self.rules_check.show_scenario(scenario.id)

    def _show_count(self, count: int) -> None:
        self.side_panel.set_page_title(0, f"Issues {count}" if count else "Issues")

    def show_page(self, name: str) -> None:
        """Turns to a page; the palette and the bottom panel go with the map."""
        self.pages.setCurrentWidget(self.pages_by_name[name])
        self.bottom.setVisible(name == "map")
        self.palette_dock.setVisible(name == "map")

    def follow(self, goal: Goal) -> None:
        """Shows what a line of the tree leads to."""
        if goal.scenario:
            self.map_page.show_scenario(goal.scenario)
            self.order.fill()
            self._refresh_playtest()
        if goal.page == "setup":
            self.show_page("map")
            self.bottom.show_page(1)
            self.order.show_side(str(goal.path[3]) if len(goal.path) == 4 else "")
            if self.split.sizes()[1] < SETUP_HEIGHT:
                self.split.setSizes([max(260, sum(self.split.sizes()) - SETUP_HEIGHT), SETUP_HEIGHT])
        elif goal.page == "schedule":
            self.show_page("map")
            self.bottom.show_page(0)
        elif goal.page == "chart":
            self.show_page("chart")
            chart = value_at(self.document.module, goal.path)
            self.chart_page.show_chart(str(getattr(chart, "id", "")), self.shipped())
        elif goal.page == "list":
            self.show_page("list")
            self.list_page.show_list(goal.path, goal.title)
        elif goal.page != "module":
            self.show_page(goal.page)
        self.show_paths((goal.path,))

    def shipped(self) -> ModuleDef | None:
        """The module this one was copied from, if it came with the program; else itself as opened."""
        if self._shipped is None:
            module = self.document.module
            path = builtin_modules().get(module.ruleset or "") or builtin_modules().get(module.id)
            try:
                self._shipped = load_module(path) if path else self.document.folder.opened
            except EngineError:
                self._shipped = self.document.folder.opened
        return self._shipped

    def show_paths(self, paths: tuple[ModulePath, ...]) -> None:
        """Shows things in the inspector."""
        self.inspector.show_paths(paths)
        self.inspector_pages.setCurrentWidget(self.inspector)
        self.inspector_bar.set_note(self.inspector.title())

    def _show_hexes(self, hexes: tuple[str, ...]) -> None:
        self.hex_panel.refresh()
        if hexes:
            self.inspector_pages.setCurrentWidget(self.hex_panel)
            self.inspector_bar.set_note(f"hex {hexes[0]}" if len(hexes) == 1 else f"{len(hexes)} hexes")

    def jump(self, path: ModulePath) -> None:
        """Goes to where a path leads, as near as there is a page for it."""
        path = tuple(path)
        if not path:
            return
        if path[0] == "pieces" and len(path) > 1:
            self.show_page("counters")
            piece = value_at(self.document.module, path[:2])
            self.counters_page.search.clear()
            self.counters_page.choose((str(getattr(piece, "id", "")),))
            return
        if path[0] == "schedule":
            self.show_page("map")
            self.bottom.show_page(0)
            if len(path) > 1:
                entry = self.document.module.schedule[int(path[1])]
                self.schedule.grid.select(frozenset((int(path[1]), p) for p in entry.pieces or ("",)))
                self.schedule.show_turn(entry.turn)
            return
        self.tree.show_path(path)
        thing = value_at(self.document.module, path)
        spot = getattr(thing, "hex", None) or getattr(thing, "at", None) or getattr(thing, "a", None)
        if isinstance(spot, str) and spot in self.map_page.board().index:
            self.show_page("map")
            self.map_page.show_hex(spot)
            return
        if isinstance(thing, tuple) and path[0] != "charts":
            self.show_page("list")
            self.list_page.show_list(path, str(path[-1]).replace("_", " ").capitalize())
            return
        value = thing
        while path and not isinstance(value, BaseModel):
            path = path[:-1]
            value = value_at(self.document.module, path)
        if path:
            self.show_paths((path,))
            if isinstance(path[-1], int):
                self.list_page.choose({path})

    def _choose_paint(self, kind: str, name: str) -> None:
        self.map_page.set_choice(kind, name)
        wanted = {"hexside": "hexside", "route": "link"}.get(kind, "brush")
        current = self.map_page.tool.name
        fits = {"hexside": ("hexside",), "route": ("link",)}.get(kind, ("brush", "fill", "line"))
        if current not in fits and self.isVisible():
            self.use_tool(wanted)

    def _picked(self, kind: str, name: str) -> None:
        if kind == "terrain":
            self.palette_panel.choose("terrain", name)
            self.use_tool("brush")
        elif kind == "name":
            self.hex_panel.name.setFocus()

    def use_tool(self, name: str, _on: object = None) -> None:
        """Takes a tool in hand."""
        self.show_page("map")
        self.map_page.use_tool(name)
        self._show_tool(name)

    def _show_tool(self, name: str) -> None:
        for key, button in self._tools.items():
            button.setChecked(key == name)

    def use_brush(self, size: int, _on: object = None) -> None:
        """Takes a brush of another size."""
        self.map_page.brush_size = size
        for key, button in self.brushes.items():
            button.setChecked(key == size)

    # --- acts --------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Saves; tells what forbids it."""
        done = self.document.save()
        if done:
            self.messages.tell(f"Saved in {self.document.path}.")
        return done

    def _print(self) -> None:
        self.print_wanted.emit(self.document.module, self.map_page.scenario)

    def playtest(self) -> None:
        """Plays the scenario on show as it is now; the editor stays as it is."""
        self._play(0)

    def playtest_from_start(self) -> None:
        """The same from the menu."""
        self._play(0)

    def _play(self, turn: int) -> None:
        module, scenario = self.document.module, self.map_page.scenario
        if not scenario:
            return
        try:
            start = from_turn(module, scenario, turn) if turn else module
        except EditRefused as refused:
            self.messages.tell(f"{refused}.", Tone.CARE)
            return
        self.document.keep_now()
        self.playtest_wanted.emit(start, scenario, self.document.path)

    def fill_turns(self) -> None:
        self.turn_menu.clear()
        scenario = self.map_page.stacks.scenario(self.map_page.scenario)
        if scenario is None:
            return
        last = max(version.last_turn for version in scenario.versions)
        for turn in range(scenario.first_turn, last + 1):
            words = f"{turn}  {self.document.module.turn_title(turn)}"
            self.turn_menu.addAction(words, partial(self._play, turn))

    def copy_scenario(self) -> str:
        """Copies the scenario on show and shows the copy; gives its id."""
        made: list[str] = []

        def edit(module: ModuleDef) -> ModuleDef:
            new, name = copy_scenario(module, self.map_page.scenario)
            made.append(name)
            return new

        if self.document.edit(edit, f"copy {self.map_page.scenario}") and made:
            self.show_scenario(made[-1])
            return made[-1]
        return ""

    def show_scenario(self, name: str) -> None:
        """Shows a scenario in tree, map and list."""
        position = next((n for n, s in enumerate(self.document.module.scenarios) if s.id == name), None)
        if position is not None:
            self.tree.show_path(("scenarios", position), "setup")

    def delete_scenario(self) -> None:
        """Deletes the scenario on show."""
        name = self.map_page.scenario
        if name:
            self.document.edit(lambda m: delete_scenario(m, name), f"delete {name}")

    def compare(self) -> None:
        """Shows what differs from what is on the disk."""
        try:
            saved = load_module(self.document.path)
        except EngineError as error:
            self.messages.tell(str(error), Tone.BAD)
            return
        dialog = CompareDialog.of_modules(saved, self.document.module, self)
        dialog.exec()

    def compare_scenarios(self) -> None:
        """Shows what differs between the scenario on show and another one."""
        dialog = CompareDialog.of_scenarios(self.document.module, self.map_page.scenario, self)
        dialog.exec()

    def _board_number(self) -> int:
        """The map of the chosen hex, or the first."""
        page = self.map_page
        spot = next((s for s in page.selected if s in page.board().index), "")
        return page.board().board[page.board().index[spot]] if spot else 0

    def resize_map(self) -> None:
        """Asks for size and numbering of the map on show."""
        SizeDialog(self.document, self._board_number(), self).exec()

    def fit_grid(self) -> None:
        """Asks for clicks on a picture of the map on show."""
        GridFitDialog(self.document, self._board_number(), self).exec()

    def choose_position(self) -> None:
        """Asks for a saved game whose position becomes the set-up."""
        name, _ = QFileDialog.getOpenFileName(
            self, "Saved game", str(saves_folder()), f"Saved games (*{SAVE_SUFFIX} *{JOURNAL_SUFFIX})"
        )
        if name:
            self.take_position(FilePath(name))

    def take_position(self, path: FilePath) -> bool:
        """Takes the position of a saved game as the set-up on show; tells what forbids it."""
        scenario = self.map_page.scenario
        try:
            standing = standing_in(path, self.document.module)
        except NoPosition as error:
            self.messages.tell(f"{error}.", Tone.BAD)
            return False
        return self.document.edit(
            lambda m: setup_from_position(m, scenario, standing), f"set-up from {path.name}"
        )

    def check_rules(self) -> None:
        """Asks the game's own rules about the set-up, now."""
        self.rules_check.check_now()
        self.side_panel.show_page(0)

    # --- opening and closing ------------------------------------------------------------------------

    def _offer_recovery(self) -> None:
        found = recovery.recovered(self.document.path)
        if found is None or found.module == self.document.module:
            return
        words = f"Unsaved work was found: {found.changes} change{'s' if found.changes != 1 else ''}."
        self.messages.show_message(
            Message(
                text=words, tone=Tone.CARE, button="Take it up", action=lambda: self.document.recover(found)
            )
        )

    def ask_to_close(self) -> bool:
        """Whether the window may close: saved, or given up knowingly."""
        if self.document.is_clean:
            return True
        box = QMessageBox(self)
        box.setWindowTitle("Close the editor")
        box.setText(f"{self.document.changes} changes are not saved.")
        save = box.addButton("Save", QMessageBox.ButtonRole.AcceptRole)
        drop = box.addButton("Do not save", QMessageBox.ButtonRole.DestructiveRole)
        box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
        box.exec()
        if box.clickedButton() is save:
            return self.save()
        return box.clickedButton() is drop

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.ask_to_close():
            event.ignore()
            return
        self.rules_check.stop()
        self.map_page.stop()
        self.messages.dismiss()
        self.document.close()
        event.accept()
        self.closed.emit()

    def sizeHint(self) -> QSize:
        return QSize(*FIRST_SIZE)


def open_document(path: FilePath) -> EditorDocument:
    """The module at a path ready to edit; raises `LoadError` for a faulty one.

    Files that a save cut short left at odds with each other are put right from the work that was kept.
    """
    try:
        module = load_module(path)
    except LoadError:
        if not finish_save(path):
            raise
        module = load_module(path)
    return EditorDocument(path, module)
