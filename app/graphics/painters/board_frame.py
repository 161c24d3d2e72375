"""The paper around a map: margin, neat lines, and the shadow of the sheet on the desk."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.graphics.board_layout import FRAME, UNIT
from app.graphics.colors import color
from app.graphics.painters.board_palette import MapPalette

PAPER: Final = "#efe6d2"
FRAME_INK: Final = "#3a2f22"
#: Distance from the map and width of each line, in hex widths.
NEAT_LINES: Final = ((0.0, 0.016), (0.115, 0.045), (0.19, 0.012))


def fill_around(painter: QPainter, outer: QRectF, inner: QRectF, ink: QColor) -> None:
    """Fills a rectangle but for another inside it; filling what is covered anyway costs a millisecond
    each time.
    """
    hole = inner.intersected(outer)
    if hole.isEmpty():
        painter.fillRect(outer, ink)
        return
    for part in (
        QRectF(outer.left(), outer.top(), outer.width(), hole.top() - outer.top()),
        QRectF(outer.left(), hole.bottom(), outer.width(), outer.bottom() - hole.bottom()),
        QRectF(outer.left(), hole.top(), hole.left() - outer.left(), hole.height()),
        QRectF(hole.right(), hole.top(), outer.right() - hole.right(), hole.height()),
    ):
        if part.width() > 0 and part.height() > 0:
            painter.fillRect(part, ink)


def draw_frame(painter: QPainter, paper: QRectF, pixel: float, palette: MapPalette) -> None:
    """Draws the frame of a sheet in scene units; `pixel` is the size of a visible pixel."""
    room = FRAME * UNIT
    sheet = paper.adjusted(-room, -room, room, room)
    fill_around(painter, sheet.translated(3 * pixel, 4 * pixel), sheet, color("#1a1208", 0.18))
    fill_around(painter, sheet, paper, color(PAPER))
    if palette.shade.alpha > 0:
        fill_around(painter, sheet, paper, palette.shade.color())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for distance, width in NEAT_LINES:
        away = distance * UNIT
        pen = QPen(color(FRAME_INK), max(pixel * 0.8, width * UNIT))
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawRect(paper.adjusted(-away, -away, away, away))
