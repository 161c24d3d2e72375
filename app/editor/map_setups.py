"""Setting counters up on the map: moving stacks, taking them off, and what to do with those of a hex."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from app.editor.document import EditorDocument
from app.editor.setup_stacks import SetupStacks
from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.editing.change import made
from engine.editing.checking import check
from engine.editing.schedule import without_arrivals
from engine.editing.setups import list_pieces, place_pieces, take_off_pieces
from engine.editing.wheres import Beyond, where_fields


class SetupHand(QWidget):
    """A page that sets up the counters of one scenario."""

    document: EditorDocument
    stacks: SetupStacks
    scenario: str

    def move_stack(self, start: str, spot: str, *, only_top: bool = False) -> None:
        """Moves the counters set up in a hex to another one; with Ctrl only the top one."""
        names = self.stacks.at(self.scenario, start)
        if only_top:
            names = names[-1:]
        if names and spot and spot != start:
            self.place(names, WhereDef(at=spot))

    def place(self, names: tuple[str, ...], where: WhereDef) -> bool:
        """Sets counters up; those that were to arrive in this scenario do not come any more."""
        scenario = self.scenario
        what = self.stacks.title(names)
        spot = self._spot(where.at or where.near or "")
        goal = spot if where.at else f"within {where.within} of {spot}" if spot else "a choice of places"

        def edit(module: ModuleDef) -> ModuleDef:
            return place_pieces(without_arrivals(module, scenario, names), scenario, names, where)

        return self.document.edit(edit, f"move {what} to {goal}")

    def _spot(self, place: str) -> str:
        """What people call a place: the title of a box, the name of a hex, else its number."""
        module = self.document.module
        board = check(module).board
        title = next((box.title for box in module.boxes if box.id == place), "")
        if not title and board is not None and place in board.index:
            title = board.place_name(board.index[place])
        return title or place

    def place_as(self, names: tuple[str, ...], where: Mapping[str, object] | Beyond) -> bool:
        """Sets counters up where a person says; a zone is made if one is needed."""
        scenario = self.scenario

        def edit(module: ModuleDef) -> ModuleDef:
            after, fields = where_fields(without_arrivals(module, scenario, names), where)
            apart = bool(fields.pop("apart", False))
            return place_pieces(after, scenario, names, made(WhereDef, fields), apart=apart)

        return self.document.edit(edit, f"place {self.stacks.title(names)}")

    def take_off(self, names: tuple[str, ...]) -> bool:
        """Takes counters out of the set-up."""
        scenario = self.scenario
        return self.document.edit(
            lambda m: take_off_pieces(m, scenario, names), f"take off {self.stacks.title(names)}"
        )

    def list_as(self, names: tuple[str, ...], key: str) -> bool:
        """Puts counters among the dead or the gone."""
        scenario = self.scenario
        return self.document.edit(
            lambda m: list_pieces(m, scenario, names, key), f"{self.stacks.title(names)} {key}"
        )

    def menu_for(self, spot: str) -> QMenu:
        """What can be done with the counters of a hex."""
        menu = QMenu(self)
        for name in self.stacks.at(self.scenario, spot):
            part = menu.addMenu(self.stacks.title((name,)))
            acts: tuple[tuple[str, Callable[[], object]], ...] = (
                ("Take off the map", partial(self.take_off, (name,))),
                ("Dead at the start", partial(self.list_as, (name,), "dead")),
                ("Out of this game", partial(self.list_as, (name,), "gone")),
                ("Anywhere within 1", partial(self.place, (name,), WhereDef(near=spot, within=1))),
                ("Anywhere within 2", partial(self.place, (name,), WhereDef(near=spot, within=2))),
                ("Anywhere within 3", partial(self.place, (name,), WhereDef(near=spot, within=3))),
            )
            for words, act in acts:
                part.addAction(words, act)
        return menu
