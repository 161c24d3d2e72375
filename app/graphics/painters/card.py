"""Playing cards with one or two halves, and their backs.

A card is drawn in hundredths of its width like a counter, so hand, editor,
preview and card sheet show the same face. Each half has the strip of the
side that may play it; the timing stands in a band, marks below. A small card
shows its titles large and leaves the rest out. A card with a picture of its
own shows that in place of the face.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPainterPath, QTextOption

from app.fonts import SceneRole, on_device, scene_font
from app.graphics.colors import color, mix
from app.graphics.counter_art import shared_art
from app.graphics.painters.art_face import sharp
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
_SMALL: Final = 0.8
"""Units a visible pixel from which on a card is too small for its text."""
_SIZES: Final = (8.0, 7.2, 6.4, 5.6, 4.9, 4.3)
"""Heights of a card's text, the largest that fits."""
_ALMOST: Final = 0.1
"""Pictures no further from a card's proportions than this fill it."""


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
    picture: str = ""
    """Key of a picture in place of the drawn face; where it cannot be shown, the face is drawn."""


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
    image = shared_art().picture(face.picture) if face.picture else None
    _draw_ground(pad)
    if image is not None:
        draw_picture(pad, image)
    elif face.is_back:
        _draw_back(pad, face)
    else:
        _draw_halves(pad, face)
    if face.is_dim:
        pad.no_stroke()
        pad.fill(color("#8a8478", 0.38))
        pad.box(0, 0, _WIDTH, _HEIGHT, 5)
    painter.restore()


def paint_card_picture(painter: QPainter, place: QRectF, image: QImage) -> None:
    """Draw a picture as a card into the largest fitting rectangle of `place`, at its full fineness."""
    rect = card_rect(place)
    scale = rect.width() / _WIDTH
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(scale, scale)
    draw_picture(Pad(painter, 1.0 / max(1e-6, visible_scale(painter))), image)
    painter.restore()


def draw_picture(pad: Pad, image: QImage) -> None:
    """The picture cut to the card's outline; what it leaves free stays paper."""
    ratio = image.height() / max(1, image.width())
    whole = QRectF(0, 0, _WIDTH, _HEIGHT)
    if abs(ratio / RATIO - 1) > _ALMOST:
        width, height = (_HEIGHT / ratio, _HEIGHT) if ratio > RATIO else (_WIDTH, _WIDTH * ratio)
        whole = QRectF((_WIDTH - width) / 2, (_HEIGHT - height) / 2, width, height)
    with pad.kept():
        pad.painter.setClipPath(_outline(), Qt.ClipOperation.IntersectClip)
        pad.painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        pad.painter.drawImage(whole, sharp(image, whole.width() / pad.pixel, whole.height() / pad.pixel))
    pad.stroke(color(EDGE, 0.8), pad.width(0.7, 0.8))
    pad.fill(None)
    pad.box(0, 0, _WIDTH, _HEIGHT, 5)


def _outline() -> QPainterPath:
    outline = QPainterPath()
    outline.addRoundedRect(QRectF(0, 0, _WIDTH, _HEIGHT), 5, 5)
    return outline


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
    draw = _draw_small_half if pad.pixel > _SMALL else _draw_half
    with pad.kept():
        pad.painter.setClipPath(_outline(), Qt.ClipOperation.IntersectClip)
        share = _HEIGHT / max(1, len(face.halves))
        for number, half in enumerate(face.halves):
            draw(pad, QRectF(0, number * share, _WIDTH, share), half)
    pad.stroke(color(EDGE, 0.8), pad.width(0.7, 0.8))
    pad.fill(None)
    pad.box(0, 0, _WIDTH, _HEIGHT, 5)
    if face.number:
        radius = 11.0 if pad.pixel > _SMALL else 6.2
        place = QRectF(98 - 2 * radius, 2.3, 2 * radius, 2 * radius)
        pad.fill(_PAPER)
        pad.circle(place.center().x(), place.center().y(), radius)
        pad.text(face.number, place.adjusted(1, 1, -1, -1), Text(SceneRole.COUNTER, radius * 1.3, _INK))


def _draw_small_half(pad: Pad, place: QRectF, half: CardHalf) -> None:
    """Whose it is and what it is called, as large as there is room."""
    ground, _ = _GROUNDS[half.form]
    pad.painter.fillRect(QRectF(place.left(), place.top(), place.width(), 14), color(ground))
    room = QRectF(7, place.top() + 18, 86, place.height() - 32)
    _draw_words(pad, room, half.title, (19.0, 16.0, 13.5, 11.0), is_title=True)
    if half.when:
        band = QRectF(7, place.bottom() - 14, 86, 12)
        pad.left_text(half.when, band, Text(SceneRole.COUNTER_LABEL, 9.5, _FAINT))


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
    foot = 11.0 if half.marks else 3.0
    _draw_words(pad, QRectF(6, top + 3, 88, place.bottom() - top - foot - 3), half.text, _SIZES)
    _draw_marks(pad, place.bottom() - 9.5, half.marks)


def _draw_marks(pad: Pad, top: float, marks: tuple[str, ...]) -> None:
    """Symbol flags of a half, each in a small frame of its own."""
    left = 6.0
    for words in marks:
        font = scene_font(SceneRole.COUNTER_LABEL, 5.2 * _FINE)
        across = QFontMetricsF(font).horizontalAdvance(words) / _FINE + 5
        if left + across > 94.5:
            return
        pad.stroke(color(_FAINT, 0.7), pad.width(0.5, 0.6))
        pad.fill(color("#ffffff", 0.55))
        pad.box(left, top, across, 7.4, 2)
        style = Text(SceneRole.COUNTER_LABEL, 5.2, _FAINT)
        pad.text(words, QRectF(left + 1, top, across - 2, 7.4), style)
        left += across + 2


def _draw_words(
    pad: Pad, place: QRectF, words: str, heights: tuple[float, ...], *, is_title: bool = False
) -> None:
    """Wrapped text, in the largest of some sizes that fits."""
    role = SceneRole.COUNTER if is_title else SceneRole.TEXT
    flags = Qt.TextFlag.TextWordWrap
    with pad.kept():
        pad.painter.translate(place.topLeft())
        pad.painter.scale(1 / _FINE, 1 / _FINE)
        room = QRectF(0, 0, place.width() * _FINE, place.height() * _FINE)
        font = scene_font(role, heights[0] * _FINE)
        for height in heights:
            font = scene_font(role, height * _FINE)
            needed = QFontMetricsF(font).boundingRect(room, flags, words)
            if needed.height() <= room.height() and needed.width() <= room.width():
                break
        pad.painter.setFont(on_device(font, pad.painter.device().logicalDpiY()))
        pad.painter.setPen(color(_INK))
        option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        pad.painter.drawText(room, words, option)
