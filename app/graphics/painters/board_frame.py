"""The paper around a map: margin, neat lines, and the shadow of the sheet on the desk."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.graphics.board_layout import FRAME, UNIT
from app.graphics.colors import color
from app.graphics.painters.board_palette import MapPalette

PAPER: Final = "#efe6d2"
FRAME_INK: Final = "#3a2f22"
#: Distance from the map and width of each line, in hex widths.
NEAT_LINES: Final = ((0.0, 0.016), (0.115, 0.045), (0.19, 0.012))


def draw_frame(painter: QPainter, paper: QRectF, pixel: float, palette: MapPalette) -> None:
    """Draws the frame of a sheet in scene units; `pixel` is the size of a visible pixel."""
    room = FRAME * UNIT
    sheet = paper.adjusted(-room, -room, room, room)
    painter.fillRect(sheet.translated(3 * pixel, 4 * pixel), color("#1a1208", 0.18))
    painter.fillRect(sheet, color(PAPER))
    if palette.shade.alpha > 0:
        painter.fillRect(sheet, palette.shade.color())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for distance, width in NEAT_LINES:
        away = distance * UNIT
        pen = QPen(color(FRAME_INK), max(pixel * 0.8, width * UNIT))
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawRect(paper.adjusted(-away, -away, away, away))
