"""Hexsides joined to long lines.

Escarpments, rivers, walls and wadis are stored side by side; on a printed map they are one line each.
Here sides that share a corner become chains, softened so that they flow without leaving their hexsides
by more than 0.12 of a hex. The relief that is baked under an escarpment is built from the same chains.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.graphics.curves import Point, Polyline, cut_corners, seeded

SOFTENING = 0.30
_WANDER = 0.022


@dataclass(frozen=True, slots=True)
class Side:
    """One hexside from corner to corner; the upper or protected hex lies to the left if `directed`."""

    start: Point
    end: Point
    directed: bool = False


def corner_key(point: Point) -> tuple[int, int]:
    """Equal for equal corners, whatever hex they were computed from."""
    return round(point[0] * 500), round(point[1] * 500)


def join(sides: Iterable[Side]) -> list[Polyline]:
    """Chains through all sides, each side once; a directed side is never walked backwards."""
    rest = list(dict.fromkeys(sides))
    by_corner: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, side in enumerate(rest):
        by_corner[corner_key(side.start)].append(number)
        by_corner[corner_key(side.end)].append(number)
    unused = dict.fromkeys(range(len(rest)))
    chains: list[Polyline] = []
    for number in sorted(unused, key=lambda i: _loose_ends(rest[i], by_corner), reverse=True):
        if number not in unused:
            continue
        del unused[number]
        ahead = list(_walk(rest, by_corner, unused, number, forward=True))
        behind = list(_walk(rest, by_corner, unused, number, forward=False))
        chains.append([*reversed(behind), rest[number].start, rest[number].end, *ahead])
    return chains


def _loose_ends(side: Side, by_corner: dict[tuple[int, int], list[int]]) -> int:
    return sum(len(by_corner[corner_key(point)]) == 1 for point in (side.start, side.end))


def _walk(
    sides: Sequence[Side],
    by_corner: dict[tuple[int, int], list[int]],
    unused: dict[int, None],
    number: int,
    *,
    forward: bool,
) -> Iterator[Point]:
    """Corners reached from one end of a side, using up the sides on the way."""
    here = sides[number].end if forward else sides[number].start
    while True:
        step = next(
            (
                (i, q)
                for i in by_corner[corner_key(here)]
                if i in unused
                if (q := _beyond(sides[i], here, forward))
            ),
            None,
        )
        if step is None:
            return
        del unused[step[0]]
        here = step[1]
        yield here


def _beyond(side: Side, here: Point, forward: bool) -> Point | None:  # noqa: FBT001
    near, far = (side.start, side.end) if forward else (side.end, side.start)
    if corner_key(near) == corner_key(here):
        return far
    if not side.directed and corner_key(far) == corner_key(here):
        return near
    return None


def softened(chain: Sequence[Point], name: str, amount: float = SOFTENING) -> Polyline:
    """The chain with its inner corners drawn in and rounded, wandering a little, always in the same way."""
    if len(chain) < 3:
        return list(chain)
    soft: Polyline = [chain[0]]
    for before, here, after in zip(chain, chain[1:], chain[2:], strict=False):
        chance = seeded("chain", name, *corner_key(here))
        mean = ((before[0] + after[0]) / 2, (before[1] + after[1]) / 2)
        soft.append(
            (
                here[0] + (mean[0] - here[0]) * amount + chance.uniform(-_WANDER, _WANDER),
                here[1] + (mean[1] - here[1]) * amount + chance.uniform(-_WANDER, _WANDER),
            )
        )
    soft.append(chain[-1])
    return cut_corners(soft, 2)
