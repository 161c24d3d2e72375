"""What parts counters that stand side by side: a dark line, a light line, a gutter, a gutter between lines.

All of them are bands, darker or lighter than what lies beside them. A dark one begins where it gets darker
and ends where it gets lighter, so of a line beside print as dark as itself one flank is enough to tell
where its middle lies, once its width is known from elsewhere. Frames printed on counters make bands, too,
but wider ones: the innermost band that shows well is the one to cut along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.profiles import FINE, Profile
from app.importing.slicing.sheet import Floats

Doubles = npt.NDArray[np.float64]
LINE_SHARE: Final = 0.046
"""Bands up to this share of what they leave of counters are lines, cut in their middle; others, gutters."""
UNSURE: Final = (0.001, 0.2)
"""Bands are neither for certain if they differ from that by no more than this share and so many pixels."""
HARMLESS: Final = 1.7
"""Half a band of so many pixels may be cut either way."""
SAME: Final = (0.75, 0.15)
"""Bands are of one width if their flanks are no farther apart than so many pixels or such a share."""
WIDER: Final = 0.055
"""How much farther bands may reach to either side, as a share of a counter, than the gutter that was found,
or less far."""
LEAST: Final = 0.75
LEAST_SHOWN: Final = 0.5
INNER: Final = (0.55, 0.85)
"""How well the innermost band must show, measured by the one that shows best, where both have one middle, and
where they do not."""
INK: Final = 0.03
"""Lines beside a gutter are at most so wide, as a share of a counter."""
PARTNER: Final = (0.25, 0.45)
"""How well lines beside a gutter must show, measured by the gutter, perhaps and for certain. Scans that were
turned have halos along light lines that look like weak ones."""
FLANK: Final = 1.5
"""The flank of a band is looked for so many pixels to either side of where it shows best."""
HIDDEN: Final = 1
"""So many of four flanks may be hidden by print as dark as the line."""
OFF: Final = 0.03
"""How far from where boundaries were thought to be, as a share of a counter, their middle is looked for."""
FAR: Final = 0.35
"""How much less a band counts that lies as far off as it may."""
EVEN: Final = 0.25
"""What counts of a band though nothing is the same on both sides of its middle."""


@dataclass(frozen=True)
class Band:
    """Half the width of what parts counters, in pixels, from its middle to its flanks; whether it is dark;
    and half of what is not cut with any counter: 0 for lines."""

    reach: float
    is_dark: bool
    half: float
    is_doubtful: bool = False


@dataclass(frozen=True)
class Joints:
    """Boundaries of one axis laid over one another: where it gets darker and lighter at which distance from
    them."""

    away: Floats
    falls: Floats
    rises: Floats
    strength: Floats
    cell: float
    gap: float

    def shown(self, reach: float, *, is_dark: bool) -> tuple[float, float]:
        """How well a band shows at best, and how far from the boundaries its middle lies then."""
        first, last = (self.falls, self.rises) if is_dark else (self.rises, self.falls)
        most = max(3.0, OFF * self.cell)
        middles = self.away[np.abs(self.away) <= most]
        begins = np.interp(middles - reach, self.away, first)
        ends = np.interp(middles + reach, self.away, last)
        values = (begins + ends + np.minimum(begins, ends)) * (1 - FAR * (middles / most) ** 2)
        values = values * (EVEN + self._evenness(middles))
        best = int(values.argmax())
        return float(values[best]), float(middles[best])

    def beside(self, reach: float, *, is_dark: bool) -> tuple[Floats, Floats]:
        """Bands of the other kind around a band, about the same middle: how far they reach, and how well both
        flanks show, measured by those of the band."""
        middle = self.shown(reach, is_dark=is_dark)[1]
        reaches = np.arange(reach + 1.0, reach + INK * self.cell + 1.0, FINE, dtype=np.float32)
        first, last = (self.falls, self.rises) if is_dark else (self.rises, self.falls)
        own = min(np.interp(middle - reach, self.away, first), np.interp(middle + reach, self.away, last))
        begins = np.interp(middle - reaches, self.away, last)
        ends = np.interp(middle + reaches, self.away, first)
        return reaches, (np.stack((begins, ends)) / max(1e-6, float(own))).astype(np.float32)

    def measured(self, reach: float, *, is_dark: bool) -> float:
        """The same reach by the middles of its flanks, which sharp scans show two pixels wide."""
        middle = self.shown(reach, is_dark=is_dark)[1]
        first, last = (self.falls, self.rises) if is_dark else (self.rises, self.falls)
        places = [_middle(self.away, first, middle - reach), _middle(self.away, last, middle + reach)]
        return (places[1] - places[0]) / 2

    def _evenness(self, middles: Floats) -> Floats:
        """How much is the same on both sides of middles, from 0 to 1."""
        side = FINE * np.arange(1, int((self.gap / 2 + 0.11 * self.cell) / FINE))
        left = np.interp(middles[:, None] - side, self.away, self.strength)
        right = np.interp(middles[:, None] + side, self.away, self.strength)
        both = np.minimum(left, right).sum(axis=1) / np.maximum(np.maximum(left, right).sum(axis=1), 1e-6)
        found: Floats = both.astype(np.float32)
        return found


def _middle(away: Floats, values: Floats, near: float) -> float:
    """The middle of what shows close to a place."""
    close = np.abs(away - near) <= FLANK
    weights = values[close]
    total = float(weights.sum())
    return float((away[close] * weights).sum()) / total if total > 0 else near


def joints(profile: Profile, lines: Floats, cell: float, gap: float) -> Joints:
    """The boundaries of one axis laid over one another."""
    reach = gap / 2 + (WIDER + INK + OFF) * cell + 4
    away, falls = profile.template(lines, reach, profile.falls)
    _, rises = profile.template(lines, reach, profile.rises)
    _, strength = profile.template(lines, reach)
    usual = float(np.median(profile.strength))
    return Joints(away, falls, rises, np.maximum(strength - usual, 0.0), cell, gap)


def band_of(axes: Sequence[Joints]) -> Band | None:
    """What parts the counters of a block; both axes have a say. None if nothing shows."""
    cell = min(joint.cell for joint in axes)
    gap = max(joint.gap for joint in axes)
    reaches = np.arange(max(LEAST, gap / 2 - WIDER * cell), gap / 2 + WIDER * cell, FINE)
    made = {dark: _all_shown(axes, reaches, is_dark=dark) for dark in (True, False)}
    peaks = [(values[k], dark, k) for dark, (values, _) in made.items() for k in _peaks(values)]
    best, best_dark, best_place = max(peaks, default=(0.0, True, 0))
    if best <= LEAST_SHOWN:
        return None
    middles = made[best_dark][1][:, best_place]
    good = []
    for value, dark, k in peaks:
        apart = float(np.abs(made[dark][1][:, k] - middles).max())
        if value >= (INNER[0] if apart <= max(1.5, 0.008 * cell) else INNER[1]) * best:
            good.append((k, dark))
    place, dark = min(good)
    reach = _exact(made[dark][0], reaches, float(reaches[place]))
    if dark:
        return Band(reach, True, 0.0)
    reach = float(np.mean([joint.measured(reach, is_dark=False) for joint in axes]))
    alone = _light(reach, reach, cell + gap)
    lined = _lined(axes, reach)
    if lined is None:
        return alone
    beside = _light(reach, (reach + lined[0]) / 2, cell + gap)
    is_clear = lined[1] >= PARTNER[1] or (alone.half > 0) == (beside.half > 0)
    return beside if is_clear else replace(beside, is_doubtful=True)


def _all_shown(axes: Sequence[Joints], reaches: Doubles, *, is_dark: bool) -> tuple[Doubles, Doubles]:
    """How well bands of several widths show along all axes together, and where the middles lie along each."""
    made = np.array([[joint.shown(float(reach), is_dark=is_dark) for reach in reaches] for joint in axes])
    return made[..., 0].sum(axis=0), made[..., 1]


def _peaks(values: npt.NDArray[np.floating]) -> list[int]:
    inner = range(1, len(values) - 1)
    found = [k for k in inner if values[k] >= values[k - 1] and values[k] > values[k + 1]]
    return [0, *found] if len(values) > 1 and values[0] > values[1] else found


def _exact(values: Doubles, reaches: Doubles, reach: float) -> float:
    """The top of the peak at a reach, between the places looked at."""
    k = int(np.abs(reaches - reach).argmin())
    if not 0 < k < len(values) - 1:
        return reach
    a, b, c = (float(values[k + by]) for by in (-1, 0, 1))
    bend = a - 2 * b + c
    return reach + (FINE * 0.5 * (a - c) / bend if bend < 0 else 0.0)


def _lined(axes: Sequence[Joints], reach: float) -> tuple[float, float] | None:
    """Where lines beside a gutter end on the side of the counters, and how well they show; None if there are
    none."""
    made = [joint.beside(reach, is_dark=False) for joint in axes]
    shortest = min(len(reaches) for reaches, _ in made)
    flanks = np.sort(np.concatenate([values[:, :shortest] for _, values in made]), axis=0)
    reaches, values = made[0][0], flanks[HIDDEN if len(flanks) > 2 else 0]
    peaks = [k for k in _peaks(values) if values[k] >= PARTNER[0]]
    return (float(reaches[peaks[0]]), float(values[peaks[0]])) if peaks else None


def _light(reach: float, half: float, pitch: float) -> Band:
    """A light band as a line or a gutter; dark ones are lines, whatever they look like."""
    cell = pitch - 2 * half
    away = abs(2 * half - LINE_SHARE * cell)
    doubtful = half > HARMLESS and away < UNSURE[0] * cell + UNSURE[1]
    return Band(reach, False, 0.0 if 2 * half <= LINE_SHARE * cell else half, doubtful)


def agreed(band: Band, others: Sequence[Band]) -> Band:
    """A doubtful band told by those of the other blocks of its sheet: printers draw lines around all or leave
    gutters in all. Unchanged if these do not agree with it or with each other."""
    alike = [other for other in others if other.is_dark == band.is_dark and not other.is_doubtful]
    near = [other for other in alike if abs(other.reach - band.reach) <= max(SAME[0], SAME[1] * band.reach)]
    kinds = {other.half > 0 for other in near}
    if not band.is_doubtful or len(kinds) != 1:
        return band
    return replace(band, half=(band.half or band.reach) if kinds.pop() else 0.0, is_doubtful=False)
