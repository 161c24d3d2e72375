"""Lines and signs: traces of supply, selection, paths, targets, costs, rulers, the keyboard cursor."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF

from app.fonts import SceneRole
from app.graphics.board_layout import UNIT
from app.graphics.colors import color
from app.graphics.curves import MeasuredLine, Polyline
from app.graphics.overlay_model import Path, Reach, Ruler, Supply, Target, Trace, Zone
from app.graphics.painters.overlay_pen import OverlayView, Word, dashed, draw_word, hex_path, pen, stroke
from app.graphics.painters.overlay_tints import zone_ink

COST_SIZE: Final = 0.20
CORNER_COST_SIZE: Final = 0.155
SOURCE_RADIUS: Final = 0.46
TARGET_RADIUS: Final = 0.44


def _qline(points: Polyline) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


def draw_supply(painter: QPainter, view: OverlayView, supply: Supply) -> None:
    """Hexes that are cut off, then the traces, then the rings of the sources."""
    palette = view.palette
    cut = hex_path(view, view.visible(supply.cut), 0.05)
    painter.fillPath(cut, color(palette.cream, 0.5))
    stroke(painter, cut, dashed(palette.cut, view.px(3.0), 3.0, 2.0))
    for trace in supply.traces:
        _draw_trace(painter, view, trace)
    radius = SOURCE_RADIUS * UNIT
    for i in view.visible(supply.sources):
        ring = QPainterPath()
        ring.addEllipse(view.layout.center(i), radius, radius)
        stroke(painter, ring, pen("#ffffff", view.px(6.5)))
        stroke(painter, ring, pen(palette.supplied, view.px(3.5)))


def _draw_trace(painter: QPainter, view: OverlayView, trace: Trace) -> None:
    line = _qline(view.way(trace.path))
    if line.isEmpty():
        return
    width = view.px(view.palette.supplied_width)
    stroke(painter, line, pen("#ffffff", width + view.px(4.0)))
    if trace.cut_at is None:
        stroke(painter, line, pen(view.palette.supplied, width))
        return
    stroke(painter, line, dashed(view.palette.cut, width, 2.2, 1.5))
    for i in view.hexes([trace.cut_at]):
        _draw_cross(painter, view, view.layout.center(i))


def _draw_cross(painter: QPainter, view: OverlayView, center: QPointF) -> None:
    radius, arm = view.px(11.0), view.px(4.6)
    painter.setPen(pen("#ffffff", view.px(2.0)))
    painter.setBrush(color(view.palette.cut))
    painter.drawEllipse(center, radius, radius)
    painter.setPen(pen("#ffffff", view.px(3.0)))
    for dx, dy in ((1, 1), (1, -1)):
        step = QPointF(dx * arm, dy * arm)
        painter.drawLine(center - step, center + step)


def draw_selected(painter: QPainter, view: OverlayView, ids: Iterable[str]) -> None:
    """The rings of selected hexes, on their hexsides."""
    path, palette = hex_path(view, view.visible(ids), 0.015), view.palette
    stroke(painter, path, pen(palette.selected_bed, view.px(palette.selected_bed_width)))
    stroke(painter, path, pen(palette.selected, view.px(palette.selected_width)))


def draw_cursor(painter: QPainter, view: OverlayView, name: str) -> None:
    """The keyboard's hex: the selected ring in white."""
    path, palette = hex_path(view, view.visible([name]), 0.015), view.palette
    stroke(painter, path, pen(palette.selected_bed, view.px(palette.selected_bed_width)))
    stroke(painter, path, pen("#ffffff", view.px(palette.selected_width)))


def draw_attackers(painter: QPainter, view: OverlayView, ids: Iterable[str]) -> None:
    """Rings of hexes whose units take part in an attack."""
    path = hex_path(view, view.visible(ids), 0.06)
    stroke(painter, path, pen("#ffffff", view.px(5.0)))
    stroke(painter, path, dashed(view.palette.attacker, view.px(2.6), 3.0, 1.8))


