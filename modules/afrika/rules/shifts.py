"""Column shifts of a combat: air, artillery, divisions, combined arms, leaders, ground (3.0-3.4, 6.2d).

Each is a signed number of columns with words and rule number. What is asked of units is asked of those
that take part: the attackers and artillery named, and everything in the defender's hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from engine.ids import PieceId, SideId
from engine.kit.combat import Shift
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.leaders import rule_of
from modules.afrika.rules.odds import battlefield
from modules.afrika.rules.queries import leader_at

DIVISION_RULE = "3.3"
ARMS_RULE = "3.4"
GROUND_RULE = "3.0"


class Engagement(msgspec.Struct, frozen=True, kw_only=True):
    """A combat with all that was committed to it so far.

    ``attackers`` are the units that attack with their strength, ``artillery`` those that support them;
    ``defenders`` is everything in the target hex, ``guns`` the artillery among it that shifts the combat.
    """

    target: int
    side: SideId
    enemy: SideId
    attackers: tuple[PieceId, ...]
    artillery: tuple[PieceId, ...] = ()
    defenders: tuple[PieceId, ...] = ()
    guns: tuple[PieceId, ...] = ()
    air: int = 0
    enemy_air: int = 0

    @property
    def participants(self) -> tuple[PieceId, ...]:
        """All of the attacker's units in this combat."""
        return (*self.attackers, *self.artillery)


def shifts(game: AfrikaGame, state: State, battle: Engagement) -> tuple[Shift, ...]:
    """All shifts that apply, the attacker's first."""
    return (*_attacker(game, state, battle), *_defender(game, state, battle), *_ground(game, battle))


def _attacker(game: AfrikaGame, state: State, battle: Engagement) -> Iterator[Shift]:
    if battle.air:
        yield Shift(_counted(battle.air, "air point"), battle.air, "3.2")
    if battle.artillery:
        yield Shift(_counted(len(battle.artillery), "artillery unit"), len(battle.artillery), "3.1")
    division = whole_division(game, state, battle.participants)
    if division:
        yield Shift(f"divisional integrity: {battlefield(game).title(division)}", 1, DIVISION_RULE)
    stacks = combined_stacks(game, state, battle.participants)
    stacks = min(game.charts.arms_attacker, stacks)
    if stacks:
        yield Shift(f"combined arms in {_counted(stacks, 'stack')}", stacks, ARMS_RULE)
    leader = leading(game, state, battle)
    if leader:
        yield Shift(f"{game.names[leader]} leads the attack", 1, rule_of(game, leader, "d"))


def _defender(game: AfrikaGame, state: State, battle: Engagement) -> Iterator[Shift]:
    if battle.enemy_air:
        yield Shift(f"defender's {_counted(battle.enemy_air, 'air point')}", -battle.enemy_air, "3.2")
    if battle.guns:
        yield Shift(f"defender's {_counted(len(battle.guns), 'artillery unit')}", -len(battle.guns), "3.1")
    division = whole_division(game, state, battle.defenders)
    if division:
        yield Shift(
            f"defender's divisional integrity: {battlefield(game).title(division)}", -1, DIVISION_RULE
        )
    stacks = min(game.charts.arms_defender, combined_stacks(game, state, battle.defenders))
    if stacks:
        yield Shift("defender's combined arms", -stacks, ARMS_RULE)
    leader = leader_at(game, state, battle.enemy, battle.target)
    if leader:
        yield Shift(f"{game.names[leader]} leads the defense", -1, rule_of(game, leader, "d"))


def _ground(game: AfrikaGame, battle: Engagement) -> Iterator[Shift]:
    cover = battlefield(game).cover(battle.target)
    if cover.shift:
        yield Shift(f"ground: {cover.shift_text}", -cover.shift, GROUND_RULE)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def leading(game: AfrikaGame, state: State, battle: Engagement) -> PieceId | None:
    """The attacker's leader if he is stacked with any unit of the attack (6.2d)."""
    leader = game.leader.get(battle.side)
    if leader is None:
        return None
    at = state.pieces[leader].at
    if at is None or not game.is_hex(game.number(at)):
        return None
    return leader if any(state.pieces[name].at == at for name in battle.participants) else None


def whole_division(game: AfrikaGame, state: State, pieces: Iterable[PieceId]) -> str | None:
    """The first division of two or more counters on the map all of which are among the pieces (3.3).

    Dead counters and those in the Restriction Box or the Tripoli boxes are ignored (ruling 22).
    """
    in_order = tuple(pieces)
    taking_part = frozenset(in_order)
    asked: set[str] = set()
    for name in in_order:
        formation = game.units[name].formation
        if not formation or formation in asked:
            continue
        asked.add(formation)
        on_map = [
            member
            for member in battlefield(game).divisions.get(formation, ())
            if game.is_hex(game.number(state.pieces[member].at))
        ]
        if len(on_map) > 1 and taking_part.issuperset(on_map):
            return formation
    return None


def combined_stacks(game: AfrikaGame, state: State, pieces: Iterable[PieceId]) -> int:
    """In how many hexes both an armor and an infantry unit are among the pieces (3.4)."""
    armor: set[str | None] = set()
    infantry: set[str | None] = set()
    for name in pieces:
        unit = game.units[name]
        if unit.armor:
            armor.add(state.pieces[name].at)
        elif unit.infantry:
            infantry.add(state.pieces[name].at)
    return len(armor & infantry)
