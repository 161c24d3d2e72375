"""A scanned map in place of the drawn one: the picture, and over it hexes and numbers if it has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_view_box import ViewBox
from app.graphics.picture_parts import draw_part

if TYPE_CHECKING:
    from app.graphics.scanned_map import ScannedMap

PAPER = "#efe9da"


class ScanLayer:
    """The picture of the map; bare paper where it is still to be prepared."""

    def __init__(self, scan: ScannedMap, size: tuple[float, float]) -> None:
        self._scan, self._size = scan, size

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        with box.board_units(painter):
            painter.fillRect(QRectF(0, 0, *self._size).intersected(box.around(0.1)), PAPER)
            picture = self._scan.best_for(box.scale)
            if picture is not None:
                draw_part(painter, picture, self._scan.place, box.rect)
            for target, piece in self._scan.pieces(box.rect, box.scale):
                painter.drawImage(target, piece)
                yield
        painter.restore()
        yield
