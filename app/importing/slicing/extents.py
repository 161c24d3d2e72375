"""Fitting a block of known columns and rows by where the paper ends: for counters without cut lines.

Where paper is to be seen all around a block, and print inside it, its edges are known though no line is drawn
there; and counters are all of one size. Gutters show as paper between them. All is asked of single counters,
of those at least that clearly differ from the paper.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.importing.slicing.edges import Bools
from app.importing.slicing.grid import Axis
from app.importing.slicing.ground import Ground
from app.importing.slicing.lattice import Lattice, between
from app.importing.slicing.sheet import Floats

TINTED: Final = 1.6
"""Counters that differ from the paper by so many times what may be chance are witnesses."""
WITNESSES: Final = 0.5
"""The share of the outermost counters on a side, or of pairs of neighbors, that must be witnesses."""
AGREED: Final = 0.86
"""The share of the witnesses that must say the same."""
REACH: Final = (4.0, 0.13)
"""How far from a rough box, in pixels or as a share of a counter, a block may end."""
INSIDE: Final = (0.12, 0.88)
LEAST_SIDES: Final = 3
"""The turn is told by so many sides of a block."""
GAPS: Final = np.arange(0.0, 0.3, 0.005)
"""Gutters, as shares of the distance of two counters, that are thought of."""
LEAST_BETTER: Final = 0.01
"""By how much gutters must explain paper better than none."""
BESIDE: Final = (1.5, 0.03)
"""Beside an edge: so many pixels from it on, and such a share of a counter deep."""


@dataclass(frozen=True)
class Stretch:
    """Where a block begins and ends along an axis, roughly, and how many counters it has there."""

    first: float
    last: float
    count: int

    @property
    def pitch(self) -> float:
        """How far it is from counter to counter."""
        return (self.last - self.first) / self.count


def by_paper(ground: Ground, wide: Stretch, high: Stretch) -> tuple[Lattice, Lattice] | None:
    """Columns and rows of a block by where paper ends; None where it does not on all sides."""
    columns = _fitted(ground, "columns", wide, high)
    rows = _fitted(ground, "rows", high, wide)
    if columns is None or rows is None:
        return None
    return columns, rows


def tilt(ground: Ground, wide: Stretch, high: Stretch) -> float:
    """The turn, in degrees counter-clockwise, that is left by where paper ends; 0 if too few sides tell.
    Where no lines are drawn, the squares in which pictures are stored may have hidden it.
    """
    turns = [-turn for turn in _turns(ground, "columns", wide, high)]
    turns += _turns(ground, "rows", high, wide)
    return float(np.median(turns)) if len(turns) >= LEAST_SIDES else 0.0


def _turns(ground: Ground, axis: Axis, along: Stretch, across: Stretch) -> list[float]:
    """How far the outermost edges of an axis lean, in degrees, by their halves."""
    reach = max(REACH[0], REACH[1] * along.pitch)
    places = np.arange(round(along.first - reach), round(along.last + reach) + 1, dtype=np.float32)
    middle, count = (across.first + across.last) / 2, max(1, across.count // 2)
    ends: list[list[float | None]] = []
    for half in (Stretch(across.first, middle, count), Stretch(middle, across.last, count)):
        shares = _shares(ground, axis, places, half)
        if shares is None:
            return []
        first = _crossing(places, shares, along.first, reach)
        ends.append([first, _crossing(places[::-1], shares[::-1], along.last, reach)])
    length = (across.last - across.first) / 2
    pairs = zip(*ends, strict=True)
    return [math.degrees((b - a) / length) for a, b in pairs if a is not None and b is not None]


def _fitted(ground: Ground, axis: Axis, along: Stretch, across: Stretch) -> Lattice | None:
    reach = max(REACH[0], REACH[1] * along.pitch)
    places = np.arange(round(along.first - reach), round(along.last + reach) + 1, dtype=np.float32)
    shares = _shares(ground, axis, places, across)
    if shares is None:
        return None
    first = _crossing(places, shares, along.first, reach)
    last = _crossing(places[::-1], shares[::-1], along.last, reach)
    if first is None or last is None:
        return None
    inner = (places > first) & (places < last)
    return _with_gap(places[inner], shares[inner], between(first, last, along.count))


def _shares(ground: Ground, axis: Axis, places: Floats, across: Stretch) -> Floats | None:
    """How much of the print of those counters that differ from paper shows at each place, from 0 to 1."""
    starts = (across.first + across.pitch * np.arange(across.count)).astype(np.float32)
    low, high = (starts + np.float32(share * across.pitch) for share in INSIDE)
    x, y0, y1 = places[None, :], low[:, None], high[:, None]
    if axis == "columns":
        strange = ground.strangeness(x, y0, x + 1, y1)
    else:
        strange = ground.strangeness(y0, x, y1, x + 1)
    usual = np.quantile(strange, 0.7, axis=1)
    witnesses = usual > TINTED * ground.limit
    if witnesses.mean() < WITNESSES:
        return None
    known = np.minimum(strange[witnesses] / usual[witnesses, None], 1.0)
    found: Floats = known.mean(axis=0).astype(np.float32)
    return found


def _crossing(places: Floats, shares: Floats, near: float, reach: float) -> float | None:
    """Where paper ends close to a place, looked for from outside; None if there is none, or nothing else."""
    close = np.abs(places - near) <= reach
    known, at = shares[close], places[close]
    inside = known >= 0.5
    if inside[0] or not inside.any():
        return None
    k = int(inside.argmax())
    step = (0.5 - known[k - 1]) / max(1e-6, known[k] - known[k - 1])
    return float(at[k - 1] + step * (at[k] - at[k - 1]))


def _with_gap(places: Floats, shares: Floats, whole: Lattice) -> Lattice:
    """The lattice with the gutters that explain best where paper shows inside."""
    best = (float((1 - shares).mean()) - LEAST_BETTER, whole)
    for share in GAPS[1:] if whole.count > 1 else ():
        made = between(whole.first, whole.last, whole.count, float(share) * whole.pitch)
        inside = ((places[:, None] >= made.starts) & (places[:, None] <= made.ends)).any(axis=1)
        missed = float(np.abs(shares - inside).mean())
        if missed < best[0]:
            best = (missed, made)
    return best[1]


def proven(ground: Ground, columns: Lattice, rows: Lattice, present: Bools) -> bool:
    """Whether paper and print say that counters end where two lattices say so: paper outside, print inside,
    and between counters either print or, in gutters, paper.
    """
    strange = _inside(ground, columns, rows)
    tinted: Bools = np.logical_and(strange > TINTED * ground.limit, present)
    return all(_axis_proven(ground, axis, (columns, rows), tinted, present) for axis in ("columns", "rows"))


def _inside(ground: Ground, columns: Lattice, rows: Lattice) -> Floats:
    """How far the usual place in each cell is from the paper's color."""
    marks = np.linspace(*INSIDE, 8)
    x = (columns.starts[:, None] + marks * columns.length).astype(np.float32)
    y = (rows.starts[:, None] + marks * rows.length).astype(np.float32)
    fields = ground.strangeness(
        x[None, :, None, :-1], y[:, None, :-1, None], x[None, :, None, 1:], y[:, None, 1:, None]
    )
    found: Floats = np.median(fields, axis=(2, 3)).astype(np.float32)
    return found


