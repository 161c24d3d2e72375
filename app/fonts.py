"""The four bundled type families, by role.

Two kinds of text are drawn. *Scene* text (map, counters, printed pages) has
pixel sizes, no hinting and no system scaling, so that it grows with the hex.
*Window* text has six named sizes that follow the reader's text scale between
80 and 200 percent. Every other part asks here for a role and never names a
family.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication

from app.resource_files import resource

SERIF: Final = "EB Garamond"
PLACES: Final = "Cabin"
CONDENSED: Final = "Barlow Condensed"
SANS: Final = "Inter"
FALLBACK: Final = "DejaVu Sans"

MIN_SCALE: Final = 0.8
MAX_SCALE: Final = 2.0


class FontError(Exception):
    """A bundled font file is missing or unreadable; the program is not whole."""


class SceneRole(StrEnum):
    """What a piece of scene text is for; decides family, weight and slope."""

    COUNTER = "counter"
    COUNTER_LABEL = "counter-label"
    COUNTER_FAINT = "counter-faint"
    PLACE = "place"
    TOWN = "town"
    CITY = "city"
    WELL = "well"
    WATER = "water"
    REGION = "region"
    TITLE = "title"
    TEXT = "text"
    TEXT_STRONG = "text-strong"


class TextSize(StrEnum):
    """The window text sizes; no window uses more than four of them."""

    NOTE = "note"
    SECOND = "second"
    BODY = "body"
    CARD = "card"
    SECTION = "section"
    TITLE = "title"


_SCENE: Final[dict[SceneRole, tuple[str, QFont.Weight, bool]]] = {
    SceneRole.COUNTER: (CONDENSED, QFont.Weight.Bold, False),
    SceneRole.COUNTER_LABEL: (CONDENSED, QFont.Weight.DemiBold, False),
    SceneRole.COUNTER_FAINT: (CONDENSED, QFont.Weight.Medium, False),
    SceneRole.PLACE: (PLACES, QFont.Weight.DemiBold, False),
    SceneRole.TOWN: (PLACES, QFont.Weight.Bold, False),
    SceneRole.CITY: (PLACES, QFont.Weight.Bold, False),
    SceneRole.WELL: (PLACES, QFont.Weight.Medium, True),
    SceneRole.WATER: (SERIF, QFont.Weight.Normal, True),
    SceneRole.REGION: (SERIF, QFont.Weight.Normal, False),
    SceneRole.TITLE: (SERIF, QFont.Weight.Normal, False),
    SceneRole.TEXT: (SANS, QFont.Weight.Normal, False),
    SceneRole.TEXT_STRONG: (SANS, QFont.Weight.DemiBold, False),
}

_PIXELS: Final[dict[TextSize, float]] = {
    TextSize.NOTE: 11,
    TextSize.SECOND: 12,
    TextSize.BODY: 13,
    TextSize.CARD: 15,
    TextSize.SECTION: 17,
    TextSize.TITLE: 23,
}


@lru_cache(maxsize=1)
def load_fonts() -> tuple[str, ...]:
    """Register every bundled font once; return the families. Needs a QGuiApplication."""
    families: set[str] = set()
    for path in sorted(resource("fonts").glob("*.[ot]tf")):
        number = QFontDatabase.addApplicationFont(str(path))
        if number < 0:
            raise FontError(f"the font file {path.name} cannot be read; reinstall Hexwright")
        families.update(QFontDatabase.applicationFontFamilies(number))
    missing = {SERIF, PLACES, CONDENSED, SANS} - families
    if missing:
        raise FontError(f"font families missing from resources/fonts: {', '.join(sorted(missing))}")
    for family in (SERIF, PLACES, CONDENSED, SANS):
        QFont.insertSubstitutions(family, [FALLBACK])
    return tuple(sorted(families))


@lru_cache(maxsize=512)
def _scene_font(role: SceneRole, pixels: int, spacing: float) -> QFont:
    family, weight, italic = _SCENE[role]
    font = QFont(family)
    font.setPixelSize(max(1, pixels))
    font.setWeight(weight)
    font.setItalic(italic)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
    if spacing:
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing)
    return font


def scene_font(role: SceneRole, pixels: float, spacing: float = 0.0) -> QFont:
    """The font of map, counter or page text; `spacing` is extra pixels per letter."""
    load_fonts()
    return QFont(_scene_font(role, round(pixels), round(spacing, 2)))


def on_device(font: QFont, device_dpi: int) -> QFont:
    """The font with the spacing it shall have on a device of another resolution than the screen.

    Qt multiplies extra room between letters by the resolution of the device, though not the pixel size.
    """
    if not font.letterSpacing() or not QGuiApplication.screens() or device_dpi <= 0:
        return font
    factor = QGuiApplication.primaryScreen().logicalDotsPerInchY() / device_dpi
    if abs(factor - 1.0) < 0.01:
        return font
    spaced = QFont(font)
    spaced.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, font.letterSpacing() * factor)
    return spaced


def fitted(font: QFont, text: str, width: float) -> QFont:
    """The same font, smaller if `text` would be wider than `width`."""
    needed = QFontMetricsF(font).horizontalAdvance(text)
    if needed <= width or needed <= 0:
        return font
    smaller = QFont(font)
    smaller.setPixelSize(max(1, int(font.pixelSize() * width / needed)))
    return smaller


def clamp_scale(scale: float) -> float:
    """A text scale inside the offered range."""
    return min(MAX_SCALE, max(MIN_SCALE, scale))


def text_pixels(size: TextSize, scale: float = 1.0) -> int:
    """Height in device independent pixels of a window text size."""
    return max(9, round(_PIXELS[size] * clamp_scale(scale)))


def window_font(size: TextSize, scale: float = 1.0, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The font of window text; the largest size is the serif of titles."""
    load_fonts()
    font = QFont(SERIF if size is TextSize.TITLE else SANS)
    font.setPixelSize(text_pixels(size, scale))
    font.setWeight(weight)
    return font


def numbers_font(pixels: float) -> QFont:
    """Condensed bold figures of odds, columns and totals in windows."""
    return scene_font(SceneRole.COUNTER, pixels)
