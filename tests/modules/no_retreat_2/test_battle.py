"""Golden tests of the battle sequence of No Retreat 2 (13.0 to 13.7); the numbers are our list's."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from engine.codec import state_hash
from engine.errors import IllegalAction
from engine.flow.advance import advance
from engine.game import Game
from engine.play.resolution import Resolution
from engine.play.transition import refuse
from engine.state.model import Frame
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.actions import Attack
from modules.no_retreat_2.rules.battle_vars import CardVars
from modules.no_retreat_2.rules.odds import BELOW, COLUMNS, base_column, shifted
from tests.modules.no_retreat_2.builders import apply, at, declare, kinds, module, position, rules_of

T, N, NE, SE = "3-1002", "3-1003", "3-1103", "3-1102"
FIELD = {"7arm": N, "xx": T}


def attack(game: Game, targets: tuple[str, ...], attackers: tuple[str, ...], *dice: int) -> None:
    game.queue_table_dice(dice)
    apply(game, "attack", targets=targets, attackers=attackers)


def odds_text(game: Game) -> str:
    return next(e.text for e in reversed(list(game.events())) if e.kind == "odds")


def result(game: Game) -> str:
    return next(e.text for e in reversed(list(game.events())) if e.kind == "result")


# --- 27 to 31: odds -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack_", "defense", "column"),
    [(14, 5, "2:1"), (15, 5, "3:1"), (14, 9, "3:2"), (24, 2, "6:1"), (2, 6, "1:3"), (3, 0, "6:1")],
)
def test_27_odds_are_floored(attack_: int, defense: int, column: str) -> None:
    assert COLUMNS[base_column(attack_, defense)] == column


def test_27_below_one_to_three_is_a_counterattack_without_a_roll() -> None:
    assert base_column(1, 4) == BELOW
    assert shifted(BELOW, 3) == BELOW
    game = position({"selby": N, "xxi": T})
    declare(game, T)
    apply(game, "attack", targets=(T,), attackers=("selby",))
    assert kinds(game) == {"counterattack", "pass"}
    assert not [draw for draw in game.draws() if draw.reason == "battle"]


def test_28_heavy_panzers_with_anti_tank_against_tanks() -> None:
    game = position({"15pz-a": N, "21pz-a": NE, "33flak": NE, "7arm": T, "32tk": T}, axis=True)
    declare(game, T)
    attack(game, (T,), ("15pz-a", "21pz-a", "33flak"), 5)
    assert odds_text(game).startswith("18 against 9, 4:1")
    assert "heavy tanks +2" in odds_text(game)
    assert result(game) == "rolled 5: DS"
    assert kinds(game) == {"lose-step"}


def test_28_anti_tank_in_a_minefield_defends_one_left() -> None:
    game = position({"10arm": N, "33flak": T, "axis-entrenchment-1": T})
    declare(game, T)
    attack(game, (T,), ("10arm",), 3)
    assert odds_text(game).startswith("7 against 4, 1:1")
    assert "Anti-Tank in a Minefield -1" in odds_text(game)


def test_29_shifts_are_summed_then_limited() -> None:
    five = COLUMNS.index("5:1")
    assert COLUMNS[shifted(five, 3 - 1)] == "6:1"
    assert COLUMNS[shifted(five, -4)] == "3:2"
    assert shifted(COLUMNS.index("1:2"), -2) == BELOW


@pytest.mark.parametrize(("level", "shift"), [(2, -3), (1, -2), (0, -1)])
def test_30_tobruk_fortress_levels(level: int, shift: int) -> None:
    game = position(
        {"15pz-a": "3-0708", "21pz-a": "3-0807", "9aus": "3-0808"},
        axis=True, control={"3-0808": "allied"}, tobruk_level=level,
    )  # fmt: skip
    declare(game, "3-0808")
    attack(game, ("3-0808",), ("15pz-a", "21pz-a"), 3)
    assert f"terrain of the target {shift:+d}" in odds_text(game)


def test_30_a_counterblow_hex_has_no_terrain_and_no_fortress() -> None:
    game = position(
        {"15pz-a": "3-0708", "21pz-a": "3-0807", "9aus": "3-0808"},
        axis=True, control={"3-0808": "allied"}, tobruk_level=2,
    )  # fmt: skip
    apply(game, "end-phase")
    apply(game, "mark-counterblow", at="3-0808")
    apply(game, "end-phase")
    attack(game, ("3-0808",), ("15pz-a", "21pz-a"), 3)
    assert "terrain" not in odds_text(game)


def test_31_a_hexside_counts_only_if_all_attackers_cross_it() -> None:
    # 3-0806 lies above 3-0807 and 3-0907; 3-0805 is open ground beside it
    both = position({"7arm": "3-0807", "1arm": "3-0805", "xxi": "3-0806"})
    declare(both, "3-0806")
    attack(both, ("3-0806",), ("7arm", "1arm"), 3)
    assert "terrain" not in odds_text(both)
    one = position({"7arm": "3-0807", "1arm": "3-0805", "xxi": "3-0806"})
    declare(one, "3-0806")
    attack(one, ("3-0806",), ("7arm",), 3)
    assert "terrain of the target -1" in odds_text(one) or "terrain of the target -2" in odds_text(one)


# --- 32 to 35: declaring ------------------------------------------------------------------------------


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


def finish_quietly(game: Game) -> None:
    assert game.decision is not None
    side = game.decision.sides[0]
    for kind in reversed(game.decision.ask.kinds):
        choice = next(kind.choices(game.state, side), None)
        if choice is not None:
            game.apply(choice, side)
            return


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


# --- 36 to 40: results --------------------------------------------------------------------------------


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


# --- 41 to 47: losses, retreats, advances ---------------------------------------------------------------


def test_41_dd_takes_a_step_from_every_unit_and_shatters_the_rest() -> None:
    game = position(
        {"7arm": NE, "10arm": SE, "xx": T, "libyan": T}, steps={"libyan": 1}, marks={"xx": nr.UNSUPPLIED}
    )
    declare(game, T)
    attack(game, (T,), ("7arm", "10arm"), 6)
    assert odds_text(game) == "13 against 4, 6:1 (heavy tanks +2, an Unsupplied defender +2)"
    assert result(game) == "rolled 6: DD"
    assert game.state.pieces["xx"].steps == 1
    assert at(game, "libyan") == "destroyed-axis"
    assert kinds(game) == {"retreat"}
    finish_quietly(game)
    assert at(game, "xx") == "shattered-axis"


def test_41_and_42_boxes_of_the_lost() -> None:
    game = position({"2sa": N, "selby": N, "guards": NE, "xx": T}, marks={"guards": nr.LOW}, steps={"2sa": 1})
    r = Resolution(game.state)
    rules = rules_of(game)
    rules.lose_step(r, "selby")
    rules.lose_step(r, "guards")
    rules.send_to_box(r, "2sa", "shattered")
    assert r.state.pieces["selby"].at == "removed"
    assert r.state.pieces["guards"].at == "surrendered-allied"
    assert r.state.pieces["2sa"].at == "surrendered-allied"


def test_10_big_divisions_step_down_their_chain() -> None:
    game = position({"15pz-a": N})
    r, rules = Resolution(game.state), rules_of(game)
    seen = []
    for _ in range(4):
        unit = next(p for p in ("15pz-a", "15pz-b") if r.state.pieces[p].at == N)
        face = rules.units[unit].face(r.state.pieces[unit])
        seen.append((face.strength, face.movement))
        rules.lose_step(r, unit)
    assert seen == [(8, 6), (7, 6), (5, 6), (3, 6)]
    assert r.state.pieces["15pz-b"].at == "destroyed-axis"


def retreating(places: dict[str, str], die: int = 4) -> Game:
    """10 against 3 at 4:1 on 3-1002; the Axis takes the DR and gives way."""
    game = position({"7arm": NE, "22arm": SE, **places})
    declare(game, T)
    attack(game, (T,), ("7arm", "22arm"), die)
    apply(game, "give-way")
    return game


def test_43_retreats_are_three_hexes_homeward_and_not_into_zones() -> None:
    game = retreating({"xx": T})
    assert game.decision is not None
    kind = game.decision.kind("retreat")
    assert kind is not None
    paths = [a.path for a in kind.choices(game.state, "axis")]
    board = rules_of(game).board
    zones = rules_of(game).positions.zones(game.state, "allied").every
    assert paths
    for path in paths:
        assert len(path) == 3
        assert board.column[board.index[path[-1]]] < board.column[board.index[T]]
        assert not any(board.index[place] in zones for place in path)


def test_43_a_friend_in_the_hex_or_soft_zones_for_the_mechanized() -> None:
    boxed = {"4ind": "3-0902", "5ind": "3-1103", "10ind": "3-0903"}
    game = retreating({"xx": T, **boxed})
    assert at(game, "xx") == "destroyed-axis"
    helped = retreating({"xx": T, "4ind": "3-0802", "xxi": "3-0903"})
    kind = helped.decision and helped.decision.kind("retreat")
    assert kind
    assert any(a.path[0] == "3-0903" for a in kind.choices(helped.state, "axis"))


def test_44_dw_may_fill_the_reserve_above_four() -> None:
    full = {"libyan": "reserve-axis", "ccnn": "reserve-axis", "xxii": "reserve-axis", "xxiii": "reserve-axis"}
    game = position({"7arm": NE, "22arm": SE, "xx": T, **full})
    declare(game, T)
    attack(game, (T,), ("7arm", "22arm"), 5)
    assert result(game) == "rolled 5: DW"
    apply(game, "give-way")
    finish_quietly(game)
    assert at(game, "xx") == "reserve-axis"
    assert len(game.state.at("reserve-axis")) == 5


@pytest.mark.parametrize(("unit", "longest"), [("21pz-a", 3), ("ariete", 2), ("xxi", 1)])
def test_45_multi_hex_advance(unit: str, longest: int) -> None:
    game = position({unit: N, "15pz-a" if unit != "xxi" else "x": "3-1001", "selby": T}, axis=True)
    declare(game, T)
    pair = (unit,) if unit == "ariete" else (unit, "15pz-a" if unit != "xxi" else "x")
    attack(game, (T,), pair, 5)
    while "advance" not in kinds(game):
        finish_quietly(game) if "give-way" not in kinds(game) else apply(game, "give-way")
    kind = game.decision and game.decision.kind("advance")
    assert kind
    assert max(len(a.path) for a in kind.choices(game.state, "axis", unit)) == longest


def test_45_an_enemy_minefield_keeps_the_second_hex_clear() -> None:
    game = position(
        {"21pz-a": N, "15pz-a": "3-1001", "selby": T, "allied-entrenchment-1": "3-1302"}, axis=True
    )
    declare(game, T)
    attack(game, (T,), ("21pz-a", "15pz-a"), 5)
    while "advance" not in kinds(game):
        apply(game, "give-way") if "give-way" in kinds(game) else finish_quietly(game)
    with pytest.raises(IllegalAction, match="Minefield"):
        apply(game, "advance", piece="21pz-a", path=(T, SE, "3-1202"))


def test_45_no_advance_after_an_exchange() -> None:
    game = position({"7arm": N, "babini": T})
    rules = rules_of(game)
    declare(game, T)
    column = "3:1"
    die = next(d for d in range(1, 7) if rules.odds.tables["allied"][d, column] == "EX")
    attack(game, (T,), ("7arm",), die)
    assert column in odds_text(game)
    apply(game, "lose-step", piece="babini")
    apply(game, "lose-step", piece="7arm")
    assert at(game, "7arm") == N
    assert at(game, "babini") == "removed"
    assert game.state.phase == "axis.combat"


def test_46_an_advance_into_a_port_takes_points_and_leaders() -> None:
    game = position(
        {"15pz-a": "3-0708", "21pz-a": "3-0807", "selby": "3-0808", "oconnor": "3-0808"},
        axis=True, control={"3-0808": "allied"}, used={"axis": 1, "allied": 0},
        supply={"axis": 0, "allied": 0},
    )  # fmt: skip
    declare(game, "3-0808")
    attack(game, ("3-0808",), ("15pz-a", "21pz-a"), 5)
    while "advance" not in kinds(game):
        apply(game, "give-way") if "give-way" in kinds(game) else finish_quietly(game)
    apply(game, "advance", piece="15pz-a", path=("3-0808",))
    assert nr.data(game.state).supply["axis"] == 1
    assert at(game, "oconnor") == "removed"
    assert game.state.control["3-0808"] == "axis"


def test_47_one_step_holds_all_hexes_of_a_battle() -> None:
    game = position({"10arm": "3-0903", "7arm": "3-0903", "xx": "3-1002", "xxi": "3-0902"})
    declare(game, "3-1002", "3-0902")
    attack(game, ("3-1002", "3-0902"), ("10arm", "7arm"), 5)
    assert odds_text(game) == "13 against 7, 3:1 (heavy tanks +2)"
    assert result(game) == "rolled 5: DR"
    apply(game, "hold", piece="xxi")
    assert (at(game, "xx"), at(game, "xxi")) == ("3-1002", "3-0902")
    assert game.state.pieces["xxi"].steps == 1


# --- cards ------------------------------------------------------------------------------------------------


def test_6_a_card_is_cancelled_by_a_card() -> None:
    game = position({"15pz-a": N, "7arm": T}, axis=True, hands={"axis": ("card-1",), "allied": ("card-25",)})
    declare(game, T)
    apply(game, "attack", targets=(T,), attackers=("15pz-a",))
    apply(game, "play-card", card="card-1")
    assert game.decision is not None
    assert game.decision.sides == ("allied",)
    game.queue_table_dice((3,))
    apply(game, "play-card", card="card-25")
    assert nr.data(game.state).discard == ("card-1", "card-25")
    assert "attacker's card" not in odds_text(game)


def test_a_cancelled_answer_lets_the_first_card_stand() -> None:
    # an Allied naval event, answered by Regia Marina, which High Command Interference cancels in turn
    game = position(FIELD, hands={"axis": ("card-33",), "allied": ("card-6", "card-25")})
    state = game.state
    card = Frame(step="no_retreat_2.card", node="start", vars=CardVars(side="allied", card="card-6"))
    r = Resolution(replace(state, flow=(*state.flow, card)))
    advance(game.rules.steps, r)
    game.resume_at(r.state)
    assert kinds(game) == {"play-card", "pass"}
    apply(game, "play-card", card="card-33")
    assert game.decision is not None
    assert game.decision.sides == ("allied",)
    apply(game, "play-card", card="card-25")
    assert nr.data(game.state).resolved == nr.CardInPlay(side="allied", card="card-6", cancelled=False)
    assert [e.kind for e in game.events()].count("card-cancelled") == 1
    assert nr.data(game.state).discard == ("card-6", "card-33", "card-25")


def test_the_defender_decides_after_the_attacker_and_hands_stay_hidden() -> None:
    game = position(
        {"15pz-a": N, "xxi": NE, "7arm": T, "4ind": T}, axis=True,
        hands={"axis": ("card-16",), "allied": ("card-12", "card-24")}, support={"axis": 1, "allied": 0},
    )  # fmt: skip
    declare(game, T)
    apply(game, "attack", targets=(T,), attackers=("15pz-a",))
    assert kinds(game) == {"commit-support", "pass"}
    apply(game, "commit-support")
    assert nr.data(game.state).support["axis"] == 0
    assert kinds(game) == {"play-card", "pass"}
    apply(game, "pass")
    assert game.decision is not None
    assert game.decision.sides == ("allied",)
    seen = nr.data(game.rules.redact(game.state, "allied"))
    assert seen.hands == {"axis": ("hidden",), "allied": ("card-12", "card-24")}
    assert set(seen.deck) == {"hidden"}
    game.queue_table_dice((4,))
    apply(game, "play-card", card="card-12")
    assert "Blitz! marker, cancelled by a card" in odds_text(game)


def test_the_prompt_for_an_answer_does_not_betray_the_hand() -> None:
    asked = []
    for hand in (("card-25",), ("card-2",)):
        game = position({"15pz-a": N, "7arm": T}, axis=True, hands={"axis": ("card-1",), "allied": hand})
        declare(game, T)
        apply(game, "attack", targets=(T,), attackers=("15pz-a",))
        apply(game, "play-card", card="card-1")
        assert game.decision is not None
        asked.append((game.decision.sides, game.decision.ask.prompt))
    assert asked[0] == asked[1]


def test_a_card_for_the_announcement_lets_colours_attack_together_unless_cancelled() -> None:
    hands = {"axis": ("card-11",), "allied": ("card-25",)}
    for cancel in (True, False):
        game = position({"15pz-a": N, "xxi": NE, "7arm": T}, axis=True, hands=hands)
        declare(game, T)
        with pytest.raises(IllegalAction, match="colours"):
            apply(game, "attack", targets=(T,), attackers=("15pz-a", "xxi"))
        apply(game, "attack", targets=(T,), attackers=("15pz-a", "xxi"), card="card-11")
        if cancel:
            apply(game, "play-card", card="card-25")
            assert game.decision is not None
            assert game.decision.path[-1] == "axis.combat.battle"
        else:
            apply(game, "pass")
            assert any(f.step == "no_retreat_2.battle" for f in game.state.flow)


@pytest.mark.parametrize(
    ("turn", "side", "allowed"),
    [(10, "axis", False), (10, "allied", True), (9, "allied", False), (9, "axis", True)],
)
def test_9_crosses_and_roundels_have_their_turns(turn: int, side: str, allowed: bool) -> None:
    card = "card-1"
    game = position({"7arm": N, "xx": T}, turn=turn, hands={side: (card,)})
    refusal = rules_of(game).cards.refuse(game.state, side, card, ("B",))
    assert (refusal is None) == allowed


def test_cards_of_the_phase_move_leaders_and_markers() -> None:
    game = position(
        {"7arm": N, "xx": T, "xxi": "3-0402", "rommel": "3-0402"}, hands={"axis": ("card-9",)},
    )  # fmt: skip
    apply(game, "mark-target", at=T)
    apply(game, "end-phase")
    apply(game, "play-card", card="card-9", piece="rommel", at=T)
    if "pass" in kinds(game):
        apply(game, "pass")
    assert at(game, "rommel") == T


# --- the whole ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_random_combat_phases_end_and_replay(seed: int) -> None:
    dice = random.Random(seed)
    units = [p for p in module().pieces if p.type != "leader" and not p.id.endswith("-b")]
    land = [f"3-{c:02}{r:02}" for c in range(3, 12) for r in range(1, 5)]
    dice.shuffle(land)
    dice.shuffle(units)
    places: dict[str, str] = {}
    for unit, place in zip(units[:20], land, strict=False):
        places[unit.id] = place
    cards = [card.id for card in module().cards]
    dice.shuffle(cards)
    game = position(
        places, hands={"axis": tuple(cards[:6]), "allied": tuple(cards[6:12])}, turn=dice.choice((9, 10)),
        supply={"axis": 3, "allied": 3}, support={"axis": 1, "allied": 1},
    )  # fmt: skip
    start = len(game.turns)
    while game.decision is not None and game.state.phase == "allied.combat" and len(game.turns) < 600:
        side = dice.choice(game.decision.sides)
        offered = [k for k in game.decision.ask.kinds if next(k.choices(game.state, side), None) is not None]
        assert offered, f"dead end at {game.decision.path}: {game.decision.ask.prompt}"
        action = dice.choice(offered).sample(game.state, side, dice)
        assert action is not None
        game.apply(action, side)
        assert not game.rules.check(game.state)
        on_map = [p for p, held in game.state.pieces.items() if held.at in rules_of(game).board.index]
        assert len(on_map) <= len(places)
    assert game.state.phase != "allied.combat"
    last = game.hash()
    turns = game.turns[start:]
    for _ in turns:
        game.undo(free=True)
    for turn in turns:
        game.apply(turn.action, turn.side)
    assert game.hash() == last
    assert state_hash(game.state) == last
