"""Upgrades in free play: the exchange in the stack, when it is due, who is out, what victory makes of it."""

from collections.abc import Mapping

import pytest

from engine.definition.module import ModuleDef
from engine.definition.victory import LostBlock, VictoryDef
from engine.editing.pieces import duplicate_pieces
from engine.editing.schedule import add_entry
from engine.errors import IllegalAction
from engine.game import Game, new_game
from engine.kit.upgrade import UPGRADED
from engine.play.action import Action, Adjudicate, AnyKind, PiecePlacement
from engine.rules.freeplay import FreePlayRules
from engine.rules.freeplay_actions import Flip, Mark, Place, Remove, SetSteps, SetTurn, Upgrade
from engine.state.model import Piece
from engine.victory.ground import VictoryGround
from tests.engine.editing.modules import a_module

OLD, NEW, THIRD, RECON = "1-red-inf", "2-red-inf", "3-red-inf", "2-red-recon"
HOME = "1004"
OUT = Remove(pieces=(OLD,))
UP = Upgrade(piece=OLD)


def upgrading(**changes: object) -> ModuleDef:
    base = duplicate_pieces(a_module(), [OLD], copies=2)
    plain = {"turn": 2, "side": "allied", "action": "upgrade", "pieces": (OLD,), "into": {OLD: NEW}}
    return add_entry(base, {**plain, **changes})


def play(game: Game, *actions: Action) -> Game:
    for action in actions:
        game.apply(action, "allied")
    return game


def begun(module: ModuleDef, *actions: Action) -> Game:
    """A game in which the old counter stands in the middle of a stack of three, and some actions."""
    game = new_game(module, "meeting", 1, {})
    return play(game, Place(pieces=(RECON, OLD, THIRD), at=HOME), *actions)


def on_turn(turn: int, module: ModuleDef, *actions: Action) -> Game:
    return begun(module, SetTurn(number=turn), *actions)


def kind_of(game: Game) -> AnyKind:
    assert game.decision is not None
    return next(kind for kind in game.decision.ask.kinds if kind.kind == "upgrade")


def ground_of(game: Game) -> VictoryGround:
    assert isinstance(game.rules, FreePlayRules)
    return game.rules.referee.ground


def piece(game: Game, name: str) -> Piece:
    return game.state.pieces[name]


def test_the_new_counter_stands_where_the_old_one_stood() -> None:
    game = on_turn(2, upgrading(), SetSteps(piece=OLD, number=1), Mark(piece=OLD, mark="moved"))
    events = game.apply(UP, "allied").events
    assert game.state.at(HOME) == (RECON, NEW, THIRD)
    assert (piece(game, NEW).steps, piece(game, NEW).marks) == (1, ("moved",))
    assert (piece(game, OLD).at, piece(game, OLD).marks) == (None, (UPGRADED,))
    (event,) = [event for event in events if event.kind == "piece-upgraded"]
    assert (event.pieces, event.places) == ((OLD, NEW), (HOME,))
    assert "1 Red Inf becomes 2 Red Inf" in event.text
    assert game.rules.check(game.state) == ()
    game.undo()
    assert game.state.at(HOME) == (RECON, OLD, THIRD)
    assert piece(game, NEW).at is None


def test_it_is_offered_from_its_turn_on_and_once() -> None:
    game = begun(upgrading())
    kind = kind_of(game)
    assert kind.unavailable(game.state, "allied") is not None
    with pytest.raises(IllegalAction, match="on turn 2"):
        play(game, UP)
    assert kind.why_not(game.state, "allied", OLD) is not None
    play(game, SetTurn(number=3))
    assert list(kind.choices(game.state, "allied")) == [UP]
    assert list(kind.choices(game.state, "allied", THIRD)) == []
    assert kind.describe(game.state, UP) == "1 Red Inf becomes 2 Red Inf"
    with pytest.raises(IllegalAction, match="no upgrade of 3 Red Inf"):
        play(game, Upgrade(piece=THIRD))
    with pytest.raises(IllegalAction, match="there is no piece"):
        play(game, Upgrade(piece="nobody"))
    play(game, UP)
    assert list(kind.choices(game.state, "allied")) == []
    with pytest.raises(IllegalAction, match="in play already"):
        play(game, UP)


