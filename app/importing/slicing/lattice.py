"""One axis of a block: how many counters between two ends, and where their lines lie.

A hypothesis is a first and a last line, a count, and a gutter. Here all are collected whose lines show in
the sum over the whole block. Gutters with a line in their middle may be none but the room between frames
printed on counters that touch; both is thought of.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.grid import Span
from app.importing.slicing.sheet import Floats

LEAST_CELL: Final = 24
MOST_CELLS: Final = 60
MOST_GAP: Final = 0.42
"""The widest gutter, as a share of the pitch."""
LEAST_GAP: Final = 3.0
ROOM: Final = 10
"""How far outside a part, in pixels, its lines may lie."""
ENDS: Final = 5
"""How many strong lines from either end are tried as the outermost."""
STRONG: Final = 0.6
LEAST_SHOWN: Final = 0.3
"""Lattices of whose lines less shows, in the mean, are not thought of."""
SHARPNESS: Final = 4.0
MANY: Final = 0.15
SPAN: Final = 2.0
"""What counts for a lattice: that its lines show, that it has many, that it reaches far."""
MOST_LATTICES: Final = 16
NEAR: Final = 3.0
GAP_COST: Final = 0.02
"""What the edges of a gutter must show better than one line would, since gutters are free to choose."""
LEAST_FRAMES: Final = 10.0
MIDDLE: Final = 0.45


@dataclass(frozen=True)
class Lattice:
    """Equal counters along one axis, and the evidence for them."""

    first: float
    pitch: float
    length: float
    count: int
    evidence: float = 0.0

    @property
    def last(self) -> float:
        """Where the last counter ends."""
        return self.first + self.pitch * (self.count - 1) + self.length

    @property
    def gap(self) -> float:
        """What lies between two counters."""
        return self.pitch - self.length

    @cached_property
    def starts(self) -> Floats:
        """Where the counters start."""
        return (self.first + self.pitch * np.arange(self.count)).astype(np.float32)

    @cached_property
    def ends(self) -> Floats:
        """Where they end."""
        return (self.starts + self.length).astype(np.float32)

    @property
    def spans(self) -> tuple[Span, ...]:
        """The counters."""
        return tuple(Span(float(start), float(start) + self.length) for start in self.starts)

    def with_more(self, before: int, after: int) -> Lattice:
        """The lattice with more counters at its ends."""
        return replace(self, first=self.first - before * self.pitch, count=self.count + before + after)


def between(first: float, last: float, count: int, gap: float = 0.0) -> Lattice:
    """So many counters between two ends."""
    pitch = (last - first + gap) / count
    return Lattice(first, pitch, pitch - gap, count)


def widest(values: Floats, reach: int) -> Floats:
    """The greatest value within some pixels."""
    found = values.copy()
    for step in range(1, reach + 1):
        np.maximum(found[step:], values[:-step], out=found[step:])
        np.maximum(found[:-step], values[step:], out=found[:-step])
    return found


def find_lattices(shares: Floats, first: int, last: int) -> list[Lattice]:
    """The lattices that may explain the shares of a part from first to last, the most evident first. They are
    many on purpose: what is printed across counters shows in the sum as their sides do, and only the sides of
    every single counter tell one from the other.
    """
    lo, hi = max(0, first - ROOM), min(len(shares), last + ROOM)
    if hi - lo < LEAST_CELL:
        return []
    part = shares[lo:hi]
    usual = float(np.quantile(part, 0.4))
    values = np.clip((part - usual) / max(0.2, 1 - usual), 0.0, 1.0).astype(np.float32)
    peaks = _peaks(values)
    if len(peaks) < 2:
        return []
    strongest = np.sort(values[peaks])[-4:]
    values = np.minimum(values / max(0.15, float(strongest.mean())), 1.0)
    wide = widest(values, 1)
    starts, ends = _ends(values, peaks)
    made = [
        lattice
        for a in starts
        for b in ends
        if b - a >= LEAST_CELL
        for lattice in _between(wide, float(a), float(b))
    ]
    span = max((lattice.last - lattice.first for lattice in made), default=1.0)
    made = [replace(m, evidence=m.evidence + SPAN * np.log((m.last - m.first) / span)) for m in made]
    return [fitted(values, lattice, lo) for lattice in _diverse(made)]


def _ends(values: Floats, peaks: list[int]) -> tuple[list[int], list[int]]:
    """Lines that may be the first and the last: the outermost, and the outermost of the strong ones."""
    strong = [peak for peak in peaks if values[peak] >= STRONG]
    starts = dict.fromkeys((*peaks[:2], *strong[:ENDS]))
    ends = dict.fromkeys((*peaks[-2:], *strong[-ENDS:]))
    return list(starts), list(ends)


def _diverse(made: list[Lattice]) -> list[Lattice]:
    """The most evident lattices, without those that hardly differ from a better one."""
    kept: list[Lattice] = []
    for lattice in sorted(made, key=lambda lattice: -lattice.evidence):
        if not any(_is_same(lattice, other) for other in kept):
            kept.append(lattice)
        if len(kept) == MOST_LATTICES:
            break
    return kept


def _is_same(one: Lattice, two: Lattice) -> bool:
    away = max(abs(one.first - two.first), abs(one.last - two.last), abs(one.gap - two.gap))
    return one.count == two.count and away <= NEAR


def _peaks(values: Floats) -> list[int]:
    """Places of the lines that stand out, in order; of neighbors the strongest."""
    least = 0.4 * float(values.max(initial=0.0))
    found: list[int] = []
    for place in np.nonzero(values >= max(least, 0.12))[0]:
        if found and place - found[-1] <= 2:
            if values[place] > values[found[-1]]:
                found[-1] = int(place)
        else:
            found.append(int(place))
    return found


def _between(wide: Floats, first: float, last: float) -> list[Lattice]:
    """Of every count the best lattices between two ends, without and with gutters; their evidence is the
    logarithm of how much their lines show in the mean, and more for more lines.
    """
    length = last - first
    ends = float(wide[int(first)] + wide[int(last)])
    found = []
    for count in range(1, min(MOST_CELLS, int(length // LEAST_CELL)) + 1):
        numbers = np.arange(1, count)
        inner = wide[np.rint(first + length / count * numbers).astype(np.intp)]
        shown = (ends + float(inner.sum())) / (count + 1)
        if shown >= LEAST_SHOWN:
            pitch = length / count
            found.append(Lattice(first, pitch, pitch, count, _evidence(shown, count)))
        if count > 1:
            inside, gap = _best_gap(wide, first, length, numbers)
            shown = (ends + inside) / (2 * count)
            if shown >= LEAST_SHOWN:
                pitch = (length + gap) / count
                made = Lattice(first, pitch, pitch - gap, count, _evidence(shown - GAP_COST, count))
                found.append(made)
                found += _closed(wide, made)
    return found


def _evidence(shown: float, count: int) -> float:
    return SHARPNESS * math.log(shown) + MANY * math.log(count)


def _best_gap(
    wide: Floats, first: float, length: float, numbers: npt.NDArray[np.int_]
) -> tuple[float, float]:
    """How much shows of both edges of the best gutter between some counters of a length, and the gutter."""
    count = len(numbers) + 1
    gaps = np.arange(LEAST_GAP, MOST_GAP * length / (count - MOST_GAP), 1.0)
    if not len(gaps):
        return 0.0, 0.0
    starts = first + ((length + gaps) / count)[:, None] * numbers
    values = wide[np.rint(starts).astype(np.intp)].sum(axis=1)
    values = values + wide[np.rint(starts - gaps[:, None]).astype(np.intp)].sum(axis=1)
    number = int(values.argmax())
    return float(values[number]), float(gaps[number])


def _closed(wide: Floats, lattice: Lattice) -> list[Lattice]:
    """The lattice with counters that touch, if a line runs in the middle of what may be gutters or the room
    between frames."""
    if lattice.gap < LEAST_FRAMES or lattice.count < 2:
        return []
    middles = np.rint(lattice.starts[1:] - lattice.gap / 2).astype(int)
    if float(wide[middles].mean()) < MIDDLE:
        return []
    half = lattice.gap / 2
    made = between(lattice.first - half, lattice.last + half, lattice.count)
    return [replace(made, evidence=lattice.evidence)]


def fitted(values: Floats, lattice: Lattice, offset: float = 0.0) -> Lattice:
    """The same lattice moved and stretched by a few pixels to where its lines are strongest, then moved by an
    offset."""
    soft = np.convolve(values, np.array([0.25, 0.5, 0.25]), "same").astype(np.float32)
    gaps = (
        np.maximum(LEAST_GAP, lattice.gap + np.arange(-2.0, 2.1)) if lattice.gap >= LEAST_GAP else np.zeros(1)
    )
    moves = np.arange(-2, 2.1, 0.5)
    a, b, gap = (part.ravel()[:, None] for part in np.meshgrid(moves, moves, gaps, indexing="ij"))
    pitch = (lattice.last + b - lattice.first - a + gap) / lattice.count
    starts = lattice.first + a + pitch * np.arange(lattice.count)
    places = np.concatenate((starts, starts + pitch - gap), axis=1)
    values_there = np.interp(places, np.arange(len(soft)), soft).mean(axis=1)
    best = int(np.argmax(values_there - 1e-6 * (np.abs(a) + np.abs(b)).ravel()))
    made = between(
        float(lattice.first + a[best, 0]),
        float(lattice.last + b[best, 0]),
        lattice.count,
        float(gap[best, 0]),
    )
    return replace(made, first=made.first + offset, evidence=lattice.evidence)
