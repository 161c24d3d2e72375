"""Finding the grid of a sheet without help, and with a count of rows and columns and a rough box.

What is found says how sure it is. Whoever is not sure asks: nothing is cut without the grid having been
shown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from app.importing.slicing.edges import EdgeMaps, Region, coverage, edge_maps, profile, regions
from app.importing.slicing.grid import Block, Box, SheetGrid, Span
from app.importing.slicing.lattice import Lattice, extended, find_lattice
from app.importing.slicing.refining import refine_block
from app.importing.slicing.sheet import Floats, Sheet, channels, paper_mask, turned
from app.importing.slicing.skew import find_angle

SURE: Final = 0.62
WEAK: Final = 0.45
THIN: Final = 0.3
LIKE: Final = 0.22
EVEN: Final = 0.04
"""Counters of one sheet differ by no more than this share."""
EMPTY: Final = 0.1
"""Cells with less than this share of the usual print are empty."""
LEAST_PIXELS: Final = 60
"""Counters smaller than this in the scan are too coarse to be sure of."""


@dataclass(frozen=True)
class _Found:
    """A block with how well its lines show."""

    block: Block
    score: float
    region: Region


def find_grid(sheet: Sheet) -> SheetGrid:
    """The grid of a sheet as far as it can be told from the picture alone."""
    angle = find_angle(channels(sheet.work))
    maps = straight_maps(sheet, angle)
    found = [block for region in regions(maps) if (block := _block(maps, region)) is not None]
    found = _alike(_joined(found))
    grid = _finished(sheet, angle, [entry.block for entry in found], maps)
    return _judged(grid, found)


def straight_maps(sheet: Sheet, angle: float) -> EdgeMaps:
    """The edges of a sheet once it is turned upright."""
    return edge_maps(channels(turned(sheet.work, angle)), paper_mask(sheet.work.size, angle))


def _block(maps: EdgeMaps, region: Region) -> _Found | None:
    if min(region.width, region.height) < 20 or region.fill < THIN:
        return None
    columns = find_lattice(coverage(maps, region, "columns"), region.left, region.right)
    rows = find_lattice(coverage(maps, region, "rows"), region.top, region.bottom)
    if columns is None or rows is None:
        return None
    if columns.count * rows.count > 1:
        columns, rows = _grown(maps, region, columns, rows)
    return _Found(Block(columns.spans, rows.spans), min(columns.score, rows.score), region)


def _grown(maps: EdgeMaps, region: Region, columns: Lattice, rows: Lattice) -> tuple[Lattice, Lattice]:
    """Both lattices with the rows and columns that lie beyond the region, as far as their lines show."""
    for _ in range(2):
        area = _around(columns, rows, region)
        columns = extended(coverage(maps, area, "columns"), columns)
        area = _around(columns, rows, region)
        rows = extended(coverage(maps, area, "rows"), rows)
    return columns, rows


def _around(columns: Lattice, rows: Lattice, region: Region) -> Region:
    x, y = columns.spans, rows.spans
    return Region(int(x[0].start), int(y[0].start), int(x[-1].end), int(y[-1].end), region.fill)


def _joined(found: list[_Found]) -> list[_Found]:
    """Counters that stand apart, each a region of its own, joined into one block of columns and rows."""
    single = [f for f in found if len(f.block.columns) == len(f.block.rows) == 1]
    if len(single) < 4:
        return found
    width = float(np.median([f.block.box.width for f in single]))
    height = float(np.median([f.block.box.height for f in single]))
    alike = [
        f
        for f in single
        if abs(f.block.box.width - width) < LIKE * width and abs(f.block.box.height - height) < LIKE * height
    ]
    if len(alike) < 4 or not 0.4 < width / height < 2.5:
        return found
    columns = _clusters([(f.block.box.left, f.block.box.right) for f in alike])
    rows = _clusters([(f.block.box.top, f.block.box.bottom) for f in alike])
    block = Block(columns, rows)
    score = float(np.mean([f.score for f in alike]))
    rest = [f for f in found if f not in single and f.score > WEAK]
    return [_Found(block, score, alike[0].region), *rest]


def _clusters(spans: list[tuple[float, float]]) -> tuple[Span, ...]:
    groups: list[list[tuple[float, float]]] = []
    for span in sorted(spans):
        middle = (span[0] + span[1]) / 2
        if groups and middle < groups[-1][0][1]:
            groups[-1].append(span)
        else:
            groups.append([span])
    return tuple(
        Span(float(np.median([s for s, _ in group])), float(np.median([e for _, e in group])))
        for group in groups
    )


def _cell(block: Block) -> tuple[float, float]:
    widths, heights = [s.length for s in block.columns], [s.length for s in block.rows]
    return float(np.median(widths)), float(np.median(heights))


def _spread(spans: tuple[Span, ...]) -> float:
    """How far the sizes of counters stray from the usual one, as a share."""
    lengths = np.array([span.length for span in spans])
    usual = float(np.median(lengths))
    return float(np.abs(lengths - usual).max()) / usual


def _alike(found: list[_Found]) -> list[_Found]:
    """Blocks whose counters have the size of most; legends, titles and frames go."""
    kept = [f for f in found if f.score >= WEAK]
    if not kept:
        return []
    main = max(kept, key=lambda f: f.block.box.width * f.block.box.height * f.score)
    width, height = _cell(main.block)
    alike = [
        f
        for f in kept
        if abs(_cell(f.block)[0] - width) < LIKE * width and abs(_cell(f.block)[1] - height) < LIKE * height
    ]
    apart: list[_Found] = []
    for f in sorted(alike, key=lambda f: -f.block.count):
        if not any(_overlap(f.block.box, other.block.box) for other in apart):
            apart.append(f)
    return apart


def _overlap(a: Box, b: Box) -> bool:
    """Whether a good part of a box lies in another."""
    width = min(a.right, b.right) - max(a.left, b.left)
    height = min(a.bottom, b.bottom) - max(a.top, b.top)
    return width > 0 and height > 0 and width * height > 0.2 * min(a.width * a.height, b.width * b.height)


def _scaled(block: Block, factor: float) -> Block:
    return Block(
        tuple(Span(s.start * factor, s.end * factor) for s in block.columns),
        tuple(Span(s.start * factor, s.end * factor) for s in block.rows),
        block.missing,
    )


def _finished(sheet: Sheet, angle: float, blocks: list[Block], maps: EdgeMaps) -> SheetGrid:
    """The blocks at full size, their lines refined, empty cells noted, in reading order."""
    grey = sheet.straightened(angle).convert("L") if blocks else sheet.picture
    reach = max(3.0, 2.5 / sheet.work_scale)
    done = []
    for block in blocks:
        whole = refine_block(grey, _scaled(block, 1 / sheet.work_scale), reach)
        done.append(replace(whole, missing=block.missing | _empty_cells(block, maps)))
    done.sort(key=lambda b: (round(b.box.top / max(1.0, b.box.height / 2)), b.box.left))
    return SheetGrid(sheet.size, angle, tuple(done))


def _empty_cells(block: Block, maps: EdgeMaps) -> frozenset[tuple[int, int]]:
    """Cells inside whose middle nothing is printed, if most others have something."""
    noise = 1.25 * float(np.median(maps.strength_x))
    busy: dict[tuple[int, int], float] = {}
    for cell, box in block.cells():
        inset_x, inset_y = 0.14 * box.width, 0.14 * box.height
        x0, x1 = int(box.left + inset_x), int(box.right - inset_x)
        y0, y1 = int((box.top + inset_y) / maps.strip), int((box.bottom - inset_y) / maps.strip)
        part = maps.strength_x[y0 : max(y0 + 1, y1), x0:x1]
        busy[cell] = max(0.0, float(part.mean()) - noise) if part.size else 1e9
    usual = float(np.median(list(busy.values()))) if busy else 0.0
    if usual < 0.5:
        return frozenset()
    return frozenset(cell for cell, value in busy.items() if value < EMPTY * usual)


def _judged(grid: SheetGrid, found: list[_Found]) -> SheetGrid:
    notes: list[str] = []
    if not grid.blocks:
        return replace(grid, notes=("no counters were found; give rows and columns",))
    score = min(entry.score for entry in found)
    small = min(min(_cell(block)) for block in grid.blocks)
    shapes = ", ".join(f"{len(b.rows)} rows × {len(b.columns)} columns" for b in grid.blocks)
    notes.append(f"found {grid.count} counters: {shapes}; turned by {grid.angle:+.2f}°")
    if score < SURE:
        notes.append("the cut lines do not show clearly; check the grid or give rows and columns")
    if small < LEAST_PIXELS:
        notes.append("the scan is coarse; check the grid, or scan at 300 dpi or more")
    lonely = grid.count < 4
    if lonely:
        notes.append("very few counters were found; check the grid")
    uneven = any(_spread(spans) > EVEN for block in grid.blocks for spans in (block.columns, block.rows))
    if uneven:
        notes.append("the counters found are not all of one size; check the grid")
    width, height = _cell(grid.blocks[0])
    odd = not 0.4 < width / height < 2.5
    if odd:
        notes.append("what was found is far from square; check the grid")
    return replace(
        grid,
        sure=score >= SURE and small >= LEAST_PIXELS and not (lonely or odd or uneven),
        notes=tuple(notes),
    )


# ------------------------------------------------------------------ with help


def fit_block(sheet: Sheet, angle: float, box: Box | None, columns: int, rows: int) -> tuple[Block, float]:
    """A block of so many columns and rows fitted into a rough box (None: all that is printed), and how
    well its lines show.
    """
    maps = straight_maps(sheet, angle)
    scale = sheet.work_scale
    area = _area(maps, box, scale)
    made = []
    scores = []
    for axis, count in (("columns", columns), ("rows", rows)):
        first, last = (area.left, area.right) if axis == "columns" else (area.top, area.bottom)
        strengths = profile(maps, area, axis)
        lattice = _fitted(strengths, first, last, count)
        made.append(lattice.spans)
        scores.append(_contrast(strengths, lattice))
    block = _scaled(Block(made[0], made[1]), 1 / scale)
    grey = sheet.straightened(angle).convert("L")
    block = refine_block(grey, block, max(2.0, 1.5 / scale))
    return block, min(scores)


def _area(maps: EdgeMaps, box: Box | None, scale: float) -> Region:
    if box is not None:
        edges = [round(v * scale) for v in (box.left, box.top, box.right, box.bottom)]
        return Region(edges[0], edges[1], edges[2], edges[3], 1.0)
    width, height = maps.size
    parts = [r for r in regions(maps) if r.width < 0.97 * width or r.height < 0.97 * height]
    if not parts:
        return Region(0, 0, width, height, 1.0)
    biggest = parts[0].width * parts[0].height
    main = [r for r in parts if r.width * r.height > 0.02 * biggest]
    return Region(
        min(r.left for r in main),
        min(r.top for r in main),
        max(r.right for r in main),
        max(r.bottom for r in main),
        1.0,
    )


def _fitted(values: Floats, first: int, last: int, count: int) -> Lattice:
    """The lattice of a count whose lines lie on the strongest edges near the ends of a rough box."""
    pitch = (last - first) / count
    reach = max(4.0, min(0.13 * pitch, 0.06 * (last - first)))
    soft = np.convolve(values, np.array([0.2, 0.6, 0.2]), "same").astype(np.float32)
    starts = np.arange(first - reach, first + reach + 0.5, 1.0)
    ends = np.arange(last - reach, last + reach + 0.5, 1.0)
    best: tuple[float, Lattice] | None = None
    for share in (0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.13, 0.16, 0.2) if count > 1 else (0.0,):
        value, start, end = _best_ends(soft, starts, ends, count, share)
        value *= 1.0 if share == 0.0 else 0.94
        if best is None or value > best[0]:
            step = (end - start) / (count - share)
            best = (value, Lattice(start, step, step * (1 - share), count, 1.0, 1.0))
    if best is None:
        return Lattice(first, pitch, pitch, count, 0.0, 0.0)
    return _nudged(soft, best[1])


def _best_ends(
    soft: Floats, starts: np.ndarray, ends: np.ndarray, count: int, share: float
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
                changed = Lattice(lattice.first + a, pitch, pitch - gap - g, lattice.count, 1.0, 1.0)
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


def grid_with_help(sheet: Sheet, columns: int, rows: int, box: Box | None = None) -> SheetGrid:
    """The grid of one block of so many columns and rows; says if its lines do not show."""
    angle = find_angle(channels(sheet.work))
    block, score = fit_block(sheet, angle, box, columns, rows)
    maps = straight_maps(sheet, angle)
    empty = _empty_cells(_scaled(block, sheet.work_scale), maps)
    block = replace(block, missing=empty)
    notes = [f"fitted {rows} rows × {columns} columns, {block.count} counters; turned by {angle:+.2f}°"]
    if score < 0.2:
        notes.append("hardly any lines show where the counters should end; check the grid")
    return SheetGrid(sheet.size, angle, (block,), sure=score >= 0.2, notes=tuple(notes))
