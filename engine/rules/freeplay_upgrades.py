"""Upgrades of the schedule in free play: which are due, and the exchange of the counters.

Like everything of the schedule they are done by hand. The exchange may be made from its turn on. If the old
counter is not in play then, the entry says what becomes of the new one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.upgrade import UPGRADED, take_place
from engine.play.action import Shape
from engine.rules.freeplay_actions import Upgrade
from engine.rules.freeplay_kinds import PieceKind
from engine.rules.freeplay_setup import first_fitting
from engine.rules.freeplay_table import FLIPPED, FreeTable
from engine.state.model import State

if TYPE_CHECKING:
    from engine.definition.scenario import ScheduleEntry
    from engine.play.resolution import Resolution


@dataclass(frozen=True, slots=True)
class Exchange:
    """One counter that another replaces, by an entry of the schedule."""

    entry: ScheduleEntry
    old: PieceId
    new: PieceId


def exchanges(table: FreeTable, state: State) -> Iterator[Exchange]:
    """All exchanges of counters in this game, earliest first."""
    for entry in table.entries(state.options):
        for old, new in entry.upgrades():
            if old in state.pieces and new in state.pieces:
                yield Exchange(entry, old, new)


def refuse_exchange(table: FreeTable, state: State, found: Exchange) -> Refusal | None:
    """Why an exchange is not possible now; None if it is."""
    old, new = table.name(found.old), table.name(found.new)
    if state.turn < found.entry.turn:
        when = table.module.turn_title(found.entry.turn)
        return Refusal(f"{old} becomes {new} on turn {found.entry.turn} ({when})", hint="go to that turn")
    if state.pieces[found.new].at is not None:
        return Refusal(f"{new} is in play already", pieces=(found.new,))
    if UPGRADED in state.pieces[found.old].marks:
        return Refusal(f"{old} was upgraded before")
    if state.pieces[found.old].at is None and _place(table, found) is None:
        return Refusal(f"{old} is not in play; nothing takes its place", pieces=(found.old,))
    return None


def status_of(table: FreeTable, state: State, entry: ScheduleEntry) -> str:
    """What has become of an upgrade: `later`, `due` while any exchange is possible, else `done`."""
    if entry.turn > state.turn:
        return "later"
    open_ones = (refuse_exchange(table, state, Exchange(entry, old, new)) for old, new in entry.upgrades())
    return "due" if any(refusal is None for refusal in open_ones) else "done"


def _place(table: FreeTable, found: Exchange) -> PlaceId | None:
    """Where a new counter arrives whose old one is not in play; None if it does not."""
    return first_fitting(table, found.entry) if found.entry.otherwise == "arrive" else None


def _steps(table: FreeTable, state: State, found: Exchange) -> int:
    """As many as the entry says, or as the old one has left, so far as the new one has them."""
    most = table.max_steps(found.new)
    if found.new in found.entry.lost:
        return max(1, most - found.entry.lost[found.new])
    return most if state.pieces[found.old].at is None else min(most, state.pieces[found.old].steps)


class UpgradeKind(PieceKind[Upgrade]):
    """Exchanging counters as the schedule says."""

    kind = "upgrade"
    action = Upgrade
    shape = Shape.PIECE
    label = "Upgrade"
    help = "The counter that the schedule names takes the place of this one."

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        reasons = [refuse_exchange(self.table, state, found) for found in exchanges(self.table, state)]
        if None in reasons:
            return None
        return reasons[0] if len(reasons) == 1 else Refusal("no upgrade is due")

    def _open(self, state: State) -> Iterator[Exchange]:
        for found in exchanges(self.table, state):
            if refuse_exchange(self.table, state, found) is None:
                yield found

    def _find(self, state: State, piece: PieceId) -> Exchange | None:
        """The exchange of a counter that is open; else the one to say why not."""
        own = [found for found in exchanges(self.table, state) if found.old == piece]
        is_open = (found for found in own if refuse_exchange(self.table, state, found) is None)
        return next(is_open, own[0] if own else None)

    def check(self, state: State, side: SideId, action: Upgrade) -> Refusal | None:
        refusal = self.table.known_pieces(state, (action.piece,))
        if refusal is not None:
            return refusal
        found = self._find(state, action.piece)
        if found is None:
            return Refusal(f"the schedule has no upgrade of {self.table.name(action.piece)}")
        return refuse_exchange(self.table, state, found)

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Upgrade]:
        """Counters out of play among them, whose successors arrive all the same."""
        olds = dict.fromkeys(found.old for found in self._open(state))
        yield from (Upgrade(piece=old) for old in olds if piece in {None, old})

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        found = self._find(state, subject) if subject in state.pieces else None
        return refuse_exchange(self.table, state, found) if found else self.unavailable(state, side)

    def apply(self, r: Resolution, side: SideId, action: Upgrade) -> None:
        found = self._find(r.state, action.piece)
        assert found is not None
        at, steps = r.state.pieces[found.old].at, _steps(self.table, r.state, found)
        old, new = self.table.name(found.old), self.table.name(found.new)
        if at is not None:
            take_place(r, found.old, found.new, steps, without=(FLIPPED,))
            text = f"{old} becomes {new} at {self.table.place_name(at)}."
        else:
            at = _place(self.table, found)
            r.update(found.new, steps=steps)
            r.move(found.new, at)
            text = f"{new} arrives at {self.table.place_name(at)} in place of {old}."
        places = (at,) if at is not None else ()
        pieces = (found.old, found.new)
        r.emit("piece-upgraded", text, side=side, pieces=pieces, places=places, rule=found.entry.rule)

    def describe(self, state: State, action: Upgrade) -> str:
        found = self._find(state, action.piece)
        new = self.table.name(found.new) if found else "nothing"
        return f"{self.table.name(action.piece)} becomes {new}"
