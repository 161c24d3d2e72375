"""What a bake works on: one board, its land, its heights, and the window that is painted.

Gathers the compiled board, the geodata and the projection into plain values, so that the steps of the bake
neither read files nor know how a board is numbered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from app.graphics.baking.coastline import Coast
from app.graphics.baking.noise import Field
from app.graphics.baking.rasters import painted_mask
from app.graphics.baking.survey import Elevation, Projection
from app.graphics.curves import Point, Polyline


@dataclass(frozen=True)
class Subject:
    """A board ready to be painted; lengths are board units."""

    size: Point
    hexes: Mapping[str, Sequence[Sequence[Point]]]
    """Corners of the hexes of each kind of terrain."""
    steps: Sequence[Polyline]
    """Softened escarpments, upper side to the left."""
    valleys: Sequence[Polyline]
    coast: Coast
    projection: Projection
    elevation: Elevation


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
    def places(self) -> tuple[Field, Field]:
        """Board coordinates of all pixel centers."""
        x = self.left + (np.arange(self.width, dtype=np.float32) + 0.5) / np.float32(self.scale)
        y = self.top + (np.arange(self.height, dtype=np.float32) + 0.5) / np.float32(self.scale)
        grid_x, grid_y = np.meshgrid(x, y)
        return grid_x.astype(np.float32), grid_y.astype(np.float32)

    @cached_property
    def land(self) -> Field:
        """Share of land of each pixel."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in self.subject.coast.rings():
            path.addPolygon(self.polygon(ring))
            path.closeSubpath()
        return painted_mask(self.width, self.height, lambda painter: painter.drawPath(path))

    def polygon(self, points: Sequence[Point]) -> QPolygonF:
        """Board points as a polygon of pixels."""
        s, x0, y0 = self.scale, self.left, self.top
        return QPolygonF([QPointF((x - x0) * s, (y - y0) * s) for x, y in points])

    def mask(self, shapes: Sequence[Sequence[Point]]) -> Field:
        """The union of polygons."""
        frame = QRectF(0, 0, self.width, self.height)
        polygons = [p for shape in shapes if (p := self.polygon(shape)).boundingRect().intersects(frame)]

        def draw(painter: QPainter) -> None:
            for polygon in polygons:
                painter.drawPolygon(polygon)

        return painted_mask(self.width, self.height, draw)
