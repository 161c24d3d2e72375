"""Where each kind of terrain shows on the ground.

The union of the hexes of one kind is blurred and cut off again under noise: the edges become natural, yet
more than half of each hex shows what it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.graphics.curves import Point, Polyline
from app.graphics.ground.noise import Field
from app.graphics.ground.rasters import blur, linear_sample, smoothstep
from app.graphics.ground.styles import Style
from app.graphics.ground.subject import Window

EDGE_BLUR = 0.22
WIDE_BLUR = 0.35
_GROWN = 1.012


@dataclass(frozen=True)
class Cover:
    """How much of each kind lies on every pixel: `sharp` for colour, `wide` for the strength of the
    relief.
    """

    sharp: Mapping[Style, Field]
    wide: Mapping[Style, Field]
    nothing: Field

    def of(self, look: str) -> Field:
        """The share of a look, whatever its colour."""
        return self._summed(self.sharp, look)

    def around(self, look: str) -> Field:
        """How much of a look lies about."""
        return self._summed(self.wide, look)

    def _summed(self, fields: Mapping[Style, Field], look: str) -> Field:
        found = [part for style, part in fields.items() if style.look == look]
        if not found:
            return self.nothing
        total = found[0]
        for part in found[1:]:
            total = np.maximum(total, part)
        return total


def cover(window: Window) -> Cover:
    """The cover of a window, all kinds but the plain one and the sea."""
    sharp, wide = {}, {}
    for style, hexes in window.subject.hexes.items():
        mask = window.mask([_grown(corners) for corners in hexes if window.is_near(corners[0])])
        if not mask.any():
            continue
        soft = linear_sample(blur(mask, EDGE_BLUR * window.scale), *window.wandered)
        sharp[style] = smoothstep(soft + window.wobble, 0.28, 0.70)
        wide[style] = blur(mask, WIDE_BLUR * window.scale)
    return Cover(sharp, wide, np.zeros((window.height, window.width), np.float32))


def _grown(points: Sequence[Point]) -> Polyline:
    cx = sum(p[0] for p in points) / len(points)
    cy = sum(p[1] for p in points) / len(points)
    return [(cx + (px - cx) * _GROWN, cy + (py - cy) * _GROWN) for px, py in points]
