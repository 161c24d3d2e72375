"""Upgrades in scenarios of one's own, played by the rules: in place, as a reinforcement, or not."""

from collections.abc import Mapping

import pytest

from engine.definition.module import ModuleDef
from engine.editing.pieces import duplicate_pieces
from engine.editing.schedule import add_entry
from engine.game import Game, new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate, PiecePlacement
from engine.view.projection import ScheduleView

OLD, NEW = "axis-8-6-9-1-8-15pz", "axis-8-6-9-1-9-15pz"
TURN = 25


def upgrading(**changes: object) -> ModuleDef:
    module = duplicate_pieces(load_module(builtin_modules()["afrika"]), [OLD])
    plain = {"turn": TURN, "side": "axis", "action": "upgrade", "pieces": (OLD,), "into": {OLD: NEW}}
    return add_entry(module, {**plain, **changes})


def on_turn(module: ModuleDef, at: str, steps: int = 2, turn: int = TURN) -> Game:
    """A game in the reinforcement phase of the Axis, with the old counter somewhere."""
    game = new_game(module, "gazala", 3, {})
    put = PiecePlacement(piece=OLD, at=at, steps=steps)
    game.apply(Adjudicate(set=(put,), turn=turn, phase="axis.reinforcement"))
    return game


def entry_of(game: Game) -> ScheduleView:
    lines = game.rules.project(game.state, "all").schedule
    return next(line for line in lines if line.action == "upgrade")


@pytest.mark.parametrize(("lost", "steps"), [({}, 1), ({NEW: 0}, 3)])
def test_the_new_unit_stands_where_the_old_one_stood(lost: Mapping[str, int], steps: int) -> None:
    game = on_turn(upgrading(lost=lost), "A28.22", steps=1)
    old, new = game.state.pieces[OLD], game.state.pieces[NEW]
    assert (new.at, new.steps, new.owner) == ("A28.22", steps, "axis")
    assert (old.at, old.marks) == (None, ())
    assert NEW in game.state.at("A28.22")
    assert game.rules.check(game.state) == ()
    assert "1-8/15.Pz becomes 1-9/15.Pz at" in " ".join(event.text for event in game.events())
    assert (entry_of(game).text, entry_of(game).into) == ("Upgrade: 1-8/15.Pz → 1-9/15.Pz", (NEW,))


def test_nothing_happens_before_the_turn_or_to_the_dead() -> None:
    early = on_turn(upgrading(), "A28.22", turn=TURN - 1)
    assert early.state.pieces[OLD].at == "A28.22"
    assert early.state.pieces[NEW].at is None
    dead = on_turn(upgrading(), "dead-axis")
    assert dead.state.pieces[OLD].at == "dead-axis"
    assert dead.state.pieces[NEW].at is None


def test_the_new_unit_may_come_for_a_dead_one() -> None:
    game = on_turn(upgrading(otherwise="arrive", at="tripoli", lost={NEW: 1}), "dead-axis")
    assert (game.state.pieces[NEW].at, game.state.pieces[NEW].steps) == ("tripoli", 2)
    assert game.state.pieces[OLD].at == "dead-axis"
    assert game.rules.check(game.state) == ()