def draw_target(painter: QPainter, view: OverlayView, target: Target) -> None:
    """A ring with cross-hairs, and a word above it."""
    for i in view.visible([target.hex]):
        center, radius = view.layout.center(i), TARGET_RADIUS * UNIT
        path = QPainterPath()
        path.addEllipse(center, radius, radius)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            path.moveTo(center + QPointF(dx, dy) * radius * 0.82)
            path.lineTo(center + QPointF(dx, dy) * radius * 1.18)
        stroke(painter, path, pen("#ffffff", view.px(view.palette.target_width + 3.0)))
        stroke(painter, path, pen(view.palette.target, view.px(view.palette.target_width)))
        if target.word:
            word = Word(SceneRole.TEXT_STRONG, max(11.0, view.scale * 0.145), view.palette.target)
            draw_word(painter, view, center - QPointF(0, radius * 1.18 + view.px(9.0)), target.word, word)


def draw_path(painter: QPainter, view: OverlayView, path: Path) -> None:
    """An arrow along the way, dots at its way points, and a pill with the cost at its goal."""
    line = view.way(path.hexes)
    if len(line) > 1:
        _draw_arrow(painter, view, line)
    for i in view.hexes(path.way_points):
        painter.setPen(pen(view.palette.path, view.px(2.0)))
        painter.setBrush(color(view.palette.selected))
        painter.drawEllipse(view.layout.center(i), view.px(6.0), view.px(6.0))
    goals = view.hexes(path.hexes[-1:])
    if path.goal_text and goals:
        below = QPointF(0, 0.30 * UNIT)
        ink = view.palette.cost_in_zoc if path.is_in_zoc else view.palette.cost
        draw_pill(painter, view, view.layout.center(goals[0]) + below, path.goal_text, ink)


