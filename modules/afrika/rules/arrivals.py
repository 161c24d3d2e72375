"""Who comes, and where to: orders of arrival, releases from the Restriction Box, new supply points.

A piece that is due waits in the space ``turn-N`` of the turn track; what the orders of arrival say about it
gives its place. Where the usual place is lost the alternatives of 4.1 are open.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.definition.scenario import ScheduleEntry
from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import State
from modules.afrika import ANY_SUPPLIED_HEX
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.leaders import homes
from modules.afrika.rules.queries import is_out_of_supply, occupier, ports_of
from modules.afrika.rules.setup import schedule
from modules.afrika.rules.state import ALLIED, AXIS, RESTRICTION, TRIPOLI, holds_enemy_supply, other

COMING = ("arrive", "to-box", "return")


class OrdersOfArrival:
    """Both orders of arrival as this game uses them, by turn and side and by piece."""

    def __init__(self, game: AfrikaGame) -> None:
        self.entries: tuple[ScheduleEntry, ...] = tuple(schedule(game))
        self._by_turn: dict[tuple[int, SideId], list[ScheduleEntry]] = {}
        self._coming: dict[PieceId, ScheduleEntry] = {}
        self._release: dict[PieceId, int] = {}
        for entry in self.entries:
            self._by_turn.setdefault((entry.turn, entry.side), []).append(entry)
            for piece in entry.comers():
                if entry.action in (*COMING, "upgrade"):
                    self._coming[piece] = entry
                elif entry.action == "release":
                    self._release[piece] = entry.turn

    def of_turn(self, turn: int, side: SideId, action: str) -> Iterator[ScheduleEntry]:
        """Entries of one kind for a side's turn."""
        return (entry for entry in self._by_turn.get((turn, side), ()) if entry.action == action)

    def entry_for(self, piece: PieceId) -> ScheduleEntry | None:
        """The entry that brings a piece."""
        return self._coming.get(piece)

    def release_turn(self, piece: PieceId) -> int | None:
        """The turn a piece is released from the Restriction Box by schedule."""
        return self._release.get(piece)


def orders_of_arrival(game: AfrikaGame) -> OrdersOfArrival:
    """Both orders of arrival of a game, made once and kept with it."""
    return game.part(OrdersOfArrival)


def due(game: AfrikaGame, state: State, side: SideId) -> tuple[PieceId, ...]:
    """A side's pieces waiting on the turn track for this turn or an earlier one, in the order of the
    countermix."""
    waiting = {
        name
        for place, stack in state.stacks.items()
        if place.startswith("turn-") and int(place[5:]) <= state.turn
        for name in stack
    }
    return tuple(name for name in game.names if name in waiting and state.pieces[name].owner == side)


def arrival_places(game: AfrikaGame, state: State, piece: PieceId) -> tuple[PlaceId, ...]:
    """Where a piece that is due may be placed now; the only or usual place first."""
    if piece in game.leaders:
        return _leader_places(game, state, piece)
    entry = orders_of_arrival(game).entry_for(piece)
    if entry is not None and entry.action == "to-box":
        return (RESTRICTION,)
    if game.units[piece].side == AXIS:
        return _supplied_places(game, state) if is_anywhere(entry) else (TRIPOLI,)
    return _allied_places(game, state)


def is_anywhere(entry: ScheduleEntry | None) -> bool:
    """Whether an entry brings its pieces to any supplied Axis-occupied hex (200 Rgt on turn 20)."""
    return entry is not None and entry.choice == ANY_SUPPLIED_HEX


def _supplied_places(game: AfrikaGame, state: State) -> tuple[PlaceId, ...]:
    found = [
        game.place(number)
        for number, here in game.situation(state).units[AXIS].items()
        if game.is_hex(number) and any(not is_out_of_supply(state, name) for name in here)
    ]
    return (*found, TRIPOLI)


def _allied_places(game: AfrikaGame, state: State) -> tuple[PlaceId, ...]:
    if is_open(game, state, ALLIED, game.alexandria):
        return (game.alexandria,)
    enemy = game.situation(state).units[AXIS]
    return tuple(game.place(i) for i in sorted(game.east_edge | game.cairo) if i not in enemy)


def _leader_places(game: AfrikaGame, state: State, leader: PieceId) -> tuple[PlaceId, ...]:
    found = tuple(homes(game, state, leader))
    usual = TRIPOLI if game.leaders[leader] == AXIS else game.alexandria
    return (usual,) if usual in found else found


def is_open(game: AfrikaGame, state: State, side: SideId, place: PlaceId) -> bool:
    """Whether a side controls a hex and no enemy unit stands there."""
    return state.control.get(place) == side and occupier(game, state, game.number(place)) != other(side)


# --- Restriction Box -----------------------------------------------------------------------------------


def restricted(game: AfrikaGame, state: State) -> tuple[PieceId, ...]:
    """Units in the Restriction Box."""
    return tuple(name for name in state.stacks.get(RESTRICTION, ()) if name in game.units)


def released_by_schedule(game: AfrikaGame, state: State) -> tuple[PieceId, ...]:
    """Units in the Restriction Box whose release has come (7.2)."""
    found = []
    for name in restricted(game, state):
        turn = orders_of_arrival(game).release_turn(name)
        if turn is not None and turn <= state.turn:
            found.append(name)
    return tuple(found)


def release_places(game: AfrikaGame, state: State) -> tuple[PlaceId, ...]:
    """Where units leave the Restriction Box to: Mersa Matruh, Alexandria, Cairo, as the Commonwealth controls
    them."""
    places = (game.place(i) for i in sorted(game.release_hexes))
    return tuple(place for place in places if is_open(game, state, ALLIED, place))


# --- new supply points ---------------------------------------------------------------------------------


def supply_ports(game: AfrikaGame, state: State) -> tuple[tuple[PlaceId, int], ...]:
    """Commonwealth ports that can still take supply points, with their room (erratum 5, ruling 8)."""
    return tuple(
        (place, port.room)
        for place, port in ports_of(state, ALLIED)
        if port.room > 0
        and is_open(game, state, ALLIED, place)
        and not holds_enemy_supply(state, ALLIED, place)
    )
