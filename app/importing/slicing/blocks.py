"""Blocks of counters in the parts of a sheet, each looked into side by side.

Every part gives its best lattices for columns and rows; what they say is then held against the four sides of
every single counter. A hypothesis is worth the area of the counters whose sides show, so a false one cannot
win by being large, nor a block torn apart by being tidy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.edges import Bools, EdgeMaps
from app.importing.slicing.grid import Block, Box, Cell
from app.importing.slicing.lattice import MOST_CELLS, Lattice, find_lattices
from app.importing.slicing.parts import REACHES, Part, parts_at
from app.importing.slicing.sheet import Floats

SHOWS: Final = 0.66
"""A side of a counter shows when this share of it does."""
INSET: Final = 0.09
ALIKE: Final = 0.45
"""The counters of one sheet are at least so large, measured by each other."""
SQUARE: Final = 0.6
"""Counters are at least so much of a square."""
ROUNDS: Final = 2


@dataclass(frozen=True)
class Sides:
    """How much of each side of each counter shows: arrays of rows × columns."""

    left: Floats
    right: Floats
    top: Floats
    bottom: Floats

    @property
    def shown(self) -> npt.NDArray[np.int_]:
        """How many sides of each counter show."""
        parts = (self.left, self.right, self.top, self.bottom)
        found: npt.NDArray[np.int_] = sum((part >= SHOWS).astype(int) for part in parts)  # type: ignore[assignment]
        return found

    @property
    def mean(self) -> Floats:
        """The mean of the four sides."""
        found: Floats = np.float32(0.25) * (self.left + self.right + self.top + self.bottom)
        return found


@dataclass(frozen=True)
class Found:
    """A block that was found, in pixels of the small picture."""

    columns: Lattice
    rows: Lattice
    sides: Sides

    @property
    def box(self) -> Box:
        """The rectangle around it."""
        return Box(self.columns.first, self.rows.first, self.columns.last, self.rows.last)

    @property
    def cell(self) -> tuple[float, float]:
        """The size of a counter."""
        return self.columns.length, self.rows.length

    @property
    def proven(self) -> int:
        """How many counters have three sides that show."""
        return int((self.sides.shown >= 3).sum())

    @property
    def value(self) -> float:
        """What the hypothesis explains: the area of counters that show, less if few or no squares."""
        good = self.sides.shown >= 3
        if self.proven < 2:
            return 0.0
        quality = float(self.sides.mean[good].mean()) * good.mean()
        width, height = self.cell
        square = min(1.0, min(width / height, height / width) / SQUARE)
        many = 1 - 1 / self.proven
        return self.proven * width * height * float(quality * square * many) ** 2

    def block(self, missing: frozenset[Cell] = frozenset()) -> Block:
        """The block as data."""
        return Block(self.columns.spans, self.rows.spans, missing)


def sides_of(maps: EdgeMaps, columns: Lattice, rows: Lattice) -> Sides:
    """How much of the sides of all counters of two lattices shows."""
    return sides_between(maps, (columns.starts, columns.ends), (rows.starts, rows.ends))


def sides_between(
    maps: EdgeMaps, columns: tuple[Floats, Floats], rows: tuple[Floats, Floats], reach: float = 0.0
) -> Sides:
    """How much of the sides of counters shows that start and end at some places, or within a share of the
    counters from there.
    """
    dx, dy = INSET * (columns[1] - columns[0]), INSET * (rows[1] - rows[0])
    upright = list(zip(rows[0] + dy, rows[1] - dy, strict=True))
    level = list(zip(columns[0] + dx, columns[1] - dx, strict=True))
    x, y = np.concatenate(columns), np.concatenate(rows)
    wide_reach, high_reach = (reach * float(np.median(b - a)) for a, b in (columns, rows))
    across = np.stack([maps.columns.share_at(x, float(a), float(b), wide_reach) for a, b in upright])
    down = np.stack([maps.rows.share_at(y, float(a), float(b), high_reach) for a, b in level], axis=1)
    wide, high = len(columns[0]), len(rows[0])
    return Sides(across[:, :wide], across[:, wide:], down[:high], down[high:])


def find_blocks(maps: EdgeMaps, tiles: Bools, watch: Callable[[float], None]) -> list[Found]:
    """The blocks of a sheet that explain most, none overlapping another."""
    parts: dict[tuple[int, int, int, int], Part] = {}
    for reach in REACHES:
        for part in parts_at(tiles, reach):
            parts.setdefault((part.left, part.top, part.right, part.bottom), part)
    found: list[Found] = []
    distinct = _distinct(parts.values())
    for number, part in enumerate(distinct):
        watch(number / len(distinct))
        block = block_in(maps, part)
        if block is not None:
            found.append(block)
    return chosen(found)


def _distinct(parts: Iterable[Part]) -> list[Part]:
    """Parts without those that hardly differ from others."""
    found: list[Part] = []
    for part in sorted(parts, key=lambda part: -part.width * part.height):
        edges = np.array((part.left, part.top, part.right, part.bottom))
        if all(
            np.abs(edges - np.array((other.left, other.top, other.right, other.bottom))).max() > 6
            for other in found
        ):
            found.append(part)
    return found


def block_in(maps: EdgeMaps, part: Part) -> Found | None:
    """The block of a part; None if its lines do not show."""
    area = Box(part.left, part.top, part.right, part.bottom)
    best: Found | None = None
    for _ in range(ROUNDS):
        found = _best_in(maps, area)
        if found is None:
            return best
        found = extended(maps, found)
        if best is not None and found.value <= best.value:
            return best
        best = found
        area = found.box
    return best


def _best_in(maps: EdgeMaps, area: Box) -> Found | None:
    columns = find_lattices(maps.columns.shares(area.top, area.bottom), int(area.left), int(area.right))
    rows = find_lattices(maps.rows.shares(area.left, area.right), int(area.top), int(area.bottom))
    made = [Found(a, b, sides_of(maps, a, b)) for a in columns for b in rows]
    good = [found for found in made if found.value > 0]
    return max(good, key=lambda found: found.value, default=None)


def extended(maps: EdgeMaps, found: Found) -> Found:
    """The block with further columns and rows as long as one of their counters shows three sides that are no
    side of a counter already there."""
    for _ in range(2 * MOST_CELLS):
        for before, after in ((1, 0), (0, 1)):
            wider = _with(maps, found, found.columns.with_more(before, after), found.rows)
            if wider is not None and _is_new(wider, 0 if before else -1, "columns"):
                found = wider
                break
            higher = _with(maps, found, found.columns, found.rows.with_more(before, after))
            if higher is not None and _is_new(higher, 0 if before else -1, "rows"):
                found = higher
                break
        else:
            return found
    return found


def _with(maps: EdgeMaps, found: Found, columns: Lattice, rows: Lattice) -> Found | None:
    inside = min(columns.first, rows.first) >= 0 and columns.last < maps.size[0] and rows.last < maps.size[1]
    if not inside or max(columns.count, rows.count) > MOST_CELLS:
        return None
    return replace(found, columns=columns, rows=rows, sides=sides_of(maps, columns, rows))


def _is_new(found: Found, number: int, axis: str) -> bool:
    sides = found.sides
    if axis == "columns":
        far = sides.left if number == 0 else sides.right
        beside = (far[:, number], sides.top[:, number], sides.bottom[:, number])
    else:
        far = sides.top if number == 0 else sides.bottom
        beside = (far[number], sides.left[number], sides.right[number])
    return bool(np.any(np.min(np.stack(beside), axis=0) >= SHOWS))


def chosen(found: Sequence[Found]) -> list[Found]:
    """Blocks that do not overlap: of those that do, the one that explains most, or those inside it if they
    explain more together."""
    kept: list[Found] = []
    for block in _apart(found):
        inner = [other for other in found if other is not block and overlap(other.box, block.box, 0.6)]
        smaller = [other for other in inner if _area(other.box) < 0.9 * _area(block.box)]
        together = _apart(smaller)
        if len(together) > 1 and sum(other.value for other in together) > block.value:
            kept += chosen(together)
        else:
            kept.append(block)
    return _apart(kept)


def alike(found: Sequence[Found]) -> list[Found]:
    """Blocks whose counters may be of one sheet with those of the first; titles and legends are not."""
    return [block for block in found if _is_like(block, found[0])]


def _is_like(block: Found, main: Found) -> bool:
    """Whether a block's counters may be of one sheet with those of another; titles and legends are not."""
    width, height = block.cell
    is_like = all(ALIKE < a / b < 1 / ALIKE for a, b in zip(block.cell, main.cell, strict=True))
    return is_like and SQUARE < width / height < 1 / SQUARE


def _apart(found: Sequence[Found]) -> list[Found]:
    kept: list[Found] = []
    for block in sorted(found, key=lambda block: -block.value):
        if block.value > 0 and not any(overlap(block.box, other.box) for other in kept):
            kept.append(block)
    return kept


def _area(box: Box) -> float:
    return box.width * box.height


def overlap(a: Box, b: Box, share: float = 0.05) -> bool:
    """Whether a good part of a box lies in another."""
    width = min(a.right, b.right) - max(a.left, b.left)
    height = min(a.bottom, b.bottom) - max(a.top, b.top)
    return width > 0 and height > 0 and width * height > share * min(a.width * a.height, b.width * b.height)
