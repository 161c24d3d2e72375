"""Exact strengths of a combat: what each unit is worth across which hexside, and what the ground is worth.

Strengths are whole numbers of a small unit (``Battlefield.scale`` of them make one printed point),
chosen from the charts so that every fraction they can produce is exact. Out of supply and reverse sides
are in the counters' present values already (5.2, 2.5); here come the hexside an attack crosses (river,
escarpment) and what multiplies the defense: the best terrain of the hex (1.4), a fortified hexside
(1.5) and a box (1.6).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from engine.ids import PieceId, RuleRef, SideId
from engine.state.model import State
from modules.afrika.rules.ground import Mover
from modules.afrika.rules.queries import box_owner
from modules.afrika.rules.state import QUARTERS

if TYPE_CHECKING:
    from engine.kit.network import Network
    from modules.afrika.rules.compiled import AfrikaGame

FORT = "fortification"
FAR = 1_000_000
RIVER_RULE = "erratum 3"
"""The hexside entries of the terrain chart are explained by the third erratum."""


@dataclass(frozen=True, slots=True)
class Multiplier:
    """One multiplier in words (``×2 box``), exact, with its rule."""

    text: str
    value: Fraction
    rule: RuleRef


@dataclass(frozen=True, slots=True)
class Crossing:
    """An attack from one hex into a neighbor: possible at all, through a fortified side, worth what.

    ``times`` and ``over`` are the multiplier as a fraction of whole numbers.
    """

    open: bool
    fortified: bool
    lines: tuple[Multiplier, ...]
    times: int
    over: int


@dataclass(frozen=True, slots=True)
class Cover:
    """What a hex is worth to its defender by itself: the best multiplier of terrain and city, and a shift."""

    lines: tuple[Multiplier, ...]
    value: int
    shift: int
    shift_text: str
    city: bool


class Battlefield:
    """The board and charts as combat sees them; compiled lazily, holds nothing of any position."""

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        rows = game.charts.hexsides.values()
        self.scale = QUARTERS * lcm(
            *(f.denominator for row in rows for f in (row.attack_up, row.attack_down))
        )
        self.oases = game.board.tagged("oasis-supply")
        self._unit = self.scale // QUARTERS
        self.divisions: Mapping[str, tuple[PieceId, ...]] = _divisions(game)
        self._crossings: dict[tuple[int, int], Crossing] = {}
        self._covers: dict[int, Cover] = {}
        self._near: dict[int, tuple[int, ...]] = {}
        self._distances: dict[int, Sequence[int]] = {}

    def title(self, formation: str) -> str:
        """A division as people call it."""
        return next((f.title for f in self.game.module.formations if f.id == formation), formation)

    def crossing(self, origin: int, target: int) -> Crossing:
        """What attacking from one hex into its neighbor means."""
        found = self._crossings.get((origin, target))
        if found is None:
            found = self._crossings[origin, target] = self._cross(origin, target)
        return found

    def cover(self, target: int) -> Cover:
        """What the hex itself is worth to its defender."""
        found = self._covers.get(target)
        if found is None:
            found = self._covers[target] = self._cover(target)
        return found

    def neighbors(self, place: int) -> tuple[int, ...]:
        """Hexes from which a hex can be attacked, and that can be attacked from it."""
        game = self.game
        found = self._near.get(place)
        if found is None:
            around = game.board.neighbors[place] if game.is_hex(place) else ()
            found = tuple(j for j in around if j >= 0 and self.crossing(j, place).open)
            self._near[place] = found
        return found

    def attack(self, state: State, piece: PieceId, target: int) -> int:
        """A unit's strength against a neighbor, in small units."""
        game = self.game
        crossing = self.crossing(game.number(state.pieces[piece].at), target)
        return game.attack(state, piece) * self._unit * crossing.times // crossing.over

    def attacks(self, state: State, pieces: Iterable[PieceId], target: int) -> int:
        """The exact sum of an attack."""
        return sum(self.attack(state, piece, target) for piece in pieces)

    def defense(self, state: State, piece: PieceId, factor: int) -> int:
        """A defender's strength under a multiplier, in small units."""
        return self.game.defense(state, piece) * self._unit * factor

    def box_counts(self, state: State, side: SideId, target: int) -> bool:
        """Whether a hex holds a box that helps a side: its own only (ruling 28)."""
        return box_owner(self.game, state, target) == side

    def has_fort(self, target: int) -> bool:
        """Whether any hexside of a hex is fortified."""
        return any(self.crossing(j, target).fortified for j in self.game.board.neighbors[target] if j >= 0)

    def fort_counts(self, target: int, origins: Iterable[int]) -> bool:
        """Whether a hex's fortification counts: every hexside of the attack is fortified (1.5, clar. 2)."""
        sides = [self.crossing(origin, target).fortified for origin in origins]
        return bool(sides) and all(sides)

    # --- distances -----------------------------------------------------------------------------------

    def distances(self, place: int) -> Sequence[int]:
        """Steps from every place to one, over ground open to units on foot; ``FAR`` without a way."""
        found = self._distances.get(place)
        if found is None:
            found = self._distances[place] = _flood(self.game.ground.ways[Mover.FOOT], place)
        return found

    # --- compiling -----------------------------------------------------------------------------------

    def _cross(self, origin: int, target: int) -> Crossing:
        game = self.game
        kinds = game.board.hexside(origin, target)
        passable = game.ground.passable[origin] and game.ground.passable[target]
        side = game.board.side(origin, target)
        fortified = FORT in kinds and side is not None and target in side.protects
        lines = [line for kind in sorted(kinds) if (line := self._hexside(kind, origin, target)) is not None]
        worst = min(lines, key=lambda line: line.value, default=None)
        value = worst.value if worst else Fraction(1)
        return Crossing(
            open=passable and not game.charts.is_wall(kinds),
            fortified=fortified,
            lines=(worst,) if worst else (),
            times=value.numerator,
            over=value.denominator,
        )

    def _hexside(self, kind: str, origin: int, target: int) -> Multiplier | None:
        row = self.game.charts.hexsides.get(kind)
        if row is None:
            return None
        upward = self.game.board.high(origin, target) == target
        value = row.attack_up if upward else row.attack_down
        if value == 1:
            return None
        way = ("up " if upward else "down ") if row.attack_up != row.attack_down else "across "
        return Multiplier(f"×{value} {way}{kind.replace('_', ' ')}", value, RIVER_RULE)

    def _cover(self, target: int) -> Cover:
        game = self.game
        row = game.charts.terrain[game.board.terrain[target]]
        best, name = row.defense, game.board.terrain[target]
        city = False
        for tag, value in game.charts.cities.items():
            if tag in game.board.tags(target):
                city = True
                best, name = max((best, name), (value, tag), key=lambda pair: pair[0])
        name = name.replace("_", " ").replace("-", " ")
        lines = (Multiplier(f"×{best} {name}", Fraction(best), "1.4"),) if best != 1 else ()
        return Cover(lines=lines, value=best, shift=row.shift, shift_text=name, city=city)


def _flood(network: Network, place: int) -> Sequence[int]:
    found = [FAR] * len(network)
    found[place] = 0
    queue = deque((place,))
    while queue:
        here = queue.popleft()
        for there, _ in network.exits[here]:
            if found[there] == FAR:
                found[there] = found[here] + 1
                queue.append(there)
    return tuple(found)


def _divisions(game: AfrikaGame) -> Mapping[str, tuple[PieceId, ...]]:
    """Formations of more than one counter; one counter alone never has integrity (3.3)."""
    members: dict[str, list[PieceId]] = {}
    for unit in game.units.values():
        if unit.formation:
            members.setdefault(unit.formation, []).append(unit.id)
    return {formation: tuple(found) for formation, found in members.items() if len(found) > 1}


def battlefield(game: AfrikaGame) -> Battlefield:
    """The battlefield of a game, made once and kept with it."""
    return game.part(Battlefield)
