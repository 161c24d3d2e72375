"""The coast and all that runs along it, worked out once with shapely.

The program itself draws plain lines: the coast, a light edge inside it, and the vignette lines in the water.
Their shapes need buffers of polygons, so they are made here and stored with the module, along with the points
near the water at which roads and port signs must give way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shapely import MultiPolygon, Polygon, box
from shapely import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points, unary_union

from app.graphics.curves import Point, Polyline, cut_corners, seeded

VIGNETTE_DISTANCES = (0.07, 0.15, 0.25, 0.37, 0.51)
LIGHT_EDGE = 0.028
SAFE_DISTANCE = 0.09
MARGIN = 1.6
_WOBBLE = 0.22


@dataclass(frozen=True)
class Coast:
    """The land of a board as polygons, with what was derived from it."""

    land: MultiPolygon
    safe: BaseGeometry

    @classmethod
    def from_rings(
        cls, polygons: Sequence[Sequence[Polyline]], bounds: tuple[float, float, float, float]
    ) -> Coast:
        """Smooths the rings and cuts them to the board with a margin all around."""
        shapes = [_smooth_polygon(rings, number) for number, rings in enumerate(polygons)]
        x0, y0, x1, y1 = bounds
        window = box(x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, y1 + MARGIN)
        land = _polygons(unary_union(shapes).intersection(window))
        return cls(land, land.buffer(-SAFE_DISTANCE))

    def rings(self) -> list[Polyline]:
        """Every ring of the coast, closed without repeating its first point."""
        return [ring for polygon in self.land.geoms for ring in _rings(polygon)]

    def light_edge(self) -> list[Polyline]:
        """A line just inside the coast."""
        inside = _polygons(self.land.buffer(-LIGHT_EDGE).simplify(0.008))
        return [ring for polygon in inside.geoms for ring in _rings(polygon)]

    def vignette(self, distance: float) -> list[Polyline]:
        """The line in the water at a distance from the coast."""
        around = _polygons(self.land.simplify(0.01).buffer(distance, join_style="round").simplify(0.008))
        return [ring for polygon in around.geoms for ring in _rings(polygon)]

    def is_land(self, at: Point) -> bool:
        return bool(self.land.contains(ShapelyPoint(at)))

    def kept_ashore(self, at: Point, within: Polyline) -> Point:
        """The nearest point of the hex that keeps its distance from the water; `at` itself if there is
        none.
        """
        room = self.safe.intersection(Polygon(within).buffer(-0.08))
        if room.is_empty or room.contains(ShapelyPoint(at)):
            return at
        near = nearest_points(room, ShapelyPoint(at))[0]
        return near.x, near.y

    def water_point(self, within: Polyline) -> Point | None:
        """A point well inside the water part of a hex, where a port sign can stand."""
        for distance in (0.12, 0.03):
            water = Polygon(within).buffer(0.02).difference(self.land.buffer(distance))
            parts = _polygons(water).geoms
            if parts:
                inside = max(parts, key=lambda part: part.area).representative_point()
                return inside.x, inside.y
        return None


def _smooth_polygon(rings: Sequence[Polyline], number: int) -> Polygon:
    smooth = [cut_corners(_wobbled(ring, number, i), 2, closed=True) for i, ring in enumerate(rings)]
    return Polygon(smooth[0], smooth[1:]).buffer(0)


def _wobbled(ring: Polyline, *key: int) -> Polyline:
    """The ring with the middle of each side pushed a little to one side, against drawn-by-ruler stretches."""
    chance = seeded("coast", *key)
    points = ring[:-1] if ring[0] == ring[-1] else ring
    result: Polyline = []
    for a, b in pairwise([*points, points[0]]):
        result.append(a)
        size = math.dist(a, b)
        if 0.06 < size < 3:
            push = chance.uniform(-_WOBBLE, _WOBBLE)
            result.append(
                ((a[0] + b[0]) / 2 - (b[1] - a[1]) * push, (a[1] + b[1]) / 2 + (b[0] - a[0]) * push)
            )
    return result


def _polygons(shape: BaseGeometry) -> MultiPolygon:
    parts: Iterable[BaseGeometry] = getattr(shape, "geoms", [shape])
    return MultiPolygon([part for part in parts if isinstance(part, Polygon) and not part.is_empty])


def _rings(polygon: Polygon) -> Iterator[Polyline]:
    for ring in (polygon.exterior, *polygon.interiors):
        yield [(x, y) for x, y in list(ring.coords)[:-1]]
