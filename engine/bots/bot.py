"""What a computer player is, and the names of those there are."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from engine.bots.greedy import GreedyBot
from engine.bots.mixed import MixedBot
from engine.bots.random_player import RandomBot
from engine.errors import EngineError
from engine.ids import SideId
from engine.issues import near_miss
from engine.play.action import Action
from engine.play.decision import Decision
from engine.rules.ruleset import GameRules
from engine.state.model import State


class Bot(Protocol):
    """Plays one side. The same bot with the same chance chooses the same in the same position."""

    def choose(self, rules: GameRules, state: State, decision: Decision, side: SideId) -> Action:
        """One legal action; raises ``RuleBug`` if the rules offer none."""
        ...


_MAKERS: dict[str, Callable[[Random], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "mixed": MixedBot}


def bot_names() -> tuple[str, ...]:
    """Names of all bots."""
    return tuple(_MAKERS)


def make_bot(name: str, seed: int, side: SideId) -> Bot:
    """A bot for one side of one game; raises ``EngineError`` for an unknown name."""
    maker = _MAKERS.get(name)
    if maker is None:
        hint = near_miss(name, _MAKERS) or f"known: {', '.join(_MAKERS)}"
        raise EngineError(f"there is no bot named '{name}'; {hint}")
    return maker(Random(f"{seed}/{side}"))
