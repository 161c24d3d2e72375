"""Blocks of counters in the parts of a sheet, each looked into side by side.

Every part gives its best lattices for columns and rows; what they say is then held against the four sides of
every single counter. A hypothesis is worth the area of the counters whose sides show, so a false one cannot
win by being large, nor a block torn apart by being tidy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.edges import Bools, EdgeMaps
from app.importing.slicing.grid import Block, Box, Cell
from app.importing.slicing.ground import Ground
from app.importing.slicing.lattice import LEAST_GAP, MOST_CELLS, Lattice, find_lattices
from app.importing.slicing.parts import REACHES, Part, parts_at
from app.importing.slicing.sheet import Floats

SHOWS: Final = 0.66
"""A side of a counter shows when this share of it does."""
INSET: Final = 0.09
ALIKE: Final = 0.45
"""The counters of one sheet are at least so large, measured by each other."""
SQUARE: Final = 0.6
"""Counters are at least so much of a square."""
LEAST_SQUARE: Final = 0.45
"""Hypotheses of counters farther from square are not held against the picture."""
ROUNDS: Final = 2
HARDLY: Final = 0.3
CLEARLY: Final = 0.85
"""From where on the sides of counters count, and from where on they count fully."""
Ring = tuple[tuple[float, float], tuple[float, float]]
RING: Final[Ring] = ((2.0, 0.02), (5.0, 0.04))
"""Close beside a block: from so many pixels and such a share of a counter on, and up to."""
AROUND: Final = 1.5
INSIDE: Final = (3.0, 0.03)
"""Along the sides of a counter: from so many pixels inside on, and a share of it deep."""
MIXED: Final = 0.4
HOLED: Final = 0.6
LEAST_PART: Final = 0.002
"""Smaller parts, as a share of the sheet, are letters and not looked into."""
LEAST_PROVEN: Final = 8
AWAY: Final = 0.02
"""How far from its place, as a share of a counter, a side may show: a flank of a line, not its middle."""
WEAKEST: Final = 0.5
SHARPNESS: Final = 4.0
MANY: Final = 0.1
LEAST_GUTTER: Final = 0.1
BARE: Final = 0.06
BARE_INSET: Final = 0.17
"""Less print than this share on the inside of a cell is none."""
MOST_PAIRS: Final = 40
UNEVEN: Final = (4.0, 0.045)
UNEVEN_COST: Final = 0.7


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

    @property
    def clear(self) -> Floats:
        """How clearly the sides of each counter show, from 0 to 1."""
        parts = [np.clip((part - HARDLY) / (CLEARLY - HARDLY), 0.0, 1.0) for part in self._all]
        found: Floats = (0.25 * sum(parts)).astype(np.float32)
        return found

    def weakest(self, present: Bools) -> float:
        """How much of the line shows that shows least, where it bounds counters."""
        shares = [_along(side, present, 0) for side in (self.left, self.right)]
        shares += [_along(side, present, 1) for side in (self.top, self.bottom)]
        return float(min(share.min() for share in shares))

    def least(self, present: Bools) -> float:
        """The same, but also how much shows of all sides of a column or row together that are crossed by
        something: by the room between two blocks."""
        crossing = [_along(side, present, 1) for side in (self.left, self.right)]
        crossing += [_along(side, present, 0) for side in (self.top, self.bottom)]
        return min(self.weakest(present), *(float(share.min()) for share in crossing))

    @property
    def _all(self) -> tuple[Floats, Floats, Floats, Floats]:
        return self.left, self.right, self.top, self.bottom


def _along(side: Floats, present: Bools, axis: int) -> Floats:
    """The mean of a side over the counters of each column or row that has any."""
    count = present.sum(axis=axis)
    total = (side * present).sum(axis=axis)
    found: Floats = (total / np.maximum(count, 1))[count > 0]
    return found


@dataclass(frozen=True)
class Found:
    """A block that was found, in pixels of the small picture: where it holds counters, and how much is paper
    of its gutters, close around it, and along some sides of its counters only; `whole` is less than 1 if it
    seems to be several blocks."""

    columns: Lattice
    rows: Lattice
    sides: Sides
    present: Bools
    gutters: float = 1.0
    around: float = 1.0
    mixed: float = 0.0
    whole: float = 1.0

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
        return int(((self.sides.shown >= 3) & self.present).sum())

    @property
    def quality(self) -> float:
        """How much of the sides of all its counters shows, from 0 to 1; weak lines weigh more."""
        if not self.present.any():
            return 0.0
        mean = float(self.sides.clear[self.present].mean())
        least = (self.sides.least(self.present) - HARDLY) / (CLEARLY - HARDLY)
        shown: float = mean * float(np.clip(least, 0.0, 1.0)) ** WEAKEST
        return shown

    @property
    def value(self) -> float:
        """What the hypothesis explains: the area of counters that show, less if few or no squares, or if what
        it takes for gutters is printed."""
        if self.proven < 2:
            return 0.0
        width, height = self.cell
        square = min(width / height, height / width) ** 0.5
        many = (1 - 1 / self.proven) * float(self.present.sum()) ** MANY
        held = (
            float(self.quality) ** SHARPNESS
            * (square * (LEAST_GUTTER + (1 - LEAST_GUTTER) * self.gutters)) ** 2
        )
        area = float(self.present.sum()) * width * height
        return float(area * held * many * self.around**AROUND * self.oneness)

    @property
    def oneness(self) -> float:
        """How much speaks against its being several blocks and the room between them: less than 1 if whole
        columns or rows are empty, if counters are of the paper's color along some of their sides only, or if
        somebody found so."""
        across, down = (np.atleast_1d(self.present.any(axis=axis)) for axis in (0, 1))
        holed = not across[1:-1].all() or not down[1:-1].all()
        return self.whole * (HOLED if holed else 1.0) * (1 - MIXED * self.mixed)

    def block(self, missing: frozenset[Cell] = frozenset()) -> Block:
        """The block as data."""
        return Block(self.columns.spans, self.rows.spans, missing)


@dataclass(frozen=True)
class Ruled:
    """What hypotheses are held against: the lines of a sheet and its paper."""

    maps: EdgeMaps
    ground: Ground

    def found(self, columns: Lattice, rows: Lattice) -> Found:
        """The block of two lattices with all that shows of it."""
        sides = sides_of(self.maps, columns, rows)
        present: Bools = np.logical_not(self.bare(columns, rows))
        around, mixed = self.around(columns, rows, present), self.mixed(columns, rows, present)
        return Found(columns, rows, sides, np.asarray(present), self.gutters(columns, rows), around, mixed)

    def bare(self, columns: Lattice, rows: Lattice) -> Bools:
        """Which cells of two lattices show nothing but paper: rows × columns."""
        dx, dy = BARE_INSET * columns.length, BARE_INSET * rows.length
        left, top = columns.starts[None, :] + dx, rows.starts[:, None] + dy
        right, bottom = columns.ends[None, :] - dx, rows.ends[:, None] - dy
        found: Bools = self.ground.printed(left, top, right, bottom) < BARE
        return found

    def around(self, columns: Lattice, rows: Lattice, present: Bools, ring: Ring | None = None) -> float:
        """How much close beside the outermost counters is of the paper's color."""
        near, far = [by[0] + by[1] * min(columns.length, rows.length) for by in ring or RING]
        x = np.array((columns.first - far, columns.last + near), np.float32)
        y = np.array((rows.first - far, rows.last + near), np.float32)
        wide = high = far - near
        upright = self.ground.strangeness(x[None], rows.starts[:, None], x[None] + wide, rows.ends[:, None])
        level = self.ground.strangeness(
            columns.starts[None], y[:, None], columns.ends[None], y[:, None] + high
        )
        beside = np.concatenate((upright[present[:, [0, -1]]], level[present[[0, -1]]]))
        return float((beside <= 1.5 * self.ground.limit).mean()) if beside.size else 1.0

    def mixed(self, columns: Lattice, rows: Lattice, present: Bools) -> float:
        """The share of counters that are of the paper's color along some of their sides only."""
        near, deep = INSIDE
        dx, dy = near + deep * columns.length, near + deep * rows.length
        left, right = columns.starts[None, :] + near, columns.ends[None, :] - near
        top, bottom = rows.starts[:, None] + near, rows.ends[:, None] - near
        sides = (
            (left, top, left + dx, bottom),
            (right - dx, top, right, bottom),
            (left, top, right, top + dy),
            (left, bottom - dy, right, bottom),
        )
        bare = np.stack([self.ground.strangeness(*side) <= self.ground.limit for side in sides])
        some = bare.any(axis=0) & ~bare.all(axis=0)
        return float(np.asarray(some)[present].mean()) if present.any() else 0.0

    def gutters(self, columns: Lattice, rows: Lattice) -> float:
        """How much of what lies between counters is of the paper's color; 1 where nothing does."""
        shares = []
        if columns.gap >= LEAST_GAP and columns.count > 1:
            left, right = columns.ends[None, :-1] + 1.5, columns.starts[None, 1:] - 0.5
            strange = self.ground.strangeness(left, rows.starts[:, None], right, rows.ends[:, None])
            shares.append(strange.ravel() <= 1.5 * self.ground.limit)
        if rows.gap >= LEAST_GAP and rows.count > 1:
            top, bottom = rows.ends[:-1, None] + 1.5, rows.starts[1:, None] - 0.5
            strange = self.ground.strangeness(columns.starts[None, :], top, columns.ends[None, :], bottom)
            shares.append(strange.ravel() <= 1.5 * self.ground.limit)
        return float(np.concatenate(shares).mean()) if shares else 1.0


