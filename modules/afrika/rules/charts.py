"""The charts of the game in the form the rules use them.

Nothing here is a value of the game: all of it is read from the module's charts and constants, so that an
owner of the printed game who keys in other numbers plays by them at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.ids import SideId
from engine.kit.combat import ResultsTable

Three = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Terrain:
    """A row of the terrain chart: may it be entered at all, sixths of MP for foot, motorised, armored (-1: only by road).

    ``defense`` multiplies the defender's strength; ``shift`` columns in his favor.
    """

    open: bool
    cost: Three
    defense: int = 1
    shift: int = 0


@dataclass(frozen=True, slots=True)
class HexsideRow:
    """A hexside kind: sixths added going up (or across) and down, -1 = only by road; what an attack through it is worth.

    ``wall`` kinds are impassable: nothing crosses them, no ZOC either.
    """

    up: Three
    down: Three
    attack_up: Fraction = Fraction(1)
    attack_down: Fraction = Fraction(1)
    wall: bool = False


@dataclass(frozen=True)
class Charts:
    """All charts and constants of the game; movement in sixths of an MP.

    By place id: ``ports`` (capacity by die face 1-6). By turn: ``air``, ``trucks``, ``new_supply``. ``variable``:
    side -> 2d6 total -> words of the result.
    """

    terrain: Mapping[str, Terrain]
    hexsides: Mapping[str, HexsideRow]
    routes: Mapping[str, int]
    cities: Mapping[str, int]
    results: ResultsTable
    ports: Mapping[str, tuple[int, ...]]
    coastal: tuple[int, ...]
    air: Mapping[SideId, Mapping[int, int]]
    trucks: Mapping[SideId, Mapping[int, int]]
    new_supply: Mapping[int, int]
    variable: Mapping[SideId, Mapping[int, str]]
    stacking: int
    box_cost: int
    enter_zoc: int
    leave_zoc: int
    overrun: int
    overrun_limit: int
    shift_limit: int
    supply_range: Mapping[SideId, Mapping[int, int]]
    supply_group: int
    fort: int
    box: int

    def is_wall(self, kinds: frozenset[str]) -> bool:
        """Whether a hexside with these features is impassable."""
        return any(kind in self.hexsides and self.hexsides[kind].wall for kind in kinds)
