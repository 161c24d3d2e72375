"""Bricks for retreats: the best paths of so many hexes under constraints that are ranked, not absolute.

A game says which hexes may ever be entered, what each step breaks (a tuple, the gravest constraint
first) and how much room there is at the end. A path is better if it leaves fewer hexes unmade; then, if
it does not end where there is no room; then by what its steps break, compared from the gravest
constraint down. Nothing is weighed: one broken grave constraint is worse than any number of lesser ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Protocol, TypeVar

H = TypeVar("H", bound=Hashable)
Value = tuple[int, ...]
"""How bad a path is: hexes not made, 1 if it ends without room, then the sums of what its steps break."""


class RetreatGround(Protocol[H]):
    """What a game knows about retreating over its map at one moment."""

    @property
    def ranks(self) -> int:
        """How many constraints there are beside room."""
        ...

    def exits(self, here: H) -> Iterable[H]:
        """The hexes that may ever be entered from a hex."""
        ...

    def breaks(self, here: H, there: H) -> Value:
        """What a step breaks: one number for each constraint, the gravest first, 0 for kept."""
        ...

    def room(self, there: H) -> int:
        """How many more pieces may end in a hex."""
        ...

    def is_haven(self, there: H) -> bool:
        """Whether a retreat ends here, however many hexes are left (a way off the map)."""
        ...


def outlets(
    ground: RetreatGround[H], path: tuple[H, ...], hexes: int, size: int = 1
) -> tuple[Value, tuple[H, ...]]:
    """The best value for ``size`` pieces with ``hexes`` to go, and all next hexes that begin a best path.

    ``path`` are the hexes left behind, the present one last; none is entered again.
    """
    here, behind = path[-1], frozenset(path)
    best: Value = (hexes, *_end(ground, here, size))
    steps: list[H] = []
    if hexes == 0:
        return best, ()
    for there in ground.exits(here):
        if there in behind:
            continue
        value = _plus(ground.breaks(here, there), _rest(ground, there, behind, hexes - 1, size))
        if value < best:
            best, steps = value, [there]
        elif value == best:
            steps.append(there)
    return best, tuple(steps)


def together(
    joint: RetreatGround[H], each: Iterable[RetreatGround[H]], path: tuple[H, ...], hexes: int, size: int
) -> tuple[H, ...]:
    """The next hexes that ``size`` pieces may take as one group; empty if they have to split.

    ``joint`` is the ground as all of them together meet it, ``each`` as every kind among them meets it alone.
    A group may stay together where each of its pieces fares as well as the best it could find alone.
    """
    value, shared = outlets(joint, path, hexes, size)
    if all(outlets(ground, path, hexes, 1)[0] == value for ground in each):
        return shared
    return ()


def through(ground: RetreatGround[H], path: tuple[H, ...], there: H, hexes: int, size: int) -> Value | None:
    """The value of the best path that begins with one next hex; None if it may never be entered."""
    here, behind = path[-1], frozenset(path)
    if there in behind or there not in ground.exits(here):
        return None
    return _plus(ground.breaks(here, there), _rest(ground, there, behind, hexes - 1, size))


def _rest(ground: RetreatGround[H], here: H, behind: frozenset[H], hexes: int, size: int) -> Value:
    if hexes == 0 or ground.is_haven(here):
        return (0, *_end(ground, here, size))
    best: Value = (hexes, *_end(ground, here, size))
    passed = behind | {here}
    perfect = (0,) * len(best)
    for there in ground.exits(here):
        if there not in passed:
            value = _plus(ground.breaks(here, there), _rest(ground, there, passed, hexes - 1, size))
            if value < best:
                best = value
                if best == perfect:
                    break
    return best


def _end(ground: RetreatGround[H], here: H, size: int) -> Value:
    return (0 if ground.room(here) >= size else 1, *(0,) * ground.ranks)


def _plus(step: Value, rest: Value) -> Value:
    return (rest[0], rest[1], *(a + b for a, b in zip(step, rest[2:], strict=True)))
