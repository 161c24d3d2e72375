"""Small pictures that tell what shows at a place of a map: the kinds of terrain, or land and water.

They are asked for single places, many times while a map is painted, so they are kept as plain bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPolygonF

from app.graphics.curves import Point, Polyline
from app.graphics.ground.record import KEY, read_record

SEA = "sea"
PLAIN = ""


class KindMap:
    """A small picture that tells which terrain shows at a place, so that texture marks keep to its edges."""

    def __init__(self, picture: QImage, size: Point) -> None:
        self._names = picture.text("kinds").split(",")
        grey = picture.convertToFormat(QImage.Format.Format_Indexed8)
        self._width, self._height = grey.width(), grey.height()
        self._stride = grey.bytesPerLine()
        self._cells = bytes(grey.constBits())
        self._scale = self._width / size[0], self._height / size[1]
        self.record = read_record(picture.text(KEY))
        """What the baked ground shows, if the picture tells."""

    @property
    def names(self) -> tuple[str, ...]:
        """The kinds by number."""
        return tuple(self._names)

    def rows(self) -> Iterator[bytes]:
        """The numbers of the kinds, row for row."""
        for row in range(self._height):
            yield self._cells[row * self._stride : row * self._stride + self._width]

    def at(self, x: float, y: float) -> str:
        """The kind that shows at a place: a terrain, `sea`, or empty for plain land; beside the map, the
        edge's.
        """
        column = min(max(int(x * self._scale[0]), 0), self._width - 1)
        row = min(max(int(y * self._scale[1]), 0), self._height - 1)
        number = self._cells[row * self._stride + column]
        return self._names[number] if number < len(self._names) else PLAIN


LAND_SCALE = 10


class LandMap:
    """A small picture of the land inside a drawn coast."""

    def __init__(self, shore: Sequence[Polyline], size: Point) -> None:
        self._width, self._height = round(size[0] * LAND_SCALE), round(size[1] * LAND_SCALE)
        picture = QImage(self._width, self._height, QImage.Format.Format_Grayscale8)
        picture.fill(0)
        land = QPainterPath()
        land.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in shore:
            land.addPolygon(QPolygonF([QPointF(x * LAND_SCALE, y * LAND_SCALE) for x, y in ring]))
            land.closeSubpath()
        painter = QPainter(picture)
        painter.fillPath(land, QColor("white"))
        painter.end()
        self._stride = picture.bytesPerLine()
        self._cells = bytes(picture.constBits())

    def is_land(self, x: float, y: float) -> bool:
        """Whether a place is land; beside the map, what its edge is."""
        column = min(max(int(x * LAND_SCALE), 0), self._width - 1)
        row = min(max(int(y * LAND_SCALE), 0), self._height - 1)
        return self._cells[row * self._stride + column] > 127
