"""Overruns (ruling 16; 2.3, 3.1, 6.2c, clar. 14, 22, 28, 30)."""

from __future__ import annotations

import pytest

from modules.afrika.rules.state import OUT, SPENT
from modules.afrika.rules.steps.stacking import KillExcess
from tests.modules.afrika.movement_positions import (
    BOLOGNA,
    BRESCIA,
    BRIGADE,
    CARS,
    GUARDS,
    LORRIES,
    PANZER_1,
    PANZER_2,
    RECON,
    ROMMEL,
    Position,
    Setting,
    a_move,
    a_position,
    an_overrun,
)

BEST, WORST, NO_EFFECT = (6, 6), (1, 1), (1, 2)
PANZERS = (PANZER_1, PANZER_2)


def settle_losses(position: Position) -> Position:
    """Answers questions of loss and air by the first choice until the movement phase asks again."""
    for _ in range(40):
        if position.state.flow[-1].step in ("afrika.movement", "afrika.exploitation"):
            return position
        decision = position.rules.steps[position.state.flow[-1].step].ask(
            position.state.flow[-1].node, position.state
        )
        action = next(decision.kinds[0].choices(position.state, decision.sides[0]))
        position.do(action)
    raise AssertionError("the overrun never ends")


def next_to_the_enemy(*enemies: str, setting: Setting | None = None) -> Position:
    """Two panzer battalions that have just moved next to enemies (1 + 2 MP)."""
    position = a_position({"A40.09": PANZERS, "A40.11": enemies}, setting)
    return position.move(PANZERS, "A40.10")


def test_a_successful_overrun_enters_and_goes_on() -> None:
    position = next_to_the_enemy(CARS)
    settle_losses(position.do(an_overrun("A40.11", *PANZERS), dice=BEST))
    assert position.at(CARS) == "dead-allied"
    assert position.at(PANZER_1) == position.at(PANZER_2) == "A40.11"
    assert position.left(PANZER_1) == 54 - 18 - 18
    position.move(PANZERS, "A40.12")
    assert position.left(PANZER_1) == 54 - 18 - 18 - 6


def test_a_failed_overrun_costs_the_points_and_may_be_tried_again() -> None:
    position = next_to_the_enemy(BRIGADE, GUARDS)
    settle_losses(position.do(an_overrun("A40.11", *PANZERS), dice=NO_EFFECT))
    assert position.at(BRIGADE) == "A40.11"
    alive = tuple(name for name in PANZERS if position.at(name) == "A40.10")
    assert alive
    assert position.left(alive[0]) == 54 - 18 - 18
    assert position.refusal(an_overrun("A40.11", *alive)) is None
    settle_losses(position.do(an_overrun("A40.11", *alive), dice=NO_EFFECT))
    again = tuple(name for name in PANZERS if position.at(name) == "A40.10")
    assert again
    assert position.left(again[0]) == 0
    assert "no movement points left" in position.refuses(an_overrun("A40.11", *again)).text


def test_a_move_may_end_in_an_overrun() -> None:
    position = a_position({"A40.08": PANZERS, "A40.11": [CARS]})
    settle_losses(position.do(a_move(PANZERS, "A40.09", "A40.10", "A40.11"), dice=BEST))
    assert position.at(PANZER_1) == "A40.11"
    assert position.left(PANZER_1) == 54 - 6 - 18 - 18  # clear, clear in an EZOC, overrun


def test_reach_shows_what_can_be_overrun() -> None:
    position = a_position({"A40.08": PANZERS, "A40.11": [CARS], "A50.11": [BRIGADE]})
    found = position.reach(*PANZERS)["A40.11"]
    assert found.path[-1] == "A40.11"
    assert found.overrun
    assert found.cost == 6 + 18 + 18
    assert "A50.11" not in position.reach(*PANZERS)


def test_both_ways_to_overrun_show_the_combat_beforehand() -> None:
    position = a_position({"A40.08": PANZERS, "A40.11": [CARS]})
    by_move = position.kind("move").preview(
        position.state, "axis", a_move(PANZERS, "A40.09", "A40.10", "A40.11")
    )
    assert by_move is not None
    assert by_move.attacker.total == 16
    assert position.kind("move").preview(position.state, "axis", a_move(PANZERS, "A40.09")) is None
    position.move(PANZERS, "A40.09", "A40.10")
    declared = position.kind("overrun").preview(position.state, "axis", an_overrun("A40.11", *PANZERS))
    assert declared == by_move


