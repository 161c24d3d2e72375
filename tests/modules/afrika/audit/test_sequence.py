"""Audit of the sequence of play: which player turn is skipped, and which only seems to be (1.1)."""

from random import Random

import pytest

from engine.bots.mixed import MixedBot
from engine.flow.sequence import sequence_of
from engine.play.action import Adjudicate, EndPhase
from tests.modules.afrika.builders import a_game, do


@pytest.mark.parametrize("scenario", ["operation-compass", "operation-crusader"])
def test_1_1_a_position_set_by_hand_may_begin_in_the_axis_turn_that_the_scenario_skips(scenario: str) -> None:
    game = a_game(scenario)
    assert game.state.phase.startswith("allied.")
    do(game, Adjudicate(phase="axis.movement"))
    assert game.state.phase == "axis.movement"
    do(game, EndPhase())
    assert game.state.phase == "axis.combat"
    assert game.state.turn == game.rules.setup(1).turn


@pytest.mark.parametrize("scenario", ["operation-compass", "operation-crusader"])
def test_1_1_the_axis_turn_of_the_first_turn_is_skipped_out_of_the_set_up(scenario: str) -> None:
    game = a_game(scenario, setup="choose") if scenario == "operation-crusader" else a_game(scenario)
    if game.state.phase == "setup":
        do(game, EndPhase())
    assert game.state.phase.startswith("allied.")


@pytest.mark.parametrize("seed", [1, 2])
def test_1_1_every_question_of_reinforcement_hangs_in_the_sequence_of_play(seed: int) -> None:
    game = a_game("italian-invasion", seed)
    sequence = sequence_of(game.rules.steps)
    bot, seen = MixedBot(Random(seed)), set[str]()
    for _ in range(600):
        decision = game.decision
        if decision is None:
            break
        if "reinforcement" in game.state.phase:
            assert all(place in sequence.definitions for place in decision.path), decision.path
            seen.add(decision.path[-1])
        side = decision.sides[0]
        game.apply(bot.choose(game.rules, game.state, decision, side), side)
    assert {"allied.reinforcement.supply", "allied.reinforcement.variable"} <= seen
