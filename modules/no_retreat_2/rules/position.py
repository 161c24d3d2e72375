"""Questions about who stands where and whose zone of control reaches where (12.2, 12.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.ids import PieceId, PlaceId, SideId
from engine.state.memo import Memo
from engine.state.model import State
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.terrain import Terrain
from modules.no_retreat_2.rules.units import Unit, is_minefield, stack_load


@dataclass(frozen=True, slots=True)
class Zones:
    """Hexes in a side's ZOC: of any piece, and of Mechanized units and Minefields only (12.3.3)."""

    every: frozenset[int]
    hard: frozenset[int]


@dataclass(frozen=True)
class Positions:
    """Reads positions on the compiled board."""

    units: dict[PieceId, Unit]
    terrain: Terrain
    _zones: Memo[dict[SideId, Zones]] = field(default_factory=Memo, repr=False, compare=False)

    def side_at(self, state: State, i: int) -> SideId | None:
        """The side that has pieces in a hex."""
        stack = state.at(self.terrain.board.ids[i])
        return state.pieces[stack[0]].owner if stack else None

    def squares_at(self, state: State, place: PlaceId) -> tuple[PieceId, ...]:
        """Square units in a place."""
        return tuple(p for p in state.at(place) if self.units[p].square)

    def fighters_at(self, state: State, place: PlaceId) -> tuple[PieceId, ...]:
        """Pieces with a strength in a place: square units and entrenchments."""
        return tuple(p for p in state.at(place) if self.units[p].type != "leader")

    def in_full_supply(self, state: State, piece: PieceId) -> bool:
        """No Low Supply and no Unsupplied marker (11.5.4)."""
        marks = state.pieces[piece].marks
        return nr.LOW not in marks and nr.UNSUPPLIED not in marks

    def is_unsupplied(self, state: State, piece: PieceId) -> bool:
        """Whether a piece bears an Unsupplied marker (11.5)."""
        return nr.UNSUPPLIED in state.pieces[piece].marks

    def mechanized(self, state: State, piece: PieceId) -> bool:
        """A Mechanized unit whose bonus and multi-hex advance count: not Unsupplied (11.5, 13.5.3)."""
        return self.units[piece].mechanized and not self.is_unsupplied(state, piece)

    def zones(self, state: State, side: SideId) -> Zones:
        """The zones of control of a side; Boxes, leaders, bracketed and Unsupplied units have none (12.3)."""
        return self._zones.get((state.pieces, state.stacks), lambda: self._make_zones(state))[side]

    def _make_zones(self, state: State) -> dict[SideId, Zones]:
        every: dict[SideId, set[int]] = {side: set() for side in nr.SIDES}
        hard: dict[SideId, set[int]] = {side: set() for side in nr.SIDES}
        index = self.terrain.board.index
        for place, stack in state.stacks.items():
            if place not in index:
                continue
            for piece in stack:
                kind = self._zoc_kind(state, piece)
                if kind:
                    around = self.terrain.open_neighbors(index[place])
                    every[state.pieces[piece].owner].update(around)
                    if kind == "hard":
                        hard[state.pieces[piece].owner].update(around)
        return {side: Zones(frozenset(every[side]), frozenset(hard[side])) for side in nr.SIDES}

    def _zoc_kind(self, state: State, piece: PieceId) -> str:
        unit, held = self.units[piece], state.pieces[piece]
        if is_minefield(unit, held):
            return "hard"
        if not unit.square or not unit.zoc or nr.UNSUPPLIED in held.marks:
            return ""
        return "hard" if unit.mechanized else "soft"

    def is_overstacked(self, state: State, place: PlaceId, extra: Iterable[PieceId] = ()) -> bool:
        """More than two square units or one entrenchment in a hex (12.2.1)."""
        present = (*state.at(place), *extra)
        square, entrenched = stack_load(self.units, present)
        return square > 2 or entrenched > 1

    def mixes_colors(self, pieces: Iterable[PieceId]) -> bool:
        """German with Italian, or Allied brown with tan (12.2.2, 13.1.1)."""
        colors = {self.units[p].color for p in pieces if self.units[p].square}
        return {"gray", "green"} <= colors or {"brown", "tan"} <= colors

    def british_leader_on_map(self, state: State) -> bool:
        """O'Connor or Montgomery on the map lets brown and tan attack together (13.1.1)."""
        return any(
            held.owner == nr.ALLIED and self.units[p].type == "leader" and held.at in self.terrain.board.index
            for p, held in state.pieces.items()
        )

    def black_at(self, state: State, place: PlaceId) -> tuple[PieceId, ...]:
        """Black-strength units in a hex: they may attack (2.0)."""
        return self.squares_at(state, place)
