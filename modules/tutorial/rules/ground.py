"""What the map and the counters mean in First Steps: costs, zones of control, stacking, strengths (2, 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.definition.module import ModuleDef
from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.movement import Spread, spread
from engine.kit.network import BLOCKED, Mover, Network, Terms, build_network
from engine.kit.zoc import compile_reach, zone_of
from engine.rules.freeplay_table import FreeTable
from engine.state.model import State

MOST_IN_HEX = 2
MOVED, FOUGHT = "moved", "fought"


def effect_of(module: ModuleDef, chart: str, column: str) -> Mapping[str, int]:
    """A column of a chart of terrain by kind; empty cells and other words mean that there is no effect."""
    found = module.chart(chart)
    rows = found.rows.labels if found.rows else ()
    cells = {kind: found.cell(kind, column) for kind in rows}
    return {kind: int(cell) for kind, cell in cells.items() if isinstance(cell, int | float)}


class Ground:
    """The board and the counters, asked by the rules; holds no position."""

    def __init__(self, table: FreeTable) -> None:
        self.table, self.board = table, table.board
        board, module = self.board, table.module
        self.costs = effect_of(module, "terrain", "mp")
        self.cover = effect_of(module, "terrain", "shift")
        self.crossing = effect_of(module, "hexsides", "mp")
        self.barrier = effect_of(module, "hexsides", "shift")
        self.routes = effect_of(module, "routes", "mp")
        self.network: Network = build_network(board.neighbors, self.step_cost)
        self.zoc = compile_reach(board.neighbors, lambda _i, j: board.terrain[j] in self.costs)

    def step_cost(self, i: int, j: int) -> int | None:
        """Movement points from one hex to the next (2.2): a road takes the place of terrain and river."""
        cost = self.costs.get(self.board.terrain[j])
        if cost is None:
            return None
        along = [self.routes[kind] for kind in self.board.links(i, j) if kind in self.routes]
        if along:
            return min(along)
        return cost + sum(self.crossing.get(kind, 0) for kind in self.board.hexside(i, j))

    def side_shift(self, i: int, j: int) -> int:
        """Columns in an attack across the side between two hexes (3.3)."""
        return sum(self.barrier.get(kind, 0) for kind in self.board.hexside(i, j))

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

    def pace(self, state: State, pieces: tuple[PieceId, ...]) -> int:
        """Movement points of counters that go together: those of the slowest (2.1)."""
        return min(self.value(state, piece, "movement") for piece in pieces)

    def spread(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> Spread | None:
        """Where counters of one hex can go (2.1 to 2.4); None off the map."""
        start = self.at(state, pieces[0])
        if start is None:
            return None
        entry = dict.fromkeys(self.enemy_hexes(state, side), BLOCKED)
        terms = Terms(entry=entry, stops=self.enemy_zone(state, side))
        return spread(Mover(self.network, self.pace(state, pieces), terms), start)

    def is_full(self, state: State, place: PlaceId, coming: int) -> bool:
        """Whether so many more counters would be too many in a hex (2.4)."""
        return len(state.stacks.get(place, ())) + coming > MOST_IN_HEX

    def no_more(self, place: PlaceId) -> Refusal:
        """The refusal of too many counters in a hex."""
        return Refusal(f"only {MOST_IN_HEX} units may end in a hex", rule="2.4", places=(place,))
