"""Zones of control: which places a set of pieces reaches out to, and who holds which place.

What ZOC crosses is a matter of the board and is compiled once (:func:`compile_reach`); the rest
follows from where pieces stand. Both are asked at every step of every path, so they are remembered
until a piece of that side changes (:class:`SideMemo`), which the other side's moves do not do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from engine.ids import PieceId
from engine.state.model import Piece

V = TypeVar("V")


def compile_reach(
    neighbors: Sequence[Iterable[int]], crosses: Callable[[int, int], bool]
) -> tuple[tuple[int, ...], ...]:
    """For each place those into which ZOC extends from it; negative neighbors are off the map."""
    return tuple(tuple(j for j in around if j >= 0 and crosses(i, j)) for i, around in enumerate(neighbors))


def zone_of(places: Iterable[int], reach: Sequence[Sequence[int]]) -> Mapping[int, int]:
    """Places in the ZOC of pieces standing in ``places``, each with the number of places it comes from."""
    found: Counter[int] = Counter()
    for place in set(places):
        found.update(reach[place])
    return found


class SideMemo(Generic[V]):
    """The last values derived from one side's pieces, valid as long as none of these has changed."""

    def __init__(self, pieces: Iterable[PieceId], size: int = 3) -> None:
        self._ids = tuple(pieces)
        self._size = size
        self._kept: list[tuple[object, list[Piece | None], V]] = []

    def get(self, key: object, pieces: Mapping[PieceId, Piece], make: Callable[[], V]) -> V:
        """The value for a key and these pieces; ``make`` is called only if it is not known."""
        now = list(map(pieces.get, self._ids))
        for kept_key, held, value in self._kept:
            if kept_key == key and held == now:
                return value
        value = make()
        self._kept.insert(0, (key, now, value))
        del self._kept[self._size :]
        return value
