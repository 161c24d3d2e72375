"""What a sensible player would ship and truck: supply to the front, first to those who would go hungry.

Ships bring supply points to the foremost port that can take them, and units when there is enough of it.
Trucks feed units that nobody feeds, then bring what lies behind nearer to the front.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.ids import PieceId, PlaceId, SideId
from engine.kit.movement import spread
from engine.kit.network import BLOCKED, Mover, Terms
from engine.state.model import State
from engine.view.advice import Suggestion
from modules.afrika.rules.ground import Mover as Class
from modules.afrika.rules.grouping import propose
from modules.afrika.rules.movement import MovementRules
from modules.afrika.rules.policy_goals import Aim, Goals
from modules.afrika.rules.queries import blocked_for_supply
from modules.afrika.rules.shipping import Ship, ShipKind, ShipSupply, has_room, own_ports, room
from modules.afrika.rules.state import CONNECTING, SIXTHS, TRIPOLI, data, holds_enemy_supply
from modules.afrika.rules.supply import counted, needs_supply, supply_net
from modules.afrika.rules.trucks import Truck, TruckKind, at_hand, sources

PLENTY = 2
"""Turns of supply at the front after which ships carry units, too."""
SAFE = 3
"""Hexes from the nearest enemy at which a dump without a unit may lie."""
LOAD = 3
"""Supply points moved together at most."""


class TransportAdvice:
    """Suggestions for ships and trucks of one compiled game."""

    def __init__(self, rules: MovementRules, goals: Goals) -> None:
        self.rules, self.game, self.goals = rules, rules.game, goals
        self._trucks, self._ships = TruckKind(rules), ShipKind(rules)

    # --- ships ----------------------------------------------------------------------------------

    def ships(self, state: State, side: SideId, aim: Aim) -> Iterator[Suggestion]:
        """One thing to ship now, if any."""
        if data(state).shipping[side] <= 0:
            return
        goals = [place for place in has_room(state, side) if place != TRIPOLI]
        goals = [place for place in goals if self._is_safe(state, side, place)]
        if not goals:
            return
        goal = min(goals, key=lambda place: (aim.distance(self.game.number(place)), place))
        if self._stock(state, side, aim) >= PLENTY * self._need(state, side):
            yield from self._ship_units(state, side, aim, goal)
        yield from self._ship_supply(state, side, aim, goal)

    def _ship_supply(self, state: State, side: SideId, aim: Aim, goal: PlaceId) -> Iterator[Suggestion]:
        here = aim.distance(self.game.number(goal))
        behind = [
            place for place in own_ports(state, side)
            if at_hand(state, side, place) and aim.distance(self.game.number(place)) > here + 3
        ]  # fmt: skip
        if not behind or holds_enemy_supply(state, side, goal):
            return
        source = max(behind, key=lambda place: (aim.distance(self.game.number(place)), place))
        count = min(at_hand(state, side, source), data(state).shipping[side], room(state, goal), LOAD)
        names = f"{self.game.place_name(source)} to {self.game.place_name(goal)}"
        action = ShipSupply(source=source, at=goal, count=count)
        yield Suggestion(text=f"Ship {count} SP from {names}", actions=(action,), score=60.0, rule="5.4b",
                         places=(source, goal))  # fmt: skip

    def _ship_units(self, state: State, side: SideId, aim: Aim, goal: PlaceId) -> Iterator[Suggestion]:
        here = aim.distance(self.game.number(goal))
        able = [
            name for place in own_ports(state, side)
            if aim.distance(self.game.number(place)) > here + 8
            for name in self.game.situation(state).at(side, self.game.number(place))
            if self.game.units[name].movement and self._can_ship(state, side, name, goal)
        ]  # fmt: skip
        full = len(self.game.situation(state).at(side, self.game.number(goal))) >= self.game.charts.stacking
        if not able or full:
            return
        best = max(able, key=lambda name: (self._power(state, name), name))
        text = f"Ship {self.game.names[best]} to {self.game.place_name(goal)}"
        yield Suggestion(
            text=text, actions=(Ship(pieces=(best,), at=goal),), score=61.0, rule="5.4b", places=(goal,)
        )

    def _can_ship(self, state: State, side: SideId, name: PieceId, goal: PlaceId) -> bool:
        return self._ships.check(state, side, Ship(pieces=(name,), at=goal)) is None

    def _power(self, state: State, name: PieceId) -> int:
        return self.game.attack(state, name) + self.game.defense(state, name)

    def _stock(self, state: State, side: SideId, aim: Aim) -> int:
        """Supply points that lie nearer to the aim than fifteen MP."""
        return sum(
            dump.count for place, dump in data(state).dumps.items()
            if dump.side == side and aim.distance(self.game.number(place)) <= 15
        )  # fmt: skip

    def _need(self, state: State, side: SideId) -> int:
        """Supply points a turn costs about."""
        return 1 + counted(self.game, needs_supply(self.game, state, side)) // self.game.charts.supply_group

    def _is_safe(self, state: State, side: SideId, place: PlaceId) -> bool:
        """Whether supply may lie in a place: a unit guards it, or no enemy is near."""
        number = self.game.number(place)
        if self.game.situation(state).at(side, number) or not self.game.is_hex(number):
            return True
        return number not in self.goals.enemies(state, side).threat

    # --- trucks ---------------------------------------------------------------------------------

    def trucks(self, state: State, side: SideId, aim: Aim) -> Iterator[Suggestion]:
        """One thing to move by truck now, if any: food for the hungry, or supply to the front."""
        if data(state).trucks[side].left <= 0:
            return
        found = next(self._feed(state, side), None) or next(self._bring_up(state, side, aim), None)
        if found is not None:
            source, goal = self.game.place_name(found.source), self.game.place_name(found.path[-1])
            text = f"Truck {found.count} SP from {source} to {goal}"
            yield Suggestion(text=text, actions=(found,), score=40.0, rule="5.4a",
                             places=(found.source, found.path[-1]))  # fmt: skip

    def _feed(self, state: State, side: SideId) -> Iterator[Truck]:
        """The truck that feeds most hungry units for its cost."""
        hungry = propose(self.game, state, side).without
        places: dict[PlaceId, int] = {}
        for name in hungry:
            at = state.pieces[name].at
            if at is not None:
                places[at] = places.get(at, 0) + self.game.units[name].supply
        if not places:
            return
        fed = {place: self._fed_from(state, side, place, places) for place in places}
        best: tuple[float, Truck] | None = None
        for source in sources(state, side):
            near = supply_net(self.game).source(state, side, source)
            if not self._spare(state, side, source):
                continue
            found = spread(self._trucks.mover(state, side, 1), self.game.number(source))
            for place, units in fed.items():
                number = self.game.number(place)
                cost = found.cost.get(number)
                if not cost or (near is not None and near.covers(number)):
                    continue
                worth = units / (cost + SIXTHS)
                if best is None or worth > best[0]:
                    path = tuple(map(self.game.place, found.path(number)))
                    best = (worth, Truck(source=source, path=path, count=1))
        if best is not None:
            yield best[1]

    def _fed_from(self, state: State, side: SideId, place: PlaceId, places: dict[PlaceId, int]) -> int:
        """Counted hungry units within supply range of a place, at most what one point feeds."""
        number = self.game.number(place)
        if not self.game.is_hex(number):
            return places[place]
        blocked = dict.fromkeys(blocked_for_supply(self.game, state, side), BLOCKED)
        network, limit = self.game.ground.roads[Class.MOTOR], self.game.supply_range(side, state.turn)
        found = spread(Mover(network, limit, Terms(entry=blocked)), number).cost
        total = sum(units for other, units in places.items() if self.game.number(other) in found)
        return min(total, self.game.charts.supply_group)

    def _bring_up(self, state: State, side: SideId, aim: Aim) -> Iterator[Truck]:
        """Supply that lies behind goes toward the aim, the foremost first, as far as it is safe."""
        ordered = sorted(sources(state, side), key=lambda place: aim.distance(self.game.number(place)))
        front = self._front(state, side, aim)
        for source in ordered:
            start = self.game.number(source)
            if aim.distance(start) <= front + 1 or not self._spare(state, side, source):
                continue
            count = min(LOAD, self._spare(state, side, source))
            for load in range(count, 0, -1):
                found = spread(self._trucks.mover(state, side, load), start)
                goal = self._goal(state, side, aim, found.cost)
                if goal is not None and aim.distance(goal) < aim.distance(start) - 1:
                    yield Truck(source=source, path=tuple(map(self.game.place, found.path(goal))), count=load)
                    return

    def _front(self, state: State, side: SideId, aim: Aim) -> float:
        """How far the foremost stacks are from the aim."""
        distances = sorted(
            aim.distance(number)
            for number in self.game.situation(state).units[side]
            if self.game.is_hex(number)
        )
        return distances[min(2, len(distances) - 1)] if distances else 0.0

    def _spare(self, state: State, side: SideId, source: PlaceId) -> int:
        """What may leave a dump: what the units that only it can feed will not need."""
        if source == TRIPOLI:
            return 1 if at_hand(state, side, CONNECTING) < LOAD else 0
        near = supply_net(self.game).source(state, side, source)
        fed = 0 if near is None else sum(
            counted(self.game, here) for number, here in self.game.situation(state).units[side].items()
            if near.covers(number)
        )  # fmt: skip
        keep = -(-fed // self.game.charts.supply_group)
        return max(0, at_hand(state, side, source) - keep)

    def _goal(self, state: State, side: SideId, aim: Aim, reach: Iterable[int]) -> int | None:
        """The reachable place nearest to the aim where supply is guarded or far from the enemy."""
        own = self.game.situation(state).units[side]
        threat = self.goals.enemies(state, side).threat
        fit = [number for number in reach if number in own or number not in threat]
        if not fit:
            return None
        return min(fit, key=lambda number: (aim.distance(number), number))