Settle = Callable[[Ruled, Found], tuple[Found, bool]]
"""Says which grid in the outline of a block is the one of whole counters, and whether that is certain."""


def sides_of(maps: EdgeMaps, columns: Lattice, rows: Lattice) -> Sides:
    """How much of the sides of all counters of two lattices shows."""
    return sides_between(maps, (columns.starts, columns.ends), (rows.starts, rows.ends), AWAY)


def sides_between(
    maps: EdgeMaps, columns: tuple[Floats, Floats], rows: tuple[Floats, Floats], reach: float = 0.0
) -> Sides:
    """How much of the sides of counters shows that start and end at some places, or within a share of the
    counters from there.
    """
    dx, dy = INSET * (columns[1] - columns[0]), INSET * (rows[1] - rows[0])
    x, y = np.concatenate(columns), np.concatenate(rows)
    wide_reach, high_reach = (max(1.0, reach * float(np.median(b - a))) for a, b in (columns, rows))
    across = maps.columns.share_at(x, rows[0] + dy, rows[1] - dy, wide_reach)
    down = maps.rows.share_at(y, columns[0] + dx, columns[1] - dx, high_reach).T
    wide, high = len(columns[0]), len(rows[0])
    return Sides(across[:, :wide], across[:, wide:], down[:high], down[high:])


