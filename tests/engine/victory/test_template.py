"""The free-play template is won and lost by its blocks, whatever hands do at the table."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.game import Game, new_game
from engine.loading import load_module
from engine.play.action import EndPhase
from engine.rules.freeplay_actions import Control, Remove
from engine.saves import resimulate, save_text
from engine.saves.reading import parse
from tests.engine.victory.games import end_turn

TEMPLATE = Path(__file__).resolve().parents[3] / "resources" / "templates" / "free-play"


def a_table(seed: int = 1) -> Game:
    return new_game(load_module(TEMPLATE), "first", seed)


def winner(game: Game) -> str:
    while game.state.over is None:
        end_turn(game)
    return game.state.over.winner


def test_nothing_happens_and_nobody_wins() -> None:
    game = a_table()
    assert winner(game) == "draw"
    assert game.state.turn == 8


def test_taking_all_three_towns_ends_it_at_the_end_of_the_turn() -> None:
    game = a_table()
    game.apply(Control(at="1505", owner="blue"), "blue")
    assert game.decision is not None
    end_turn(game)
    assert game.state.over is not None
    assert (game.state.over.winner, game.state.turn) == ("blue", 1)


def test_six_lost_units_are_enough_for_red() -> None:
    game = a_table()
    lost = [name for name, piece in game.state.pieces.items() if piece.owner == "blue" and piece.at][:6]
    game.apply(Remove(pieces=tuple(lost)), "blue")
    assert winner(game) == "red"


@pytest.mark.parametrize("seed", range(6))
def test_games_by_chance_come_to_an_end_and_replay(seed: int) -> None:
    game, chance = a_table(seed), random.Random(seed)
    for _ in range(4000):
        decision = game.decision
        if decision is None:
            break
        side = chance.choice(decision.sides)
        kind = chance.choice(decision.ask.kinds)
        action = kind.sample(game.state, side, chance) if chance.random() < 0.8 else EndPhase()
        if action is not None:
            game.apply(action, side)
            assert game.rules.check(game.state) == ()
            assert len(game.rules.project(game.state, "blue").victory) == 4
    assert game.state.over is not None
    assert game.state.over.winner in {"blue", "red", "draw"}
    again, parting = resimulate(parse(save_text(game), "a save"), game.rules)
    assert parting is None
    assert again.state.over == game.state.over
