"""Withdrawals in free play: who leaves by the schedule is not lost, who is taken off before or besides is."""

import pytest

from engine.definition.module import ModuleDef
from engine.definition.victory import LostBlock, VictoryDef
from engine.editing.schedule import add_entry
from engine.game import Game, new_game
from engine.kit.withdrawal import WITHDRAWN
from engine.play.action import Action, Adjudicate, PiecePlacement
from engine.rules.freeplay import FreePlayRules
from engine.rules.freeplay_actions import Place, Remove, SetTurn
from engine.victory.ground import VictoryGround
from engine.victory.judging import Count, Judge
from tests.engine.editing.modules import a_module

RED, RECON, HOME = "1-red-inf", "2-red-recon", "1004"
OUT = Remove(pieces=(RED,))


def withdrawing(**changes: object) -> ModuleDef:
    plain = {"turn": 3, "side": "allied", "action": "withdraw", "pieces": (RED,)}
    return add_entry(a_module(), {**plain, **changes})


def play(game: Game, *actions: Action) -> Game:
    for action in actions:
        game.apply(action, "allied")
    return game


def on_turn(turn: int, *actions: Action, module: ModuleDef | None = None) -> Game:
    game = new_game(module or withdrawing(), "meeting", 1, {})
    return play(game, Place(pieces=(RED, RECON), at=HOME), SetTurn(number=turn), *actions)


def ground_of(game: Game) -> VictoryGround:
    assert isinstance(game.rules, FreePlayRules)
    return game.rules.referee.ground


def lost(game: Game, counted: str = "units") -> Count:
    block = LostBlock(kind="lost", pieces=(RED, RECON), counted="steps" if counted == "steps" else "units")
    return Judge(ground_of(game), game.state).count(block)


def status(game: Game) -> str:
    (line,) = [e for e in game.rules.project(game.state, "all").schedule if e.action == "withdraw"]
    return line.status


@pytest.mark.parametrize("turn", [3, 4])
def test_who_leaves_by_the_schedule_is_not_lost(turn: int) -> None:
    game = on_turn(turn)
    assert lost(game) == Count(0, 2)
    assert status(game) == "due"
    events = game.apply(OUT, "allied").events
    assert [event.text for event in events] == ["1 Red Inf withdrawn, as scheduled."]
    assert game.state.pieces[RED].marks == (WITHDRAWN,)
    assert lost(game) == Count(0, 1), "it cannot be lost any more"
    assert lost(game, "steps").number == 0
    assert status(game) == "done"
    assert game.rules.check(game.state) == ()


def test_who_is_taken_off_before_his_turn_is_lost_for_good() -> None:
    game = on_turn(2)
    assert status(game) == "later"
    assert [event.text for event in game.apply(OUT, "allied").events] == ["1 Red Inf out of play."]
    assert lost(game) == Count(1, 2)
    play(game, SetTurn(number=4))
    assert lost(game) == Count(1, 2)
    assert status(game) == "done"


def test_several_are_told_apart() -> None:
    game = on_turn(3)
    texts = [event.text for event in game.apply(Remove(pieces=(RED, RECON)), "allied").events]
    assert texts == ["1 Red Inf withdrawn, as scheduled.", "2 Red Recon out of play."]
    assert lost(game) == Count(1, 1)


def test_the_choice_says_what_it_means() -> None:
    game = on_turn(2)
    assert game.decision is not None
    kind = next(kind for kind in game.decision.ask.kinds if kind.kind == "remove")
    assert kind.describe(game.state, OUT) == "Take 1 Red Inf out of play"
    play(game, SetTurn(number=3))
    assert kind.describe(game.state, OUT) == "Withdraw 1 Red Inf"
    assert kind.describe(game.state, Remove(pieces=(RED, RECON))) == "Take 1 Red Inf, 2 Red Recon out of play"


def test_who_comes_back_can_be_lost_again() -> None:
    game = on_turn(3, OUT, Place(pieces=(RED,), at=HOME))
    assert game.state.pieces[RED].marks == ()
    assert lost(game) == Count(0, 2)
    game = on_turn(3, OUT)
    play(game, Adjudicate(set=(PiecePlacement(piece=RED, at=HOME),)))
    assert game.state.pieces[RED].marks == ()


def test_a_condition_on_losses_is_not_met_by_a_withdrawal() -> None:
    module = withdrawing()
    (scenario,) = module.scenarios
    block = LostBlock(kind="lost", side="allied", least=1)
    victory = VictoryDef(side="axis", level="Victory", sudden=True, tested="always", holds=block)
    versions = tuple(v.model_copy(update={"victory": (victory,)}) for v in scenario.versions)
    module = module.model_copy(update={"scenarios": (scenario.model_copy(update={"versions": versions}),)})
    assert on_turn(3, OUT, module=module).state.over is None
    over = on_turn(2, OUT, module=module).state.over
    assert over is not None
    assert over.winner == "axis"
