"""Status badges: moved, fought, out of supply and their like.

Each state has a form of its own besides its colour (round, square, triangle,
diamond), so that it reads in grey and at a glance. A badge is drawn around
the origin with a radius, on any painter.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from app.fonts import SceneRole
from app.graphics.painters.face import Badge
from app.graphics.painters.pad import Pad, Text, visible_scale

GREEN: Final = "#1d6b57"
RED: Final = "#a3271c"
YELLOW: Final = "#ffc81f"
BLUE: Final = "#24557a"
GREY: Final = "#4a4f57"
DARK: Final = "#1f1810"
LIGHT: Final = "#fffaf0"

Drawer = Callable[[Pad], None]


def _edge(pad: Pad, ink: str = LIGHT) -> None:
    pad.stroke(ink, pad.width(0.16, 0.8))


def _disc(pad: Pad, tint: str) -> None:
    _edge(pad)
    pad.fill(tint)
    pad.circle(0, 0, 1.0)
    pad.fill(None)


def _square(pad: Pad, tint: str) -> None:
    _edge(pad)
    pad.fill(tint)
    pad.box(-0.88, -0.88, 1.76, 1.76, 0.16)
    pad.fill(None)


def _triangle(pad: Pad, tint: str) -> None:
    pad.stroke(DARK, pad.width(0.16, 0.8))
    pad.fill(tint)
    pad.polygon(((0, -1.15), (1.15, 0.85), (-1.15, 0.85)))
    pad.fill(None)


def moved(pad: Pad) -> None:
    """Round, green, an arrow to the right."""
    _disc(pad, GREEN)
    pad.round_stroke("#ffffff", 0.26)
    pad.line(-0.5, 0, 0.45, 0)
    pad.polyline(((0.06, -0.42), (0.48, 0), (0.06, 0.42)))


def fought(pad: Pad) -> None:
    """Square, red, a cross."""
    _square(pad, RED)
    pad.round_stroke("#ffffff", 0.26)
    pad.line(-0.42, -0.42, 0.42, 0.42)
    pad.line(-0.42, 0.42, 0.42, -0.42)


def unsupplied(pad: Pad) -> None:
    """Triangle, yellow, an exclamation mark."""
    _triangle(pad, YELLOW)
    pad.round_stroke(DARK, 0.26)
    pad.line(0, -0.42, 0, 0.18)
    pad.line(0, 0.54, 0, 0.56)


def low_supply(pad: Pad) -> None:
    """Triangle, cream, half filled: worse will follow."""
    _triangle(pad, LIGHT)
    pad.no_stroke()
    pad.fill(YELLOW)
    pad.polygon(((-0.60, -0.10), (0.60, -0.10), (1.05, 0.76), (-1.05, 0.76)))
    pad.round_stroke(DARK, 0.22)
    pad.line(-0.36, 0.36, 0.36, 0.36)
    pad.fill(None)


def finished(pad: Pad) -> None:
    """Round, grey, a tick."""
    _disc(pad, GREY)
    pad.round_stroke("#ffffff", 0.26)
    pad.polyline(((-0.48, 0.04), (-0.12, 0.40), (0.50, -0.38)))


def disrupted(pad: Pad) -> None:
    """Square, dark, a lightning."""
    _square(pad, DARK)
    pad.no_stroke()
    pad.fill(YELLOW)
    pad.polygon(((0.16, -0.72), (-0.46, 0.12), (-0.04, 0.12), (-0.16, 0.72), (0.46, -0.14), (0.04, -0.14)))
    pad.fill(None)


def reserve(pad: Pad) -> None:
    """Diamond, blue, the letter R."""
    _edge(pad)
    pad.fill(BLUE)
    pad.polygon(((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)))
    pad.fill(None)
    pad.text("R", QRectF(-1, -1, 2, 2), Text(SceneRole.COUNTER, 1.25, "#ffffff"))


BADGES: Final[dict[Badge, Drawer]] = {
    Badge.MOVED: moved,
    Badge.FOUGHT: fought,
    Badge.UNSUPPLIED: unsupplied,
    Badge.LOW_SUPPLY: low_supply,
    Badge.FINISHED: finished,
    Badge.DISRUPTED: disrupted,
    Badge.RESERVE: reserve,
}


def draw_badge(painter: QPainter, center: QPointF, radius: float, badge: Badge) -> None:
    """Draw one badge of the given radius in the painter's present units."""
    pixel = 1.0 / max(1e-6, visible_scale(painter) * radius)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(center)
    painter.scale(radius, radius)
    BADGES[badge](Pad(painter, pixel))
    painter.restore()


def star_path(points: int, outer: float, inner: float) -> QPainterPath:
    """A star around the origin, one point up."""
    path = QPainterPath()
    for number in range(2 * points):
        reach = outer if number % 2 == 0 else inner
        angle = math.pi * number / points - math.pi / 2
        spot = QPointF(reach * math.cos(angle), reach * math.sin(angle))
        if number:
            path.lineTo(spot)
        else:
            path.moveTo(spot)
    path.closeSubpath()
    return path
