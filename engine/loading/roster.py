"""What the checks need to know of counters, told as facts of a module.

Set-ups, schedule and conditions care who owns a counter and how many steps it has, not what it is called or
what is printed on it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class PieceFact(Generic[Found]):
    """A fact that rests on the list of counters alone, and on no more of each counter than `key` tells.

    So it holds for another list in which all counters have the keys they had before, at the same places.
    """

    find: Callable[[ModuleDef], Found]
    key: Callable[[PieceDef], object]

    def __call__(self, module: ModuleDef) -> Found:
        return self.find(module)


class Rostered(NamedTuple):
    """One counter as the checks of set-ups see it."""

    side: str | None
    kind: str
    steps: int
    template: bool


def _roster(module: ModuleDef) -> Mapping[str, Rostered]:
    """All counters by id; those that are alike share a value, as thousands of new ones cost time."""
    found: dict[str, Rostered] = {}
    known: dict[Rostered, Rostered] = {}
    for piece in module.pieces:
        own = Rostered(piece.side, piece.kind, piece.steps, piece.template)
        found[piece.id] = known.setdefault(own, own)
    return found


def _piece_ids(module: ModuleDef) -> tuple[str, ...]:
    """The ids of all counters in their order, also those that are there twice."""
    return tuple(piece.id for piece in module.pieces)


def _places(module: ModuleDef) -> Mapping[str, int]:
    """Where each counter stands in the list, the first one of an id that is there twice."""
    return {piece.id: n for n, piece in reversed(tuple(enumerate(module.pieces)))}


def _figures(module: ModuleDef) -> frozenset[str]:
    """The names of all figures that counters have."""
    found: set[str] = set()
    for piece in module.pieces:
        found.update(piece.values)
    return frozenset(found)


roster = PieceFact(_roster, lambda piece: (piece.id, piece.side, piece.kind, piece.steps, piece.template))
"""All counters by id, as the checks see them."""
piece_ids = PieceFact(_piece_ids, lambda piece: piece.id)
"""The ids of all counters in their order, also those that are there twice."""
piece_places = PieceFact(_places, lambda piece: piece.id)
"""Where the counter of an id stands in the list."""
figures = PieceFact(_figures, lambda piece: tuple(piece.values))
"""The names of all figures that counters have."""
