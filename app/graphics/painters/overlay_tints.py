"""Tints of areas: light and shade of a reach, held ground, zones, supply.

Tints end at the coast, not at the side of a hex. They are put together in a small picture of each map and
enlarged softly, which costs the same whatever the number of hexes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF

from app.graphics.board_layout import BoardLayout
from app.graphics.colors import color
from app.graphics.overlay_model import BoardOverlays, Form, ZoneLook
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_masks import SEA
from app.graphics.painters.overlay_palette import OverlayPalette
from app.graphics.painters.overlay_pen import OverlayView
from app.graphics.picture_parts import draw_part

TINT_SCALE: Final = 16.0


@dataclass(frozen=True, slots=True)
class Tint:
    """A colour over some hexes of one map."""

    hexes: frozenset[int]
    code: str
    alpha: float


class TintPictures:
    """The small pictures of tints, one for each map, made anew when the overlays change."""

    def __init__(self, layout: BoardLayout, arts: Sequence[BoardArt]) -> None:
        self._layout = layout
        self._arts = arts
        self._masks: dict[int, QImage] = {}
        self._hexes: dict[int, QPolygonF] = {}
        self._key: tuple[BoardOverlays, str] | None = None
        self._pictures: dict[int, QImage] = {}

    def draw(self, painter: QPainter, view: OverlayView, overlays: BoardOverlays) -> None:
        """Draws the tints of all maps in view."""
        if self._key is None or self._key[1] != view.palette.name or overlays.has_other_areas(self._key[0]):
            self._key = overlays, view.palette.name
            self._pictures = self._made(overlays, view.palette)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for sheet, picture in self._pictures.items():
            draw_part(painter, picture, self._layout.sheet_rect(sheet), view.rect)
        painter.restore()

    def _made(self, overlays: BoardOverlays, palette: OverlayPalette) -> dict[int, QImage]:
        tints = list(_tints(self._layout, overlays, palette))
        shade = palette.outside if overlays.reach is not None else 0.0
        if not tints and not shade:
            return {}
        return {sheet: self._picture(sheet, tints, palette, shade) for sheet in range(len(self._arts))}

    def _picture(self, sheet: int, tints: Iterable[Tint], palette: OverlayPalette, shade: float) -> QImage:
        mask = self._mask(sheet)
        picture = QImage(mask.size(), QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(color(palette.shade, shade) if shade else Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(TINT_SCALE, TINT_SCALE)
        painter.setPen(Qt.PenStyle.NoPen)
        board = self._layout.board
        for tint in tints:
            painter.setBrush(color(tint.code, tint.alpha))
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            for i in tint.hexes:
                if board.board[i] == sheet:
                    painter.drawPolygon(self._grown_hex(i))
        painter.resetTransform()
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
        painter.drawImage(0, 0, mask)
        painter.end()
        return picture

    def _grown_hex(self, i: int) -> QPolygonF:
        if i not in self._hexes:
            board = self._layout.board
            self._hexes[i] = _grown(board.corners(i), board.center(i))
        return self._hexes[i]

    def _mask(self, sheet: int) -> QImage:
        if sheet not in self._masks:
            self._masks[sheet] = land_mask(self._arts[sheet])
        return self._masks[sheet]


def _grown(corners: Sequence[tuple[float, float]], center: tuple[float, float]) -> QPolygonF:
    """A hex a hair larger, so that neighbours leave no seam."""
    cx, cy = center
    return QPolygonF([QPointF(cx + (x - cx) * 1.03, cy + (y - cy) * 1.03) for x, y in corners])


def has_same_land(before: BoardArt, after: BoardArt) -> bool:
    """Whether all that overlays have to know of a map is as it was: its hexes, its coast, land and sea."""
    if before.board.ids != after.board.ids or before.size != after.size:
        return False
    if before.coast is not after.coast or before.drawing is not after.drawing:
        return False
    pairs = enumerate(zip(before.board.terrain, after.board.terrain, strict=True))
    return all((before.look(i) == SEA) == (after.look(i) == SEA) for i, (a, b) in pairs if a != b)


def land_mask(art: BoardArt) -> QImage:
    """The land of a map in a small picture: opaque where tints may lie."""
    width, height = art.size
    picture = QImage(
        QSize(math.ceil(width * TINT_SCALE), math.ceil(height * TINT_SCALE)),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(TINT_SCALE, TINT_SCALE)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.GlobalColor.black)
    if art.shore:
        land = QPainterPath()
        land.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in art.shore:
            land.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring]))
            land.closeSubpath()
        painter.drawPath(land)
        for i, is_sea in art.groundwork.turned_hexes() if art.groundwork is not None else ():
            mode = QPainter.CompositionMode
            painter.setCompositionMode(
                mode.CompositionMode_Clear if is_sea else mode.CompositionMode_SourceOver
            )
            painter.drawPolygon(_grown(art.board.corners(i), art.board.center(i)))
    else:
        for i in art.hexes:
            if art.look(i) != SEA:
                painter.drawPolygon(_grown(art.board.corners(i), art.board.center(i)))
    painter.end()
    return picture


def _tints(layout: BoardLayout, overlays: BoardOverlays, palette: OverlayPalette) -> Iterable[Tint]:
    index = layout.board.index

    def numbers(ids: Iterable[str]) -> frozenset[int]:
        return frozenset(index[name] for name in ids if name in index)

    for form, code in ((Form.DARK, palette.dark_side), (Form.LIGHT, palette.light_side)):
        held = numbers(name for name, owner in overlays.control.items() if owner is form)
        if held:
            yield Tint(held, code, 0.10)
    for zone in overlays.zones:
        yield Tint(numbers(zone.hexes), zone_ink(zone.look, palette), palette.zone_tint)
    if overlays.supply is not None:
        yield Tint(numbers(overlays.supply.supplied), palette.supplied, palette.supplied_tint)
    if overlays.reach is not None:
        reached = numbers(overlays.reach.hexes) | numbers([overlays.reach.start or ""])
        yield Tint(reached, palette.cream, palette.inside)
    elif overlays.choices:
        yield Tint(numbers(overlays.choices), palette.cream, palette.inside * 1.6)


def zone_ink(look: ZoneLook, palette: OverlayPalette) -> str:
    """The ink of an outlined area."""
    return {ZoneLook.RANGE: palette.range_, ZoneLook.STACKING: palette.stacking}.get(look, palette.zone)
