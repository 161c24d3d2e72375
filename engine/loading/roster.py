"""What the checks need to know of counters, told as facts of a module.

Set-ups, schedule and conditions care who owns a counter and how many steps it has, not what it is called or
what is printed on it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.definition.module import ModuleDef


class Rostered(NamedTuple):
    """One counter as the checks of set-ups see it."""

    side: str | None
    kind: str
    steps: int
    template: bool


def roster(module: ModuleDef) -> Mapping[str, Rostered]:
    """All counters by id; those that are alike share a value, as thousands of new ones cost time."""
    found: dict[str, Rostered] = {}
    known: dict[Rostered, Rostered] = {}
    for piece in module.pieces:
        own = Rostered(piece.side, piece.kind, piece.steps, piece.template)
        found[piece.id] = known.setdefault(own, own)
    return found


def piece_ids(module: ModuleDef) -> tuple[str, ...]:
    """The ids of all counters in their order, also those that are there twice."""
    return tuple(piece.id for piece in module.pieces)


def figures(module: ModuleDef) -> frozenset[str]:
    """The names of all figures that counters have."""
    found: set[str] = set()
    for piece in module.pieces:
        found.update(piece.values)
    return frozenset(found)
