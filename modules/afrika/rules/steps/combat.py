"""The combat phase: the side declares one attack after the other, each fought before the next (1.1, 3.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from engine.errors import Refusal
from engine.flow.step import Step, auto, decision
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.ending import EndPhaseKind
from engine.play.action import AnyKind, EndPhase, Shape
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.advice import Suggestion, Unfinished
from engine.view.preview import Preview
from modules.afrika.rules.attack import RULE, AttackRules
from modules.afrika.rules.battle import BATTLE, BattleVars
from modules.afrika.rules.combat_actions import DeclareAttack
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.leaders_movement import StorchKind
from modules.afrika.rules.policy_combat import CombatAdvice
from modules.afrika.rules.preview import preview_battle
from modules.afrika.rules.settle import settle
from modules.afrika.rules.state import new_record

if TYPE_CHECKING:
    import random

COMBAT = "afrika.combat"


class DeclareAttackKind(GameKind[DeclareAttack]):
    """Declaring an attack."""

    kind = "declare-attack"
    action = DeclareAttack
    shape = Shape.ATTACK
    label = "Attack"
    rule = RULE
    help = (
        "Choose an enemy hex, then the units next to it that attack, and artillery that supports them. Each "
        "hex is attacked once and each unit attacks once in a phase. Attacking is never compulsory."
    )

    def __init__(self, rules: AttackRules) -> None:
        super().__init__(rules.game)
        self.rules = rules

    # --- legality ----------------------------------------------------------------------------------------

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return None if self.rules.chances(state, side) else Refusal("no unit can attack anything", RULE)

    def check(self, state: State, side: SideId, action: DeclareAttack) -> Refusal | None:
        return self.rules.refuse(state, side, action.target, (action.attackers, action.artillery))

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[DeclareAttack]:
        """All out with all artillery, all out, each hex's units, each unit: for every target."""
        for target, chance in self.rules.chances(state, side).items():
            seen: set[DeclareAttack] = set()
            for units, guns in self._forces(state, chance):
                if piece not in (None, *units, *guns) or not any(self.game.attack(state, n) for n in units):
                    continue
                action = DeclareAttack(target=self.game.place(target), attackers=units, artillery=guns)
                if action not in seen:
                    seen.add(action)
                    yield action

    def _forces(
        self, state: State, chance: tuple[tuple[PieceId, ...], tuple[PieceId, ...]]
    ) -> Iterator[tuple[tuple[PieceId, ...], tuple[PieceId, ...]]]:
        attackers, guns = chance
        yield attackers, guns
        yield attackers, ()
        for _, stack in groupby(attackers, key=lambda name: state.pieces[name].at):
            units = tuple(stack)
            yield units, guns
            yield units, ()
        for name in attackers:
            yield (name,), guns
            yield (name,), ()

    def sample(self, state: State, side: SideId, random: random.Random) -> DeclareAttack | None:
        found = self.rules.chances(state, side)
        if not found:
            return None
        target = random.choice(list(found))
        units, guns = found[target]
        if random.random() < 0.5:
            some = tuple(name for name in units if random.random() < 0.6)
            if any(self.game.attack(state, name) for name in some):
                units = some
        guns = tuple(name for name in guns if random.random() < 0.7)
        return DeclareAttack(target=self.game.place(target), attackers=units, artillery=guns)

    # --- carrying out ------------------------------------------------------------------------------------

    def apply(self, r: Resolution, side: SideId, action: DeclareAttack) -> None:
        r.call(
            BATTLE, BattleVars(target=action.target, attackers=action.attackers, artillery=action.artillery)
        )

    def describe(self, state: State, action: DeclareAttack) -> str:
        names = ", ".join(self.game.names[name] for name in (*action.attackers, *action.artillery))
        return f"Attack {self.game.place_name(action.target)} with {names}"

    # --- for the window ----------------------------------------------------------------------------------

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        found: dict[PieceId | PlaceId, None] = {}
        for target, chance in self.rules.chances(state, side).items():
            found[self.game.place(target)] = None
            found.update(dict.fromkeys((*chance.attackers, *chance.artillery)))
        return tuple(found)

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        wanted = set(pieces) - self.game.leaders.keys()
        return tuple(
            self.game.place(target)
            for target, chance in self.rules.chances(state, side).items()
            if wanted.issubset((*chance.attackers, *chance.artillery))
        )

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        if subject in self.game.units:
            return self._why_not_unit(state, side, subject)
        if self.game.number(subject) < 0:
            return None
        refusal = self.rules.refuse_target(state, side, subject)
        if refusal is not None or self.game.number(subject) in self.rules.chances(state, side):
            return refusal
        text = f"no unit that may still attack is next to {self.game.place_name(subject)}"
        return Refusal(text, RULE, places=(subject,))

    def _why_not_unit(self, state: State, side: SideId, piece: PieceId) -> Refusal | None:
        if self.targets(state, side, (piece,)):
            return None
        unit, number = self.game.units[piece], self.game.number(state.pieces[piece].at)
        if unit.side != side:
            place = state.pieces[piece].at
            return self.why_not(state, side, place) if place and number >= 0 else None
        refusal = self.rules.refuse_unit(state, side, piece, number) if number >= 0 else None
        if refusal is not None and ("has attacked" in refusal.text or "has supported" in refusal.text):
            return refusal
        return Refusal(f"{unit.name} is next to nothing it could attack", RULE, pieces=(piece,))

    def preview(self, state: State, side: SideId, action: DeclareAttack) -> Preview | None:
        if self.check(state, side, action) is not None:
            return None
        return preview_battle(
            self.game, state, self.game.number(action.target), action.attackers, action.artillery
        )


class EndCombatKind(EndPhaseKind):
    """The end of the combat phase."""

    label = "End combat"
    rule = "1.1"

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game

    def apply(self, r: Resolution, side: SideId, action: EndPhase) -> None:
        r.end()
        settle(self.game, r)


class CombatStep(Step):
    """The combat phase of the side whose turn it is."""

    id = COMBAT

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._advice = CombatAdvice(game)
        attack = DeclareAttackKind(self._advice.attacks)
        self._kinds: tuple[AnyKind, ...] = (attack, StorchKind(game), EndCombatKind(game))

    def suggestions(self, state: State, side: SideId) -> Iterator[Suggestion]:
        """Attacks by what they promise."""
        return self._advice.attacks_worth_making(state, side)

    def unfinished(self, state: State, side: SideId) -> Iterator[Unfinished]:
        """Good attacks not made, air points not used."""
        return self._advice.forgotten(state, side)

    @auto
    def start(self, r: Resolution) -> None:
        """Opens the phase."""
        new_record(r)
        r.goto("choose")

    @decision
    def choose(self, state: State) -> Ask:
        """The next attack."""
        side = self.game.moving_side(state)
        return Ask(
            sides=(side,),
            prompt="Declare attacks one by one; then end the phase",
            kinds=self._kinds,
            rule="3.0",
        )


STEPS = (CombatStep,)
ACTIONS = (DeclareAttack, EndPhase)
