"""Audit of the sequence of play: which player turn is skipped, and which only seems to be (1.1)."""

import pytest

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
