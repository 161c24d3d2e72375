"""Remembering what was derived from immutable parts of a state.

Zones of control or the supply net depend on ``state.pieces`` and nothing else, and are asked
for many times at one position. A memo keeps the last few answers, found again by identity of
the immutable objects they were made from; it changes no answer, only the time it takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")


class Memo(Generic[V]):
    """The last ``size`` values of a function of immutable objects, compared by identity.

    Several threads may ask at once (a computer player thinks beside the window): what is kept is an immutable
    tuple that is replaced as a whole.
    """

    def __init__(self, size: int = 4) -> None:
        self._size = size
        self._kept: tuple[tuple[tuple[object, ...], V], ...] = ()

    def get(self, key: tuple[object, ...], make: Callable[[], V]) -> V:
        """The value made from the objects in ``key``; strings and numbers compare by value."""
        for kept, value in self._kept:
            if _same(kept, key):
                return value
        value = make()
        self._kept = ((key, value), *self._kept[: self._size - 1])
        return value


def _same(kept: tuple[object, ...], key: tuple[object, ...]) -> bool:
    if len(kept) != len(key):
        return False
    for a, b in zip(kept, key, strict=True):
        if a is not b and not (isinstance(a, (str, int)) and a == b):
            return False
    return True
