"""Texture marks: hills, pebbles, tufts, reeds, dunes, dots and furrows, strewn by chance fixed for each
hex.

Marks are made hex by hex when a view first needs them and kept. They stand where their terrain shows on
the ground, not merely where the hex says so, and never closer together than reads well.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath

from app.graphics.colors import color, mix
from app.graphics.curves import Point, seeded
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_marks import Cell, cell_of, cells_in
from app.graphics.painters.board_masks import PLAIN, SEA
from app.graphics.painters.board_palette import PLAIN_LAND, TERRAIN, Ink, MapPalette
from app.graphics.painters.board_view_box import ViewBox, line_pen

FAR_SHARE: Final = 0.55
FAR_GROWTH: Final = 1.35
MARGIN: Final = 0.15


@dataclass
class Marks:
    """The marks of one look in one cell: areas to fill, curves to stroke, straight strokes."""

    fills: QPainterPath
    curves: QPainterPath
    strokes: list[QLineF]

    @classmethod
    def empty(cls) -> Marks:
        return cls(QPainterPath(), QPainterPath(), [])


Sketch = Callable[[Marks, Point, float, random.Random], None]


@dataclass(frozen=True, slots=True)
class Texture:
    """How one look is strewn: marks to a hex, inks, pen width, and the sketch of one mark."""

    count: int
    fill: Ink
    stroke: Ink
    width: float
    sketch: Sketch


def _hill(marks: Marks, at: Point, size: float, chance: random.Random, height: float = 1.0) -> None:
    """One to three small hills, their right faces shaded."""
    base = size * 0.043 * height * chance.choice((0.75, 0.9, 1.0, 1.25, 1.5))
    parts = ((0.0, 0.0, 1.0), (1.25, 0.5, 0.62), (-1.1, 0.55, 0.5))[: chance.choice((1, 2, 2, 3))]
    for dx, dy, share in parts:
        w = base * share
        h = w * chance.uniform(0.85, 1.15)
        x, y = at[0] + dx * base, at[1] + dy * base
        face = QPainterPath(QPointF(x - w * 0.05, y - h * 0.75))
        face.cubicTo(x + w * 0.35, y - h * 0.45, x + w * 0.55, y - h * 0.1, x + w * 1.05, y + h * 0.55)
        face.lineTo(x + w * 0.30, y + h * 0.45)
        face.closeSubpath()
        marks.fills.addPath(face)
        marks.curves.moveTo(x - w, y + h * 0.5)
        marks.curves.cubicTo(x - w * 0.6, y - h * 0.1, x - w * 0.3, y - h * 0.85, x - w * 0.05, y - h * 0.75)
        marks.curves.cubicTo(
            x + w * 0.35, y - h * 0.45, x + w * 0.55, y - h * 0.1, x + w * 1.05, y + h * 0.55
        )


def _mountain(marks: Marks, at: Point, size: float, chance: random.Random) -> None:
    _hill(marks, at, size, chance, 1.45)


def _pebbles(marks: Marks, at: Point, size: float, chance: random.Random) -> None:
    """A few stones or a tuft of grass."""
    x, y = at
    if chance.random() < 0.55:
        for _ in range(chance.randint(2, 5)):
            center = QPointF(x + chance.gauss(0, 0.035) * size, y + chance.gauss(0, 0.02) * size)
            radius = 0.0075 * size * chance.uniform(0.7, 1.2)
            marks.fills.addEllipse(center, radius, radius)
        return
    for lean in (-0.6, 0.0, 0.6):
        marks.strokes.append(QLineF(x, y, x + lean * 0.03 * size, y - 0.035 * size))


def _reeds(marks: Marks, at: Point, size: float, chance: random.Random) -> None:
    """Three dashes of water, now and then with reeds."""
    x, y = at
    for row in range(3):
        half = size * 0.06 * (1 - 0.3 * row)
        marks.strokes.append(QLineF(x - half, y + row * size * 0.026, x + half, y + row * size * 0.026))
    if chance.random() < 0.5:
        for dx in (-0.02, 0.0, 0.02):
            marks.strokes.append(
                QLineF(x + dx * size, y - size * 0.012, x + dx * size * 1.6, y - size * 0.055)
            )


def _crescent(marks: Marks, at: Point, size: float, chance: random.Random) -> None:
    x, y = at
    w = size * chance.uniform(0.06, 0.10)
    marks.curves.moveTo(x - w, y + w * 0.28)
    marks.curves.quadTo(x - w * 0.2, y - w * 0.5, x + w, y - w * 0.15)


def _dot(marks: Marks, at: Point, size: float, chance: random.Random) -> None:
    radius = size * 0.010 * chance.uniform(0.7, 1.1)
    marks.fills.addEllipse(QPointF(*at), radius, radius)


def _furrows(marks: Marks, at: Point, size: float, chance: random.Random) -> None:
    x, y = at
    lean, half = chance.choice((0.35, -0.5)), size * 0.025
    for row in (-1, 0, 1):
        dx = row * size * 0.022
        marks.strokes.append(QLineF(x + dx - half, y - half * 2 * lean, x + dx + half, y + half * 2 * lean))


def _trees(marks: Marks, at: Point, size: float, chance: random.Random) -> None:
    radius = size * chance.uniform(0.035, 0.055)
    marks.fills.addEllipse(QPointF(*at), radius, radius)
    marks.curves.addEllipse(QPointF(*at), radius, radius)


_NOTHING: Final = Ink("#000000", 0.0)
_HILL_INKS: Final = (Ink("#6b4c2b", 0.30), Ink("#6b4c2b", 0.55), 0.0105)
TEXTURES: Final = {
    "rough": Texture(9, *_HILL_INKS, _hill),
    "hill": Texture(9, *_HILL_INKS, _hill),
    "mountain": Texture(11, *_HILL_INKS, _mountain),
    PLAIN: Texture(7, Ink("#7d6240", 0.32), Ink("#7c7a45", 0.42), 0.011, _pebbles),
    "desert": Texture(9, Ink("#7d6240", 0.32), Ink("#7c7a45", 0.42), 0.011, _pebbles),
    "salt_marsh": Texture(10, _NOTHING, Ink("#5f8894", 0.58), 0.011, _reeds),
    "marsh": Texture(10, _NOTHING, Ink("#5f8894", 0.58), 0.011, _reeds),
    "sand_sea": Texture(16, _NOTHING, Ink("#a87f3a", 0.48), 0.010, _crescent),
    "depression": Texture(26, Ink("#7d6848", 0.42), _NOTHING, 0.010, _dot),
    "delta": Texture(16, _NOTHING, Ink("#6f8446", 0.42), 0.010, _furrows),
    "forest": Texture(24, Ink("#7f9a55", 0.55), Ink("#4f6a34", 0.6), 0.010, _trees),
    "wood": Texture(24, Ink("#7f9a55", 0.55), Ink("#4f6a34", 0.6), 0.010, _trees),
}
PLAIN_LOOKS: Final = frozenset({"clear", PLAIN})


class TextureLayer:
    """All texture marks."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art
        self._made: dict[tuple[Cell, str], dict[str, Marks]] = {}

    def follow(self, art: BoardArt, area: QRectF) -> None:
        """Turns to the same map after an edit; marks in and around an area are strewn anew."""
        self._art = art
        near = set(cells_in(area.adjusted(-1, -1, 1, 1)))
        for key in [key for key in self._made if key[0] in near]:
            del self._made[key]

    @cached_property
    def _hexes(self) -> dict[Cell, list[int]]:
        cells: dict[Cell, list[int]] = {}
        for i in self._art.hexes:
            cells.setdefault(cell_of(*self._art.board.center(i)), []).append(i)
        return cells

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        if not box.detail.textures or box.palette.texture <= 0:
            return
        reach = box.around(0.8)
        with box.board_units(painter):
            for cell in cells_in(reach):
                for look, marks in self._marks(cell, box.detail.textures).items():
                    if look != PLAIN or box.detail.plain_textures:
                        _draw(painter, look, marks, box)
                yield

    def _marks(self, cell: Cell, detail: str) -> dict[str, Marks]:
        key = cell, detail
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = {}
            for i in self._hexes.get(cell, ()):
                self._strew(i, detail, made)
        return made

    def _strew(self, i: int, detail: str, made: dict[str, Marks]) -> None:
        look = self._art.look(i)
        look = PLAIN if look in PLAIN_LOOKS else look
        texture = TEXTURES.get(look)
        if texture is None or look == SEA:
            return
        is_far = detail == "far"
        count = round(texture.count * FAR_SHARE) if is_far else texture.count
        size = FAR_GROWTH if is_far else 1.0
        marks = made.setdefault(look, Marks.empty())
        name = self._art.board.ids[i]
        chance = seeded("texture", self._art.old_names.get(name, name))
        center = self._art.board.center(i)
        placed: list[Point] = []
        for _ in range(count * 5):
            if len(placed) == count:
                break
            at = (center[0] + chance.uniform(-0.56, 0.56), center[1] + chance.uniform(-0.5, 0.5))
            if self._fits(look, at) and not any(_is_close(at, other, size) for other in placed):
                placed.append(at)
                texture.sketch(marks, at, size, chance)

    def _fits(self, look: str, at: Point) -> bool:
        shown = self._art.kind_at(*at)
        return (PLAIN if shown in PLAIN_LOOKS else shown) == look


def _is_close(a: Point, b: Point, size: float) -> bool:
    return abs(a[0] - b[0]) < 0.12 * size and abs(a[1] - b[1]) < 0.10 * size


def _stroke_color(look: str, ink: Ink, palette: MapPalette) -> QColor:
    """The ink of strokes; on paper solid, since files write lines that are see-through as areas, ten times as
    long.
    """
    if palette.has_solid_strokes and ink.alpha > 0:
        return color(mix(TERRAIN.get(look, PLAIN_LAND), ink.code, ink.alpha))
    return ink.color()


def _draw(painter: QPainter, look: str, marks: Marks, box: ViewBox) -> None:
    texture = TEXTURES[look]
    bounds = QRectF(box.around(MARGIN))
    if not marks.fills.isEmpty() and marks.fills.controlPointRect().intersects(bounds):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(texture.fill.color()))
        painter.drawPath(marks.fills)
    pen = line_pen(_stroke_color(look, texture.stroke, box.palette), box.width(texture.width, 0.7))
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if not marks.curves.isEmpty() and marks.curves.controlPointRect().intersects(bounds):
        painter.drawPath(marks.curves)
    if marks.strokes:
        painter.drawLines(marks.strokes)
