"""A scanned map in place of the drawn one: the picture, and over it hexes and numbers if it has none."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_view_box import ViewBox
from app.graphics.picture_parts import draw_part
from app.graphics.scanned_map import ScannedMap

PAPER = "#efe9da"


class ScanLayer:
    """The picture of the map."""

    def __init__(self, scan: ScannedMap, size: tuple[float, float]) -> None:
        self._scan, self._size = scan, size

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        with box.board_units(painter):
            painter.fillRect(QRectF(0, 0, *self._size).intersected(box.around(0.1)), PAPER)
            draw_part(painter, self._scan.best_for(box.scale), self._scan.place, box.rect)
        painter.restore()
        yield
