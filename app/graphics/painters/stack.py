"""A stack of counters in one place: offset tiles, a count, tags for supply and box.

At most three tiles show, each a little up and right of the one below; the
dark disc tells how many units there are, small tags below tell how many
supply points lie there and whether a box protects them, so that a stack hides
none of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter

from app.fonts import SceneRole, scene_font
from app.graphics.colors import color
from app.graphics.painters.counter import CounterPainter
from app.graphics.painters.face import CounterFace, SideForm
from app.graphics.painters.pad import Pad, visible_scale
from app.graphics.painters.pictogram import draw_pictogram
from app.graphics.painters.tile import EDGE

MOST_VISIBLE: Final = 3
OFFSET: Final = 0.05
_DISC: Final = "#23262b"
_LIGHT: Final = "#fff8e6"
_TAGS: Final = {
    SideForm.DARK: ("#4f555c", "#fdf6e4"),
    SideForm.LIGHT: ("#e5cb98", "#231a0c"),
    SideForm.PLAIN: ("#f4ecd8", "#231a0c"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StackFace:
    """What lies in a place: faces from bottom to top, the count to show, supply and box."""

    faces: tuple[CounterFace, ...] = ()
    count: int = 0
    supply: int = 0
    has_box: bool = False
    form: SideForm = SideForm.PLAIN


def tile_rects(center: QPointF, edge: float, number: int) -> tuple[QRectF, ...]:
    """Where the visible tiles of a stack of `number` lie, bottom to top."""
    shown = min(MOST_VISIBLE, number)
    step = edge * OFFSET
    rects = []
    for place in range(shown):
        shift = (place - (shown - 1) / 2) * step
        rects.append(QRectF(center.x() - edge / 2 + shift, center.y() - edge / 2 - shift, edge, edge))
    return tuple(rects)


def paint_stack(painter: QPainter, center: QPointF, edge: float, stack: StackFace) -> None:
    """Draw a stack about `center` with tiles of the given edge."""
    rects = tile_rects(center, edge, len(stack.faces))
    counters = CounterPainter()
    for rect, face in zip(rects, stack.faces[-MOST_VISIBLE:], strict=True):
        counters.paint(painter, rect, face)
    top = rects[-1] if rects else QRectF(center.x() - edge / 2, center.y() - edge / 2, edge, edge)
    if stack.count > 1:
        _paint_count(painter, QPointF(top.right() - edge * 0.02, top.top() + edge * 0.02), edge, stack.count)
    foot = rects[0] if rects else top
    if stack.supply or stack.has_box:
        _paint_tags(painter, QPointF(foot.left(), foot.bottom()), edge, stack)


def _paint_count(painter: QPainter, center: QPointF, edge: float, count: int) -> None:
    radius = max(edge * 0.155, 6.5 / max(0.05, visible_scale(painter)))
    pad = Pad(painter, 1 / visible_scale(painter))
    with pad.kept():
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pad.stroke(_LIGHT, pad.width(edge * 0.022, 1.0))
        pad.fill(_DISC)
        painter.drawEllipse(center, radius, radius)
        _figure(
            painter,
            QRectF(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius),
            str(count),
            _LIGHT,
        )


def _paint_tags(painter: QPainter, corner: QPointF, edge: float, stack: StackFace) -> None:
    height = max(edge * 0.27, 10.0 / max(0.05, visible_scale(painter)))
    ground, ink = _TAGS[stack.form]
    left = corner.x() - height * 0.55
    top = corner.y() - height * 0.42
    if stack.supply:
        tag = QRectF(left, top, height * (1.75 if stack.supply < 10 else 2.2), height)
        _tag_ground(painter, tag, ground)
        pad = Pad(painter, 1 / visible_scale(painter))
        can = QRectF(tag.left() + height * 0.06, tag.top() + height * 0.10, height * 0.80, height * 0.80)
        draw_pictogram(pad, "supply", can, ink)
        _figure(painter, tag.adjusted(height * 0.82, 0, -height * 0.08, 0), str(stack.supply), ink)
        left = tag.right() + height * 0.12
    if stack.has_box:
        tag = QRectF(left, top, height * 1.25, height)
        _tag_ground(painter, tag, "#efe4cb")
        draw_pictogram(Pad(painter, 1 / visible_scale(painter)), "box", tag.adjusted(1, 1, -1, -1), "#231a0c")


def _tag_ground(painter: QPainter, tag: QRectF, tint: str) -> None:
    pad = Pad(painter, 1 / visible_scale(painter))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pad.stroke(color(EDGE, 0.9), pad.width(tag.height() * 0.05, 0.8))
    pad.fill(tint)
    painter.drawRoundedRect(tag, tag.height() * 0.2, tag.height() * 0.2)
    pad.fill(None)


def _figure(painter: QPainter, rect: QRectF, words: str, ink: str) -> None:
    fine = 10.0
    font = scene_font(SceneRole.COUNTER, rect.height() * 0.70 * fine)
    metrics = QFontMetricsF(font)
    across = metrics.horizontalAdvance(words)
    squeeze = min(1.0, rect.width() * fine * 0.92 / max(across, 1.0))
    painter.save()
    painter.translate(rect.center())
    painter.scale(squeeze / fine, squeeze / fine)
    painter.setFont(font)
    painter.setPen(color(ink))
    painter.drawText(QPointF(-across / 2, metrics.capHeight() / 2), words)
    painter.restore()
