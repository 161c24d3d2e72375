"""The portrait on a leader counter: a plain profile in a peaked cap.

One silhouette for everybody, told apart by side colours and goggles; it is
nobody's likeness.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from app.graphics.colors import color
from app.graphics.painters.pad import Pad
from app.graphics.painters.tile import EDGE

Bend = tuple[float, float, float, float, float, float]

_PAPER: Final = "#efe2c4"
_SUN: Final = "#f9f0d8"
_STRAP: Final = "#12100c"

_BUST: Final = (-0.66, 0.72)
_BUST_BENDS: Final[tuple[Bend, ...]] = (
    (-0.63, 0.36, -0.44, 0.27, -0.19, 0.20),
    (-0.15, 0.10, -0.17, 0.05, -0.19, 0.00),
    (-0.29, -0.10, -0.28, -0.28, -0.24, -0.36),
    (-0.10, -0.40, 0.06, -0.40, 0.19, -0.36),
    (0.21, -0.26, 0.20, -0.24, 0.275, -0.115),
    (0.28, -0.09, 0.25, -0.085, 0.215, -0.08),
    (0.24, -0.03, 0.20, 0.00, 0.205, 0.02),
    (0.21, 0.10, 0.14, 0.11, 0.07, 0.09),
    (0.06, 0.13, 0.08, 0.17, 0.10, 0.20),
    (0.34, 0.27, 0.53, 0.36, 0.58, 0.72),
)
_CROWN_BENDS: Final[tuple[Bend, ...]] = (
    (-0.42, -0.50, -0.30, -0.62, -0.04, -0.65),
    (0.16, -0.68, 0.34, -0.60, 0.25, -0.42),
    (0.24, -0.38, 0.22, -0.36, 0.215, -0.34),
    (0.06, -0.38, -0.12, -0.38, -0.27, -0.31),
)
_PEAK_BENDS: Final[tuple[Bend, ...]] = (
    (0.08, -0.40, 0.18, -0.38, 0.235, -0.37),
    (0.34, -0.35, 0.40, -0.31, 0.42, -0.255),
    (0.30, -0.30, 0.16, -0.29, -0.01, -0.325),
)


def _shape(start: tuple[float, float], bends: tuple[Bend, ...]) -> QPainterPath:
    path = QPainterPath(QPointF(*start))
    for ax, ay, bx, by, x, y in bends:
        path.cubicTo(QPointF(ax, ay), QPointF(bx, by), QPointF(x, y))
    path.closeSubpath()
    return path


def _figure(pad: Pad, coat: str, cap: str, *, has_goggles: bool) -> None:
    pad.no_stroke()
    pad.fill(coat)
    pad.path(_shape(_BUST, _BUST_BENDS))
    pad.fill(cap)
    pad.path(_shape((-0.27, -0.31), _CROWN_BENDS))
    pad.fill(_STRAP)
    pad.path(_shape((-0.02, -0.36), _PEAK_BENDS))
    pad.fill(None)
    pad.round_stroke(_PAPER, 0.028)
    pad.polyline(((-0.18, 0.22), (-0.02, 0.44), (0.10, 0.21)))
    if has_goggles:
        pad.stroke(_STRAP, 0.05)
        pad.line(-0.29, -0.40, 0.05, -0.455)
        pad.stroke(_PAPER, 0.026)
        pad.fill(_STRAP)
        pad.painter.drawEllipse(QPointF(0.13, -0.455), 0.095, 0.066)
        pad.painter.drawEllipse(QPointF(-0.03, -0.465), 0.075, 0.060)


def draw_portrait(pad: Pad, frame: QRectF, coat: str, cap: str, *, has_goggles: bool) -> None:
    """Draw the framed portrait into `frame` of the pad."""
    outline = QPainterPath()
    outline.addRoundedRect(frame, 4, 4)
    with pad.kept():
        pad.painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
        pad.painter.fillRect(frame, color(_PAPER))
        pad.no_stroke()
        pad.fill(_SUN)
        pad.circle(frame.center().x() + 16, frame.center().y() - 4, 23)
        with pad.kept():
            pad.painter.translate(frame.center().x() - 2, frame.center().y() + 0.09 * frame.height())
            scale = frame.height() * 0.84
            pad.painter.scale(scale, scale)
            _figure(Pad(pad.painter, pad.pixel / scale), coat, cap, has_goggles=has_goggles)
    pad.stroke(color(EDGE, 0.8), pad.width(1.2, 0.7))
    pad.fill(None)
    pad.path(outline)
