"""What hypotheses are held against: the lines of a sheet and its paper.

It is asked how much of the sides of counters shows, which cells are bare, and whether there is paper where
there must be: in gutters and close around a block.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from app.importing.slicing.edges import Bools, EdgeMaps
from app.importing.slicing.found import Found, Sides
from app.importing.slicing.ground import Ground
from app.importing.slicing.lattice import LEAST_GAP, Lattice
from app.importing.slicing.sheet import Floats

INSET: Final = 0.09
AWAY: Final = 0.02
"""How far from its place, as a share of a counter, a side may show: a flank of a line, not its middle."""
Ring = tuple[tuple[float, float], tuple[float, float]]
RING: Final[Ring] = ((2.0, 0.02), (5.0, 0.04))
"""Close beside a block: from so many pixels and such a share of a counter on, and up to."""
INSIDE: Final = (3.0, 0.03)
"""Along the sides of a counter: from so many pixels inside on, and a share of it deep."""
LINED: Final = 0.035
GUTTER_INSET: Final = 0.3
"""Lines along gutters are at most so wide, as a share of a counter, and cover no more of a gutter on either
side."""
BARE: Final = 0.06
BARE_INSET: Final = 0.17
"""Less print than this share on the inside of a cell is none."""


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
            inset = _past_lines(columns)
            left, right = columns.ends[None, :-1] + 0.5 + inset, columns.starts[None, 1:] + 0.5 - inset
            strange = self.ground.strangeness(left, rows.starts[:, None], right, rows.ends[:, None])
            shares.append(strange.ravel() <= 1.5 * self.ground.limit)
        if rows.gap >= LEAST_GAP and rows.count > 1:
            inset = _past_lines(rows)
            top, bottom = rows.ends[:-1, None] + 0.5 + inset, rows.starts[1:, None] + 0.5 - inset
            strange = self.ground.strangeness(columns.starts[None, :], top, columns.ends[None, :], bottom)
            shares.append(strange.ravel() <= 1.5 * self.ground.limit)
        return float(np.concatenate(shares).mean()) if shares else 1.0


def _past_lines(lattice: Lattice) -> float:
    """How far inside a gutter it is looked for paper: beyond the lines that may run along it."""
    return max(1.0, min(LINED * lattice.length, GUTTER_INSET * lattice.gap))


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
