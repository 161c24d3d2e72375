"""Undo and redo turn to what they change, unless it can be seen already.

Of several steps at once, as by a click in the history, the last one counts. Tool, zoom and scenario stay,
except where the step is about another scenario.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel
from PySide6.QtCore import QObject, QTimer

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.editing.comparing import Change
from engine.editing.searching import Path, value_at
from engine.editing.whereabouts import Whereabouts, whereabouts

if TYPE_CHECKING:
    from app.editor.window import EditorWindow

SETUP, SCHEDULE = 1, 0
_SET_UP_FIELDS = frozenset(("sides", "control"))


class Turning(QObject):
    """Follows the history of one window."""

    def __init__(self, window: EditorWindow) -> None:
        super().__init__(window)
        self.window = window
        self._last: tuple[ModuleDef, ModuleDef] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._turn)
        window.document.stepped.connect(self._note)

    def stop(self) -> None:
        """Turns to nothing any more."""
        self._timer.stop()

    def _note(self, before: ModuleDef, after: ModuleDef) -> None:
        self._last = (before, after)
        self._timer.start()

    def _turn(self) -> None:
        pair, self._last = self._last, None
        where = whereabouts(*pair) if pair is not None else None
        if where is not None and not self._is_in_the_inspector(where):
            self.turn_to(where)

    def show_change(self, change: Change) -> None:
        """Turns to a difference that somebody chose."""
        part, spots, pieces = str(change.path[0]), (change.spot,), (change.piece,)
        scenario = value_at(self.window.document.module, change.path[:2]) if part == "scenarios" else None
        self.turn_to(
            Whereabouts(
                part=part,
                paths=(change.path,),
                spots=spots if change.spot else (),
                scenario=scenario.id if isinstance(scenario, ScenarioDef) else "",
                pieces=pieces if change.piece else (),
            )
        )
        self.window.raise_()
        self.window.activateWindow()

    def turn_to(self, where: Whereabouts) -> None:
        """Shows what is there on the page that has it."""
        if where.part == "boards":
            self._show_spots(where)
        elif where.part == "pieces":
            self.window.open_page("counters")
            self.window.counters_page.choose(where.pieces)
        elif where.part == "scenarios" and self._is_set_up(where):
            self._show_set_up(where)
        elif where.part == "scenarios" and not where.scenario and len(where.paths[0]) == 1:
            return  # a scenario that went leaves the one on show, or its neighbor
        elif where.paths and not self._is_on_the_page(where.paths[0]):
            self.window.jump(where.paths[0])
            if where.part == "cards":
                self._choose_cards(where.paths)

    def _choose_cards(self, paths: tuple[Path, ...]) -> None:
        """Chooses all cards that differ."""
        cards = self.window.document.module.cards
        numbers = dict.fromkeys(path[1] for path in paths if len(path) > 1)
        names = tuple(cards[n].id for n in numbers if isinstance(n, int))
        if len(names) > 1:
            self.window.cards_page.choose(names)

    def _is_in_the_inspector(self, where: Whereabouts) -> bool:
        window = self.window
        if window.inspector_pages.currentWidget() is not window.inspector or not window.inspector.isVisible():
            return False
        owners = {self._owner(path) for path in where.paths}
        return bool(owners) and () not in owners and owners <= set(window.inspector.paths)

    def _owner(self, path: Path) -> Path:
        """The definition that a field belongs to."""
        module = self.window.document.module
        while path and not isinstance(value_at(module, path), BaseModel):
            path = path[:-1]
        return tuple(path)

    def _is_on_the_page(self, path: Path) -> bool:
        """Whether the page on show has what differs; it is chosen there, then."""
        window = self.window
        page = window.pages.currentWidget()
        if page is window.texts_page:
            owner = self._owner(path)
            return window.texts_page.show_text(owner, str(path[len(owner)]) if len(path) > len(owner) else "")
        if page is window.list_page and path[0] == "scenarios" and path[2:3] == window.list_page.path:
            return True  # the lists of options and tracks show what scenarios make of them, too
        if page is window.list_page and path[: len(window.list_page.path)] == window.list_page.path:
            window.list_page.choose({self._owner(path)})
            return True
        return False

    @staticmethod
    def _is_set_up(where: Whereabouts) -> bool:
        return bool(where.scenario) and all(
            path[2:] == () or path[2] in _SET_UP_FIELDS for path in where.paths
        )

    def _show_set_up(self, where: Whereabouts) -> None:
        window = self.window
        if window.map_page.scenario != where.scenario:
            window.show_scenario(where.scenario)
        self._show_spots(where)
        on_map = any(spot in window.map_page.board().index for spot in where.spots)
        if where.pieces and not on_map:
            window.bottom.show_page(SETUP)
        if where.pieces and window.bottom.bar.tabs.currentIndex() == SETUP:
            window.order.show_piece(where.pieces[0])

    def _show_spots(self, where: Whereabouts) -> None:
        """Turns to the map; it moves only if nothing of what differs is in sight."""
        window, page = self.window, self.window.map_page
        window.show_page("map")
        window.mark_map()
        spots = [spot for spot in where.spots if spot in page.board().index]
        if not spots:
            return
        seen = page.view.visible_scene()
        centers = [page.scene.center_of(spot) for spot in spots]
        if not any(center is not None and seen.contains(center) for center in centers):
            page.center_on(spots[0])
        if page.tool.name == "select":
            page.select_hexes((spots[0],))
