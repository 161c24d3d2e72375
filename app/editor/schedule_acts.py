"""What can be done to the chosen counters of the schedule; each act is one step of the history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScheduleEntry
from engine.editing.schedule import (
    BARE,
    arrive,
    delete_entries,
    move_pieces,
    set_entry_fields,
    split_entry,
    take_off_schedule,
    usual_place,
)

if TYPE_CHECKING:
    from app.editor.schedule_grid import ScheduleGrid


class ScheduleActs:
    """Acts on the counters chosen in a grid."""

    def __init__(self, grid: ScheduleGrid) -> None:
        self.grid = grid

    def _chosen(self) -> list[tuple[ScheduleEntry, str]]:
        schedule = self.grid.document.module.schedule
        return [(schedule[entry], piece) for entry, piece in sorted(self.grid.selected)]

    def _title(self, chosen: list[tuple[ScheduleEntry, str]]) -> str:
        if len(chosen) != 1:
            return f"{len(chosen)} counters"
        entry, name = chosen[0]
        piece = self.grid.faces.definition(name)
        return piece.name if piece else entry.action

    def step(self, by: int) -> None:
        """Moves the chosen counters to the next turn or the one before."""
        numbers = [turn for turn, _ in self.grid.layout_.turns]
        first = self._chosen()[0][0]
        at = numbers.index(first.turn) + by if first.turn in numbers else -1
        if 0 <= at < len(numbers):
            self.move_selected(numbers[at])

    def move_selected(self, turn: int) -> None:
        """Moves the chosen counters to a turn."""
        chosen = self._chosen()
        if not chosen or all(entry.turn == turn for entry, _ in chosen):
            return

        def edit(new: ModuleDef) -> ModuleDef:
            for entry, piece in chosen:
                at = position_of(new, entry, piece)
                if piece:
                    new = move_pieces(new, at, [piece], turn)
                else:
                    new = set_entry_fields(new, [at], {"turn": turn})
            return new

        names = frozenset(piece for _, piece in chosen if piece)
        if self.grid.document.edit(edit, f"move {self._title(chosen)} to turn {turn}"):
            self.grid.choose_pieces(names)

    def remove_selected(self) -> None:
        """Takes the chosen counters off the schedule."""
        chosen = self._chosen()
        if not chosen:
            return

        def edit(new: ModuleDef) -> ModuleDef:
            for entry, piece in chosen:
                at = position_of(new, entry, piece)
                new = take_off_schedule(new, at, [piece]) if piece else delete_entries(new, [at])
            return new

        self.grid.document.edit(edit, f"take {self._title(chosen)} off the schedule")

    def add_arrivals(self, names: tuple[str, ...], turn: int) -> None:
        """Lets counters arrive on a turn; asks for the place when none is known."""
        grid = self.grid
        known = grid.document.module.pieces_by_id()
        what = known[names[0]].name if len(names) == 1 else f"{len(names)} counters"
        scenario = grid.scenario
        done = grid.document.edit(
            lambda m: arrive(m, names, turn, "", scenario), f"{what} arrive on turn {turn}"
        )
        if done:
            grid.choose_pieces(frozenset(names))
        elif not usual_place(grid.document.module, known[names[0]].side or ""):
            grid.new_wanted.emit({"turn": turn, "side": known[names[0]].side, "pieces": names})

    def set_fields(self, changes: Mapping[str, object], words: str) -> None:
        """Gives the entries of the chosen counters other values."""
        positions = sorted({entry for entry, _ in self.grid.selected})
        if positions:
            self.grid.document.edit(lambda m: set_entry_fields(m, positions, changes), words)

    def set_lost(self, lost: int | None) -> None:
        """Lets the chosen counters come without some of their steps; None: as many as who they replace."""
        schedule = self.grid.document.module.schedule
        changes: dict[int, dict[str, int]] = {}
        for at, piece in self.grid.selected:
            held = changes.setdefault(at, dict(schedule[at].lost))
            is_upgrade = schedule[at].action == "upgrade"
            comer = schedule[at].into.get(piece, piece) if is_upgrade else piece
            held.pop(comer, None)
            if lost or (lost is not None and is_upgrade):
                held[comer] = lost

        def edit(new: ModuleDef) -> ModuleDef:
            for at, held in changes.items():
                new = set_entry_fields(new, [at], {"lost": held})
            return new

        what = self._title(self._chosen())
        words = f"{what} come without {lost} of their steps" if lost else f"{what} come at full strength"
        words = words if lost is not None else f"{what} come with the steps of who they replace"
        names = frozenset(self.grid.chosen_pieces())
        if changes and self.grid.document.edit(edit, words):
            self.grid.choose_pieces(names)

    def split_off(self) -> None:
        """Gives the chosen counters an entry of their own, to be changed without the others."""
        chosen = self._chosen()
        names = tuple(piece for _, piece in chosen if piece)
        positions = {entry for entry, _ in self.grid.selected}
        if len(positions) == 1 and names:
            at = positions.pop()
            if self.grid.document.edit(
                lambda m: split_entry(m, at, names), f"split off {self._title(chosen)}"
            ):
                self.grid.choose_pieces(frozenset(names))


def position_of(module: ModuleDef, wanted: ScheduleEntry, piece: str) -> int:
    """Where an entry is now, after other counters of it may have gone."""
    return next(n for n, item in enumerate(module.schedule) if _same_entry(item, wanted, piece))


def _same_entry(item: ScheduleEntry, wanted: ScheduleEntry, piece: str) -> bool:
    if item is wanted:
        return True
    bare = dict(BARE)
    return piece in item.pieces and item.model_copy(update=bare) == wanted.model_copy(update=bare)
