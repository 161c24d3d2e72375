"""The parts of a sheet that hang together, at several distances.

What lies how near together is not known beforehand: gutters may be wider than the room between two blocks of
another sheet. So the sheet is taken apart several times, and the grids found decide which was right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.edges import Bools
from app.importing.slicing.sheet import Floats

TILE: Final = 4
REACHES: Final = (0, 1, 2, 3, 5, 7)
"""Tiles by which print is widened before parts that touch are joined."""
LEAST_CONTRAST: Final = 7.0
NOISE_FACTOR: Final = 4.5
LEAST_EDGE: Final = 36


@dataclass(frozen=True)
class Part:
    """A rectangle around print that hangs together, in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """From top to bottom."""
        return self.bottom - self.top


def printed_tiles(pixels: Floats, valid: Bools) -> Bools:
    """Tiles of the sheet in which color changes."""
    height, width = pixels.shape[0] // TILE, pixels.shape[1] // TILE
    tiles = pixels[: height * TILE, : width * TILE].reshape(height, TILE, width, TILE, 3).mean(axis=(1, 3))
    inside: Bools = valid[: height * TILE, : width * TILE].reshape(height, TILE, width, TILE).min(axis=(1, 3))
    changes = np.zeros((height, width), dtype=np.float32)
    for dy, dx in ((0, 1), (1, 0)):
        steps = np.abs(tiles[dy:, dx:] - tiles[: height - dy, : width - dx]).max(axis=2)
        steps *= inside[dy:, dx:] & inside[: height - dy, : width - dx]
        near, far = changes[: height - dy, : width - dx], changes[dy:, dx:]
        np.maximum(near, steps, out=near)
        np.maximum(far, steps, out=far)
    noise = float(np.median(changes[inside])) if inside.any() else 0.0
    found: Bools = np.greater(changes, max(LEAST_CONTRAST, min(NOISE_FACTOR * noise, 22.0)))
    social: Bools = np.logical_and(found, _sociable(found))
    return social


def _sociable(tiles: Bools) -> Bools:
    """Tiles with at least two others around them; noise stands alone."""
    wide = np.pad(tiles.astype(np.int8), 1)
    height, width = tiles.shape
    around = sum(wide[dy : dy + height, dx : dx + width] for dy in range(3) for dx in range(3))
    found: Bools = np.greater_equal(np.asarray(around), 3)
    return found


def parts_at(tiles: Bools, reach: int) -> list[Part]:
    """The parts of a sheet when print as near as this hangs together; little ones are left out."""
    found = []
    for left, top, right, bottom in _boxes(_widened(tiles, reach)):
        shrunk = (left + reach, top + reach, right - reach, bottom - reach)
        part = Part(*(edge * TILE for edge in shrunk))
        if min(part.width, part.height) >= LEAST_EDGE:
            found.append(part)
    return found


def _widened(tiles: Bools, reach: int) -> Bools:
    found: Bools = np.pad(tiles, reach)
    for _ in range(reach):
        grown = found.copy()
        grown[1:] |= found[:-1]
        grown[:-1] |= found[1:]
        found = grown.copy()
        found[:, 1:] |= grown[:, :-1]
        found[:, :-1] |= grown[:, 1:]
    return found[reach : found.shape[0] - reach, reach : found.shape[1] - reach] if reach else found


def _boxes(tiles: Bools) -> list[tuple[int, int, int, int]]:
    """The rectangles around connected tiles, without single ones."""
    found = [patch.box for patch in patches(tiles)]
    return [box for box in found if box[2] - box[0] > 1]


@dataclass
class Patch:
    """Connected tiles: the rectangle around them (left, top, right, bottom) and their runs (row, first, one
    past the last)."""

    box: tuple[int, int, int, int]
    runs: list[tuple[int, int, int]]


def patches(tiles: Bools) -> list[Patch]:
    """Connected tiles; joined run by run, row by row."""
    owner: list[int] = []
    runs: list[tuple[int, int, int]] = []

    def root(number: int) -> int:
        while owner[number] != number:
            owner[number] = owner[owner[number]]
            number = owner[number]
        return number

    above: list[int] = []
    for y, row in enumerate(tiles):
        present: list[int] = []
        for first, last in _runs(row):
            number = len(owner)
            owner.append(number)
            runs.append((y, int(first), int(last)))
            present.append(number)
            for other in above:
                if runs[other][1] <= last and first <= runs[other][2]:
                    owner[root(other)] = root(number)
        above = present
    groups: dict[int, list[tuple[int, int, int]]] = {}
    for number, run in enumerate(runs):
        groups.setdefault(root(number), []).append(run)
    return [_patch(group) for group in groups.values()]


def _patch(runs: list[tuple[int, int, int]]) -> Patch:
    edges = np.array(runs)
    left, right = int(edges[:, 1].min()), int(edges[:, 2].max())
    return Patch((left, int(edges[0, 0]), right, int(edges[-1, 0]) + 1), runs)


def _runs(row: Bools) -> npt.NDArray[np.int64]:
    """Where runs of tiles begin and end (one past the last)."""
    steps = np.diff(np.concatenate(([0], row.astype(np.int8), [0])))
    return np.stack((np.nonzero(steps == 1)[0], np.nonzero(steps == -1)[0]), axis=1)
