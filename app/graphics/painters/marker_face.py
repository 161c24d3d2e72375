"""Markers, leaders and hidden pieces: the counters that are not units.

A marker is the same tile with one pictogram and one word. When it gets too
small for the word, the figure that matters (how many) takes its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, Qt

from app.fonts import SceneRole
from app.graphics.colors import color
from app.graphics.painters.face import CounterFace, SideForm
from app.graphics.painters.pad import SIZE, Detail, Pad, Text
from app.graphics.painters.pictogram import draw_pictogram
from app.graphics.painters.portrait import draw_portrait
from app.graphics.painters.tile import EDGE, outline
from app.graphics.painters.unit_face import GOLD, SYMBOL_INK, draw_strip, strip_colors

HAZARD: Final = "hazard"
_RED_FIGURE: Final = "#8a1f12"


@dataclass(frozen=True, slots=True)
class _MarkerLayout:
    """Where pictogram and lettering of a marker lie, and how high the letters are."""

    picture: QRectF
    foot: QRectF
    height: float


_LARGE: Final = _MarkerLayout(QRectF(10, 9, 80, 60), QRectF(5, 72, 90, 23), 22.0)
_MARKER_LAYOUTS: Final[dict[Detail, _MarkerLayout]] = {
    Detail.FULL: _LARGE,
    Detail.PLAIN: _LARGE,
    Detail.VALUES: _MarkerLayout(QRectF(10, 7, 80, 54), QRectF(5, 62, 90, 35), 38.0),
    Detail.SYMBOL: _MarkerLayout(QRectF(10, 5, 80, 46), QRectF(5, 50, 90, 47), 52.0),
}
_COATS: Final = {
    SideForm.DARK: ("#59605a", "#2e332f"),
    SideForm.LIGHT: ("#7a5a30", "#4a3517"),
    SideForm.PLAIN: ("#6a655a", "#3a362e"),
}


def _draw_hazard(pad: Pad, face: CounterFace, detail: Detail) -> None:
    with pad.kept():
        pad.painter.setClipPath(outline(1.0), Qt.ClipOperation.IntersectClip)
        pad.no_stroke()
        pad.fill(SYMBOL_INK)
        for number in range(-2, 8):
            left = 20.0 * number
            pad.polygon(((left, 17), (left + 10, 17), (left + 22, 0), (left + 12, 0)))
    if detail < Detail.PLAIN:
        pad.text(face.disc, QRectF(5, 22, 90, 72), Text(SceneRole.COUNTER, 52, SYMBOL_INK))
        return
    pad.text(face.disc, QRectF(5, 19, 90, 41), Text(SceneRole.COUNTER, 37, SYMBOL_INK))
    rows = face.word.split("\n")
    style = Text(SceneRole.COUNTER_LABEL, 17, SYMBOL_INK)
    for number, row in enumerate(rows[:2]):
        top = 59.0 if len(rows) > 1 else 66.0
        pad.text(row, QRectF(6, top + 17.5 * number, 88, 17), style)


def draw_marker(pad: Pad, face: CounterFace, detail: Detail) -> None:
    """Pictogram or figure above, word below; the count alone when small."""
    if face.marker == HAZARD:
        _draw_hazard(pad, face, detail)
        return
    lettering = face.word
    if detail < Detail.PLAIN:
        lettering = str(face.count) if face.count > 1 else ""
    layout = _MARKER_LAYOUTS[detail]
    place = layout.picture if lettering else QRectF(8, 12, 84, 76)
    if not draw_pictogram(pad, face.marker, place, face.ink) and face.disc:
        ink = _RED_FIGURE if face.form is SideForm.PLAIN else face.ink
        pad.text(face.disc, place, Text(SceneRole.COUNTER, 52 if lettering else 66, ink))
    if lettering:
        pad.text(lettering, layout.foot, Text(SceneRole.COUNTER, layout.height, face.ink, 0.7))


def draw_leader(pad: Pad, face: CounterFace, detail: Detail) -> None:
    """Portrait, name strip and the gold disc with what he is worth."""
    strip = QRectF(4.5, 68.5, 91, 26.5)
    small = detail is Detail.SYMBOL
    if small:
        strip = QRectF(4.5, 78, 91, 17)
    frame = QRectF(6, 6, 88, strip.top() - 9)
    coat, cap = _COATS[face.form]
    draw_portrait(pad, frame, coat, cap, has_goggles=face.form is SideForm.DARK)
    draw_strip(pad, strip, face)
    if not small:
        pad.text(
            face.word, strip.adjusted(3, 0, -3, 0), Text(SceneRole.COUNTER, 20.5, strip_colors(face)[1], 0.4)
        )
    if face.disc and not small:
        reach = 11.5 if detail >= Detail.PLAIN else 16.0
        pad.stroke(EDGE, pad.width(1.2, 0.7))
        pad.fill(GOLD)
        pad.circle(95.5 - reach, 4.5 + reach, reach)
        pad.fill(None)
        disc = QRectF(95.5 - 2 * reach, 4.5, 2 * reach, 2 * reach)
        pad.text(face.disc, disc, Text(SceneRole.COUNTER, reach * 1.3, SYMBOL_INK))


def draw_hidden(pad: Pad, face: CounterFace, detail: Detail) -> None:
    """The back of a piece the viewer may not see: a question mark on the side's strip."""
    inset = 9.0
    pad.stroke(color(face.ink, 0.45), pad.width(1.6, 0.8))
    pad.painter.drawRoundedRect(QRectF(inset, inset, SIZE - 2 * inset, 54), 4, 4)
    pad.text("?", QRectF(10, 10, 80, 54), Text(SceneRole.COUNTER, 48, face.ink))
    strip = QRectF(4.5, 68.5, 91, 26.5)
    draw_strip(pad, strip, face)
    if detail >= Detail.VALUES and face.word:
        pad.text(face.word, strip.adjusted(3, 0, -3, 0), Text(SceneRole.COUNTER, 20, strip_colors(face)[1]))


def draw_back(pad: Pad, face: CounterFace, detail: Detail) -> None:
    """A plain back with the side's pictogram, for piles and printed sheets."""
    if not draw_pictogram(pad, face.marker, QRectF(12, 12, 76, 76), face.ink) and detail >= Detail.VALUES:
        pad.text(face.word, QRectF(8, 20, 84, 60), Text(SceneRole.COUNTER, 24, face.ink))
        small = Text(SceneRole.COUNTER_LABEL, 15, face.ink)
        pad.text(face.nation, QRectF(8, 8, 84, 18), small)
        pad.text(face.formation, QRectF(8, 74, 84, 18), small)
