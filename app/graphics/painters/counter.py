"""The counter painter: one `CounterFace` onto any painter.

The same code draws on the board, in lists, in thumbnails and on printed
sheets. It holds no state; `counter_cache` keeps the pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from app.graphics.painters.art_face import draw_art, has_art
from app.graphics.painters.badge import draw_badge
from app.graphics.painters.face import CounterFace, FaceKind
from app.graphics.painters.marker_face import draw_back, draw_hidden, draw_leader, draw_marker
from app.graphics.painters.pad import Detail, Pad, counter_pad, detail_for, visible_scale
from app.graphics.painters.tile import draw_shadow, draw_tile
from app.graphics.painters.unit_face import draw_unit

BADGE_RADIUS: Final = 15.0
SMALL_BADGE_RADIUS: Final = 23.0

_LAYERS: Final[dict[FaceKind, Callable[[Pad, CounterFace, Detail], None]]] = {
    FaceKind.UNIT: draw_unit,
    FaceKind.LEADER: draw_leader,
    FaceKind.MARKER: draw_marker,
    FaceKind.HIDDEN: draw_hidden,
    FaceKind.BACK: draw_back,
}


def _draw_badges(pad: Pad, face: CounterFace, detail: Detail) -> None:
    radius = BADGE_RADIUS if detail >= Detail.PLAIN else SMALL_BADGE_RADIUS
    for number, badge in enumerate(face.badges[:3]):
        center = QPointF(radius * 0.86, radius * 0.86 + number * radius * 2.05)
        draw_badge(pad.painter, center, radius, badge)


@dataclass(frozen=True, slots=True)
class CounterPainter:
    """Draws counters; `detail` overrides what the visible size would choose.

    Without a tile only what is printed on it is drawn: sheets for cutting bring the body's colour themselves.
    """

    has_shadow: bool = True
    detail: Detail | None = None
    has_tile: bool = True

    def paint(self, painter: QPainter, rect: QRectF, face: CounterFace) -> None:
        """Draw `face` into the square of `rect`; the shadow falls a little outside."""
        visible = visible_scale(painter) * min(rect.width(), rect.height())
        detail = detail_for(visible) if self.detail is None else self.detail
        with counter_pad(painter, rect) as pad:
            if self.has_shadow:
                draw_shadow(pad)
            if self.has_tile:
                draw_tile(pad, face.body)
            if has_art(face):
                draw_art(pad, face)
            else:
                _LAYERS[face.kind](pad, face, detail)
            _draw_badges(pad, face, detail)
