"""Drawing the grid of the schedule: turns at the head, sides at the left, counters with their signs.

What is no plain arrival bears a word below it; a diamond says that an entry depends on an option or
belongs to some scenarios only, a marked corner that a check has something to say about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen, QPolygonF

from app.editor.schedule_layout import GAP, HEAD, NAME, Key, ScheduleLayout, Spot
from app.editor.schedule_signs import Sign, signs
from app.fonts import SceneRole, TextSize, scene_font
from app.graphics.colors import color
from app.graphics.counter_cache import shared_counters
from app.graphics.counter_faces import FaceMaker
from app.theme.current import scaled, tokens, ui_font
from app.turn_dates import short_date
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef


@dataclass(frozen=True, slots=True)
class Shown:
    """What the painter is told beside the layout."""

    module: ModuleDef
    faces: FaceMaker
    selected: frozenset[Key]
    flags: Mapping[Key, str]
    """Severity by what is flagged."""
    target: int | None
    cursor: tuple[int, str] | None
    left: int
    ratio: float


def paint_schedule(painter: QPainter, area: QRect, layout: ScheduleLayout, shown: Shown) -> None:
    """Draws the part of the grid within an area."""
    colors = tokens()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(area, color(colors.panel))
    _paint_ground(painter, area, layout, shown)
    for spot in layout.spots:
        if spot.rect.adjusted(-20, -20, 40, 40).intersects(area):
            _paint_spot(painter, spot, shown)
    for sign in signs(shown.module, layout):
        if sign.below.intersects(area):
            _paint_sign(painter, sign)
    painter.fillRect(QRect(shown.left, 0, scaled(NAME), scaled(HEAD)), color(colors.row))
    below = layout.size.height()
    painter.fillRect(QRect(shown.left, below, scaled(NAME), area.bottom()), color(colors.panel))
    for side, top, height in layout.rows:
        _paint_side(painter, side, QRect(shown.left, top, scaled(NAME), height), shown.module)


def _paint_ground(painter: QPainter, area: QRect, layout: ScheduleLayout, shown: Shown) -> None:
    colors = tokens()
    bottom = max(area.bottom(), layout.size.height())
    painter.fillRect(QRect(0, 0, max(area.right() + 1, layout.size.width()), scaled(HEAD)), color(colors.row))
    for n, (turn, title) in enumerate(layout.turns):
        x, width = layout.columns[turn]
        if n % 2 == 0:
            painter.fillRect(QRect(x, scaled(HEAD), width, bottom), color(colors.row))
        if turn == shown.target:
            painter.fillRect(QRect(x, 0, width, bottom), color(colors.selected))
        _paint_head(painter, QRect(x + scaled(8), 0, width - scaled(14), scaled(HEAD)), turn, title)
    if shown.cursor is not None:
        cell = QRectF(layout.cell(*shown.cursor)).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.setPen(QPen(color(colors.accent), 1.5, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(cell, 4, 4)


def _paint_head(painter: QPainter, head: QRect, turn: int, title: str) -> None:
    colors = tokens()
    middle = Qt.AlignmentFlag.AlignVCenter
    painter.setPen(color(colors.text))
    painter.setFont(ui_font(TextSize.BODY, QFont.Weight.DemiBold))
    painter.drawText(head, middle | Qt.AlignmentFlag.AlignLeft, str(turn))
    font = ui_font(TextSize.SECOND)
    painter.setFont(font)
    painter.setPen(color(colors.second))
    room = head.width() - scaled(20)
    words = QFontMetrics(font).elidedText(short_date(title), Qt.TextElideMode.ElideRight, room)
    painter.drawText(head, middle | Qt.AlignmentFlag.AlignRight, words)


def _paint_side(painter: QPainter, side: str, place: QRect, module: ModuleDef) -> None:
    colors = tokens()
    definition = next((item for item in module.sides if item.id == side), None)
    form, title = (definition.strip, definition.title) if definition else ("plain", side)
    painter.fillRect(place, color(colors.panel))
    stripe = QRect(place.left(), place.top(), scaled(5), place.height())
    painter.fillRect(stripe, color(colors.side(form)[0]))
    painter.setPen(color(colors.text))
    painter.setFont(ui_font(TextSize.BODY, QFont.Weight.DemiBold))
    words = place.adjusted(scaled(14), scaled(10), -scaled(6), 0)
    painter.drawText(words, Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap, title)
    painter.setPen(color(colors.line))
    painter.drawLine(0, place.top(), 100_000, place.top())


def _paint_spot(painter: QPainter, spot: Spot, shown: Shown) -> None:
    entry = shown.module.schedule[spot.entry]
    piece = shown.faces.definition(spot.piece)
    if piece is not None:
        painter.setOpacity(0.5 if entry.action in ("withdraw", "upgrade") else 1.0)
        _paint_counter(painter, spot.old, piece, entry.lost, shown)
        painter.setOpacity(1.0)
        if new := shown.faces.definition(spot.into):
            _paint_counter(painter, spot.new, new, entry.lost, shown)
            _paint_arrow(painter, QPointF(spot.rect.center()) + QPointF(0.5, 0.5))
    else:
        _paint_card(painter, spot.rect, str(entry.count) if entry.count else "!")
    flag = shown.flags.get(spot.key) or shown.flags.get((spot.entry, ""))
    if flag:
        _paint_flag(painter, spot.rect, flag)
    if spot.key in shown.selected:
        painter.setPen(QPen(color(tokens().accent), 2.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(spot.rect).adjusted(-3, -3, 3, 3), 6, 6)


def _paint_counter(
    painter: QPainter, place: QRect, piece: PieceDef, lost: Mapping[str, int], shown: Shown
) -> None:
    left = piece.steps - lost.get(piece.id, 0)
    face = shown.faces.with_steps(piece, left) if lost else shown.faces.printed(piece)
    picture = shared_counters().picture(face, place.width(), shown.ratio)
    picture.draw(painter, QPointF(place.topLeft()))


def _paint_arrow(painter: QPainter, middle: QPointF) -> None:
    """The sign between the two counters of an upgrade: a disk with an arrowhead."""
    colors, size = tokens(), scaled(8)
    painter.setPen(QPen(color(colors.panel), 1.5))
    painter.setBrush(color(colors.accent))
    painter.drawEllipse(middle, size, size)
    half = size * 0.45
    head = [QPointF(-half * 0.6, -half), QPointF(half, 0), QPointF(-half * 0.6, half)]
    painter.setPen(QPen(color(colors.panel), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([middle + point for point in head]))


def _paint_card(painter: QPainter, rect: QRect, words: str) -> None:
    colors = tokens()
    painter.setPen(QPen(color(colors.strong_line), 1))
    painter.setBrush(color(colors.button))
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setPen(color(colors.text))
    painter.setFont(ui_font(TextSize.CARD, QFont.Weight.DemiBold))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, words)


def _paint_sign(painter: QPainter, sign: Sign) -> None:
    colors = tokens()
    font = ui_font(TextSize.NOTE)
    if QFontMetrics(font).horizontalAdvance(sign.text) > sign.room:
        font = scene_font(SceneRole.COUNTER_FAINT, font.pixelSize() + 1)
    words = sign.fitting(QFontMetrics(font).horizontalAdvance)
    painter.setFont(font)
    painter.setPen(color(colors.care if sign.hangs or sign.leaves else colors.second))
    gap = scaled(GAP)
    fits = QFontMetrics(font).horizontalAdvance(words) <= sign.over.width() + gap
    middle = QRect(sign.below.topLeft(), QSize(sign.over.width(), sign.below.height()))
    place = middle.adjusted(-gap, 0, gap, 0) if fits else sign.below
    across = Qt.AlignmentFlag.AlignHCenter if fits else Qt.AlignmentFlag.AlignLeft
    painter.drawText(place, across | Qt.AlignmentFlag.AlignTop, words)


def _paint_flag(painter: QPainter, rect: QRect, severity: str) -> None:
    colors = tokens()
    size = scaled(13)
    corner = QPointF(rect.right() + 4, rect.top() - 4)
    points = [corner, corner + QPointF(-size, 0), corner + QPointF(0, size)]
    painter.setPen(QPen(color(colors.panel), 1))
    painter.setBrush(color(colors.bad if severity == "error" else colors.care))
    painter.drawPolygon(QPolygonF(points))
