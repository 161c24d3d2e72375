"""What movement costs, and why it is refused: terrain, roads, hexsides, zones of control, one hex always."""

from __future__ import annotations

import pytest

from modules.afrika.rules.movement_text import mp_text
from modules.afrika.rules.state import OUT
from tests.modules.afrika.movement_positions import (
    BRESCIA,
    BRIGADE,
    GARRISON,
    GUARDS,
    LORRIES,
    LRDG,
    PANZER_1,
    PANZER_2,
    PAVIA,
    RECON,
    Position,
    Setting,
    a_move,
    a_position,
)

ALLIED_TURN = Setting(phase="allied.movement")


def cost(piece: str, *line: str, setting: Setting | None = None) -> int:
    """Sixths of MP a piece spends on a path, its start first."""
    start, *path = line
    position = a_position({start: [piece]}, setting)
    before = position.left(piece)
    return before - position.move(piece, *path).left(piece)


@pytest.mark.parametrize(
    ("piece", "line", "sixths"),
    [
        (RECON, ("A40.17", "A40.18"), 6),  # clear
        (RECON, ("A36.22", "A37.23"), 12),  # rough, through a fortified side
        (RECON, ("A40.17", "A41.17"), 3),  # track
        (RECON, ("A36.22", "A36.23"), 2),  # road
        (RECON, ("A44.20", "A45.20"), 2),  # road down the escarpment at Sollum
        (RECON, ("A45.20", "A44.20"), 2),  # and up
        (BRESCIA, ("A1.08", "A2.07"), 12),  # foot into salt marsh
        (LORRIES, ("A1.08", "A2.07"), 18),  # motorized into salt marsh
        (RECON, ("A1.08", "A1.07"), 3),  # armor into salt marsh along a track
        (BRESCIA, ("A36.21", "A37.22"), 18),  # foot down an escarpment
        (BRESCIA, ("A37.22", "A36.21"), 18),  # and up
        (BRESCIA, ("A15.25", "A15.24"), 18),  # foot into mountains
    ],
)
def test_cost_of_one_hex(piece: str, line: tuple[str, ...], sixths: int) -> None:
    assert cost(piece, *line) == sixths


def test_river_costs_foot_one_and_wheels_two() -> None:
    assert cost("allied-8-5-8-7-7-arm", "B29.02", "B30.02", setting=ALLIED_TURN) == 12 + 12
    assert cost("allied-3-5-5-carp", "B29.02", "B30.02", setting=ALLIED_TURN) == 12 + 6


def test_a_path_adds_up_and_leaves_the_rest() -> None:
    position = a_position({"A36.21": [RECON]}).move(RECON, "A36.22", "A36.23")
    assert position.at(RECON) == "A36.23"
    assert position.left(RECON) == 72 - 4


@pytest.mark.parametrize(
    ("piece", "line", "rule", "word"),
    [
        (RECON, ("A36.21", "A37.22"), "terrain chart", "only by road or track"),  # escarpment
        (LORRIES, ("A15.25", "A15.24"), "terrain chart", "only by road or track"),  # mountains
        (RECON, ("A1.08", "A2.07"), "terrain chart", "only by road or track"),  # clar. 14
        (RECON, ("A1.08", "A1.09"), "terrain chart", "Sea"),
        (RECON, ("A40.17", "A40.19"), "series: movement", "not adjacent"),
        (RECON, ("A40.17", "tripoli"), "1.7", "Tripoli Box"),
        (RECON, ("A40.17", "restriction"), "7.2", "Restriction Box"),
        (RECON, ("A40.17", "dead-axis"), "", "no place to move to"),
    ],
)
def test_closed_steps_are_refused_by_name(piece: str, line: tuple[str, ...], rule: str, word: str) -> None:
    start, *path = line
    refusal = a_position({start: [piece]}).refuses_move(piece, *path)
    assert refusal.rule == rule
    assert word in refusal.text


def test_unknown_things_are_refused() -> None:
    position = a_position({"A40.17": [RECON]})
    assert position.refuses_move("axis-nobody", "A40.18").code == "UNKNOWN_ID"
    assert position.refuses_move(RECON, "Z1.01").code == "UNKNOWN_ID"
    assert position.refuses_move(RECON).code == "BAD_REQUEST"
    assert position.refuses_move((), "A40.18").code == "BAD_REQUEST"
    assert position.refuses_move((RECON, RECON), "A40.18").code == "BAD_REQUEST"


def test_running_out_of_movement_names_what_is_missing() -> None:
    position = a_position({"A40.10": [BRESCIA]})
    refusal = position.refuses_move(BRESCIA, "A40.11", "A40.12", "A40.13", "A40.14", "A40.15")
    assert "1 MP short" in refusal.text
    assert refusal.places == ("A40.15",)


