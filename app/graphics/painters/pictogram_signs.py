"""Pictograms of states and orders: control, moved, target, counterblow, activation, stars."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from app.graphics.painters import badge
from app.graphics.painters.pictogram_pen import BLUE, CREAM, DARK, GOLD, RED, Pictogram, closed_path


def control_dark(art: Pictogram) -> None:
    """A plain bar cross on a dark disc."""
    art.pad.stroke(CREAM, 0.15)
    art.pad.fill("#23262b")
    art.pad.circle(0, 0, 1.0)
    art.pad.stroke(CREAM, 0.28)
    art.pad.line(-0.68, 0, 0.68, 0)
    art.pad.line(0, -0.68, 0, 0.68)


def control_light(art: Pictogram) -> None:
    """A roundel of three rings."""
    for tint, reach in ((CREAM, 1.06), (BLUE, 0.94), (CREAM, 0.60), ("#b03127", 0.33)):
        art.solid(tint)
        art.pad.circle(0, 0, reach)


def moved(art: Pictogram) -> None:
    """The badge of a piece that has moved."""
    badge.moved(art.pad)


def fought(art: Pictogram) -> None:
    """The badge of a piece that has fought."""
    badge.fought(art.pad)


def unsupplied(art: Pictogram) -> None:
    """The badge of a piece out of supply."""
    badge.unsupplied(art.pad)


def low_supply(art: Pictogram) -> None:
    """The badge of a piece low on supply."""
    badge.low_supply(art.pad)


def finished(art: Pictogram) -> None:
    """The badge of a piece that is done."""
    badge.finished(art.pad)


def turn(art: Pictogram) -> None:
    """A clock."""
    art.outline(0.12)
    art.pad.circle(0, 0, 0.95)
    art.pad.round_stroke(DARK, 0.08)
    for number in range(12):
        angle = math.pi * number / 6
        art.pad.line(
            0.72 * math.cos(angle), 0.72 * math.sin(angle), 0.80 * math.cos(angle), 0.80 * math.sin(angle)
        )
    art.pad.round_stroke(DARK, 0.13)
    art.pad.polyline(((0, -0.58), (0, 0), (0.42, 0.22)))


def target(art: Pictogram) -> None:
    """Cross-hairs."""
    art.pad.fill(None)
    for tint, width in ((CREAM, 0.30), (RED, 0.15)):
        art.pad.stroke(tint, width)
        art.pad.circle(0, 0, 0.66)
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            art.pad.line(0.36 * x, 0.36 * y, 1.0 * x, 1.0 * y)
    art.solid(RED)
    art.pad.circle(0, 0, 0.12)


def counterblow(art: Pictogram) -> None:
    """A thrust turned back on itself."""
    path = QPainterPath(QPointF(-0.85, 0.75))
    path.cubicTo(QPointF(-0.85, -0.95), QPointF(0.85, -0.95), QPointF(0.62, 0.30))
    art.pad.fill(None)
    for tint, width in ((CREAM, 0.52), (BLUE, 0.32)):
        art.pad.stroke(tint, width)
        art.pad.path(path)
    art.pad.stroke(CREAM, 0.10)
    art.pad.fill(BLUE)
    art.pad.polygon(((0.10, 0.16), (1.12, 0.36), (0.44, 1.0)))


def blitz(art: Pictogram) -> None:
    """A lightning bolt."""
    art.pad.stroke(DARK, 0.10)
    art.pad.fill(GOLD)
    art.pad.polygon(
        ((0.28, -1.05), (-0.66, 0.16), (-0.06, 0.16), (-0.34, 1.05), (0.66, -0.22), (0.04, -0.22))
    )


def shock(art: Pictogram) -> None:
    """A burst."""
    art.pad.stroke(DARK, 0.09)
    art.pad.fill(GOLD)
    art.pad.path(badge.star_path(10, 1.05, 0.58))
    art.solid(RED)
    art.pad.path(badge.star_path(8, 0.48, 0.24))


def activation(art: Pictogram) -> None:
    """A command pennant: this headquarters acts now."""
    art.pad.round_stroke(DARK, 0.13)
    art.pad.line(-0.62, -1.0, -0.62, 1.0)
    art.pad.stroke(DARK, 0.08)
    art.pad.fill(GOLD)
    art.pad.polygon(((-0.58, -0.94), (1.0, -0.42), (-0.58, 0.12)))
    art.solid(DARK)
    art.pad.circle(-0.20, -0.42, 0.15)


def star(art: Pictogram) -> None:
    """A star: initiative, leader, bonus."""
    art.outline(0.10)
    art.pad.path(badge.star_path(5, 1.0, 0.42))


def upgrade(art: Pictogram) -> None:
    """An arrow pointing up."""
    art.outline(0.10)
    art.pad.path(
        closed_path(
            (0, -1.0),
            (0.85, -0.10),
            (0.36, -0.10),
            (0.36, 0.90),
            (-0.36, 0.90),
            (-0.36, -0.10),
            (-0.85, -0.10),
        )
    )
