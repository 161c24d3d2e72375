"""The unit counter: symbol, value strip, exploit bar, labels, step dots.

What is drawn depends on the visible size. Below 64 pixels formation and
nation go, below 44 every label, below 30 the figures too; symbol, side strip
and exploit bar stay to the last, because they are what a player plans by.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt

from app.fonts import SceneRole
from app.graphics.colors import color
from app.graphics.painters.face import CounterFace, SideForm
from app.graphics.painters.pad import Detail, Pad, Text
from app.graphics.painters.symbol import SymbolBox, draw_symbol
from app.graphics.painters.tile import CREAM, EDGE, outline

DARK_STRIP: Final = "#23262b"
GOLD: Final = "#ffc81f"
SYMBOL_INK: Final = "#15120d"


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts lie at one level of detail, in hundredths of the counter."""

    symbol: QRectF
    strip: QRectF
    bar_height: float
    figures: float


_WIDE: Final = Layout(QRectF(23.5, 21.5, 53, 32.5), QRectF(4.5, 68.5, 91, 26.5), 5.0, 28.5)
LAYOUTS: Final[dict[Detail, Layout]] = {
    Detail.FULL: _WIDE,
    Detail.PLAIN: _WIDE,
    Detail.VALUES: Layout(QRectF(16, 8, 68, 42), QRectF(4.5, 59, 91, 36.5), 5.5, 40.0),
    Detail.SYMBOL: Layout(QRectF(12, 10, 76, 50), QRectF(4.5, 75, 91, 20), 8.0, 0.0),
}


def strip_colors(face: CounterFace) -> tuple[str, str]:
    """Ground and figures of the value strip; reduced figures are tinted."""
    if face.form is SideForm.DARK:
        return DARK_STRIP, "#ffd9a0" if face.is_reduced else "#ffffff"
    return CREAM, "#8a1f12" if face.is_reduced else SYMBOL_INK


def draw_strip(pad: Pad, strip: QRectF, face: CounterFace) -> None:
    """The value strip, dark or cream: the side's form."""
    ground, _ = strip_colors(face)
    pad.stroke(color(EDGE, 0.80), pad.width(0.8, 0.6))
    pad.fill(ground)
    pad.painter.drawRoundedRect(strip, 3.5, 3.5)
    pad.fill(None)


def _draw_exploit_bar(pad: Pad, layout: Layout) -> None:
    top = layout.strip.top() - layout.bar_height - 0.9
    pad.stroke(color(EDGE, 0.92), pad.width(1.0, 0.7))
    pad.fill(GOLD)
    pad.painter.drawRect(QRectF(layout.strip.left(), top, layout.strip.width(), layout.bar_height))
    pad.fill(None)


def _draw_reduced_column(pad: Pad, layout: Layout, detail: Detail) -> None:
    with pad.kept():
        pad.painter.setClipPath(outline(1.0), Qt.ClipOperation.IntersectClip)
        pad.painter.fillRect(QRectF(30, 0, 40, layout.strip.top() - 0.5), color(CREAM))
        pad.stroke(color(EDGE, 0.6), pad.width(0.8, 0.7))
        for x in (30.0, 70.0):
            pad.line(x, 0, x, layout.strip.top())
        if detail < Detail.PLAIN:
            pad.stroke(color(EDGE, 0.8), pad.width(1.4, 0.8))
            pad.fill(CREAM)
            pad.polygon(((64, -4), (104, -4), (104, 36)))


def _draw_steps(pad: Pad, face: CounterFace) -> None:
    pad.stroke(face.ink, pad.width(1.2, 0.7))
    for number in range(face.steps):
        pad.fill(face.ink if number < face.steps_left else None)
        pad.circle(91.0 - 7.5 * (face.steps - 1 - number), 9.5, 2.6)
    pad.fill(None)


def _draw_labels(pad: Pad, face: CounterFace, layout: Layout, detail: Detail) -> None:
    middle = layout.symbol.center().y()
    is_full = detail is Detail.FULL
    label = Text(SceneRole.COUNTER_LABEL, 13.5 if is_full else 15.0, face.ink)
    pad.rising_text(face.designation, QPointF(12.5, middle + 1.0), 50.0 if is_full else 60.0, label)
    size_ink = SYMBOL_INK if face.is_reduced else face.ink
    pad.text(face.size_mark, QRectF(25, 5.5, 50, 15), Text(SceneRole.COUNTER, 13.5, size_ink, 0.6))
    if face.steps > 1 or is_full:
        _draw_steps(pad, face)
    if is_full:
        faint = Text(SceneRole.COUNTER_FAINT, 12.5, face.ink)
        pad.rising_text(face.formation, QPointF(87.5, middle + 1.0), 50.0, faint)
        pad.left_text(face.nation, QRectF(6.5, 3.5, 22, 13), Text(SceneRole.COUNTER_LABEL, 11.5, face.ink))


def draw_unit(pad: Pad, face: CounterFace, detail: Detail) -> None:
    """Everything of a unit above its tile, apart from badges."""
    layout = LAYOUTS[detail]
    if face.is_reduced:
        _draw_reduced_column(pad, layout, detail)
    line = pad.width(2.4, 1.0)
    draw_symbol(SymbolBox(pad, layout.symbol, SYMBOL_INK, face.formation_color, line), face.symbol)
    draw_strip(pad, layout.strip, face)
    if face.is_exploit:
        _draw_exploit_bar(pad, layout)
    if layout.figures:
        style = Text(SceneRole.COUNTER, layout.figures, strip_colors(face)[1])
        pad.text(face.values, layout.strip.adjusted(2.5, 0, -2.5, 0), style)
    if detail >= Detail.PLAIN:
        _draw_labels(pad, face, layout, detail)
