"""Tracks: points as cells, bars, and the cells of a turn track.

Point cells read without colour: left = filled, spent = hollow with a stroke
through it. A turn cell shows its number and date, a tick when it is past, the
accent when it is now, and a small mark for each side that something arrives
for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from app.graphics.colors import color
from app.theme.tokens import Tokens

CELL: Final = 12.0
GAP: Final = 4.0
MOST_CELLS: Final = 20


class TurnState(StrEnum):
    """Whether a turn is behind, now or ahead."""

    PAST = "past"
    NOW = "now"
    AHEAD = "ahead"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCell:
    """One cell of a turn track; `arrivals` are forms of sides (`dark`, `light`), `looks` their colors."""

    number: str
    date: str = ""
    state: TurnState = TurnState.AHEAD
    is_in_game: bool = True
    arrivals: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()


def point_track_width(maximum: int, cell: float = CELL) -> float:
    """How wide a track of so many cells is."""
    return max(0.0, maximum * (cell + GAP) - GAP)


def paint_point_track(
    painter: QPainter, place: QRectF, points: tuple[int, int], tints: tuple[str, str]
) -> None:
    """Draw `points` = (left, maximum) as cells; `tints` = (filled, line). Spent cells come first."""
    left, maximum = points
    filled, line = tints
    cell = min(CELL, place.height())
    spent = max(0, maximum - left)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for number in range(min(maximum, MOST_CELLS)):
        box = QRectF(place.left() + number * (cell + GAP), place.center().y() - cell / 2, cell, cell)
        box.adjust(0.5, 0.5, -0.5, -0.5)
        if number < spent:
            painter.setPen(QPen(color(line), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 2, 2)
            painter.drawLine(box.bottomLeft() + QPointF(2.5, -2.5), box.topRight() + QPointF(-2.5, 2.5))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color(filled))
            painter.drawRoundedRect(box, 2, 2)
    painter.restore()


def paint_bar(painter: QPainter, place: QRectF, share: float, tints: tuple[str, str, str]) -> None:
    """Draw a level between 0 and 1 as a bar; `tints` = (filled, ground, line)."""
    filled, ground, line = tints
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = place.adjusted(0.5, 0.5, -0.5, -0.5)
    radius = min(3.0, frame.height() / 2)
    painter.setPen(QPen(color(line), 1.0))
    painter.setBrush(color(ground))
    painter.drawRoundedRect(frame, radius, radius)
    part = QRectF(place)
    part.setWidth(place.width() * min(1.0, max(0.0, share)))
    if part.width() >= 1.0:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(filled))
        painter.drawRoundedRect(part, radius, radius)
    painter.restore()


@dataclass(frozen=True, slots=True)
class TurnFonts:
    """Number and date fonts of turn cells."""

    number: QFont
    date: QFont


def paint_turn_cell(
    painter: QPainter, place: QRectF, cell: TurnCell, fonts: TurnFonts, tokens: Tokens
) -> None:
    """Draw one cell of a turn track."""
    is_now = cell.state is TurnState.NOW
    ground = tokens.accent if is_now else tokens.row if cell.is_in_game else tokens.panel
    ink = tokens.on_accent if is_now else tokens.text if cell.is_in_game else tokens.faint
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color(tokens.accent if is_now else tokens.line), 1.0))
    painter.setBrush(color(ground))
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    inner = place.adjusted(8, 5, -6, -4)
    painter.setPen(color(ink))
    painter.setFont(fonts.number)
    painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, cell.number)
    painter.setFont(fonts.date)
    painter.setPen(color(ink if is_now else tokens.second))
    date = QFontMetricsF(fonts.date).elidedText(cell.date, Qt.TextElideMode.ElideRight, inner.width())
    painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, date)
    if cell.state is TurnState.PAST and cell.is_in_game:
        _paint_tick(painter, QPointF(place.right() - 11, place.top() + 12), tokens.good)
    _paint_arrivals(painter, place, cell, tokens)
    painter.restore()


def _paint_tick(painter: QPainter, center: QPointF, tint: str) -> None:
    pen = QPen(color(tint), 1.8)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPolyline([center + QPointF(-4, 0), center + QPointF(-1, 3), center + QPointF(4.5, -3.5)])


def _paint_arrivals(painter: QPainter, place: QRectF, cell: TurnCell, tokens: Tokens) -> None:
    painter.setPen(QPen(color(tokens.on_accent), 0.8) if cell.state is TurnState.NOW else Qt.PenStyle.NoPen)
    looks = cell.looks or cell.arrivals
    marks = [(form, tokens.side(look)[0]) for form, look in zip(cell.arrivals, looks, strict=True)]
    for number, (form, tint) in enumerate(marks):
        middle = place.top() + 11 if cell.state is TurnState.AHEAD else place.bottom() - 10
        spot = QPointF(place.right() - 10 - 10 * (len(marks) - 1 - number), middle)
        painter.setBrush(color(tint))
        if form == "dark":
            painter.drawRect(QRectF(spot.x() - 3.5, spot.y() - 3.5, 7, 7))
        else:
            painter.drawEllipse(spot, 3.8, 3.8)
