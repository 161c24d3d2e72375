"""How far a scan is turned: the angle at which its upright and level edges line up best."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.sheet import Floats

MOST_DEGREES: Final = 3.4
RIM: Final = 0.05
"""The rim of a scan, as a share, tells nothing of the turn: the bed of the scanner shows there."""
MOST_POINTS: Final = 160_000
_STEPS: Final = ((0.2, MOST_DEGREES), (0.05, 0.25), (0.01, 0.06))
Points = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]


def find_angle(pixels: Floats) -> float:
    """The turn in degrees, counter-clockwise, that straightens the sheet; none if nothing tells it."""
    upright = _points(pixels, axis=1)
    level = _points(pixels, axis=0)
    best = 0.0
    for step, reach in _STEPS:
        angles = np.arange(best - reach, best + reach + step / 2, step)
        scores = [_score(upright, float(angle)) + _score(level, float(angle)) for angle in angles]
        if not any(scores):
            return 0.0
        best = float(angles[int(np.argmax(scores))])
    return round(best, 3)


def _points(pixels: Floats, axis: int) -> Points:
    """The strongest edges across an axis as (place along the profile, place along the line, strength)."""
    rows, columns = (round(RIM * edge) for edge in pixels.shape[:2])
    grey = pixels[rows : pixels.shape[0] - rows, columns : pixels.shape[1] - columns].mean(axis=2)
    strength = np.abs(np.diff(grey, axis=axis))
    strength = np.minimum(strength, 60.0)
    count = min(MOST_POINTS, strength.size // 8)
    floor = np.partition(strength.ravel(), -count)[-count] if count else 0.0
    ys, xs = np.nonzero(strength >= max(float(floor), 4.0))
    if len(xs) > MOST_POINTS:
        keep = np.linspace(0, len(xs) - 1, MOST_POINTS).astype(int)
        ys, xs = ys[keep], xs[keep]
    weights = strength[ys, xs].astype(np.float64)
    x = xs - grey.shape[1] / 2
    y = ys - grey.shape[0] / 2
    return (x, y, weights) if axis == 1 else (y, -x, weights)


def _score(points: Points, angle: float) -> float:
    across, along, weights = points
    if len(across) < 50:
        return 0.0
    radians = np.deg2rad(angle)
    places = across * np.cos(radians) + along * np.sin(radians)
    bins = np.floor(places - places.min()).astype(np.int64)
    profile = np.bincount(bins, weights)
    return float((profile**2).sum())
