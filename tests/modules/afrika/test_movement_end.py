"""The end of the movement phase: stacking, boxes, what was forgotten (2.3, 1.6)."""

from __future__ import annotations

from modules.afrika.rules.steps.stacking import KillExcess
from tests.modules.afrika.movement_positions import (
    BOLOGNA,
    BRESCIA,
    BRIGADE,
    LORRIES,
    PANZER_1,
    PANZER_2,
    PAVIA,
    RECON,
    Setting,
    a_position,
)

FIVE = [PANZER_1, PANZER_2, LORRIES, BOLOGNA, PAVIA]


def test_the_owner_chooses_what_dies_over_four() -> None:
    position = a_position({"A40.10": FIVE}).end_phase()
    assert position.side == "axis"
    assert position.state.flow[-1].step == "afrika.stacking"
    position.do(KillExcess(piece=BOLOGNA))
    assert position.at(BOLOGNA) == "dead-axis"
    assert position.state.phase == "axis.combat"


def test_boxes_have_no_limit_off_the_map() -> None:
    """1.7."""
    position = a_position({"tripoli": FIVE, "connecting": [RECON, BRESCIA]}).end_phase()
    assert position.state.phase == "axis.combat"


def test_leaders_and_boxes_do_not_count() -> None:
    position = a_position({"A40.10": ["box-axis-1", *FIVE[:4], "axis-rommel"]}).end_phase()
    assert position.state.phase == "axis.combat"


def test_the_enemy_is_not_checked() -> None:
    brigades = [BRIGADE, "allied-3-5-7-14", "allied-3-5-7-23", "allied-3-5-7-150-50", "allied-3-5-7-151-50"]
    position = a_position({"A40.10": [RECON], "A50.10": brigades}).end_phase()
    assert position.state.phase == "axis.combat"


def test_boxes_without_their_owner_go_at_the_end_of_any_movement_phase() -> None:
    layout = {
        "A40.10": ["box-axis-1", BOLOGNA],
        "A50.10": ["box-allied-1", BRIGADE],
        "A30.10": ["box-allied-2"],
    }
    position = a_position(layout).move(BOLOGNA, "A40.11").end_phase()
    assert position.at("box-axis-1") is None
    assert position.at("box-allied-2") is None
    assert position.at("box-allied-1") == "A50.10"
    assert position.last is not None
    assert [event.places for event in position.last.events if event.kind == "box-removed"] == [
        ("A30.10",), ("A40.10",),
    ]  # fmt: skip


def test_an_enemy_in_a_box_does_not_keep_it() -> None:
    position = a_position({"A40.10": ["box-allied-1", BOLOGNA]}).end_phase()
    assert position.at("box-allied-1") is None


def test_what_was_forgotten() -> None:
    setting = Setting(
        trucks=2, shipping=2, ports={"A7.23": 2}, control={"A7.23": "axis"}, dumps={"A7.23": ("axis", 1)}
    )
    position = a_position({"A40.10": FIVE, "A7.22": [RECON]}, setting)
    told = {item.rule: item for item in position.rules.unfinished(position.state, "axis")}
    assert told["1.1"].text == "6 units have not moved"
    assert told["2.3"].pieces == tuple(FIVE)
    assert "10 MP left" in told["5.4a"].text
    assert "2 shipping points" in told["5.4c"].text
    assert set(told["5.1a"].pieces) == set(FIVE)  # the reconnaissance battalion is near the dump
    position.move(RECON, "A7.23")
    told = {item.rule: item for item in position.rules.unfinished(position.state, "axis")}
    assert "may still go on" in told["clar. 29"].text
    assert told["1.1"].text == "5 units have not moved"


def test_nothing_is_forgotten_on_an_empty_map() -> None:
    position = a_position({"tripoli": ["axis-0-1-0-bardia"]})
    assert [item.rule for item in position.rules.unfinished(position.state, "axis")] == []


def test_what_a_unit_did_in_the_enemy_turn_is_no_move_of_its_own() -> None:
    """It retreated: it has moved in the game turn (1.6), but its own movement is before it."""
    layout = {"A40.10": [BOLOGNA], "A42.10": [PAVIA]}
    position = a_position(layout, Setting(marks={BOLOGNA: ("moved",)}))

    def seen() -> bool:
        view = position.rules.project(position.state, "axis").pieces[BOLOGNA]
        assert view.moved == ("moved" in view.markers)
        return view.moved

    def forgotten() -> set[str]:
        told = position.rules.unfinished(position.state, "axis")
        return {piece for item in told if item.rule == "1.1" for piece in item.pieces}

    assert (seen(), forgotten()) == (False, {BOLOGNA, PAVIA})
    position.move(BOLOGNA, "A40.11")
    assert seen()
    position.move(PAVIA, "A42.11")
    assert (seen(), forgotten()) == (True, set())
    assert position.end_phase().state.phase == "axis.combat"
    assert seen()
