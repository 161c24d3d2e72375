"""How lines lean: what turn is left in a straightened picture, and whether lines are parallel at all.

On a photograph taken at an angle each line leans a little more than the one before. Single lines that lean
otherwise than all others do not tell that; print beside them does. A few lines of one block tell little, so
those of all blocks are held together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.importing.slicing.edges import Bools
from app.importing.slicing.sheet import Floats

Doubles = npt.NDArray[np.float64]
MANY: Final = 5
"""So many lines of one block tell by themselves how they lean."""
PLAIN: Final = (3.0, 6.0)
"""How many times what lines of one block, and of several with few lines each, stray from leaning evenly they
must lean more from first to last."""
GRAIN: Final = 0.25
"""How exactly, in pixels, it is known how far a line leans."""
FORGIVEN: Final = 1.0
"""By so many pixels two lines may lean differently where there are no more."""


@dataclass(frozen=True)
class Leans:
    """The lines of one axis of a block: where each is, how many pixels its end lies beside its start, whether
    that is certain; over what length that was measured; and how large counters are."""

    places: Floats
    away: Floats
    certain: Bools
    along: float
    cell: float

    @property
    def turns(self) -> Doubles:
        """By how many degrees each line leans."""
        found: Doubles = np.rad2deg(self.away.astype(np.float64) / self.along)
        return found


def leaning(columns: Sequence[Leans], rows: Sequence[Leans]) -> float:
    """The turn, in degrees counter-clockwise, that is left in the picture; 0 if the lines do not agree. Long
    lines tell more than short ones."""
    axes = [*columns, *rows]
    known = np.concatenate([*(-axis.turns for axis in columns), *(axis.turns for axis in rows), np.zeros(0)])
    if len(known) < 6:
        return 0.0
    weights = np.concatenate([np.full(len(axis.away), axis.along**2) for axis in axes])
    middle = _weighted_median(known, weights)
    spread = (
        _weighted_median(np.abs(known - middle), weights) * float((weights**2).sum()) ** 0.5 / weights.sum()
    )
    return middle if abs(middle) > 3 * spread else 0.0


def bending(axes: Sequence[Leans]) -> float:
    """By what share of a counter the first lines lean more than the last, at most of some blocks of which the
    lines of one direction are given."""
    few = [axis for axis in axes if len(axis.away) < MANY]
    many = [axis for axis in axes if len(axis.away) >= MANY]
    alone = [_bend(axis.places, axis.away / axis.along, axis, PLAIN[0]) for axis in many]
    places = np.concatenate([*(axis.places[axis.certain] for axis in few), np.zeros(0)])
    leans = np.concatenate([*(axis.away[axis.certain] / axis.along for axis in few), np.zeros(0)])
    return max((*alone, *(_bend(places, leans, axis, PLAIN[1]) for axis in few)), default=0.0)


def _bend(places: Doubles | Floats, leans: Doubles | Floats, axis: Leans, plain: float) -> float:
    """How much more the first line of an axis leans than its last if lines at some places lean so."""
    if len(places) < 2 or len(axis.places) < 2:
        return 0.0
    if len(places) == 2:
        apart = abs(float(leans[1] - leans[0])) * axis.along - FORGIVEN
        return max(0.0, apart) / axis.cell
    slope, rest = _evenly(places, leans)
    rest = max(rest, GRAIN / axis.along / 2)
    if abs(slope) * float(np.ptp(places)) <= plain * rest:
        return 0.0
    return abs(slope) * float(np.ptp(axis.places)) * axis.along / axis.cell


def _evenly(places: Doubles | Floats, leans: Doubles | Floats) -> tuple[float, float]:
    """How much more lines lean from pixel to pixel, and how far they stray from that in the mean."""
    middle = float(places.mean())
    fit = np.polyfit(places - middle, leans, 1)
    return float(fit[0]), float(np.abs(np.polyval(fit, places - middle) - leans).mean())


def _weighted_median(values: Doubles, weights: Doubles) -> float:
    order = values.argsort()
    sums = weights[order].cumsum()
    return float(values[order][int(np.searchsorted(sums, sums[-1] / 2))])
