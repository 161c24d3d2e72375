"""The ground: the baked picture, or tinted hexes where a board has none, with paper grain at close range."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QPainterPath

from app.graphics.colors import color
from app.graphics.curves import Point, seeded
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_marks import path_of, polygon_of
from app.graphics.painters.board_masks import SEA
from app.graphics.painters.board_palette import PLAIN_LAND, terrain_color
from app.graphics.painters.board_view_box import ViewBox
from app.graphics.picture_parts import draw_part

GRAIN_FROM: Final = 50.0
AROUND: Final = 1.2
"""Ground beyond a tile on which its texture marks depend."""
_GRAIN_SIZE: Final = 128
_SKETCH_SCALE: Final = 12.0
_SKETCH_BLUR: Final = 3


class GroundLayer:
    """Layers 1 to 4."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art
        self._sketch: tuple[QImage, ...] = ()

    def follow(self, art: BoardArt, area: QRectF) -> None:
        """Turns to the same map after an edit; a ground that was only sketched is sketched anew."""
        self._art = art
        self._sketch = ()

    @property
    def _pictures(self) -> tuple[QImage, ...]:
        if not self._art.ground_sizes and not self._sketch:
            self._sketch = (sketched_ground(self._art),)
        return self._art.ground_sizes or self._sketch

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        work = self._art.groundwork
        if work is not None:
            for group in work.groups(work.wants(box.around(AROUND))):
                work.paint(group)
                yield
        size = self._art.size
        board = QRectF(0, 0, *size)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        with box.board_units(painter):
            draw_part(painter, self._picture_for(box.scale), board, box.rect)
        painter.restore()
        yield
        if box.detail.scale >= GRAIN_FROM and box.palette.texture > 0:
            _lay_grain(painter, board, box)
        yield

    def _picture_for(self, scale: float) -> QImage:
        """The smallest picture that still need not be enlarged, or the largest."""
        fitting = [p for p in self._pictures if p.width() / self._art.size[0] >= scale * 0.75]
        return fitting[-1] if fitting else self._pictures[0]


class FlatGroundLayer(GroundLayer):
    """The ground without relief: soft hexes in the flat colours of their terrain."""

    @property
    def _pictures(self) -> tuple[QImage, ...]:
        if not self._sketch:
            self._sketch = (sketched_ground(self._art),)
        return self._sketch


def _lay_grain(painter: QPainter, board: QRectF, box: ViewBox) -> None:
    """Fibres at the scale of the screen, fixed to the board, so that enlarged ground does not look soft."""
    on_board = box.rect.intersected(board)
    corner = box.to_pixels(on_board.left(), on_board.top())
    area = QRectF(corner, box.to_pixels(on_board.right(), on_board.bottom()))
    painter.save()
    painter.setBrushOrigin(box.to_pixels(0.0, 0.0))
    painter.fillRect(area, QBrush(paper_grain()))
    painter.restore()


@lru_cache(maxsize=1)
def paper_grain() -> QImage:
    """A small picture of paper fibres, dark and light at low opacity, that joins at its edges."""
    chance = seeded("paper")
    size = _GRAIN_SIZE
    raw = [[chance.gauss(0, 1) for _ in range(size)] for _ in range(size)]
    picture = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    for y in range(size):
        for x in range(size):
            tone = (raw[y][x] + raw[y][x - 1] + raw[y - 1][x] * 0.6) / 1.55
            strength = min(0.07, abs(tone) * 0.018)
            picture.setPixelColor(x, y, color("#3a2a14" if tone < 0 else "#fffdf4", strength))
    return picture


def sketched_ground(art: BoardArt) -> QImage:
    """A soft picture of tinted hexes for boards that were never baked."""
    width, height = art.size
    picture = QImage(
        QSize(math.ceil(width * _SKETCH_SCALE), math.ceil(height * _SKETCH_SCALE)), QImage.Format.Format_RGB32
    )
    picture.fill(color(PLAIN_LAND))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(_SKETCH_SCALE, _SKETCH_SCALE)
    painter.setPen(Qt.PenStyle.NoPen)
    for i in art.hexes:
        if art.shore and art.look(i) == SEA:
            continue
        painter.setBrush(color(art.color(i)))
        painter.drawPolygon(polygon_of(_grown(art.board.corners(i), art.board.center(i))))
    painter.end()
    soft = _softened(picture)
    if art.shore:
        _cut_out_sea(soft, art)
    return soft


def _grown(corners: Sequence[Point], center: Point, factor: float = 1.06) -> list[Point]:
    return [(center[0] + (x - center[0]) * factor, center[1] + (y - center[1]) * factor) for x, y in corners]


def _softened(picture: QImage) -> QImage:
    """Blurred by shrinking and enlarging."""
    small = picture.scaled(
        picture.width() // _SKETCH_BLUR,
        picture.height() // _SKETCH_BLUR,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    return small.scaled(
        picture.size(), Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


def _cut_out_sea(picture: QImage, art: BoardArt) -> None:
    """Paints the sea everywhere outside the drawn land."""
    sea = QPainterPath()
    sea.setFillRule(Qt.FillRule.OddEvenFill)
    sea.addRect(QRectF(QRect(0, 0, picture.width(), picture.height())))
    for ring in art.shore:
        scaled = [(x * _SKETCH_SCALE, y * _SKETCH_SCALE) for x, y in ring]
        sea.addPath(path_of(scaled, closed=True))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(sea, color(terrain_color(SEA)))
    painter.end()


class VeilLayer:
    """The theme's veil over ground and textures, and at the end its shade over the whole map."""

    def __init__(self, art: BoardArt, *, is_shade: bool) -> None:
        self._size = art.size
        self._is_shade = is_shade

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        ink = box.palette.shade if self._is_shade else box.palette.paper_veil
        if ink.alpha > 0:
            on_board = box.rect.intersected(QRectF(0, 0, *self._size))
            corners = (on_board.left(), on_board.top()), (on_board.right(), on_board.bottom())
            first, last = (box.to_pixels(*corner) for corner in corners)
            painter.fillRect(QRectF(QPointF(first), QPointF(last)), ink.color())
        yield