def find_blocks(
    ruled: Ruled, tiles: Iterable[Bools], settle: Settle, watch: Callable[[float], None]
) -> list[Found]:
    """The blocks of a sheet that explain most, none overlapping another; the tiles in which something is
    printed may be told in several ways."""
    parts: dict[tuple[int, int, int, int], Part] = {}
    for way in tiles:
        for reach in REACHES:
            for part in parts_at(way, reach):
                parts.setdefault((part.left, part.top, part.right, part.bottom), part)
    found: list[Found] = []
    distinct = _distinct(part for part in parts.values() if _is_large(part, ruled.maps.size))
    for number, part in enumerate(distinct):
        watch(number / len(distinct))
        if any(_is_inside(part, other) for other in found):
            continue
        block = block_in(ruled, part, settle)
        if block is not None:
            found.append(block)
    return chosen(found)


def _is_large(part: Part, size: tuple[int, int]) -> bool:
    return part.width * part.height >= LEAST_PART * size[0] * size[1]


def _is_inside(part: Part, found: Found) -> bool:
    """Whether a part is no larger than a counter of a block that it lies in."""
    box, room = found.box, 0.1 * min(found.cell)
    if max(part.width / found.cell[0], part.height / found.cell[1]) > 1.2 or found.proven < LEAST_PROVEN:
        return False
    across = part.left >= box.left - room and part.right <= box.right + room
    return across and part.top >= box.top - room and part.bottom <= box.bottom + room


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


