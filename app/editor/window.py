"""The editor's window: tree and palette at the left, pages in the middle, inspector, issues and history
right.

Every change goes through the document; the window only brings together who shows it and who asks for it.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QMessageBox, QWidget

from app.editor.document import EditorDocument
from app.editor.editor_keys import menu_lines
from app.editor.editor_menus import make_menus
from app.editor.file_acts import EditorFiles
from app.editor.frame import FIRST_SIZE
from app.editor.opening import open_document
from app.editor.rules_check import CANNOT_BEGIN
from app.editor.transfer import Transfer
from app.editor.turning import Turning
from app.editor.undo_key import UndoKey
from app.messages import Message, Tone
from app.player.figures import counted
from app.settings import SettingsStore
from app.theme.current import restyle, scaled
from app.widgets.enter_key import press_buttons_by_enter

NARROW = 1400
"""Windows narrower than this have short words on their tabs."""
SHEETS = {"counters": "counters", "cards": "cards", "chart": "charts", "charts": "charts", "sequence": "aid"}
"""Kinds of printed sheet by the page, or the list, that they show."""


class EditorWindow(EditorFiles):
    """One module in the editor."""

    library_wanted = Signal()
    print_wanted = Signal(object, str)
    closed = Signal()

    def __init__(self, document: EditorDocument, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(document, store, parent)
        press_buttons_by_enter()
        UndoKey(self)
        self._versions = {}
        self.is_let_go = self.has_twin = False
        self.turn_menu = QMenu("Playtest from turn", self)
        self.version_menu = QMenu("Playtest version", self)
        self.version_menu.aboutToShow.connect(self.fill_versions)
        self.version_button.setMenu(self.version_menu)
        self.transfer = Transfer(self)
        self.turning = Turning(self)
        self.difference_wanted.connect(self.turning.show_change)
        make_menus(self)
        self.search.commands = lambda: menu_lines(self.menus)
        self._connect()
        self.show_page("map")
        self._refresh_title()
        self._refresh_playtest()
        QTimer.singleShot(0, self, self.tell_first)

    def _connect(self) -> None:
        document, stack = self.document, self.document.stack
        self.watch_disk()
        for name, tool in self._tools.items():
            tool.clicked.connect(partial(self.use_tool, name))
        for size, chip in self.brushes.items():
            chip.clicked.connect(partial(self.use_brush, size))
        self.play_button.clicked.connect(self.playtest)
        self.print_button.clicked.connect(self._print)
        self.tree.goal_chosen.connect(self.follow)
        self.scenario_shown.connect(self._refresh_playtest)
        self.palette_panel.chosen.connect(self._choose_paint)
        self.palette_panel.current_board = lambda: self.document.module.boards[self._board_number()].id
        self.terrain_page.kind_chosen.connect(self.palette_panel.choose)
        self.map_page.hexes_chosen.connect(self._show_hexes)
        self.map_page.told.connect(self.place_words.setText)
        self.map_page.picked_from_map.connect(self._picked)
        self.map_page.tool_changed.connect(self._show_tool)
        pages = (self.counters_page, self.cards_page, self.chart_page, self.list_page, self.order)
        self.texts_page.chosen.connect(self.show_paths)
        for page in (*pages, self.schedule.grid, self.victory_page):
            page.chosen.connect(self.show_paths)
        self._connect_forms()
        self._connect_ways()
        self.order.show_wanted.connect(self.map_page.center_on)
        self.order.saved_game_wanted.connect(self.choose_position)
        self.order.arrival_wanted.connect(self.schedule.grid.acts.add_arrivals)
        self.issues.counted.connect(self._show_count)
        self.rules_check.found.connect(self.issues.set_extra)
        self.rules_check.found.connect(self._show_fault)
        document.refused.connect(
            lambda words: self.messages.show_message(Message(text=words, tone=Tone.CARE, topic="refused"))
        )
        document.told.connect(
            lambda words, tone: self.messages.show_message(Message(text=words, tone=Tone(tone), topic="told"))
        )
        document.changed.connect(lambda _touched: self._keep_way())
        for signal in (document.changed, document.saved):
            signal.connect(lambda *_: self.messages.drop("refused"))
        for signal in (document.changed, document.saved, stack.cleanChanged, stack.indexChanged):
            signal.connect(self._refresh_title)
        stack.undoTextChanged.connect(self._refresh_undo)
        stack.redoTextChanged.connect(self._refresh_undo)
        stack.canUndoChanged.connect(self._refresh_undo)
        stack.canRedoChanged.connect(self._refresh_undo)
        self._refresh_undo()
        document.check_now()
        self.issues.refresh()
        self.map_page.set_choice(*self.palette_panel.choice)

    def _connect_forms(self) -> None:
        """What the forms ask of the rest: places of the map, pictures, names the rules know."""
        for asking in (self.inspector.sources, self.schedule, self.cards_page.side):
            asking.place_wanted.connect(self.ask_place)
        self.map_page.asking_ended.connect(self.end_asking)
        for asked in (self.schedule, self.cards_page.side):
            self.map_page.asking_ended.connect(asked.end_asking)
        self.inspector.sources.picture_wanted.connect(self.counters_page.art.ask_picture)
        self.inspector.art_wanted.connect(self.counters_page.art.choose_picture)
        self.inspector.titled.connect(self._show_kind)
        self.rules_check.known.connect(self.inspector.sources.offer_rule_names)
        judge = self.victory_page.judge
        judge.judged.connect(lambda: self.inspector.sources.offer_resources(judge.resources))

    def _connect_ways(self) -> None:
        """All that leads somewhere else."""
        for leading in (self.counters_page, self.inspector, self.issues, self.search):
            leading.jump_wanted.connect(self.jump)
        self.search.goal_wanted.connect(self.tree.show_goal)
        for signal in (self.search.jump_wanted, self.search.goal_wanted):
            signal.connect(lambda _where: self._go_on_with_keys())
        self.hex_panel.setup.path_wanted.connect(lambda path: self.show_paths((path,)))
        self.issues.place_wanted.connect(self._show_place)
        self.schedule.issues_wanted.connect(lambda: self.side_panel.show_page(0))

    # --- following -------------------------------------------------------------------------------------

    def _refresh_title(self, _what: object = None) -> None:
        count = self.document.changes
        words = "saved" if self.document.is_clean else f"{count} change{'s' if count != 1 else ''}"
        folder = f" in {self.document.path.name}" if self.has_twin else ""
        title = f"{self.document.module.title} (module){folder} — {words}"
        self.title_label.set_full_text(title)
        self.setWindowTitle(title)
        self.tree_bar.set_note(self.document.module.version)
        self.state_words.setText(
            "Every change can be undone" + ("" if self.document.is_clean else f" · {count} since saved")
        )
        self._refresh_playtest()

    def tell_apart(self, *, has_twin: bool) -> None:
        """Names its folder in its title while another editor has a module of the same title."""
        if has_twin != self.has_twin:
            self.has_twin = has_twin
            self._refresh_title()

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
        self._name_play()
        self.schedule.show_scenario(scenario.id if scenario else "")
        self._name_schedule()
        if scenario is not None and self.rules_check.scenario != scenario.id:
            self.rules_check.show_scenario(scenario.id)

    def _name_play(self) -> None:
        """The words on the button that plays: scenario and version, the version where there is room."""
        scenario = self.map_page.stacks.scenario(self.map_page.scenario)
        words = (scenario.number or scenario.title) if scenario else ""
        versions = scenario.versions if scenario else ()
        self.version_button.setVisible(len(versions) > 1)
        title = next((item.title for item in versions if item.id == self.version()), "")
        full = f"{words}, {title.lower()}" if len(versions) > 1 else words
        self.play_button.setText(f"Playtest {words if self.width() < scaled(NARROW) else full}".strip())
        fault = self.rules_check.fault
        words = f"\n{CANNOT_BEGIN[:1].upper()}{CANNOT_BEGIN[1:]}: {fault}" if fault else ""
        self.play_button.setToolTip(f"Playtest {full}".strip() + words)
        restyle(self.play_button, kind="danger" if fault else "primary")

    def _show_fault(self, _words: object = None) -> None:
        """Marks what keeps the game from beginning where it stands, and the button that would begin it."""
        self.chart_page.show_fault(self.rules_check.fault)
        self._name_play()

    def _name_schedule(self) -> None:
        """The words on the tab of the schedule, shorter where there is little room."""
        scenario = self.map_page.stacks.scenario(self.map_page.scenario)
        title = "Schedule" if self.width() < scaled(NARROW) else "Reinforcement schedule"
        number = (scenario.number or scenario.title) if scenario else ""
        self.bottom.set_page_title(0, f"{title}, {number}" if number else title)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_schedule()
        self._name_play()

    def _show_kind(self, words: str) -> None:
        if self.inspector_pages.currentWidget() is self.inspector:
            self.inspector_bar.set_note(words)

    def _show_place(self, spot: str) -> None:
        self.show_page("map")
        self.map_page.show_hex(spot)

    def _show_count(self, count: int) -> None:
        self.side_panel.set_page_title(0, f"Issues {count}" if count else "Issues")

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
        elif kind in ("hexside", "route"):
            self.palette_panel.choose(kind, name)
            self.use_tool("hexside" if kind == "hexside" else "link")
        elif kind == "name":
            self.hex_panel.name.setFocus()

    def use_brush(self, size: int, _on: object = None) -> None:
        """Takes a brush of another size."""
        self.map_page.set_brush(size)

    def _go_on_with_keys(self) -> None:
        """What was searched for has the keyboard: the list, table or map of the page on show."""
        page = self.pages.currentWidget()
        view = next((found for name in ("view", "tree") if (found := getattr(page, name, None))), page)
        if isinstance(view, QWidget):
            view.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- acts --------------------------------------------------------------------------------------------

    def sheet(self) -> str:
        """The kind of printed sheet that goes with the page on show; empty where none does."""
        name = next(key for key, page in self.pages_by_name.items() if page is self.pages.currentWidget())
        part = str(self.list_page.path[0]) if name == "list" and self.list_page.path else name
        return SHEETS.get(part, "")

    def _print(self) -> None:
        self.print_wanted.emit(self.document.module, self.map_page.scenario)

    # --- opening and closing ------------------------------------------------------------------------

    def ask_to_close(self) -> bool:
        """Whether the window may close: saved, or given up knowingly."""
        self.document.settling.emit()
        if not self.document.is_worth_keeping:
            return True
        box = QMessageBox(self)
        box.setWindowTitle("Close the editor")
        count = self.document.changes
        title = self.document.module.title
        box.setText(f"{title}: {counted(count, 'change')} {'is' if count == 1 else 'are'} not saved.")
        save = box.addButton("Save", QMessageBox.ButtonRole.AcceptRole)
        drop = box.addButton("Do not save", QMessageBox.ButtonRole.DestructiveRole)
        box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
        box.exec()
        if box.clickedButton() is save:
            return self.save()
        return box.clickedButton() is drop

    def closeEvent(self, event: QCloseEvent) -> None:
        if not (self.is_let_go or self.ask_to_close()):
            event.ignore()
            return
        self.counters_page.art.stop()
        self.rules_check.stop()
        self.turning.stop()
        self.map_page.stop()
        self.victory_page.stop()
        self.messages.clear()
        self.document.close()
        event.accept()
        self.closed.emit()

    def sizeHint(self) -> QSize:
        return QSize(*FIRST_SIZE)


__all__ = ["EditorWindow", "open_document"]
