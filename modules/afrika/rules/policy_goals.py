"""Where a side wants to go: the next place to take or to hold, roads there, who threatens what.

Nothing here is a rule. It serves suggestions and the computer player, and is kept simple: towns and ports
in a row from west to east, the next one in enemy hands is the target, and whether to go for it depends on
what stands near it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from engine.definition.victory import ControlBlock
from engine.ids import PlaceId, SideId
from engine.kit.movement import spread
from engine.kit.network import Mover
from engine.state.model import State
from modules.afrika.rules import mussolini
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.ground import Mover as Class
from modules.afrika.rules.odds import battlefield
from modules.afrika.rules.queries import box_owner
from modules.afrika.rules.state import ALLIED, AXIS, OUT, QUARTERS, SIXTHS, data, other
from modules.afrika.rules.supply import counted, needs_supply

SCENARIOS = ("italian-invasion", "operation-compass", "race-to-the-wire", "operation-crusader", "gazala")
"""The scenarios of the rulebook; what is wanted there is known."""
FAR = 300 * SIXTHS
"""Farther than any way on the map."""
NEAR, CLOSE = 18, 7
"""Hexes from the target within which own and enemy units count for the balance there."""
BOLD = 0.8
"""Balance from which a side goes for its target; below it holds what it has."""
MUST, MAY = 0.8, 1.2
"""Share of the enemy strength with which a side goes on: one that must to win, and one that need not."""
REACH = 4
"""Hexes over which enemy units are felt as a threat."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a side wants now: the place, and whether to take or to hold it. ``way``: sixths of MP to it."""

    place: PlaceId
    bold: bool
    way: Mapping[int, int]

    def distance(self, number: int) -> float:
        """MP from a place to the aim by the best way."""
        return self.way.get(number, FAR) / SIXTHS


@dataclass(frozen=True, slots=True)
class Enemies:
    """Enemy stacks as attacker and defender see them: defense with cover, and the threat around them."""

    defense: Mapping[int, float]
    threat: Mapping[int, float]


