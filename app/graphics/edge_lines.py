"""Printed lines along the edges of a counter's picture, as cut lines leave them when a sheet is cut in their
middle.

Who cuts a sheet trims them off, and who prints a counter takes its bleed from inside them; both ask here.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.float32]
"""Rows × columns × red, green, blue and perhaps how opaque."""
Depths = tuple[int, int, int, int]
"""How many pixels of a line lie along the left, the upper, the right and the lower edge."""
MOST: Final = 0.025
"""A line is at most so thick, as a share of the edge; what is thicker is a frame of the counter."""
LEAST_EDGE: Final = 40
"""Pictures with a shorter edge are too coarse to tell a line from a frame."""
SHARP: Final = 64.0
"""A line differs so much from what lies beside it, in levels of all colors together."""
PLAIN: Final = 48.0
"""A line differs so little from itself along an edge."""
BLENDED: Final = 40.0
"""A color so near the way from one side to the other is a blend of both, not a line between them."""
OVER: Final = 0.2
"""Where so little of a line's color is left it has ended."""
SHARE: Final = 0.6
"""So much of an edge must show the line."""
OPAQUE: Final = 128.0
CORNERS: Final = 0.12


def line_depths(pixels: Pixels, outside: int = 0) -> Depths:
    """The lines at the edges of a picture; so many pixels around it belong to its neighbors."""
    upright = pixels.transpose(1, 0, 2)
    return (
        line_depth(upright, outside),
        line_depth(pixels, outside),
        line_depth(upright[::-1], outside),
        line_depth(pixels[::-1], outside),
    )


def line_depth(rows: Pixels, outside: int = 0) -> int:
    """How many rows from the edge on belong to a line; 0 where there is none."""
    length = min(rows.shape[0], rows.shape[1]) - 2 * outside
    if length < LEAST_EDGE:
        return 0
    most = max(1, round(MOST * length))
    corner = outside + round(CORNERS * length)
    clear = rows[:, corner : rows.shape[1] - corner]
    if clear.shape[2] > 3:
        clear = clear[:, (clear[outside : outside + most + 4, :, 3] >= OPAQUE).all(axis=0), :3]
        if clear.shape[1] < length * (1 - 2 * CORNERS) / 2:
            return 0
    edge, inside = clear[outside], clear[outside + most + 1 : outside + most + 4].mean(axis=0)
    line = np.median(edge, axis=0)
    sharp = _length(line - inside) > SHARP
    if outside:
        beyond = clear[max(0, outside - most - 4) : max(1, outside - most - 1)].mean(axis=0)
        sharp &= _off_the_way(line, beyond, inside) > BLENDED
    if sharp.mean() < SHARE or np.median(_length(edge - line)) > PLAIN:
        return 0
    away = (line - inside)[sharp]
    part = ((clear[outside : outside + most + 1] - inside)[:, sharp] * away).sum(-1) / (away**2).sum(-1)
    ended = np.flatnonzero(np.median(part, axis=1) < OVER)
    return int(ended[0]) if len(ended) else 0


def _length(colors: Pixels) -> Pixels:
    found: Pixels = np.sqrt((colors**2).sum(axis=-1))
    return found


def _off_the_way(color: Pixels, first: Pixels, second: Pixels) -> Pixels:
    """How far a color lies from the straight way between two others."""
    way = second - first
    share = ((color - first) * way).sum(-1) / np.maximum((way**2).sum(-1), 1.0)
    return _length(color - first - np.clip(share, 0.0, 1.0)[:, None] * way)