# --- zones of control --------------------------------------------------------------------------------


def test_entering_an_ezoc_costs_two_more_and_does_not_stop() -> None:
    position = a_position({"A40.10": [RECON], "A42.11": [BRIGADE]})
    assert "A41.11" in position.reach(RECON)
    position.move(RECON, "A41.11")
    assert position.left(RECON) == 72 - 6 - 12
    position.move(RECON, "A41.12")
    assert position.left(RECON) == 72 - 18 - 18  # from one EZOC hex to the next
    position.move(RECON, "A40.12")
    assert position.left(RECON) == 72 - 36 - 6  # leaving costs nothing


def test_friendly_units_do_not_cancel_the_cost_of_an_ezoc() -> None:
    position = a_position({"A40.10": [RECON], "A41.11": [PANZER_1], "A42.11": [BRIGADE]})
    position.move(RECON, "A41.11")
    assert position.left(RECON) == 72 - 18


def test_roads_do_not_cancel_the_cost_of_an_ezoc() -> None:
    position = a_position({"A36.22": [RECON], "A37.24": [BRIGADE], "A35.24": [GUARDS]})
    position.move(RECON, "A36.23")
    assert position.left(RECON) == 72 - 2 - 12


def test_units_out_of_supply_have_no_zone_of_control() -> None:
    setting = Setting(marks={BRIGADE: (OUT,)})
    position = a_position({"A40.10": [RECON], "A42.11": [BRIGADE]}, setting).move(RECON, "A41.11")
    assert position.left(RECON) == 72 - 6


def test_the_lrdg_ignores_the_cost_of_ezocs_but_has_one() -> None:
    position = a_position({"A40.10": [LRDG], "A42.11": [BRESCIA]}, ALLIED_TURN)
    assert position.move(LRDG, "A41.11").left(LRDG) == 90 - 6
    other = a_position({"A40.10": [RECON], "A42.11": [LRDG]}).move(RECON, "A41.11")
    assert other.left(RECON) == 72 - 18


def test_enemy_units_are_never_entered() -> None:
    position = a_position({"A40.10": [BRESCIA], "A40.11": [BRIGADE]})
    refusal = position.refuses_move(BRESCIA, "A40.11")
    assert refusal.places == ("A40.11",) or refusal.pieces == (BRESCIA,)
    assert "A40.11" not in position.reach(BRESCIA)
    through = position.refuses_move(BRESCIA, "A40.11", "A40.12")
    assert "enemy units" in through.text


# --- one hex always -----------------------------------------------------------------------------------


def test_one_hex_is_always_allowed_with_the_full_allowance() -> None:
    """A 4 MP division enters an EZOC mountain hex (3 + 2) and has nothing left."""
    position = a_position({"A15.25": [BRESCIA], "A15.23": [BRIGADE]})
    position.move(BRESCIA, "A15.24")
    assert position.at(BRESCIA) == "A15.24"
    assert position.left(BRESCIA) == 0
    assert "no movement points left" in position.refuses_move(BRESCIA, "A15.25").text


def test_one_hex_always_does_not_hold_once_something_is_spent() -> None:
    position = a_position({"A40.10": [BRESCIA], "A41.13": [BRIGADE]})
    position.move(BRESCIA, "A40.11")
    assert position.left(BRESCIA) == 18
    position.move(BRESCIA, "A40.12")  # 1 + 2 for the EZOC
    assert position.left(BRESCIA) == 0
    assert "no movement points left" in position.refuses_move(BRESCIA, "A40.11").text


def test_units_without_allowance_never_move() -> None:
    refusal = a_position({"A61.19": [GARRISON]}, ALLIED_TURN).refuses_move(GARRISON, "A61.18")
    assert refusal.rule == "2.7"
    gun = a_position({"A36.22": ["axis-arty-1"]})
    if gun.rules.units["axis-arty-1"].movement == 0:
        assert "no movement allowance" in gun.refuses_move("axis-arty-1", "A36.23").text


def test_out_of_supply_halves_the_allowance_in_sixths() -> None:
    position = a_position({"A40.10": [PAVIA, "axis-3-3-7-65-trieste"]},
                          Setting(marks={PAVIA: (OUT,), "axis-3-3-7-65-trieste": (OUT,)}))  # fmt: skip
    assert position.left(PAVIA) == 12
    assert position.left("axis-3-3-7-65-trieste") == 21


# --- stacks ---------------------------------------------------------------------------------------------


