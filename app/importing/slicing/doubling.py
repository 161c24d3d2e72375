"""Whether what was taken for counters are the halves of larger ones.

A line printed across every counter looks like a cut line. But halves are not alike: the left one of each
counter differs from the right one in what is printed on it, and the line between them from the lines around
them. So the counters of a block are put into classes by turns, and the classes are compared.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.blocks import Found
from app.importing.slicing.grid import Axis, Cell
from app.importing.slicing.lattice import Lattice
from app.importing.slicing.sheet import Floats

GRAIN: Final = 6
DIFFERENT: Final = 0.45
"""Classes of which so much of the print differs are not alike."""
CHANCE: Final = 9.0
"""How many times more than chance would explain classes must differ."""
LEAST: Final = 4
"""Fewer counters of a class tell nothing."""
TURNS: Final = (2, 3)


def differing(grey: Floats, found: Found, missing: frozenset[Cell], axis: Axis) -> int:
    """By how many turns the counters along an axis differ: 2 for halves, 3 for thirds, 0 if not at all."""
    prints = _prints(grey, found)
    present = np.ones(prints.shape[:2], dtype=bool)
    for i, j in missing:
        present[j, i] = False
    if axis == "columns":
        prints, present = prints.transpose(1, 0, 2), present.T
    for turns in TURNS:
        if len(prints) % turns == 0 and len(prints) >= turns and _differ(prints, present, turns):
            return turns
    return 0


def _differ(prints: Floats, present: npt.NDArray[np.bool_], turns: int) -> bool:
    groups = [prints[k::turns][present[k::turns]] for k in range(turns)]
    if min(len(group) for group in groups) < LEAST:
        return False
    means = np.stack([group.mean(axis=0) for group in groups])
    spread = np.stack([group.var(axis=0, ddof=1) / len(group) for group in groups]).mean(axis=0)
    between = means.var(axis=0, ddof=1)
    usual = float((means.mean(axis=0) ** 2).mean())
    chance = float(between.mean()) / max(1e-6, float(spread.mean()))
    share = float(between.mean()) / max(1e-6, usual)
    return chance > CHANCE and share > DIFFERENT**2


def _prints(grey: Floats, found: Found) -> Floats:
    """How busy each counter is in a few fields of its inside: rows × columns × fields."""
    changes = np.zeros_like(grey)
    changes[1:-1, 1:-1] = np.minimum(
        np.abs(grey[1:-1, 2:] - grey[1:-1, :-2]) + np.abs(grey[2:, 1:-1] - grey[:-2, 1:-1]), 80.0
    )
    sums = np.pad(np.cumsum(np.cumsum(changes, axis=0, dtype=np.float64), axis=1), ((1, 0), (1, 0)))
    xs, ys = _fields(found.columns), _fields(found.rows)
    xs, ys = np.clip(xs, 0, grey.shape[1]), np.clip(ys, 0, grey.shape[0])
    corner = sums[ys[:, :, None, None], xs[None, None]]
    block = corner[:, 1:, :, 1:] - corner[:, :-1, :, 1:] - corner[:, 1:, :, :-1] + corner[:, :-1, :, :-1]
    areas = np.diff(ys, axis=1)[:, :, None, None] * np.diff(xs, axis=1)[None, None]
    means = (block / np.maximum(areas, 1)).transpose(0, 2, 1, 3)
    fields = means.reshape(*means.shape[:2], -1)
    bare: Floats = np.maximum(fields - np.quantile(fields, 0.1), 0.0).astype(np.float32)
    return bare


def _fields(lattice: Lattice) -> npt.NDArray[np.int_]:
    shares = np.linspace(0.12, 0.88, GRAIN + 1)
    found: npt.NDArray[np.int_] = np.rint(lattice.starts[:, None] + shares[None] * lattice.length).astype(int)
    return found


def joined(lattice: Lattice, turns: int) -> Lattice:
    """The lattice with so many counters in a row taken for one."""
    pitch = lattice.pitch * turns
    return replace(lattice, pitch=pitch, length=pitch - lattice.gap, count=lattice.count // turns)
