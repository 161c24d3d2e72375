"""Finding one's way in the editor: which page shows what the tree, an issue or a search leads to."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel
from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent

from app.editor.frame import EditorFrame
from app.editor.module_tree import GOAL, Goal
from app.editor.page_choice import LINES, SCHEDULE, TERRAIN, chosen_on
from app.messages import Tone
from engine.definition.module import ModuleDef
from engine.definition.scenario import VersionDef
from engine.editing.searching import Path as ModulePath
from engine.editing.searching import value_at
from engine.editing.victory import home_of as victory_home
from engine.errors import EngineError
from engine.loading import builtin_modules, load_module

#: Height of the list of counters when a set-up is opened.
SETUP_HEIGHT = 290


class EditorNavigation(EditorFrame):
    """An editor whose pages can be reached."""

    scenario_shown = Signal()
    _shipped: ModuleDef | None = None
    _asked_from = "map"
    _follows_inspector = _is_asking = False
    _versions: dict[str, str]

    def show_page(self, name: str) -> None:
        """Turns to a page, the inspector to what is chosen there; palette and lower panel go with the map."""
        is_other = self.pages.currentWidget() is not self.pages_by_name[name]
        self.pages.setCurrentWidget(self.pages_by_name[name])
        self.bottom.setVisible(name == "map")
        self.palette_dock.setVisible(name == "map")
        self.tool_row.show_map(on=name == "map")
        if is_other and self.isVisible() and not self._is_asking:
            self.show_choice()

    def show_choice(self) -> None:
        """Shows in the inspector what the page on show has chosen, or what that page is about."""
        if self.pages.currentWidget() is self.map_page and self.map_page.selected:
            self._show_hexes(self.map_page.selected)
        else:
            self.show_paths(chosen_on(self))

    def open_page(self, name: str) -> None:
        """Turns to a page that has a line in the tree of its own, and marks that line."""
        self.show_page(name)
        if name in LINES:
            self.tree.mark(LINES[name], name)

    def show_map(self) -> None:
        """Turns to the map, whose tools then listen to their letters."""
        self.show_page("map")
        self._mark_scenario()
        self.show_choice()
        self.map_page.view.setFocus()

    def _mark_scenario(self) -> None:
        ids = [scenario.id for scenario in self.document.module.scenarios]
        if self.map_page.scenario in ids:
            self.tree.mark(("scenarios", ids.index(self.map_page.scenario)), "setup")

    def mark_map(self) -> None:
        """Marks the scenario on the map in the tree, unless the line marked leads to the map as well."""
        item = self.tree.currentItem()
        goal: Goal | None = item.data(0, GOAL) if item is not None else None
        if goal is None or goal.page not in ("setup", "schedule", "terrain"):
            self._mark_scenario()

    def show_below(self, number: int) -> None:
        """Turns to the map and to a page of the panel below it: schedule, set-up, terrain chart."""
        self.show_page("map")
        self.bottom.show_page(number)
        if number == TERRAIN:
            self.tree.mark(("terrain",), "terrain")
        elif number == SCHEDULE:
            self.tree.mark(("schedule",), "schedule")
        else:
            self._mark_scenario()
        self.show_paths(chosen_on(self))

    def show_beside(self, number: int) -> None:
        """Turns to the issues, the history, or what was told."""
        self.side_panel.show_page(number)

    def focus_message(self) -> None:
        """Takes the keyboard to the message on show; without one, to the list of all that was told."""
        if self.messages.isVisible():
            self.messages.focus()
        else:
            self.side_panel.show_page(self.side_panel.pages.indexOf(self.notices))
            self.notices.setFocus()

    def show_charts(self) -> None:
        """Turns to the charts: the one shown last, else the first."""
        chart = self.chart_page.table.chart()
        if chart is not None:
            self.show_page("chart")
            ids = [found.id for found in self.document.module.charts]
            self.tree.mark(("charts", ids.index(chart.id)), "chart")
        elif self.document.module.charts:
            self.tree.show_path(("charts", 0))
        else:
            self.messages.tell("This module has no charts.", Tone.HINT)

    def show_victory(self) -> None:
        """Turns to the terms of victory of the scenario on show, or else of the module."""
        ids = [scenario.id for scenario in self.document.module.scenarios]
        home: ModulePath = ()
        if self.map_page.scenario in ids:
            scenario = ids.index(self.map_page.scenario)
            versions = [version.id for version in self.document.module.scenarios[scenario].versions]
            number = versions.index(self.version()) if self.version() in versions else 0
            home = ("scenarios", scenario, "versions", number)
        self.tree.show_path((*home, "victory"), "victory")
        self.show_page("victory")
        self.victory_page.show_home(home)

    def follow(self, goal: Goal) -> None:
        """Shows what a line of the tree leads to."""
        if goal.scenario:
            self._follow_version(goal)
            self.map_page.show_scenario(goal.scenario)
            self.order.fill()
            self.scenario_shown.emit()
        if goal.page == "setup":
            self.show_page("map")
            self.bottom.show_page(1)
            self.order.show_side(str(goal.path[3]) if len(goal.path) == 4 else "")
            if self.split.sizes()[1] < SETUP_HEIGHT:
                self.split.setSizes([max(260, sum(self.split.sizes()) - SETUP_HEIGHT), SETUP_HEIGHT])
        elif goal.page == "schedule":
            self.show_page("map")
            self.bottom.show_page(0)
        elif goal.page == "terrain":
            self.show_page("map")
            self.bottom.show_page(2)
        elif goal.page == "chart":
            self.show_page("chart")
            chart = value_at(self.document.module, goal.path)
            self.chart_page.show_chart(str(getattr(chart, "id", "")), self.shipped())
        elif goal.page == "list":
            self.show_page("list")
            self.list_page.show_list(goal.path, goal.title)
        elif goal.page == "victory":
            self.show_page("victory")
            self.victory_page.show_home(goal.path[:-1])
        elif goal.page != "module":
            self.show_page(goal.page)
        if goal.page == "counters":
            self.counters_page.tell_choice()
        elif goal.page == "list" and (chosen := self.list_page.chosen_paths()):
            self.show_paths(chosen)
        else:
            self.show_paths((self._nearest(goal.path),))

    def version(self) -> str:
        """The version of the scenario on show that is played: the one chosen or looked at, else the first."""
        scenario = self.map_page.stacks.scenario(self.map_page.scenario)
        known = [version.id for version in scenario.versions] if scenario is not None else []
        chosen = self._versions.get(self.map_page.scenario, "")
        return chosen if chosen in known else next(iter(known), "")

    def choose_version_of(self, scenario: str, version: str) -> None:
        """Chooses the version of a scenario that is played."""
        self._versions[scenario] = version
        self.scenario_shown.emit()

    def _follow_version(self, goal: Goal) -> None:
        """Looking at what is said of a version chooses it."""
        if goal.path[2:3] == ("versions",) and len(goal.path) > 3:
            version = value_at(self.document.module, goal.path[:4])
            if isinstance(version, VersionDef):
                self._versions[goal.scenario] = version.id

    def _keep_way(self) -> None:
        """After a change: tree and page show nothing that is gone, and no other scenario in its place."""
        if self.tree.currentItem() is None:
            self._mark_scenario()
        if self.pages.currentWidget() is self.victory_page and not self.victory_page.is_there:
            self.show_page("map")

    def _nearest(self, path: ModulePath) -> ModulePath:
        """The thing that a path leads to, or whose list it leads to; at last the module."""
        while path and not isinstance(value_at(self.document.module, path), BaseModel):
            path = path[:-1]
        return path

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
        self.map_page.show_areas(paths)
        self.inspector_pages.setCurrentWidget(self.inspector)
        self.inspector_bar.set_note(self.inspector.kind())

    def ask_place(self, words: str, done: Callable[[str], None]) -> None:
        """Lets the person click a place on the map, then comes back to the page that asked."""
        page = self.pages.currentWidget()
        name = next((key for key, widget in self.pages_by_name.items() if widget is page), "map")
        self._is_asking = True
        self.show_page("map")
        self.messages.tell(f"{words}: click a hex on the map. Esc gives up.", Tone.HINT)
        self.map_page.view.setFocus()

        self._asked_from = name
        self.map_page.ask_place(words, done)

    def end_asking(self) -> None:
        """Comes back to the page that asked for a place."""
        self.messages.dismiss()
        name, self._asked_from = self._asked_from, "map"
        self.show_page(name)
        self._is_asking = False

    def show_home(self) -> None:
        """Shows what the tree has chosen, else the module itself: the inspector is never empty."""
        item = self.tree.currentItem()
        goal: Goal | None = item.data(0, GOAL) if item is not None else None
        self.show_paths((self._nearest(goal.path) if goal is not None else (),))

    def _fill_inspector(self) -> None:
        """Shows something else when what was shown is gone."""
        if self.isVisible() and not self.inspector.things():
            self.show_home()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._follows_inspector:
            self._follows_inspector = True
            self.document.changed.connect(lambda _touched: self._fill_inspector())
        self._fill_inspector()

    def _show_hexes(self, hexes: tuple[str, ...]) -> None:
        self.hex_panel.refresh()
        if hexes:
            self.inspector_pages.setCurrentWidget(self.hex_panel)
            self.inspector_bar.set_note(f"hex {hexes[0]}" if len(hexes) == 1 else f"{len(hexes)} hexes")
        elif self.inspector_pages.currentWidget() is self.hex_panel:
            self.show_home()

    def jump(self, path: ModulePath) -> None:
        """Goes to where a path leads, as near as there is a page for it."""
        path = tuple(path)
        if not path:
            return
        if self._jump_to_page(path):
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

    def _jump_to_page(self, path: ModulePath) -> bool:
        """Shows a path on the page that its part has for itself; false if there is none."""
        if path == ("pieces",):
            self.tree.show_path(path)
            self.show_page("counters")
            return True
        if path[0] == "pieces":
            self.open_page("counters")
            piece = value_at(self.document.module, path[:2])
            self.counters_page.search.clear()
            self.counters_page.choose((str(getattr(piece, "id", "")),))
            return True
        if path[0] == "help":
            self.tree.show_path(("help",))
            self.show_page("texts")
            self.texts_page.show_text(path[:2] if len(path) > 1 else ("help", 0), "text")
            return True
        if path[0] in ("cards", "decks"):
            self.tree.show_path(("cards",))
            self.show_page("cards")
            self._jump_to_card(path)
            return True
        if path[0] == "schedule":
            self.show_below(SCHEDULE)
            if len(path) > 1:
                self.schedule.show_entry(int(path[1]))
            return True
        if path[0] == "charts" and len(path) == 5 and path[2] == "cells":
            self.tree.show_path(path[:2])
            self.show_page("chart")
            self.chart_page.show_cell(int(path[3]), int(path[4]))
            return True
        if (home := victory_home(path)) is not None:
            self.tree.show_path((*home, "victory"), "victory")
            self.show_page("victory")
            self.victory_page.show_home(home)
            self.victory_page.choose(path)
            return True
        return False

    def _jump_to_card(self, path: ModulePath) -> None:
        thing = value_at(self.document.module, path[:2])
        name, page = str(getattr(thing, "id", "")), self.cards_page
        page.search.clear()
        if path[0] == "decks":
            page.show_deck(name)
            return
        page.show_deck("")
        page.choose((name,))
        if len(path) > 3 and isinstance(path[3], int):
            page.side.uses.setCurrentRow(path[3])

    def use_tool(self, name: str, _on: object = None) -> None:
        """Takes a tool in hand."""
        self.show_page("map")
        self.map_page.use_tool(name)
        self._show_tool(name)

    def _show_tool(self, name: str) -> None:
        self.tool_row.show_tool(name)
        self.palette_panel.suit(self.map_page.tools[name].paints)

    def show_scenario(self, name: str) -> None:
        """Shows a scenario in tree, map and list."""
        position = next((n for n, s in enumerate(self.document.module.scenarios) if s.id == name), None)
        if position is not None:
            self.tree.show_path(("scenarios", position), "setup")
