"""The way points of one movement: legs tried out on the immutable position; the reach goes on from there."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import IllegalAction
from engine.ids import PlaceId, SideId
from engine.play.action import Action
from engine.play.transition import apply
from engine.rules.ruleset import GameRules
from engine.state.model import State


@dataclass(frozen=True, slots=True)
class Leg:
    """A way point reached: the path so far, what it cost, and the position tried out there."""

    path: tuple[PlaceId, ...]
    cost: int
    state: State


class Route:
    """Legs from where the pieces stand; the game itself is not touched."""

    def __init__(self, rules: GameRules, start: State, side: SideId) -> None:
        self._rules, self._start, self._side = rules, start, side
        self._legs: list[Leg] = []

    def __len__(self) -> int:
        return len(self._legs)

    @property
    def state(self) -> State:
        """The position at the last way point."""
        return self._legs[-1].state if self._legs else self._start

    @property
    def cost(self) -> int:
        """What the way to the last way point costs."""
        return self._legs[-1].cost if self._legs else 0

    @property
    def path(self) -> tuple[PlaceId, ...]:
        """The way to the last way point, without where it began."""
        return self._legs[-1].path if self._legs else ()

    @property
    def way_points(self) -> tuple[PlaceId, ...]:
        """All way points in order."""
        return tuple(leg.path[-1] for leg in self._legs)

    def add(self, path: tuple[PlaceId, ...], cost: int, leg: Action) -> bool:
        """Goes on to a way point; False if dice would fall on the leg, or it is refused on its own."""
        try:
            tried = apply(self._rules, self.state, self._side, leg)
        except IllegalAction:
            return False
        if tried.draws:
            return False
        self._legs.append(Leg((*self.path, *path), self.cost + cost, tried.state))
        return True

    def step_back(self) -> bool:
        """Takes the last way point back; False if there was none."""
        if self._legs:
            self._legs.pop()
            return True
        return False
