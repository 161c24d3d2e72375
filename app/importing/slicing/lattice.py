"""One axis of a block: how many counters between two ends, and where their lines lie.

A hypothesis is a first and a last line, a count, and a gutter. Each line that should be there counts for it
as far as it shows, and against it as far as it does not. So half the pitch loses by the lines in between that
do not show, and twice the pitch by those it leaves unexplained. Gutters with a line in their middle are none:
they are the room between frames printed on counters that touch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from app.importing.slicing.grid import Span
from app.importing.slicing.sheet import Floats

LEAST_CELL: Final = 24
MOST_CELLS: Final = 60
MOST_GAP: Final = 0.42
"""The widest gutter, as a share of the pitch."""
LEAST_GAP: Final = 3.0
DOUBT: Final = 0.6
"""A line that shows so much, measured by the strongest ones, counts neither for a hypothesis nor against."""
ENDS: Final = 3
"""How many lines from either end are tried as the outermost."""
GAP_COST: Final = 0.02
"""What the edges of a gutter must show better than one line would, since gutters are free to choose."""
PAIR: Final = (0.5, 0.6)
"""What one edge of a gutter counts when it may be no more than a line, and when it is wide: both edges
together explain more than one line does."""
LEAST_FRAMES: Final = 10.0
MIDDLE: Final = 0.45
NEARLY: Final = 0.97


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

    @property
    def starts(self) -> Floats:
        """Where the counters start."""
        return (self.first + self.pitch * np.arange(self.count)).astype(np.float32)

    @property
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
    """The lattices that explain the shares of a part from first to last, the most evident first; of nearly
    equal ones the widest."""
    lo, hi = max(0, first - 6), min(len(shares), last + 6)
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
    found = [
        _closed(wide, lattice)
        for a in peaks[:ENDS]
        for b in peaks[-ENDS:]
        if b - a >= LEAST_CELL and (lattice := _best(wide, float(a), float(b))) is not None
    ]
    if not found:
        return []
    most = max(lattice.evidence for lattice in found)
    good = [lattice for lattice in found if lattice.evidence >= NEARLY * most]
    good.sort(key=lambda lattice: -(lattice.last - lattice.first) - 3 * lattice.evidence)
    return [fitted(values, lattice, lo) for lattice in good[:2]]


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


def _best(wide: Floats, first: float, last: float) -> Lattice | None:
    """The best count and gutter between two ends."""
    length = last - first
    ends = float(wide[int(first)] + wide[int(last)]) - 2 * DOUBT
    best: Lattice | None = None
    for count in range(1, min(MOST_CELLS, int(length // LEAST_CELL)) + 1):
        pitch = length / count
        inner = wide[np.rint(first + pitch * np.arange(1, count)).astype(int)] - DOUBT
        evidence, gap = float(inner.sum()), 0.0
        if count > 1:
            parted, wider = _best_gap(wide, first, last, count)
            evidence, gap = max((evidence, 0.0), (parted, wider))
        if best is None or evidence + 0.5 * ends > best.evidence + 1e-6:
            best = replace(between(first, last, count, gap), evidence=evidence + 0.5 * ends)
    return best


def _best_gap(wide: Floats, first: float, last: float, count: int) -> tuple[float, float]:
    """The evidence for the best gutter between so many counters, and the gutter."""
    length = last - first
    gaps = np.arange(LEAST_GAP, MOST_GAP * length / (count - MOST_GAP), 1.0)
    if not len(gaps):
        return -1e9, 0.0
    lines = first + ((length + gaps) / count)[:, None] * np.arange(1, count)
    places = np.rint(np.concatenate((lines, lines - gaps[:, None]), axis=1)).astype(np.intp)
    weight = np.interp(gaps, (4.0, 8.0), PAIR)
    values = weight * (
        wide[np.clip(places, 0, len(wide) - 1)].sum(axis=1) - (DOUBT + GAP_COST) * 2 * (count - 1)
    )
    number = int(values.argmax())
    return float(values[number]), float(gaps[number])


def _closed(wide: Floats, lattice: Lattice) -> Lattice:
    """The lattice with counters that touch, if a line runs in the middle of what was taken for gutters."""
    if lattice.gap < LEAST_FRAMES or lattice.count < 2:
        return lattice
    middles = np.rint(lattice.starts[1:] - lattice.gap / 2).astype(int)
    if float(wide[middles].mean()) < MIDDLE:
        return lattice
    half = lattice.gap / 2
    made = between(lattice.first - half, lattice.last + half, lattice.count)
    return replace(made, evidence=lattice.evidence)


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
