"""Supply on networks: ranges counted from sources, the traced path, and what one depot could feed.

Range is traced from the source to the unit with the same search as movement, over a network and
terms of its own. Rules that count hexes, or ask only whether a way exists, use :func:`connected`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.kit.movement import Path, Spread, spread
from engine.kit.network import Mover


def ranges(mover: Mover, sources: Iterable[int]) -> Mapping[int, Spread]:
    """For each source all places in its range."""
    return {source: spread(mover, source) for source in sources}


def feeders(found: Mapping[int, Spread]) -> Mapping[int, tuple[int, ...]]:
    """The same turned round: for each place the sources that reach it, the cheapest first."""
    by_place: dict[int, list[tuple[int, int]]] = {}
    for source, reach in found.items():
        for place, cost in reach.cost.items():
            by_place.setdefault(place, []).append((cost, source))
    return {place: tuple(source for _, source in sorted(pairs)) for place, pairs in by_place.items()}


def connected(
    neighbors: Sequence[Iterable[int]], starts: Iterable[int], passable: Callable[[int, int], bool]
) -> Mapping[int, int]:
    """Places that can be reached over passable steps, each with the one before it (starts: themselves)."""
    came = {start: start for start in starts}
    queue = deque(came)
    while queue:
        i = queue.popleft()
        for j in neighbors[i]:
            if j >= 0 and j not in came and passable(i, j):
                came[j] = i
                queue.append(j)
    return came


def trace_back(came: Mapping[int, int], place: int) -> Path:
    """The shortest way from a place back to the start it was reached from, both ends included."""
    path = [place]
    while came[path[-1]] != path[-1]:
        path.append(came[path[-1]])
    return tuple(path)
