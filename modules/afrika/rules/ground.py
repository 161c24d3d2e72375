"""The map in movement costs: what each step between neighbours costs, what stops a zone of control.

Costs are in sixths of an MP. Three classes of mover: foot, motorised, armored
(motorised, but in salt marsh only by road, clar. 14). Trucks and supply ranges are motorised. The two Tripoli
boxes are numbered behind the last hex (1.7).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
        roads.append(build_network(board.neighbors, _ByRoad(plain, rough[-1]).cost))
        ways.append(_with_boxes(roads[-1], _box_steps(charts, size, west)))
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


def _with_boxes(network: Network, steps: Iterable[tuple[int, int, int]]) -> Network:
    """A network of hexes with the two Tripoli boxes behind them and the steps between."""
    extra: dict[int, dict[int, int]] = {}
    for i, j, cost in steps:
        extra.setdefault(i, {})[j] = cost
    found: list[Mapping[int, int]] = [*network.steps, {}, {}]
    exits = [*network.exits, (), ()]
    for i, more in extra.items():
        found[i] = {**found[i], **more}
        exits[i] = tuple(found[i].items())
    return Network(exits=tuple(exits), steps=tuple(found))


class _Costs:
    """Costs of steps without roads for one class of mover."""

    def __init__(
        self, board: CompiledBoard, charts: Charts, mover: Mover, passable: tuple[bool, ...]
    ) -> None:
        self.board, self.charts, self.mover, self.passable = board, charts, mover, passable
        by_terrain = {kind: row.cost[mover] for kind, row in charts.terrain.items()}
        self._enter = [by_terrain[kind] if passable[i] else -1 for i, kind in enumerate(board.terrain)]

    def across(self, i: int, j: int) -> int | None:
        """Terrain of the hex entered and what is on the hexside."""
        total = self._enter[j]
        if total < 0 or not self.passable[i]:
            return None
        for kind in self.board.hexside(i, j):
            row = self.charts.hexsides.get(kind)
            extra = 0 if row is None else (row.up if self.board.high(i, j) == j else row.down)[self.mover]
            if extra < 0:
                return None
            total += extra
        return total


class _ByRoad:
    """Costs of steps along a road or track where there is one, else without."""

    def __init__(self, plain: _Costs, rough: Network) -> None:
        self._plain, self._rough = plain, rough

    def cost(self, i: int, j: int) -> int | None:
        """The cheapest way; none across a wall."""
        plain = self._rough.steps[i].get(j)
        board, charts, passable = self._plain.board, self._plain.charts, self._plain.passable
        links = board.links(i, j)
        if not links:
            return plain
        if not (passable[i] and passable[j]) or charts.is_wall(board.hexside(i, j)):
            return None
        ways = [charts.routes[kind] for kind in links if kind in charts.routes]
        return min(ways if plain is None else [*ways, plain], default=None)


def _zoc_from(board: CompiledBoard, charts: Charts, i: int, passable: tuple[bool, ...]) -> frozenset[int]:
    return frozenset(
        j for j in board.neighbors[i] if j >= 0 and passable[j] and not charts.is_wall(board.hexside(i, j))
    )
