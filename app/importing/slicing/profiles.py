"""How colors change across a stretch of a sheet, along many strips at once.

A profile tells for every pixel how strongly colors change there, and whether they get darker or lighter: a
dark line begins where it gets darker and ends where it gets lighter, whatever lies around it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import Image

from app.importing.slicing.grid import Axis, Box
from app.importing.slicing.sheet import Floats

STRIPS: Final = 48
MOST_STEP: Final = 40.0
FINE: Final = 0.25
"""The grain, in pixels, of what is laid over one another."""


@dataclass(frozen=True)
class Profile:
    """The strength of changes at each pixel, the middle of the first being `base`: for all strips along, for
    the first and the last third of them, and of changes to darker and to lighter by themselves."""

    base: float
    strength: Floats
    falls: Floats
    rises: Floats
    thirds: tuple[Floats, Floats]
    reach_along: float

    def at(self, places: Floats, values: Floats | None = None) -> Floats:
        """The strength, or other values, at places of the picture."""
        known = self.strength if values is None else values
        found: Floats = np.interp(places - self.base, np.arange(len(known)), known).astype(np.float32)
        return found

    def template(self, lines: Floats, reach: float, values: Floats | None = None) -> tuple[Floats, Floats]:
        """The lines laid over one another: distances and mean values."""
        count = int(np.ceil(reach / FINE))
        away = (FINE * np.arange(-count, count + 1)).astype(np.float32)
        found = self.at(lines[:, None] + away[None, :], values).mean(axis=0)
        return away, found


def profile_of(picture: Image.Image, box: Box, axis: Axis, cell: float) -> Profile:
    """The profile of a box with some room at both ends."""
    room = int(0.12 * cell) + 8
    if axis == "columns":
        area = (int(box.left) - room, int(box.top), int(box.right) + room + 2, int(box.bottom))
    else:
        area = (int(box.left), int(box.top) - room, int(box.right), int(box.bottom) + room + 2)
    pixels = np.asarray(picture.crop(area).convert("RGB"))
    if axis == "rows":
        pixels = pixels.transpose(1, 0, 2)
    strips = max(3, min(STRIPS, pixels.shape[0] // 6))
    used = pixels[: pixels.shape[0] // strips * strips]
    means = used.reshape(strips, -1, used.shape[1], 3).mean(axis=1, dtype=np.float32)
    steps = np.zeros_like(means)
    steps[:, 1:-1] = means[:, 2:] - means[:, :-2]
    strong = np.minimum(np.abs(steps).max(axis=2), MOST_STEP)
    third = max(1, strips // 3)
    return Profile(
        0.5 + float(area[0] if axis == "columns" else area[1]),
        strong.mean(axis=0),
        _above(np.clip(-steps.min(axis=2), 0.0, MOST_STEP).mean(axis=0)),
        _above(np.clip(steps.max(axis=2), 0.0, MOST_STEP).mean(axis=0)),
        (strong[:third].mean(axis=0), strong[-third:].mean(axis=0)),
        len(used) * (1 - third / strips),
    )


def _above(values: Floats) -> Floats:
    """What is above the usual."""
    found: Floats = np.maximum(values - np.median(values), 0.0)
    return found