@pytest.mark.parametrize(("lost", "steps"), [({}, 1), ({NEW: 0}, 2), ({NEW: 1}, 1)])
def test_steps_are_those_left_unless_the_entry_gives_them(lost: Mapping[str, int], steps: int) -> None:
    game = on_turn(2, upgrading(lost=lost), SetSteps(piece=OLD, number=1), UP)
    assert piece(game, NEW).steps == steps


def test_one_step_does_not_become_two_and_its_back_is_not_taken_over() -> None:
    module = upgrading(pieces=(RECON,), into={RECON: NEW})
    game = on_turn(2, module, Flip(piece=RECON), Upgrade(piece=RECON))
    assert (piece(game, NEW).marks, piece(game, NEW).steps) == ((), 1)


def test_nothing_takes_the_place_of_one_that_is_out_until_it_is_back() -> None:
    game = on_turn(2, upgrading(), OUT)
    with pytest.raises(IllegalAction, match="not in play; nothing takes its place"):
        play(game, UP)
    play(game, Place(pieces=(OLD,), at=HOME), UP)
    assert piece(game, NEW).at == HOME


def test_one_may_arrive_anyway() -> None:
    game = on_turn(2, upgrading(otherwise="arrive", any_of=("0904", "0804")), OUT)
    assert list(kind_of(game).choices(game.state, "allied")) == [UP]
    events = game.apply(UP, "allied").events
    assert (piece(game, NEW).at, piece(game, NEW).steps) == ("0904", 2)
    assert piece(game, OLD).marks == ()
    assert "2 Red Inf arrives at 0904" in events[0].text


def test_the_schedule_shows_both_and_what_has_become_of_it() -> None:
    game = begun(upgrading(otherwise="arrive", at=HOME))

    def status() -> str:
        (line,) = [e for e in game.rules.project(game.state, "all").schedule if e.action == "upgrade"]
        assert (line.pieces, line.into) == ((OLD,), (NEW,))
        assert line.text == "1 Red Inf → 2 Red Inf else at 1004 Easton"
        return line.status

    assert status() == "later"
    play(game, SetTurn(number=3))
    assert status() == "due"
    play(game, UP)
    assert status() == "done"


def losing(module: ModuleDef) -> ModuleDef:
    """Blue wins at once when any red unit is lost."""
    (scenario,) = module.scenarios
    block = LostBlock(kind="lost", side="allied", least=1)
    victory = VictoryDef(side="axis", level="Victory", sudden=True, tested="always", holds=block)
    versions = tuple(v.model_copy(update={"victory": (victory,)}) for v in scenario.versions)
    return module.model_copy(update={"scenarios": (scenario.model_copy(update={"versions": versions}),)})


def test_who_was_upgraded_is_not_lost_but_who_took_his_place_can_be() -> None:
    assert on_turn(2, losing(upgrading()), UP).state.over is None
    for actions in ((UP, Remove(pieces=(NEW,))), (OUT,)):
        over = on_turn(2, losing(upgrading()), *actions).state.over
        assert over is not None
        assert over.winner == "axis"


def test_a_new_counter_that_never_came_is_not_lost() -> None:
    game = on_turn(4, losing(upgrading()))
    ground = ground_of(game)
    assert not ground.is_lost(game.state, NEW)
    assert not ground.has_been(game.state, NEW)
    play(game, UP)
    assert ground.has_been(game.state, NEW)
    assert not ground.has_been(game.state, OLD)


def test_one_that_arrives_anyway_can_be_lost_after_his_turn() -> None:
    game = on_turn(3, upgrading(otherwise="arrive", at=HOME), OUT, UP, Remove(pieces=(NEW,)))
    assert ground_of(game).is_lost(game.state, NEW)
    assert ground_of(game).is_lost(game.state, OLD)


@pytest.mark.parametrize(
    "put", [Adjudicate(set=(PiecePlacement(piece=OLD, at=HOME),)), Place(pieces=(OLD,), at=HOME)]
)
def test_one_that_is_put_back_counts_again(put: Action) -> None:
    game = on_turn(2, upgrading(), UP, put, OUT)
    assert piece(game, OLD).marks == ()
    assert ground_of(game).is_lost(game.state, OLD)


def test_modules_without_upgrades_offer_none() -> None:
    game = new_game(a_module(), "meeting", 1, {})
    assert game.decision is not None
    assert "upgrade" not in [kind.kind for kind in game.decision.ask.kinds]
