"""A game on an edited module: how far it goes, and where it first differs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.bots import make_bot
from engine.definition.module import ModuleDef
from engine.game import Game, new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import EndPhase
from engine.rules.freeplay_actions import Roll
from engine.saves import CannotFollow, Cause, Followed, follow
from tests.engine.saves.samples import a_free_game
from tests.engine.saves.test_keeping import moved
from tests.fixtures.free_module import a_free_module


def followed(game: Game, module: ModuleDef) -> Followed:
    return follow(game, new_game(module, game.rules.scenario.id, game.seed).rules)


def test_an_edit_the_game_has_not_met_changes_nothing() -> None:
    game = a_free_game()
    module = game.rules.module.model_copy(update={"title": "Another title", "version": "2"})
    found = followed(game, module)
    assert (found.first, found.stopped) == (None, None)
    assert found.game.count == game.count == found.actions
    assert found.game.hash() == game.hash()
    assert found.game.rules.module.title == "Another title"
    assert found.before_first == 5


def test_another_set_up_differs_before_the_first_action() -> None:
    game = a_free_game()
    found = followed(game, moved(game.rules.module))
    assert found.first is not None
    assert (found.first.number, found.first.turn, found.first.cause) == (0, 1, Cause.POSITION)
    assert (found.first.piece, found.first.text) == ("1-red-inf", "in 0904 instead of 1004")
    assert found.stopped is not None
    assert found.stopped.number == 5
    assert found.stopped.cause is Cause.REFUSED
    assert found.game.count == 4
    assert found.up_to_first().count == 0


def test_a_counter_that_is_gone_stops_the_game_where_it_moves() -> None:
    game = a_free_game()
    module = game.rules.module
    scenario = module.scenario("meeting")
    allied = scenario.sides["allied"]
    sides = {**scenario.sides, "allied": allied.model_copy(update={"placements": allied.placements[1:]})}
    edited = module.model_copy(
        update={
            "pieces": tuple(piece for piece in module.pieces if piece.id != "1-red-inf"),
            "scenarios": (scenario.model_copy(update={"sides": sides}),),
        }
    )
    found = followed(game, edited)
    assert found.first is not None
    assert (found.first.number, found.first.text) == (0, "is not there any more, in 1004")
    assert found.stopped is not None
    assert found.stopped.text == "these are not the pieces at 1004"
    assert found.game.count == 4


def test_the_original_is_not_touched() -> None:
    game = a_free_game()
    before = game.hash()
    followed(game, moved(game.rules.module))
    assert game.hash() == before
    assert game.count == 5


def test_dice_typed_in_at_the_table_are_typed_in_again() -> None:
    game = new_game(a_free_module(), "meeting", 4)
    game.queue_table_dice((6,))
    game.apply(Roll(faces=6), "axis")
    found = followed(game, game.rules.module.model_copy(update={"title": "T"}))
    assert found.first is None
    assert found.game.turns[0].transition.draws[0].dice == (6,)


def test_a_game_from_a_position_begins_there_again() -> None:
    game = a_free_game()
    middle = game.state
    other = new_game(game.rules.module, "meeting", 4)
    other.resume_at(middle)
    other.apply(EndPhase(), "axis")
    found = followed(other, moved(game.rules.module))
    assert found.first is None
    assert found.game.started_from_position
    assert found.game.count == 1


def test_a_position_that_does_not_fit_is_refused() -> None:
    game = a_free_game()
    other = new_game(game.rules.module, "meeting", 4)
    other.resume_at(replace(game.state, phase=game.state.phase))
    rules = new_game(load_module(builtin_modules()["tutorial"]), "first", 1).rules
    with pytest.raises(CannotFollow, match="the position it began from does not fit"):
        follow(other, rules)


def tutorial_game(actions: int) -> Game:
    module = load_module(builtin_modules()["tutorial"])
    game = new_game(module, module.scenarios[0].id, 3)
    bots = {side.id: make_bot("greedy", 3, side.id) for side in module.sides}
    while game.count < actions and game.decision is not None:
        side = game.decision.sides[0]
        game.apply(bots[side].choose(game.rules, game.state, game.decision, side), side)
    return game


def test_slower_units_are_refused_by_the_rule_of_movement() -> None:
    game = tutorial_game(40)
    module = game.rules.module
    slow = tuple(
        piece.model_copy(update={"values": {**piece.values, "movement": 1}}) if piece.values else piece
        for piece in module.pieces
    )
    found = followed(game, module.model_copy(update={"pieces": slow}))
    assert found.stopped is not None
    assert found.stopped.cause is Cause.REFUSED
    assert found.stopped.rule
    assert found.stopped.action
    assert found.stopped.number == found.game.count + 1 < game.count


def test_another_combat_table_differs_at_the_first_battle() -> None:
    game = tutorial_game(60)
    module = game.rules.module
    table = next(chart for chart in module.charts if chart.dice)
    cells = tuple(tuple(row[::-1]) for row in table.cells[::-1])
    charts = tuple(
        chart.model_copy(update={"cells": cells}) if chart is table else chart for chart in module.charts
    )
    found = followed(game, module.model_copy(update={"charts": charts}))
    assert found.first is not None
    assert 0 < found.first.number <= game.count
    attacks = [n for n, turn in enumerate(game.turns, 1) if turn.transition.draws]
    assert found.first.number >= attacks[0]
    assert found.up_to_first().count == found.first.number - 1
