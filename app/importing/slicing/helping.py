"""Finding the grid of a sheet with help: so many columns and rows, and perhaps a rough box around them.

The count being known, what is left is where the first and the last line lie; what shows at all lines together
decides. If hardly anything does, the grid is shown as a guess and not as found.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.refusal import ImportRefused
from app.importing.slicing.emptiness import empty_cells
from app.importing.slicing.extents import Stretch, by_paper, proven, tilt
from app.importing.slicing.finding import BLANK, View, full_size, is_blank, small_size
from app.importing.slicing.found import Found
from app.importing.slicing.grid import Block, Box, SheetGrid, check_room
from app.importing.slicing.judging import turn_words
from app.importing.slicing.lattice import Lattice
from app.importing.slicing.parts import Part, parts_at
from app.importing.slicing.refining import refined
from app.importing.slicing.sheet import Floats, Sheet, channels
from app.importing.slicing.skew import find_angle
from app.player.figures import counted

LARGER_BOX: Final = "draw it around all counters, or give fewer"
Doubles = npt.NDArray[np.float64]
CLOSE: Final = ((1.5, 0.0), (3.0, 0.02))
LEAST_CLOSE: Final = 0.86
"""So much must be paper at once outside the outermost counters, or the lines may be those of frames."""
LEAST_PAPER: Final = 0.6
"""So much of what is taken for gutters must be paper."""
LEAST_LEFT: Final = 0.08
MOST_LEFT: Final = 3.0
"""Turns, in degrees, that are taken out once more when the paper around a block shows them."""
SHOWN: Final = 0.2
"""Lines must show so much more than what lies between them."""
UNEVEN: Final = 0.04
"""Gutters of one axis that differ from those of the other by such a share of a counter are none."""
GAPS: Final = (0.0, 0.03, 0.05, 0.07, 0.09, 0.12, 0.15, 0.2)


def grid_with_help(sheet: Sheet, columns: int, rows: int, box: Box | None = None) -> SheetGrid:
    """The grid of one block of so many columns and rows; says if its lines do not show. A blank sheet has
    none; refused are no counters and more of them than there is room for.
    """
    _check_asked(sheet, columns, rows, box)
    if is_blank(sheet):
        return SheetGrid(sheet.size, notes=(BLANK,))
    angle = find_angle(channels(sheet.work))
    view = View(sheet, angle)
    ends = _ends(view, box, sheet.work_scale, (columns, rows))
    left = tilt(view.ground, *ends)
    if LEAST_LEFT < abs(left) < MOST_LEFT:
        angle = round(angle + left, 3)
        view = View(sheet, angle)
        ends = _ends(view, box, sheet.work_scale, (columns, rows))
    block, score = _fit_block(sheet, angle, view, ends)
    shape = f"{counted(rows, 'row')} × {counted(columns, 'column')}"
    notes = [f"fitted {shape}, {counted(block.count, 'counter')}{turn_words(angle)}"]
    if score < SHOWN:
        notes.append("hardly any lines show where the counters should end; check the grid")
    return SheetGrid(sheet.size, angle, (block,), sure=score >= SHOWN, notes=tuple(notes))


def _check_asked(sheet: Sheet, columns: int, rows: int, box: Box | None) -> None:
    name = sheet.name or "the sheet"
    if min(columns, rows) < 1:
        raise ImportRefused(
            f"{columns} by {rows} counters were asked for on {name}", "give one column and row or more"
        )
    check_room(sheet.size, columns, rows, name)
    if box is not None:
        inside = box.within(sheet.size)
        size = round(inside.width), round(inside.height)
        check_room(size, columns, rows, f"the box on {name}", LARGER_BOX)


def _ends(view: View, box: Box | None, scale: float, shape: tuple[int, int]) -> tuple[Stretch, Stretch]:
    """Where a block of so many columns and rows ends, roughly: at the box, or at all that is printed."""
    area = _area(view, box, scale)
    size = round(area.width / scale), round(area.height / scale)
    if box is None:
        check_room(size, *shape, "what is printed on it", "give fewer columns and rows")
    return Stretch(area.left, area.right, shape[0]), Stretch(area.top, area.bottom, shape[1])


def _fit_block(sheet: Sheet, angle: float, view: View, ends: tuple[Stretch, Stretch]) -> tuple[Block, float]:
    """A block fitted into rough ends, and how well its lines show; where they do not, but paper all around
    does, where that ends.
    """
    block, score = _by_lines(sheet, angle, view, ends)
    if score >= SHOWN:
        return block, score
    fitted = by_paper(view.ground, *ends)
    if fitted is None:
        return block, score
    found = view.ruled.found(*fitted)
    if not proven(view.ground, *fitted, found.present):
        return block, score
    whole = (full_size(fitted[0], sheet.work_scale), full_size(fitted[1], sheet.work_scale))
    return Block(whole[0].spans, whole[1].spans, empty_cells(found, view.ground)), 1.0


def _by_lines(sheet: Sheet, angle: float, view: View, ends: tuple[Stretch, Stretch]) -> tuple[Block, float]:
    """A block fitted into rough ends by its lines, and how well they show."""
    scale, (along, upright) = sheet.work_scale, ends
    across = view.maps.columns.mean_strength(upright.first, upright.last)
    down = view.maps.rows.mean_strength(along.first, along.last)
    wide, high = _fitted(across, along), _fitted(down, upright)
    found = view.ruled.found(wide, high)
    missing = empty_cells(found, view.ground)
    score = min(_contrast(across, wide), _contrast(down, high))
    uneven = abs(wide.gap / wide.length - high.gap / high.length) > UNEVEN
    if (uneven and min(along.count, upright.count) > 1) or _gutters_printed(found):
        score = 0.0
    whole = (full_size(wide, scale), full_size(high, scale))
    if score < SHOWN:
        return Block(whole[0].spans, whole[1].spans, missing), score
    fine = refined(sheet.straightened(angle), *whole, max(2.0, 1.5 / scale))
    cut = view.ruled.found(*(small_size(axis.spans, scale) for axis in (fine.columns, fine.rows)))
    if _gutters_printed(cut):
        return Block(whole[0].spans, whole[1].spans, missing), 0.0
    close = view.ruled.around(cut.columns, cut.rows, cut.present, CLOSE)
    return fine.block(missing), score if close >= LEAST_CLOSE else 0.0


def _gutters_printed(found: Found) -> bool:
    """Whether what was taken for gutters is not of the paper's color: the room between frames, then."""
    return found.gutters < LEAST_PAPER


