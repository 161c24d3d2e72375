"""Where routes run: one point in each hex, one on each hexside, shared by all routes so that junctions
meet.

A route passes through the symbol of a place; elsewhere its point lies near the mean of the hexside
points, a little to one side by chance fixed for that hex. Near the coast the stored points of the bake,
which keep their distance from the water, take precedence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from app.graphics.curves import Point, Polyline, between, seeded, spline
from app.graphics.painters.board_coast import EMPTY, CoastLines, side_key
from app.graphics.painters.board_features import corners_between
from engine.geometry.board import CompiledBoard

TOWARD_SIDES = 0.78


class RoutePoints:
    """The net of points for all routes of one map."""

    def __init__(
        self,
        board: CompiledBoard,
        kinds: Sequence[str],
        coast: CoastLines = EMPTY,
        old_names: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.board = board
        self._coast = coast
        self._old_names = old_names
        self._joined: dict[int, set[int]] = defaultdict(set)
        for route in board.routes:
            if route.kind in kinds:
                for i, j in zip(route.path, route.path[1:], strict=False):
                    self._joined[i].add(j)
                    self._joined[j].add(i)

    def hexes(self) -> list[int]:
        """All hexes that a route passes."""
        return sorted(self._joined)

    def links(self) -> list[tuple[int, int]]:
        """All pairs of neighbours that a route joins."""
        return sorted((i, j) for i, others in self._joined.items() for j in others if i < j)

    def hex_point(self, i: int) -> Point:
        """Where routes pass in a hex."""
        name = self.board.ids[i]
        stored = self._coast.route_points.get(name) or self._coast.symbols.get(name)
        return stored or self.free_hex_point(i)

    def free_hex_point(self, i: int) -> Point:
        """Where routes would pass if there were no water."""
        name = self.board.ids[i]
        if name in self._coast.symbols:
            return self._coast.symbols[name]
        center = self.board.center(i)
        if i in self.board.places:
            return center
        chance = seeded("route", self._old_names.get(name, name))
        sides = [self.side_point(i, j) for j in sorted(self._joined.get(i, ()))]
        if not sides:
            return center[0] + chance.uniform(-0.13, 0.13), center[1] + chance.uniform(-0.11, 0.11)
        mean = (sum(p[0] for p in sides) / len(sides), sum(p[1] for p in sides) / len(sides))
        x, y = between(center, mean, TOWARD_SIDES)
        return x + chance.uniform(-0.045, 0.045), y + chance.uniform(-0.045, 0.045)

    def side_point(self, i: int, j: int) -> Point:
        """Where routes cross a hexside."""
        stored = self._coast.side_points.get(side_key(self.board.ids[i], self.board.ids[j]))
        return stored or self.free_side_point(i, j)

    def free_side_point(self, i: int, j: int) -> Point:
        """Where routes would cross a hexside if there were no water."""
        low, high = sorted((i, j))
        a, b = corners_between(self.board, low, high)
        first, second = (
            self._old_names.get(name, name) for name in (self.board.ids[low], self.board.ids[high])
        )
        share = 0.5 + seeded("side", first, second).uniform(-0.16, 0.16)
        return between(a, b, share)

    def curve(self, path: Sequence[int]) -> Polyline:
        """The smooth line of a chain of neighbours."""
        knots: Polyline = []
        for i, j in zip(path, [*path[1:], None], strict=True):
            knots.append(self.hex_point(i))
            if j is not None:
                knots.append(self.side_point(i, j))
        return spline(knots)
