"""The paper a sheet is printed on: its color everywhere, under light that changes over the scan.

The color is fitted to the sheet as a surface that bends a little: to what lies near the edges of the sheet
and to all that can be reached from there without crossing print. With it the light is taken out of the
picture, and any rectangle can be asked at once for its mean color, for how far that is from the paper's,
and for how much of it is printed.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.edges import Bools
from app.importing.slicing.parts import patches
from app.importing.slicing.sheet import Floats

Doubles = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.floating]
Places = npt.NDArray[np.int_]
TILE: Final = 4
RING: Final = (0.025, 0.09)
"""Between these shares of the sheet from its edges mostly paper shows."""
MOST_TILES: Final = 20_000
REACHES: Final = ((60.0, 3), (60.0, 6), (50.0, 10), (40.0, 10), (26.0, 10), (18.0, 10))
"""How far from the fitted color tiles may be to count for the next fit, and of how many terms that is."""
LEAST_DIFFERENCE: Final = 12.0
NOISE_FACTOR: Final = 4.0
MOST_DIFFERENCE: Final = 26.0
FAR: Final = 0.5
"""Paper can be followed over such a share of the sheet's width or height."""
DARKEST: Final = 0.25
LOCAL: Final = (0.1, 0.03)
"""Over such shares of the sheet what is left beside the fitted color is averaged, one after the other."""
SUPPORT: Final = 0.1
"""Where less of the surroundings than this is paper, the fitted color is hardly moved."""


class Ground:
    """The paper of a straightened picture."""

    def __init__(self, pixels: Floats, valid: Bools, edges: Bools) -> None:
        height, width = pixels.shape[:2]
        high, wide = height // TILE, width // TILE
        cut = pixels[: high * TILE, : wide * TILE].reshape(high, TILE, wide, TILE, 3)
        tiles: Floats = cut.mean(axis=(1, 3))
        inside: Bools = valid[: high * TILE, : wide * TILE].reshape(high, TILE, wide, TILE).min(axis=(1, 3))
        surface = _surface(tiles, inside, edges)
        away = np.abs(tiles - surface).max(axis=2)
        known = away[inside & (away < MOST_DIFFERENCE)]
        noise = 1.5 * float(np.median(known)) if known.size else 0.0
        self.limit = max(LEAST_DIFFERENCE, min(NOISE_FACTOR * noise, MOST_DIFFERENCE))
        self.color: Floats = np.median(surface.reshape(-1, 3), axis=0).astype(np.float32)
        light = surface.mean(axis=2) / max(1.0, float(self.color.mean()))
        whole = np.clip(light, DARKEST, None).repeat(TILE, axis=0).repeat(TILE, axis=1)
        whole = np.pad(whole, ((0, height - high * TILE), (0, width - wide * TILE)), mode="edge")
        even = np.clip(pixels / whole[..., None], 0, 255).astype(np.uint8)
        self._sums = np.zeros((height + 1, width + 1, 3), dtype=np.int32)
        np.cumsum(np.cumsum(even, axis=0, dtype=np.int32), axis=1, out=self._sums[1:, 1:])
        self.tiles: Bools = _opened((away > self.limit) & inside)
        self._changes = np.zeros((height + 1, width + 1), dtype=np.int32)
        np.cumsum(np.cumsum(_changes(pixels), axis=0, dtype=np.int32), axis=1, out=self._changes[1:, 1:])
        self._printed = np.zeros((high + 1, wide + 1), dtype=np.int32)
        np.cumsum(np.cumsum(away > self.limit, axis=0, dtype=np.int32), axis=1, out=self._printed[1:, 1:])

    def colors(self, left: Floats, top: Floats, right: Floats, bottom: Floats) -> Floats:
        """The mean colors of rectangles with the light taken out; each is at least a pixel wide and high."""
        x0, x1 = _bounds(left, right, self._sums.shape[1] - 1)
        y0, y1 = _bounds(top, bottom, self._sums.shape[0] - 1)
        total = self._sums[y1, x1] - self._sums[y0, x1] - self._sums[y1, x0] + self._sums[y0, x0]
        found: Floats = (total / ((x1 - x0) * (y1 - y0))[..., None]).astype(np.float32)
        return found

    def strangeness(self, left: Floats, top: Floats, right: Floats, bottom: Floats) -> Floats:
        """How far the mean colors of rectangles are from the paper's."""
        found: Floats = np.abs(self.colors(left, top, right, bottom) - self.color).max(axis=-1)
        return found

    def busy(self, left: Floats, top: Floats, right: Floats, bottom: Floats) -> Floats:
        """How much neighboring pixels differ inside rectangles, in the mean."""
        x0, x1 = _bounds(left, right, self._changes.shape[1] - 1)
        y0, y1 = _bounds(top, bottom, self._changes.shape[0] - 1)
        total = self._changes[y1, x1] - self._changes[y0, x1] - self._changes[y1, x0] + self._changes[y0, x0]
        found: Floats = (total / ((x1 - x0) * (y1 - y0))).astype(np.float32)
        return found

    def printed(self, left: Numbers, top: Numbers, right: Numbers, bottom: Numbers) -> Floats:
        """The share of rectangles that is not paper, counted in tiles."""
        x0, x1 = _bounds(left / TILE, right / TILE, self._printed.shape[1] - 1)
        y0, y1 = _bounds(top / TILE, bottom / TILE, self._printed.shape[0] - 1)
        total = self._printed[y1, x1] - self._printed[y0, x1] - self._printed[y1, x0] + self._printed[y0, x0]
        found: Floats = (total / ((x1 - x0) * (y1 - y0))).astype(np.float32)
        return found


