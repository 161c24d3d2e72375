"""Off-map boxes: the framed space with its name, drawn like the map's margin boxes.

Counters inside are placed by `slots`, which the docks use as well for hit
testing, so that what is drawn is what is clicked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from app.graphics.colors import color
from app.theme.tokens import Tokens

HEAD: Final = 26.0
PADDING: Final = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxFace:
    """A box: title, note at the right, and what to say when nothing is inside."""

    title: str
    note: str = ""
    empty: str = ""
    is_lit: bool = False


@dataclass(frozen=True, slots=True)
class BoxFonts:
    """Title and note fonts of a box."""

    title: QFont
    note: QFont


def slots(place: QRectF, count: int, edge: float, gap: float = 6.0) -> tuple[QRectF, ...]:
    """Where `count` counters lie inside a box, row by row from the top left."""
    inner = place.adjusted(PADDING, HEAD, -PADDING, -PADDING)
    across = max(1, int((inner.width() + gap) // (edge + gap)))
    return tuple(
        QRectF(
            inner.left() + (n % across) * (edge + gap), inner.top() + (n // across) * (edge + gap), edge, edge
        )
        for n in range(count)
    )


def box_height(width: float, count: int, edge: float, gap: float = 6.0) -> float:
    """How high a box of this width must be for so many counters; at least one row."""
    across = max(1, int((width - 2 * PADDING + gap) // (edge + gap)))
    rows = max(1, -(-count // across))
    return HEAD + rows * (edge + gap) - gap + PADDING


def paint_box(painter: QPainter, place: QRectF, face: BoxFace, fonts: BoxFonts, tokens: Tokens) -> None:
    """Draw frame and words of a box; a lit box has the accent frame of a legal choice."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(color(tokens.accent), 2.4) if face.is_lit else QPen(color(tokens.line), 1.0)
    inset = pen.widthF() / 2
    painter.setPen(pen)
    painter.setBrush(color(tokens.row))
    painter.drawRoundedRect(place.adjusted(inset, inset, -inset, -inset), 4, 4)
    head = QRectF(place.left() + PADDING, place.top() + 3, place.width() - 2 * PADDING, HEAD - 5)
    note_width = QFontMetricsF(fonts.note).horizontalAdvance(face.note) if face.note else 0.0
    painter.setFont(fonts.title)
    painter.setPen(color(tokens.text))
    room = head.width() - note_width - (8 if face.note else 0)
    title = QFontMetricsF(fonts.title).elidedText(face.title, Qt.TextElideMode.ElideRight, room)
    painter.drawText(head, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)
    painter.setFont(fonts.note)
    painter.setPen(color(tokens.second))
    painter.drawText(head, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, face.note)
    if face.empty:
        body = place.adjusted(0, HEAD - 4, 0, 0)
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter, face.empty)
    painter.restore()


def paint_tick(painter: QPainter, center: QPointF, reach: float, tint: str) -> None:
    """A tick about `center`, for lists drawn by hand and for printed tick boxes."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(color(tint), max(1.4, reach * 0.4))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPolyline(
        [
            center + QPointF(-reach, 0),
            center + QPointF(-reach * 0.25, reach * 0.8),
            center + QPointF(reach, -reach * 0.8),
        ]
    )
    painter.restore()
