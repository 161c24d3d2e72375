"""The order of questions in a combat, what is skipped, what is spent (3.1, 3.2; rulings 20, 21)."""

from __future__ import annotations

import pytest

from engine.codec import decode_state, encode_state, state_hash
from modules.afrika.rules.battle import BattleVars
from modules.afrika.rules.combat_actions import CommitAir, CommitArtillery, DeclareAttack, EndAdvance
from modules.afrika.rules.state import data
from tests.modules.afrika.combat_positions import (
    BRESCIA,
    BRIGADE,
    EAST,
    FIELD,
    GUARDS,
    GUNS_1,
    GUNS_2,
    GUNS_GE,
    GUNS_IT,
    KDG,
    PANZER_1,
    PAVIA,
    ROMMEL,
    SOUTH,
    TANKS_4,
    TANKS_7,
    WEST,
    Fight,
    Scene,
    a_fight,
    air,
    lose,
    roll_for,
)

AIR = {"axis": 2, "allied": 3}
ALLIED_TURN = Scene(phase="allied.combat")


def guns(*pieces: str) -> CommitArtillery:
    return CommitArtillery(pieces=pieces)


def everything() -> Fight:
    """A combat in which everybody has something to commit."""
    layout = {FIELD: [BRESCIA, GUNS_GE, GUNS_IT], EAST: [TANKS_4, BRIGADE], SOUTH: [GUNS_1]}
    return a_fight(layout, Scene(phase="allied.combat", air=AIR))


def test_defender_first_artillery_then_air_then_the_attacker() -> None:
    fight = everything().attack(FIELD, TANKS_4, BRIGADE, artillery=(GUNS_1,))
    assert (fight.asked, fight.part) == (("axis", "commit-artillery"), "allied.combat.artillery")
    fight.give(guns(GUNS_GE))
    assert (fight.asked, fight.part) == (("axis", "commit-air"), "allied.combat.air")
    fight.give(air(2))
    assert (fight.asked, fight.part) == (("allied", "commit-air"), "allied.combat.air")
    fight.give(air(1), dice=(3, 4))
    (event,) = fight.events("combat-result")
    assert event.dice == (3, 4)
    # 12 to 9, a column of 1:1; +1 air, +1 artillery, +1 combined arms, -2 air, -1 artillery
    assert (event.data["base"], event.data["net"], event.data["final"]) == ("1:1", 0, "1:1")
    assert event.data["result"] == "A1D1"
    assert (fight.air_left("axis"), fight.air_left("allied")) == (0, 2)


def test_artillery_supports_one_combat_in_a_phase() -> None:
    fight = everything().attack(FIELD, TANKS_4, artillery=(GUNS_1,))
    fight.give(guns(GUNS_GE, GUNS_IT), air(0), air(0), dice=(3, 3))
    assert set(data(fight.state).record.artillery) == {GUNS_1, GUNS_GE, GUNS_IT}


def test_nobody_is_asked_who_has_nothing() -> None:
    fight = a_fight({FIELD: [BRESCIA], EAST: [TANKS_4]}, ALLIED_TURN)
    fight.attack(FIELD, TANKS_4, dice=roll_for(fight, "1:1", "A1D1"))
    assert fight.result == "A1D1"
    assert fight.asked == ("allied", "declare-attack")


def test_only_the_defender_is_asked_if_only_he_has_air_points() -> None:
    fight = a_fight({FIELD: [BRESCIA], EAST: [TANKS_4]}, Scene(phase="allied.combat", air={"axis": 1}))
    fight.attack(FIELD, TANKS_4)
    assert fight.asked == ("axis", "commit-air")
    fight.give(air(0), dice=(3, 3))
    assert fight.events("combat-result")


@pytest.mark.parametrize("number", [-1, 3, 100])
def test_air_points_that_are_not_there(number: int) -> None:
    fight = a_fight({FIELD: [BRESCIA], EAST: [TANKS_4]}, Scene(phase="allied.combat", air={"axis": 2}))
    fight.attack(FIELD, TANKS_4)
    assert fight.refuses(air(number)).rule == "3.2"
    assert [action.number for action in fight.choices("commit-air") if isinstance(action, CommitAir)] == [
        0,
        1,
        2,
    ]


def test_artillery_that_cannot_be_committed() -> None:
    fight = everything().attack(FIELD, TANKS_4)
    assert fight.refuses(guns(GUNS_1)).rule == "3.1"
    assert fight.refuses(guns(BRESCIA)).rule == "3.1"
    assert fight.refuses(guns(GUNS_GE, GUNS_GE)).code == "BAD_REQUEST"
    assert {
        action.pieces for action in fight.choices("commit-artillery") if isinstance(action, CommitArtillery)
    } == {
        (),
        (GUNS_GE,),
        (GUNS_IT,),
        (GUNS_GE, GUNS_IT),
    }


