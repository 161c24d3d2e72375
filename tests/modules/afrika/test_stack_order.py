"""One stack finishes its move before another begins, with splitting (clar. 29)."""

from __future__ import annotations

from modules.afrika.rules.state import MOVED, SPENT
from tests.modules.afrika.movement_positions import (
    BRESCIA,
    LORRIES,
    PANZER_1,
    PANZER_2,
    RECON,
    a_position,
)


def test_another_stack_ends_the_move_of_the_first() -> None:
    position = a_position({"A40.10": [PANZER_1], "A30.10": [RECON]})
    position.move(PANZER_1, "A40.11").move(RECON, "A30.11")
    refusal = position.refuses_move(PANZER_1, "A40.12")
    assert refusal.rule == "clar. 29"
    assert SPENT in position.state.pieces[PANZER_1].marks
    position.move(RECON, "A30.12")
    assert position.left(RECON) == 72 - 12


def test_a_stack_may_pause_and_go_on() -> None:
    position = a_position({"A40.10": [PANZER_1, PANZER_2]})
    position.move((PANZER_1, PANZER_2), "A40.11").move((PANZER_1, PANZER_2), "A40.12")
    assert position.left(PANZER_1) == position.left(PANZER_2) == 54 - 12


def test_the_parts_of_a_split_stack_go_on_one_after_the_other() -> None:
    position = a_position({"A40.10": [PANZER_1, PANZER_2, LORRIES], "A30.10": [RECON]})
    position.move((PANZER_1, PANZER_2, LORRIES), "A40.11")
    position.move(PANZER_1, "A40.12").move(PANZER_1, "A40.13")
    assert position.party() == (PANZER_1, PANZER_2, LORRIES)
    position.move(PANZER_2, "A41.12")
    assert position.refuses_move(PANZER_1, "A40.14").rule == "clar. 29"  # its part is done
    position.move(LORRIES, "A41.12")
    position.move(RECON, "A30.11")
    for unit in (PANZER_2, LORRIES):
        assert position.refuses_move(unit, "A41.13").rule == "clar. 29"


def test_parts_do_not_join_up_again() -> None:
    position = a_position({"A40.10": [PANZER_1, PANZER_2, LORRIES]})
    position.move((PANZER_1, PANZER_2, LORRIES), "A40.11").move(PANZER_1, "A40.12")
    position.move(PANZER_1, "A40.11")
    assert position.refuses_move((PANZER_1, PANZER_2), "A40.12").rule == "clar. 29"
    position.move((PANZER_2, LORRIES), "A40.12")
    assert position.left(PANZER_2) == 54 - 12


def test_nobody_joins_a_stack_in_the_middle_of_its_move() -> None:
    position = a_position({"A40.10": [PANZER_1], "A40.11": [PANZER_2]}).move(PANZER_1, "A40.11")
    assert position.refuses_move((PANZER_1, PANZER_2), "A40.12").rule == "clar. 29"


def test_units_left_where_the_stack_set_out_move_later_on_their_own() -> None:
    position = a_position({"A40.10": [PANZER_1, PANZER_2]}).move(PANZER_1, "A40.11").move(PANZER_2, "A40.11")
    assert position.left(PANZER_2) == 54 - 6
    assert position.refuses_move(PANZER_1, "A40.12").rule == "clar. 29"


def test_the_next_phase_begins_afresh() -> None:
    position = a_position({"A40.10": [RECON, BRESCIA]}).move((RECON, BRESCIA), "A40.11").end_phase()
    assert not any(SPENT in piece.marks for piece in position.state.pieces.values())
    assert MOVED in position.state.pieces[RECON].marks
    assert MOVED in position.state.pieces[BRESCIA].marks


def test_the_prompt_names_who_may_go_on() -> None:
    position = a_position({"A40.10": [RECON]})
    ask = position.rules.steps["afrika.movement"].ask("choose", position.state)
    assert "may go on" not in ask.prompt
    position.move(RECON, "A40.11")
    ask = position.rules.steps["afrika.movement"].ask("choose", position.state)
    assert "may go on with 11 MP" in ask.prompt
