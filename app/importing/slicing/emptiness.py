"""Places without a counter: cells that show nothing but paper.

Paper is not the same color all over a scan. Its color is fitted to what lies outside the blocks, as a surface
that bends a little, and every cell is held against what the paper would be there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.blocks import Found
from app.importing.slicing.edges import Bools
from app.importing.slicing.grid import Cell
from app.importing.slicing.sheet import Floats

TILE: Final = 4
LEAST_DIFFERENCE: Final = 12.0
NOISE_FACTOR: Final = 4.0
PRINTED: Final = 0.06
"""A cell of which more than this share differs from the paper holds a counter."""
DOUBTFUL: Final = (0.03, 0.12)
"""Between these shares it is better to ask."""
INSET: Final = 0.17
ROUNDS: Final = 4


class Paper:
    """The color of the paper everywhere, in tiles of some pixels."""

    def __init__(self, pixels: Floats, valid: Bools, blocks: Sequence[Found]) -> None:
        height, width = pixels.shape[0] // TILE, pixels.shape[1] // TILE
        cut = pixels[: height * TILE, : width * TILE].reshape(height, TILE, width, TILE, 3)
        self.tiles: Floats = cut.mean(axis=(1, 3))
        outside: Bools = (
            valid[: height * TILE, : width * TILE].reshape(height, TILE, width, TILE).min(axis=(1, 3))
        )
        for block in blocks:
            box = block.box
            outside[
                max(0, int(box.top // TILE) - 1) : int(box.bottom // TILE) + 2,
                max(0, int(box.left // TILE) - 1) : int(box.right // TILE) + 2,
            ] = False
        self.away = self._differences(outside)
        known = self.away[outside]
        noise = 1.5 * float(np.median(known)) if known.size else 0.0
        self.limit = max(LEAST_DIFFERENCE, min(NOISE_FACTOR * noise, 26.0))

    def _differences(self, outside: Bools) -> Floats:
        """How far each tile is from the paper."""
        height, width = outside.shape
        ys, xs = np.nonzero(outside)
        if len(ys) < 40:
            return np.full((height, width), 99.0, dtype=np.float32)
        keep = np.linspace(0, len(ys) - 1, min(len(ys), 6_000)).astype(int)
        surface = _terms(xs[keep] / width, ys[keep] / height)
        colors = self.tiles[ys[keep], xs[keep]]
        paper = np.tile(np.median(colors, axis=0), (len(colors), 1))
        reach = 60.0
        weights: npt.NDArray[np.float64] = np.zeros((surface.shape[1], 3))
        for _ in range(ROUNDS):
            near = np.abs(colors - paper).max(axis=1) < reach
            if near.sum() < 40:
                break
            some = surface[near]
            weights = np.linalg.solve(some.T @ some + 1e-6 * np.eye(some.shape[1]), some.T @ colors[near])
            paper = surface @ weights
            reach = max(14.0, reach / 2)
        y, x = np.mgrid[0:height, 0:width]
        whole = _terms(x.ravel() / width, y.ravel() / height) @ weights
        found: Floats = np.abs(self.tiles - whole.reshape(height, width, 3)).max(axis=2).astype(np.float32)
        return found

    def printed(self, left: float, top: float, right: float, bottom: float) -> float:
        """The share of a rectangle that is not paper."""
        rows = slice(max(0, round(top / TILE)), max(round(top / TILE) + 1, round(bottom / TILE)))
        columns = slice(max(0, round(left / TILE)), max(round(left / TILE) + 1, round(right / TILE)))
        part = self.away[rows, columns]
        return float((part > self.limit).mean()) if part.size else 1.0


def _terms(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    u, v = x - 0.5, y - 0.5
    ones = np.ones_like(u)
    return np.stack((ones, u, v, u * u, u * v, v * v, u**3, u * u * v, u * v * v, v**3), axis=1)


def empty_cells(found: Found, paper: Paper) -> frozenset[Cell]:
    """The cells (column, row) of a block that show only paper."""
    return frozenset(cell for cell, share in _shares(found, paper) if share < PRINTED)


def hardly_printed(found: Found, paper: Paper) -> bool:
    """Whether some cell shows so little that it may be a counter or none."""
    return any(DOUBTFUL[0] <= share < DOUBTFUL[1] for _, share in _shares(found, paper))


def _shares(found: Found, paper: Paper) -> Iterator[tuple[Cell, float]]:
    """How much of the inside of each cell is printed."""
    dx, dy = INSET * found.columns.length, INSET * found.rows.length
    for j, row in enumerate(found.rows.spans):
        for i, column in enumerate(found.columns.spans):
            inside = (column.start + dx, row.start + dy, column.end - dx, row.end - dy)
            yield (i, j), paper.printed(*inside)
