"""Odds, shifts and results tables of a battle (13.4, 13.5)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.definition.module import ModuleDef
from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import State
from engine.view.preview import Modifier
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.battle_vars import BattleVars
from modules.no_retreat_2.rules.cards import CardBook
from modules.no_retreat_2.rules.position import Positions
from modules.no_retreat_2.rules.units import is_minefield, strength

COLUMNS = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1")
RATIOS = tuple(Fraction(int(a), int(b)) for a, b in (label.split(":") for label in COLUMNS))
BELOW = -1
"""Index for odds below 1:3: an automatic counterattack (13.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Totals, the column before and after all shifts (``BELOW`` = under 1:3), and the shifts itemised."""

    attack: int
    defense: int
    base: int
    final: int
    modifiers: tuple[Modifier, ...]


def base_column(attack: int, defense: int) -> int:
    """The column of a ratio, fractions dropped in the defender's favor (13.4); defense 0 is 6:1."""
    if defense == 0:
        return len(COLUMNS) - 1
    ratio = Fraction(attack, defense)
    return max((i for i, wanted in enumerate(RATIOS) if ratio >= wanted), default=BELOW)


def shifted(base: int, shift: int) -> int:
    """The column after all shifts together: above 6:1 is 6:1, below 1:3 a counterattack (13.5.5)."""
    if base == BELOW:
        return BELOW
    return min(base + shift, len(COLUMNS) - 1) if base + shift >= 0 else BELOW


class OddsBook:
    """Works out odds for battles of one compiled game."""

    def __init__(
        self, module: ModuleDef, positions: Positions, cards: CardBook, *, mech_infantry: bool
    ) -> None:
        self._positions = positions
        self._cards = cards
        self._mech_infantry = mech_infantry
        self.tables = {
            name: {
                (row, column): str(module.chart(f"crt-{name}").cell(str(row), column))
                for row in range(1, 7)
                for column in COLUMNS
            }
            for name in ("german", "italian", "allied")
        }

    def odds(self, state: State, battle: BattleVars) -> Odds:
        """Everything about the odds of a battle as committed so far."""
        attack = sum(self._strength(state, battle, p, nr.other(battle.attacker)) for p in battle.attackers)
        defense = sum(self._strength(state, battle, p, battle.attacker) for p in battle.defenders)
        attack += self._cards.number(state, battle, battle.attacker, "strength")
        defense += self._cards.number(state, battle, nr.other(battle.attacker), "strength")
        base = base_column(attack, defense)
        modifiers = self._modifiers(state, battle)
        final = shifted(base, sum(m.value for m in modifiers))
        return Odds(attack=attack, defense=defense, base=base, final=final, modifiers=modifiers)

    def _strength(self, state: State, battle: BattleVars, piece: PieceId, enemy: SideId) -> int:
        unit = self._positions.units[piece]
        if unit.type == "entrenchment" and self._cards.has(state, battle, enemy, "no-entrench"):
            return 0
        return strength(unit, state.pieces[piece])

    def _modifiers(self, state: State, battle: BattleVars) -> tuple[Modifier, ...]:
        found = [
            self._terrain(state, battle),
            *self._support(state, battle),
            *self._mechanized(state, battle),
            self._prepared(state, battle),
            self._unsupplied(state, battle),
            *self._card_shifts(state, battle),
        ]
        return tuple(m for m in found if m is not None and (m.value or m.applies == "no"))

    def _terrain(self, state: State, battle: BattleVars) -> Modifier | None:
        if battle.counter:
            return None
        ignores = self._cards.has(state, battle, battle.attacker, "no-terrain")
        shift = max((self._hex_shift(state, battle, t, plain=ignores) for t in battle.targets), default=0)
        return Modifier(text="terrain of the target", rule="13.5.1", value=-shift)

    def _hex_shift(self, state: State, battle: BattleVars, target: PlaceId, *, plain: bool) -> int:
        if target in battle.counterblows:
            return 0
        terrain = self._positions.terrain
        t = terrain.board.index[target]
        shift = 0 if plain else terrain.row(t).shift
        origins = [terrain.board.index[at] for p in battle.attackers if (at := state.pieces[p].at)]
        sides = [] if plain else [self._side_shift(i, t) for i in origins]
        shift += min(sides, default=0)
        level = self.fort_level(state, battle, target)
        if level and all(terrain.is_fort_side(i, t) for i in origins):
            shift += 1 if level == 1 else 2
        return shift

    def _side_shift(self, i: int, t: int) -> int:
        return max((row.shift for row in self._positions.terrain.side_rows(i, t).values()), default=0)

    def fort_level(self, state: State, battle: BattleVars, target: PlaceId) -> int:
        """Active Fortress level of a target: Tobruk held by the defender, not counterattacked (ruling 52)."""
        if battle.counter or target in battle.counterblows:
            return 0
        tags = self._positions.terrain.board.tags(self._positions.terrain.board.index[target])
        held = state.control.get(target) == nr.other(battle.attacker)
        return nr.data(state).tobruk_level if "fortress" in tags and held else 0

    def _support(self, state: State, battle: BattleVars) -> list[Modifier]:
        if not battle.support:
            return []
        word = "Blitz!" if battle.attacker == nr.AXIS else "Shock!"
        if self._cards.has(state, battle, nr.other(battle.attacker), "no-support"):
            return [Modifier(text=f"{word} marker, cancelled by a card", rule="13.3", value=0, applies="no")]
        return [Modifier(text=f"{word} marker", rule="13.5.2", value=1)]

    def _mechanized(self, state: State, battle: BattleVars) -> list[Modifier]:
        defender = nr.other(battle.attacker)
        found = []
        for side, pieces, sign in ((battle.attacker, battle.attackers, 1), (defender, battle.defenders, -1)):
            value = self._mech_value(state, battle, side, pieces)
            enemy = battle.defenders if side == battle.attacker else battle.attackers
            if not value:
                continue
            if any(self._positions.units[p].type == "anti-tank" for p in enemy):
                found.append(
                    Modifier(text="Mechanized, negated by Anti-Tank", rule="13.5.3", value=0, applies="no")
                )
            elif self._cards.has(state, battle, nr.other(side), "no-mech"):
                found.append(
                    Modifier(text="Mechanized, negated by a card", rule="13.3", value=0, applies="no")
                )
            else:
                text = "heavy tanks" if value == 2 else "Mechanized units"
                found.append(Modifier(text=text, rule="13.5.3", value=sign * value))
        return found

    def _mech_value(self, state: State, battle: BattleVars, side: SideId, pieces: tuple[PieceId, ...]) -> int:
        attacking = side == battle.attacker
        best = 0
        for piece in pieces:
            if not self._positions.mechanized(state, piece):
                continue
            if attacking and not all(self._allows_mech(state, battle, t) for t in battle.targets):
                continue
            at = state.pieces[piece].at
            if not attacking and (at is None or not self._allows_mech(state, battle, at)):
                continue
            if attacking and self._mech_infantry and self._only_tanks(battle) and not self._is_tank(piece):
                continue
            heavy = self._positions.units[piece].face(state.pieces[piece]).heavy
            best = max(best, 2 if heavy else 1)
        return best

    def _allows_mech(self, state: State, battle: BattleVars, target: PlaceId) -> bool:
        terrain = self._positions.terrain
        t = terrain.board.index[target]
        if not terrain.row(t).mech:
            return False
        origins = [terrain.board.index[at] for p in battle.attackers if (at := state.pieces[p].at)]
        blocked = [any(not row.mech for row in terrain.side_rows(i, t).values()) for i in origins]
        if self.fort_level(state, battle, target):
            blocked = [b or terrain.is_fort_side(i, t) for b, i in zip(blocked, origins, strict=True)]
        return not (blocked and all(blocked))

    def _is_tank(self, piece: PieceId) -> bool:
        return self._positions.units[piece].type in {"tank", "panzer"}

    def _only_tanks(self, battle: BattleVars) -> bool:
        squares = [p for p in battle.defenders if self._positions.units[p].square]
        return bool(squares) and all(self._is_tank(p) for p in squares)

    def _prepared(self, state: State, battle: BattleVars) -> Modifier | None:
        if self._cards.has(state, battle, battle.attacker, "no-entrench"):
            return None
        units = self._positions.units
        for target in battle.targets:
            present = [p for p in battle.defenders if state.pieces[p].at == target]
            mined = any(is_minefield(units[p], state.pieces[p]) for p in present)
            if mined and any(units[p].type == "anti-tank" for p in present):
                return Modifier(text="Anti-Tank in a Minefield", rule="13.5.4", value=-1)
        return None

    def _unsupplied(self, state: State, battle: BattleVars) -> Modifier | None:
        if any(
            self._positions.is_unsupplied(state, p)
            for p in battle.defenders
            if self._positions.units[p].square
        ):
            return Modifier(text="an Unsupplied defender", rule="11.5", value=2)
        return None

    def _card_shifts(self, state: State, battle: BattleVars) -> list[Modifier]:
        defender = nr.other(battle.attacker)
        mine = self._cards.number(state, battle, battle.attacker, "shift")
        theirs = self._cards.number(state, battle, defender, "shift")
        return [
            Modifier(text="attacker's card", rule="13.3", value=mine),
            Modifier(text="defender's card", rule="13.3", value=-theirs),
        ]

    def crt_choices(self, battle: BattleVars) -> tuple[str, ...]:
        """The results tables the attacker may use (13.5.6)."""
        if battle.attacker == nr.ALLIED:
            return ("allied",)
        colors = {self._positions.units[p].color for p in battle.attackers if self._positions.units[p].square}
        if "gray" in colors and "green" not in colors:
            return ("german",)
        if "green" in colors and "gray" not in colors:
            return ("italian",)
        return ("german", "italian")

    def result(self, table: str, roll: int, column: int) -> str:
        """The result letters; odds below 1:3 are a counterattack without a roll."""
        return "CA" if column == BELOW else self.tables[table][roll, COLUMNS[column]]
