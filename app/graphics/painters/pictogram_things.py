"""Pictograms of things: supplies, vehicles, works, weather."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from app.fonts import SceneRole
from app.graphics.painters.pad import Pad, Text
from app.graphics.painters.pictogram_pen import CREAM, DARK, RED, SEA, Pictogram, closed_path, mirrored


def supply(art: Pictogram) -> None:
    """A fuel can."""
    art.outline()
    art.pad.path(
        closed_path((-0.58, -0.55), (-0.44, -0.70), (0.34, -0.70), (0.60, -0.42), (0.60, 0.90), (-0.58, 0.90))
    )
    art.pad.path(closed_path((0.20, -0.74), (0.36, -0.98), (0.62, -0.80), (0.46, -0.58)))
    art.pad.round_stroke(DARK, 0.11)
    art.pad.line(-0.34, -0.92, 0.06, -0.92)
    art.pad.stroke(DARK, 0.085)
    art.pad.line(-0.36, -0.28, 0.36, 0.66)
    art.pad.line(0.36, -0.28, -0.36, 0.66)


def truck(art: Pictogram) -> None:
    """A lorry seen from the side, driving right."""
    art.outline()
    art.pad.path(closed_path((-1.15, -0.62), (0.32, -0.62), (0.32, 0.42), (-1.15, 0.42)))
    art.pad.path(
        closed_path((0.32, -0.34), (0.72, -0.34), (0.90, 0.0), (1.15, 0.10), (1.15, 0.42), (0.32, 0.42))
    )
    art.pad.stroke(DARK, 0.06)
    art.pad.polyline(((0.42, -0.20), (0.66, -0.20), (0.80, 0.02), (0.42, 0.02), (0.42, -0.20)))
    art.pad.stroke(CREAM, 0.05)
    art.pad.fill(DARK)
    for x in (-0.82, -0.36, 0.78):
        art.pad.circle(x, 0.50, 0.21)


def air(art: Pictogram) -> None:
    """An airplane seen from above, flying up."""
    half = QPainterPath(QPointF(0, -0.95))
    half.cubicTo(QPointF(0.20, -0.86), QPointF(0.18, -0.5), QPointF(0.17, -0.34))
    for x, y in (
        (1.18, 0.04),
        (1.18, 0.27),
        (0.16, 0.18),
        (0.11, 0.62),
        (0.42, 0.80),
        (0.42, 0.95),
        (0, 0.90),
    ):
        half.lineTo(QPointF(x, y))
    half.closeSubpath()
    art.outline()
    art.pad.path(mirrored(half))
    art.pad.round_stroke(DARK, 0.09)
    art.pad.line(-0.24, -0.98, 0.24, -0.98)


def draw_anchor(pad: Pad, ink: str, width: float = 0.15) -> None:
    """An anchor about the origin, one unit high; ports on map and tracks use it too."""
    pad.round_stroke(ink, width)
    pad.fill(None)
    pad.circle(0, -0.66, 0.17)
    pad.line(0, -0.48, 0, 0.78)
    pad.line(-0.34, -0.22, 0.34, -0.22)
    flukes = QPainterPath(QPointF(-0.68, 0.18))
    flukes.cubicTo(QPointF(-0.60, 0.62), QPointF(-0.26, 0.78), QPointF(0, 0.78))
    flukes.cubicTo(QPointF(0.26, 0.78), QPointF(0.60, 0.62), QPointF(0.68, 0.18))
    pad.path(flukes)
    pad.polyline(((-0.84, 0.40), (-0.68, 0.16), (-0.46, 0.34)))
    pad.polyline(((0.84, 0.40), (0.68, 0.16), (0.46, 0.34)))


def port(art: Pictogram) -> None:
    """An anchor on a disc."""
    art.solid(CREAM)
    art.pad.circle(0, 0, 1.0)
    with art.pad.kept():
        art.pad.painter.scale(0.80, 0.80)
        draw_anchor(art.pad, SEA)


def ship(art: Pictogram) -> None:
    """A freighter at sea."""
    art.outline()
    art.pad.path(closed_path((-0.56, 0.16), (-0.56, -0.30), (0.48, -0.30), (0.48, 0.16)))
    art.pad.path(closed_path((-0.16, -0.30), (-0.16, -0.86), (0.20, -0.86), (0.20, -0.30)))
    art.pad.path(closed_path((-1.2, 0.10), (1.2, 0.10), (0.94, 0.70), (-0.92, 0.70)))
    art.pad.round_stroke(art.ink, 0.08)
    art.pad.fill(None)
    for x in (-0.9, -0.3, 0.3):
        wave = QPainterPath(QPointF(x, 0.94))
        wave.quadTo(QPointF(x + 0.15, 0.80), QPointF(x + 0.3, 0.94))
        wave.quadTo(QPointF(x + 0.45, 1.08), QPointF(x + 0.6, 0.94))
        art.pad.path(wave)


def box(art: Pictogram) -> None:
    """A defended box: walls, wire pickets and what it does to an attack."""
    art.pad.stroke("#5a3a1c", 0.17)
    art.pad.fill("#dcc796")
    art.pad.box(-1.08, -0.80, 2.16, 1.60)
    art.pad.stroke("#5a3a1c", 0.09)
    for number in range(7):
        x = -1.08 + 2.16 * number / 6
        art.pad.line(x, -0.80, x, -1.04)
        art.pad.line(x, 0.80, x, 1.04)
    for number in range(5):
        y = -0.74 + 1.48 * number / 4
        art.pad.line(-1.08, y, -1.30, y)
        art.pad.line(1.08, y, 1.30, y)
    art.pad.text("×2", QRectF(-1, -0.8, 2, 1.6), Text(SceneRole.COUNTER, 1.0, "#3a2412"))


def minefield(art: Pictogram) -> None:
    """Three mines with horns."""
    for cx, cy in ((0, -0.50), (-0.58, 0.46), (0.58, 0.46)):
        art.pad.round_stroke(DARK, 0.10)
        for number in range(8):
            angle = math.pi * number / 4
            art.pad.line(cx, cy, cx + 0.47 * math.cos(angle), cy + 0.47 * math.sin(angle))
        art.outline(0.09)
        art.pad.circle(cx, cy, 0.31)
        art.solid(DARK)
        art.pad.circle(cx, cy, 0.10)


def fortification(art: Pictogram) -> None:
    """A tower with battlements."""
    art.outline()
    art.pad.path(
        closed_path(
            (-0.72, 0.95), (-0.60, -0.30), (-0.84, -0.42), (-0.84, -0.95), (-0.50, -0.95), (-0.50, -0.68),
            (-0.18, -0.68), (-0.18, -0.95), (0.18, -0.95), (0.18, -0.68), (0.50, -0.68), (0.50, -0.95),
            (0.84, -0.95), (0.84, -0.42), (0.60, -0.30), (0.72, 0.95),
        )
    )  # fmt: skip
    art.solid()
    gate = QPainterPath(QPointF(-0.22, 0.95))
    gate.cubicTo(QPointF(-0.22, 0.20), QPointF(0.22, 0.20), QPointF(0.22, 0.95))
    art.pad.path(gate)


def isolated(art: Pictogram) -> None:
    """A broken chain."""
    art.pad.fill(None)
    for tint, width in ((DARK, 0.34), (CREAM, 0.18)):
        art.pad.round_stroke(tint, width)
        with art.pad.kept():
            art.pad.painter.rotate(-38)
            art.pad.box(-1.05, -0.30, 0.84, 0.60, 0.30)
            art.pad.box(0.21, -0.30, 0.84, 0.60, 0.30)
    art.pad.round_stroke(RED, 0.13)
    art.pad.line(-0.20, -0.70, -0.08, -0.34)
    art.pad.line(0.20, 0.70, 0.08, 0.34)


def sandstorm(art: Pictogram) -> None:
    """Streaks of driven sand."""
    art.pad.fill(None)
    art.pad.round_stroke(art.ink, 0.15)
    for y, start, end in ((-0.62, -0.95, 0.50), (-0.10, -0.60, 0.95), (0.42, -0.95, 0.30), (0.88, -0.3, 0.7)):
        streak = QPainterPath(QPointF(start, y))
        third = (end - start) / 3
        streak.cubicTo(
            QPointF(start + third, y - 0.26), QPointF(start + 2 * third, y + 0.26), QPointF(end, y)
        )
        art.pad.path(streak)


def rain(art: Pictogram) -> None:
    """A cloud and drops."""
    cloud = QPainterPath()
    for x, y, reach in ((-0.45, -0.30, 0.42), (0.10, -0.52, 0.50), (0.58, -0.22, 0.36)):
        lump = QPainterPath()
        lump.addEllipse(QPointF(x, y), reach, reach)
        cloud = cloud.united(lump)
    base = QPainterPath()
    base.addRoundedRect(QRectF(-0.85, -0.26, 1.78, 0.42), 0.2, 0.2)
    art.outline()
    art.pad.path(cloud.united(base))
    art.pad.round_stroke(SEA, 0.13)
    for x in (-0.5, 0.0, 0.5):
        art.pad.line(x, 0.42, x - 0.18, 0.92)


def flag(art: Pictogram) -> None:
    """A flag in the wind: an objective or points."""
    art.pad.round_stroke(art.ink, 0.13)
    art.pad.line(-0.70, -0.98, -0.70, 1.0)
    cloth = QPainterPath(QPointF(-0.64, -0.92))
    cloth.cubicTo(QPointF(-0.10, -1.16), QPointF(0.30, -0.62), QPointF(0.95, -0.88))
    cloth.lineTo(QPointF(0.95, 0.06))
    cloth.cubicTo(QPointF(0.30, 0.32), QPointF(-0.10, -0.22), QPointF(-0.64, 0.02))
    cloth.closeSubpath()
    art.pad.stroke(DARK, 0.08)
    art.pad.fill(RED)
    art.pad.path(cloth)
