"""How sure a grid is. Every reason for doubt is said; one is enough to ask.

A grid is sure only if everything that would be there if it were right is there, and nothing is there that it
leaves unexplained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np

from app.importing.slicing.choosing import overlap
from app.importing.slicing.edges import Bools, EdgeMaps
from app.importing.slicing.found import Found, Sides
from app.importing.slicing.grid import Block, Box, Cell, SheetGrid, Span
from app.importing.slicing.ground import Ground
from app.importing.slicing.parts import TILE, Part, parts_at
from app.importing.slicing.refining import Refined, bent
from app.player.figures import counted

LEAST_PIXELS: Final = 70
"""Counters smaller than this in the scan are too coarse to be sure of."""
SURE: Final = 0.85
PROVEN: Final = 0.97
LEAST_LINE: Final = 0.6
LEAST_GUTTERS: Final = 0.6
"""So much of what is taken for gutters must be paper."""
LEAST_AROUND: Final = 0.8
"""So much close beside a block must be paper."""
MOST_STRAY: Final = 0.012
MOST_SPREAD: Final = 0.008
MOST_BEND: Final = 0.007
OTHER: Final = 0.5
"""Print outside all blocks with edges of this share of a counter and straight sides may be a counter."""
LARGE: Final = 1.2
"""Print larger than so many counters may hold counters, however it looks."""
STRAIGHT: Final = 0.75
SOLID: Final = (0.88, 0.6)
"""Print of which so much is no paper may be a counter, and if it is large."""
CORNER: Final = 0.15
BARE: Final = 0.15
"""A corner of which less than this share is printed is bare; it is so large, as a share of the whole."""
SQUARE: Final = 0.7
FAINT: Final = "on some places hardly anything is printed; check which hold counters"
HALVES: Final = "what was found may be halves of counters; check the grid"


@dataclass(frozen=True)
class Evidence:
    """A block with all that is known of it."""

    found: Found
    sides: Sides
    refined: Refined
    missing: frozenset[Cell]
    block: Block
    around: float = 1.0
    gutters: float = 1.0


class Look(Protocol):
    """What is known of a sheet as a whole."""

    maps: EdgeMaps
    tiles: Bools
    ground: Ground


def turn_words(angle: float) -> str:
    """How far a sheet lies askew, to go on a sentence; nothing for one that lies straight."""
    return f"; turned by {angle:+.2f}°" if round(angle, 2) else ""


def judged(grid: SheetGrid, evidence: Sequence[Evidence], view: Look | None = None) -> SheetGrid:
    """The grid with what can be said about it."""
    if not grid.blocks:
        return replace(grid, notes=("no counters were found; give rows and columns",))
    shapes = ", ".join(
        f"{counted(len(b.rows), 'row')} × {counted(len(b.columns), 'column')}" for b in grid.blocks
    )
    notes = [f"found {counted(grid.count, 'counter')}: {shapes}{turn_words(grid.angle)}"]
    doubts = [doubt for entry in evidence for doubt in doubts_of(entry)]
    if bent([entry.refined for entry in evidence]) > MOST_BEND:
        doubts.append("the lines are not parallel, as on a photograph; check it, or scan the sheet flat")
    if grid.count < 4:
        doubts.append("very few counters were found; check the grid")
    if view is not None and _others(evidence, view):
        doubts.append("beside the counters found there is something that may be counters; check the grid")
    return replace(grid, sure=not doubts, notes=(*notes, *dict.fromkeys(doubts)))


def doubted(grid: SheetGrid, doubt: str) -> SheetGrid:
    """The grid with one more reason to ask."""
    return replace(grid, sure=False, notes=(*grid.notes, doubt))


def doubts_of(entry: Evidence) -> list[str]:
    """What speaks against a block."""
    sides, block = entry.sides, entry.block
    present = np.ones(sides.left.shape, dtype=bool)
    for i, j in entry.missing:
        present[j, i] = False
    doubts = []
    if not present.any():
        return ["what was found seems to be empty; check the grid"]
    mean = float(sides.mean[present].mean())
    proven = float((sides.shown >= 3)[present].mean())
    if mean < SURE or proven < PROVEN or sides.weakest(present) < LEAST_LINE:
        doubts.append("the cut lines do not show clearly; check the grid or give rows and columns")
    width, height = (float(np.median([s.length for s in spans])) for spans in (block.columns, block.rows))
    if min(width, height) < LEAST_PIXELS:
        doubts.append("the scan is coarse; check the grid, or scan at 300 dpi or more")
    if not SQUARE < width / height < 1 / SQUARE:
        doubts.append("what was found is far from square; check the grid")
    uneven = max(_spread(block.columns), _spread(block.rows)) > MOST_SPREAD
    if uneven or max(entry.refined.columns.stray, entry.refined.rows.stray) > MOST_STRAY:
        doubts.append("the counters found are not all of one size; check the grid")
    if entry.gutters < LEAST_GUTTERS:
        doubts.append("what lies between the counters is not of the paper's color; check where they end")
    if entry.around < LEAST_AROUND:
        doubts.append("something is printed close beside the outermost counters; check where they end")
    if entry.refined.columns.narrow or entry.refined.rows.narrow:
        doubts.append("gutters are hardly wider than lines; check where the counters end")
    return doubts


def _spread(spans: tuple[Span, ...]) -> float:
    """How far the sizes of counters differ, as a share of the usual one; a pixel is forgiven."""
    lengths = np.array([span.length for span in spans])
    usual = float(np.median(lengths))
    return max(0.0, float(np.ptp(lengths)) - 1.5) / usual


def _others(evidence: Sequence[Evidence], view: Look) -> bool:
    """Whether something as large as half a counter is printed outside all blocks."""
    left = view.tiles.copy()
    least = min(min(entry.found.cell) for entry in evidence)
    for entry in evidence:
        box = entry.found.box
        room = TILE + 0.04 * least
        left[
            max(0, int((box.top - room) // TILE)) : int((box.bottom + room) // TILE) + 1,
            max(0, int((box.left - room) // TILE)) : int((box.right + room) // TILE) + 1,
        ] = False
    for part in parts_at(left, 1):
        around = Box(part.left, part.top, part.right, part.bottom)
        surrounds = any(overlap(around, entry.found.box, 0.02) for entry in evidence)
        shorter = min(part.width, part.height)
        if surrounds or shorter < OTHER * least:
            continue
        if shorter <= LARGE * least and _bare_corners(view.ground, part) >= 3:
            continue
        solid = float(view.ground.printed(*(edges for edges in np.array(around.edges)[:, None])).mean())
        sides = _straight_sides(view.maps, part)
        if solid >= SOLID[0] or sides == 4 or (solid >= SOLID[1] and sides == 3):
            return True
        if shorter > LARGE * least and (solid >= SOLID[1] or sides >= 2):
            return True
    return False


def _bare_corners(ground: Ground, part: Part) -> int:
    """In how many corners of a part nothing is printed: emblems and letters fill none, counters all."""
    dx, dy = max(TILE, CORNER * part.width), max(TILE, CORNER * part.height)
    left = np.array([part.left, part.right - dx])[None, :]
    top = np.array([part.top, part.bottom - dy])[:, None]
    return int((ground.printed(left, top, left + dx, top + dy) < BARE).sum())


def _straight_sides(maps: EdgeMaps, part: Part) -> int:
    """How many sides of a part are straight."""
    x = np.array([part.left, part.right], dtype=np.float32)
    y = np.array([part.top, part.bottom], dtype=np.float32)
    dx, dy = 0.15 * part.width, 0.15 * part.height
    shares = maps.columns.share_at(x, y[:1] + dy, y[1:] - dy, TILE + 2)
    lying = maps.rows.share_at(y, x[:1] + dx, x[1:] - dx, TILE + 2)
    return int((shares > STRAIGHT).sum() + (lying > STRAIGHT).sum())
