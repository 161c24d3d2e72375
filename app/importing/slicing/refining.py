"""Lines to the pixel: the lattice of a block is laid once more on the straightened picture at full size.

All lines of one kind look alike, so they are laid over one another: what noise hides at one line shows in the
sum. How far apart they are is the distance at which the whole profile repeats itself; where they lie, the
middle of the band that parts the counters. Each line is then moved to where it resembles the others most, and
strays are put in line.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import Image

from app.importing.slicing.bands import LINE_SHARE, Band, Joints, agreed, band_of, joints
from app.importing.slicing.grid import Block, Box, Cell, Span
from app.importing.slicing.lattice import Lattice, between
from app.importing.slicing.leaning import Leans, bending
from app.importing.slicing.profiles import FINE, Profile, profile_of
from app.importing.slicing.sheet import Floats

AROUND: Final = 0.11
"""How far around a boundary, as a share of a counter, it is compared with others."""
CLEAR: Final = 0.6
"""How alike a line must be to the others for its place to count."""
CERTAIN: Final = 0.8
"""The same for outermost lines to be looked for by themselves, and for few lines to say that they lean."""
FEW: Final = 2
"""Up to so many counters in a row the outermost lines are looked for by themselves."""
ENDING: Final = (0.04, 0.02)
PACE: Final = 0.035
"""How far from the first guess, as a share, the pitch is looked for."""
UNSEEN: Final = 0.12
"""Gutters of up to such a share of a counter may have been lost in the lengths of a few counters."""
OUTER: Final = 0.3
"""How much the outermost lines count beside two inner ones; beside more they do not count."""
ROUNDS: Final = 3
REACHES: Final = (0.035, 0.015)
"""How far lines are looked for, as a share of a counter, at first and later."""


@dataclass(frozen=True)
class Axis1:
    """One axis refined: its counters, how far lines stray, how they lean, whether gutters may be lines, and
    how far the flanks of lines are from their middle."""

    spans: tuple[Span, ...]
    stray: float
    leans: Leans
    narrow: bool = False
    flank: float = 0.0


@dataclass(frozen=True)
class Refined:
    """A block refined."""

    columns: Axis1
    rows: Axis1
    band: Band | None = None

    def block(self, missing: frozenset[Cell] = frozenset()) -> Block:
        """The block as data."""
        return Block(self.columns.spans, self.rows.spans, missing)


@dataclass
class Working:
    """One axis while it is being refined."""

    profile: Profile
    lattice: Lattice
    middles: Floats
    stray: float = 0.0

    @property
    def inner(self) -> Floats:
        """The boundaries between two counters."""
        return self.middles[1:-1]

    def joints(self) -> Joints:
        """These laid over one another."""
        return joints(self.profile, self.inner, self.lattice.length, self.lattice.gap)


def refined(
    picture: Image.Image, columns: Lattice, rows: Lattice, reach: float, others: Sequence[Band] = ()
) -> Refined:
    """Both axes of a block on the lines near them; where none stand side by side, on those within `reach`. Of
    what parts counters, where that is not certain, other blocks of the sheet tell."""
    box = Box(columns.first, rows.first, columns.last, rows.last)
    axes = (
        _working(profile_of(picture, box, "columns", columns.length), columns, reach),
        _working(profile_of(picture, box, "rows", rows.length), rows, reach),
    )
    parted = [axis for axis in axes if axis.lattice.count > 1]
    band: Band | None = None
    for number in range(ROUNDS):
        band = band_of([axis.joints() for axis in parted]) if parted else None
        for axis in parted:
            _settle(axis, band, REACHES[min(number, 1)])
    band = agreed(band, others) if band is not None else None
    return Refined(_finished(axes[0], band), _finished(axes[1], band), band)


def _working(profile: Profile, lattice: Lattice, reach: float) -> Working:
    if lattice.gap <= LINE_SHARE * lattice.length:
        lattice = between(lattice.first, lattice.last, lattice.count)
    lattice = _paced(profile, lattice) if lattice.count > 1 else _laid(profile, lattice, min(reach, 6.0))
    numbers = np.arange(lattice.count + 1)
    middles = (lattice.first - lattice.gap / 2 + lattice.pitch * numbers).astype(np.float32)
    return Working(profile, lattice, middles)


def _settle(axis: Working, band: Band | None, share: float) -> None:
    """Moves all boundaries to the middle of the band, and each to where it is most like the others."""
    if band is not None:
        axis.middles = axis.middles + np.float32(axis.joints().shown(band.reach, is_dark=band.is_dark)[1])
    moves, weights = _moves(axis.profile, axis.middles, axis.lattice, share)
    if len(weights) > 3:
        weights[[0, -1]] *= OUTER if len(weights) == 4 else 0.0
    axis.middles, more = _in_line(axis.middles, moves, weights, axis.lattice.length)
    axis.stray = max(axis.stray, more)


def _finished(axis: Working, band: Band | None) -> Axis1:
    lattice, half = axis.lattice, band.half if band is not None else axis.lattice.gap / 2
    if lattice.count > 1 and band is not None:
        axis.middles = axis.middles + np.float32(axis.joints().shown(band.reach, is_dark=band.is_dark)[1])
        if lattice.count <= FEW:
            axis.middles = _ended(axis, band)
    elif lattice.count == 1:
        half = 0.0
    spans = tuple(Span(float(a) + half, float(b) - half) for a, b in itertools.pairwise(axis.middles))
    doubtful = lattice.count > 1 and band is not None and band.is_doubtful
    flank = band.reach if band is not None and not half else 0.0
    return Axis1(spans, axis.stray, _leans(axis.profile, axis.middles, lattice), doubtful, flank)


def _ended(axis: Working, band: Band) -> Floats:
    """The boundaries of a few counters with the outermost looked for by themselves: where their inner side is
    like that of the others; if it is not, where the flanks of the band show."""
    profile, found = axis.profile, axis.middles.copy()
    moves, weights = _moves(profile, axis.middles, axis.lattice, ENDING[0])
    reach = max(3.0, ENDING[1] * axis.lattice.length)
    shifts = np.arange(-reach, reach + FINE / 2, FINE, dtype=np.float32)
    first, last = (profile.falls, profile.rises) if band.is_dark else (profile.rises, profile.falls)
    flank = np.float32(band.reach)
    for end in (0, -1):
        if weights[end] >= CERTAIN:
            found[end] += moves[end]
            continue
        places = axis.middles[end] + shifts
        values = profile.at(places - flank, first) + profile.at(places + flank, last)
        values = values - np.float32(0.02) * values.max() * np.abs(shifts)
        found[end] = places[int(values.argmax())]
    return found


def _paced(profile: Profile, lattice: Lattice) -> Lattice:
    """The lattice with the pitch at which the profile repeats itself best, about the same middle."""
    count, middle = lattice.count, (lattice.first + lattice.last) / 2
    room = 0.06 * lattice.length
    places = np.arange(lattice.first - room, lattice.last + room, 0.5, dtype=np.float32)
    values = profile.at(places)
    values = values - values.mean()
    fine = min(0.25, 0.5 / (count - 1))
    pace = PACE * min(1.0, 0.5 * (count - 1))
    more = pace if lattice.gap else max(pace, UNSEEN / count)
    pitches = np.arange((1 - pace) * lattice.pitch, (1 + more) * lattice.pitch, fine)
    alike = np.zeros(len(pitches))
    numbers = np.arange(len(values))
    for turns in range(1, count):
        for k, pitch in enumerate(pitches):
            moved = np.interp(numbers + 2 * turns * pitch, numbers, values, right=0.0)
            alike[k] += float((values * moved).sum()) / (1 + 0.02 * turns)
    pitch = float(pitches[int(alike.argmax())])
    first = middle - (pitch * count - lattice.gap) / 2
    return Lattice(first, pitch, pitch - lattice.gap, count, lattice.evidence)


def _laid(profile: Profile, lattice: Lattice, reach: float) -> Lattice:
    """The lattice moved and stretched as a whole to where its lines are strongest together."""
    base, values = profile.base, np.convolve(profile.strength, np.array([0.25, 0.5, 0.25]), "same")
    places = np.arange(len(values))
    for by, step in ((reach, max(0.5, reach / 8)), (1.0, 0.25)):
        moves = np.arange(-by, by + step / 2, step)
        best = (-1.0, lattice)
        for a in moves:
            for b in moves:
                changed = between(lattice.first + a, lattice.last + b, lattice.count, lattice.gap)
                at = np.concatenate((changed.starts, changed.ends)) - base
                value = float(np.interp(at, places, values).mean()) - 1e-4 * (abs(a) + abs(b))
                if value > best[0]:
                    best = (value, changed)
        lattice = best[1]
    return lattice


def _moves(
    profile: Profile, lines: Floats, lattice: Lattice, share: float, values: Floats | None = None
) -> tuple[Floats, Floats]:
    """How far each boundary must move to resemble the sum of the inner ones most, and how clearly; of the
    outermost only the side of the counter is compared."""
    reach = max(3.0, share * lattice.length)
    inner = lines[1:-1] if len(lines) > 2 else lines
    side = lattice.gap / 2 + 0.6 * AROUND * lattice.length
    away, template = profile.template(inner, side, values)
    shifts = np.arange(-reach, reach + FINE / 2, FINE)
    moves, weights = np.zeros_like(lines), np.zeros_like(lines)
    for number, line in enumerate(lines):
        used = np.ones(len(away), dtype=bool)
        if number in {0, len(lines) - 1} and len(lines) > 2:
            inward = away if number == 0 else -away
            used = inward >= lattice.gap / 2
        own = template[used] - template[used].mean()
        windows = profile.at(line + away[None, used] + shifts[:, None], values)
        windows = windows - windows.mean(axis=1, keepdims=True)
        alike = windows @ own
        strength = np.sqrt((windows**2).sum(axis=1) * max(1e-6, float((own**2).sum())))
        close = alike / np.maximum(strength, 1e-6)
        best = int(np.argmax(close * np.minimum(1.0, alike / max(1e-6, 0.5 * float(alike.max())))))
        moves[number] = shifts[best]
        weights[number] = max(0.0, float(close[best])) if alike[best] > 0.2 * float((own**2).sum()) else 0.0
    return moves, weights


def _in_line(lines: Floats, moves: Floats, weights: Floats, cell: float) -> tuple[Floats, float]:
    """The lines moved, strays put in line; and how far the usual line strays from equal distances."""
    numbers = np.arange(len(lines), dtype=np.float32)
    kept = weights >= CLEAR * OUTER
    if kept.sum() < 2:
        return lines, 0.0
    line = np.zeros_like(moves)
    for _ in range(3):
        fit = np.polyfit(numbers[kept], moves[kept], 2 if kept.sum() >= 7 else 1, w=weights[kept])
        line = np.polyval(fit, numbers).astype(np.float32)
        away = np.abs(moves - line)
        stays = kept & (away <= max(0.8, 2.5 * float(np.median(away[kept]))))
        if stays.sum() < max(2, 0.5 * kept.sum()):
            break
        kept = stays
    straight = np.polyval(np.polyfit(numbers, line, 1), numbers)
    return lines + line, float(np.abs(line - straight).max()) / cell


def _leans(profile: Profile, lines: Floats, lattice: Lattice) -> Leans:
    """How far each clear line leans."""
    made = [_moves(profile, lines, lattice, REACHES[1], values) for values in profile.thirds]
    known = np.minimum(made[0][1], made[1][1])
    if len(known) > 3:
        known[[0, -1]] *= OUTER if len(known) == 4 else 0.0
    clear = known >= CLEAR
    away = (made[1][0] - made[0][0])[clear]
    return Leans(lines[clear], away, known[clear] >= CERTAIN, profile.reach_along, lattice.length)


def bent(found: Sequence[Refined]) -> float:
    """By what share of a counter the lines of some block lean more and more, at most."""
    return max(bending([part.columns.leans for part in found]), bending([part.rows.leans for part in found]))
