"""Greedy play: the best suggestion of the game's rules, carried out to its end.

The bot knows no game. A ruleset that offers suggestions with scores (attacks at good odds, moves towards
its goals, supply) makes it a player; without any it ends each phase and answers questions at random.
"""

from __future__ import annotations

from random import Random

from engine.bots.random_player import random_action
from engine.ids import SideId
from engine.play.action import Action
from engine.play.decision import Decision
from engine.play.transition import refuse
from engine.rules.ruleset import GameRules
from engine.state.model import State

PATIENCE = 500
"""Suggestions followed in one phase; then the phase is ended, whatever is still suggested."""


class GreedyBot:
    """Plays the suggestion of the highest positive score."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._plan: list[Action] = []
        self._phase = (0, "")
        self._followed = 0

    def choose(self, rules: GameRules, state: State, decision: Decision, side: SideId) -> Action:
        """The next action of the plan, of a new plan, or whatever ends the phase."""
        if self._phase != (state.turn, state.phase):
            self._phase, self._followed, self._plan = (state.turn, state.phase), 0, []
        planned = self._planned(rules, state, side)
        if planned is None and self._followed < PATIENCE:
            self._plan = self._best(rules, state, side)
            planned = self._planned(rules, state, side)
        return planned or self._finish(state, decision, side)

    def _best(self, rules: GameRules, state: State, side: SideId) -> list[Action]:
        good = [suggestion for suggestion in rules.suggestions(state, side) if suggestion.score > 0]
        if not good:
            return []
        self._followed += 1
        return list(max(good, key=lambda suggestion: suggestion.score).actions)

    def _planned(self, rules: GameRules, state: State, side: SideId) -> Action | None:
        """The next action of the plan; the plan is dropped where events have overtaken it."""
        if not self._plan:
            return None
        action = self._plan.pop(0)
        if refuse(rules, state, side, action) is None:
            return action
        self._plan = []
        return None

    def _finish(self, state: State, decision: Decision, side: SideId) -> Action:
        for kind in decision.ask.kinds:
            if kind.ends and kind.unavailable(state, side) is None:
                action: Action | None = kind.sample(state, side, self._chance)
                if action is not None:
                    return action
        return random_action(state, decision, side, self._chance)
