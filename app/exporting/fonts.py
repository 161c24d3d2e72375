"""The lettering of paper: which bundled font each face of a plan is, and how wide words are in it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtGui import QFont, QFontMetricsF

from app.exporting.plan import Face, Style
from app.fonts import SceneRole, scene_font

FINE: Final = 100
"""Pixel size at which words are measured and drawn before they are scaled to the page."""

ROLES: Final = {
    Face.TEXT: SceneRole.TEXT,
    Face.STRONG: SceneRole.TEXT_STRONG,
    Face.TITLE: SceneRole.TITLE,
    Face.ITALIC: SceneRole.WATER,
    Face.FIGURES: SceneRole.COUNTER,
    Face.LABEL: SceneRole.COUNTER_LABEL,
    Face.CAPITALS: SceneRole.CITY,
}


PLAIN_FEATURES: Final = ("calt", "liga", "clig", "dlig")
"""Features that swap letters for shapes no letter stands for: text copied from a PDF would be garbled."""


def paper_font(style: Style) -> QFont:
    """The font of a style at the size words are set in; each letter keeps its own shape."""
    spacing = style.spacing / style.height * FINE if style.spacing else 0.0
    return QFont(_plain_font(style.face, round(spacing, 2)))


@lru_cache(maxsize=64)
def _plain_font(face: Face, spacing: float) -> QFont:
    return without_features(scene_font(ROLES[face], FINE, spacing))


def without_features(font: QFont) -> QFont:
    """The font, changed so that each letter keeps its own shape."""
    for feature in PLAIN_FEATURES:
        font.setFeature(QFont.Tag(feature), 0)
    return font


@lru_cache(maxsize=64)
def _metrics(face: Face) -> QFontMetricsF:
    return QFontMetricsF(_plain_font(face, 0.0))


@lru_cache(maxsize=20_000)
def _advance(face: Face, text: str) -> float:
    return _metrics(face).horizontalAdvance(text)


class FontMeasure:
    """Measures with the bundled fonts; needs a running Qt application."""

    def width(self, text: str, style: Style) -> float:
        """The advance of a line in millimetres."""
        return _advance(style.face, text) * style.height / FINE + style.spacing * len(text)
