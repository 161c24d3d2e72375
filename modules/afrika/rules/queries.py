"""Questions about a position that several rules ask; all numbers are place numbers of the game."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.state import ALLIED, DEAD, OUT, SIDES, Dump, Port, data, other

# --- who is where ----------------------------------------------------------------------------------


def units_in(game: AfrikaGame, state: State, place: PlaceId | None) -> tuple[PieceId, ...]:
    """All units in any place, off-map boxes included, bottom to top (no leaders, boxes)."""
    if place is None:
        return ()
    return tuple(name for name in state.stacks.get(place, ()) if name in game.units)


def units_at(game: AfrikaGame, state: State, side: SideId, number: int) -> tuple[PieceId, ...]:
    """A side's units at a numbered place, bottom to top."""
    return game.situation(state).units[side].get(number, ())


def occupier(game: AfrikaGame, state: State, number: int) -> SideId | None:
    """The side that has units at a place."""
    units = game.situation(state).units
    return next((side for side in SIDES if number in units[side]), None)


def living(game: AfrikaGame, state: State, side: SideId) -> Iterator[PieceId]:
    """A side's units on the map and in the Tripoli boxes."""
    for here in game.situation(state).units[side].values():
        yield from here


def is_on_map(game: AfrikaGame, state: State, piece: PieceId) -> bool:
    """Whether a piece stands in a hex."""
    return game.is_hex(game.number(state.pieces[piece].at))


def contested(game: AfrikaGame, state: State) -> Iterator[PlaceId]:
    """Hexes (or Tripoli boxes) where units of both sides stand: there should be none."""
    for place, stack in state.stacks.items():
        if (
            game.number(place) >= 0
            and len({game.units[name].side for name in stack if name in game.units}) > 1
        ):
            yield place


def misplaced_leaders(game: AfrikaGame, state: State) -> Iterator[PieceId]:
    """Leaders in a place where enemy units are: there should be none (6.3, 7.3)."""
    for leader, side in game.leaders.items():
        number = game.situation(state).leaders[leader]
        if number >= 0 and occupier(game, state, number) == other(side):
            yield leader


def is_dead(state: State, piece: PieceId) -> bool:
    """Whether a piece is in a dead pile (dead or withdrawn)."""
    return state.pieces[piece].at in DEAD.values()


def load(game: AfrikaGame, state: State, number: int) -> int:
    """How many units count for stacking at a place (2.3: every unit one)."""
    return sum(len(game.situation(state).units[side].get(number, ())) for side in SIDES)


def stacking_limit(game: AfrikaGame, number: int) -> int:
    """Units that may stack at a place; 0 = no limit (Tripoli boxes, 1.7)."""
    return game.charts.stacking if game.is_hex(number) else 0


# --- zones of control ------------------------------------------------------------------------------


def zoc(game: AfrikaGame, state: State, side: SideId) -> frozenset[int]:
    """Hexes in which a side exerts a zone of control (ruling 11; none by units out of supply, 5.2)."""
    return game.situation(state).zoc[side]


def enemy_zoc(game: AfrikaGame, state: State, side: SideId) -> frozenset[int]:
    """Hexes in an EZOC, as seen by a side."""
    return game.situation(state).zoc[other(side)]


def in_enemy_zoc(game: AfrikaGame, state: State, side: SideId, number: int) -> bool:
    """Whether a hex is in an EZOC, as seen by a side."""
    return number in game.situation(state).zoc[other(side)]


def blocked_for_supply(game: AfrikaGame, state: State, side: SideId) -> frozenset[int]:
    """Hexes no supply range and no truck of a side may enter: enemy units, EZOC no friendly unit negates
    (erratum 9)."""
    situation = game.situation(state)
    enemy = other(side)
    return (situation.zoc[enemy] - situation.units[side].keys()) | situation.units[enemy].keys()


# --- leaders, boxes, supply points, ports ------------------------------------------------------------


def leader_at(game: AfrikaGame, state: State, side: SideId, number: int) -> PieceId | None:
    """The side's leader if he stands at a hex of the map; in the Tripoli boxes he has no effect (clar.
    27)."""
    name = game.leader.get(side)
    if name is None or not game.is_hex(number):
        return None
    return name if game.situation(state).leaders[name] == number else None


def can_carry_leader(game: AfrikaGame, side: SideId, piece: PieceId) -> bool:
    """Whether a unit may be the one a leader stacks with: a German for Rommel, any CW unit for O'Connor (6.2,
    7.1)."""
    unit = game.units[piece]
    return unit.side == side and (side == ALLIED or unit.german)


def box_owner(game: AfrikaGame, state: State, number: int) -> SideId | None:
    """Whose box stands in a hex (1.6)."""
    return game.situation(state).boxes.get(number)


def dump_at(state: State, place: PlaceId) -> Dump | None:
    """The supply points at a place."""
    return data(state).dumps.get(place)


def supply_points(state: State, side: SideId, place: PlaceId) -> int:
    """A side's supply points at a place."""
    dump = data(state).dumps.get(place)
    return dump.count if dump is not None and dump.side == side else 0


def controls(state: State, side: SideId, place: PlaceId) -> bool:
    """Whether a side controls a place: it was the last to enter it (ruling 4)."""
    return state.control.get(place) == side


def owns_port(game: AfrikaGame, state: State, side: SideId, place: PlaceId) -> bool:
    """Whether a side may use a place as a port (departure included; ruling 14)."""
    return place in game.charts.ports and state.control.get(place) == side


def ports_of(state: State, side: SideId) -> Iterator[tuple[PlaceId, Port]]:
    """A side's ports with what they hold this turn."""
    for place, port in data(state).ports.items():
        if state.control.get(place) == side:
            yield place, port


# --- ability -----------------------------------------------------------------------------------------


def is_out_of_supply(state: State, piece: PieceId) -> bool:
    """Whether a unit is marked out of supply."""
    return OUT in state.pieces[piece].marks


def is_exploit_stack(game: AfrikaGame, state: State, pieces: tuple[PieceId, ...]) -> bool:
    """Whether every unit of a stack is exploit-capable by itself (2.4)."""
    return all(game.can_exploit(state, name) for name in pieces)


def distance(game: AfrikaGame, a: int, b: int) -> int:
    """Hexes between two map hexes as the crow flies."""
    return game.board.distance(a, b)


def is_axis_home(place: PlaceId | None) -> bool:
    """Whether a place is one where the Axis is always in supply: Tripoli (1.7)."""
    return place == "tripoli"
