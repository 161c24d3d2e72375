"""Capture of supply points, ports and places (5.3, 1.9a, ruling 4 and 15, erratum 7)."""

from __future__ import annotations

import pytest

from modules.afrika.rules.capture import share
from modules.afrika.rules.trucks import Truck
from tests.modules.afrika.movement_positions import (
    BRIGADE,
    LRDG,
    PANZER_1,
    PANZER_2,
    RECON,
    Setting,
    a_position,
)

ENEMY_DUMP = Setting(dumps={"A40.11": ("allied", 3)}, trucks=2)


@pytest.mark.parametrize(("face", "left"), [(1, 0), (2, 0), (3, 0), (4, 2), (5, 2), (6, 2)])
def test_three_points_give_two_on_four_to_six(face: int, left: int) -> None:
    """5.3: the example of the rules."""
    position = a_position({"A40.10": [RECON]}, ENEMY_DUMP).move(RECON, "A40.11", dice=(face,))
    assert position.supply("A40.11") == (("axis", left) if left else None)
    assert position.last is not None
    assert position.last.barrier
    assert position.last.draws[0].dice == (face,)


def test_half_is_rounded_up() -> None:
    rules = a_position({}).rules
    assert [share(rules, 6, count) for count in range(6)] == [0, 1, 1, 2, 2, 3]
    assert [share(rules, 3, count) for count in range(6)] == [0] * 6


def test_the_stack_stops_for_the_roll_and_may_go_on() -> None:
    position = a_position({"A40.10": [RECON]}, ENEMY_DUMP)
    refusal = position.refuses_move(RECON, "A40.11", "A40.12")
    assert refusal.rule == "5.3"
    assert "A40.11" in refusal.hint
    assert position.reach(RECON)["A40.11"].stop
    position.move(RECON, "A40.11", dice=(6,)).move(RECON, "A40.12")
    assert position.left(RECON) == 72 - 12  # entering costs nothing extra


def test_captured_supply_can_be_used_at_once() -> None:
    position = a_position({"A40.10": [RECON]}, ENEMY_DUMP).move(RECON, "A40.11", dice=(6,))
    position.do(Truck(source="A40.11", path=("A40.12",), count=2))
    assert position.supply("A40.12") == ("axis", 2)


def test_supply_with_units_is_not_captured_by_moving() -> None:
    position = a_position({"A40.10": [PANZER_1, PANZER_2], "A40.11": [BRIGADE]}, ENEMY_DUMP)
    assert position.refusal_of_move(PANZER_1, "A40.11") is not None
    assert position.supply("A40.11") == ("allied", 3)


def test_the_lrdg_captures_ports_and_supply() -> None:
    """Clar. 12."""
    setting = Setting(phase="allied.movement", dumps={"A7.23": ("axis", 2)}, control={"A7.23": "axis"})
    position = a_position({"A7.22": [LRDG]}, setting).move(LRDG, "A7.23", dice=(5,))
    assert position.state.control["A7.23"] == "allied"
    assert position.supply("A7.23") == ("allied", 1)
    assert position.data.ports["A7.23"].captured == 16


def test_places_passed_change_hands() -> None:
    position = a_position({"A36.22": [RECON]}, Setting(control={"A36.23": "allied"}))
    position.move(RECON, "A36.23", "A36.22")
    assert position.state.control["A36.23"] == "axis"


def test_own_places_stay_as_they_are() -> None:
    position = a_position({"A36.22": [RECON]}, Setting(control={"A36.23": "axis"}, ports={"A36.23": 3}))
    position.move(RECON, "A36.23")
    assert position.data.ports["A36.23"].capacity == 3


def test_entering_libya_waives_the_mussolini_requirement() -> None:
    """Erratum 7: passing is entering."""
    rules = a_position({}).rules
    border = next(
        (i, j)
        for i in range(len(rules.board))
        for j in rules.board.neighbors[i]
        if j >= 0 and i not in rules.libya and j in rules.libya
        and (rules.ground.roads[1].cost(i, j) or 99) <= 6 and rules.ground.roads[1].cost(j, i) is not None
    )  # fmt: skip
    egypt, libya = (rules.board.ids[number] for number in border)
    setting = Setting(phase="allied.movement", turn=3, scenario="italian-invasion")
    position = a_position({egypt: [LRDG], "A36.23": ["axis-5-6-4-sirte"]}, setting)
    assert not position.data.mussolini_waived
    position.move(LRDG, libya, egypt)
    assert position.data.mussolini_waived
