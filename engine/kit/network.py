"""Places and the steps between them as one class of movers pays them.

A ruleset compiles one network for each class of movement (foot, motorized, supply range ...): every
place gets a number, every possible step a whole cost in a scale of the ruleset's choosing (sixths,
halves). What no mover of the class may ever do is left out, so that searching asks nothing twice.
Off-map boxes are nodes like any hex, so leaving a map needs no rule of its own here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

BLOCKED = 1 << 30
"""As a surcharge on entering: this place may not be entered at all."""

Step = tuple[int, int]
CostOf = Callable[[int, int], int | None]


@dataclass(frozen=True, slots=True)
class Network:
    """``exits[i]`` lists (place, cost) of each step out of place ``i``; ``steps[i]`` finds one by place."""

    exits: tuple[tuple[Step, ...], ...] = field(repr=False)
    steps: tuple[Mapping[int, int], ...] = field(repr=False)

    def __len__(self) -> int:
        return len(self.exits)

    def cost(self, i: int, j: int) -> int | None:
        """Cost of stepping from one place to the next; None where there is no such step."""
        return self.steps[i].get(j)


def build_network(
    neighbors: Sequence[Iterable[int]], cost: CostOf, extra: Iterable[tuple[int, int, int]] = ()
) -> Network:
    """A network out of a board's neighbors and a cost function that says None for what is closed.

    Negative neighbors mean the edge of the map. ``extra`` adds steps (from, to, cost) such as those
    through off-map boxes.
    """
    found: list[dict[int, int]] = []
    for i, around in enumerate(neighbors):
        costs = {j: cost(i, j) for j in around if j >= 0}
        found.append({j: value for j, value in costs.items() if value is not None})
    for i, j, value in extra:
        found[i][j] = value
    return Network(exits=tuple(tuple(steps.items()) for steps in found), steps=tuple(found))


@dataclass(frozen=True, slots=True)
class Terms:
    """What the position adds to a network for one mover.

    ``entry`` is a surcharge on entering (EZOC, or :data:`BLOCKED`), ``leaving`` one on leaving a place,
    ``stops`` are places that end the move once entered. With ``one_hex`` the first step is allowed
    whatever it costs, and then takes all that is left.
    """

    entry: Mapping[int, int] = field(default_factory=dict)
    leaving: Mapping[int, int] = field(default_factory=dict)
    stops: frozenset[int] = frozenset()
    one_hex: bool = False


@dataclass(frozen=True, slots=True)
class Mover:
    """One class of mover at one position: its network, what it has left to spend, and its terms."""

    network: Network
    allowance: int
    terms: Terms = field(default_factory=Terms)
