"""What a sensible player would move: the plan of a phase, unit by unit, for suggestions and the computer
player.

Every hex a unit can reach is worth something: nearer to the aim is better, within supply is better, next
to enemies that can be beaten is better, alone in front of strong ones is worse; ports want garrisons;
Italians go east of the line while the Duce asks for it. Units are taken from the front backward, and each
choice is seen by the next ones. Overruns at crushing odds come first, one at a time, because their dice
change everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from heapq import nlargest

from engine.ids import PieceId, PlaceId, SideId
from engine.kit.movement import Spread, spread
from engine.kit.network import BLOCKED, Mover, Terms
from engine.play.action import Action
from engine.state.model import State
from engine.view.advice import Suggestion
from modules.afrika.rules import mussolini
from modules.afrika.rules.ground import Mover as Class
from modules.afrika.rules.ground import mover_of
from modules.afrika.rules.leaders_movement import Storch, StorchKind
from modules.afrika.rules.march import march
from modules.afrika.rules.movement import MovementRules, in_exploitation
from modules.afrika.rules.movement_text import listed, mp_text, pieces_text
from modules.afrika.rules.moves import MoveKind, MoveStack
from modules.afrika.rules.overrun import refuse_overrunner
from modules.afrika.rules.policy_goals import Aim, Enemies, Goals
from modules.afrika.rules.policy_transport import TransportAdvice
from modules.afrika.rules.queries import blocked_for_supply, can_carry_leader
from modules.afrika.rules.state import AXIS, OUT, QUARTERS, SIXTHS, data, other

CANDIDATES = 24
"""So many hexes of a unit's reach are looked at closely."""
ENOUGH = 3.0
"""Odds up to which more attackers next to an enemy are welcome."""
WORTH_IT = 1.2
"""Odds that must be within reach before units gather next to an enemy."""
CRUSHING = 7.0
"""Odds at which a stack overruns."""
UNFED, FAR_FROM_FOOD, NEED_EAST, GARRISON, INERTIA = 25.0, 4.0, 18.0, 7.0, 0.4
RISK, GUNS = 14.0, 6.0
TRUCK_SHARE = 6
"""The part of the trucks with which a unit reckons when it leaves the range of the dumps."""


