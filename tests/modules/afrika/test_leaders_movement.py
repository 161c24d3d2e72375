"""Rommel and O'Connor on the move (6.2a-c, 7.1, clar. 10, 22, 27)."""

from __future__ import annotations

from modules.afrika.rules.leaders_movement import Storch
from tests.modules.afrika.movement_positions import (
    BOLOGNA,
    BRESCIA,
    BRIGADE,
    GUARDS,
    OCONNOR,
    PANZER_1,
    PANZER_2,
    PAVIA,
    RECON,
    ROMMEL,
    Setting,
    a_move,
    a_position,
)


def test_a_leader_rides_with_a_unit_and_gets_off() -> None:
    position = a_position({"A40.10": [PANZER_1, PANZER_2, ROMMEL], "A40.12": [RECON]})
    position.move((PANZER_1, ROMMEL), "A40.11", "A40.12")
    assert position.at(ROMMEL) == "A40.12"
    position.move(PANZER_1, "A40.13")  # he stays with the reconnaissance battalion
    assert position.at(ROMMEL) == "A40.12"
    position.move((RECON, ROMMEL), "A41.12")  # and may ride again
    assert position.at(ROMMEL) == "A41.12"


def test_he_stays_where_he_is_unless_named() -> None:
    position = a_position({"A40.10": [PANZER_1, PANZER_2, ROMMEL]}).move(PANZER_1, "A40.11")
    assert position.at(ROMMEL) == "A40.10"


def test_he_must_go_along_when_all_his_companions_leave() -> None:
    position = a_position({"A40.10": [PANZER_1, BOLOGNA, ROMMEL]}).move(PANZER_1, "A40.11")
    assert position.at(ROMMEL) == "A40.11"
    allied = a_position({"A40.10": [BRIGADE, GUARDS, OCONNOR]}, Setting(phase="allied.movement"))
    allied.move((BRIGADE, GUARDS), "A40.11")
    assert allied.at(OCONNOR) == "A40.11"


def test_italians_alone_cannot_carry_rommel() -> None:
    position = a_position({"A40.10": [PANZER_1, BOLOGNA, ROMMEL]})
    refusal = position.refuses_move((BOLOGNA, ROMMEL), "A40.11")
    assert refusal.rule == "6.2b"
    assert refusal.pieces == (ROMMEL,)


def test_a_leader_has_no_movement_of_his_own() -> None:
    position = a_position({"A40.10": [PANZER_1, ROMMEL], "A42.10": [RECON]})
    assert position.refuses_move((ROMMEL,), "A40.11").rule == "6.2b"
    assert position.refuses_move((RECON, ROMMEL), "A42.11").rule == "6.2b"


def test_a_passing_stack_may_pick_him_up() -> None:
    position = a_position({"A40.09": [RECON], "A40.10": [PANZER_1, ROMMEL]})
    position.move(RECON, "A40.10").move((RECON, ROMMEL), "A40.11")
    assert position.at(ROMMEL) == "A40.11"
    assert position.left(RECON) == 72 - 12


# --- Storch ---------------------------------------------------------------------------------------------


def test_storch_flies_to_any_unit_he_may_stack_with() -> None:
    position = a_position(
        {"A40.10": [PANZER_1, ROMMEL], "A7.23": [RECON], "A8.20": [BRESCIA], "tripoli": [PANZER_2]}
    )
    kind = position.kind("storch")
    assert set(kind.targets(position.state, "axis", (ROMMEL,))) == {"A7.23", "tripoli"}
    assert position.refuses(Storch(piece=ROMMEL, at="A8.20")).rule == "6.2a"
    assert position.refuses(Storch(piece=ROMMEL, at="A50.10")).rule == "6.2a"
    assert "already there" in position.refuses(Storch(piece=ROMMEL, at="A40.10")).text
    position.do(Storch(piece=ROMMEL, at="A7.23"))
    assert position.at(ROMMEL) == "A7.23"


def test_one_flight_a_phase_and_he_may_ride_afterwards() -> None:
    position = a_position({"A40.10": [PANZER_1, ROMMEL], "A40.14": [RECON]}).do(
        Storch(piece=ROMMEL, at="A40.14")
    )
    assert "already flown" in position.refuses(Storch(piece=ROMMEL, at="A40.10")).text
    position.move((RECON, ROMMEL), "A40.15")
    assert position.at(ROMMEL) == "A40.15"
    position.end_phase()
    assert position.state.phase == "axis.combat"
    assert position.refusal(Storch(piece=ROMMEL, at="A40.10")) is None  # a new phase (clar. 10)


def test_no_flight_after_riding() -> None:
    position = a_position({"A40.10": [PANZER_1, ROMMEL], "A40.14": [RECON]}).move(
        (PANZER_1, ROMMEL), "A40.11"
    )
    assert "moved or taken part" in position.refuses(Storch(piece=ROMMEL, at="A40.14")).text


def test_oconnor_joins_any_commonwealth_unit() -> None:
    setting = Setting(phase="allied.movement")
    position = a_position({"A40.10": [BRIGADE, OCONNOR], "A50.10": [GUARDS], "restriction": [RECON]}, setting)
    kind = position.kind("storch")
    assert kind.targets(position.state, "allied", (OCONNOR,)) == ("A50.10",)
    assert kind.subjects(position.state, "allied") == (OCONNOR,)


def test_an_absent_leader_does_not_fly() -> None:
    position = a_position({"A40.10": [PANZER_1]})
    refusal = position.kind("storch").unavailable(position.state, "axis")
    assert refusal is not None
    assert "Rommel is not in play" in refusal.text
    assert position.refuses(Storch(piece=OCONNOR, at="A40.10")).rule == "6.2a"


# --- what he does for a stack ------------------------------------------------------------------------------


EXPLOITATION = Setting(phase="axis.exploitation")


def test_his_stack_exploits_capable_or_not_even_from_an_ezoc() -> None:
    """6.2c."""
    position = a_position(
        {"A40.10": [PANZER_1, BOLOGNA, ROMMEL], "A40.08": [PAVIA], "A40.11": [BRIGADE]}, EXPLOITATION
    )
    position.move((PANZER_1, BOLOGNA, ROMMEL), "A40.09")
    assert position.at(BOLOGNA) == "A40.09"
    assert position.refuses_move(PAVIA, "A40.07").rule == "2.4"


def test_units_that_began_with_him_may_part_from_him() -> None:
    """Clar. 22: he flies off, they go on as exploit-capable."""
    position = a_position({"A40.10": [PANZER_1, BOLOGNA, ROMMEL], "A40.04": [RECON, PAVIA]}, EXPLOITATION)
    position.do(Storch(piece=ROMMEL, at="A40.04"))
    assert position.refusal(a_move(BOLOGNA, "A40.11")) is None
    position.move(BOLOGNA, "A40.11")
    assert position.refusal(a_move(PAVIA, "A40.05")) is None  # he is there when it sets out


def test_o_connor_does_the_same() -> None:
    setting = Setting(phase="allied.exploitation")
    position = a_position({"A40.10": [BRIGADE, OCONNOR], "A50.10": [GUARDS]}, setting)
    assert position.refusal(a_move(BRIGADE, "A40.11")) is None
    assert position.refuses_move(GUARDS, "A50.11").rule == "2.4"