class Goals:
    """Aims and threats in one compiled game."""

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        capital = sorted(game.cairo)[len(game.cairo) // 2] if game.cairo else -1
        hexes = [*map(game.number, game.ports), *([capital] if capital >= 0 else [])]
        row = sorted(hexes, key=lambda number: (game.board.column[number], number))
        self.row: Sequence[PlaceId] = tuple(map(game.place, row))
        self.way_to = cache(self._way_to)
        self.wanted: Mapping[SideId, Sequence[PlaceId]] = self._wanted()

    def _wanted(self) -> Mapping[SideId, Sequence[PlaceId]]:
        """Ports that the conditions of victory name, in short versions also what the attacker is sent for."""
        towns = self.game.towns
        names: dict[SideId, tuple[str, ...]] = {
            AXIS: ("Benghazi", "Tobruk", "Bardia"), ALLIED: ("Tobruk", "Bardia", "Mersa Matruh"),
        }  # fmt: skip
        if self.game.options.get("version") == "short":
            more = {"italian-invasion": (AXIS, "Mersa Matruh"), "operation-compass": (ALLIED, "Benghazi")}
            side, town = more.get(self.game.scenario.id, ("", ""))
            if side:
                names[side] = (*names[side], town)
        known = {side: tuple(towns[name] for name in found if name in towns) for side, found in names.items()}
        if self.game.scenario.id in SCENARIOS:
            return known
        return {side: (*places, *self._asked_for(side)) for side, places in known.items()}

    def _asked_for(self, side: SideId) -> tuple[PlaceId, ...]:
        """Places of the row that a scenario of somebody's own asks a side to control."""
        blocks = [block for block in self.game.referee.terms.blocks() if isinstance(block, ControlBlock)]
        asked = [place for block in blocks if block.side == side for place in block.places]
        return tuple(place for place in dict.fromkeys(asked) if place in self.row)

    def _way_to(self, place: PlaceId) -> Mapping[int, int]:
        """Sixths of MP from every place to one, by road where there is one, as if nobody stood in the way."""
        network = self.game.ground.ways[Class.MOTOR]
        return spread(Mover(network, FAR), self.game.number(place)).cost

    def owner(self, state: State, place: PlaceId) -> SideId | None:
        """Who holds a place of the row."""
        return state.control.get(place)

    def target(self, state: State, side: SideId) -> PlaceId:
        """The nearest place of the row in enemy hands, seen from the side's own end of it."""
        row = self.row if side == AXIS else self.row[::-1]
        wanted = [place for place in row if self.owner(state, place) == other(side)]
        return wanted[0] if wanted else row[-1]

    def anchor(self, state: State, side: SideId) -> PlaceId:
        """The foremost place of the row that the side holds itself."""
        row = list(self.row if side == AXIS else self.row[::-1])
        before = row[: row.index(self.target(state, side))]
        held = [place for place in before if self.owner(state, place) == side]
        return held[-1] if held else row[0]

    def aim(self, state: State, side: SideId) -> Aim:
        """Go for the target if the balance there is good, else hold the foremost own place."""
        target = self.target(state, side)
        bold = (
            self._is_driven(state, side)
            or self.balance(state, side, target) >= BOLD
            or self._can_afford(state, side)
        )
        place = target if bold else self.anchor(state, side)
        return Aim(place, bold, self.way_to(place))

    def _can_afford(self, state: State, side: SideId) -> bool:
        """Whether the whole army is strong enough to go on, less so for a side that must to win."""
        own, enemy = self._might(state, side), self._might(state, other(side))
        behind = any(self.owner(state, place) != side for place in self.wanted[side])
        stock = sum(dump.count for dump in data(state).dumps.values() if dump.side == side)
        need = counted(self.game, needs_supply(self.game, state, side)) / self.game.charts.supply_group
        return stock > need and own >= (MUST if behind else MAY) * enemy

    def _might(self, state: State, side: SideId) -> float:
        """Attack strength of all units of a side in hexes, those out of supply left out."""
        return sum(
            self.game.attack(state, name)
            for number, here in self.game.situation(state).units[side].items()
            if self.game.is_hex(number)
            for name in here
            if OUT not in state.pieces[name].marks
        )

    def _is_driven(self, state: State, side: SideId) -> bool:
        """Whether the Duce demands an advance (6.1)."""
        rule = self.game.charts.mussolini
        if side != AXIS or not mussolini.is_asked_for(self.game):
            return False
        return state.turn <= rule.until_end_of and mussolini.is_violated(self.game, state)

    def balance(self, state: State, side: SideId, place: PlaceId) -> float:
        """Own attack strength near a place over the enemy's defense close to it."""
        game, center = self.game, self.game.number(place)
        units = game.situation(state).units
        own = sum(
            game.attack(state, name) / QUARTERS
            for number, here in units[side].items()
            if game.is_hex(number) and game.board.distance(number, center) <= NEAR
            for name in here
            if OUT not in state.pieces[name].marks
        )
        against = sum(
            self.strength(state, number, here)
            for number, here in units[other(side)].items()
            if game.is_hex(number) and game.board.distance(number, center) <= CLOSE
        )
        return own / max(2.0, against)

    def strength(self, state: State, number: int, here: tuple[str, ...]) -> float:
        """Defense of a stack with all that its hex is worth."""
        defense = sum(self.game.defense(state, name) for name in here) / QUARTERS
        return defense * self.cover(state, number)

    def cover(self, state: State, number: int) -> int:
        """What a hex multiplies its defenders by: terrain, city, fort and box."""
        field = battlefield(self.game)
        if not self.game.is_hex(number):
            return 1
        factor = field.cover(number).value
        if field.has_fort(number):
            factor *= self.game.charts.fort
        if box_owner(self.game, state, number) is not None:
            factor *= self.game.charts.box
        return factor

    def enemies(self, state: State, side: SideId) -> Enemies:
        """The enemy's stacks and what they threaten."""
        game, board = self.game, self.game.board
        defense: dict[int, float] = {}
        threat: dict[int, float] = {}
        for number, here in game.situation(state).units[other(side)].items():
            if not game.is_hex(number):
                continue
            defense[number] = max(0.5, self.strength(state, number, here))
            attack = sum(game.attack(state, name) for name in here) / QUARTERS
            mobile = any(game.units[name].movement for name in here)
            for near in board.within(number, REACH) if attack and mobile else ():
                threat[near] = threat.get(near, 0.0) + attack
        return Enemies(defense, threat)