def _area(view: View, box: Box | None, scale: float) -> Part:
    width, height = view.maps.size
    if box is not None:
        left, top, right, bottom = (round(v * scale) for v in (box.left, box.top, box.right, box.bottom))
        return Part(max(0, left), max(0, top), min(width, right), min(height, bottom))
    parts = [
        part for part in parts_at(view.tiles, 2) if part.width < 0.97 * width or part.height < 0.97 * height
    ]
    if not parts:
        return Part(0, 0, width, height)
    biggest = max(part.width * part.height for part in parts)
    main = [part for part in parts if part.width * part.height > 0.02 * biggest]
    return Part(
        min(part.left for part in main),
        min(part.top for part in main),
        max(part.right for part in main),
        max(part.bottom for part in main),
    )


def _fitted(values: Floats, rough: Stretch) -> Lattice:
    """The lattice of a count whose lines lie on the strongest edges near rough ends."""
    first, last, count, pitch = rough.first, rough.last, rough.count, rough.pitch
    reach = max(4.0, min(0.13 * pitch, 0.06 * (last - first)))
    soft = np.convolve(values, np.array([0.2, 0.6, 0.2]), "same").astype(np.float32)
    starts = np.arange(first - reach, first + reach + 0.5, 1.0)
    ends = np.arange(last - reach, last + reach + 0.5, 1.0)
    best: tuple[float, Lattice] | None = None
    for share in GAPS if count > 1 else (0.0,):
        value, start, end = _best_ends(soft, starts, ends, count, share)
        value *= 1.0 if share == 0.0 else 0.94
        if best is None or value > best[0]:
            step = (end - start) / (count - share)
            best = (value, Lattice(start, step, step * (1 - share), count))
    if best is None:
        return Lattice(first, pitch, pitch, count)
    return _nudged(soft, best[1])


def _best_ends(
    soft: Floats, starts: Doubles, ends: Doubles, count: int, share: float
) -> tuple[float, float, float]:
    a, b = np.meshgrid(starts, ends, indexing="ij")
    pitch = (b - a) / (count - share)
    lines = a[..., None] + pitch[..., None] * np.arange(count)
    places = [lines, lines + (pitch * (1 - share))[..., None]] if share else [lines, b[..., None]]
    joined = np.concatenate(places, axis=-1)
    known = np.clip(np.rint(joined).astype(int), 0, len(soft) - 1)
    values = np.sqrt(np.maximum(soft[known], 0.0))
    total = values.mean(axis=-1) + 0.35 * np.minimum(values[..., 0], values[..., -1])
    i, j = np.unravel_index(int(np.argmax(total)), total.shape)
    return float(total[i, j]), float(starts[i]), float(ends[j])


def _nudged(soft: Floats, lattice: Lattice) -> Lattice:
    best = (-1.0, lattice)
    last = lattice.first + lattice.pitch * (lattice.count - 1) + lattice.length
    gap = lattice.pitch - lattice.length
    for a in np.arange(-1, 1.1, 0.25):
        for b in np.arange(-1, 1.1, 0.25):
            for g in np.arange(-2, 2.1, 1.0) if gap > 2 else (0.0,):
                pitch = (last + b - lattice.first - a + gap + g) / lattice.count
                changed = Lattice(lattice.first + a, pitch, pitch - gap - g, lattice.count)
                starts = changed.first + pitch * np.arange(lattice.count)
                places = np.concatenate((starts, starts + changed.length))
                value = float(np.interp(places, np.arange(len(soft)), soft).mean())
                if value > best[0]:
                    best = (value, changed)
    return best[1]


def _contrast(values: Floats, lattice: Lattice) -> float:
    """How much stronger the weaker lines are than what lies between them: 0 for not at all, 1 for much."""
    starts = lattice.first + lattice.pitch * np.arange(lattice.count)
    places = np.concatenate((starts, starts + lattice.length))
    wide = np.maximum(np.maximum(values, np.roll(values, 1)), np.roll(values, -1))
    at_lines = np.sort(wide[np.clip(np.rint(places).astype(int), 0, len(wide) - 1)])
    usual = float(np.quantile(wide[int(max(0, lattice.first)) : int(places[-1]) + 1], 0.6)) + 0.5
    weak = float(at_lines[int(0.15 * len(at_lines))])
    return float(np.clip((weak / usual - 0.6) / 1.6, 0.0, 1.0))
