"""Blocks of counters in the parts of a sheet, each looked into side by side.

Every part gives its best lattices for columns and rows; what they say is then held against the four sides of
every single counter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

import numpy as np

from app.importing.slicing.choosing import chosen
from app.importing.slicing.edges import Bools
from app.importing.slicing.found import Found
from app.importing.slicing.grid import Box
from app.importing.slicing.lattice import MOST_CELLS, Lattice, between, find_lattices
from app.importing.slicing.parts import REACHES, Part, parts_at
from app.importing.slicing.ruled import Ruled

LEAST_SQUARE: Final = 0.45
"""Hypotheses of counters farther from square are not held against the picture."""
ROUNDS: Final = 2
STRETCHED: Final = (0.0, 0.02, 0.04, 0.06)
"""How much farther off, as a share of a counter, one more counter than found may end."""
LEAST_PART: Final = 0.002
"""Smaller parts, as a share of the sheet, are letters and not looked into."""
LEAST_PROVEN: Final = 8
MOST_PAIRS: Final = 40
UNEVEN: Final = (4.0, 0.045)
UNEVEN_COST: Final = 0.7
Settle = Callable[[Ruled, Found], tuple[Found, bool]]
"""Says which grid in the outline of a block is the one of whole counters, and whether that is certain."""


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
            wider = [_with(ruled, columns, found.rows) for columns in _longer(found.columns, before, after)]
            better = _better(found, [made for made in wider if made and made.present[:, before - 1].any()])
            if better is None:
                higher = [_with(ruled, found.columns, rows) for rows in _longer(found.rows, before, after)]
                better = _better(found, [made for made in higher if made and made.present[before - 1].any()])
            if better is not None:
                found = better
                break
        else:
            return found
    return found


def _better(found: Found, others: list[Found]) -> Found | None:
    best = max(others, key=lambda other: other.value, default=found)
    return best if best.value > found.value else None


def _longer(lattice: Lattice, before: int, after: int) -> list[Lattice]:
    """The lattice with more counters at an end, which may lie a little farther off: narrow gutters of a few
    counters are lost in their lengths."""
    made = lattice.with_more(before, after)
    found = []
    for share in STRETCHED:
        by = share * lattice.length
        first, last = made.first - before * by, made.last + after * by
        found.append(replace(between(first, last, made.count, made.gap), evidence=made.evidence))
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
