"""Games of the toy rules to save: played at random, with dice typed in, from a position."""

from __future__ import annotations

import random

from engine.definition.module import ModuleDef
from engine.game import Game, new_game
from engine.play.action import EndPhase
from engine.rules.freeplay_actions import Place, Restack, Roll
from tests.engine.toy import ToyRules
from tests.fixtures.free_module import a_free_module


def play_at_random(game: Game, actions: int, seed: int = 0) -> Game:
    """Play up to a number of random actions."""
    chooser = random.Random(seed)
    for _ in range(actions):
        decision = game.decision
        if decision is None:
            break
        side = decision.sides[0]
        kind = chooser.choice(decision.ask.kinds)
        action = kind.sample(game.state, side, chooser)
        assert action is not None
        game.apply(action, side)
    return game


def a_long_game(seed: int = 1, actions: int = 130) -> Game:
    """A game long enough for several snapshots."""
    rules = ToyRules()
    game = Game(rules, seed)
    chooser = random.Random(seed)
    while game.count < actions:
        decision = game.decision
        assert decision is not None
        side = decision.sides[0]
        kinds = [kind for kind in decision.ask.kinds if not kind.ends]
        action = chooser.choice(kinds).sample(game.state, side, chooser)
        assert action is not None
        game.apply(action, side)
    return game


def a_free_game(module: ModuleDef | None = None) -> Game:
    """Free play: two moves, a roll, an end of phase, and a stack put in order in Easton."""
    game = new_game(module or a_free_module(), "meeting", 4)
    game.apply(Place(pieces=("1-blue-inf",), at="0303"), "axis")
    game.apply(Place(pieces=("1-blue-inf",), at="0403"), "axis")
    game.apply(Roll(faces=6), "axis")
    game.apply(EndPhase(), "axis")
    game.apply(Restack(at="1004", pieces=("1-red-inf",)), "axis")
    return game
