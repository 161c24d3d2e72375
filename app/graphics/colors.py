"""Small colour arithmetic for the painters.

Colours travel as `#rrggbb` strings in frozen values, so that faces and themes
can be hashed and compared, and become `QColor` only where they are used.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QColor


@lru_cache(maxsize=1024)
def _parsed(code: str) -> QColor:
    color = QColor(code)
    if not color.isValid():
        raise ValueError(f"not a colour: {code!r}")
    return color


def color(code: str, alpha: float = 1.0) -> QColor:
    """A `QColor` from `#rrggbb`, with an opacity between 0 and 1."""
    result = QColor(_parsed(code))
    if alpha < 1.0:
        result.setAlphaF(max(0.0, alpha))
    return result


def mix(first: str, second: str, share: float) -> str:
    """The colour `share` of the way from `first` to `second`."""
    a, b = _parsed(first), _parsed(second)
    parts = (
        round(x + (y - x) * share)
        for x, y in ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
    )
    return "#{:02x}{:02x}{:02x}".format(*parts)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4


def luminance(code: str) -> float:
    """Relative luminance by WCAG, 0 black to 1 white."""
    c = _parsed(code)
    return 0.2126 * _linear(c.redF()) + 0.7152 * _linear(c.greenF()) + 0.0722 * _linear(c.blueF())


def contrast(first: str, second: str) -> float:
    """Contrast ratio by WCAG, 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def readable_on(ground: str, dark: str = "#1c150b", light: str = "#fdf6e4") -> str:
    """Whichever of the two inks reads better on `ground`."""
    return dark if contrast(dark, ground) >= contrast(light, ground) else light
