"""Rules of movement: which units may move, what a step costs them, where they can go (series, 1.7, 5.4,
6.2c).

Costs are those of the networks of :mod:`ground`; a position adds enemy units (never entered), the cost of
entering an EZOC, and enemy supply points, which are captured before a stack goes on (ruling 15). Every
refusal names its rule; they are listed in the order in which a player would look for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.movement import Fault, JointSpread, Spread, Walk, spread, spread_together, walk
from engine.kit.network import BLOCKED, Mover, Network, Terms
from engine.state.memo import Memo
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.ground import Mover as Class
from modules.afrika.rules.ground import mover_of
from modules.afrika.rules.march import has_moved, march, refuse_party
from modules.afrika.rules.movement_text import mp_text
from modules.afrika.rules.queries import leader_at
from modules.afrika.rules.state import AXIS, OUT, RESTRICTION, SPENT, TRIPOLI, data, other

EXPLOITATION = "exploitation"
NOWHERE: tuple[PieceId, ...] = ()


def in_exploitation(state: State) -> bool:
    """Whether this is an exploitation phase."""
    return state.phase.endswith(EXPLOITATION)


def refuse_unknown(state: State, pieces: tuple[PieceId, ...]) -> Refusal | None:
    """Refuses pieces that are not in the game."""
    unknown = tuple(name for name in pieces if name not in state.pieces)
    return Refusal(f"there is no piece {unknown[0]}", code="UNKNOWN_ID", pieces=unknown) if unknown else None


def refuse_twice(units: tuple[PieceId, ...]) -> Refusal | None:
    """Refuses a unit that is named more than once."""
    if len(set(units)) == len(units):
        return None
    return Refusal("a unit is named twice", code="BAD_REQUEST", pieces=units)


@dataclass(frozen=True, slots=True)
class Field:
    """What a side meets on the map now: surcharges on entering, without EZOC for the LRDG, and captures."""

    watched: Terms
    unwatched: Terms
    watched_fresh: Terms
    unwatched_fresh: Terms

    def terms(self, *, lrdg: bool, fresh: bool) -> Terms:
        """Terms for one unit; ``fresh``: its full MA is unspent, so that one hex is always allowed."""
        if lrdg:
            return self.unwatched_fresh if fresh else self.unwatched
        return self.watched_fresh if fresh else self.watched


class MovementRules:
    """Answers about movement in one compiled game; remembers what depends only on where counters are."""

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._fields: Memo[Field] = Memo(4)

    # --- the ground a side meets ----------------------------------------------------------------

    def field(self, state: State, side: SideId) -> Field:
        """Enemy units, EZOC and enemy supply points as a side meets them."""
        situation, enemy = self.game.situation(state), other(side)
        key = (situation.units[enemy], situation.zoc[enemy], data(state).dumps, side)
        return self._fields.get(key, lambda: self._survey(state, side))

    def _survey(self, state: State, side: SideId) -> Field:
        game, enemy = self.game, other(side)
        situation = game.situation(state)
        occupied = dict.fromkeys(situation.units[enemy], BLOCKED)
        watched = {**dict.fromkeys(situation.zoc[enemy], game.charts.enter_zoc), **occupied}
        leaving = dict.fromkeys(situation.zoc[enemy], game.charts.leave_zoc) if game.charts.leave_zoc else {}
        stops = frozenset(
            game.number(place) for place, dump in data(state).dumps.items() if dump.side == enemy
        )
        return Field(
            watched=Terms(watched, leaving, stops),
            unwatched=Terms(occupied, {}, stops),
            watched_fresh=Terms(watched, leaving, stops, one_hex=True),
            unwatched_fresh=Terms(occupied, {}, stops, one_hex=True),
        )

    def ways(self, side: SideId) -> tuple[Network, ...]:
        """The networks a side moves on; the Tripoli boxes belong to the Axis only (1.7)."""
        return self.game.ground.ways if side == AXIS else self.game.ground.roads

    # --- one unit -------------------------------------------------------------------------------

    def left(self, state: State, name: PieceId) -> int:
        """Sixths of MP a unit has left in this phase."""
        return self.game.allowance(state, name) - march(state).spent.get(name, 0)

    def mover(self, state: State, name: PieceId) -> Mover:
        """A unit as a mover at this position."""
        unit, spent = self.game.units[name], march(state).spent.get(name, 0)
        full = self.game.allowance(state, name)
        terms = self.field(state, unit.side).terms(lrdg=unit.lrdg, fresh=spent == 0)
        return Mover(self.ways(unit.side)[mover_of(unit)], full - spent, terms)

    def refuse_unit(self, state: State, side: SideId, name: PieceId) -> Refusal | None:
        """Why a unit may not move at all now."""
        refusal = self.refuse_presence(state, side, name)
        if refusal is not None:
            return refusal
        unit, piece = self.game.units[name], state.pieces[name]
        if unit.movement == 0:
            rule = "2.7" if unit.garrison else "series: movement"
            return Refusal(f"{unit.name} has no movement allowance", rule, pieces=(name,))
        if SPENT in piece.marks:
            return Refusal(f"{unit.name} has finished its move in this phase", "clar. 29", pieces=(name,))
        if in_exploitation(state):
            refusal = self.refuse_exploitation(state, name)
            if refusal is not None:
                return refusal
        if piece.at == TRIPOLI and not self.may_leave_tripoli(state, name):
            text = f"{unit.name} must stay in the Tripoli Box until the first Germans arrive"
            return Refusal(text, "erratum 13", pieces=(name,))
        if self.left(state, name) <= 0:
            return Refusal(f"{unit.name} has no movement points left", "series: movement", pieces=(name,))
        return None

    def refuse_presence(self, state: State, side: SideId, name: PieceId) -> Refusal | None:
        """Why a piece is no unit of the side on the map or in the Tripoli boxes."""
        if name not in self.game.units:
            if name in self.game.leaders:
                text = f"{self.game.names[name]} moves only with units, or by Storch"
                return Refusal(text, "6.2b", pieces=(name,))
            return Refusal(f"{name} is no unit of this game", code="UNKNOWN_ID", pieces=(name,))
        unit, piece = self.game.units[name], state.pieces[name]
        if unit.side != side:
            return Refusal(f"{unit.name} belongs to the enemy", "2.1", pieces=(name,))
        if piece.at == RESTRICTION:
            text = f"{unit.name} is in the Restriction Box: units there cannot move"
            return Refusal(text, "7.2", pieces=(name,))
        if self.game.number(piece.at) < 0:
            return Refusal(f"{unit.name} is not on the map", "series: movement", pieces=(name,))
        return None

    def refuse_exploitation(self, state: State, name: PieceId) -> Refusal | None:
        """Why a unit may not move in the exploitation phase (series 11.0, 2.4, 6.2c, ruling 27).

        A leader gives units exploit capability, but those out of supply never have it (2.4).
        """
        unit = self.game.units[name]
        if OUT in state.pieces[name].marks:
            text = f"{unit.name} is out of supply and so never exploit-capable"
            return Refusal(text, "2.4", pieces=(name,))
        if self.is_led(state, name):
            return None
        if not unit.exploits:
            text = f"{unit.name} is not exploit-capable, and no leader is with it"
            return Refusal(text, "2.4", pieces=(name,))
        if name in data(state).record.in_zoc and not unit.lrdg:
            text = f"{unit.name} began the exploitation phase in an enemy zone of control"
            return Refusal(text, "series 11.0b", pieces=(name,))
        return None

    def counts_as_moved(self, state: State, name: PieceId) -> bool:
        """Whether a unit has moved as its player counts; one that may exploit has its whole allowance again,
        whatever it did in the movement phase (series 11.0).
        """
        if not has_moved(state, name):
            return False
        piece = state.pieces[name]
        is_done = SPENT in piece.marks or name in march(state).party
        is_its_own = state.phase == f"{piece.owner}.{EXPLOITATION}"
        return is_done or not is_its_own or self.refuse_exploitation(state, name) is not None

    def is_led(self, state: State, name: PieceId) -> bool:
        """Whether a unit moves as part of a leader's stack (6.2c, clar. 22, 28).

        That is settled when the stack sets out: with a leader in its hex. In the exploitation phase it also
        holds for units that began the phase with him. He has no effect in the Tripoli boxes (clar. 27).
        """
        held = march(state)
        if name in held.party:
            return held.led
        if in_exploitation(state) and name in data(state).record.led:
            return True
        return self.has_leader(state, name)

    def has_leader(self, state: State, name: PieceId) -> bool:
        """Whether the side's leader stands in a unit's hex."""
        number = self.game.number(state.pieces[name].at)
        return leader_at(self.game, state, self.game.units[name].side, number) is not None

    def may_leave_tripoli(self, state: State, name: PieceId) -> bool:
        """Erratum 13 (option): Italians stay in the Tripoli Box until the first Germans have arrived."""
        if self.game.options.get("tripoli") != "stay" or not self.game.units[name].italian:
            return True
        return self.germans_have_come(state)

    def germans_have_come(self, state: State) -> bool:
        """Whether any German unit has arrived in this game (dead ones have)."""
        return any(
            unit.german and (at := state.pieces[name].at) is not None and not at.startswith("turn-")
            for name, unit in self.game.units.items()
        )

    # --- a stack --------------------------------------------------------------------------------

    def split(self, pieces: Iterable[PieceId]) -> tuple[tuple[PieceId, ...], tuple[PieceId, ...]]:
        """Units and leaders among some pieces."""
        everything = tuple(pieces)
        return (
            tuple(name for name in everything if name not in self.game.leaders),
            tuple(name for name in everything if name in self.game.leaders),
        )

    def refuse_stack(self, state: State, side: SideId, units: tuple[PieceId, ...]) -> Refusal | None:
        """Why these units cannot move together from where they are."""
        if not units:
            return Refusal("a move needs at least one unit", "series: movement", code="BAD_REQUEST")
        twice = refuse_twice(units)
        if twice is not None:
            return twice
        for name in units:
            refusal = self.refuse_unit(state, side, name)
            if refusal is not None:
                return refusal
        if len({state.pieces[name].at for name in units}) > 1:
            return Refusal(
                "units that move together must start in the same place", "series: movement", pieces=units
            )
        return refuse_party(state, units)

    def movers(self, state: State, units: tuple[PieceId, ...]) -> tuple[Mover, ...]:
        """The different movers in a stack: units that pay alike are taken together with the least MP."""
        if len(units) == 1:
            return (self.mover(state, units[0]),)
        spent = march(state).spent
        least: dict[tuple[Class, bool, bool], int] = {}
        for name in units:
            unit, full, used = self.game.units[name], self.game.allowance(state, name), spent.get(name, 0)
            key = (mover_of(unit), unit.lrdg, used == 0)
            least[key] = min(full - used, least.get(key, BLOCKED))
        for wheels in [key for key in least if key[0] is Class.MOTOR]:
            tracks = (Class.ARMOR, *wheels[1:])
            if tracks in least:  # they pay alike, and where armor may go wheels may, too
                least[tracks] = min(least[tracks], least.pop(wheels))
        side = self.game.units[units[0]].side
        field, ways = self.field(state, side), self.ways(side)
        return tuple(
            Mover(ways[kind], left, field.terms(lrdg=lrdg, fresh=fresh))
            for (kind, lrdg, fresh), left in least.items()
        )

    def spread(self, state: State, units: tuple[PieceId, ...]) -> Spread | JointSpread:
        """Where a stack can go together."""
        movers = self.movers(state, units)
        start = self.game.number(state.pieces[units[0]].at)
        return spread(movers[0], start) if len(movers) == 1 else spread_together(movers, start)

    def able(self, state: State, side: SideId, number: int) -> tuple[PieceId, ...]:
        """Units of a side at a place that may move now."""
        here = self.game.situation(state).at(side, number)
        return tuple(name for name in here if self.refuse_unit(state, side, name) is None)

    def stacks(self, state: State, side: SideId) -> Iterator[tuple[int, tuple[PieceId, ...]]]:
        """Places with units that may move now, and these units."""
        for number in self.game.situation(state).units[side]:
            found = self.able(state, side, number)
            if found:
                yield number, found

    # --- a path ---------------------------------------------------------------------------------

    def numbers(self, path: tuple[PlaceId, ...]) -> tuple[int, ...] | Refusal:
        """A path in place numbers; refused if it names a place one cannot move to."""
        found = tuple(self.game.number(place) for place in path)
        for place, number in zip(path, found, strict=True):
            if number < 0:
                return self._refuse_place(place)
        return found

    def _refuse_place(self, place: PlaceId) -> Refusal:
        if place == RESTRICTION:
            return Refusal("nothing moves to the Restriction Box", "7.2", places=(place,))
        if place in self.game.box_titles:
            return Refusal(f"{self.game.place_name(place)} is no place to move to", places=(place,))
        return Refusal(f"there is no place {place}", code="UNKNOWN_ID", places=(place,))

    def walk(self, state: State, name: PieceId, path: tuple[int, ...]) -> Walk:
        """A path as one unit pays it."""
        return walk(self.mover(state, name), self.game.number(state.pieces[name].at), path)

    def refuse_path(self, state: State, units: tuple[PieceId, ...], path: tuple[int, ...]) -> Refusal | None:
        """Why a stack cannot take a path: the first fault of its first unit that has one."""
        if not path:
            return Refusal("the path is empty", code="BAD_REQUEST")
        seen: set[tuple[int, int, int]] = set()
        for name in units:
            mover = self.mover(state, name)
            key = (id(mover.network), id(mover.terms), mover.allowance)
            if key in seen:
                continue
            seen.add(key)
            found = walk(mover, self.game.number(state.pieces[name].at), path)
            if found.fault is not None:
                return self.fault(state, name, path, found)
        return None

    def fault(self, state: State, name: PieceId, path: tuple[int, ...], found: Walk) -> Refusal:
        """The fault of a walk in words, with its rule."""
        game, unit, step = self.game, self.game.units[name], len(found.costs)
        here = path[step - 1] if step else game.number(state.pieces[name].at)
        place = game.place(path[step])
        title = game.place_name(place)
        if found.fault is Fault.SHORT:
            text = f"{unit.name} is {mp_text(found.missing)} MP short of entering {title}"
            return Refusal(text, "series: movement", pieces=(name,), places=(place,))
        if found.fault is Fault.BLOCKED:
            text = f"enemy units stand in {title}"
            hint = "attack or overrun them"
            return Refusal(text, "series: movement", pieces=(name,), places=(place,), hint=hint)
        if found.fault is Fault.STOPPED:
            text = f"the supply points in {game.place_name(game.place(here))} are captured before going on"
            hint = f"end the path in {game.place(here)}; after the roll move on"
            return Refusal(text, "5.3", pieces=(name,), places=(game.place(here),), hint=hint)
        return self._refuse_step(name, here, path[step])

    def _refuse_step(self, name: PieceId, i: int, j: int) -> Refusal:
        """Why there is no step between two places for a unit."""
        game, unit = self.game, self.game.units[name]
        here, place = game.place_name(game.place(i)), game.place_name(game.place(j))
        culprits = (game.place(j),)
        if not (game.is_hex(i) and game.is_hex(j)):
            if unit.side != AXIS:
                text = "Commonwealth units may never enter the Tripoli boxes"
            else:
                text = "the way is Tripoli Box, connecting box, west map edge"
            return Refusal(text, "1.7", pieces=(name,), places=culprits)
        if j not in game.ground.neighbors[i]:
            return Refusal(f"{here} and {place} are not adjacent", "series: movement", places=culprits)
        if not game.ground.passable[j]:
            kind = game.terrain_title(j)
            return Refusal(f"{place} is impassable ({kind})", "terrain chart", places=culprits)
        if game.charts.is_wall(game.board.hexside(i, j)):
            text = f"the hexside between {here} and {place} is impassable"
            return Refusal(text, "clar. 17", places=culprits)
        text = f"{unit.name} may go from {here} to {place} only by road or track"
        return Refusal(text, "terrain chart", pieces=(name,), places=culprits)
