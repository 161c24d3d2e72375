"""Declaring attacks: who may, and why not (3.0, 3.1, clar. 25; rulings 18, 21)."""

from __future__ import annotations

import pytest

from engine.ids import PieceId, PlaceId
from modules.afrika.rules.combat_actions import DeclareAttack
from modules.afrika.rules.state import CONNECTING
from tests.modules.afrika.combat_positions import (
    AUFK,
    BRESCIA,
    BRIGADE,
    CAIRO,
    EAST,
    FIELD,
    GUARDS,
    GUNS_1,
    GUNS_2,
    KDG,
    NORTH,
    PANZER_1,
    PANZER_2,
    PAVIA,
    ROMMEL,
    SOUTH,
    TANKS_4,
    TANKS_7,
    WEST,
    Fight,
    Scene,
    a_fight,
    roll_for,
)

ALLIED_TURN = Scene(phase="allied.combat")


def declare(target: PlaceId, *attackers: PieceId, artillery: tuple[PieceId, ...] = ()) -> DeclareAttack:
    return DeclareAttack(target=target, attackers=attackers, artillery=artillery)


@pytest.fixture
def fight() -> Fight:
    layout = {
        FIELD: [BRESCIA, PANZER_1, ROMMEL],
        EAST: [TANKS_4, BRIGADE, GUNS_1],
        "A42.17": [TANKS_7, GUNS_2],
        "A41.20": [AUFK],
        SOUTH: [CAIRO],
    }
    return a_fight(layout, ALLIED_TURN)


def test_the_phase_offers_attacks_flights_and_its_end(fight: Fight) -> None:
    assert fight.asked == ("allied", "declare-attack")
    assert fight.kind("storch").unavailable(fight.state, "allied") is not None
    assert fight.kind("end-phase").ends
    assert fight.state.phase == "allied.combat"


@pytest.mark.parametrize(
    ("action", "rule", "words"),
    [
        (declare(FIELD), "series 8.0", "at least one attacker"),
        (declare("A99.99", TANKS_4), "", "no hex"),
        (declare(NORTH, TANKS_4), "series 8.0", "no enemy units"),
        (declare("A42.17", TANKS_4), "series 8.0", "no enemy units"),
        (declare(FIELD, TANKS_7), "series 8.0", "not next to"),
        (declare(FIELD, TANKS_4, TANKS_4), "series 8.0", "twice"),
        (declare(FIELD, PANZER_1), "series 8.0", "enemy"),
        (declare(FIELD, ROMMEL), "2.2", "is no unit"),
        (declare(FIELD, "nobody"), "", "no piece"),
        (declare(FIELD, CAIRO), "3.1", "without attack strength"),
        (declare(FIELD, GUNS_1), "3.1", "without attack strength"),
        (declare(FIELD, TANKS_4, artillery=(GUNS_2,)), "3.1", "not next to"),
        (declare(FIELD, TANKS_4, artillery=(BRIGADE,)), "3.1", "no artillery"),
        (declare(FIELD, TANKS_4, GUNS_1, artillery=(GUNS_1,)), "series 8.0", "twice"),
        (declare(FIELD, TANKS_4, artillery=(PANZER_1,)), "3.1", "artillery of yours"),
    ],
)
def test_refusals(fight: Fight, action: DeclareAttack, rule: str, words: str) -> None:
    found = fight.refuses(action)
    assert words in found.text
    assert found.rule == rule


def test_legal_declarations(fight: Fight) -> None:
    for action in (
        declare(FIELD, TANKS_4),
        declare(FIELD, TANKS_4, BRIGADE, CAIRO, artillery=(GUNS_1,)),
        declare(FIELD, BRIGADE, GUNS_1),
    ):
        assert fight.refusal(action) is None


def test_choices_pass_their_own_check_and_name_every_target(fight: Fight) -> None:
    found = fight.choices("declare-attack")
    assert {action.target for action in found if isinstance(action, DeclareAttack)} == {FIELD}
    assert declare(FIELD, TANKS_4, BRIGADE, CAIRO, artillery=(GUNS_1,)) in found
    assert declare(FIELD, CAIRO) not in found
    assert all(
        TANKS_4 in (*action.attackers, *action.artillery)
        for action in fight.kind("declare-attack").choices(fight.state, "allied", TANKS_4)
    )