def test_the_combat_happens_within_the_phase_and_costs_no_attack_later() -> None:
    position = next_to_the_enemy(BRIGADE)
    settle_losses(position.do(an_overrun("A40.11", *PANZERS), dice=NO_EFFECT)).end_phase()
    alive = tuple(name for name in PANZERS if position.at(name) == "A40.10")
    assert position.state.phase == "axis.combat"
    kind = position.kind("declare-attack")
    assert any(set(alive) & set(choice.attackers) for choice in kind.choices(position.state, "axis"))


# --- who may ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "marks", "rule"),
    [
        ([BOLOGNA], {}, "6.2c"),  # no bar, no leader
        ([PANZER_1, BOLOGNA], {}, "6.2c"),  # the whole stack must be able
        ([PANZER_1], {PANZER_1: (OUT,)}, "6.2c"),  # out of supply (2.4)
    ],
)
def test_only_exploit_capable_stacks_overrun(
    units: list[str], marks: dict[str, tuple[str, ...]], rule: str
) -> None:
    position = a_position({"A40.09": units, "A40.11": [CARS]}, Setting(marks=marks))
    position.move(tuple(units), "A40.10")
    assert position.refuses(an_overrun("A40.11", *units)).rule == rule


def test_a_leader_lets_anybody_overrun_even_from_an_ezoc() -> None:
    """Clar. 28, 30."""
    position = a_position({"A40.10": [LORRIES, BRESCIA, ROMMEL], "A40.11": [CARS]})
    assert LORRIES in position.data.record.in_zoc
    assert position.refusal(an_overrun("A40.11", LORRIES, BRESCIA)) is None


def test_without_a_leader_nobody_overruns_who_began_in_an_ezoc() -> None:
    position = a_position({"A40.10": PANZERS, "A40.11": [CARS]})
    refusal = position.refuses(an_overrun("A40.11", *PANZERS))
    assert refusal.rule == "6.2c, clar. 30"


def test_the_leader_must_be_there_when_the_stack_sets_out() -> None:
    position = a_position({"A40.07": [BOLOGNA], "A40.08": [LORRIES, ROMMEL], "A40.10": [CARS]})
    position.move(BOLOGNA, "A40.08")
    assert position.refusal(a_move((BOLOGNA,), "A40.09", "A40.10")) is not None


def test_overrun_needs_strength_and_three_points() -> None:
    guns = "axis-arty-7"
    position = a_position({"A40.08": [guns, ROMMEL, PANZER_1], "A40.10": [CARS]})
    refusal = position.refuses(a_move((guns,), "A40.09", "A40.10"))
    assert refusal.rule == "3.1"
    slow = a_position({"A40.08": [BRESCIA, ROMMEL, PANZER_1], "A40.10": [CARS]})
    assert "overrun costs 3" in slow.refuses(a_move((BRESCIA,), "A40.09", "A40.10")).text


def test_there_must_be_enemy_units() -> None:
    position = a_position({"A40.10": PANZERS}, Setting(dumps={"A40.11": ("allied", 2)}))
    assert "no enemy units" in position.refuses(an_overrun("A40.11", *PANZERS)).text
    assert position.refusal(a_move(PANZERS, "A40.11")) is None  # supply points are just entered


# --- where ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "target", "word"),
    [
        ("A36.21", "A36.22", "escarpment"),  # in spite of the road
        ("A45.20", "A44.20", "escarpment"),
        ("A15.25", "A15.24", "mountains"),
        ("A1.08", "A1.07", "2 MP is the limit"),  # armor into salt marsh along a track
    ],
)
def test_closed_ground(start: str, target: str, word: str) -> None:
    position = a_position({start: [PANZER_1, ROMMEL], target: [CARS]})
    refusal = position.refuses(an_overrun(target, PANZER_1))
    assert refusal.rule == "clar. 14"
    assert word in refusal.text


def test_roads_do_not_help_but_rough_is_open() -> None:
    position = a_position({"A43.21": [PANZER_1, ROMMEL], "A44.20": [CARS]})
    assert position.refusal(an_overrun("A44.20", PANZER_1)) is None


def test_other_than_armor_overruns_into_salt_marsh_on_foot_only() -> None:
    foot = a_position({"A1.08": [BRESCIA, RECON, ROMMEL], "A2.07": [CARS]})
    assert foot.refusal(an_overrun("A2.07", BRESCIA)) is None
    wheels = a_position({"A1.08": [LORRIES, ROMMEL], "A2.07": [CARS]})
    assert wheels.refuses(an_overrun("A2.07", LORRIES)).rule == "clar. 14"  # 3 MP


