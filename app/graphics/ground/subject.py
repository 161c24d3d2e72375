"""What is painted: one board with its land and heights, and the window on it.

Gathers the compiled board, its looks and the stored nets into plain values, so that the steps of painting
neither read files nor know how a board is numbered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from app.graphics.curves import MeasuredLine, Point, Polyline
from app.graphics.ground.heights import ReliefNet
from app.graphics.ground.noise import Field, Octaves
from app.graphics.ground.rasters import Pixels, blur, linear_sample, painted_mask, smoothstep
from app.graphics.ground.styles import Style

STATION: float = 0.06
"""Distance between the measured points of an escarpment."""
WOBBLE_COARSE = Octaves(frequency=1.5, count=3)
WOBBLE_FINE = Octaves(frequency=5.5, count=3)
WANDER = Octaves(frequency=1.1, count=3)
WANDER_REACH = 0.55
SHORE_BLUR = 0.13
NOTHING_NEAR = 1.6
"""Shapes whose first corner lies farther from a window than this do not reach into it."""


Shape = Sequence[Point]
MOST_MASKS = 4
_masks: dict[int, tuple[Sequence[Polyline], float, Pixels]] = {}


@dataclass(frozen=True, eq=False)
class Line:
    """A measured line as arrays: points and the unit normals to their left."""

    points: Field
    left: Field

    @classmethod
    def of(cls, line: Polyline) -> Line:
        measured = MeasuredLine(line)
        count = max(2, int(np.ceil(measured.length / STATION)))
        stations = [measured.smooth_at(measured.length * i / count, 0.03) for i in range(count + 1)]
        return cls(
            np.array([(s.x, s.y) for s in stations], np.float32),
            np.array([s.left for s in stations], np.float32),
        )


@dataclass(frozen=True)
class Subject:
    """A board ready to be painted; lengths are board units."""

    size: Point
    hexes: Mapping[Style, Sequence[Shape]]
    """Corners of the hexes of each kind of terrain."""
    shore: Sequence[Polyline]
    """Closed lines around the land; none on a map that is all land."""
    relief: ReliefNet
    steps: Sequence[Line] = ()
    """Softened escarpments, upper side to the left."""
    valleys: Sequence[Line] = ()
    flooded: Sequence[Shape] = ()
    """Hexes that became sea since the shore was drawn."""
    drained: Sequence[Shape] = ()
    """Hexes that became land since the shore was drawn."""

    def shore_mask(self, scale: float) -> Pixels:
        """The land inside the shore for the whole map, from 0 to 255; kept, as it is cut from often."""
        known = _masks.get(id(self.shore))
        if known is not None and known[0] is self.shore and known[1] == scale:
            return known[2]
        width, height = round(self.size[0] * scale), round(self.size[1] * scale)
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in self.shore:
            path.addPolygon(QPolygonF([QPointF(x * scale, y * scale) for x, y in ring]))
            path.closeSubpath()
        share = painted_mask(width, height, lambda painter: painter.drawPath(path))
        mask = np.rint(share * 255).astype(np.uint8)
        while len(_masks) >= MOST_MASKS:
            _masks.pop(next(iter(_masks)))
        _masks[id(self.shore)] = (self.shore, scale, mask)
        return mask


@dataclass(frozen=True)
class Window:
    """A rectangle of the board at so many pixels a hex."""

    subject: Subject
    scale: float
    left: float
    top: float
    width: int
    height: int

    @classmethod
    def whole(cls, subject: Subject, scale: float) -> Window:
        return cls(subject, scale, 0.0, 0.0, round(subject.size[0] * scale), round(subject.size[1] * scale))

    @cached_property
    def columns(self) -> Field:
        """Board coordinates of the columns of pixels."""
        return (self.left + (np.arange(self.width) + 0.5) / self.scale).astype(np.float32)

    @cached_property
    def rows(self) -> Field:
        """Board coordinates of the rows of pixels."""
        return (self.top + (np.arange(self.height) + 0.5) / self.scale).astype(np.float32)

    @cached_property
    def places(self) -> tuple[Field, Field]:
        """Board coordinates of all pixel centers."""
        grid_x, grid_y = np.meshgrid(self.columns, self.rows)
        return grid_x, grid_y

    def noise(self, octaves: Octaves, dx: float = 0.0, dy: float = 0.0) -> Field:
        """A random field at all pixels, shifted by so much."""
        return octaves.net(self.columns + np.float32(dx), self.rows + np.float32(dy))

    @cached_property
    def wobble(self) -> Field:
        """Noise that frays the edges of terrain."""
        coarse, fine = self.noise(WOBBLE_COARSE), self.noise(WOBBLE_FINE, 7, 3)
        result: Field = (coarse - 0.5) * np.float32(0.55) + (fine - 0.5) * np.float32(0.30)
        return result

    @cached_property
    def wandered(self) -> tuple[Field, Field]:
        """Pixels from which the edges of terrain are read, so that they leave their hexsides."""
        columns, rows = np.meshgrid(
            np.arange(self.width, dtype=np.float32), np.arange(self.height, dtype=np.float32)
        )
        reach = np.float32(WANDER_REACH * self.scale)
        columns += (self.noise(WANDER, 31, 0) - 0.5) * reach
        rows += (self.noise(WANDER, 0, 57) - 0.5) * reach
        return columns, rows

    @cached_property
    def land(self) -> Field:
        """Share of land of each pixel."""
        subject = self.subject
        land = self._shore_land()
        for shapes, is_land in ((subject.flooded, False), (subject.drained, True)):
            mask = self.mask(shapes)
            if not mask.any():
                continue
            soft = linear_sample(blur(mask, SHORE_BLUR * self.scale), *self.wandered)
            share = smoothstep(soft + self.wobble * np.float32(0.45), 0.42, 0.58)
            land = np.maximum(land, share) if is_land else np.minimum(land, 1 - share)
        return land

    def _shore_land(self) -> Field:
        if not self.subject.shore:
            return np.ones((self.height, self.width), np.float32)
        whole = self.subject.shore_mask(self.scale)
        first, top = round(self.left * self.scale), round(self.top * self.scale)
        columns = np.clip(np.arange(first, first + self.width), 0, whole.shape[1] - 1)
        rows = np.clip(np.arange(top, top + self.height), 0, whole.shape[0] - 1)
        return whole[np.ix_(rows, columns)].astype(np.float32) / np.float32(255)

    def polygon(self, points: Shape) -> QPolygonF:
        """Board points as a polygon of pixels."""
        s, x0, y0 = self.scale, self.left, self.top
        return QPolygonF([QPointF((x - x0) * s, (y - y0) * s) for x, y in points])

    def is_near(self, point: Point) -> bool:
        """Whether a shape of the size of a hex that has this corner may reach into the window."""
        return (
            self.left - NOTHING_NEAR < point[0] < self.left + self.width / self.scale + NOTHING_NEAR
            and self.top - NOTHING_NEAR < point[1] < self.top + self.height / self.scale + NOTHING_NEAR
        )

    def mask(self, shapes: Sequence[Shape]) -> Field:
        """The union of polygons of the size of a hex."""
        frame = QRectF(0, 0, self.width, self.height)
        near = [self.polygon(shape) for shape in shapes if self.is_near(shape[0])]
        polygons = [polygon for polygon in near if polygon.boundingRect().intersects(frame)]
        return self.painted(polygons)

    def painted(self, polygons: Sequence[QPolygonF]) -> Field:
        """Polygons of pixels as shares."""
        if not polygons:
            return np.zeros((self.height, self.width), np.float32)

        def draw(painter: QPainter) -> None:
            for polygon in polygons:
                painter.drawPolygon(polygon)

        return painted_mask(self.width, self.height, draw)
