"""The charts of the game in the form the rules use them.

Nothing here is a value of the game: all of it is read from the module's charts and constants, so that an
owner of the printed game who keys in other numbers plays by them at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.ids import PlaceId, SideId
from engine.kit.combat import ResultsTable

Three = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Terrain:
    """A row of the terrain chart: sixths of MP for foot, motorised, armored (-1: only by road), if ``open``
    at all.

    ``defense`` multiplies the defender's strength; ``shift`` columns in his favor.
    """

    open: bool
    cost: Three
    defense: int = 1
    shift: int = 0


@dataclass(frozen=True, slots=True)
class HexsideRow:
    """A hexside kind: sixths added going up (or across) and down, -1 = only by road; what an attack is worth.

    ``wall`` kinds are impassable: nothing crosses them, no ZOC either.
    """

    up: Three
    down: Three
    attack_up: Fraction = Fraction(1)
    attack_down: Fraction = Fraction(1)
    wall: bool = False


@dataclass(frozen=True, slots=True)
class Mussolini:
    """The Mussolini requirement: a column, turns, numbers asked for (6.1).

    It is checked from the end of turn ``from_end_of`` to the end of turn ``until_end_of``.
    """

    column: str
    from_end_of: int
    until_end_of: int
    divisions: int
    mobile: int


@dataclass(frozen=True, slots=True)
class LeaderLimit:
    """A leader's roll: he goes on ``limit`` or less, for ``away`` turns (None: for good)."""

    limit: int
    away: int | None


@dataclass(frozen=True, slots=True)
class Variable:
    """A result of a variable reinforcement table."""

    replacements: int
    withdrawal: bool


@dataclass(frozen=True, slots=True)
class Strengths:
    """What a unit out of supply is worth (5.2): attack and defense in quarters, movement in sixths of an
    MP."""

    attack: int
    defense: int
    movement: int


@dataclass(frozen=True)
class Charts:
    """All charts and constants of the game; movement in sixths of an MP.

    ``ports``: place -> capacity by die face, or ``(UNLIMITED,)``. By turn: ``air``, ``trucks``,
    ``new_supply``, ``supply_range``. ``variable``: side -> 2d6 total. ``withdrawals``: for each time the
    withdrawal is rolled the types of the units that go. ``capture`` and ``raid``: by die face, share taken
    and words. ``cities``: tag -> multiplier of the defense.
    """

    terrain: Mapping[str, Terrain]
    hexsides: Mapping[str, HexsideRow]
    routes: Mapping[str, int]
    cities: Mapping[str, int]
    results: ResultsTable
    fort: int
    box: int
    ports: Mapping[PlaceId, tuple[int, ...]]
    coastal: tuple[int, ...]
    air: Mapping[SideId, Mapping[int, int]]
    trucks: Mapping[SideId, Mapping[int, int]]
    new_supply: Mapping[int, int]
    supply_range: Mapping[SideId, Mapping[int, int]]
    variable: Mapping[SideId, Mapping[int, Variable]]
    withdrawals: tuple[tuple[str, ...], ...]
    leader_limits: Mapping[str, LeaderLimit]
    capture: tuple[Fraction, ...]
    raid: tuple[str, ...]
    mussolini: Mussolini
    out_of_supply: Strengths
    stacking: int
    supply_divisor: int
    supply_italian_division: int
    oasis_units: int
    truck: int
    trento_trucks: int
    box_cost: int
    box_limit: int
    enter_zoc: int
    leave_zoc: int
    overrun: int
    overrun_limit: int
    shift_limit: int
    arms_attacker: int
    arms_defender: int
    advance_exploit: int
    safety_net_turn: int
    raid_return: int
    motorized_from: int

    @property
    def least_step(self) -> int:
        """The least that trucks pay for a hex: along the fastest route."""
        return min(cost for cost in self.routes.values() if cost > 0) if any(self.routes.values()) else 1

    @property
    def supply_group(self) -> int:
        """Most counted units that one supply point feeds, by rounding: 14 for a divisor of 10 (5.1a)."""
        return -(-3 * self.supply_divisor // 2) - 1

    def is_wall(self, kinds: frozenset[str]) -> bool:
        """Whether a hexside with these features is impassable."""
        return any(kind in self.hexsides and self.hexsides[kind].wall for kind in kinds)
