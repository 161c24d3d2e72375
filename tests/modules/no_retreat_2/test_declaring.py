"""Targets, Counterblows, Responses and who attacks together (13.0, 13.1); the numbers are our list's."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.game import Game
from engine.play.transition import refuse
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.actions import Attack
from tests.modules.no_retreat_2.battles import NE, N, T, attack, finish_quietly, odds_text, result
from tests.modules.no_retreat_2.builders import at, declare, kinds, position
from tests.modules.playing import apply


def test_32_targets_and_counterblows_cost_what_13_0_says() -> None:
    spots = {"xx": "3-0202", "xxi": "3-0402", "xxii": "3-0602", "x": "3-0802", "xxiii": "3-1002"}
    mine = {"7arm": "3-0203", "1arm": "3-0403", "10arm": "3-0603", "4ind": "3-0803", "5ind": "3-1003"}
    game = position({**spots, **mine}, supply={"allied": 1, "axis": 1})
    for hex_, left in (("3-0202", 1), ("3-0402", 1), ("3-0602", 0), ("3-0802", 0)):
        apply(game, "mark-target", at=hex_)
        assert nr.data(game.state).supply["allied"] == left
    with pytest.raises(IllegalAction, match="all four"):
        apply(game, "mark-target", at="3-1002")
    apply(game, "end-phase")
    apply(game, "mark-counterblow", at="3-1002")
    assert nr.data(game.state).supply["axis"] == 0


def test_32_a_third_target_needs_a_supply_point() -> None:
    spots = {"xx": "3-0202", "xxi": "3-0402", "xxii": "3-0602"}
    mine = {"7arm": "3-0203", "1arm": "3-0403", "10arm": "3-0603"}
    game = position({**spots, **mine}, supply={"allied": 0, "axis": 0})
    apply(game, "mark-target", at="3-0202")
    apply(game, "mark-target", at="3-0402")
    with pytest.raises(IllegalAction, match="third attack"):
        apply(game, "mark-target", at="3-0602")


def test_32_rommel_flips_once_for_nothing() -> None:
    game = position(
        {"7arm": N, "xx": T, "rommel": T, "4ind": "3-0403", "xxi": "3-0402"}, supply={"allied": 0, "axis": 0}
    )
    apply(game, "end-phase")
    apply(game, "mark-counterblow", at=T, piece="rommel")
    assert nr.data(game.state).flipped == ("rommel",)
    with pytest.raises(IllegalAction):
        apply(game, "mark-counterblow", at="3-0402", piece="rommel")
    with pytest.raises(IllegalAction, match="costs 1 supply"):
        apply(game, "mark-counterblow", at="3-0402")


def test_33_a_minefield_must_answer_a_counterblow_and_does_not_advance() -> None:
    game = position({"allied-entrenchment-1": N, "xx": T}, supply={"allied": 0, "axis": 1})
    with pytest.raises(IllegalAction, match="may attack"):
        apply(game, "mark-target", at=T)
    apply(game, "end-phase")
    apply(game, "mark-counterblow", at=T)
    apply(game, "end-phase")
    assert kinds(game) == {"attack"}
    attack(game, (T,), ("allied-entrenchment-1",), 4)
    assert odds_text(game).startswith("2 against 3, 1:2")
    assert at(game, "allied-entrenchment-1") == N
    assert game.state.phase == "axis.combat"


def test_34_every_marked_hex_must_stay_attackable() -> None:
    # X = 3-1002, Y = 3-0902 touch; P = 3-0903 touches both, Q = 3-1003 touches X only
    places = {"1arm": "3-0903", "7arm": "3-1003", "xx": "3-1002", "xxi": "3-0902"}
    game = position(places)
    declare(game, "3-1002", "3-0902")
    refused = refuse_attack(game, ("3-1002",), ("1arm", "7arm"))
    assert "nothing would be left to attack 3-0902" in refused
    assert refuse_attack(game, ("3-1002", "3-0902"), ("1arm",)) == ""
    attack(game, ("3-1002",), ("7arm",), 3)
    while game.decision and game.decision.path[-1] != "allied.combat.battle":
        finish_quietly(game)
    assert refuse_attack(game, ("3-0902",), ("1arm",)) == ""


def refuse_attack(game: Game, targets: tuple[str, ...], attackers: tuple[str, ...]) -> str:
    refusal = refuse(game.rules, game.state, "allied", Attack(targets=targets, attackers=attackers))
    return refusal.text if refusal else ""


def test_35_colours_attack_together_only_with_a_leader() -> None:
    game = position({"7arm": N, "4ind": NE, "xx": T})
    declare(game, T)
    assert "colours" in refuse_attack(game, (T,), ("7arm", "4ind"))
    led = position({"7arm": N, "4ind": NE, "montgomery": NE, "xx": T})
    declare(led, T)
    assert refuse_attack(led, (T,), ("7arm", "4ind")) == ""


def test_35_a_mixed_counterattack_chooses_its_table() -> None:
    game = position({"selby": N, "21pz-b": T, "xx": T})
    declare(game, T)
    apply(game, "attack", targets=(T,), attackers=("selby",))
    apply(game, "counterattack")
    assert kinds(game) == {"choose-table"}
    game.queue_table_dice((6,))
    apply(game, "choose-table", table="italian")
    assert result(game) == "rolled 6: DS"
