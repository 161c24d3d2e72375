"""The die-cut cardboard tile under every counter and marker.

Flat colour with one bevel and one shadow; nothing shines. The light comes
from the top left as it does on the map.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QLinearGradient, QPainterPath, QPen

from app.graphics.colors import color, mix
from app.graphics.painters.pad import SIZE, Pad

EDGE: Final = "#1f1810"
CREAM: Final = "#fbf4e2"
CORNER: Final = 7.0
SHADOW: Final = 4.0
BEVEL: Final = 2.2
_SHADOW_INK: Final = "#1a1208"
_SHADOW_STEPS: Final = ((3.4, 0.06), (2.2, 0.11), (1.1, 0.19))


@lru_cache(maxsize=8)
def outline(inset: float = 0.0) -> QPainterPath:
    """The rounded outline of the tile, moved in by `inset` units."""
    path = QPainterPath()
    radius = max(0.5, CORNER - inset)
    path.addRoundedRect(QRectF(inset, inset, SIZE - 2 * inset, SIZE - 2 * inset), radius, radius)
    return path


@lru_cache(maxsize=256)
def _ground(tint: str) -> QBrush:
    gradient = QLinearGradient(QPointF(0, 0), QPointF(0, SIZE))
    gradient.setColorAt(0.0, color(mix(tint, "#ffffff", 0.08)))
    gradient.setColorAt(0.12, color(tint))
    gradient.setColorAt(0.88, color(tint))
    gradient.setColorAt(1.0, color(mix(tint, "#000000", 0.08)))
    return QBrush(gradient)


@lru_cache(maxsize=1)
def _bevel() -> QBrush:
    gradient = QLinearGradient(QPointF(0, 0), QPointF(SIZE, SIZE))
    gradient.setColorAt(0.0, color("#ffffff", 0.58))
    gradient.setColorAt(0.47, color("#ffffff", 0.12))
    gradient.setColorAt(0.53, color("#000000", 0.08))
    gradient.setColorAt(1.0, color("#000000", 0.36))
    return QBrush(gradient)


def draw_shadow(pad: Pad) -> None:
    """The short shadow to the lower right, within four hundredths of the tile."""
    pad.no_stroke()
    for reach, strength in _SHADOW_STEPS:
        pad.fill(color(_SHADOW_INK, strength))
        pad.box(reach * 0.45, reach * 0.75, SIZE + reach * 0.45, SIZE + reach * 0.35, CORNER)


def draw_tile(pad: Pad, tint: str) -> None:
    """Body, bevel and dark edge; whatever lies on the tile comes after."""
    pad.no_stroke()
    pad.fill(_ground(tint))
    pad.path(outline())
    with pad.kept():
        pad.painter.setClipPath(outline(), Qt.ClipOperation.IntersectClip)
        pad.painter.setPen(QPen(_bevel(), 2 * pad.width(BEVEL, 0.7)))
        pad.fill(None)
        pad.path(outline())
    pad.stroke(color(EDGE, 0.82), pad.width(1.0, 0.8))
    pad.fill(None)
    pad.path(outline())