def test_a_stack_goes_as_far_as_its_slowest_unit() -> None:
    position = a_position({"A40.10": [BRESCIA, RECON]})
    together = position.reach(BRESCIA, RECON)
    assert "A40.14" in together
    assert "A40.15" not in together
    assert "A40.15" in position.reach(RECON)


def test_members_of_a_stack_pay_their_own_costs() -> None:
    """Into salt marsh foot pays 2, wheels 3; afterwards each has his own rest."""
    position = a_position({"A1.08": [BRESCIA, LORRIES]}).move((BRESCIA, LORRIES), "A2.07")
    assert position.left(BRESCIA) == 24 - 12
    assert position.left(LORRIES) == 60 - 18


def test_a_stack_only_goes_where_all_can() -> None:
    position = a_position({"A1.08": [BRESCIA, RECON]})
    assert "A2.07" not in position.reach(BRESCIA, RECON)
    assert position.refuses_move((BRESCIA, RECON), "A2.07").pieces == (RECON,)


def test_units_of_different_places_do_not_move_together() -> None:
    position = a_position({"A40.10": [PANZER_1], "A40.11": [PANZER_2]})
    assert "same place" in position.refuses_move((PANZER_1, PANZER_2), "A41.11").text


def test_enemy_and_absent_units_do_not_move() -> None:
    position = a_position({"A40.10": [RECON], "A50.10": [BRIGADE], "restriction": [GUARDS]})
    assert "enemy" in position.refuses_move(BRIGADE, "A50.11").text
    assert "not on the map" in position.refuses_move(PANZER_1, "A50.11").text
    allied = a_position({"A50.10": [BRIGADE], "restriction": [GUARDS]}, ALLIED_TURN)
    assert allied.refuses_move(GUARDS, "A61.19").rule == "7.2"


# --- what the window shows --------------------------------------------------------------------------------


def test_reach_tells_cost_rest_path_and_zones() -> None:
    position = a_position({"A40.10": [RECON], "A42.11": [BRIGADE]})
    found = position.reach(RECON)["A41.11"]
    assert (found.cost, found.left, found.path) == (18, 54, ("A41.11",))
    assert found.enemy_zoc
    assert not found.stop


def test_explained_path_lists_every_part() -> None:
    position = a_position({"A36.21": [RECON], "A37.24": [BRIGADE]})
    lines = position.rules.explain_move(position.state, "axis", (RECON,), ("A36.22", "A36.23"))
    told = [(line.text, line.amount) for line in lines]
    assert told[:3] == [
        ("A36.22, by road", "1/3"),
        ("A36.23 Tobruk, by road", "1/3"),
        ("entering an enemy zone of control", "+2"),
    ]
    assert told[-1] == ("left", mp_text(72 - 16))


def test_explained_refusal_ends_the_list() -> None:
    position = a_position({"A36.21": [RECON]})
    lines = position.rules.explain_move(position.state, "axis", (RECON,), ("A37.22",))
    assert lines[-1].text.startswith("refused:")
    assert lines[-1].rule == "terrain chart"


def test_why_not_speaks_for_pieces_and_places() -> None:
    position = a_position({"A61.19": [GARRISON], "A40.10": [BRESCIA]}, ALLIED_TURN)
    kind = position.kind("move")
    refusal = kind.why_not(position.state, "allied", GARRISON)
    assert refusal is not None
    assert refusal.rule == "2.7"
    assert kind.why_not(position.state, "allied", "A61.19") == refusal
    assert kind.why_not(position.state, "allied", "A50.10") is None


def test_points_in_words() -> None:
    assert [mp_text(n) for n in (0, 2, 3, 6, 8, 9, 72)] == ["0", "1/3", "1/2", "1", "1 1/3", "1 1/2", "12"]


def test_pass_through_friends_is_free_of_stacking() -> None:
    """Overstacking is allowed in passing (2.3)."""
    friends = ["axis-3-3-7-65-trieste", "axis-3-3-7-66-trieste", PANZER_1, PANZER_2]
    position = a_position({"A40.10": [RECON], "A40.11": friends}).move(RECON, "A40.11")
    assert position.move(RECON, "A40.12").left(RECON) == 72 - 12


def test_move_is_described_and_offered() -> None:
    position: Position = a_position({"A40.10": [BRESCIA]})
    kind = position.kind("move")
    choices = list(kind.choices(position.state, "axis"))
    assert a_move(BRESCIA, "A40.11") in choices
    assert len(choices) == len(position.reach(BRESCIA))
    assert kind.subjects(position.state, "axis") == (BRESCIA,)
    assert "A40.11" in kind.describe(position.state, a_move(BRESCIA, "A40.11"))
