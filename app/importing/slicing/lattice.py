"""One axis of a block: how many counters between two ends, and where their lines lie.

Cut lines run through a whole block, what is printed on counters does not; the share of the block in which
a line shows tells them apart. Among counts that explain the lines the largest counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from app.importing.slicing.grid import Span
from app.importing.slicing.sheet import Floats

LEAST_CELL: Final = 18
MOST_CELLS: Final = 60
INWARDS: Final = 56
"""How far inside a region its outermost line is looked for; noise may lie around a block."""
GAPS: Final = (0.0, 0.02, 0.035, 0.05, 0.07, 0.09, 0.12, 0.15, 0.19, 0.24, 0.3)


@dataclass(frozen=True)
class Lattice:
    """Equal counters along one axis, and how well their lines show (0 to 1)."""

    first: float
    pitch: float
    length: float
    count: int
    score: float
    weakest: float

    @property
    def spans(self) -> tuple[Span, ...]:
        """The counters."""
        starts = (self.first + k * self.pitch for k in range(self.count))
        return tuple(Span(start, start + self.length) for start in starts)


def _widened(values: Floats, reach: int) -> Floats:
    """The greatest value within some pixels."""
    found = values.copy()
    for step in range(1, reach + 1):
        found[step:] = np.maximum(found[step:], values[:-step])
        found[:-step] = np.maximum(found[:-step], values[step:])
    return found


def find_lattice(shares: Floats, first: int, last: int) -> Lattice | None:
    """The lattice of a region from its shares; None if nothing runs through."""
    first, last = _end(shares, first, 1), _end(shares, last, -1)
    length = last - first
    if length < LEAST_CELL:
        return None
    best: Lattice | None = None
    wide = _widened(shares, 2)
    for count in range(min(MOST_CELLS, int(length // LEAST_CELL)), 0, -1):
        found = _best_gap(wide, first, last, count)
        if found.weakest < 0.42 and count > 1:
            continue
        handicap = 0.3 if count == 1 else 0.12
        if best is None or found.score > best.score + handicap:
            best = found
    return refined(shares, best) if best is not None else None


def _end(shares: Floats, place: int, step: int) -> int:
    """The first strong line near an end of a region, looking inwards."""
    places = [place + step * k for k in range(-6, INWARDS) if 0 <= place + step * k < len(shares)]
    if not places:
        return place
    strongest = max(float(shares[p]) for p in places)
    return next((p for p in places if shares[p] >= 0.8 * strongest), place)


def _best_gap(wide: Floats, first: int, last: int, count: int) -> Lattice:
    found = [_measured(wide, first, last, count, gap) for gap in (GAPS if count > 1 else (0.0,))]
    plain, best = found[0], max(found, key=lambda lattice: lattice.score)
    return plain if plain.score >= best.score - 0.04 else best


def _measured(wide: Floats, first: float, last: float, count: int, share: float) -> Lattice:
    """How well a count and a gap (as a share of the pitch) explain the lines."""
    pitch = (last - first) / (count - share)
    length = pitch * (1 - share)
    starts = first + pitch * np.arange(count)
    places = np.concatenate((starts, starts + length)) if share else np.append(starts, last)
    values = wide[np.clip(np.rint(places).astype(int), 0, len(wide) - 1)]
    inner = np.sort(values)
    weakest = float(inner[max(0, int(len(inner) * 0.15))])
    return Lattice(float(first), float(pitch), float(length), count, float(values.mean()), weakest)


def refined(shares: Floats, lattice: Lattice) -> Lattice:
    """The same lattice moved and stretched by a few pixels to where its lines are strongest."""
    soft = np.convolve(shares, np.array([0.25, 0.5, 0.25]), "same").astype(np.float32)
    gap = lattice.pitch - lattice.length
    last = lattice.first + lattice.pitch * (lattice.count - 1) + lattice.length
    best = (-1.0, lattice)
    for a in np.arange(-3, 3.1, 0.5):
        for b in np.arange(-3, 3.1, 0.5):
            for c in np.arange(-3, 3.1, 1.0) if gap > 1 else (0.0,):
                changed = _stretched(lattice, lattice.first + a, last + b, max(0.0, gap + c))
                value = lines_value(soft, changed)
                if value > best[0]:
                    best = (value, changed)
    return best[1]


def _stretched(lattice: Lattice, first: float, last: float, gap: float) -> Lattice:
    pitch = (last - first + gap) / lattice.count
    return Lattice(first, pitch, pitch - gap, lattice.count, lattice.score, lattice.weakest)


def lines_value(values: Floats, lattice: Lattice) -> float:
    """The mean of a profile at the lines of a lattice."""
    starts = lattice.first + lattice.pitch * np.arange(lattice.count)
    places = np.unique(np.round(np.concatenate((starts, starts + lattice.length)), 1))
    return float(np.interp(places, np.arange(len(values)), values).mean())


def extended(shares: Floats, lattice: Lattice) -> Lattice:
    """The lattice with more counters at either end as long as their far lines show."""
    wide = _widened(shares, 3)
    least = max(0.4, 0.92 * lattice.score)

    def shows(place: float) -> bool:
        return 0 <= round(place) < len(wide) and float(wide[round(place)]) >= least

    first, count = lattice.first, lattice.count
    while count < MOST_CELLS and shows(first - lattice.pitch):
        first, count = first - lattice.pitch, count + 1
    while count < MOST_CELLS and shows(first + count * lattice.pitch + lattice.length):
        count += 1
    return replace(lattice, first=first, count=count)
