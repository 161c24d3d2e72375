"""Where each kind of terrain shows on the ground.

The union of the hexes of one kind is blurred and cut off again under noise: the edges become natural, yet
more than half of each hex shows what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.graphics.baking.noise import Field, Octaves
from app.graphics.baking.rasters import blur, linear_sample, smoothstep
from app.graphics.baking.subject import Window
from app.graphics.curves import Point, Polyline

EDGE_BLUR = 0.22
WIDE_BLUR = 0.35
COARSE = Octaves(frequency=1.5, count=3)
FINE = Octaves(frequency=5.5, count=3)
WANDER = Octaves(frequency=1.1, count=3)
WANDER_REACH = 0.55
_GROWN = 1.012


@dataclass(frozen=True)
class Cover:
    """How much of each kind lies on every pixel: `sharp` for colour, `wide` for the strength of the
    relief.
    """

    sharp: dict[str, Field]
    wide: dict[str, Field]
    nothing: Field

    def of(self, kind: str) -> Field:
        return self.sharp.get(kind, self.nothing)

    def around(self, kind: str) -> Field:
        return self.wide.get(kind, self.nothing)


def cover(window: Window) -> Cover:
    """The cover of a window, all kinds but the plain one and the sea."""
    x, y = window.places
    wobble = (COARSE.field(x, y) - 0.5) * 0.55 + (FINE.field(x + 7, y + 3) - 0.5) * 0.30
    columns, rows = np.meshgrid(
        np.arange(window.width, dtype=np.float32), np.arange(window.height, dtype=np.float32)
    )
    columns += (WANDER.field(x + 31, y) - 0.5) * np.float32(WANDER_REACH * window.scale)
    rows += (WANDER.field(x, y + 57) - 0.5) * np.float32(WANDER_REACH * window.scale)
    sharp, wide = {}, {}
    for kind, hexes in window.subject.hexes.items():
        mask = window.mask([_grown(corners) for corners in hexes])
        if not mask.any():
            continue
        soft = linear_sample(blur(mask, EDGE_BLUR * window.scale), columns, rows)
        sharp[kind] = smoothstep(soft + wobble, 0.28, 0.70)
        wide[kind] = blur(mask, WIDE_BLUR * window.scale)
    return Cover(sharp, wide, np.zeros_like(wobble))


def _grown(points: Sequence[Point]) -> Polyline:
    cx = sum(p[0] for p in points) / len(points)
    cy = sum(p[1] for p in points) / len(points)
    return [(cx + (px - cx) * _GROWN, cy + (py - cy) * _GROWN) for px, py in points]