def block_in(ruled: Ruled, part: Part, settle: Settle) -> Found | None:
    """The block of a part; None if its lines do not show."""
    area = Box(part.left, part.top, part.right, part.bottom)
    best: Found | None = None
    for _ in range(ROUNDS):
        found = _best_in(ruled, area)
        if found is None:
            return best
        found = trimmed(ruled, extended(ruled, settle(ruled, found)[0]))
        if best is not None and found.value <= best.value:
            return best
        best = found
        area = found.box
    return best


def _best_in(ruled: Ruled, area: Box) -> Found | None:
    maps = ruled.maps
    columns = find_lattices(maps.columns.shares(area.top, area.bottom), int(area.left), int(area.right))
    rows = find_lattices(maps.rows.shares(area.left, area.right), int(area.top), int(area.bottom))
    pairs = [(_together(a, b), a, b) for a in columns for b in rows if _may_be(a, b)]
    pairs.sort(key=lambda pair: -pair[0])
    made = [ruled.found(a, b) for _, a, b in pairs[:MOST_PAIRS]]
    good = [found for found in made if found.value > 0]
    return max(good, key=lambda found: found.value, default=None)


def _may_be(columns: Lattice, rows: Lattice) -> bool:
    return LEAST_SQUARE < columns.length / rows.length < 1 / LEAST_SQUARE


def _together(columns: Lattice, rows: Lattice) -> float:
    """How evident two lattices are together: gutters are alike along both axes, and counters about square."""
    ratio = columns.length / rows.length
    uneven = min(columns.count, rows.count) > 1 and abs(columns.gap - rows.gap) > max(
        UNEVEN[0], UNEVEN[1] * min(columns.length, rows.length)
    )
    return columns.evidence + rows.evidence - abs(float(np.log(ratio))) - (UNEVEN_COST if uneven else 0.0)


def extended(ruled: Ruled, found: Found) -> Found:
    """The block with further columns and rows as long as more is explained."""
    for _ in range(2 * MOST_CELLS):
        for before, after in ((1, 0), (0, 1)):
            wider = _with(ruled, found.columns.with_more(before, after), found.rows)
            if (
                wider is not None
                and wider.present[:, 0 if before else -1].any()
                and wider.value > found.value
            ):
                found = wider
                break
            higher = _with(ruled, found.columns, found.rows.with_more(before, after))
            if (
                higher is not None
                and higher.present[0 if before else -1].any()
                and higher.value > found.value
            ):
                found = higher
                break
        else:
            return found
    return found


def trimmed(ruled: Ruled, found: Found) -> Found:
    """The block without outermost columns and rows that hold no counter."""
    across, down = np.nonzero(found.present.any(axis=0))[0], np.nonzero(found.present.any(axis=1))[0]
    if not len(across) or (len(across), len(down)) == found.present.shape[::-1]:
        return found
    columns = found.columns.with_more(-int(across[0]), int(across[-1]) + 1 - found.columns.count)
    rows = found.rows.with_more(-int(down[0]), int(down[-1]) + 1 - found.rows.count)
    return ruled.found(columns, rows)


def _with(ruled: Ruled, columns: Lattice, rows: Lattice) -> Found | None:
    size = ruled.maps.size
    inside = min(columns.first, rows.first) >= 0 and columns.last < size[0] and rows.last < size[1]
    if not inside or max(columns.count, rows.count) > MOST_CELLS:
        return None
    return ruled.found(columns, rows)


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
