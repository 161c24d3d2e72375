"""Finding the grid of a sheet without help.

What is found says how sure it is. Whoever is not sure asks: nothing is cut without the grid having been
shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from PIL import Image

from app.importing.slicing.blocks import find_blocks
from app.importing.slicing.choosing import alike
from app.importing.slicing.doubling import settled
from app.importing.slicing.edges import Bools, EdgeMaps, edge_maps
from app.importing.slicing.emptiness import empty_cells, hardly_printed
from app.importing.slicing.found import Found, Sides
from app.importing.slicing.grid import SheetGrid, Span
from app.importing.slicing.ground import Ground
from app.importing.slicing.judging import FAINT, HALVES, Evidence, doubted, judged
from app.importing.slicing.lattice import Lattice, between
from app.importing.slicing.leaning import leaning
from app.importing.slicing.parts import printed_tiles
from app.importing.slicing.refining import Refined, refined
from app.importing.slicing.ruled import Ruled, sides_between
from app.importing.slicing.sheet import Floats, Sheet, channels, paper_mask, turned
from app.importing.slicing.skew import find_angle

WITHIN: Final = 0.018
"""A cut line may be so thick, as a share of a counter, on either side of its middle."""
MOST_WITHIN: Final = 0.03
LEAST_TURN: Final = 0.012
MOST_TURN: Final = 0.15
BLANK: Final = "no counters were found; nothing is printed on it"


Watch = Callable[[float], None]
"""Is told how far a search has come; raises `Stopped` to end it."""


class Stopped(Exception):
    """Nobody wants the result of a search any more."""


def _unwatched(share: float) -> None:
    """Lets a search go on."""


def find_grid(sheet: Sheet, watch: Watch = _unwatched) -> SheetGrid:
    """The grid of a sheet as far as it can be told from the picture alone."""
    watch(0.02)
    if is_blank(sheet):
        return SheetGrid(sheet.size, notes=(BLANK,))
    angle = find_angle(channels(sheet.work))
    watch(0.15)
    view = View(sheet, angle)
    ways = (view.ground.tiles, view.tiles)
    blocks = find_blocks(view.ruled, ways, settled, lambda share: watch(0.3 + 0.4 * share))
    watch(0.75)
    found = alike(blocks)
    doubtful = not all(settled(view.ruled, block)[1] for block in found)
    if found:
        known = [refined(view.picture, block.columns, block.rows, 2.0) for block in found]
        leans = leaning([fine.columns.leans for fine in known], [fine.rows.leans for fine in known])
        if LEAST_TURN < abs(leans) < MOST_TURN:
            angle = round(angle + leans, 3)
    grid = _finished(sheet, angle, found, view)
    return doubted(grid, HALVES) if doubtful else grid


def is_blank(sheet: Sheet) -> bool:
    """Whether nothing is printed on a sheet, so that it has no grid."""
    return not bool(printed_tiles(channels(sheet.work), paper_mask(sheet.work.size, 0.0)).any())


class View:
    """A sheet at the size for looking at it, turned upright, with its edges."""

    def __init__(self, sheet: Sheet, angle: float) -> None:
        self.picture = turned(sheet.work, angle)
        self.pixels: Floats = channels(self.picture)
        self.valid: Bools = paper_mask(sheet.work.size, angle)
        self.maps: EdgeMaps = edge_maps(self.pixels, self.valid)
        self.tiles: Bools = printed_tiles(self.pixels, self.valid)
        self.ground = Ground(self.pixels, self.valid, self.tiles | self.maps.tiles)
        self.ruled = Ruled(self.maps, self.ground)


def _finished(sheet: Sheet, angle: float, found: list[Found], view: View) -> SheetGrid:
    """The blocks at full size, their lines refined, empty cells noted, in reading order."""
    if not found:
        return judged(SheetGrid(sheet.size, angle), [])
    straight, scale = sheet.straightened(angle), sheet.work_scale
    made: list[Evidence] = []
    for block, fine in zip(found, _refined(straight, found, scale), strict=True):
        missing = empty_cells(block, view.ground)
        sides = _sides(view.maps, fine, scale)
        cut = view.ruled.found(*(small_size(axis.spans, scale) for axis in (fine.columns, fine.rows)))
        made.append(Evidence(block, sides, fine, missing, fine.block(missing), cut.around, cut.gutters))
    made.sort(key=lambda e: (round(e.block.box.top / max(1.0, e.block.box.height / 2)), e.block.box.left))
    grid = SheetGrid(sheet.size, angle, tuple(entry.block for entry in made))
    grid = judged(grid, made, view)
    return doubted(grid, FAINT) if any(hardly_printed(block, view.ground) for block in found) else grid


def _refined(straight: Image.Image, found: Sequence[Found], scale: float) -> list[Refined]:
    """The blocks to the pixel; where it is not certain what parts counters the other blocks tell."""
    whole = [[full_size(lattice, scale) for lattice in (block.columns, block.rows)] for block in found]
    reach = max(3.0, 2.2 / scale)
    fine = [refined(straight, columns, rows, reach) for columns, rows in whole]
    for number, (columns, rows) in enumerate(whole):
        band = fine[number].band
        if band is not None and band.is_doubtful:
            others = [other.band for k, other in enumerate(fine) if k != number and other.band is not None]
            fine[number] = refined(straight, columns, rows, reach, others)
    return fine


def full_size(lattice: Lattice, scale: float) -> Lattice:
    """A lattice of the small picture on the full one."""
    return replace(
        lattice,
        first=(lattice.first + 0.5) / scale, pitch=lattice.pitch / scale, length=lattice.length / scale,
    )  # fmt: skip


def small_size(spans: tuple[Span, ...], scale: float) -> Lattice:
    """The lattice of counters of the full picture on the small one."""
    gap = spans[1].start - spans[0].end if len(spans) > 1 else 0.0
    return between(spans[0].start * scale - 0.5, spans[-1].end * scale - 0.5, len(spans), gap * scale)


def _sides(maps: EdgeMaps, fine: Refined, scale: float) -> Sides:
    """What shows of the sides where they came to lie at last: of some lines only the flanks do."""
    cell = min(fine.columns.spans[0].length, fine.rows.spans[0].length)
    flank = max(fine.columns.flank, fine.rows.flank) + 1 / scale
    reach = max(WITHIN, min(MOST_WITHIN, flank / cell))
    return sides_between(maps, _ends(fine.columns.spans, scale), _ends(fine.rows.spans, scale), reach)


def _ends(spans: tuple[Span, ...], scale: float) -> tuple[Floats, Floats]:
    starts, ends = np.array([(span.start, span.end) for span in spans], dtype=np.float32).T * scale - 0.5
    return starts, ends