@dataclass(slots=True)
class Board:
    """The position as it would be with the plan so far: units and strengths by place."""

    count: dict[int, int] = field(default_factory=dict)
    defense: dict[int, float] = field(default_factory=dict)
    beside: dict[int, float] = field(default_factory=dict)
    fed: dict[PlaceId, int] = field(default_factory=dict)
    drawn: dict[PieceId, PlaceId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Order:
    """One unit's way to a better hex, and how much better it is."""

    unit: PieceId
    path: tuple[int, ...]
    gain: float


@dataclass(frozen=True, slots=True)
class Outlook:
    """All that is known when a phase is planned."""

    state: State
    side: SideId
    aim: Aim
    enemies: Enemies
    food: Mapping[int, tuple[tuple[float, PlaceId], ...]]
    stock: Mapping[PlaceId, int]
    spreads: Mapping[PieceId, Spread]
    prey: Mapping[int, float]
    wanted_east: frozenset[PieceId]


class MovementAdvice:
    """Suggestions for the movement and exploitation phases of one compiled game."""

    def __init__(self, rules: MovementRules) -> None:
        self.rules, self.game = rules, rules.game
        self.goals = Goals(rules.game)
        self.transport = TransportAdvice(rules, self.goals)
        self._move, self._storch = MoveKind(rules), StorchKind(rules.game)

    def suggestions(self, state: State, side: SideId) -> tuple[Suggestion, ...]:
        """Choices worth taking now: overruns, the leader, ships, the plan of the army, trucks."""
        aim = self.goals.aim(state, side)
        first = [*self._overruns(state, side, aim), *self._flight(state, side, aim)]
        if not in_exploitation(state):
            first += self.transport.ships(state, side, aim)
        orders = self._plan(self._outlook(state, side, aim))
        found = [*first, *self._army(state, orders)]
        if not orders and not in_exploitation(state):
            found += self.transport.trucks(state, side, aim)
        return tuple(found)

    # --- the army -------------------------------------------------------------------------------

    def _army(self, state: State, orders: list[Order]) -> Iterator[Suggestion]:
        """The whole plan as one suggestion, then its moves one by one."""
        if not orders:
            return
        moves = [self._action(order) for order in orders]
        goals = listed([self._where(order) for order in sorted(orders, key=lambda o: -o.gain)[:3]])
        text = f"Move the army, {len(moves)} stacks: {goals}"
        yield Suggestion(text=text, actions=tuple(moves), score=50.0, rule="series: movement")
        for order, move in zip(orders, moves, strict=True):
            total = self.rules.walk(state, order.unit, order.path).total
            yield Suggestion(
                text=f"{self.game.names[order.unit]} to {self._where(order)}", actions=(move,),
                score=min(30.0, order.gain), figures=(f"{mp_text(total)} MP",), rule="series: movement",
                places=(self.game.place(order.path[-1]),),
            )  # fmt: skip

    def _action(self, order: Order) -> Action:
        return MoveStack(pieces=(order.unit,), path=tuple(map(self.game.place, order.path)))

    def _where(self, order: Order) -> PlaceId:
        return self.game.place_name(self.game.place(order.path[-1]))

    def _outlook(self, state: State, side: SideId, aim: Aim) -> Outlook:
        enemies = self.goals.enemies(state, side)
        spreads = self._spreads(state, side)
        return Outlook(
            state, side, aim, enemies, self._food(state, side), self._stock(state, side), spreads,
            self._prey(state, spreads, enemies), self._wanted_east(state, side),
        )  # fmt: skip

    def _spreads(self, state: State, side: SideId) -> Mapping[PieceId, Spread]:
        """Reach of every unit that may move; units alike in one place share it."""
        known: dict[tuple[int, Class, int, bool], Spread] = {}
        found: dict[PieceId, Spread] = {}
        spent = march(state).spent
        for number, able in self.rules.stacks(state, side):
            for name in able:
                unit = self.game.units[name]
                key = (number, mover_of(unit), self.rules.left(state, name), unit.lrdg or name in spent)
                if key not in known:
                    known[key] = spread(self.rules.mover(state, name), number)
                found[name] = known[key]
        return found

    def _stock(self, state: State, side: SideId) -> Mapping[PlaceId, int]:
        """Counted units each dump can feed."""
        group = self.game.charts.supply_group
        return {place: dump.count * group for place, dump in data(state).dumps.items() if dump.side == side}

    def _food(self, state: State, side: SideId) -> Mapping[int, tuple[tuple[float, PlaceId], ...]]:
        """For each place the dumps near it, with the MP it lies beyond their range: trucks may still help."""
        game = self.game
        blocked = dict.fromkeys(blocked_for_supply(game, state, side), BLOCKED)
        limit = game.supply_range(side, state.turn)
        pool = 0 if in_exploitation(state) else data(state).trucks[side].left // TRUCK_SHARE
        mover = Mover(game.ground.roads[Class.MOTOR], limit + pool, Terms(entry=blocked))
        watched = blocked.keys() - game.situation(state).units[other(side)].keys()
        near: dict[int, list[tuple[float, PlaceId]]] = {}
        for place, dump in data(state).dumps.items():
            number = game.number(place)
            if dump.side != side or number < 0:
                continue
            found = self._range(mover, number, watched) if game.is_hex(number) else {number: 0}
            for there, cost in found.items():
                near.setdefault(there, []).append((max(0, cost - limit) / SIXTHS, place))
        return {there: tuple(sorted(found)) for there, found in near.items()}

    def _range(self, mover: Mover, number: int, watched: AbstractSet[int]) -> Mapping[int, int]:
        """Range of a dump, and the EZOC hexes next to it that a unit standing there would bring into it."""
        found = dict(spread(mover, number).cost)
        for i, cost in list(found.items()):
            for j, step in mover.network.exits[i]:
                total = cost + step
                if j in watched and total <= mover.allowance and total < found.get(j, BLOCKED):
                    found[j] = total
        return found

    def _prey(self, state: State, spreads: Mapping[PieceId, Spread], enemies: Enemies) -> Mapping[int, float]:
        """Enemy stacks that enough attackers can get next to, with the attack strength that can."""
        reachable: dict[int, float] = {}
        for name, found in spreads.items():
            attack = self.game.attack(state, name) / QUARTERS
            for number in enemies.defense if attack else ():
                if any(near in found.cost for near in self.game.ground.neighbors[number]):
                    reachable[number] = reachable.get(number, 0.0) + attack
        return {
            number: strength for number, strength in reachable.items()
            if strength / enemies.defense[number] >= WORTH_IT
        }  # fmt: skip

    def _wanted_east(self, state: State, side: SideId) -> frozenset[PieceId]:
        """Units the Mussolini requirement asks for while it will bind (6.1)."""
        rule = self.game.charts.mussolini
        if side != AXIS or data(state).mussolini_waived or state.turn > rule.until_end_of:
            return frozenset()
        return frozenset(unit.id for unit in self.game.mussolini_units)

    # --- choosing -------------------------------------------------------------------------------

    def _plan(self, outlook: Outlook) -> list[Order]:
        board = self._board(outlook)
        units = sorted(outlook.spreads, key=lambda name: self._turn(outlook, name))
        orders = []
        for name in units:
            order = self._best(outlook, board, name)
            if order is not None:
                orders.append(order)
        return orders

    def _turn(self, outlook: Outlook, name: PieceId) -> tuple[bool, float, float, str]:
        """Units near the aim choose first, strong ones before weak ones; guns join the others last."""
        number, guns = outlook.spreads[name].start, self.game.units[name].artillery
        return guns, outlook.aim.distance(number), -self.game.attack(outlook.state, name), name

    def _board(self, outlook: Outlook) -> Board:
        board, state = Board(), outlook.state
        for number, here in self.game.situation(state).units[outlook.side].items():
            for name in here:
                self._put(outlook, board, name, number, 1)
                self._draw(outlook, board, name, number)
        return board

    def _put(self, outlook: Outlook, board: Board, name: PieceId, number: int, sign: int) -> None:
        """Adds a unit to the plan's board, or takes it off."""
        game, state = self.game, outlook.state
        board.count[number] = board.count.get(number, 0) + sign
        defense = game.defense(state, name) / QUARTERS
        board.defense[number] = board.defense.get(number, 0.0) + sign * defense
        attack = game.attack(state, name) / QUARTERS
        for near in game.ground.neighbors[number] if attack else ():
            if near in outlook.enemies.defense:
                board.beside[near] = board.beside.get(near, 0.0) + sign * attack

    def _best(self, outlook: Outlook, board: Board, name: PieceId) -> Order | None:
        found = outlook.spreads[name]
        here = found.start
        self._put(outlook, board, name, here, -1)
        self._undraw(board, name)
        plain = {number: self._plain_worth(outlook, name, number) for number in found.cost}
        stay = plain[here] + self._worth(outlook, board, name, here) + INERTIA
        best, goal = stay, here
        for number in self._candidates(outlook, name, plain):
            if number != here and self._has_room(board, number):
                worth = plain[number] + self._worth(outlook, board, name, number)
                if worth > best:
                    best, goal = worth, number
        self._put(outlook, board, name, goal, 1)
        self._draw(outlook, board, name, goal)
        return None if goal == here else Order(name, found.path(goal), best - stay)

    def _candidates(self, outlook: Outlook, name: PieceId, plain: Mapping[int, float]) -> list[int]:
        """The most promising places, those without any supply last."""
        if self.game.units[name].supply == 0:
            return nlargest(CANDIDATES, plain, key=plain.__getitem__)
        food = outlook.food
        return nlargest(CANDIDATES, plain, key=lambda n: plain[n] if n in food else plain[n] - UNFED)

    def _has_room(self, board: Board, number: int) -> bool:
        return not self.game.is_hex(number) or board.count.get(number, 0) < self.game.charts.stacking

    def _plain_worth(self, outlook: Outlook, name: PieceId, number: int) -> float:
        """What a hex is worth to a unit whatever the others do."""
        worth = -outlook.aim.distance(number)
        if name in outlook.wanted_east and mussolini.is_east(self.game, self.game.place(number)):
            worth += NEED_EAST
        for near in self.game.ground.neighbors[number]:
            if near in outlook.prey:
                worth += 3.0
        return worth

    def _hunger(self, outlook: Outlook, board: Board, name: PieceId, number: int) -> float:
        """The price of supply there: none in range of a dump that can still feed somebody."""
        needs = self.game.units[name].supply
        if needs == 0 or number == self.game.ground.tripoli:
            return 0.0
        for beyond, place in outlook.food.get(number, ()):
            if board.fed.get(place, 0) + needs <= outlook.stock[place]:
                return FAR_FROM_FOOD + 1.5 * beyond if beyond else 0.0
        return UNFED

    def _draw(self, outlook: Outlook, board: Board, name: PieceId, number: int) -> None:
        """Books the supply of a unit at the nearest dump that can feed it."""
        needs = self.game.units[name].supply
        for _, place in outlook.food.get(number, ()) if needs else ():
            if board.fed.get(place, 0) + needs <= outlook.stock[place]:
                board.fed[place] = board.fed.get(place, 0) + needs
                board.drawn[name] = place
                return

    def _undraw(self, board: Board, name: PieceId) -> None:
        place = board.drawn.pop(name, None)
        if place is not None:
            board.fed[place] -= self.game.units[name].supply

    def _worth(self, outlook: Outlook, board: Board, name: PieceId, number: int) -> float:
        """What a hex is worth to a unit with the others where they are, or will be."""
        game, state, enemies = self.game, outlook.state, outlook.enemies
        attack, worth = game.attack(state, name) / QUARTERS, -self._hunger(outlook, board, name, number)
        for near in game.ground.neighbors[number]:
            if near in outlook.prey and attack:
                missing = ENOUGH * enemies.defense[near] - board.beside.get(near, 0.0)
                worth += min(attack, max(0.0, missing)) * 1.2
            elif near in outlook.prey and self.game.units[name].artillery and board.beside.get(near):
                worth += GUNS
        threat = enemies.threat.get(number, 0.0)
        if threat:
            cover = self.goals.cover(state, number)
            defense = (board.defense.get(number, 0.0) + game.defense(state, name) / QUARTERS) * cover
            worth -= min(RISK, threat / max(1.0, defense))
            worth += cover - 1
        return worth + self._garrison(outlook, board, name, number)

    def _garrison(self, outlook: Outlook, board: Board, name: PieceId, number: int) -> float:
        """Ports and towns of the own side that nobody holds want somebody on foot."""
        place = self.game.place(number)
        if place not in self.goals.row or board.count.get(number, 0) or not self.game.units[name].infantry:
            return 0.0
        return GARRISON if self.goals.owner(outlook.state, place) == outlook.side else GARRISON / 2

    # --- overruns and leaders -------------------------------------------------------------------

    def _overruns(self, state: State, side: SideId, aim: Aim) -> Iterator[Suggestion]:
        """Overruns at crushing odds by whole stacks that can."""
        enemies = self.goals.enemies(state, side)
        for number, able in self.rules.stacks(state, side):
            units = tuple(name for name in able if refuse_overrunner(self.rules, state, name) is None)
            strength = sum(self.game.attack(state, name) for name in units) / QUARTERS
            weak = [e for e, defense in enemies.defense.items() if strength >= CRUSHING * defense]
            close = [e for e in weak if self._is_close(number, e, state, units)]
            if not units or not close or self.rules.refuse_stack(state, side, units) is not None:
                continue
            reach = self._move.reach(state, side, units)
            for target in close if reach is not None else ():
                arrival = reach.arrivals.get(self.game.place(target)) if reach is not None else None
                if arrival is not None and arrival.overrun:
                    action = MoveStack(pieces=units, path=arrival.path)
                    odds = strength / enemies.defense[target]
                    where = self.game.place_name(self.game.place(target))
                    yield Suggestion(
                        text=f"Overrun {where} with {pieces_text(self.game, units)}", actions=(action,),
                        score=100.0 + odds, figures=(f"{odds:.1f}:1",), rule="series: overrun",
                        places=(self.game.place(target),),
                    )  # fmt: skip
                    break

    def _is_close(self, number: int, enemy: int, state: State, units: tuple[PieceId, ...]) -> bool:
        """Whether an enemy may be near enough to be worth a search."""
        if not units or not self.game.is_hex(number):
            return False
        reach = min(self.rules.left(state, name) for name in units) // SIXTHS
        return self.game.board.distance(number, enemy) <= reach

    def _flight(self, state: State, side: SideId, aim: Aim) -> Iterator[Suggestion]:
        """The leader flies to the strongest stack near the aim if his own is much weaker."""
        leader = self.game.leader.get(side)
        if leader is None or self._storch.unavailable(state, side) is not None:
            return
        here = self.game.situation(state).leaders[leader]
        best, place = self._leader_worth(state, side, here, aim) + 4.0, ""
        for goal in self._storch.targets(state, side, (leader,)):
            worth = self._leader_worth(state, side, self.game.number(goal), aim)
            if worth > best:
                best, place = worth, goal
        if place:
            text = f"{self.game.names[leader]} flies to {self.game.place_name(place)}"
            action = Storch(piece=leader, at=place)
            yield Suggestion(text=text, actions=(action,), score=70.0, rule="6.2a", places=(place,))

    def _leader_worth(self, state: State, side: SideId, number: int, aim: Aim) -> float:
        """What a leader is worth with the units of a place: their attack, less with every MP from the aim."""
        if not self.game.is_hex(number):
            return -20.0
        here = self.game.situation(state).at(side, number)
        fit = [name for name in here if OUT not in state.pieces[name].marks]
        if not any(can_carry_leader(self.game, side, name) for name in fit):
            return -20.0
        return sum(self.game.attack(state, name) for name in fit) / QUARTERS - aim.distance(number) / 2
