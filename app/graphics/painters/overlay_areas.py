"""Areas under the counters: light and shade of a reach, tints, control bands, set-up zones, hatched
ZOCs.

Tints end at the coast, not at the side of a hex. They are put together in a small picture of each map
and enlarged softly, which costs the same whatever the number of hexes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF

from app.fonts import SceneRole
from app.graphics.board_layout import UNIT, BoardLayout
from app.graphics.colors import color
from app.graphics.overlay_geometry import drawn_in, front_lines, outline_loops
from app.graphics.overlay_model import BoardOverlays, Form, Zone, ZoneLook
from app.graphics.painters.board_art import SEA, BoardArt
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

TINT_SCALE: Final = 16.0
BAND: Final = 0.10
_DOT: Final = 12


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
            _draw_visible(painter, picture, self._layout.sheet_rect(sheet), view.rect)
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
                    painter.drawPolygon(_grown(board.corners(i), board.center(i)))
        painter.resetTransform()
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
        painter.drawImage(0, 0, mask)
        painter.end()
        return picture

    def _mask(self, sheet: int) -> QImage:
        if sheet not in self._masks:
            self._masks[sheet] = land_mask(self._arts[sheet])
        return self._masks[sheet]


def _grown(corners: Sequence[tuple[float, float]], center: tuple[float, float]) -> QPolygonF:
    """A hex a hair larger, so that neighbours leave no seam."""
    cx, cy = center
    return QPolygonF([QPointF(cx + (x - cx) * 1.03, cy + (y - cy) * 1.03) for x, y in corners])


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
    else:
        for i in art.hexes:
            if art.look(i) != SEA:
                painter.drawPolygon(_grown(art.board.corners(i), art.board.center(i)))
    painter.end()
    return picture


def _draw_visible(painter: QPainter, picture: QImage, sheet: QRectF, visible: QRectF) -> None:
    shown = visible.intersected(sheet)
    if shown.isEmpty():
        return
    scale = TINT_SCALE / UNIT
    source = (
        QRectF(
            (shown.left() - sheet.left()) * scale,
            (shown.top() - sheet.top()) * scale,
            shown.width() * scale,
            shown.height() * scale,
        )
        .toAlignedRect()
        .adjusted(-1, -1, 1, 1)
        .intersected(picture.rect())
    )
    target = QRectF(
        sheet.left() + source.left() / scale,
        sheet.top() + source.top() / scale,
        source.width() / scale,
        source.height() / scale,
    )
    painter.drawImage(target, picture, QRectF(source))


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
    """The label of an area, at the upper edge of what can be seen of it."""
    seen = path.boundingRect().intersected(view.rect)
    if zone.label and seen.isValid():
        word = Word(SceneRole.TEXT_STRONG, 13.0, zone_ink(zone.look, view.palette), view.palette.halo, 4.0)
        draw_word(painter, view, QPointF(seen.center().x(), seen.top() + view.px(18.0)), zone.label, word)


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
