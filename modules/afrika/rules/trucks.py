"""Trucks: moving supply points overland (5.4a, 1.7, ruling 13).

All trucks of a side are one pool of movement points, so many a truck, spent in sixths over any supply points,
only in the side's own movement phase. Trucks pay motorized costs, roads included. They never enter a hex
with enemy units or enemy supply points, nor an EZOC hex without a friendly unit in it. Tripoli has all the
supply there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.movement import Fault, Walk, spread, walk, wander
from engine.kit.network import BLOCKED, Mover, Terms
from engine.play.action import Action, Shape
from engine.play.resolution import Resolution
from engine.state.memo import Memo
from engine.state.model import State
from engine.view.reach import Arrival, Reach
from modules.afrika.rules.ground import Mover as Class
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.movement import MovementRules
from modules.afrika.rules.movement_text import mp_text
from modules.afrika.rules.queries import blocked_for_supply
from modules.afrika.rules.state import (
    AXIS,
    SIXTHS,
    TRIPOLI,
    add_supply,
    data,
    other,
    use_trucks,
)

ENDLESS = 1_000
"""Supply points at hand in Tripoli (1.7): more than trucks or ships will ever take."""


def supply_piece(side: SideId, place: PlaceId) -> PieceId:
    """The id under which a dump is shown as a piece."""
    return f"sp-{side}-{place}"


def place_of_supply(side: SideId, name: PieceId) -> PlaceId:
    """The place of a dump named as a piece or by its place."""
    return name.removeprefix(f"sp-{side}-")


def at_hand(state: State, side: SideId, place: PlaceId) -> int:
    """Supply points a side can move out of a place."""
    if side == AXIS and place == TRIPOLI:
        return ENDLESS
    dump = data(state).dumps.get(place)
    return dump.count if dump is not None and dump.side == side else 0


def sources(state: State, side: SideId) -> Iterator[PlaceId]:
    """Places a side can move supply points out of."""
    if side == AXIS:
        yield TRIPOLI
    yield from (place for place, dump in data(state).dumps.items() if dump.side == side)


class Truck(Action, frozen=True, tag="truck"):
    """Moves supply points by truck from a place along a path."""

    source: PlaceId
    path: tuple[PlaceId, ...]
    count: int = 1


class TruckKind(GameKind[Truck]):
    """Truck movement of supply points."""

    kind = "truck"
    action = Truck
    shape = Shape.CARRY
    label = "Move supply by truck"
    rule = "5.4a"

    def __init__(self, rules: MovementRules) -> None:
        super().__init__(rules.game)
        self.help = (
            f"Each truck gives {mp_text(rules.game.charts.truck)} movement points to move supply points, in "
            "any shares. Trucks pay motorized costs; enemy units, enemy supply points and enemy zones of "
            "control without a friendly unit block them."
        )
        self.rules = rules
        self._terms: Memo[Terms] = Memo(4)

    # --- the road -------------------------------------------------------------------------------

    def mover(self, state: State, side: SideId, count: int) -> Mover:
        """The pool shared out over so many supply points."""
        left = data(state).trucks[side].left // max(1, count)
        return Mover(self.rules.ways(side)[Class.MOTOR], left, self.terms(state, side))

    def terms(self, state: State, side: SideId) -> Terms:
        """What blocks a side's trucks."""
        dumps = data(state).dumps
        return self._terms.get((state.pieces, dumps, side), lambda: self._survey(state, side))

    def _survey(self, state: State, side: SideId) -> Terms:
        closed = set(blocked_for_supply(self.game, state, side))
        enemy = other(side)
        closed.update(
            self.game.number(place) for place, dump in data(state).dumps.items() if dump.side == enemy
        )
        closed.add(self.game.ground.tripoli)
        return Terms(entry=dict.fromkeys(closed, BLOCKED))

    # --- legality -------------------------------------------------------------------------------

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        if data(state).trucks[side].left <= 0:
            return Refusal("all trucks are used up this turn", self.rule)
        return None

    def check(self, state: State, side: SideId, action: Truck) -> Refusal | None:
        if action.count < 1:
            return Refusal("at least one supply point must be moved", self.rule, code="BAD_REQUEST")
        start = self.game.number(action.source)
        stock = at_hand(state, side, action.source) if start >= 0 else 0
        source = self.game.place_name(action.source)
        if stock == 0:
            return Refusal(f"there are no own supply points in {source}", self.rule, places=(action.source,))
        if action.count > stock:
            return Refusal(f"only {stock} SP in {source}", self.rule, places=(action.source,))
        path = self.rules.numbers(action.path)
        if isinstance(path, Refusal):
            return path
        if not path:
            return Refusal("the path is empty", code="BAD_REQUEST")
        found = walk(self.mover(state, side, action.count), start, path)
        return None if found.fault is None else self._fault(state, side, (start, *path), found)

    def _fault(self, state: State, side: SideId, line: tuple[int, ...], found: Walk) -> Refusal:
        game, step = self.game, len(found.costs)
        here, there = line[step], line[step + 1]
        place = game.place(there)
        title, culprits = game.place_name(place), (place,)
        if found.fault is Fault.SHORT:
            left = mp_text(data(state).trucks[side].left)
            text = f"the trucks have {left} MP left, not enough to bring these supply points to {title}"
            return Refusal(text, self.rule, places=culprits)
        if found.fault is Fault.BLOCKED:
            return Refusal(self._blocked_text(state, side, there), self.rule, places=culprits)
        if not (game.is_hex(here) and game.is_hex(there)):
            text = "the way is Tripoli Box, connecting box, west map edge, for the Axis only"
            return Refusal(text, "1.7", places=culprits)
        if there not in game.ground.neighbors[here]:
            text = f"{game.place_name(game.place(here))} and {title} are not adjacent"
            return Refusal(text, self.rule, places=culprits)
        return Refusal(
            f"trucks cannot go to {title} from there: by road or track only, or not at all",
            "terrain chart",
            places=culprits,
        )

    def _blocked_text(self, state: State, side: SideId, number: int) -> str:
        title, enemy = self.game.place_name(self.game.place(number)), other(side)
        dump = data(state).dumps.get(self.game.place(number))
        if number == self.game.ground.tripoli:
            return "Tripoli has all the supply it needs"
        if self.game.situation(state).at(enemy, number):
            return f"enemy units stand in {title}"
        if dump is not None and dump.side == enemy:
            return f"the enemy supply points in {title} must be captured by a unit first"
        return f"{title} is in an enemy zone of control and no friendly unit stands there"

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Truck]:
        wanted = None if piece is None else place_of_supply(side, piece)
        for source in sources(state, side):
            if wanted not in (None, source):
                continue
            stock, start = at_hand(state, side, source), self.game.number(source)
            for count in self._counts(state, side, stock):
                found = spread(self.mover(state, side, count), start)
                for number in found.cost:
                    if number != start:
                        path = tuple(self.game.place(step) for step in found.path(number))
                        yield Truck(source=source, path=path, count=count)

    def _counts(self, state: State, side: SideId, stock: int) -> range:
        """Numbers of supply points that the pool can still carry over a hex of the fastest route."""
        most = data(state).trucks[side].left // self.game.charts.least_step
        return range(1, min(stock, max(1, most)) + 1)

    def sample(self, state: State, side: SideId, random: Random) -> Truck | None:
        places = list(sources(state, side))
        random.shuffle(places)
        for source in places:
            count = random.randint(1, min(3, at_hand(state, side, source)))
            path = wander((self.mover(state, side, count),), self.game.number(source), random, 8)
            if path:
                return Truck(source=source, path=tuple(map(self.game.place, path)), count=count)
        return next(self.choices(state, side), None)

    # --- carrying out ---------------------------------------------------------------------------

    def apply(self, r: Resolution, side: SideId, action: Truck) -> None:
        path = tuple(self.game.number(place) for place in action.path)
        cost = walk(self.mover(r.state, side, action.count), self.game.number(action.source), path).total
        use_trucks(r, side, cost * action.count)
        goal = self.game.place(path[-1])
        if action.source != TRIPOLI:
            add_supply(r, action.source, side, -action.count)
        add_supply(r, goal, side, action.count)
        left = mp_text(data(r.state).trucks[side].left)
        text = (
            f"{action.count} SP by truck from {self.game.place_name(action.source)} to "
            f"{self.game.place_name(goal)} ({mp_text(cost * action.count)} truck MP, {left} left)."
        )
        r.emit(
            "trucked",
            text,
            rule=self.rule,
            side=side,
            places=(action.source, *action.path),
            data={"count": action.count},
        )

    def describe(self, state: State, action: Truck) -> str:
        goal = self.game.place_name(action.path[-1]) if action.path else "nowhere"
        return f"{action.count} SP from {self.game.place_name(action.source)} to {goal} by truck"

    # --- for the window -------------------------------------------------------------------------

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        found: list[str] = []
        for place in sources(state, side):
            found += [place, supply_piece(side, place)]
        return found

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        place = place_of_supply(side, subject)
        dump = data(state).dumps.get(place)
        if dump is None or at_hand(state, side, place):
            return self.unavailable(state, side)
        return Refusal("these supply points belong to the enemy", self.rule, places=(place,))

    def reach(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> Reach | None:
        """Where one supply point of a dump can go; named as a piece or by its place."""
        source = place_of_supply(side, pieces[0]) if len(pieces) == 1 else ""
        start = self.game.number(source)
        if start < 0 or not at_hand(state, side, source):
            return None
        found = spread(self.mover(state, side, 1), start)
        arrivals = {
            self.game.place(number): Arrival(
                cost=cost,
                left=found.allowance - cost,
                path=tuple(self.game.place(step) for step in found.path(number)),
            )
            for number, cost in found.cost.items()
            if number != start
        }
        return Reach(pieces=pieces, start=source, scale=SIXTHS, arrivals=arrivals)
