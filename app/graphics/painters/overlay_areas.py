"""Areas under the counters: outlines of reach and zones, control bands, hatched ZOCs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF

from app.fonts import SceneRole
from app.graphics.board_layout import UNIT, BoardLayout
from app.graphics.colors import color
from app.graphics.overlay_geometry import drawn_in, front_lines, outline_loops
from app.graphics.overlay_model import Form, Zone
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_masks import SEA
from app.graphics.painters.overlay_palette import OverlayPalette
from app.graphics.painters.overlay_pen import (
    OverlayView,
    Word,
    dashed,
    draw_word,
    hex_path,
    pen,
    stroke,
)
from app.graphics.painters.overlay_tints import zone_ink

BAND: Final = 0.10
_DOT: Final = 12

ABOVE, WITHIN, ROOM_ABOVE = -11.0, 18.0, 22.0
"""Pixels from the upper edge of an area to the middle of its label, and what it needs to lie above."""


@lru_cache(maxsize=16)
def hatched_hex(corners: tuple[tuple[int, int], ...], palette: OverlayPalette, ratio: float) -> QImage:
    """One hatched hex; `corners` are hundredths of pixels from the middle of the picture."""
    points = [QPointF(x / 100, y / 100) for x, y in corners]
    half_width = math.ceil(max(abs(p.x()) for p in points)) + 1
    half_height = math.ceil(max(abs(p.y()) for p in points)) + 1
    picture = QImage(
        QSize(math.ceil(2 * half_width * ratio), math.ceil(2 * half_height * ratio)),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(half_width, half_height)
    shape = QPainterPath()
    shape.addPolygon(QPolygonF(points))
    shape.closeSubpath()
    painter.setClipPath(shape)
    painter.setPen(pen(color(palette.zoc, palette.zoc_alpha), palette.zoc_width))
    reach = half_width + half_height
    for shift in range(-reach - reach % palette.zoc_spacing, reach + 1, palette.zoc_spacing):
        painter.drawLine(QLineF(shift - half_height, half_height, shift + half_height, -half_height))
    painter.end()
    return picture


def draw_zoc(painter: QPainter, view: OverlayView, ids: Iterable[str]) -> None:
    """Hatches hexes; the strokes keep their distance at every zoom."""
    hexes = view.visible(ids)
    if not hexes:
        return
    center, scale = view.layout.center(hexes[0]), view.scale / UNIT
    shape = tuple(
        (round((p.x() - center.x()) * scale * 100), round((p.y() - center.y()) * scale * 100))
        for p in view.layout.polygon(hexes[0], 0.06).toList()
    )
    picture = hatched_hex(shape, view.palette, painter.device().devicePixelRatioF())
    half = picture.deviceIndependentSize() / 2
    transform = painter.worldTransform()
    painter.save()
    painter.resetTransform()
    for i in hexes:
        at = transform.map(view.layout.center(i))
        painter.drawImage(QPointF(at.x() - half.width(), at.y() - half.height()), picture)
    painter.restore()


@dataclass(frozen=True)
class Outlines:
    """The outlines of areas and fronts in the scene, kept as long as the overlays stay the same."""

    layout: BoardLayout
    arts: Sequence[BoardArt]
    _made: dict[object, QPainterPath] = field(default_factory=dict)

    def forget(self) -> None:
        """The overlays are others now."""
        self._made.clear()

    def around(self, ids: Iterable[str]) -> QPainterPath:
        """The closed outline of some hexes."""
        key = frozenset(ids)
        if key not in self._made:
            self._made[key] = self._outline(key)
        return self._made[key]

    def _outline(self, ids: frozenset[str]) -> QPainterPath:
        path, board = QPainterPath(), self.layout.board
        by_sheet: dict[int, list[int]] = {}
        for name in ids:
            i = board.index.get(name)
            if i is not None:
                by_sheet.setdefault(board.board[i], []).append(i)
        for hexes in by_sheet.values():
            for loop in outline_loops(board, hexes):
                path.addPolygon(self._in_scene(hexes[0], loop))
                path.closeSubpath()
        return path

    def band(self, held: frozenset[int]) -> QPainterPath:
        """A band inside a set along its front against all other land."""
        if held not in self._made:
            board, path = self.layout.board, QPainterPath()
            for sheet, art in enumerate(self.arts):
                land = [i for i in art.hexes if i not in held and art.look(i) != SEA]
                mine = [i for i in held if board.board[i] == sheet]
                for line, is_closed in front_lines(board, mine, land) if mine else ():
                    path.addPath(self._band(mine[0], line, is_closed=is_closed))
            self._made[held] = path
        return self._made[held]

    def _band(self, i: int, line: Sequence[tuple[float, float]], *, is_closed: bool) -> QPainterPath:
        inner = drawn_in(line, BAND, is_closed=is_closed)
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for part in (line, inner) if is_closed else ([*line, *reversed(inner)],):
            path.addPolygon(self._in_scene(i, part))
            path.closeSubpath()
        return path

    def _in_scene(self, i: int, line: Sequence[tuple[float, float]]) -> QPolygonF:
        x0, y0 = self.layout.origins[self.layout.board.board[i]]
        return QPolygonF([QPointF((x + x0) * UNIT, (y + y0) * UNIT) for x, y in line])


def draw_reach_outline(painter: QPainter, view: OverlayView, path: QPainterPath) -> None:
    """The closed outline of what can be reached."""
    palette = view.palette
    stroke(painter, path, pen("#ffffff", view.px(palette.reach_bed)))
    stroke(painter, path, pen(palette.reach, view.px(palette.reach_width)))


def draw_choices(painter: QPainter, view: OverlayView, ids: frozenset[str], outline: QPainterPath) -> None:
    """The hexes that can be chosen: a strong outline around all, a fine one around each."""
    each = hex_path(view, view.visible(ids))
    stroke(painter, each, pen(color("#ffffff", 0.8), view.px(1.2)))
    draw_reach_outline(painter, view, outline)


def draw_zone(painter: QPainter, view: OverlayView, zone: Zone, path: QPainterPath) -> None:
    """The dashed outline of an area."""
    ink = zone_ink(zone.look, view.palette)
    stroke(painter, path, pen("#ffffff", view.px(5.0)))
    stroke(painter, path, dashed(ink, view.px(2.6), 3.2, 2.0))


def draw_zone_label(painter: QPainter, view: OverlayView, zone: Zone, path: QPainterPath) -> None:
    """The label of an area: above it, where no names and counters of its hexes are, if that is in sight."""
    seen = path.boundingRect().intersected(view.rect)
    if zone.label and seen.isValid():
        word = Word(SceneRole.TEXT_STRONG, 13.0, zone_ink(zone.look, view.palette), view.palette.halo, 4.0)
        middle = QPointF(seen.center().x(), seen.top() + view.px(label_offset(view, seen.top())))
        draw_word(painter, view, middle, zone.label, word)


def label_offset(view: OverlayView, top: float) -> float:
    """How many pixels below the upper edge of an area the middle of its label lies."""
    return ABOVE if top - view.rect.top() >= view.px(ROOM_ABOVE) else WITHIN


def draw_control(
    painter: QPainter, view: OverlayView, control: Mapping[str, Form], outlines: Outlines
) -> None:
    """Bands inside the fronts between the sides, and dots over the side told by its light form."""
    palette = view.palette
    for form, code in ((Form.DARK, palette.dark_side), (Form.LIGHT, palette.light_side)):
        held = frozenset(view.hexes(name for name, owner in control.items() if owner is form))
        painter.fillPath(outlines.band(held), color(code, palette.band))
        if form is Form.LIGHT:
            _draw_dots(painter, view, held)


def _draw_dots(painter: QPainter, view: OverlayView, hexes: Iterable[int]) -> None:
    around = view.rect.adjusted(-UNIT, -UNIT, UNIT, UNIT)
    dots = [
        view.layout.center(i) + QPointF(dx, dy)
        for i in hexes
        if around.contains(view.layout.center(i))
        for dx, dy in ((-28, -24), (0, -24), (28, -24), (-14, 0), (14, 0), (-28, 24), (0, 24), (28, 24))
    ]
    painter.setPen(pen(color(view.palette.light_side, 0.45), view.px(2.2)))
    painter.drawPoints(dots)
