"""One counter from a sheet that lies a little turned, without turning the whole sheet.

Turning a sheet of 250 megapixels takes seconds and another gigabyte; a counter is small. It comes out as if
the whole sheet had been turned first.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from PIL import Image

from app.importing.slicing.cutting import Finish, cut_one
from app.importing.slicing.grid import Box

LEAST: Final = 1e-4
"""Smaller angles, in degrees, are none."""


def cut_upright(picture: Image.Image, angle: float, box: Box, finish: Finish) -> Image.Image:
    """The counter in a box of the sheet turned by an angle about its middle, counter-clockwise."""
    if abs(angle) < LEAST:
        return cut_one(picture, box, finish)
    left, top = (2 * math.floor(edge / 2) for edge in (box.left, box.top))
    size = math.ceil(box.right) + 2 - left, math.ceil(box.bottom) + 2 - top
    turn = _turn(picture.size, angle, (left, top))
    fill = None if _is_within(turn, size, picture.size) else paper_of(picture)
    part = picture.transform(size, Image.Transform.AFFINE, turn, Image.Resampling.BICUBIC, fillcolor=fill)
    return cut_one(part, Box(box.left - left, box.top - top, box.right - left, box.bottom - top), finish)


def paper_of(picture: Image.Image) -> tuple[int, ...] | int:
    """The usual color along the upper and lower edge of a picture."""
    width, height = picture.size
    rows = [picture.crop((0, 0, width, min(4, height))), picture.crop((0, max(0, height - 4), width, height))]
    pixels = np.concatenate([np.asarray(row).reshape(row.width * row.height, -1) for row in rows])
    color = tuple(int(value) for value in np.median(pixels, axis=0))
    return color if len(color) > 1 else color[0]


def _is_within(turn: tuple[float, ...], size: tuple[int, int], whole: tuple[int, int]) -> bool:
    """Whether all of a part comes from the sheet."""
    a, b, c, d, e, f = turn
    corners = ((x, y) for x in (0, size[0]) for y in (0, size[1]))
    places = [(a * x + b * y + c, d * x + e * y + f) for x, y in corners]
    return all(3 <= x <= whole[0] - 3 and 3 <= y <= whole[1] - 3 for x, y in places)


def _turn(size: tuple[int, int], angle: float, corner: tuple[int, int]) -> tuple[float, ...]:
    """Where the pixels of a part of the turned sheet lie on the sheet as it is."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    x, y = corner[0] - size[0] / 2, corner[1] - size[1] / 2
    return (cos, -sin, cos * x - sin * y + size[0] / 2, sin, cos, sin * x + cos * y + size[1] / 2)
