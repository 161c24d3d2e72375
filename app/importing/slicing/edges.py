"""Where a straightened sheet has edges: maps that survive noise and uneven light, and regions that
hang together.

Edges are looked for in means of short strips along the line, which takes the noise out and leaves the lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.sheet import Floats

Bools = npt.NDArray[np.bool_]
STRIP: Final = 8
"""The edge of the tiles in which regions are told apart."""
STRIPS: Final = (8, 16, 24)
"""How many pixels along a line are taken together; more where the scan is noisy."""
LEAST_STEP: Final = 6.0
NOISE_ALLOWED: Final = 11.0
NOISE_FACTOR: Final = 3.6


@dataclass(frozen=True)
class EdgeMaps:
    """`upright[strip, x]` and `level[y, strip]`: whether an edge crosses there."""

    upright: Bools
    level: Bools
    strength_x: Floats
    strength_y: Floats
    strip: int = STRIP

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.upright.shape[1], self.level.shape[0]


@dataclass(frozen=True)
class Region:
    """A part of the sheet whose edges hang together, in pixels."""

    left: int
    top: int
    right: int
    bottom: int
    fill: float

    @property
    def width(self) -> int:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """From top to bottom."""
        return self.bottom - self.top


def edge_maps(pixels: Floats, valid: Bools | None = None) -> EdgeMaps:
    """The edges of a straightened picture; where `valid` is false there was no paper."""
    strip = STRIPS[0]
    for strip in STRIPS:
        strength_x = _strength(pixels, strip)
        if NOISE_FACTOR * float(np.median(strength_x)) <= NOISE_ALLOWED:
            break
    strength_x = _strength(pixels, strip)
    strength_y = _strength(pixels.transpose(1, 0, 2), strip)
    if valid is not None:
        strength_x *= _everywhere(valid, strip)
        strength_y *= _everywhere(valid.T, strip)
    return EdgeMaps(_marked(strength_x), _marked(strength_y).T, strength_x, strength_y.T, strip)


def _strength(pixels: Floats, strip: int) -> Floats:
    """How much neighbours differ across, in means of strips along: strips × places."""
    strips = max(1, pixels.shape[0] // strip)
    means = pixels[: strips * strip].reshape(strips, -1, pixels.shape[1], pixels.shape[2]).mean(axis=1)
    found = np.zeros(means.shape[:2], dtype=np.float32)
    found[:, 1:-1] = np.abs(means[:, 2:] - means[:, :-2]).max(axis=2)
    return found


def _everywhere(valid: Bools, strip: int) -> Bools:
    strips = max(1, valid.shape[0] // strip)
    parts = valid[: strips * strip].reshape(strips, -1, valid.shape[1])
    found: Bools = np.asarray(parts.min(axis=1), dtype=np.bool_)
    return found


def _marked(strength: Floats) -> Bools:
    noise = float(np.median(strength))
    found: Bools = np.greater(strength, max(LEAST_STEP, NOISE_FACTOR * noise))
    return found


def regions(maps: EdgeMaps) -> list[Region]:
    """The regions of a sheet, the biggest first."""
    times = maps.strip // STRIP
    upright, lying = np.repeat(maps.upright, times, axis=0), np.repeat(maps.level, times, axis=1)
    height = min(maps.level.shape[0] // STRIP, upright.shape[0])
    width = min(maps.upright.shape[1] // STRIP, lying.shape[1])
    up = upright[:height, : width * STRIP].reshape(height, width, STRIP).any(axis=2)
    level = lying[: height * STRIP, :width].reshape(height, STRIP, width).any(axis=1)
    either: Bools = np.logical_or(up, level)
    tiles = _sociable(either)
    labels = _labels(_grown(tiles))
    labels[~tiles] = 0
    found = []
    for number in range(1, int(labels.max()) + 1):
        ys, xs = np.nonzero(labels == number)
        if len(xs) < 6:
            continue
        left, right, top, bottom = xs.min(), xs.max() + 1, ys.min(), ys.max() + 1
        fill = len(xs) / ((right - left) * (bottom - top))
        edges = [int(v) * STRIP for v in (left, top, right, bottom)]
        found.append(Region(edges[0], edges[1], edges[2], edges[3], float(fill)))
    return sorted(found, key=lambda region: -region.width * region.height)


def _sociable(tiles: Bools) -> Bools:
    """Tiles with at least two others around them; noise stands alone."""
    wide = np.pad(tiles.astype(np.int8), 1)
    height, width = tiles.shape
    around = sum(wide[dy : dy + height, dx : dx + width] for dy in range(3) for dx in range(3))
    found: Bools = tiles & (around >= 3)
    return found


def _grown(tiles: Bools) -> Bools:
    grown = tiles.copy()
    grown[1:] |= tiles[:-1]
    grown[:-1] |= tiles[1:]
    sideways = grown.copy()
    sideways[:, 1:] |= grown[:, :-1]
    sideways[:, :-1] |= grown[:, 1:]
    return sideways


def _labels(tiles: Bools) -> npt.NDArray[np.int32]:
    """Numbers of connected parts."""
    labels = np.zeros(tiles.shape, dtype=np.int32)
    height, width = tiles.shape
    number = 0
    for y, x in zip(*np.nonzero(tiles), strict=True):
        if labels[y, x]:
            continue
        number += 1
        labels[y, x] = number
        waiting = [(int(y), int(x))]
        while waiting:
            cy, cx = waiting.pop()
            for ny, nx in ((cy - 1, cx), (cy + 1, cx), (cy, cx - 1), (cy, cx + 1)):
                if 0 <= ny < height and 0 <= nx < width and tiles[ny, nx] and not labels[ny, nx]:
                    labels[ny, nx] = number
                    waiting.append((ny, nx))
    return labels


def _strips(region: Region, axis: str, strip: int) -> slice:
    """The strips of a region across an axis."""
    first, last = (region.top, region.bottom) if axis == "columns" else (region.left, region.right)
    return slice(first // strip, max(first // strip + 1, last // strip))


def coverage(maps: EdgeMaps, region: Region, axis: str) -> Floats:
    """At each place along an axis, the share of the region's strips that have an edge within a pixel."""
    strips = _strips(region, axis, maps.strip)
    part = maps.upright[strips] if axis == "columns" else maps.level[:, strips].T
    wide = part.copy()
    wide[:, 1:] |= part[:, :-1]
    wide[:, :-1] |= part[:, 1:]
    found: Floats = wide.mean(axis=0).astype(np.float32)
    return found


def profile(maps: EdgeMaps, region: Region, axis: str) -> Floats:
    """At each place along an axis, the mean strength of edges above what is usual."""
    strips = _strips(region, axis, maps.strip)
    part = maps.strength_x[strips] if axis == "columns" else maps.strength_y[:, strips].T
    found: Floats = np.minimum(part, 50.0).mean(axis=0).astype(np.float32)
    return found - np.median(found)
