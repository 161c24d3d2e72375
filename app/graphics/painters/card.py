"""Playing cards with one or two halves, and their backs.

A card is drawn in hundredths of its width like a counter, so hand, preview
and card sheet show the same face. Each half has the strip of the side that
may play it; the timing stands in a band, marks below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QTextOption

from app.fonts import SceneRole, scene_font
from app.graphics.colors import color, mix
from app.graphics.painters.face import SideForm
from app.graphics.painters.pad import Pad, Text, visible_scale
from app.graphics.painters.tile import EDGE

RATIO: Final = 1.4
"""Height of a card over its width."""
_WIDTH: Final = 100.0
_HEIGHT: Final = _WIDTH * RATIO
_PAPER: Final = "#fbf6e8"
_INK: Final = "#1c150b"
_FAINT: Final = "#5c5343"
_GROUNDS: Final = {
    SideForm.DARK: ("#3d434b", "#ffffff"),
    SideForm.LIGHT: ("#c39a52", "#1c1508"),
    SideForm.PLAIN: ("#7d7566", "#ffffff"),
}
_FINE: Final = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardHalf:
    """One use of a card: whose, its title, when it may be played, what it does."""

    form: SideForm = SideForm.PLAIN
    title: str = ""
    when: str = ""
    text: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFace:
    """A card: its number and one or two halves, or its back."""

    number: str = ""
    halves: tuple[CardHalf, ...] = ()
    deck: str = ""
    is_back: bool = False
    is_dim: bool = False


def card_rect(place: QRectF) -> QRectF:
    """The largest card that fits into `place`, centred."""
    width = min(place.width(), place.height() / RATIO)
    rect = QRectF(0, 0, width, width * RATIO)
    rect.moveCenter(place.center())
    return rect


def paint_card(painter: QPainter, place: QRectF, face: CardFace) -> None:
    """Draw a card into the largest fitting rectangle of `place`."""
    rect = card_rect(place)
    scale = rect.width() / _WIDTH
    pixel = 1.0 / max(1e-6, visible_scale(painter) * scale)
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.translate(rect.topLeft())
    painter.scale(scale, scale)
    pad = Pad(painter, pixel)
    _draw_ground(pad)
    if face.is_back:
        _draw_back(pad, face)
    else:
        _draw_halves(pad, face)
    if face.is_dim:
        pad.no_stroke()
        pad.fill(color("#8a8478", 0.38))
        pad.box(0, 0, _WIDTH, _HEIGHT, 5)
    painter.restore()


def _draw_ground(pad: Pad) -> None:
    pad.no_stroke()
    pad.fill(color("#1a1208", 0.20))
    pad.box(0.8, 1.4, _WIDTH + 0.6, _HEIGHT + 0.6, 5)
    pad.stroke(color(EDGE, 0.8), pad.width(0.7, 0.8))
    pad.fill(_PAPER)
    pad.box(0, 0, _WIDTH, _HEIGHT, 5)


def _draw_back(pad: Pad, face: CardFace) -> None:
    pad.stroke(color("#5a3a1c", 0.7), pad.width(0.8, 0.8))
    pad.fill("#d9c396")
    pad.box(5, 5, 90, _HEIGHT - 10, 3)
    pad.stroke(color("#5a3a1c", 0.28), pad.width(0.6, 0.6))
    pad.fill(None)
    with pad.kept():
        pad.painter.setClipRect(QRectF(6, 6, 88, _HEIGHT - 12))
        for row in range(-1, 14):
            for column in range(-1, 8):
                x = column * 13.0 + (6.5 if row % 2 else 0.0)
                _hexagon(pad, QPointF(x, row * 11.26), 6.5)
    pad.stroke(color("#5a3a1c", 0.7), pad.width(0.8, 0.8))
    pad.fill(_PAPER)
    pad.box(18, _HEIGHT / 2 - 13, 64, 26, 3)
    pad.text(face.deck, QRectF(21, _HEIGHT / 2 - 12, 58, 24), Text(SceneRole.TITLE, 11, _INK))


def _hexagon(pad: Pad, center: QPointF, half: float) -> None:
    tall = half / 0.8660254
    steps = (
        (0, -tall),
        (half, -tall / 2),
        (half, tall / 2),
        (0, tall),
        (-half, tall / 2),
        (-half, -tall / 2),
    )
    pad.polygon(tuple((center.x() + dx, center.y() + dy) for dx, dy in steps))


def _draw_halves(pad: Pad, face: CardFace) -> None:
    outline = QPainterPath()
    outline.addRoundedRect(QRectF(0, 0, _WIDTH, _HEIGHT), 5, 5)
    with pad.kept():
        pad.painter.setClipPath(outline)
        share = _HEIGHT / max(1, len(face.halves))
        for number, half in enumerate(face.halves):
            _draw_half(pad, QRectF(0, number * share, _WIDTH, share), half)
    pad.stroke(color(EDGE, 0.8), pad.width(0.7, 0.8))
    pad.fill(None)
    pad.box(0, 0, _WIDTH, _HEIGHT, 5)
    if face.number:
        pad.fill(_PAPER)
        pad.circle(89, 8.5, 6.2)
        pad.text(face.number, QRectF(83, 2.5, 12, 12), Text(SceneRole.COUNTER, 8, _INK))


def _draw_half(pad: Pad, place: QRectF, half: CardHalf) -> None:
    ground, ink = _GROUNDS[half.form]
    head = QRectF(place.left(), place.top(), place.width(), 17)
    pad.painter.fillRect(head, color(ground))
    style = Text(SceneRole.COUNTER, 8.6, ink, 0.2)
    pad.left_text(half.title, QRectF(6, head.top(), 75, head.height()), style)
    top = head.bottom()
    if half.when:
        band = QRectF(place.left(), top, place.width(), 9.5)
        pad.painter.fillRect(band, color(mix(ground, _PAPER, 0.78)))
        pad.left_text(half.when, band.adjusted(6, 0, -6, 0), Text(SceneRole.COUNTER_LABEL, 6.2, _FAINT))
        top = band.bottom()
    foot = 10.0 if half.marks else 3.0
    _draw_words(pad, QRectF(6, top + 3, 88, place.bottom() - top - foot - 3), half.text)
    if half.marks:
        row = QRectF(6, place.bottom() - 10, 88, 8)
        pad.left_text(" · ".join(half.marks), row, Text(SceneRole.COUNTER_FAINT, 5.6, _FAINT))


def _draw_words(pad: Pad, place: QRectF, words: str) -> None:
    """Wrapped text, in the largest of three sizes that fits."""
    flags = Qt.TextFlag.TextWordWrap
    with pad.kept():
        pad.painter.translate(place.topLeft())
        pad.painter.scale(1 / _FINE, 1 / _FINE)
        room = QRectF(0, 0, place.width() * _FINE, place.height() * _FINE)
        font = scene_font(SceneRole.TEXT, 6.4 * _FINE)
        for height in (6.4, 5.6, 4.9):
            font = scene_font(SceneRole.TEXT, height * _FINE)
            needed = QFontMetricsF(font).boundingRect(room, flags, words)
            if needed.height() <= room.height():
                break
        pad.painter.setFont(font)
        pad.painter.setPen(color(_INK))
        option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        pad.painter.drawText(room, words, option)
