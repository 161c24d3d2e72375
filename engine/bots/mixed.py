"""Mixed play: sometimes the best suggestion, sometimes anything legal.

Purely random armies drift apart and starve; purely greedy ones never stray. Mixed play fights often and in
odd positions, which is what tests need.
"""

from __future__ import annotations

from random import Random

from engine.bots.greedy import GreedyBot
from engine.bots.random_player import RandomBot
from engine.ids import SideId
from engine.play.action import Action
from engine.play.decision import Decision
from engine.rules.ruleset import GameRules
from engine.state.model import State

GREED = 0.6
"""Share of choices made by the greedy player."""


class MixedBot:
    """Plays now like the greedy player, now like the random one."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._greedy, self._random = GreedyBot(chance), RandomBot(chance)

    def choose(self, rules: GameRules, state: State, decision: Decision, side: SideId) -> Action:
        """One legal action."""
        if self._chance.random() < GREED:
            return self._greedy.choose(rules, state, decision, side)
        return self._random.choose(rules, state, decision, side)
