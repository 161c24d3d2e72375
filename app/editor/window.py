"""The editor's window: tree and palette at the left, pages in the middle, inspector, issues and history
right.

Every change goes through the document; the window only brings together who shows it and who asks for it.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path as FilePath

from pydantic import BaseModel
from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QDockWidget,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenuBar,
    QMessageBox,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.editor import recovery
from app.editor.chart_page import ChartPage
from app.editor.compare_dialog import CompareDialog
from app.editor.counters_page import CountersPage
from app.editor.document import EditorDocument
from app.editor.grid_fit_dialog import GridFitDialog
from app.editor.hex_panel import HexPanel
from app.editor.inspector import Inspector
from app.editor.list_page import ListPage
from app.editor.map_page import MapPage
from app.editor.map_tools import TOOLS
from app.editor.module_tree import Goal, ModuleTree
from app.editor.order_of_battle import OrderPanel
from app.editor.palette import Palette
from app.editor.position import NoPosition, standing_in
from app.editor.rules_check import RulesCheck
from app.editor.schedule_grid import SchedulePage
from app.editor.search_popup import SearchEverything
from app.editor.side_panels import HistoryPanel, IssuesPanel
from app.editor.size_dialog import SizeDialog
from app.menus import THEME_WORDS, MenuEntry, fill_menu, set_theme
from app.messages import Message, MessageBar, Tone
from app.settings import SettingsStore
from app.theme.current import scaled
from app.user_files import JOURNAL_SUFFIX, SAVE_SUFFIX, saves_folder
from app.widgets.keycap import KeyButton
from app.widgets.labels import label
from app.widgets.panel import TabbedPanel, panel_dock
from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.playtesting import from_turn
from engine.editing.searching import Path as ModulePath
from engine.editing.searching import value_at
from engine.editing.setups import copy_scenario, delete_scenario, setup_from_position
from engine.errors import EngineError
from engine.loading import builtin_modules, load_module

FIRST_SIZE = (1440, 880)


class EditorWindow(QMainWindow):
    """One module in the editor."""

    playtest_wanted = Signal(object, str, object)
    """A module, one of its scenarios, and the folder its pictures are in."""
    library_wanted = Signal()
    print_wanted = Signal(object, str)
    closed = Signal()

    def __init__(self, document: EditorDocument, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.store = document, store
        document.setParent(self)
        self.setObjectName("editor")
        self.map_page = MapPage(document)
        self.counters_page = CountersPage(document)
        self.chart_page = ChartPage(document)
        self.list_page = ListPage(document)
        self.tree = ModuleTree(document)
        self.palette_panel = Palette(document)
        self.inspector = Inspector(document)
        self.hex_panel = HexPanel(document, self.map_page)
        self.issues = IssuesPanel(document)
        self.history = HistoryPanel(document)
        self.schedule = SchedulePage(document)
        self.order = OrderPanel(document, self.map_page)
        self.rules_check = RulesCheck(document)
        self.search = SearchEverything(document)
        self.messages = MessageBar()
        self.playtest_turn = 0
        self._shipped: ModuleDef | None = None
        self._tools: dict[str, QPushButton] = {}
        self._lay_out()
        self._make_menus()
        self._connect()
        self.show_page("map")
        self._refresh_title()
        self._refresh_playtest()
        QTimer.singleShot(0, self, self._offer_recovery)

    # --- building ------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.resize(*FIRST_SIZE)
        self.setMinimumSize(scaled(1000), scaled(620))
        self.pages = QStackedWidget()
        self.pages_by_name: dict[str, QWidget] = {
            "map": self.map_page, "counters": self.counters_page, "chart": self.chart_page,
            "list": self.list_page,
        }  # fmt: skip
        for page in self.pages_by_name.values():
            self.pages.addWidget(page)
        self.pages.setMinimumSize(scaled(420), scaled(260))
        self.bottom = TabbedPanel()
        self.bottom.add_page("Reinforcement schedule", self.schedule)
        self.bottom.add_page("Set-up", self.order)
        self.bottom.bar.set_note("drag counters between turns, from the set-up list to map, boxes and turns")
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.pages)
        split.addWidget(self.bottom)
        split.setStretchFactor(0, 1)
        split.setCollapsible(0, False)
        split.setSizes([620, 210])
        central = QWidget()
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(split, 1)
        column.addWidget(self.messages)
        self.setCentralWidget(central)
        self.setMenuWidget(self._top())
        self.setDockNestingEnabled(True)
        self._add_docks()
        self.place_words, self.state_words = label(""), label("Every change can be undone", "second")
        self.statusBar().addWidget(self.place_words, 1)
        self.statusBar().addPermanentWidget(self.state_words)
        self.statusBar().setSizeGripEnabled(False)

    def _add_docks(self) -> None:
        tree, palette = TabbedPanel("Module"), self.palette_panel.panel
        tree.set_page(self.tree)
        self.tree_bar = tree.bar
        left = self._dock(tree, "Module", Qt.DockWidgetArea.LeftDockWidgetArea)
        below = self._dock(palette, "Palette", Qt.DockWidgetArea.LeftDockWidgetArea)
        self.palette_dock = below
        inspector = TabbedPanel("Inspector")
        self.inspector_bar = inspector.bar
        self.inspector_pages = QStackedWidget()
        self.inspector_pages.addWidget(self.inspector)
        self.inspector_pages.addWidget(self.hex_panel)
        inspector.set_page(self.inspector_pages)
        right = self._dock(inspector, "Inspector", Qt.DockWidgetArea.RightDockWidgetArea)
        self.side_panel = TabbedPanel()
        self.side_panel.add_page("Issues", self.issues)
        self.side_panel.add_page("History", self.history)
        notes = self._dock(self.side_panel, "Issues and history", Qt.DockWidgetArea.RightDockWidgetArea)
        self.splitDockWidget(left, below, Qt.Orientation.Vertical)
        self.splitDockWidget(right, notes, Qt.Orientation.Vertical)
        for dock, width in ((left, 210), (below, 210), (right, 250), (notes, 250)):
            dock.setMinimumWidth(scaled(width))
        self.resizeDocks([left, right], [scaled(276), scaled(330)], Qt.Orientation.Horizontal)
        self.resizeDocks([left, below], [460, 300], Qt.Orientation.Vertical)
        self.resizeDocks([right, notes], [460, 300], Qt.Orientation.Vertical)
        self.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)

    def _dock(self, panel: TabbedPanel, title: str, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = panel_dock(panel, title, f"editor-{title.lower().replace(' ', '-')}")
        self.addDockWidget(area, dock)
        return dock

    def _top(self) -> QWidget:
        self.menus = QMenuBar()
        self.title_label = QLabel()
        self.title_label.setProperty("tone", "strong")
        self.title_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        bar = QWidget()
        bar.setProperty("kind", "bar")
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, scaled(14), 0)
        row.addWidget(self.menus)
        row.addWidget(self.title_label, 1)
        row.addSpacing(scaled(230))
        top = QWidget()
        column = QVBoxLayout(top)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self._tool_row())
        return top

    def _tool_row(self) -> QWidget:
        holder = QWidget()
        holder.setProperty("kind", "panel")
        row = QHBoxLayout(holder)
        row.setContentsMargins(scaled(12), scaled(6), scaled(12), scaled(6))
        row.setSpacing(scaled(6))
        self.undo_button, self.redo_button = QPushButton("Undo"), QPushButton("Redo")
        for button, act in (
            (self.undo_button, self.document.stack.undo),
            (self.redo_button, self.document.stack.redo),
        ):
            button.clicked.connect(lambda _on=False, do=act: do())
            row.addWidget(button)
        row.addSpacing(scaled(8))
        for kind in TOOLS:
            button = QPushButton(kind.title)
            button.setProperty("kind", "choice")
            button.setCheckable(True)
            button.setToolTip(f"{(kind.__doc__ or '').splitlines()[0]} ({kind.key})")
            button.clicked.connect(partial(self.use_tool, kind.name))
            self._tools[kind.name] = button
            row.addWidget(button)
        row.addSpacing(scaled(8))
        row.addWidget(label("Brush", "second"))
        self.brushes: dict[int, QPushButton] = {}
        for size in (1, 7, 19):
            button = QPushButton(str(size))
            button.setProperty("kind", "chip")
            button.setCheckable(True)
            button.setChecked(size == 1)
            button.setAccessibleName(f"Brush of {size} hexes")
            button.clicked.connect(partial(self.use_brush, size))
            self.brushes[size] = button
            row.addWidget(button)
        row.addWidget(label("hexes", "second"))
        row.addStretch(1)
        self.search.setMinimumWidth(scaled(110))
        self.search.setMaximumWidth(scaled(230))
        row.addWidget(self.search, 2)
        self.print_button = QPushButton("Print…")
        self.print_button.clicked.connect(
            lambda: self.print_wanted.emit(self.document.module, self.map_page.scenario)
        )
        row.addWidget(self.print_button)
        self.play_button = KeyButton("Playtest", "F5", "primary")
        self.play_button.clicked.connect(self.playtest)
        row.addWidget(self.play_button)
        self._tools["select"].setChecked(True)
        return holder

    def _make_menus(self) -> None:
        stack = self.document.stack
        file = self.menus.addMenu("&File")
        fill_menu(file, (
            MenuEntry("Save", self.save, "Ctrl+S"),
            MenuEntry("Compare with what is saved…", self.compare),
            None,
            MenuEntry("Library", self.library_wanted.emit, "Ctrl+L"),
            MenuEntry("Close", self.close, "Ctrl+W"),
        ))  # fmt: skip
        edit = self.menus.addMenu("&Edit")
        for action, keys in (
            (stack.createUndoAction(self, "Undo"), "Ctrl+Z"),
            (stack.createRedoAction(self, "Redo"), "Ctrl+Shift+Z"),
        ):
            action.setShortcut(QKeySequence(keys))
            edit.addAction(action)
        fill_menu(edit, (
            None,
            MenuEntry("Copy hexes", self.map_page.copy, "Ctrl+Shift+C"),
            MenuEntry("Paste hexes", self.map_page.paste, "Ctrl+Shift+V"),
            None,
            MenuEntry("Find anything…", self.search.enter, "Ctrl+K"),
        ))  # fmt: skip
        view = self.menus.addMenu("&View")
        fill_menu(view, (
            MenuEntry("Map", partial(self.show_page, "map"), "Ctrl+1"),
            MenuEntry("Counters", partial(self.show_page, "counters"), "Ctrl+2"),
            MenuEntry("Schedule", partial(self.bottom.show_page, 0), "Ctrl+3"),
            MenuEntry("Set-up", partial(self.bottom.show_page, 1), "Ctrl+4"),
            None,
            MenuEntry("Whole map", self.map_page.fit_board, "Ctrl+0"),
        ))  # fmt: skip
        looks = view.addMenu("Look")
        for choice, words in THEME_WORDS:
            looks.addAction(words, partial(set_theme, self.store, choice))
        play = self.menus.addMenu("&Play")
        fill_menu(play, (MenuEntry("Playtest from the start", self.playtest_from_start, "F5"),))
        self.turn_menu = play.addMenu("Playtest from turn")
        self.turn_menu.aboutToShow.connect(self._fill_turns)
        design = self.menus.addMenu("&Design")
        fill_menu(design, (
            MenuEntry("Copy this scenario", self.copy_scenario),
            MenuEntry("Delete this scenario", self.delete_scenario),
            MenuEntry("Compare scenarios…", self.compare_scenarios),
            MenuEntry("Set-up from a saved game…", self.choose_position),
            MenuEntry("Check by the rules of the game", self.check_rules, "F8"),
            None,
            MenuEntry("Size and numbering…", self.resize_map),
            MenuEntry("Fit grid to picture…", self.fit_grid),
        ))  # fmt: skip
        for menu in (file, edit, view, play, design):
            self.addActions([action for action in menu.actions() if not action.shortcut().isEmpty()])
        group = QActionGroup(self)
        for kind in TOOLS:
            action = QAction(kind.title, self)
            action.setShortcut(QKeySequence(kind.key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(partial(self.use_tool, kind.name))
            group.addAction(action)
            self.map_page.addAction(action)

    def _connect(self) -> None:
        document, stack = self.document, self.document.stack
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

    def _fill_turns(self) -> None:
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
    """The module at a path ready to edit; raises `LoadError` for a faulty one."""
    return EditorDocument(path, load_module(path))
