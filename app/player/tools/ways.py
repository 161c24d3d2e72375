"""Where the pieces that move can go, and how: reach and targets of every kind that can take them there.

Asked for once for each kind and way point. Beyond way points the reach goes on from the last of them.
"""

from __future__ import annotations

from msgspec import structs

from app.player.offers import Offers, assemble, takes
from app.player.selection import Selection
from app.player.tools.route import Route
from engine.ids import PieceId, PlaceId
from engine.play.action import Action, AnyKind, Shape
from engine.rules.ruleset import GameRules
from engine.view.reach import Arrival, Reach


class Ways:
    """The ways of the selected pieces by the kinds of shape MOVE and PIECE_PLACE that they can begin."""

    def __init__(
        self, rules: GameRules, offers: Offers, selection: Selection, kinds: tuple[AnyKind, ...]
    ) -> None:
        self._rules, self._offers, self._selection = rules, offers, selection
        self.movers = tuple(kind for kind in kinds if kind.shape is Shape.MOVE)
        self.placers = tuple(kind for kind in kinds if kind.shape is Shape.PIECE_PLACE)
        self.route = Route(rules, offers.state, offers.side)
        self._reach: dict[tuple[str, int], Reach | None] = {}
        self._targets: dict[str, frozenset[PlaceId]] = {}

    @property
    def pieces(self) -> tuple[PieceId, ...]:
        """The pieces that go."""
        return self._selection.pieces

    def forget(self) -> None:
        """Other pieces are selected: what was known does not hold for them."""
        self._reach, self._targets = {}, {}

    def reach_of(self, kind: AnyKind) -> Reach | None:
        """Where a kind can take the pieces from the last way point."""
        key = (kind.kind, len(self.route))
        if key not in self._reach:
            self._reach[key] = kind.reach(self.route.state, self._offers.side, self.pieces)
        return self._reach[key]

    def targets_of(self, kind: AnyKind) -> frozenset[PlaceId]:
        """Where a placing kind can put the pieces."""
        if kind.kind not in self._targets:
            found = kind.targets(self._offers.state, self._offers.side, self.pieces)
            self._targets[kind.kind] = frozenset(found)
        return self._targets[kind.kind]

    @property
    def reach(self) -> Reach | None:
        """The reach of the main movement kind."""
        return next((found for kind in self.movers if (found := self.reach_of(kind)) is not None), None)

    def arrival(self, place: PlaceId) -> tuple[AnyKind, Arrival] | None:
        """How a place can be reached, by the first kind that can."""
        for kind in self.movers:
            reach = self.reach_of(kind)
            if reach is not None and place in reach.arrivals:
                return kind, reach.arrivals[place]
        return None

    def nearest_try(self, kind: AnyKind, place: PlaceId) -> tuple[PlaceId, ...]:
        """The cheapest way to a neighbour of a place, and one step more."""
        reach, board = self.reach_of(kind), self._rules.board
        index = board.index.get(place)
        if index is None:
            return ()
        if reach is None:
            return self._first_step(index)
        tries: list[tuple[int, tuple[PlaceId, ...]]] = []
        for near in board.neighbors[index]:
            name = board.ids[near] if near >= 0 else ""
            if name == reach.start:
                tries.append((0, ()))
            elif name in reach.arrivals:
                tries.append((reach.arrivals[name].cost, reach.arrivals[name].path))
        return (*self.whole_path(min(tries)[1]), place) if tries else ()

    def try_beyond(self, kind: AnyKind, place: PlaceId) -> tuple[PlaceId, ...]:
        """The way to what is in reach nearest to a place, and one step more towards it."""
        reach, board = self.reach_of(kind), self._rules.board
        goal = board.index.get(place)
        if reach is None or goal is None:
            return ()
        ways = {name: found.path for name, found in reach.arrivals.items() if not found.overrun}
        ends = {name: path for name, path in ({reach.start: ()} | ways).items() if name in board.index}
        if not ends:
            return ()
        last = min(ends, key=lambda name: (board.distance(board.index[name], goal), len(ends[name]), name))
        around = [near for near in board.neighbors[board.index[last]] if near >= 0]
        step = min(around, key=lambda near: board.distance(near, goal))
        return (*self.whole_path(ends[last]), board.ids[step])

    def _first_step(self, goal: int) -> tuple[PlaceId, ...]:
        """Nothing is in reach at all: a step towards a hex, for the rules to say what forbids every way."""
        board = self._rules.board
        start = board.index.get(self._selection.place or "")
        around = [near for near in board.neighbors[start] if near >= 0] if start is not None else []
        return (board.ids[min(around, key=lambda near: board.distance(near, goal))],) if around else ()

    def moving(self, kind: AnyKind, place: PlaceId) -> Action | None:
        """The move that ends at a place; None where a kind does not reach it."""
        if place in self.route.way_points[-1:]:
            return assemble(kind, pieces=self.pieces, path=self.route.path)
        reach = self.reach_of(kind)
        arrival = reach.arrivals.get(place) if reach else None
        if arrival is None:
            return None
        return assemble(kind, pieces=self.pieces, path=self.whole_path(arrival.path))

    def placing(self, kind: AnyKind, place: PlaceId) -> tuple[Action, ...]:
        """The actions that put the pieces on a place: one for all, or one for each."""
        if takes(kind, "pieces"):
            whole = assemble(kind, pieces=self.pieces, at=place)
            return (whole,) if whole is not None else ()
        able = self._offers.subjects(kind)
        single = (assemble(kind, piece=piece, at=place) for piece in self.pieces if piece in able)
        return tuple(action for action in single if action is not None)

    def whole_path(self, last: tuple[PlaceId, ...]) -> tuple[PlaceId, ...]:
        """The way to the last way point and on from there."""
        return (*self.route.path, *last)

    def summed(self, reach: Reach | None) -> Reach | None:
        """A reach beyond way points with costs from where the pieces stand, as the card tells them."""
        if reach is None or not self.route:
            return reach
        before = self.route.cost
        summed = {
            place: structs.replace(arrival, cost=arrival.cost + before)
            for place, arrival in reach.arrivals.items()
        }
        return structs.replace(reach, arrivals=summed)


def costs_nothing(reach: Reach | None) -> bool:
    """Whether nothing in reach costs anything, as in a retreat or an advance."""
    return reach is None or not any(a.cost or a.left for a in reach.arrivals.values())