def _axis_proven(
    ground: Ground, axis: Axis, lattices: tuple[Lattice, Lattice], tinted: Bools, present: Bools
) -> bool:
    along, across = lattices if axis == "columns" else lattices[::-1]
    if axis == "rows":
        tinted, present = tinted.T, present.T
    outer = [(along.first, -1.0, 0), (along.last, 1.0, -1)]
    for edge, way, number in outer:
        if tinted[:, number].sum() < max(1.0, WITNESSES * present[:, number].sum()):
            return False
        outside = _beside(ground, axis, across, (edge, way * along.length))
        inside = _beside(ground, axis, across, (edge, -way * along.length))
        known = tinted[:, number]
        shares = (outside[known] <= 1.5 * ground.limit).mean(), (inside[known] > ground.limit).mean()
        if min(shares) < AGREED:
            return False
    return _inner_proven(ground, axis, (along, across), tinted)


def _inner_proven(ground: Ground, axis: Axis, lattices: tuple[Lattice, Lattice], tinted: Bools) -> bool:
    along, across = lattices
    both = tinted[:, :-1] & tinted[:, 1:]
    if along.count < 2:
        return True
    if both.sum() < max(1.0, WITNESSES * (both.shape[1])):
        return False
    middles = along.starts[1:] - along.gap / 2
    if along.gap == 0.0:
        strange = [_strip(ground, axis, across, (middle - 1, middle + 2)) for middle in middles]
        return float((np.stack(strange, axis=1)[both] > ground.limit).mean()) >= AGREED
    width = max(0.5, 0.25 * along.gap)
    strange = [_strip(ground, axis, across, (m - width + 0.5, m + width + 0.5)) for m in middles]
    is_paper = float((np.stack(strange, axis=1)[both] <= 1.5 * ground.limit).mean()) >= AGREED
    sides = [_beside(ground, axis, across, (edge, -along.length)) for edge in along.ends[:-1]]
    sides += [_beside(ground, axis, across, (edge, along.length)) for edge in along.starts[1:]]
    twice = np.concatenate((both, both), axis=1)
    return is_paper and float((np.stack(sides, axis=1)[twice] > ground.limit).mean()) >= AGREED


def _beside(ground: Ground, axis: Axis, across: Lattice, edge: tuple[float, float]) -> Floats:
    """How far from the color of the paper it is close beside an edge along each counter, on the side a signed
    length of counters tells."""
    place, length = edge
    way = np.sign(length)
    near, far = place + way * BESIDE[0], place + way * (BESIDE[0] + max(1.0, BESIDE[1] * abs(length)))
    return _strip(ground, axis, across, (min(near, far) + 0.5, max(near, far) + 0.5))


def _strip(ground: Ground, axis: Axis, across: Lattice, ends: tuple[float, float]) -> Floats:
    """How far from the paper's color a strip is along each counter of the other axis."""
    low = across.starts + np.float32(INSIDE[0] * across.length)
    high = across.starts + np.float32(INSIDE[1] * across.length)
    first, last = (np.full_like(low, end) for end in ends)
    if axis == "columns":
        return ground.strangeness(first, low, last, high)
    return ground.strangeness(low, first, high, last)
