"""The map in movement costs: what each step between neighbours costs, what stops a zone of control.

Costs are in sixths of an MP, -1 where there is no way. Three classes of mover: foot, motorised, armored
(motorised, but in salt marsh only by road, clar. 14). Trucks and supply ranges are motorised. The two Tripoli
boxes are numbered behind the last hex (1.7).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from modules.afrika.rules.units import Unit

if TYPE_CHECKING:
    from engine.geometry.board import CompiledBoard
    from modules.afrika.rules.charts import Charts

Six = tuple[int, int, int, int, int, int]
NO_WAY = -1


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

    ``cost[mover][i][d]``: cheapest cost, by road where there is one, of stepping from hex i in direction d.
    ``rough_cost``: the same without roads (overruns, clar. 14). ``zoc_from[i]``: hexes that a unit in i exerts its
    zone of control over. ``passable[i]``: units may stand there. ``west``: land hexes that join the
    connecting box. ``box_cost``: sixths for each leg of Tripoli - connecting box - map.
    """

    neighbors: tuple[Six, ...]
    cost: tuple[tuple[Six, ...], ...]
    rough_cost: tuple[tuple[Six, ...], ...]
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
    rough = tuple(_costs(board, charts, mover, passable) for mover in Mover)
    cost = tuple(_with_roads(board, charts, costs, passable) for costs in rough)
    return Ground(
        neighbors=board.neighbors, cost=cost, rough_cost=rough, passable=passable,
        zoc_from=tuple(_zoc_from(board, charts, i, passable) for i in range(size)),
        west=frozenset(i for i in range(size) if board.column[i] == 0 and passable[i]),
        tripoli=size, connecting=size + 1, box_cost=charts.box_cost,
    )


def _costs(
    board: CompiledBoard, charts: Charts, mover: Mover, passable: tuple[bool, ...]
) -> tuple[Six, ...]:
    found = []
    for i, around in enumerate(board.neighbors):
        a, b, c, d, e, f = (
            _step_cost(board, charts, mover, (i, j)) if j >= 0 and passable[i] and passable[j] else NO_WAY
            for j in around
        )
        found.append((a, b, c, d, e, f))
    return tuple(found)


def _step_cost(board: CompiledBoard, charts: Charts, mover: Mover, step: tuple[int, int]) -> int:
    i, j = step
    total = charts.terrain[board.terrain[j]].cost[mover]
    if total < 0:
        return NO_WAY
    for kind in board.hexside(i, j):
        row = charts.hexsides.get(kind)
        if row is None:
            continue
        extra = row.up[mover] if board.high(i, j) == j else row.down[mover]
        if extra < 0:
            return NO_WAY
        total += extra
    return total


def _with_roads(
    board: CompiledBoard, charts: Charts, costs: tuple[Six, ...], passable: tuple[bool, ...]
) -> tuple[Six, ...]:
    found = []
    for i, around in enumerate(board.neighbors):
        a, b, c, d, e, f = (
            _by_road(board, charts, (i, j), costs[i][way]) if j >= 0 and passable[i] and passable[j] else NO_WAY
            for way, j in enumerate(around)
        )
        found.append((a, b, c, d, e, f))
    return tuple(found)


def _by_road(board: CompiledBoard, charts: Charts, step: tuple[int, int], plain: int) -> int:
    i, j = step
    if charts.is_wall(board.hexside(i, j)):
        return NO_WAY
    ways = [charts.routes[kind] for kind in board.links(i, j) if kind in charts.routes]
    if plain >= 0:
        ways.append(plain)
    return min(ways, default=NO_WAY)


def _zoc_from(
    board: CompiledBoard, charts: Charts, i: int, passable: tuple[bool, ...]
) -> frozenset[int]:
    return frozenset(
        j for j in board.neighbors[i]
        if j >= 0 and passable[j] and not charts.is_wall(board.hexside(i, j))
    )
