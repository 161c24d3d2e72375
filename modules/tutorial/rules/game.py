"""First Steps compiled: two phases for each side, six turns, a town to take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.flow.sequence import SequenceStep
from engine.flow.step import Step, auto, decision
from engine.ids import SideId
from engine.kit.ending import EndPhaseKind
from engine.play.action import Action, ActionKind, EndPhase
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.rules.freeplay import FreePlayRules
from engine.state.model import OptionValue, State
from engine.view.advice import Suggestion
from modules.tutorial.rules.fighting import Attack, AttackKind
from modules.tutorial.rules.ground import FOUGHT, MOST_IN_HEX, MOVED, Ground
from modules.tutorial.rules.moving import Move, MoveKind

HEADS = ("Odds", "Shift", "Column", "Retreat", "Steps lost, own : enemy")
"""Columns of the table of suggested attacks."""


class EndKind(EndPhaseKind):
    """Ends the phase."""

    label = "End phase"

    def apply(self, r: Resolution, side: SideId, action: EndPhase) -> None:
        r.goto("finish")


class PhaseStep(Step):
    """A phase of one side: act as often as wanted, then end it."""

    id = "tutorial.phase"
    mark: ClassVar[str] = MOVED
    plain: ClassVar[str] = ""

    def __init__(self, game: TutorialGame, kind: ActionKind[Move] | ActionKind[Attack]) -> None:
        self.game, self.kinds = game, (kind, EndKind())

    @auto
    def start(self, r: Resolution) -> None:
        """Nothing comes before the player's own acts."""
        r.goto("act")

    @decision
    def act(self, state: State) -> Ask:
        """Move or attack, as often as units are left."""
        phase = self.game.sequence.definitions[state.phase]
        return Ask(
            sides=(phase.side or self.game.table.sides[0],),
            prompt=self.plain,
            kinds=self.kinds,
            rule=phase.rule,
            help=phase.help,
        )

    @auto
    def finish(self, r: Resolution) -> None:
        """Signs of what was done come off."""
        pieces = tuple(name for name, piece in r.state.pieces.items() if piece.marks)
        r.unmark(pieces, self.mark)
        r.end()


class MovementStep(PhaseStep):
    """The movement phase (2)."""

    id = "tutorial.movement"
    plain = "Move your units, each once."


class CombatStep(PhaseStep):
    """The combat phase (3)."""

    id = "tutorial.combat"
    mark = FOUGHT
    plain = "Attack enemies next to your units, each once."


class TutorialGame(FreePlayRules):
    """One scenario of First Steps with its rules."""

    ruleset: ClassVar[str] = "tutorial"
    version: ClassVar[str] = "1"
    dice_faces: ClassVar[tuple[int, ...]] = (6,)
    action_types: ClassVar[tuple[type[Action], ...]] = (Move, Attack, EndPhase)

    def __init__(self, module: ModuleDef, scenario: ScenarioDef, options: Mapping[str, OptionValue]) -> None:
        super().__init__(module, scenario, options)
        self.ground = Ground(self.table)
        self.moves, self.attacks = MoveKind(self.ground), AttackKind(self.ground)
        self.sequence = SequenceStep(module.sequence, {}, self.referee)
        steps: tuple[Step, ...] = (
            self.sequence,
            MovementStep(self, self.moves),
            CombatStep(self, self.attacks),
        )
        self.steps = {step.id: step for step in steps}

    def oddities(self, state: State) -> tuple[str, ...]:
        return tuple(
            f"{len(stack)} units are in {place}, at most {MOST_IN_HEX} may be (2.4)"
            for place, stack in state.stacks.items()
            if place in self.board.index and len(stack) > MOST_IN_HEX
        )

    def suggestions(self, state: State, side: SideId) -> tuple[Suggestion, ...]:
        phase = self.sequence.definitions[state.phase]
        if phase.side != side:
            return ()
        return tuple(
            self._attacks(state, side) if phase.step == "tutorial.combat" else self._moves(state, side)
        )

    def _attacks(self, state: State, side: SideId) -> list[Suggestion]:
        found = (self._attack(state, side, action) for action in self.attacks.choices(state, side))
        return sorted((one for one in found if one is not None), key=lambda suggestion: -suggestion.score)

    def _attack(self, state: State, side: SideId, action: Attack) -> Suggestion | None:
        view = self.attacks.preview(state, side, action)
        if view is None:
            return None
        gain = view.mean_defender_loss - view.mean_attacker_loss
        column, leaves = view.columns[view.final], self.attacks.chance_of_retreat(view.final)
        figures = (
            view.odds,
            f"{view.final - view.base:+d}",
            column,
            f"{round(100 * leaves)} %",
            f"{view.mean_attacker_loss:.1f} : {view.mean_defender_loss:.1f}",
        )
        return Suggestion(
            actions=(action,),
            score=gain + 0.2 * (view.final - 1),
            text=f"{self.describe(action)} with {self.table.names(action.attackers)}",
            figures=figures,
            heads=HEADS,
            rule=self.attacks.rule,
            places=(action.target,),
            rank=view.final + gain / 100,
        )

    def _moves(self, state: State, side: SideId) -> list[Suggestion]:
        board = self.board
        goals = [
            i for i, kind in enumerate(board.terrain)
            if kind == "town" and state.control.get(board.ids[i]) != side
        ]  # fmt: skip
        goals = goals or sorted(self.ground.enemy_hexes(state, side))
        found = []
        for action in self.moves.choices(state, side) if goals else ():
            here, there = self.ground.at(state, action.pieces[0]), board.index[action.path[-1]]
            if here is not None and len(action.pieces) == 1:
                gain = min(board.distance(here, g) for g in goals) - min(
                    board.distance(there, g) for g in goals
                )
                text, places = self.describe(action), (action.path[-1],)
                found.append(
                    Suggestion(actions=(action,), score=float(gain), text=text, places=places, rule="2.1")
                )
        return sorted(found, key=lambda suggestion: -suggestion.score)

    def describe(self, action: Action) -> str:
        if isinstance(action, Move):
            return f"{self.table.names(action.pieces)} to {self.table.place_name(action.path[-1])}"
        if isinstance(action, Attack):
            return f"attack {self.table.place_name(action.target)}"
        return "end the phase"
