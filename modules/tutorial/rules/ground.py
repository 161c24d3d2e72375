"""What the map and the counters mean in First Steps: costs, zones of control, stacking, strengths (2, 3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.movement import Spread, spread
from engine.kit.network import BLOCKED, Mover, Network, Terms, build_network
from engine.kit.zoc import compile_reach, zone_of
from engine.rules.freeplay_table import FreeTable
from engine.state.model import State

COSTS = {"clear": 1, "town": 1, "woods": 2, "rough": 2}
COVER = frozenset(("woods", "rough", "town"))
RIVER, ROAD = "river", "road"
MOST_IN_HEX = 2
MOVED, FOUGHT = "moved", "fought"


class Ground:
    """The board and the counters, asked by the rules; holds no position."""

    def __init__(self, table: FreeTable) -> None:
        self.table, self.board = table, table.board
        board = self.board
        self.network: Network = build_network(board.neighbors, self.step_cost)
        self.zoc = compile_reach(board.neighbors, lambda _i, j: board.terrain[j] in COSTS)

    def step_cost(self, i: int, j: int) -> int | None:
        """Movement points from one hex to the next (2.2): a road counts 1 and bridges rivers."""
        cost = COSTS.get(self.board.terrain[j])
        if cost is None:
            return None
        if ROAD in self.board.links(i, j):
            return 1
        return cost + (1 if RIVER in self.board.hexside(i, j) else 0)

    def at(self, state: State, piece: PieceId) -> int | None:
        """The hex a counter is in."""
        place = state.pieces[piece].at
        return self.board.index.get(place) if place else None

    def own(self, state: State, side: SideId) -> Iterator[PieceId]:
        """Counters of a side that are on the map."""
        for name, piece in state.pieces.items():
            if piece.owner == side and piece.at in self.board.index:
                yield name

    def enemy_hexes(self, state: State, side: SideId) -> frozenset[int]:
        """Hexes with counters of the other side."""
        index = self.board.index
        places = (piece.at for piece in state.pieces.values() if piece.owner != side and piece.at)
        return frozenset(index[place] for place in places if place in index)

    def enemy_zone(self, state: State, side: SideId) -> frozenset[int]:
        """Hexes in an enemy zone of control (2.3)."""
        return frozenset(zone_of(self.enemy_hexes(state, side), self.zoc))

    def value(self, state: State, piece: PieceId, name: str) -> int:
        """A figure of a counter as it stands now, front or back."""
        definition = self.table.definition(piece)
        if definition is None:
            return 0
        reduced = state.pieces[piece].steps < definition.steps and definition.reduced
        return int((definition.reduced if reduced else definition.values).get(name, 0))

    def spread(self, state: State, side: SideId, piece: PieceId) -> Spread | None:
        """Where a counter can go (2.1 to 2.4); None off the map."""
        start = self.at(state, piece)
        if start is None:
            return None
        entry = dict.fromkeys(self.enemy_hexes(state, side), BLOCKED)
        terms = Terms(entry=entry, stops=self.enemy_zone(state, side))
        return spread(Mover(self.network, self.value(state, piece, "movement"), terms), start)

    def is_full(self, state: State, place: PlaceId, coming: int) -> bool:
        """Whether so many more counters would be too many in a hex (2.4)."""
        return len(state.stacks.get(place, ())) + coming > MOST_IN_HEX

    def no_more(self, place: PlaceId) -> Refusal:
        """The refusal of too many counters in a hex."""
        return Refusal(f"only {MOST_IN_HEX} units may end in a hex", rule="2.4", places=(place,))
