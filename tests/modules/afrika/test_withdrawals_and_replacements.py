"""Withdrawals and replacements (4.2, 4.3, rulings 9 and 10)."""

import pytest

from modules.afrika.rules.reinforcement_actions import (
    Done,
    Rebuild,
    WithdrawUnit,
    held_vars,
)
from modules.afrika.rules.state import data
from tests.modules.afrika.builders import (
    Game,
    at,
    do,
    offered,
    refusal_of,
    with_data,
)
from tests.modules.afrika.reinforcement_positions import (
    ALEX,
    ARMY_TANKS,
    BRESCIA,
    BRIGADE,
    CARS,
    MATRUH,
    OCONNOR,
    PANZERS,
    POLES,
    TANKS,
    reinforce,
)


def words(game: Game) -> str:
    return "\n".join(event.text for event in game.events(1))


# --- withdrawals (4.3) ------------------------------------------------------------------------------


def test_selby_is_withdrawn_by_name_and_may_be_rebuilt_next_turn_only() -> None:
    selby = "allied-3-4-9-selby"
    game = reinforce({selby: "A40.20-1!", TANKS: MATRUH, "axis-5-6-4-cirene": "A41.20"}, "allied", 7, 3, 3)
    assert at(game, selby) == "dead-allied"
    assert game.state.pieces[selby].marks == ()
    assert data(game.state).withdrawn == {selby: 7}
    assert refusal_of(game, Rebuild(piece=selby)).rule == "4.3"
    later = reinforce({TANKS: MATRUH}, "allied", 8, 3, 3)
    later.apply(Rebuild(piece=selby))
    assert at(later, selby) == ALEX
    assert later.state.pieces[selby].steps == 2


def test_named_withdrawals_take_nothing_more_from_the_dead() -> None:
    game = reinforce({TANKS: MATRUH}, "allied", 7, 3, 3)
    assert data(game.state).withdrawn == {}
    game.apply(Rebuild(piece="allied-3-4-9-selby"))
    assert at(game, "allied-3-4-9-selby") == ALEX


@pytest.mark.parametrize(
    ("turn", "side", "pieces"),
    [
        (21, "axis", ("axis-3-5-10-recam",)),
        (24, "axis", ("axis-2-3-5-lehr",)),
        (18, "allied", ("allied-3-5-7-21-aus-7-aus", "allied-3-5-7-25-aus-7-aus")),
    ],
)
def test_other_withdrawals_by_name(turn: int, side: str, pieces: tuple[str, ...]) -> None:
    where = "A20.20" if side == "axis" else "restriction"
    keep = {PANZERS: "A10.20", TANKS: MATRUH}
    game = reinforce({**dict.fromkeys(pieces, where), **keep}, side, turn, 1, 1, 6, 6)
    assert {at(game, piece) for piece in pieces} == {f"dead-{side}"}


def variable(withdrawals: int = 0, extra: dict[str, str] | None = None) -> Game:
    """The Commonwealth's variable roll with an armored and four infantry brigades in play."""
    pieces = {
        TANKS: "A40.20",
        CARS: "A41.18",
        BRIGADE: "A50.16!",
        POLES: "restriction",
        "allied-3-5-7-23": "A51.16-1",
        "allied-0-2-0-matruh": MATRUH,
        "allied-4-5-10-7-7-arm": "A45.15",
        **(extra or {}),
    }
    game = reinforce(pieces, "allied", 8)
    with_data(game, withdrawals=withdrawals)
    return game


def test_the_first_withdrawal_takes_an_armor_and_three_infantry_of_choice() -> None:
    game = variable()
    do(game, Done(), 2, 2)
    assert held_vars(game.state).wanted == ("tank", "infantry", "infantry", "infantry")
    assert refusal_of(game, WithdrawUnit(piece=CARS)).rule == "4.3"  # erratum 6: armor means armor only
    assert refusal_of(game, WithdrawUnit(piece=BRIGADE)).rule == "4.3"
    game.apply(WithdrawUnit(piece=TANKS))
    for piece in (POLES, BRIGADE, "allied-0-2-0-matruh"):  # Restriction Box, out of supply, garrison
        game.apply(WithdrawUnit(piece=piece))
    assert data(game.state).withdrawals == 1
    assert game.state.phase == "allied.movement"
    assert at(game, BRIGADE) == "dead-allied"


def test_dead_units_are_withdrawn_only_if_no_living_one_is_left() -> None:
    game = variable()
    do(game, Done(), 2, 2)
    assert refusal_of(game, WithdrawUnit(piece=ARMY_TANKS)).rule == "4.3"
    game.apply(WithdrawUnit(piece=TANKS))
    second = variable(extra={TANKS: "dead-allied"})
    do(second, Done(), 2, 3)
    second.apply(WithdrawUnit(piece=ARMY_TANKS))
    assert data(second.state).withdrawn[ARMY_TANKS] == 8


def test_the_second_withdrawal_takes_three_infantry_the_third_nothing() -> None:
    second = variable(withdrawals=1)
    do(second, Done(), 2, 2)
    assert held_vars(second.state).wanted == ("infantry",) * 3
    third = variable(withdrawals=2)
    do(third, Done(), 2, 2)
    assert third.state.phase == "allied.movement"
    assert "no effect" in words(third)


