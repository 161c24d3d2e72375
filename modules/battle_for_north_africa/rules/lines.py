"""Lines of communication (9.2.4 to 9.2.6, rulings R42 to R46).

Leg one leads cross-country to a road, track, village or source; leg two follows roads and tracks, from
village to village, to a source. The whole path has at most 55 hexes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush

from engine.definition.chart import ChartDef
from engine.definition.module import ModuleDef
from engine.geometry.board import CompiledBoard
from engine.ids import PieceId, SideId
from engine.state.memo import Memo
from engine.state.model import State
from modules.battle_for_north_africa.rules import state as bna
from modules.battle_for_north_africa.rules.units import Unit

LONGEST = 55
LINKS_TO_VILLAGE = 12
FOOT_POINTS = 10
MOTOR_POINTS = 20
"""Reach of leg one in half movement points: 5 MP on foot, 10 MP motorised (R42)."""
ROUTES = frozenset({"road", "track"})
DESERT = "desert"
WEST_LIMIT = 7.0
WEST_OPENS = 17
"""Until turn 16 (December 1941) no Allied line may run west of L1707 (R28)."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """Hexes closed to a side's lines: enemy combat units, and their ZOC where no friendly unit stands."""

    enemy: frozenset[int]
    zone: frozenset[int]


@dataclass(frozen=True)
class Lines:
    """Traces lines of communication on a compiled board."""

    board: CompiledBoard
    units: dict[PieceId, Unit]
    costs: dict[tuple[int, int, bool], int]
    _blocks: Memo[dict[SideId, Blocks]] = field(default_factory=Memo, repr=False, compare=False)

    def blocks(self, state: State, side: SideId) -> Blocks:
        """What closes hexes to a side now."""
        return self._blocks.get((state.pieces, state.stacks), lambda: self._make_blocks(state))[side]

    def _make_blocks(self, state: State) -> dict[SideId, Blocks]:
        holders: dict[SideId, set[int]] = {side: set() for side in bna.SIDES}
        zones: dict[SideId, set[int]] = {side: set() for side in bna.SIDES}
        index = self.board.index
        for place, stack in state.stacks.items():
            for p in stack if place in index else ():
                unit = self.units.get(p)
                if unit is None or unit.size in {"hq", "quasi-hq"}:
                    continue
                holders[unit.side].add(index[place])
                if self._has_zone(unit, state):
                    around = (j for j in self.board.neighbors[index[place]] if j >= 0)
                    zones[unit.side].update(
                        j for j in around if (index[place], j, unit.motorised) in self.costs
                    )
        return {
            side: Blocks(
                enemy=frozenset(holders[bna.other(side)]),
                zone=frozenset(zones[bna.other(side)] - holders[side]),
            )
            for side in bna.SIDES
        }

    def _has_zone(self, unit: Unit, state: State) -> bool:
        if unit.size == "garrison" or unit.type in {"artillery", "anti-tank"}:
            return False
        reduced = state.pieces[unit.id].steps == 1
        return not (unit.size == "formation" and not unit.motorised and reduced and not unit.self_contained)

    def sources(self, state: State, side: SideId) -> frozenset[int]:
        """A side's sources of supply now: map edges, Tobruk, Alexandria (2.3, R46)."""
        found = set(self.board.tagged(f"{side}-source"))
        tobruk = self.board.index["L3535"]
        if state.control.get(self.board.ids[tobruk]) == side:
            found.add(tobruk)
        return frozenset(found - self.blocks(state, side).enemy)

    def trace(self, state: State, piece: PieceId) -> tuple[int, ...] | None:
        """The shortest legal line of a unit, its own hex and the source included; None if it has none.

        A unit in an off-map box always has one (R29): an empty path.
        """
        unit, at = self.units[piece], state.pieces[piece].at
        if at is None:
            return None
        if at not in self.board.index:
            return ()
        return _Search(self, state, unit, self.board.index[at]).run()


