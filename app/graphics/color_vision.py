"""How colours look to colour-blind eyes, and how far apart they stay.

Simulation after Machado, Oliveira and Fernandes (2009) at full severity,
distance by CIE76 in Lab. The theme tests hold the promised distances with it
and the editor can warn an author whose nation colours come too close.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final

from PySide6.QtGui import QColor

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]


class Vision(StrEnum):
    """A kind of colour vision."""

    NORMAL = "normal"
    DEUTAN = "deutan"
    PROTAN = "protan"
    TRITAN = "tritan"


MATRICES: Final[dict[Vision, Matrix]] = {
    Vision.NORMAL: ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    Vision.PROTAN: (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    Vision.DEUTAN: (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    Vision.TRITAN: (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _to_linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _linear_rgb(code: str) -> Triple:
    c = QColor(code)
    return (_to_linear(c.redF()), _to_linear(c.greenF()), _to_linear(c.blueF()))


def _seen(rgb: Triple, vision: Vision) -> Triple:
    r, g, b = (
        min(1.0, max(0.0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])) for row in MATRICES[vision]
    )
    return (r, g, b)


def _lab(rgb: Triple) -> Triple:
    r, g, b = rgb
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883

    def curve(t: float) -> float:
        return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116

    fx, fy, fz = curve(x), curve(y), curve(z)
    return (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))


def distance(first: str, second: str, vision: Vision = Vision.NORMAL) -> float:
    """CIE76 distance of two colours as seen with `vision`."""
    a, b = (_lab(_seen(_linear_rgb(code), vision)) for code in (first, second))
    return math.dist(a, b)


def closest_pair(codes: Sequence[str], vision: Vision = Vision.NORMAL) -> tuple[float, str, str]:
    """The smallest distance within `codes` and the pair it belongs to."""
    return min((distance(a, b, vision), a, b) for a, b in combinations(codes, 2))


def simulated(code: str, vision: Vision) -> str:
    """The colour as seen with `vision`, for proofs on screen."""

    def curve(v: float) -> float:
        return 12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055

    r, g, b = (round(255 * curve(v)) for v in _seen(_linear_rgb(code), vision))
    return f"#{r:02x}{g:02x}{b:02x}"
