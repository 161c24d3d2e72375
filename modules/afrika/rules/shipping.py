"""Coastal shipping of units and supply points between ports (5.4b-d, 1.9, ruling 14, clar. 1).

A unit of any size or a supply point costs one shipping point, and one point of capacity of the port where
it arrives; none where it leaves. Tripoli and Alexandria take everything. A port captured this turn can be
left, but nothing arrives there. Zones of control do not matter. Shipping costs no movement points: a stack
may march, ship and march on. Leaders need no shipping and go along with their units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Action, Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.afrika.rules.capture import pass_through
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.leaders_movement import carry, riders
from modules.afrika.rules.march import refuse_party, set_out
from modules.afrika.rules.movement import MovementRules, refuse_twice, refuse_unknown
from modules.afrika.rules.movement_text import counted, pieces_text
from modules.afrika.rules.queries import owns_port, ports_of
from modules.afrika.rules.settle import settle
from modules.afrika.rules.state import (
    ALLIED,
    AXIS,
    MOVED,
    SPENT,
    TRIPOLI,
    add_supply,
    data,
    holds_enemy_supply,
    use_port,
    use_shipping,
)
from modules.afrika.rules.trucks import ENDLESS, at_hand, place_of_supply, supply_piece

RULE = "5.4b"


def refuse_shipping(state: State, side: SideId, count: int) -> Refusal | None:
    """Why there are not enough shipping points."""
    left = data(state).shipping[side]
    if left < count:
        return Refusal(f"{counted(left, 'shipping point')} left, {count} needed", RULE)
    return None


def is_own_port(rules: MovementRules, state: State, side: SideId, place: PlaceId) -> bool:
    """Whether a side may use a place as a port; Tripoli always is one of the Axis (1.9)."""
    return (side == AXIS and place == TRIPOLI) or owns_port(rules.game, state, side, place)


def own_ports(state: State, side: SideId) -> list[PlaceId]:
    """Places a side can ship out of, Tripoli included."""
    return [*(place for place, _ in ports_of(state, side)), *((TRIPOLI,) if side == AXIS else ())]


def has_room(state: State, side: SideId) -> list[PlaceId]:
    """Own ports at which something can arrive."""
    return [place for place in own_ports(state, side) if room(state, place) > 0]


def room(state: State, place: PlaceId) -> int:
    """How much can still arrive at an own port this turn (1.9, 1.9a)."""
    if place == TRIPOLI:
        return ENDLESS
    port = data(state).ports[place]
    return 0 if port.captured == state.turn else port.room


def refuse_departure(rules: MovementRules, state: State, side: SideId, place: PlaceId) -> Refusal | None:
    """Why nothing can be shipped out of a place."""
    if not is_own_port(rules, state, side, place):
        return Refusal(f"{rules.game.place_name(place)} is no own port", RULE, places=(place,))
    return None


def refuse_arrival(
    rules: MovementRules, state: State, side: SideId, place: PlaceId, count: int
) -> Refusal | None:
    """Why so many units or supply points cannot arrive at a port now (1.9, 1.9a)."""
    title = rules.game.place_name(place)
    if side == ALLIED and place == TRIPOLI:
        return Refusal("Commonwealth units may never enter the Tripoli boxes", "1.7", places=(place,))
    if not is_own_port(rules, state, side, place):
        return Refusal(f"{title} is no own port", RULE, places=(place,))
    if place != TRIPOLI and data(state).ports[place].captured == state.turn:
        text = f"{title} was captured this turn: nothing can arrive there before the next"
        return Refusal(text, "1.9a", places=(place,))
    free = room(state, place)
    if free < count:
        rest = f"can take only {free} more" if free > 0 else "can take nothing more"
        text = f"{title} {rest} this turn, and {count} would arrive"
        return Refusal(text, "1.9", places=(place,))
    return None


def arrive(r: Resolution, place: PlaceId, count: int) -> None:
    """Uses up capacity of the port of arrival."""
    if place != TRIPOLI:
        use_port(r, place, count)


# --- units --------------------------------------------------------------------------------------


class Ship(Action, frozen=True, tag="ship"):
    """Ships units of one port to another; leaders among the pieces go along."""

    pieces: tuple[PieceId, ...]
    at: PlaceId


class ShipKind(GameKind[Ship]):
    """Coastal shipping of units."""

    kind = "ship"
    action = Ship
    shape = Shape.PIECE_PLACE
    label = "Ship units"
    rule = RULE
    help = (
        "Units in a port go to another own port: one shipping point a unit, and one point of capacity of the "
        "port of arrival. It costs no movement points; garrisons can be shipped, too."
    )

    def __init__(self, rules: MovementRules) -> None:
        super().__init__(rules.game)
        self.rules = rules

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return refuse_shipping(state, side, 1)

    def refuse_unit(self, state: State, side: SideId, name: PieceId) -> Refusal | None:
        """Why a unit cannot be shipped now."""
        refusal = self.rules.refuse_presence(state, side, name)
        if refusal is not None:
            return refusal
        unit, piece = self.game.units[name], state.pieces[name]
        if SPENT in piece.marks:
            return Refusal(f"{unit.name} has finished its move in this phase", "clar. 29", pieces=(name,))
        refusal = refuse_departure(self.rules, state, side, piece.at or "")
        if refusal is None and piece.at == TRIPOLI:
            refusal = self._refuse_leaving_tripoli(state, name)
        return refusal

    def _refuse_leaving_tripoli(self, state: State, name: PieceId) -> Refusal | None:
        unit = self.game.units[name]
        if not self.rules.may_leave_tripoli(state, name):
            text = f"{unit.name} must stay in the Tripoli Box until the first Germans arrive"
            return Refusal(text, "erratum 13", pieces=(name,))
        if self.game.options.get("tripoli") == "no-shipping" and not self.rules.germans_have_come(state):
            text = "no unit is shipped out of Tripoli until the first Germans arrive"
            return Refusal(text, "clar. 23", pieces=(name,))
        return None

    def check(self, state: State, side: SideId, action: Ship) -> Refusal | None:
        unknown = refuse_unknown(state, action.pieces)
        if unknown is not None:
            return unknown
        units, leaders = self.rules.split(action.pieces)
        if not units:
            return Refusal("leaders need no shipping: name the units that go", RULE, code="BAD_REQUEST")
        refusal = refuse_twice(units) or self._refuse_units(state, side, units)
        if refusal is not None:
            return refusal
        if len({state.pieces[name].at for name in units}) > 1:
            return Refusal("the units must be in the same port", RULE, pieces=units)
        if action.at == state.pieces[units[0]].at:
            return Refusal("the units are there already", RULE, places=(action.at,))
        aboard = riders(self.game, state, units, leaders)
        if isinstance(aboard, Refusal):
            return aboard
        return (
            refuse_party(state, units)
            or refuse_shipping(state, side, len(units))
            or refuse_arrival(self.rules, state, side, action.at, len(units))
        )

    def _refuse_units(self, state: State, side: SideId, units: tuple[PieceId, ...]) -> Refusal | None:
        refusals = (self.refuse_unit(state, side, name) for name in units)
        return next((refusal for refusal in refusals if refusal is not None), None)

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Ship]:
        goals = has_room(state, side)
        for place in own_ports(state, side) if goals else ():
            if piece is not None and state.pieces[piece].at != place:
                continue
            able = self._able(state, side, place)
            groups: list[tuple[PieceId, ...]] = [(name,) for name in able if piece in (None, name)]
            if len(able) > 1 and piece in (None, *able):
                groups.append(able)
            for pieces in groups:
                for goal in goals:
                    action = Ship(pieces=pieces, at=goal)
                    if self.check(state, side, action) is None:
                        yield action

    def _able(self, state: State, side: SideId, place: PlaceId) -> tuple[PieceId, ...]:
        here = self.game.situation(state).at(side, self.game.number(place))
        return tuple(name for name in here if self.refuse_unit(state, side, name) is None)

    def sample(self, state: State, side: SideId, random: Random) -> Ship | None:
        goals = has_room(state, side)
        places = own_ports(state, side)
        random.shuffle(places)
        for place in places if goals else ():
            able = self._able(state, side, place)
            if not able:
                continue
            action = Ship(pieces=(random.choice(able),), at=random.choice(goals))
            if self.check(state, side, action) is None:
                return action
        return next(self.choices(state, side), None)

    def apply(self, r: Resolution, side: SideId, action: Ship) -> None:
        units, named = self.rules.split(action.pieces)
        leaders = riders(self.game, r.state, units, named)
        assert not isinstance(leaders, Refusal)
        origin = r.state.pieces[units[0]].at or ""
        set_out(r, units, dict.fromkeys(units, 0), led=self.rules.is_led(r.state, units[0]))
        use_shipping(r, side, len(units))
        arrive(r, action.at, len(units))
        r.move_all(units, action.at)
        r.mark(units, MOVED)
        carry(r, leaders, action.at)
        pass_through(self.game, r, units, (self.game.number(action.at),))
        left = counted(data(r.state).shipping[side], "shipping point")
        text = (
            f"{pieces_text(self.game, (*units, *leaders))} shipped from {self.game.place_name(origin)} to "
            f"{self.game.place_name(action.at)} ({left} left)."
        )
        r.emit("shipped", text, rule=RULE, side=side, pieces=(*units, *leaders), places=(origin, action.at))
        settle(self.game, r)

    def describe(self, state: State, action: Ship) -> str:
        return f"Ship {pieces_text(self.game, action.pieces)} to {self.game.place_name(action.at)}"

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        if self.unavailable(state, side) is not None:
            return ()
        return tuple(
            name
            for place in own_ports(state, side)
            for name in self._able(state, side, place)
            if next(self.choices(state, side, name), None) is not None
        )

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        if subject in self.game.units:
            return self.unavailable(state, side) or self.refuse_unit(state, side, subject)
        return self.unavailable(state, side)

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        return tuple(
            place
            for place in has_room(state, side)
            if self.check(state, side, Ship(pieces=pieces, at=place)) is None
        )


# --- supply points ------------------------------------------------------------------------------


class ShipSupply(Action, frozen=True, tag="ship-supply"):
    """Ships supply points from one port to another."""

    source: PlaceId
    at: PlaceId
    count: int = 1


class ShipSupplyKind(GameKind[ShipSupply]):
    """Coastal shipping of supply points."""

    kind = "ship-supply"
    action = ShipSupply
    shape = Shape.CARRY
    label = "Ship supply"
    rule = RULE
    help = (
        "Supply points in a port go to another own port: one shipping point and one point of capacity each."
    )

    def __init__(self, rules: MovementRules) -> None:
        super().__init__(rules.game)
        self.rules = rules

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return refuse_shipping(state, side, 1)

    def check(self, state: State, side: SideId, action: ShipSupply) -> Refusal | None:
        if action.count < 1:
            return Refusal("at least one supply point must be shipped", RULE, code="BAD_REQUEST")
        refusal = refuse_departure(self.rules, state, side, action.source)
        if refusal is not None:
            return refusal
        stock, title = at_hand(state, side, action.source), self.game.place_name(action.source)
        if stock == 0:
            return Refusal(f"there are no own supply points in {title}", RULE, places=(action.source,))
        if action.count > stock:
            return Refusal(f"only {stock} SP in {title}", RULE, places=(action.source,))
        if action.at == action.source:
            return Refusal("the supply points are there already", RULE, places=(action.at,))
        if action.at == TRIPOLI and side != ALLIED:
            return Refusal("Tripoli has all the supply it needs", "1.7", places=(action.at,))
        if holds_enemy_supply(state, side, action.at):
            text = f"enemy supply points lie in {self.game.place_name(action.at)}; a unit must enter first"
            return Refusal(text, "5.3", places=(action.at,))
        return refuse_shipping(state, side, action.count) or refuse_arrival(
            self.rules, state, side, action.at, action.count
        )

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[ShipSupply]:
        wanted = None if piece is None else place_of_supply(side, piece)
        goals = has_room(state, side)
        for source in self._sources(state, side):
            if wanted not in (None, source):
                continue
            for goal in goals:
                for count in range(1, self._most(state, side, source, goal) + 1):
                    yield ShipSupply(source=source, at=goal, count=count)

    def _sources(self, state: State, side: SideId) -> list[PlaceId]:
        return [place for place in own_ports(state, side) if at_hand(state, side, place)]

    def _most(self, state: State, side: SideId, source: PlaceId, goal: PlaceId) -> int:
        if goal in (source, TRIPOLI) or holds_enemy_supply(state, side, goal):
            return 0
        return min(at_hand(state, side, source), data(state).shipping[side], room(state, goal))

    def sample(self, state: State, side: SideId, random: Random) -> ShipSupply | None:
        pairs = [(a, b) for a in self._sources(state, side) for b in has_room(state, side)]
        random.shuffle(pairs)
        for source, goal in pairs:
            most = self._most(state, side, source, goal)
            if most > 0:
                return ShipSupply(source=source, at=goal, count=random.randint(1, most))
        return None

    def apply(self, r: Resolution, side: SideId, action: ShipSupply) -> None:
        use_shipping(r, side, action.count)
        arrive(r, action.at, action.count)
        if action.source != TRIPOLI:
            add_supply(r, action.source, side, -action.count)
        add_supply(r, action.at, side, action.count)
        left = counted(data(r.state).shipping[side], "shipping point")
        text = (
            f"{action.count} SP shipped from {self.game.place_name(action.source)} to "
            f"{self.game.place_name(action.at)} ({left} left)."
        )
        r.emit(
            "supply-shipped",
            text,
            rule=RULE,
            side=side,
            places=(action.source, action.at),
            data={"count": action.count},
        )

    def describe(self, state: State, action: ShipSupply) -> str:
        goal = self.game.place_name(action.at)
        return f"Ship {action.count} SP from {self.game.place_name(action.source)} to {goal}"

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        found: list[str] = []
        for place in self._sources(state, side) if self.unavailable(state, side) is None else ():
            if next(self.choices(state, side, place), None) is not None:
                found += [place, supply_piece(side, place)]
        return found

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        place = place_of_supply(side, subject)
        if not at_hand(state, side, place):
            return None
        return self.unavailable(state, side) or refuse_departure(self.rules, state, side, place)

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        source = place_of_supply(side, pieces[0]) if len(pieces) == 1 else ""
        return tuple(dict.fromkeys(choice.at for choice in self.choices(state, side, source)))