class _Search:
    """Dijkstra by number of hexes over (hex, phase of the line, links since the last village)."""

    def __init__(self, lines: Lines, state: State, unit: Unit, start: int) -> None:
        self.lines, self.state, self.unit, self.start = lines, state, unit, start
        self.side = unit.side
        self.blocks = lines.blocks(state, unit.side)
        self.sources = lines.sources(state, unit.side)

    def run(self) -> tuple[int, ...] | None:
        best: dict[tuple[int, int], int] = {}
        queue: list[tuple[int, int, int, int, tuple[int, ...]]] = []
        for hexes, spent, i, path in self._leg_one():
            heappush(queue, (hexes, spent, i, 0, path))
        while queue:
            hexes, spent, i, links, path = heappop(queue)
            if hexes > LONGEST:
                return None
            if i in self.sources:
                return path
            key = (i, links)
            if best.get(key, LONGEST + 1) <= hexes:
                continue
            best[key] = hexes
            for j in self.lines.board.neighbors[i]:
                if j >= 0 and j not in path and self.lines.board.links(i, j) & ROUTES and self._open(j):
                    on = 0 if self._resets(j) else links + 1
                    if on <= LINKS_TO_VILLAGE and not (on == LINKS_TO_VILLAGE and not self._resets(j)):
                        heappush(queue, (hexes + 1, spent, j, on, (*path, j)))
        return None

    def _leg_one(self) -> list[tuple[int, int, int, tuple[int, ...]]]:
        """Every hex the cross-country leg can end in, with the hexes of the path so far."""
        limit = MOTOR_POINTS if self.unit.motorised else FOOT_POINTS
        found = []
        queue: list[tuple[int, int, int, tuple[int, ...]]] = [(1, 0, self.start, (self.start,))]
        seen: dict[int, list[tuple[int, int]]] = {}
        while queue:
            hexes, spent, i, path = heappop(queue)
            if any(h <= hexes and s <= spent for h, s in seen.get(i, ())):
                continue
            seen.setdefault(i, []).append((hexes, spent))
            if self._is_stop(i):
                found.append((hexes, spent, i, path))
            for j in self.lines.board.neighbors[i]:
                cost = self.lines.costs.get((i, j, self.unit.motorised)) if j >= 0 else None
                if cost is not None and spent + cost <= limit and self._open(j) and self._desert_ok(i, j):
                    heappush(queue, (hexes + 1, spent + cost, j, (*path, j)))
        return found

    def _desert_ok(self, i: int, j: int) -> bool:
        return self.lines.board.terrain[j] != DESERT or bool(self.lines.board.links(i, j) & ROUTES)

    def _is_stop(self, i: int) -> bool:
        board = self.lines.board
        on_route = any(j >= 0 and board.links(i, j) & ROUTES for j in board.neighbors[i])
        return on_route or "village" in board.tags(i) or "city" in board.tags(i) or i in self.sources

    def _open(self, j: int) -> bool:
        if j in self.blocks.enemy or j in self.blocks.zone:
            return False
        return not (
            self.side == bna.ALLIED and self.state.turn < WEST_OPENS and _is_far_west(self.lines.board, j)
        )

    def _resets(self, j: int) -> bool:
        board = self.lines.board
        if not board.tags(j) & {"village", "city"}:
            return j in self.sources
        return self.state.control.get(board.ids[j]) == self.side


def _is_far_west(board: CompiledBoard, j: int) -> bool:
    return board.center(j)[0] - board.center(board.index["L1900"])[0] < WEST_LIMIT


def step_costs(module: ModuleDef, board: CompiledBoard) -> dict[tuple[int, int, bool], int]:
    """Half movement points from hex to neighbour, on foot and motorised; impassable steps are missing."""
    chart, sides = module.chart("terrain"), module.chart("hexsides")
    assert sides.rows is not None
    found: dict[tuple[int, int, bool], int] = {}
    for i in range(len(board)):
        for j in board.neighbors[i]:
            for motorised in (False, True):
                cost = _step(chart, sides, board, (i, j), motorised=motorised) if j >= 0 else None
                if cost is not None:
                    found[i, j, motorised] = cost
    return found


def _step(
    chart: ChartDef, sides: ChartDef, board: CompiledBoard, pair: tuple[int, int], *, motorised: bool
) -> int | None:
    i, j = pair
    column = "motorised" if motorised else "foot"
    kind = "city" if "city" in board.tags(j) else board.terrain[j]
    if "road" in board.links(i, j):
        return 1
    track = "track" in board.links(i, j)
    cost = float(chart.cell(kind, f"track-{column}" if track else column) or 0)
    if cost < 0:
        return None
    for side in board.hexside(i, j):
        name = "pass" if side == "escarpment" and track else side
        assert sides.rows is not None
        if name in sides.rows.labels:
            extra = float(sides.cell(name, column) or 0)
            if extra < 0:
                return None
            cost += extra
    return int(cost * 2)