def _draw_arrow(painter: QPainter, view: OverlayView, line: Polyline) -> None:
    palette = view.palette
    measured = MeasuredLine(line)
    head = view.px(palette.path_width * 3.2)
    tip = measured.length - 0.10 * UNIT
    if tip - head < view.px(4.0):
        return
    shaft = _qline(measured.part(0.0, tip - head * 0.7))
    end = measured.smooth_at(tip - head * 0.5, head * 0.5)
    point = measured.at(tip)
    flat = [point.shifted(0, 0), *(end.shifted(-head * 0.5, side * head * 0.5) for side in (1, -1))]
    triangle = QPolygonF([QPointF(x, y) for x, y in flat])
    bed = view.px(palette.path_bed - palette.path_width)
    stroke(painter, shaft, pen("#ffffff", view.px(palette.path_bed)))
    painter.setPen(pen("#ffffff", bed))
    painter.setBrush(color("#ffffff"))
    painter.drawPolygon(triangle)
    stroke(painter, shaft, pen(palette.path, view.px(palette.path_width)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(palette.path))
    painter.drawPolygon(triangle)


def draw_pill(painter: QPainter, view: OverlayView, center: QPointF, text: str, ink: str) -> None:
    """White words on a filled pill."""
    word = Word(SceneRole.COUNTER, max(13.0, view.scale * COST_SIZE), "#ffffff", ink, 0.1)
    width, height = view.px(word.width(text) + 18.0), view.px(word.pixels * 1.28)
    pill = QRectF(center.x() - width / 2, center.y() - height / 2, width, height)
    painter.setPen(pen("#ffffff", view.px(2.0)))
    painter.setBrush(color(ink))
    painter.drawRoundedRect(pill, height / 2, height / 2)
    draw_word(painter, view, center, text, word)


def draw_costs(painter: QPainter, view: OverlayView, reach: Reach, occupied: Collection[str]) -> None:
    """The cost in each hex that can be reached."""
    ids, palette = view.layout.board.ids, view.palette
    marks = ((i, reach.hexes[ids[i]]) for i in view.visible(reach.hexes))
    inks = (palette.cost, palette.cost_in_zoc)
    draw_figures(painter, view, ((i, mark.cost, inks[mark.is_in_zoc]) for i, mark in marks), occupied)


def draw_zone_figures(painter: QPainter, view: OverlayView, zone: Zone, occupied: Collection[str]) -> None:
    """The figure of each hex of an area."""
    ids, ink = view.layout.board.ids, zone_ink(zone.look, view.palette)
    figures = ((i, zone.figures[ids[i]], ink) for i in view.visible(zone.figures))
    draw_figures(painter, view, figures, occupied)


def draw_figures(
    painter: QPainter,
    view: OverlayView,
    figures: Iterable[tuple[int, str, str]],
    occupied: Collection[str],
) -> None:
    """Figures by hex, text and ink; at the left corner where a stack stands."""
    if view.scale < 22:
        return
    board, palette = view.layout.board, view.palette
    least = 9.0 if view.scale < 40 else 11.0
    ratio = painter.device().devicePixelRatioF()
    for i, text, ink in figures:
        if not text:
            continue
        is_corner = board.ids[i] in occupied
        share = CORNER_COST_SIZE if is_corner else COST_SIZE
        pixels = round(max(least, view.scale * share) * palette.cost_grow)
        picture = cost_picture(text, pixels, ink, palette.halo, ratio)
        size = picture.size() / ratio
        at = view.layout.center(i) + (QPointF(-0.455 * UNIT, 0.0) if is_corner else QPointF(0.0, 0.02 * UNIT))
        width, height = view.px(size.width()), view.px(size.height())
        if is_corner:
            at.setX(at.x() + max(0.0, width / 2 - 0.14 * UNIT))
        painter.drawImage(QRectF(at.x() - width / 2, at.y() - height / 2, width, height), picture)


@lru_cache(maxsize=1024)
def cost_picture(text: str, pixels: int, ink: str, halo: str, ratio: float) -> QImage:
    """A figure with its halo; there are few different ones, so each is drawn once."""
    word = Word(SceneRole.COUNTER, pixels * ratio, ink, halo, 3.4 * ratio)
    width = math.ceil(word.width(text) + 8 * ratio)
    height = math.ceil(pixels * ratio + 6 * ratio)
    picture = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = word.font()
    path = QPainterPath()
    path.addText(QPointF(0, 0), font, text)
    bounds = path.boundingRect()
    fine = font.pixelSize() / max(1.0, word.pixels)
    painter.translate(width / 2, height / 2)
    painter.scale(1 / fine, 1 / fine)
    painter.translate(-bounds.center())
    stroke(painter, path, pen(halo, word.halo_pixels * fine))
    painter.fillPath(path, color(ink))
    painter.end()
    return picture


def draw_ruler(painter: QPainter, view: OverlayView, ruler: Ruler) -> None:
    """A straight line with ticks at its ends and the distance at its middle."""
    ends = view.hexes([ruler.start, ruler.end])
    if len(ends) < 2:
        return
    a, b = view.layout.center(ends[0]), view.layout.center(ends[1])
    line = QPolygonF([a, b])
    stroke(painter, line, pen("#ffffff", view.px(6.0)))
    stroke(painter, line, dashed(view.palette.path, view.px(2.6), 4.0, 2.0))
    for end in (a, b):
        painter.setPen(pen("#ffffff", view.px(2.0)))
        painter.setBrush(color(view.palette.path))
        painter.drawEllipse(end, view.px(5.0), view.px(5.0))
    draw_pill(painter, view, (a + b) / 2, ruler.text, view.palette.path)


def draw_notes(painter: QPainter, view: OverlayView, ids: Sequence[str] | Collection[str]) -> None:
    """A small leaf of paper at the lower right of hexes with a note."""
    for i in view.visible(ids):
        corner = view.layout.center(i) + QPointF(0.30 * UNIT, 0.26 * UNIT)
        size = view.px(max(7.0, view.scale * 0.10))
        leaf = QPolygonF(
            [
                corner,
                corner + QPointF(size * 0.65, 0),
                corner + QPointF(size, size * 0.35),
                corner + QPointF(size, size),
                corner + QPointF(0, size),
            ]
        )
        painter.setPen(pen("#3a2f22", view.px(1.2)))
        painter.setBrush(color("#fff1c4"))
        painter.drawPolygon(leaf)
