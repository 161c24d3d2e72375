"""Announcing battles against the marked hexes (13.1, rulings 29 to 35)."""

from __future__ import annotations

import random as rng
from collections.abc import Iterable, Iterator
from itertools import combinations

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.actions import Attack
from modules.no_retreat_2.rules.battle_vars import BattleVars, CardVars, DeclareVars
from modules.no_retreat_2.rules.kind import GameKind
from modules.no_retreat_2.rules.units import is_white

MOST_LISTED = 6
"""Attackers of one battle that ``choices`` combines; more can still be declared."""


class AttackKind(GameKind[Attack]):
    """A battle of a set of units against a set of marked hexes, each unit next to each hex (13.1.2)."""

    kind = "attack"
    action = Attack
    shape = Shape.ATTACK
    label = "Attack"
    rule = "13.1"

    # --- who can attack what --------------------------------------------------------------

    def open_marks(self, state: State) -> tuple[PlaceId, ...]:
        """Marked hexes still to be attacked by the phasing side."""
        held = nr.data(state)
        enemy = nr.other(held.phasing)
        index = self.game.board.index
        return tuple(p for p in held.marked if self.game.positions.side_at(state, index[p]) == enemy)

    def eligible(self, state: State, target: PlaceId, used: Iterable[PieceId] = ()) -> tuple[PieceId, ...]:
        """Unused units of the phasing side that may attack a marked hex; white ones a Counterblow only."""
        held = nr.data(state)
        gone = {*held.attacked, *used}
        whites = held.marked.get(target) == nr.COUNTERBLOW
        ids, positions = self.game.board.ids, self.game.positions
        found: list[PieceId] = []
        for j in self.game.terrain.open_neighbors(self.game.board.index[target]):
            if positions.side_at(state, j) == held.phasing:
                fighters = positions.fighters_at(state, ids[j])
                found += [
                    p for p in fighters if p not in gone and (whites or not is_white(self.game.units[p]))
                ]
        return tuple(found)

    # --- legality ----------------------------------------------------------------------------

    def check(self, state: State, side: SideId, action: Attack) -> Refusal | None:
        open_marks = self.open_marks(state)
        if not action.targets or len(set(action.targets)) != len(action.targets):
            return Refusal("name each Target hex once", "13.1")
        if any(t not in open_marks for t in action.targets):
            return Refusal("only marked hexes are attacked", "13.0", places=action.targets)
        if not action.attackers or len(set(action.attackers)) != len(action.attackers):
            return Refusal("name each attacking unit once", "13.1")
        for target in action.targets:
            able = self.eligible(state, target)
            for piece in action.attackers:
                if piece not in able:
                    text = (
                        f"{piece} cannot attack {target}: not adjacent, used already, or not able to attack"
                    )
                    return Refusal(text, "13.1.2", pieces=(piece,))
        return self._refuse_colors(state, side, action) or self._refuse_left_over(state, action, open_marks)

    def _refuse_colors(self, state: State, side: SideId, action: Attack) -> Refusal | None:
        if action.card:
            return self._refuse_card(state, side, action)
        if not self.game.positions.mixes_colors(action.attackers):
            return None
        if side == nr.ALLIED and self.game.positions.british_leader_on_map(state):
            return None
        return Refusal("these colours cannot attack together", "13.1.1", pieces=action.attackers)

    def _refuse_card(self, state: State, side: SideId, action: Attack) -> Refusal | None:
        cards = self.game.cards
        refusal = cards.refuse(state, side, action.card, ("A",))
        return refusal or cards.refuse_involved(state, side, action.card, action.attackers)

    def _refuse_left_over(
        self, state: State, action: Attack, open_marks: tuple[PlaceId, ...]
    ) -> Refusal | None:
        for mark in open_marks:
            if mark in action.targets or not self.eligible(state, mark):
                continue
            if not self.eligible(state, mark, action.attackers):
                return Refusal(f"nothing would be left to attack {mark}", "13.0", places=(mark,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Attack]:
        marks = self.open_marks(state)
        for count in range(1, len(marks) + 1):
            for targets in combinations(marks, count):
                common = self._common(state, targets)
                for size in range(1, min(len(common), MOST_LISTED) + 1):
                    for attackers in combinations(common, size):
                        if piece is None or piece in attackers:
                            yield from self._legal(state, side, targets, attackers)

    def _common(self, state: State, targets: tuple[PlaceId, ...]) -> tuple[PieceId, ...]:
        sets = [self.eligible(state, target) for target in targets]
        return tuple(p for p in sets[0] if all(p in other for other in sets[1:]))

    def _legal(
        self, state: State, side: SideId, targets: tuple[PlaceId, ...], attackers: tuple[PieceId, ...]
    ) -> Iterator[Attack]:
        cards = ("", *(card for card in nr.data(state).hands[side] if self._announces(card, side)))
        for card in cards:
            action = Attack(targets=targets, attackers=attackers, card=card)
            if self.check(state, side, action) is None:
                yield action

    def _announces(self, card: str, side: SideId) -> bool:
        return "A" in self.game.cards.half(card, side).times

    def sample(self, state: State, side: SideId, random: rng.Random) -> Attack | None:
        marks = list(self.open_marks(state))
        random.shuffle(marks)
        for target in marks:
            able = list(self.eligible(state, target))
            random.shuffle(able)
            for size in range(len(able), 0, -1):
                action = Attack(targets=(target,), attackers=tuple(able[:size]))
                if self.check(state, side, action) is None:
                    return action
        return next(self.choices(state, side), None)

    # --- carrying it out --------------------------------------------------------------------

    def apply(self, r: Resolution, side: SideId, action: Attack) -> None:
        if action.card:
            r.goto(
                "announced", DeclareVars(attackers=action.attackers, targets=action.targets, card=action.card)
            )
            r.call("no_retreat_2.card", CardVars(side=side, card=action.card))
        else:
            self.start(r, side, action.targets, action.attackers)

    def start(
        self, r: Resolution, side: SideId, targets: tuple[PlaceId, ...], attackers: tuple[PieceId, ...]
    ) -> None:
        """Begins the battle sequence; the marks come off, the attackers are used (13.1.3)."""
        held = nr.data(r.state)
        blows = tuple(t for t in targets if held.marked.get(t) == nr.COUNTERBLOW)
        defenders = tuple(p for t in targets for p in self._defenders(r.state, t, counterblow=t in blows))
        marked = {place: mark for place, mark in held.marked.items() if place not in targets}
        r.set_data(replace(held, marked=marked, attacked=(*held.attacked, *attackers)))
        r.emit(
            "battle",
            f"Battle at {', '.join(targets)}",
            rule="13.2",
            side=side,
            pieces=attackers,
            places=targets,
        )
        r.goto("next_battle")
        r.call(
            "no_retreat_2.battle",
            BattleVars(
                attacker=side, attackers=attackers, defenders=defenders, targets=targets, counterblows=blows
            ),
        )

    def _defenders(self, state: State, target: PlaceId, *, counterblow: bool) -> tuple[PieceId, ...]:
        if counterblow:
            return self.game.positions.squares_at(state, target)
        return self.game.positions.fighters_at(state, target)
