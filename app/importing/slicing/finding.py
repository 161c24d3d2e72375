"""Finding the grid of a sheet without help.

What is found says how sure it is. Whoever is not sure asks: nothing is cut without the grid having been
shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from app.importing.slicing.blocks import Found, Sides, alike, find_blocks, sides_between, sides_of
from app.importing.slicing.doubling import differing, joined
from app.importing.slicing.edges import Bools, EdgeMaps, edge_maps
from app.importing.slicing.emptiness import Paper, empty_cells, hardly_printed
from app.importing.slicing.grid import SheetGrid, Span
from app.importing.slicing.judging import FAINT, HALVES, Evidence, doubted, judged
from app.importing.slicing.lattice import Lattice
from app.importing.slicing.parts import printed_tiles
from app.importing.slicing.refining import Refined, leaning, refined
from app.importing.slicing.sheet import Floats, Sheet, channels, paper_mask, turned
from app.importing.slicing.skew import find_angle

WITHIN: Final = 0.018
"""A cut line may be so thick, as a share of a counter, on either side of its middle."""
LEAST_TURN: Final = 0.012
MOST_TURN: Final = 0.15


Watch = Callable[[float], None]
"""Is told how far a search has come; raises `Stopped` to end it."""


class Stopped(Exception):
    """Nobody wants the result of a search any more."""


def _unwatched(share: float) -> None:
    """Lets a search go on."""


def find_grid(sheet: Sheet, watch: Watch = _unwatched) -> SheetGrid:
    """The grid of a sheet as far as it can be told from the picture alone."""
    watch(0.02)
    angle = find_angle(channels(sheet.work))
    watch(0.15)
    view = View(sheet, angle)
    blocks = find_blocks(view.maps, view.tiles, lambda share: watch(0.3 + 0.4 * share))
    joined_ones = [view.undoubled(block) for block in blocks]
    watch(0.75)
    found = alike([block for block, _ in joined_ones])
    doubtful = not all(proven for block, proven in joined_ones if block in found)
    if found:
        leans = leaning([refined(view.picture, block.columns, block.rows, 2.0) for block in found])
        if LEAST_TURN < abs(leans) < MOST_TURN:
            angle = round(angle + leans, 3)
    grid = _finished(sheet, angle, found, view)
    return doubted(grid, HALVES) if doubtful else grid


class View:
    """A sheet at the size for looking at it, turned upright, with its edges."""

    def __init__(self, sheet: Sheet, angle: float) -> None:
        self.picture = turned(sheet.work, angle)
        self.pixels: Floats = channels(self.picture)
        self.valid: Bools = paper_mask(sheet.work.size, angle)
        self.maps: EdgeMaps = edge_maps(self.pixels, self.valid)
        self.tiles: Bools = printed_tiles(self.pixels, self.valid)

    def undoubled(self, found: Found) -> tuple[Found, bool]:
        """The block with halves of counters joined, where what is printed on them shows that they are; and
        whether that is beyond doubt.
        """
        paper = Paper(self.pixels, self.valid, [found])
        missing, grey = empty_cells(found, paper), self.pixels.mean(axis=2)
        columns, rows = found.columns, found.rows
        across, down = (differing(grey, found, missing, axis) for axis in ("columns", "rows"))
        if not across and not down:
            return found, True
        if _is_square(columns, rows) and not (across and down):
            return found, False
        for turns in ((across or 1, down or 1), (across or down, down or across)):
            if columns.count % turns[0] or rows.count % turns[1]:
                continue
            a, b = joined(columns, turns[0]), joined(rows, turns[1])
            if _is_square(a, b):
                proven = turns == (across or 1, down or 1) and not (_is_square(columns, rows) and 1 in turns)
                return replace(found, columns=a, rows=b, sides=sides_of(self.maps, a, b)), proven
        return found, False


def _is_square(columns: Lattice, rows: Lattice) -> bool:
    return 0.75 < columns.length / rows.length < 1.34


def _finished(sheet: Sheet, angle: float, found: list[Found], view: View) -> SheetGrid:
    """The blocks at full size, their lines refined, empty cells noted, in reading order."""
    if not found:
        return judged(SheetGrid(sheet.size, angle), [])
    paper = Paper(view.pixels, view.valid, found)
    straight, scale = sheet.straightened(angle), sheet.work_scale
    made: list[Evidence] = []
    for block in found:
        columns, rows = (full_size(lattice, scale) for lattice in (block.columns, block.rows))
        fine = refined(straight, columns, rows, max(3.0, 2.2 / scale))
        missing = empty_cells(block, paper)
        sides = _sides(view.maps, fine, scale)
        made.append(Evidence(block, sides, fine, missing, fine.block(missing)))
    made.sort(key=lambda e: (round(e.block.box.top / max(1.0, e.block.box.height / 2)), e.block.box.left))
    grid = SheetGrid(sheet.size, angle, tuple(entry.block for entry in made))
    grid = judged(grid, made, view)
    return doubted(grid, FAINT) if any(hardly_printed(block, paper) for block in found) else grid


def full_size(lattice: Lattice, scale: float) -> Lattice:
    """A lattice of the small picture on the full one."""
    return replace(
        lattice,
        first=(lattice.first + 0.5) / scale, pitch=lattice.pitch / scale, length=lattice.length / scale,
    )  # fmt: skip


def _sides(maps: EdgeMaps, fine: Refined, scale: float) -> Sides:
    """What shows of the sides where they came to lie at last."""
    return sides_between(maps, _ends(fine.columns.spans, scale), _ends(fine.rows.spans, scale), WITHIN)


def _ends(spans: tuple[Span, ...], scale: float) -> tuple[Floats, Floats]:
    starts, ends = np.array([(span.start, span.end) for span in spans], dtype=np.float32).T * scale - 0.5
    return starts, ends
