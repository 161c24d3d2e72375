"""The cover of a game: its own map in the game's tint, two of its counters, its title.

Until the map's picture is drawn, a plain hex pattern stands for it, so that a
cover never pops in size or place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from app.fonts import SceneRole, scene_font
from app.graphics.colors import color, mix
from app.graphics.painters.counter import CounterPainter
from app.graphics.painters.face import CounterFace

TINTS: Final = (
    ("#d9b06a", "#3a2412"),
    ("#7fa9ba", "#10303d"),
    ("#c9785a", "#3d130b"),
    ("#a3a866", "#262c0e"),
    ("#a58bab", "#2c1630"),
)
_LETTERS: Final = "#fff6e4"
_SECOND: Final = "#f6e8cc"
_RADIUS: Final = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverFace:
    """What a cover shows; `tint` numbers one of the five colour pairs."""

    title: str
    subtitle: str = ""
    note: str = ""
    tint: int = 0
    faces: tuple[CounterFace, ...] = ()
    picture: QPixmap | None = None


def paint_cover(painter: QPainter, place: QRectF, cover: CoverFace) -> None:
    """Draw a cover into `place`."""
    tint, ink = TINTS[cover.tint % len(TINTS)]
    outline = QPainterPath()
    outline.addRoundedRect(place, _RADIUS, _RADIUS)
    painter.save()
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing
        | QPainter.RenderHint.TextAntialiasing
        | QPainter.RenderHint.SmoothPixmapTransform
    )
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    if cover.picture is None:
        _paint_pattern(painter, place, tint)
    else:
        painter.drawPixmap(place, cover.picture, QRectF(cover.picture.rect()))
        painter.fillRect(place, color(tint, 0.34))
    painter.fillRect(place, _shade(place, ink))
    _paint_counters(painter, place, cover.faces)
    _paint_words(painter, place, cover)
    painter.restore()


def _shade(place: QRectF, ink: str) -> QBrush:
    shade = QLinearGradient(place.topLeft(), place.bottomLeft())
    shade.setColorAt(0.0, color(ink, 0.0))
    shade.setColorAt(0.42, color(ink, 0.10))
    shade.setColorAt(0.72, color(ink, 0.72))
    shade.setColorAt(1.0, color(ink, 0.92))
    return QBrush(shade)


def _paint_pattern(painter: QPainter, place: QRectF, tint: str) -> None:
    painter.fillRect(place, color(mix(tint, "#ffffff", 0.25)))
    painter.setPen(QPen(color(mix(tint, "#000000", 0.35), 0.35), 1.0))
    half = place.width() / 9
    for row in range(-1, int(place.height() / (half * 1.73)) + 2):
        for column in range(-1, 8):
            x = place.left() + column * half * 1.5
            y = place.top() + (row + (0.5 if column % 2 else 0.0)) * half * 1.7320508
            corners = ((1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866))
            painter.drawPolygon(QPolygonF([QPointF(x + half * dx, y + half * dy) for dx, dy in corners]))


def _paint_counters(painter: QPainter, place: QRectF, faces: tuple[CounterFace, ...]) -> None:
    edge = place.width() * 0.37
    spots = ((0.36, 0.25, -9.0), (0.64, 0.25, 7.0))
    counters = CounterPainter()
    for face, (x, y, turn) in zip(faces[:2], spots, strict=False):
        painter.save()
        lower = 0.0 if turn < 0 else edge * 0.36
        painter.translate(place.left() + place.width() * x, place.top() + place.height() * y + lower)
        painter.rotate(turn)
        counters.paint(painter, QRectF(-edge / 2, -edge / 2, edge, edge), face)
        painter.restore()


def _paint_words(painter: QPainter, place: QRectF, cover: CoverFace) -> None:
    margin = place.width() * 0.08
    room = place.width() - 2 * margin
    small = max(10.0, place.width() * 0.068)
    bottom = place.bottom() - margin * 0.9
    notes = [words for words in (cover.note, cover.subtitle) if words]
    for number, words in enumerate(notes):
        font = scene_font(SceneRole.TEXT_STRONG if number == 0 else SceneRole.TEXT, small)
        painter.setFont(font)
        painter.setPen(color(_SECOND))
        shown = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QPointF(place.left() + margin, bottom), shown)
        bottom -= small * 1.45
    lines, height = _title_lines(cover.title.upper(), room)
    painter.setPen(color(_LETTERS))
    painter.setFont(scene_font(SceneRole.TITLE, height, height * 0.05))
    for line in reversed(lines):
        painter.drawText(QPointF(place.left() + margin, bottom - small * 0.12), line)
        bottom -= height * 1.12


def _title_lines(title: str, room: float) -> tuple[list[str], float]:
    """The title in up to three lines and the largest size that fits."""
    words = title.split()
    for height in (room * share for share in (0.168, 0.142, 0.122, 0.105, 0.09)):
        metrics = QFontMetricsF(scene_font(SceneRole.TITLE, height, height * 0.05))
        lines = _wrapped(words, metrics, room)
        if len(lines) <= 3 and all(metrics.horizontalAdvance(line) <= room for line in lines):
            return lines, height
    return [title], room * 0.08


def _wrapped(words: list[str], metrics: QFontMetricsF, room: float) -> list[str]:
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