def test_artillery_committed_once_is_not_asked_for_again() -> None:
    """The same artillery, driven into the next hex attacked, supports no second combat (clar. 25)."""
    layout = {
        FIELD: [BRESCIA, GUNS_IT],
        "A39.18": [PAVIA],
        EAST: [TANKS_4, TANKS_7],
        SOUTH: [GUARDS],
        "A41.18": [BRIGADE],
        "A39.19": [KDG],
    }
    fight = a_fight(layout, Scene(phase="allied.combat", hungry=(KDG,)))
    fight.attack(FIELD, TANKS_4, TANKS_7).give(guns(GUNS_IT), dice=roll_for(fight, "2:1", "A1D2r1"))
    fight.give(lose(BRESCIA))
    assert fight.at(GUNS_IT) == "A39.18"  # the only hex outside zones of control
    fight.give(EndAdvance()).attack("A39.18", KDG, dice=roll_for(fight, "1:4", "A2"))
    assert fight.result == "A2"


def test_out_of_turn_commitments_are_refused() -> None:
    fight = everything().attack(FIELD, TANKS_4)
    assert fight.refuses(air(1)).code == "WRONG_PHASE"
    assert fight.refuses(DeclareAttack(target=FIELD, attackers=(BRIGADE,))).code == "WRONG_PHASE"


def test_a_battle_in_the_middle_survives_saving() -> None:
    fight = everything().attack(FIELD, TANKS_4, BRIGADE, artillery=(GUNS_1,)).give(guns(GUNS_GE))
    text = encode_state(fight.state)
    assert state_hash(decode_state(fight.rules, text)) == state_hash(fight.state)
    held = fight.state.flow[-1].vars
    assert isinstance(held, BattleVars)
    assert (held.guns, held.artillery) == ((GUNS_GE,), (GUNS_1,))


def test_the_log_tells_strengths_shifts_column_and_roll() -> None:
    fight = everything().attack(FIELD, TANKS_4, BRIGADE, artillery=(GUNS_1,)).give(guns(), air(0))
    fight.give(air(1), dice=(2, 4))
    (event,) = fight.events("combat-result")
    assert event.text.startswith("12 against 9: 1:1, 1 air point +1, 1 artillery unit +1")
    assert "net +3, column 4:1. Roll 2 + 4 = 6: A1D1r1." in event.text
    assert event.rule == "3.0"


def test_leaders_of_both_sides_have_been_in_a_combat() -> None:
    layout = {FIELD: [PANZER_1, ROMMEL], EAST: [TANKS_4, "allied-oconnor"], WEST: [BRESCIA]}
    fight = a_fight(layout, ALLIED_TURN)
    assert fight.kind("storch").unavailable(fight.state, "allied") is None
    fight.attack(FIELD, TANKS_4, dice=roll_for(fight, "2:1", "A1D1"))
    assert set(data(fight.state).record.busy) == {ROMMEL, "allied-oconnor"}
    refusal = fight.kind("storch").unavailable(fight.state, "allied")
    assert refusal is not None
    assert refusal.rule == "6.2a"


def test_under_fog_the_enemy_reads_no_names_of_attackers() -> None:
    fight = a_fight(
        {FIELD: [BRESCIA], EAST: [TANKS_4]},
        Scene(phase="allied.combat", air={"axis": 1}, options={"fog": True}),
    )
    fight.attack(FIELD, TANKS_4)
    (event,) = fight.events("battle")
    own, enemy = event.for_viewer("allied"), event.for_viewer("axis")
    assert own is not None
    assert "4/7 Arm" in own.text
    assert enemy is not None
    assert enemy.text == "Commonwealth attacks A40.17."
    assert enemy.pieces == ()


def test_under_fog_the_question_for_artillery_tells_nothing() -> None:
    for defenders in ([BRESCIA, GUNS_IT], [BRESCIA, PAVIA]):
        fight = a_fight(
            {FIELD: defenders, EAST: [TANKS_4]}, Scene(phase="allied.combat", options={"fog": True})
        )
        fight.attack(FIELD, TANKS_4)
        assert fight.asked == ("axis", "commit-artillery")
        assert guns() in fight.choices("commit-artillery")


def test_every_result_of_the_table_can_be_carried_out() -> None:
    for total in range(2, 13):
        fight = a_fight({FIELD: [BRESCIA, GUNS_IT], EAST: [TANKS_4, BRIGADE, GUNS_2]}, ALLIED_TURN)
        fight.attack(FIELD, TANKS_4, BRIGADE, artillery=(GUNS_2,)).give(
            guns(), dice=(min(6, total - 1), total - min(6, total - 1))
        )
        for _ in range(20):
            side, kind = fight.asked
            if kind == "declare-attack":
                break
            assert side in ("axis", "allied")
            fight.give(fight.choices(kind)[0])
        assert fight.asked[1] == "declare-attack"