# --- stacking ---------------------------------------------------------------------------------------


def test_excess_over_four_dies_before_the_combat() -> None:
    others = ["axis-3-3-7-65-trieste", "axis-3-3-7-66-trieste", "axis-4-5-10-115-15pz"]
    position = a_position({"A40.08": PANZERS, "A40.10": others, "A40.11": [CARS]})
    position.move(PANZERS, "A40.09", "A40.10").do(an_overrun("A40.11", *PANZERS))
    ask = position.rules.steps["afrika.stacking"].ask("choose", position.state)
    assert ask.sides == ("axis",)
    assert ask.places == ("A40.10",)
    position.do(KillExcess(piece=PANZER_1))
    assert position.at(PANZER_1) == "dead-axis"
    assert position.state.flow[-1].step != "afrika.stacking"


TRIESTE = ("axis-3-3-7-65-trieste", "axis-3-3-7-66-trieste")


def test_reach_and_preview_warn_of_the_excess_before_the_overrun_is_declared() -> None:
    """With six MP left only the crowded hex can be attacked from."""
    others = (*TRIESTE, "axis-4-5-10-115-15pz")
    position = a_position({"A40.08": PANZERS, "A40.10": others, "A40.11": [CARS]})
    position.move(PANZERS, "A40.09", "A40.08", "A40.09")
    warning = "A40.10 holds 5 units, 4 may stack: you remove 1 before the roll"
    assert warning in position.reach(*PANZERS)["A40.11"].note
    by_move = position.kind("move").preview(position.state, "axis", a_move(PANZERS, "A40.10", "A40.11"))
    position.move(PANZERS, "A40.10")
    declared = position.kind("overrun").preview(position.state, "axis", an_overrun("A40.11", *PANZERS))
    assert by_move is not None
    assert by_move == declared
    assert by_move.notes[0] == f"{warning} (2.3)."


def test_nothing_is_warned_of_where_all_have_room() -> None:
    position = a_position({"A40.09": PANZERS, "A40.10": TRIESTE, "A40.11": [CARS]})
    assert "stack" not in position.reach(*PANZERS)["A40.11"].note
    position.move(PANZERS, "A40.10")
    declared = position.kind("overrun").preview(position.state, "axis", an_overrun("A40.11", *PANZERS))
    assert declared is not None
    assert not any("stack" in note for note in declared.notes)


def test_the_way_to_an_overrun_leaves_a_full_hex_alone_if_another_serves() -> None:
    others = (*TRIESTE, "axis-4-5-10-115-15pz")
    found = a_position({"A40.09": PANZERS, "A40.10": others, "A40.11": [CARS]}).reach(*PANZERS)["A40.11"]
    assert found.path == ("A41.10", "A41.11", "A40.11")
    assert found.cost == 6 + 18 + 18
    assert "remove" not in found.note


# --- leaders ----------------------------------------------------------------------------------------


def test_a_leader_rides_into_the_hex() -> None:
    position = a_position({"A40.10": [*PANZERS, ROMMEL], "A40.11": [CARS]})
    settle_losses(position.do(an_overrun("A40.11", *PANZERS, ROMMEL), dice=BEST))
    assert position.at(ROMMEL) == "A40.11"
    assert ROMMEL in position.data.record.busy


def test_supply_in_the_overrun_hex_is_captured() -> None:
    position = next_to_the_enemy(CARS, setting=Setting(dumps={"A40.11": ("allied", 3)}))
    settle_losses(position.do(an_overrun("A40.11", *PANZERS), dice=(*BEST, 5)))
    assert position.at(PANZER_1) == "A40.11"
    assert position.supply("A40.11") == ("axis", 2)


def test_who_retreats_has_finished_its_move() -> None:
    """At 1:1 a 2 is A2r1: two steps and a hex of retreat."""
    position = a_position({"A40.10": [RECON, LORRIES, ROMMEL], "A40.11": [BRIGADE, GUARDS]})
    settle_losses(position.do(an_overrun("A40.11", RECON, LORRIES), dice=WORST))
    gone = [name for name in (RECON, LORRIES) if position.at(name) != "A40.10"]
    assert gone
    assert not set(gone) & set(position.party())
    living = [name for name in gone if position.at(name) != "dead-axis"]
    assert all(SPENT in position.state.pieces[name].marks for name in living)
    assert position.at(BRIGADE) == "A40.11"
