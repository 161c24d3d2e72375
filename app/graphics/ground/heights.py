"""The measured lie of the land as a coarse net: heights, and what of them can be worked out once for a map.

A module with baked ground ships the net as a small picture of 16 bits, so that the program can give relief
to what is repainted without geodata or a projection. Heights and depths are in meters; the net has
`PER_HEX` nodes to a hex width and reaches a little beyond the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainterPath, QPolygonF

from app.graphics.curves import Point, Polyline
from app.graphics.ground.noise import Field
from app.graphics.ground.rasters import (
    blur,
    cubic_net,
    distance_to,
    painted_mask,
    smoothstep,
    wide_blur,
)

PER_HEX: Final = 4
RIM: Final = 8
"""Nodes beyond each edge of the map."""
_ZERO: Final = 4000.0
_STEPS: Final = 8.0
INLAND: Final = 1.2
OPEN_BLUR: Final = 0.45
MASSIF_BLUR: Final = 1.6
DEPTH_BLUR: Final = 0.55
LOWEST: Final = -140.0
EVENED: Final = 3.0
"""So far beyond what was measured, in hex widths, the land has no forms of its own any more."""
EVEN_BLUR: Final = 8.0


@dataclass(frozen=True, eq=False)
class HeightNet:
    """Meters at the nodes; row and column 0 lie `RIM` nodes north and west of the map's corner."""

    rows: Field

    @classmethod
    def places(cls, size: Point) -> tuple[Field, Field]:
        """Board places of all nodes for a map of that size."""
        width, height = (int(np.ceil(length * PER_HEX)) + 2 * RIM + 1 for length in size)
        x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        return (x - RIM) / PER_HEX, (y - RIM) / PER_HEX

    @classmethod
    def flat(cls, size: Point) -> HeightNet:
        """Level land; for maps that nobody surveyed."""
        return cls(np.full(cls.places(size)[0].shape, 40.0, np.float32))

    @classmethod
    def of_picture(cls, picture: QImage) -> HeightNet:
        """The net of a stored picture."""
        grey = picture.convertToFormat(QImage.Format.Format_Grayscale16)
        raw = np.frombuffer(grey.constBits(), np.uint16).reshape(grey.height(), grey.bytesPerLine() // 2)
        return cls(raw[:, : grey.width()].astype(np.float32) / _STEPS - _ZERO)

    def moved(self, shift: Point, size: Point) -> HeightNet:
        """The same land on a map of another size, moved by so much; beyond what was measured its edges go on,
        ever smoother.
        """
        places = HeightNet.places(size)
        xs = places[0][0] - np.float32(shift[0])
        ys = places[1][:, 0] - np.float32(shift[1])
        known = cubic_net(self.rows, xs * PER_HEX + RIM, ys * PER_HEX + RIM)
        height, width = self.rows.shape
        beyond_x = np.maximum(-RIM / PER_HEX - xs, xs - (width - 1 - RIM) / PER_HEX).clip(0)
        beyond_y = np.maximum(-RIM / PER_HEX - ys, ys - (height - 1 - RIM) / PER_HEX).clip(0)
        away = np.hypot(beyond_x[None, :], beyond_y[:, None]).astype(np.float32)
        if not away.any():
            return HeightNet(known)
        share = smoothstep(away, 0.0, EVENED)
        return HeightNet(np.asarray(known + (wide_blur(known, EVEN_BLUR) - known) * share, np.float32))

    def picture(self) -> QImage:
        """The net as a picture to be stored."""
        raw = np.clip(np.rint((self.rows + _ZERO) * _STEPS), 0, 65535).astype(np.uint16)
        height, width = raw.shape
        padded = np.zeros((height, width + width % 2), np.uint16)
        padded[:, :width] = raw
        return QImage(
            padded.tobytes(), width, height, padded.shape[1] * 2, QImage.Format.Format_Grayscale16
        ).copy()

    def relief(self, shore: Sequence[Polyline]) -> ReliefNet:
        """The nets from which relief and depth are read, for land inside closed lines."""
        height, width = self.rows.shape
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in shore:
            path.addPolygon(QPolygonF([QPointF(x * PER_HEX + RIM, y * PER_HEX + RIM) for x, y in ring]))
            path.closeSubpath()
        land = painted_mask(width, height, lambda painter: painter.drawPath(path))
        if not shore:
            land = np.ones_like(land)
        return ReliefNet(self.rows, land)


@dataclass(frozen=True, eq=False)
class ReliefNet:
    """Heights with the broad forms of the land and the depth of the sea beside them."""

    measured: Field
    land: Field

    @cached_property
    def kept(self) -> Field:
        """Heights above the sea, hollows only far from it."""
        reach = round(INLAND * PER_HEX)
        inland = distance_to(self.land < 0.5, reach) >= reach - 0.5
        lowest = np.where(inland, np.float32(LOWEST), np.float32(0.0))
        return np.maximum(self.measured, lowest).astype(np.float32)

    @cached_property
    def open_land(self) -> Field:
        return blur(self.kept, OPEN_BLUR * PER_HEX)

    @cached_property
    def massif(self) -> Field:
        return blur(self.kept, MASSIF_BLUR * PER_HEX)

    @cached_property
    def depth(self) -> Field:
        return blur(-self.measured, DEPTH_BLUR * PER_HEX)


def sampled(net: Field, xs: Field, ys: Field) -> Field:
    """Values of a net at the columns and rows of a picture, given in board places."""
    return cubic_net(net, xs * PER_HEX + RIM, ys * PER_HEX + RIM)
