"""The menu of the counters chosen in the order of battle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from app.editor.schedule_layout import turns_of
from engine.definition.scenario import WhereDef

if TYPE_CHECKING:
    from app.editor.order_of_battle import OrderPanel


_SET_APART = (
    ("On the turn track", "turn"),
    ("Among the dead", "dead"),
)
"""Roles of boxes that lie in a menu of their own, below the boxes of the map."""


class OrderMenu:
    """Makes the menu anew each time, for what is chosen then."""

    def __init__(self, panel: OrderPanel) -> None:
        self.panel = panel

    def made(self) -> QMenu:
        """The menu; empty when nothing is chosen."""
        panel, menu = self.panel, QMenu(self.panel)
        names, page = panel.chosen_pieces(), panel.page
        if not names:
            return menu
        spot = page.selected[0] if page.selected else ""
        acts: list[tuple[str, Callable[[], object]]] = []
        if spot:
            acts.append((f"Place in {spot}", partial(page.place, names, WhereDef(at=spot))))
        if len(names) == 1 and panel.free_placement(names[0]):
            acts.append(("Its place if nobody chooses: click it…", partial(panel.ask_default, names[0])))
            if spot:
                words = f"Stands in {spot} if nobody chooses"
                acts.append((words, partial(panel.set_default, names[0], spot)))
        acts.append(("Take off", panel.take_off))
        acts.append(("Dead at the start", partial(page.list_as, names, "dead")))
        acts.append(("Out of this game", partial(page.list_as, names, "gone")))
        for words, act in acts:
            menu.addAction(words, act)
        self._add_boxes(menu.addMenu("Into a box"), names)
        self._add_turns(menu, names)
        menu.addSeparator()
        self._add_ways(menu, names[0])
        return menu

    def _add_boxes(self, menu: QMenu, names: tuple[str, ...]) -> None:
        """Boxes that counters stand in; those that keep them for later, or dead, in menus of their own."""
        page, boxes = self.panel.page, self.panel.document.module.boxes
        for box in boxes:
            if not any(box.role == role for _words, role in _SET_APART):
                menu.addAction(box.title, partial(page.place, names, WhereDef(at=box.id)))
        for words, role in _SET_APART:
            apart = [box for box in boxes if box.role == role]
            if not apart:
                continue
            below = menu.addMenu(words)
            for box in apart:
                below.addAction(box.title, partial(page.place, names, WhereDef(at=box.id)))

    def _add_turns(self, menu: QMenu, names: tuple[str, ...]) -> None:
        """The turns of the scenario on show that the counters can arrive on."""
        panel, turns = self.panel, menu.addMenu("Arrives on turn…" if len(names) == 1 else "Arrive on turn…")
        scenario = panel.page.stacks.scenario(panel.page.scenario)
        for turn, title in turns_of(panel.document.module, scenario):
            turns.addAction(f"{turn}  {title}".strip(), partial(panel.arrival_wanted.emit, names, turn))

    def _add_ways(self, menu: QMenu, name: str) -> None:
        """The ways to what is said elsewhere about a counter."""
        panel = self.panel
        for path in panel.paths(name, "setup"):
            menu.addAction("Show its placement", partial(panel.chosen.emit, (path,)))
        for path in panel.paths(name, "schedule"):
            entry = panel.document.module.schedule[int(path[1])]
            menu.addAction(f"Show its entry on turn {entry.turn}", partial(panel.chosen.emit, (path,)))
