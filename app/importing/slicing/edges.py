"""Where a straightened sheet has edges and thin lines.

A line is looked for in means of a window along it, which takes the noise out and leaves the line. What comes
out are two maps, of upright and of level edges, that can be asked at once how much of any side of a rectangle
shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.sheet import Floats

Bools = npt.NDArray[np.bool_]
STEP: Final = 4
"""Distance along a line between two places where it is looked for."""
WINDOWS: Final = (12, 20, 32)
"""How many pixels along a line are taken together; more where the scan is noisy."""
LEAST_STEP: Final = 5.0
FLANK: Final = 2
"""How far to either side a step is looked for: beyond the thin lines, whose flanks are no steps."""
HALF_LINES: Final = (2, 4)
"""How far from its middle the ground beside a line is looked for."""
NOISE_ALLOWED: Final = 10.0
NOISE_FACTOR: Final = 3.6


@dataclass(frozen=True)
class LineMap:
    """Edges across one axis: `found[k, place]` says whether one crosses a place, `STEP * k` pixels along.

    `sums` adds `found`, widened by a pixel, along the lines; `strength` is how strong edges are.
    """

    found: Bools
    strength: Floats
    sums: npt.NDArray[np.int32]

    def shares(self, first: float, last: float) -> Floats:
        """For each place the share of the way from first to last along which an edge shows."""
        a, b = self._steps(first, last)
        found: Floats = ((self.sums[b] - self.sums[a]) / (b - a)).astype(np.float32)
        return found

    def share_at(self, places: Floats, firsts: Floats, lasts: Floats, reach: float = 0.0) -> Floats:
        """The same at some places only, for several stretches: stretches × places. Each is the greatest of
        those within a reach, at least the better of two neighbors.
        """
        most = self.sums.shape[0] - 1
        a = _within(np.rint(firsts / STEP).astype(int), most - 1)[:, None, None]
        b = np.minimum(np.maximum(np.rint(lasts / STEP).astype(int)[:, None, None], a + 1), most)
        at = _within(np.floor(places).astype(int), self.sums.shape[1] - 1)
        around = np.arange(-int(reach), int(reach) + 2)
        near = _within(at[None] + around[:, None], self.sums.shape[1] - 1)[None]
        both = ((self.sums[b, near] - self.sums[a, near]) / (b - a)).max(axis=1)
        found: Floats = both.astype(np.float32)
        return found

    def mean_strength(self, first: float, last: float) -> Floats:
        """For each place how strong edges are on the way from first to last, above what is usual."""
        a, b = self._steps(first, last)
        found: Floats = np.minimum(self.strength[a:b], 50.0).mean(axis=0).astype(np.float32)
        return found - np.median(found)

    def _steps(self, first: float, last: float) -> tuple[int, int]:
        most = self.sums.shape[0] - 1
        a = min(max(0, round(first / STEP)), most - 1)
        return a, min(max(a + 1, round(last / STEP)), most)


@dataclass(frozen=True)
class EdgeMaps:
    """The upright edges (they part columns) and the level ones (they part rows) of a sheet."""

    columns: LineMap
    rows: LineMap
    size: tuple[int, int]

    @property
    def tiles(self) -> Bools:
        """Tiles of the size of a step that an edge runs through."""
        high, wide = self.size[1] // STEP, self.size[0] // STEP
        upright = self.columns.found[:high, : wide * STEP].reshape(high, wide, STEP).any(axis=2)
        level = self.rows.found[:wide, : high * STEP].reshape(wide, high, STEP).any(axis=2)
        found: Bools = np.logical_or(upright, level.T)
        return found


def edge_maps(pixels: Floats, valid: Bools) -> EdgeMaps:
    """The edges of a straightened picture; where `valid` is false there was no paper."""
    height, width = pixels.shape[:2]
    return EdgeMaps(
        _line_map(pixels, valid),
        _line_map(np.ascontiguousarray(pixels.transpose(1, 0, 2)), valid.T),
        (width, height),
    )


def _within(places: npt.NDArray[np.int_], most: int) -> npt.NDArray[np.int_]:
    """Places from 0 to the last; so small arrays are clipped in a fraction of the usual time."""
    return np.minimum(np.maximum(places, 0), most)


def _line_map(pixels: Floats, valid: Bools) -> LineMap:
    inside = valid[::STEP][: len(pixels) // STEP]
    sums = np.zeros((len(pixels) + 1, *pixels.shape[1:]), dtype=np.int32)
    np.cumsum(pixels.astype(np.uint8), axis=0, dtype=np.int32, out=sums[1:])
    steps, lines, least = np.zeros(inside.shape, np.float32), np.zeros(inside.shape, np.float32), LEAST_STEP
    for window in WINDOWS:
        steps, lines = _strengths(sums, window)
        strength = np.maximum(steps, lines)
        usual = float(np.median(strength[inside])) if inside.any() else 0.0
        least = max(LEAST_STEP, NOISE_FACTOR * usual)
        if NOISE_FACTOR * usual <= NOISE_ALLOWED:
            break
    shrunk = _shrunk(inside)
    found: Bools = np.zeros(inside.shape, dtype=bool)
    for kind in (steps, lines):
        np.multiply(kind, shrunk, out=kind)
        found |= (kind > least) & (kind >= _greatest(kind))
    wide = found.copy()
    wide[:, 1:] |= found[:, :-1]
    wide[:, :-1] |= found[:, 1:]
    sums = np.cumsum(np.pad(wide, ((1, 0), (0, 0))), axis=0, dtype=np.int32)
    return LineMap(found, np.maximum(steps, lines), sums)


def _strengths(sums: npt.NDArray[np.int32], window: int) -> tuple[Floats, Floats]:
    """How much neighbors differ across, in means of a window along: as a step, and as a thin line, which is
    strongest in its middle. Both are kept apart, since beside a line there may be a stronger step: that from
    the ink to white paper.
    """
    height = len(sums) - 1
    middles = np.arange(height // STEP) * STEP + STEP // 2
    a, b = np.maximum(middles - window // 2, 0), np.minimum(middles + window // 2, height)
    means = (sums[b] - sums[a]).astype(np.float32) / (b - a).astype(np.float32)[:, None, None]
    steps = np.zeros(means.shape[:2], dtype=np.float32)
    lines = np.zeros_like(steps)
    near = FLANK
    beside = means[:, :-1] + means[:, 1:]
    steps[:, near:-near] = 0.5 * np.abs(beside[:, 2 * near - 1 :] - beside[:, : -2 * near + 1]).max(axis=2)
    for half in HALF_LINES:
        left = means[:, half:-half] - means[:, : -2 * half]
        right = means[:, half:-half] - means[:, 2 * half :]
        line = np.where(left * right > 0, np.minimum(np.abs(left), np.abs(right)), 0.0).max(axis=2)
        np.maximum(lines[:, half:-half], line, out=lines[:, half:-half])
    return steps, lines


def _greatest(strength: Floats) -> Floats:
    """The greatest strength within two pixels across; only where it is reached an edge is marked."""
    found = strength.copy()
    for by in (1, 2):
        np.maximum(found[:, by:], strength[:, :-by], out=found[:, by:])
        np.maximum(found[:, :-by], strength[:, by:], out=found[:, :-by])
    return found


def _shrunk(inside: Bools) -> Bools:
    """Places whose neighbors lie on paper, too."""
    found = inside.copy()
    for by in (1, 2):
        found[:, by:] &= inside[:, :-by]
        found[:, :-by] &= inside[:, by:]
    found[:3], found[-3:] = False, False
    found[3:] &= inside[:-3]
    found[:-3] &= inside[3:]
    return found