# --- replacements (4.2) -----------------------------------------------------------------------------


def test_a_living_unit_needs_a_supply_point_with_or_beside_it() -> None:
    pieces = {
        PANZERS: "A30.20-2",
        "sp-axis-A30.21": "1",
        "axis-8-6-9-2-5-21pz": "A30.23-1",
        BRESCIA: "A30.19-1!",
        "sp-axis-A30.18": "1",
        "axis-6-7-4-pavia": "tripoli-",
    }
    pieces.pop("axis-6-7-4-pavia")
    game = reinforce(pieces, "axis", 9, 3, 3)
    assert offered(game) == {"rebuild", "done"}
    assert refusal_of(game, Rebuild(piece="axis-8-6-9-2-5-21pz")).rule == "4.2a"
    assert refusal_of(game, Rebuild(piece=BRESCIA)).rule == "5.2"  # out of supply
    assert refusal_of(game, Rebuild(piece=TANKS)).rule == "4.2"
    game.apply(Rebuild(piece=PANZERS))
    assert game.state.pieces[PANZERS].steps == 3  # however many steps were missing


def test_units_in_an_ezoc_can_be_rebuilt_and_oases_do_not_help() -> None:
    game = reinforce({PANZERS: "A30.20-1", "sp-axis-A30.20": "1", TANKS: "A31.20"}, "axis", 9, 3, 3)
    game.apply(Rebuild(piece=PANZERS))
    siwa = reinforce({PANZERS: "A48.02-1"}, "axis", 9, 3, 3)
    assert refusal_of(siwa, Rebuild(piece=PANZERS)).rule == "4.2a"  # clar. 7


def test_supply_points_beside_an_impassable_hexside_do() -> None:  # clar. 17: any adjacent hex counts
    game = reinforce({PANZERS: "A30.20-1", "sp-axis-A31.20": "1"}, "axis", 9, 3, 3)
    game.apply(Rebuild(piece=PANZERS))
    assert game.state.pieces[PANZERS].steps == 3


def test_the_tripoli_dump_serves_tripoli_only() -> None:
    game = reinforce({BRESCIA: "connecting-1", PANZERS: "A1.08-1"}, "axis", 9, 3, 3)
    assert refusal_of(game, Rebuild(piece=BRESCIA)).rule == "4.2a"
    assert refusal_of(game, Rebuild(piece=PANZERS)).rule == "4.2a"
    inside = reinforce({BRESCIA: "tripoli-1"}, "axis", 9, 3, 3)
    inside.apply(Rebuild(piece=BRESCIA))
    assert inside.state.pieces[BRESCIA].steps == 2


def test_dead_units_return_at_full_strength_in_tripoli_or_alexandria() -> None:
    axis = reinforce({BRESCIA: "A10.20"}, "axis", 9, 3, 3)
    axis.apply(Rebuild(piece=PANZERS))
    assert (at(axis, PANZERS), axis.state.pieces[PANZERS].steps) == ("tripoli", 3)
    allied = reinforce({BRIGADE: MATRUH}, "allied", 8, 3, 3)
    allied.apply(Rebuild(piece="allied-1-1-15-lrdg"))
    assert at(allied, "allied-1-1-15-lrdg") == ALEX  # 7.4: the LRDG can be rebuilt


def test_without_alexandria_the_dead_stay_dead() -> None:
    pieces = {
        BRIGADE: MATRUH,
        f"control-{ALEX}": "axis",
        "allied-3-5-7-23": "A60.17-1",
        "sp-allied-A60.17": "1",
    }
    game = reinforce(pieces, "allied", 8, 3, 3)
    assert refusal_of(game, Rebuild(piece=TANKS)).rule == "4.2b"
    game.apply(Rebuild(piece="allied-3-5-7-23"))


def test_units_in_the_restriction_box_and_leaders_take_no_replacements() -> None:
    game = reinforce({POLES: "restriction", BRIGADE: MATRUH}, "allied", 9)
    assert refusal_of(game, Rebuild(piece=POLES)).rule == "4.2"
    assert refusal_of(game, Rebuild(piece=OCONNOR)).rule == "4.2"


def test_excess_replacements_are_lost_and_may_be_left() -> None:
    game = reinforce({BRESCIA: "A10.20"}, "axis", 9, 6, 6)
    assert held_vars(game.state).replacements == 3
    game.apply(Rebuild(piece=PANZERS))
    transition = game.apply(Done())
    assert any("2 replacements are not used" in event.text for event in transition.events)
    assert game.state.phase == "axis.movement"


def test_tiger_convoy_brings_three_replacements_on_turn_9() -> None:
    game = reinforce({BRIGADE: MATRUH}, "allied", 9)
    assert held_vars(game.state).replacements == 3
    for piece in (TANKS, ARMY_TANKS):
        game.apply(Rebuild(piece=piece))
    do(game, Rebuild(piece="allied-8-5-8-7-7-arm"), 1, 1)
    assert game.state.phase == "allied.movement"


def test_a_bad_axis_roll_has_no_effect() -> None:
    assert reinforce({BRESCIA: "A10.20"}, "axis", 9, 2, 2).state.phase == "axis.movement"
