"""Smooth random fields for paper, terrain edges and relief.

Value noise on a periodic lattice, read through cubic B-splines, summed over octaves. Seeds are fixed, so a
bake repeated on another machine gives the same ground. Places on the net of a picture's pixels are the usual
case; there the splines of rows and columns are two small matrices, which is many times faster.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Field = npt.NDArray[np.floating[Any]]

LATTICE = 256
OCTAVES = 8
_DRIFT = (17.3, 9.1)
_tables = [
    np.random.default_rng(seed).random((LATTICE, LATTICE)).astype(np.float32) for seed in range(OCTAVES)
]


def _weights(share: Field) -> tuple[Field, Field, Field, Field]:
    """Cubic B-spline weights of the four lattice points around."""
    t2, t3 = share * share, share * share * share
    return (1 - share) ** 3 / 6, (3 * t3 - 6 * t2 + 4) / 6, (-3 * t3 + 3 * t2 + 3 * share + 1) / 6, t3 / 6


def value_noise(x: Field, y: Field, table: int = 0) -> Field:
    """Smooth noise between 0 and 1 at the given places."""
    lattice = _tables[table % OCTAVES]
    x0, y0 = np.floor(x), np.floor(y)
    wx, wy = _weights((x - x0).astype(np.float32)), _weights((y - y0).astype(np.float32))
    columns = [((x0.astype(np.int32) + i - 1) % LATTICE) for i in range(4)]
    rows = [((y0.astype(np.int32) + i - 1) % LATTICE) for i in range(4)]
    total = np.zeros(x.shape, np.float32)
    for row, row_weight in zip(rows, wy, strict=True):
        line = np.zeros(x.shape, np.float32)
        for column, column_weight in zip(columns, wx, strict=True):
            line += lattice[row, column] * column_weight
        total += line * row_weight
    return total


def net_noise(xs: Field, ys: Field, table: int = 0) -> Field:
    """The same noise on a net of columns `xs` and rows `ys`."""
    x0, y0 = np.floor(xs), np.floor(ys)
    columns, rows = x0.astype(np.int64), y0.astype(np.int64)
    lines = np.arange(int(rows.min()) - 1, int(rows.max()) + 3)
    lattice = _tables[table % OCTAVES][lines % LATTICE]
    across = weighted(lattice.T, _weights((xs - x0).astype(np.float32)), (columns - 1, LATTICE)).T
    return weighted(across, _weights((ys - y0).astype(np.float32)), (rows - 1 - int(lines[0]), 0))


def weighted(table: Field, weights: Sequence[Field], first: tuple[npt.NDArray[np.int64], int]) -> Field:
    """For each line wanted the weighted sum of four that follow each other in a table, from `first` on; a
    number of lines beside it lets the table begin anew.
    """
    start, repeats = first
    total = np.zeros((len(start), table.shape[1]), np.float32)
    for k, weight in enumerate(weights):
        lines = (start + k) % repeats if repeats else np.clip(start + k, 0, table.shape[0] - 1)
        total += table[lines] * weight[:, None]
    return total


@dataclass(frozen=True, slots=True)
class Octaves:
    """How a fractal field is summed: lattice cells per unit, number and fall-off of octaves."""

    frequency: float = 1.0
    count: int = 5
    gain: float = 0.5
    ridged: bool = False

    def field(self, x: Field, y: Field) -> Field:
        """The field at the given places, between 0 and 1."""
        return self._summed(x, y, value_noise)

    def net(self, xs: Field, ys: Field) -> Field:
        """The same field on a net of columns and rows."""
        return self._summed(xs, ys, net_noise)

    def _summed(self, x: Field, y: Field, noise: Callable[[Field, Field, int], Field]) -> Field:
        total: Field | None = None
        weight, sum_of_weights, frequency = 1.0, 0.0, self.frequency
        for i in range(self.count):
            part = noise(x * frequency + _DRIFT[0] * i, y * frequency + _DRIFT[1] * i, i)
            if self.ridged:
                part = 1 - np.abs(2 * part - 1)
            part = part * np.float32(weight)
            total = part if total is None else total + part
            sum_of_weights += weight
            weight *= self.gain
            frequency *= 2.03
        assert total is not None
        result: Field = total / np.float32(sum_of_weights)
        return result


def gully_noise(x: Field, y: Field, across_x: Field, across_y: Field, seed: int = 0) -> Field:
    """Stripes that lie along a given direction, one furrow to a cell, softly joined between the cells."""
    lattice = _tables[seed % OCTAVES]
    x0, y0 = np.floor(x), np.floor(y)
    waves: Field = np.zeros(x.shape, np.float32)
    weights: Field = np.zeros(x.shape, np.float32)
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            cell_x, cell_y = (x0 + i).astype(np.int32), (y0 + j).astype(np.int32)
            jump_x = lattice[cell_y % LATTICE, cell_x % LATTICE]
            jump_y = lattice[(cell_y + 97) % LATTICE, (cell_x + 41) % LATTICE]
            dx, dy = x - (x0 + i + jump_x), y - (y0 + j + jump_y)
            weight = np.exp(-2 * (dx * dx + dy * dy)).astype(np.float32)
            waves += weight * np.cos((dx * across_x + dy * across_y) * np.float32(2 * np.pi)).astype(
                np.float32
            )
            weights += weight
    result: Field = waves / np.maximum(weights, np.float32(1e-6))
    return result
