"""The map in movement costs: what each step between neighbours costs, what stops a zone of control.

Costs are in sixths of an MP. Three classes of mover: foot, motorised, armored
(motorised, but in salt marsh only by road, clar. 14). Trucks and supply ranges are motorised. The two Tripoli
boxes are numbered behind the last hex (1.7).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from engine.kit.network import Network, build_network
from modules.afrika.rules.units import Unit

if TYPE_CHECKING:
    from engine.geometry.board import CompiledBoard
    from modules.afrika.rules.charts import Charts


class Mover(IntEnum):
    """Column of the terrain chart that a mover uses."""

    FOOT = 0
    MOTOR = 1
    ARMOR = 2


def mover_of(unit: Unit) -> Mover:
    """The column a unit uses."""
    if not unit.motorized:
        return Mover.FOOT
    return Mover.ARMOR if unit.armored else Mover.MOTOR


@dataclass(frozen=True, slots=True)
class Ground:
    """The board as the rules of movement see it.

    ``roads[mover]``: every step at its cheapest, by road where there is one; hexes only (supply ranges, clar.
    24). ``ways[mover]``: the same with the steps Tripoli - connecting box - west edge, 5 MP each (1.7).
    ``rough[mover]``: hexes only, without roads (overruns, clar. 14). ``zoc_from[i]``: hexes over which a unit
    in i exerts its zone of control. ``passable[i]``: units may stand there. ``west``: land hexes that join
    the connecting box. ``box_cost``: sixths for each leg of Tripoli - connecting box - map.
    """

    neighbors: tuple[tuple[int, ...], ...]
    roads: tuple[Network, ...]
    ways: tuple[Network, ...]
    rough: tuple[Network, ...]
    zoc_from: tuple[frozenset[int], ...]
    passable: tuple[bool, ...]
    west: frozenset[int]
    tripoli: int
    connecting: int
    box_cost: int


def compile_ground(board: CompiledBoard, charts: Charts) -> Ground:
    """The ground of a board under the terrain chart."""
    size = len(board)
    passable = tuple(charts.terrain[kind].open for kind in board.terrain)
    west = frozenset(i for i in range(size) if board.column[i] == 0 and passable[i])
    rough, roads, ways = [], [], []
    for mover in Mover:
        plain = _Costs(board, charts, mover, passable)
        rough.append(build_network(board.neighbors, plain.across))
        roads.append(build_network(board.neighbors, plain.by_road))
        ways.append(build_network((*board.neighbors, (), ()), plain.by_road, _box_steps(charts, size, west)))
    return Ground(
        neighbors=(*board.neighbors, (), ()),
        roads=tuple(roads),
        ways=tuple(ways),
        rough=tuple(rough),
        passable=(*passable, True, True),
        west=west,
        tripoli=size,
        connecting=size + 1,
        box_cost=charts.box_cost,
        zoc_from=(*(_zoc_from(board, charts, i, passable) for i in range(size)), frozenset(), frozenset()),
    )


def _box_steps(charts: Charts, size: int, west: frozenset[int]) -> Iterator[tuple[int, int, int]]:
    tripoli, connecting, cost = size, size + 1, charts.box_cost
    pairs = [(tripoli, connecting), *((connecting, i) for i in sorted(west))]
    for a, b in pairs:
        yield a, b, cost
        yield b, a, cost


@dataclass(frozen=True, slots=True)
class _Costs:
    """Costs of steps for one class of mover."""

    board: CompiledBoard
    charts: Charts
    mover: Mover
    passable: tuple[bool, ...]

    def across(self, i: int, j: int) -> int | None:
        """Without roads."""
        if not (self.passable[i] and self.passable[j]):
            return None
        total = self.charts.terrain[self.board.terrain[j]].cost[self.mover]
        if total < 0:
            return None
        for kind in self.board.hexside(i, j):
            row = self.charts.hexsides.get(kind)
            extra = 0 if row is None else (row.up if self.board.high(i, j) == j else row.down)[self.mover]
            if extra < 0:
                return None
            total += extra
        return total

    def by_road(self, i: int, j: int) -> int | None:
        """By road where there is one."""
        if not (self.passable[i] and self.passable[j]) or self.charts.is_wall(self.board.hexside(i, j)):
            return None
        ways = [self.charts.routes[kind] for kind in self.board.links(i, j) if kind in self.charts.routes]
        plain = self.across(i, j)
        if plain is not None:
            ways.append(plain)
        return min(ways, default=None)


def _zoc_from(board: CompiledBoard, charts: Charts, i: int, passable: tuple[bool, ...]) -> frozenset[int]:
    return frozenset(
        j for j in board.neighbors[i] if j >= 0 and passable[j] and not charts.is_wall(board.hexside(i, j))
    )