def test_what_is_lit(fight: Fight) -> None:
    kind = fight.kind("declare-attack")
    assert set(kind.subjects(fight.state, "allied")) == {FIELD, TANKS_4, BRIGADE, CAIRO, GUNS_1}
    assert kind.targets(fight.state, "allied", (TANKS_4, GUNS_1)) == (FIELD,)
    assert kind.targets(fight.state, "allied", (TANKS_7,)) == ()


def test_why_something_is_not_lit(fight: Fight) -> None:
    kind = fight.kind("declare-attack")
    reasons = {
        TANKS_7: "next to nothing",
        AUFK: "no unit that may still attack",
        NORTH: "no enemy units",
        "A41.20": "no unit that may still attack",
    }
    for subject, words in reasons.items():
        found = kind.why_not(fight.state, "allied", subject)
        assert found is not None
        assert words in found.text
    assert kind.why_not(fight.state, "allied", TANKS_4) is None


def test_no_attack_on_or_from_the_boxes_of_tripoli() -> None:
    fight = a_fight({CONNECTING: [PANZER_1], "A1.08": [BRIGADE]}, ALLIED_TURN)
    assert "Tripoli" in fight.refuses_check(declare(CONNECTING, BRIGADE)).text
    outward = a_fight({CONNECTING: [PANZER_1], "A1.08": [BRIGADE]})
    assert "not next to" in outward.refuses_check(declare("A1.08", PANZER_1)).text
    assert outward.kind("declare-attack").unavailable(outward.state, "axis") is not None


def test_one_attack_on_a_hex_and_by_a_unit_in_a_phase() -> None:
    layout = {
        FIELD: [BRESCIA],
        WEST: [PAVIA],
        "A39.16": [TANKS_7],
        SOUTH: [TANKS_4, BRIGADE, GUNS_1],
        EAST: [KDG],
    }
    fight = a_fight(layout, ALLIED_TURN)
    fight.attack(FIELD, BRIGADE, artillery=(GUNS_1,), dice=roll_for(fight, "1:1", "A1D1"))
    assert fight.result == "A1D1"
    assert "has been attacked" in fight.refuses(declare(FIELD, TANKS_4)).text
    assert "has supported" in fight.refuses(declare(WEST, TANKS_4, artillery=(GUNS_1,))).text
    assert "has attacked" in fight.refuses(declare(WEST, BRIGADE)).text
    fight.attack(WEST, TANKS_4, dice=roll_for(fight, "1:1", "A1D1"))
    assert "has been attacked" in fight.refuses_check(declare(WEST, TANKS_7)).text
    assert fight.kind("declare-attack").unavailable(fight.state, "allied") is not None


def test_a_unit_that_survives_its_attack_does_not_attack_again() -> None:
    layout = {FIELD: [BRESCIA], WEST: [PAVIA], SOUTH: [TANKS_4, GUARDS]}
    fight = a_fight(layout, ALLIED_TURN)
    fight.attack(FIELD, TANKS_4, dice=roll_for(fight, "1:1", "A1D1"))
    found = fight.refuses(declare(WEST, TANKS_4))
    assert "has attacked" in found.text
    why = fight.kind("declare-attack").why_not(fight.state, "allied", TANKS_4)
    assert why is not None
    assert "has attacked" in why.text
    assert fight.refusal(declare(WEST, GUARDS)) is None


def test_out_of_supply_units_and_those_in_reserve_of_others_may_attack() -> None:
    fight = a_fight({FIELD: [BRIGADE], EAST: [PANZER_1, PANZER_2]}, Scene(hungry=(PANZER_1,)))
    assert fight.refusal(declare(FIELD, PANZER_1)) is None
    assert fight.refusal(declare(FIELD, PANZER_2)) is None


def test_ending_the_phase_forgets_what_was_done() -> None:
    fight = a_fight({FIELD: [BRESCIA], SOUTH: [TANKS_4]}, ALLIED_TURN)
    fight.attack(FIELD, TANKS_4, dice=roll_for(fight, "1:1", "A1D1")).end_phase()
    assert fight.state.phase == "allied.exploitation"
