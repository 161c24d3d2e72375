"""Random legal play: first a kind of action, then one action of that kind.

Choosing the kind first keeps games short and varied: drawn flat from all actions, the many ways to move
would drown everything else. Kinds that end a phase come rarely while others remain, so that phases are
used.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.errors import RuleBug
from engine.ids import SideId
from engine.play.action import Action, AnyKind
from engine.play.decision import Decision
from engine.rules.ruleset import GameRules
from engine.state.model import State

ENDING = 0.05
"""How often a phase is ended although something else could be done."""


class RandomBot:
    """Plays any legal action."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choose(self, rules: GameRules, state: State, decision: Decision, side: SideId) -> Action:
        """One legal action at random."""
        return random_action(state, decision, side, self._chance)


def random_action(state: State, decision: Decision, side: SideId, chance: Random) -> Action:
    """One legal action of a side at random; raises :class:`RuleBug` when there is none, a dead end."""
    for kind in _in_random_order(decision.ask.kinds, chance):
        if kind.unavailable(state, side) is None:
            action: Action | None = kind.sample(state, side, chance)
            if action is not None:
                return action
    offered = ", ".join(kind.kind for kind in decision.ask.kinds)
    raise RuleBug(f"dead end in {decision.path[-1]} of turn {state.turn}: {side} can do none of {offered}")


def _in_random_order(kinds: tuple[AnyKind, ...], chance: Random) -> Iterator[AnyKind]:
    if len(kinds) == 1:
        yield kinds[0]
        return
    endings = [kind for kind in kinds if kind.ends]
    others = [kind for kind in kinds if not kind.ends]
    chance.shuffle(others)
    first, then = (endings, others) if chance.random() < ENDING else (others, endings)
    yield from first
    yield from then
