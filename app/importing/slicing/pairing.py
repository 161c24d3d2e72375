"""Fronts and backs: on the page of the backs everything lies mirrored, as the sheet was turned over.

The pages need not agree in margins or resolution, and either may lack counters. So the mirrored fronts are
moved over the backs in all ways that bring some counter onto another, and the way that brings most together
counts; of equal ones the one nearest to where the sheet itself would lie.
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from app.importing.slicing.grid import Cell, SheetGrid

Turn = Literal["side", "top", "around", "none"]
"""How a sheet was turned over: by its side, by its top, by its side and then upside down, not at all."""
TURNS: Final[tuple[Turn, ...]] = ("side", "top", "around", "none")
Key = tuple[int, Cell]
Points = npt.NDArray[np.float64]
NEAR: Final = 0.3
"""How far a back may lie from where its front says, as a share of a counter."""
ANCHORS: Final = 5


def pair_backs(front: SheetGrid, back: SheetGrid, turn: Turn = "side") -> dict[Key, Key]:
    """For each counter of the fronts its back, if there is one where it should be."""
    fronts, backs = list(front.cells()), list(back.cells())
    if not fronts or not backs:
        return {}
    own, other = _middles(front), _middles(back)
    size, back_size = _usual_size(front), _usual_size(back)
    scale = back_size / size
    own = own * scale
    expected = np.array(front.size) * scale
    if turn == "side":
        own[:, 0] = expected[0] - own[:, 0]
    elif turn in {"top", "around"}:
        own[:, 1] = expected[1] - own[:, 1]
    pairs = _paired(own, other, back_size, (np.array(back.size) - expected) / 2)
    return {(fronts[i][0], fronts[i][1]): (backs[j][0], backs[j][1]) for i, j in pairs}


def _middles(grid: SheetGrid) -> Points:
    return np.array([((b.left + b.right) / 2, (b.top + b.bottom) / 2) for _, _, b in grid.cells()])


def _usual_size(grid: SheetGrid) -> Points:
    """Width and height of the usual counter."""
    sizes = np.array([(box.width, box.height) for _, _, box in grid.cells()])
    found: Points = np.median(sizes, axis=0)
    return found


def _paired(own: Points, other: Points, size: Points, usual: Points) -> list[tuple[int, int]]:
    """Which points lie on which at the best move; `usual` is the move if both pages lie alike."""
    anchors = np.unique(np.linspace(0, len(other) - 1, ANCHORS).astype(int))
    moves = (other[anchors][:, None] - own[None]).reshape(-1, 2)
    best: tuple[int, float, list[tuple[int, int]]] = (0, 0.0, [])
    for move in moves[np.argsort(np.abs((moves - usual) / size).max(axis=1))]:
        away = np.abs((own + move)[:, None] - other[None]) / size
        near = away.max(axis=2)
        nearest, back = near.argmin(axis=1), near.argmin(axis=0)
        pairs = [(i, int(j)) for i, j in enumerate(nearest) if near[i, j] < NEAR and back[j] == i]
        far = float(np.abs((move - usual) / size).max())
        if len(pairs) > best[0]:
            best = (len(pairs), far, pairs)
        if len(pairs) == min(len(own), len(other)):
            break
    return best[2]
