"""The stored lines of a coast: land, light edge, vignette, borders, and points that gave way to the
water.

Lines are kept as whole numbers, each point relative to the one before, so that a whole theatre fits into
some tens of kilobytes and loads in a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

import msgspec

from app.graphics.curves import Point, Polyline

COAST = -2
EDGE = -1
"""Numbers of the coast and of the light edge inside it; lines in the water count from 0."""


class CoastLines(msgspec.Struct, frozen=True):
    """What the bake stores beside the picture; `unit` counts steps to a hex width."""

    unit: int
    coast: tuple[tuple[int, ...], ...]
    edge: tuple[tuple[int, ...], ...]
    vignette: tuple[tuple[tuple[int, ...], ...], ...]
    borders: tuple[tuple[int, ...], ...]
    symbols: dict[str, tuple[float, float]]
    ports: dict[str, tuple[float, float]]
    route_points: dict[str, tuple[float, float]]
    side_points: dict[str, tuple[float, float]]

    def line(self, packed: Sequence[int]) -> Polyline:
        """A stored line in hex widths."""
        xs, ys = accumulate(packed[0::2]), accumulate(packed[1::2])
        return [(x / self.unit, y / self.unit) for x, y in zip(xs, ys, strict=True)]


EMPTY = CoastLines(500, (), (), (), (), {}, {}, {}, {})


def packed(line: Sequence[Point], unit: int) -> tuple[int, ...]:
    """A line as steps of whole numbers, points that fall together left out."""
    whole = [(round(x * unit), round(y * unit)) for x, y in line]
    kept = [whole[0], *(b for a, b in pairwise(whole) if a != b)]
    steps = [kept[0], *((b[0] - a[0], b[1] - a[1]) for a, b in pairwise(kept))]
    return tuple(number for step in steps for number in step)


def read_coast(data: bytes) -> CoastLines:
    """Decodes stored lines; raises `msgspec.DecodeError` or `msgspec.ValidationError` for anything else."""
    return msgspec.json.decode(data, type=CoastLines)


def side_key(a: str, b: str) -> str:
    """The key of a hexside, the same from both sides."""
    return "|".join(sorted((a, b)))
