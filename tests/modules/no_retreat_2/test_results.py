"""Results of battles: holds, Counterblows, counterattacks (13.6); the numbers are our list's."""

from __future__ import annotations

import pytest

from engine.game import Game
from modules.no_retreat_2.rules import state as nr
from tests.modules.no_retreat_2.battles import NE, SE, N, T, attack, finish_quietly, odds_text, result
from tests.modules.no_retreat_2.builders import at, declare, kinds, position
from tests.modules.playing import apply


def dr_on_infantry_with_box() -> Game:
    game = position(
        {"7arm": NE, "22arm": SE, "xx": T, "axis-entrenchment-1": T}, steps={"axis-entrenchment-1": 1}
    )
    declare(game, T)
    attack(game, (T,), ("7arm", "22arm"), 5)
    assert odds_text(game) == "10 against 4, 3:1 (Mechanized units +1)"
    assert result(game) == "rolled 5: DR"
    assert kinds(game) == {"hold", "give-way"}
    return game


def test_36_the_box_stays_when_its_infantry_retreats_and_goes_when_entered() -> None:
    game = dr_on_infantry_with_box()
    apply(game, "give-way")
    assert kinds(game) == {"retreat"}
    finish_quietly(game)
    assert at(game, "axis-entrenchment-1") == T
    assert kinds(game) == {"advance", "pass"}
    apply(game, "advance", piece="7arm", path=(T,))
    assert at(game, "axis-entrenchment-1") is None
    assert at(game, "7arm") == T


def test_36_without_an_advance_the_box_stays() -> None:
    game = dr_on_infantry_with_box()
    apply(game, "give-way")
    finish_quietly(game)
    apply(game, "pass")
    assert at(game, "axis-entrenchment-1") == T


def test_36_the_step_may_come_from_the_box_and_holds_the_hex() -> None:
    game = dr_on_infantry_with_box()
    apply(game, "hold", piece="axis-entrenchment-1")
    assert at(game, "axis-entrenchment-1") is None
    assert at(game, "xx") == T
    assert game.decision is not None
    assert "advance" not in kinds(game)


@pytest.mark.parametrize(("die", "level_after"), [(6, 0), (3, 0)])
def test_37_an_active_fortress_does_not_retreat(die: int, level_after: int) -> None:
    game = position(
        {"15pz-a": "3-0708", "21pz-a": "3-0807", "90le-a": "3-0807", "polish": "3-0808", "guards": "3-0808"},
        axis=True, control={"3-0808": "allied"}, tobruk_level=1,
    )  # fmt: skip
    declare(game, "3-0808")
    attack(game, ("3-0808",), ("15pz-a", "21pz-a", "90le-a"), die)
    assert odds_text(game).startswith("21 against 4")
    while game.decision and game.decision.path[-1].startswith("axis.combat.battle."):
        finish_quietly(game)
    assert nr.data(game.state).tobruk_level == level_after
    assert "3-0808" in {at(game, "polish"), at(game, "guards")}
    if die == 6:
        assert "destroyed-allied" in {at(game, "polish"), at(game, "guards")}
        assert sum(game.state.pieces[p].steps for p in ("15pz-a", "21pz-a", "90le-a")) < 5


def test_38_a_counterblow_result_obliges_the_enemy_in_his_turn() -> None:
    game = position({"22arm": N, "xxi": T})
    declare(game, T)
    attack(game, (T,), ("22arm",), 3)
    assert odds_text(game) == "4 against 4, 3:2 (Mechanized units +1)"
    assert result(game) == "rolled 3: CB"
    apply(game, "place-counterblow", at=N)
    assert nr.data(game.state).marked == {N: nr.COUNTERBLOW}
    assert game.state.phase == "axis.combat"
    apply(game, "end-phase")
    apply(game, "end-phase")
    assert kinds(game) == {"attack"}
    attack(game, (N,), ("xxi",), 1)
    assert odds_text(game) == "4 against 4, 3:2 (Mechanized units -1)".replace("3:2", "1:2")


def test_38_a_free_response_from_a_counterblow_result() -> None:
    game = position({"22arm": N, "xxi": T}, supply={"allied": 0, "axis": 0})
    declare(game, T)
    attack(game, (T,), ("22arm",), 3)
    apply(game, "place-counterblow", at=N)
    apply(game, "end-phase")
    assert "respond" not in kinds(game)  # it stands in the infantry's zone
    free = position(
        {"32tk": "3-1005", "xxi": T},
        supply={"allied": 0, "axis": 0},
        marked={"3-1005": nr.COUNTERBLOW},
        axis=True,
    )
    apply(free, "end-phase")
    apply(free, "respond", source="3-1005", path=("3-1004", "3-1003"))
    assert at(free, "32tk") == "3-1003"
    assert nr.data(free.state).marked == {"3-1003": nr.COUNTERBLOW}
    apply(free, "end-phase")
    assert kinds(free) == {"attack"}


def test_39_counterattacks_lead_to_counterattacks_until_somebody_declines() -> None:
    game = position({"2sa": N, "xxi": T, "selby": NE}, steps={"2sa": 1})
    declare(game, T)
    attack(game, (T,), ("2sa",), 1)
    assert result(game).endswith("CA")
    for depth, side in enumerate(("axis", "allied", "axis"), 1):
        assert game.decision is not None
        assert game.decision.sides == (side,)
        game.queue_table_dice((1,))
        apply(game, "counterattack")
        assert [f.step for f in game.state.flow].count("no_retreat_2.battle") == depth + 1
    apply(game, "pass")
    assert game.state.phase == "axis.combat"


def test_39_commitments_do_not_carry_into_the_counterattack() -> None:
    game = position(
        {"xxi": N, "7arm": T}, axis=True, hands={"axis": ("card-1",)}, support={"axis": 1, "allied": 1}
    )
    declare(game, T)
    apply(game, "attack", targets=(T,), attackers=("xxi",))
    apply(game, "commit-support")
    game.queue_table_dice((1,))
    apply(game, "play-card", card="card-1")
    assert odds_text(game) == "4 against 6, 1:1 (Blitz! marker +1, Mechanized units -1, attacker's card +1)"
    assert result(game) == "rolled 1: CA"
    apply(game, "counterattack")
    assert kinds(game) == {"commit-support", "pass"}
    game.queue_table_dice((4,))
    apply(game, "commit-support")
    assert odds_text(game) == "6 against 4, 3:1 (Shock! marker +1, Mechanized units +1)"


def test_40_a_lone_box_cannot_retreat_and_is_removed() -> None:
    game = position({"7arm": N, "axis-entrenchment-1": T}, steps={"axis-entrenchment-1": 1})
    declare(game, T)
    attack(game, (T,), ("7arm",), 1)
    assert result(game) == "rolled 1: CR"
    assert kinds(game) == {"advance", "pass"}
    apply(game, "advance", piece="7arm", path=(T,))
    assert at(game, "axis-entrenchment-1") is None