def _changes(pixels: Floats) -> npt.NDArray[np.uint8]:
    """How much the neighbors of each pixel differ."""
    grey = pixels.mean(axis=2)
    found = np.zeros(grey.shape, dtype=np.uint8)
    found[1:-1, 1:-1] = np.minimum(
        np.abs(grey[1:-1, 2:] - grey[1:-1, :-2]) + np.abs(grey[2:, 1:-1] - grey[:-2, 1:-1]), 80.0
    )
    return found


def _bounds(first: Numbers, last: Numbers, most: int) -> tuple[Places, Places]:
    a = np.minimum(np.maximum(np.rint(first).astype(np.int_), 0), most - 1)
    b = np.minimum(np.maximum(np.rint(last).astype(np.int_), 1), most)
    return a, np.maximum(a + 1, b)


def _surface(tiles: Floats, inside: Bools, edges: Bools) -> Floats:
    """The paper's color at every tile: near the edges of the sheet it shows, from there it is followed as far
    as nothing printed is in the way. Light has bends that the fit cannot follow; so it is moved to the color
    that is seen close by.
    """
    high, wide = inside.shape
    known, weights = _fitted(tiles, inside, edges)
    y, x = np.mgrid[0:high, 0:wide]
    fit = (_terms(x.ravel() / wide, y.ravel() / high) @ weights).reshape(high, wide, 3)
    surface: Floats = fit.astype(np.float32)
    for share in LOCAL:
        left = tiles - surface
        near = known & (np.abs(left).max(axis=2) < MOST_DIFFERENCE)
        reach = max(1, round(share * max(high, wide) / 2))
        support = _averaged(near.astype(np.float32), reach)
        moved = np.stack([_averaged(left[..., k] * near, reach) for k in range(3)], axis=2)
        surface += moved / np.maximum(support, SUPPORT)[..., None]
    return surface


def _averaged(values: Floats, reach: int) -> Floats:
    """The means of values over squares, twice, so that what is near counts more."""
    for _ in range(2):
        for axis in (0, 1):
            sums = np.cumsum(values, axis=axis, dtype=np.float64)
            sums = np.concatenate((np.zeros_like(sums.take([0], axis)), sums), axis=axis)
            numbers = np.arange(values.shape[axis])
            first, last = np.maximum(numbers - reach, 0), np.minimum(numbers + reach + 1, len(numbers))
            count = (last - first).reshape((-1, 1) if axis == 0 else (1, -1))
            values = ((sums.take(last, axis) - sums.take(first, axis)) / count).astype(np.float32)
    return values


def _fitted(tiles: Floats, inside: Bools, edges: Bools) -> tuple[Bools, Doubles]:
    """Where paper shows, and the coefficients of its color."""
    height, width = inside.shape
    across = np.minimum(np.arange(width), np.arange(width)[::-1]) / width
    down = np.minimum(np.arange(height), np.arange(height)[::-1]) / height
    away = np.minimum(across[None, :], down[:, None])
    ring = inside & (away >= RING[0]) & (away <= RING[1]) & ~edges
    weights = np.zeros((10, 3))
    if ring.sum() < 20:
        weights[0] = 255.0
        return ring, weights
    weights[0] = np.median(tiles[ring], axis=0)
    seeds = ring & (np.abs(tiles - weights[0]).max(axis=2) < REACHES[0][0])
    followed = _followed(seeds, _shrunk(inside & ~edges))
    ys, xs = np.nonzero(followed)
    keep = np.linspace(0, len(ys) - 1, min(len(ys), MOST_TILES)).astype(int)
    ys, xs = ys[keep], xs[keep]
    colors = tiles[ys, xs].astype(np.float64)
    surface = _terms(xs / width, ys / height)
    for reach, known in REACHES:
        near = np.abs(colors - surface @ weights).max(axis=1) < reach
        if near.sum() < 40:
            break
        some = surface[near, :known]
        weights[:known] = np.linalg.solve(some.T @ some + 1e-4 * np.eye(known), some.T @ colors[near])
    return followed, weights


def _opened(tiles: Bools) -> Bools:
    """Tiles without what is only one or two tiles wide: crop marks, borders, letters."""
    thin = tiles.copy()
    for axis in (0, 1):
        thin &= np.roll(thin, 1, axis) & np.roll(thin, -1, axis)
    found = thin.copy()
    for axis in (0, 1):
        found |= np.roll(found, 1, axis) | np.roll(found, -1, axis)
    return found


def _shrunk(tiles: Bools) -> Bools:
    """Tiles with none but such tiles around them."""
    found = tiles.copy()
    for axis in (0, 1):
        found &= np.roll(found, 1, axis) & np.roll(found, -1, axis)
    return found


def _followed(seeds: Bools, free: Bools) -> Bools:
    """What can be reached from some tiles over free ones and is no counter: it goes a long way across the
    sheet; all that can be reached if nothing does."""
    height, width = free.shape
    found, far = np.zeros_like(free), np.zeros_like(free)
    for patch in patches(free):
        if not any(seeds[y, first:last].any() for y, first, last in patch.runs):
            continue
        left, top, right, bottom = patch.box
        is_far = right - left >= FAR * width or bottom - top >= FAR * height
        for y, first, last in patch.runs:
            found[y, first:last] = True
            far[y, first:last] = is_far
    return far if far.any() else found


def _terms(x: Doubles, y: Doubles) -> Doubles:
    u, v = x - 0.5, y - 0.5
    ones = np.ones_like(u)
    return np.stack((ones, u, v, u * u, u * v, v * v, u**3, u * u * v, u * v * v, v**3), axis=1)
