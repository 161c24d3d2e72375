"""Faces of dice: six-sided with pips, all others as a figure in their outline.

Used in the log, in combat and on printed aids. The die is drawn in its own
two colours so that the dice of the two players can differ.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF

from app.fonts import SceneRole
from app.graphics.colors import color
from app.graphics.painters.pad import Pad, Text, counter_pad

IVORY: Final = "#fffdf6"
PIP: Final = "#1c150b"
_L, _M, _R = 27.0, 50.0, 73.0
_PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((_M, _M),),
    2: ((_L, _L), (_R, _R)),
    3: ((_L, _L), (_M, _M), (_R, _R)),
    4: ((_L, _L), (_R, _L), (_L, _R), (_R, _R)),
    5: ((_L, _L), (_R, _L), (_M, _M), (_L, _R), (_R, _R)),
    6: ((_L, _L), (_R, _L), (_L, _M), (_R, _M), (_L, _R), (_R, _R)),
}
_KITE: Final = ((50.0, 3.0), (95.0, 36.0), (95.0, 64.0), (50.0, 97.0), (5.0, 64.0), (5.0, 36.0))


def _draw_six(pad: Pad, value: int, ink: str) -> None:
    pad.box(6, 6, 88, 88, 17)
    pad.no_stroke()
    pad.fill(ink)
    for x, y in _PIPS[value]:
        pad.circle(x, y, 9.5)


def _draw_other(pad: Pad, value: int, ink: str) -> None:
    pad.painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in _KITE]))
    pad.text(str(value), QRectF(12, 14, 76, 72), Text(SceneRole.COUNTER, 50, ink))


def paint_die(painter: QPainter, rect: QRectF, value: int, sides: int = 6, tint: str = IVORY) -> None:
    """Draw a die showing `value`; a six-sided one outside 1 to 6 shows its figure."""
    ink = PIP if color(tint).lightnessF() > 0.5 else "#ffffff"
    with counter_pad(painter, rect) as pad:
        pad.stroke(color(PIP, 0.75), pad.width(4.0, 1.0))
        pad.fill(tint)
        if sides == 6 and value in _PIPS:
            _draw_six(pad, value, ink)
        else:
            _draw_other(pad, value, ink)
