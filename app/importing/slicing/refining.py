"""Lines to the pixel: the lattice of a block is laid once more on the straightened picture at full size.

All lines of one kind look alike, so they are laid over one another: what noise hides at one line shows in the
sum. How far apart they are is the distance at which the whole profile repeats itself; where they lie, the
middle about which the sum is the same on both sides. Each line is then moved to where it resembles the others
most, and strays are put in line.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import Image

from app.importing.slicing.grid import Axis, Block, Box, Cell, Span
from app.importing.slicing.lattice import Lattice, between
from app.importing.slicing.sheet import Floats

STRIPS: Final = 48
MOST_STEP: Final = 40.0
LINE_SHARE: Final = 0.046
"""Cut lines and gutters up to this share of a counter are cut in their middle."""
PARTNER: Final = 0.45
"""How strong, measured by the first, the other edge of a line must be."""
FINE: Final = 0.25
AROUND: Final = 0.11
"""How far around a boundary, as a share of a counter, its two sides are compared."""
LINE: Final = 0.12
"""Between two counters runs a line when something shows in their middle, measured by what shows beside it."""
FIRST: Final = 0.35
"""An edge is the edge of a counter when it is so strong, measured by the strongest near it."""
CLEAR: Final = 0.6
"""How alike a line must be to the others for its place to count."""
NARROW: Final = (0.0212, 0.028)
"""Edges at such a share of a counter from a boundary may be those of a thick line or of a narrow gutter."""
FEW: Final = 3
"""Up to so many counters in a row the outermost lines are looked for by themselves."""
ENDING: Final = 0.02
PACE: Final = 0.035
"""How far from the first guess, as a share, the pitch is looked for."""
PHASE: Final = 0.085
"""How far from the first guess, as a share of a counter, the middle of boundaries is looked for."""
OUTER: Final = 0.3
"""How much the outermost lines count beside two inner ones; beside more they do not count."""
ROUNDS: Final = 3
REACHES: Final = (0.035, 0.015)
"""How far lines are looked for, as a share of a counter, at first and later."""


@dataclass(frozen=True)
class Profile:
    """How colors change across a stretch of the picture: strength and sign at each pixel, the middle of the
    first being `base`, for all strips along and for the first and the last third of them."""

    base: float
    strength: Floats
    signed: Floats
    thirds: tuple[Floats, Floats]
    reach_along: float

    def at(self, places: Floats, values: Floats | None = None) -> Floats:
        """The strength, or other values, at places of the picture."""
        known = self.strength if values is None else values
        found: Floats = np.interp(places - self.base, np.arange(len(known)), known).astype(np.float32)
        return found


@dataclass(frozen=True)
class Axis1:
    """One axis refined: its counters, how far the lines stray, and how they lean and bend."""

    spans: tuple[Span, ...]
    stray: float
    leans: Floats
    bend: float
    narrow: bool = False


@dataclass(frozen=True)
class Refined:
    """A block refined."""

    columns: Axis1
    rows: Axis1

    def block(self, missing: frozenset[Cell] = frozenset()) -> Block:
        """The block as data."""
        return Block(self.columns.spans, self.rows.spans, missing)


def refined(
    picture: Image.Image, columns: Lattice, rows: Lattice, reach: float, phase: float = PHASE
) -> Refined:
    """Both axes of a block on the edges within `reach` pixels, or a share of a counter if that is more."""
    box = Box(columns.first, rows.first, columns.last, rows.last)
    return Refined(
        _axis(
            profile_of(picture, box, "columns", columns.length), columns, max(reach, phase * columns.length)
        ),
        _axis(profile_of(picture, box, "rows", rows.length), rows, max(reach, phase * rows.length)),
    )


def profile_of(picture: Image.Image, box: Box, axis: Axis, cell: float) -> Profile:
    """The profile of a box with some room at both ends."""
    room = int(0.12 * cell) + 8
    if axis == "columns":
        area = (int(box.left) - room, int(box.top), int(box.right) + room + 2, int(box.bottom))
    else:
        area = (int(box.left), int(box.top) - room, int(box.right), int(box.bottom) + room + 2)
    pixels = np.asarray(picture.crop(area).convert("RGB"))
    if axis == "rows":
        pixels = pixels.transpose(1, 0, 2)
    strips = max(3, min(STRIPS, pixels.shape[0] // 6))
    used = pixels[: pixels.shape[0] // strips * strips]
    means = used.reshape(strips, -1, used.shape[1], 3).mean(axis=1, dtype=np.float32)
    steps = np.zeros_like(means)
    steps[:, 1:-1] = means[:, 2:] - means[:, :-2]
    strong = np.minimum(np.abs(steps).max(axis=2), MOST_STEP)
    third = max(1, strips // 3)
    return Profile(
        0.5 + float(area[0] if axis == "columns" else area[1]),
        strong.mean(axis=0),
        np.clip(steps.mean(axis=2), -MOST_STEP, MOST_STEP).mean(axis=0),
        (strong[:third].mean(axis=0), strong[-third:].mean(axis=0)),
        len(used) * (1 - third / strips),
    )


def _axis(profile: Profile, lattice: Lattice, reach: float) -> Axis1:
    """The boundaries between counters laid over one another: what is symmetric in the sum is their middle."""
    if lattice.gap <= LINE_SHARE * lattice.length:
        lattice = between(lattice.first, lattice.last, lattice.count)
    lattice = _paced(profile, lattice) if lattice.count > 1 else _laid(profile, lattice, min(reach, 6.0))
    middles = (lattice.first - lattice.gap / 2 + lattice.pitch * np.arange(lattice.count + 1)).astype(
        np.float32
    )
    usual, stray = float(np.median(profile.strength)), 0.0
    for number in range(ROUNDS if lattice.count > 1 else 0):
        center = _symmetric(profile, middles[1:-1], lattice, usual, 2.0 if number else reach)
        moves, weights = _moves(profile, middles + center, lattice, REACHES[min(number, 1)])
        middles, more = _in_line(middles + center, moves, weights, lattice.length)
        stray = max(stray, more)
    inner = middles[1:-1] if lattice.count > 1 else middles
    half = float(_half_gap(profile, inner, lattice, usual) if lattice.count > 1 else lattice.gap / 2)
    if 1 < lattice.count <= FEW:
        middles = _ended(profile, middles, lattice, half)
    spans = tuple(Span(float(a) + half, float(b) - half) for a, b in itertools.pairwise(middles))
    narrow = lattice.count > 1 and _is_narrow(profile, inner, lattice, usual)
    return Axis1(spans, stray, *_lean(profile, middles, lattice), narrow)


def _symmetric(profile: Profile, lines: Floats, lattice: Lattice, usual: float, reach: float) -> float:
    """How far from the lines the middle lies about which their sum is the same on both sides."""
    side = lattice.gap / 2 + AROUND * lattice.length
    away, strong = _template(profile, lines, reach + side)
    strong = np.maximum(strong - usual, 0.0)
    wide = round(side / FINE)
    best = (-np.inf, 0.0)
    for k in range(wide, len(away) - wide):
        left, right = strong[k - wide : k + 1][::-1], strong[k : k + wide + 1]
        both = float(np.minimum(left, right).sum()) - 0.5 * float(np.abs(left - right).sum())
        if both > best[0]:
            best = (both, float(away[k]))
    return best[1]


def _half_gap(profile: Profile, lines: Floats, lattice: Lattice, usual: float) -> float:
    """Half of what lies between two counters: 0 where they touch or only a line parts them, otherwise the way
    from the middle to the edge; where that edge is a printed line, to the middle of the line."""
    line = LINE_SHARE * lattice.length / 2
    away, strong = _template(profile, lines, lattice.gap / 2 + AROUND * lattice.length)
    _, signed = _template(profile, lines, lattice.gap / 2 + AROUND * lattice.length, profile.signed)
    middle = len(away) // 2
    folded = np.maximum(strong[middle:] + strong[: middle + 1][::-1] - 2 * usual, 0.0)
    turned = signed[middle:] - signed[: middle + 1][::-1]
    reach = FINE * np.arange(len(folded))
    beyond = float(folded[(reach > line) & (reach <= max(3 * line, lattice.gap / 2 + line))].max(initial=0.0))
    peaks = [k for k in range(1, len(folded) - 1) if folded[k] >= max(folded[k - 1], folded[k + 1], 0.5)]
    peaks = [0, *peaks] if folded[0] > max(folded[1], 0.5) else peaks
    if any(reach[k] <= line and folded[k] >= LINE * beyond for k in peaks):
        return 0.0
    peaks = [k for k in peaks if folded[k] >= FIRST * beyond]
    wide = [k for k in peaks if reach[k] > line]
    if not wide:
        return lattice.gap / 2
    first = wide[0]
    for other in wide[1:]:
        if reach[other] - reach[first] > 2 * line:
            break
        if turned[other] * turned[first] < 0 and folded[other] >= PARTNER * folded[first]:
            return float(reach[first] + reach[other]) / 2
    return float(reach[first])


def _is_narrow(profile: Profile, lines: Floats, lattice: Lattice, usual: float) -> bool:
    """Whether the first strong edge beside the boundaries may be a thick line's or a gutter's."""
    away, strong = _template(profile, lines, 2 * LINE_SHARE * lattice.length)
    middle = len(away) // 2
    folded = np.maximum(strong[middle:] + strong[: middle + 1][::-1] - 2 * usual, 0.0)
    least = 0.5 * float(folded.max(initial=0.0))
    peaks = [k for k in range(1, len(folded) - 1) if folded[k] >= max(folded[k - 1], folded[k + 1], least)]
    if not peaks or folded[0] >= least:
        return False
    low, high = NARROW
    return low <= FINE * peaks[0] / lattice.length <= high


def _paced(profile: Profile, lattice: Lattice) -> Lattice:
    """The lattice with the pitch at which the profile repeats itself best, about the same middle."""
    count, middle = lattice.count, (lattice.first + lattice.last) / 2
    room = 0.06 * lattice.length
    places = np.arange(lattice.first - room, lattice.last + room, 0.5, dtype=np.float32)
    values = profile.at(places)
    values = values - values.mean()
    fine = min(0.25, 0.5 / (count - 1))
    pace = PACE * min(1.0, 0.3 * (count - 1))
    pitches = np.arange((1 - pace) * lattice.pitch, (1 + pace) * lattice.pitch, fine)
    alike = np.zeros(len(pitches))
    numbers = np.arange(len(values))
    for turns in range(1, count):
        for k, pitch in enumerate(pitches):
            moved = np.interp(numbers + 2 * turns * pitch, numbers, values, right=0.0)
            alike[k] += float((values * moved).sum()) / (1 + 0.02 * turns)
    pitch = float(pitches[int(alike.argmax())])
    first = middle - (pitch * count - lattice.gap) / 2
    return Lattice(first, pitch, pitch - lattice.gap, count, lattice.evidence)


def _ended(profile: Profile, middles: Floats, lattice: Lattice, half: float) -> Floats:
    """The boundaries of a few counters with the outermost looked for by themselves: where the edges that the
    inner ones have lie on the side of the counter, and where they touch, on the other side, too.
    """
    around = half + LINE_SHARE * lattice.length
    away, strong = _template(profile, middles[1:-1], around)
    folded = strong + strong[::-1]
    near = np.abs(away) <= LINE_SHARE * lattice.length / 2
    edge = half or float(np.abs(away[near][int(folded[near].argmax())]))
    reach = max(3.0, ENDING * lattice.length)
    shifts = np.arange(-reach, reach + FINE / 2, FINE, dtype=np.float32)
    found = middles.copy()
    for end, inward in ((0, 1.0), (-1, -1.0)):
        places = middles[end] + shifts
        values = profile.at(places + np.float32(inward * edge))
        if not half and edge >= 0.5:
            values = values + 0.5 * profile.at(places - np.float32(inward * edge))
        values = values - np.float32(0.02) * values.max() * np.abs(shifts)
        found[end] = places[int(values.argmax())]
    return found


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


def _template(
    profile: Profile, lines: Floats, reach: float, values: Floats | None = None
) -> tuple[Floats, Floats]:
    """The lines laid over one another: distances and mean values."""
    count = int(np.ceil(reach / FINE))
    away = (FINE * np.arange(-count, count + 1)).astype(np.float32)
    found = profile.at(lines[:, None] + away[None, :], values).mean(axis=0)
    return away, found


def _moves(
    profile: Profile, lines: Floats, lattice: Lattice, share: float, values: Floats | None = None
) -> tuple[Floats, Floats]:
    """How far each boundary must move to resemble the sum of the inner ones most, and how clearly; of the
    outermost only the side of the counter is compared."""
    reach = max(3.0, share * lattice.length)
    inner = lines[1:-1] if len(lines) > 2 else lines
    side = lattice.gap / 2 + 0.6 * AROUND * lattice.length
    away, template = _template(profile, inner, side, values)
    shifts = np.arange(-reach, reach + FINE / 2, FINE)
    moves, weights = np.zeros_like(lines), np.zeros_like(lines)
    for number, line in enumerate(lines):
        used = np.ones(len(away), dtype=bool)
        if number in {0, len(lines) - 1} and len(lines) > 2:
            inward = away if number == 0 else -away
            used = inward >= max(0.0, lattice.gap / 2) - LINE_SHARE * lattice.length
        own = template[used] - template[used].mean()
        windows = profile.at(line + away[None, used] + shifts[:, None], values)
        windows = windows - windows.mean(axis=1, keepdims=True)
        alike = windows @ own
        strength = np.sqrt((windows**2).sum(axis=1) * max(1e-6, float((own**2).sum())))
        close = alike / np.maximum(strength, 1e-6)
        best = int(np.argmax(close * np.minimum(1.0, alike / max(1e-6, 0.5 * float(alike.max())))))
        moves[number] = shifts[best]
        weights[number] = max(0.0, float(close[best])) if alike[best] > 0.2 * float((own**2).sum()) else 0.0
    if len(lines) > 3:
        weights[[0, -1]] *= OUTER if len(lines) == 4 else 0.0
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


def _lean(profile: Profile, lines: Floats, lattice: Lattice) -> tuple[Floats, float]:
    """By how many pixels a pixel along each clear line leans, and by what share of a counter the first lean
    more than the last."""
    made = [_moves(profile, lines, lattice, REACHES[1], values) for values in profile.thirds]
    clear = np.minimum(made[0][1], made[1][1]) >= CLEAR
    away = (made[1][0] - made[0][0])[clear]
    leans = away / profile.reach_along
    if clear.sum() < 5:
        apart = float(np.ptp(away)) - 1.0 if clear.sum() > 1 else 0.0
        return leans, max(0.0, apart) / lattice.length
    numbers = np.arange(len(lines))[clear]
    fit = np.polyfit(numbers, away, 1)
    rest = float(np.abs(np.polyval(fit, numbers) - away).mean())
    slope = abs(float(fit[0])) * (len(lines) - 1)
    return leans, slope / lattice.length if slope > 3 * rest else 0.0


def leaning(found: Sequence[Refined]) -> float:
    """The turn, in degrees counter-clockwise, that is left in the picture; 0 if the lines do not agree."""
    leans = [-refined.columns.leans for refined in found] + [refined.rows.leans for refined in found]
    known = np.rad2deg(np.concatenate(leans)) if leans else np.zeros(0)
    if len(known) < 6:
        return 0.0
    middle = float(np.median(known))
    spread = float(np.median(np.abs(known - middle))) / len(known) ** 0.5
    return middle if abs(middle) > 3 * spread else 0.0
