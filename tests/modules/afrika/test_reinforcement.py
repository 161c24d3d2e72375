"""The reinforcement phase: arrivals, releases, withdrawals, replacements, leaders (4.0, 6.2e, 7.1, 7.2)."""

import pytest

from modules.afrika.rules.reinforcement_actions import (
    Arrive,
    DeliverSupply,
    Done,
    Rebuild,
    Release,
    WithdrawUnit,
    held_vars,
)
from modules.afrika.rules.state import Port, data
from tests.modules.afrika.builders import (
    Game,
    a_game,
    at,
    do,
    offered,
    points_at,
    position,
    refusal_of,
    with_data,
)

ALEX, MATRUH, CAIRO = "B19.19", "A61.19", "B30.10"
HOME = {
    **{f"control-{place}": "allied" for place in (ALEX, MATRUH, "B29.10", CAIRO, "B31.11", "A36.23")},
    **{f"control-{place}": "axis" for place in ("A7.23", "A26.28", "A44.21")},
}
POLES, BRIGADE, TANKS, ARMY_TANKS = (
    *("allied-3-5-5-carp", "allied-3-5-7-16"),
    *("allied-9-6-8-4-7-arm", "allied-5-6-6-1-army"),
)
CARS = "allied-3-3-12-4-6"
PANZERS, BRESCIA, ROMMEL, OCONNOR = (
    *("axis-8-6-9-1-5-21pz", "axis-6-7-4-brescia"),
    *("axis-rommel", "allied-oconnor"),
)


def reinforce(pieces: dict[str, str], side: str, turn: int, *dice: int, **options: bool | str) -> Game:
    """A position at the first question after the start of a side's reinforcement phase."""
    scenario = "operation-compass" if options else "race-to-the-wire"
    phase = f"{side}.reinforcement"
    return position({**HOME, **pieces}, scenario, phase=phase, turn=turn, dice=dice, **options)


def words(game: Game) -> str:
    return "\n".join(event.text for event in game.events(1))


# --- new supply points (5.1, erratum 5, ruling 8) --------------------------------------------------


def with_ports(game: Game, **room: Port) -> None:
    ports = {**data(game.state).ports, MATRUH: room["matruh"]}
    if "tobruk" in room:
        ports["A36.23"] = room["tobruk"]
    with_data(game, ports=ports)


def test_new_supply_points_are_landed_at_ports_up_to_their_capacity() -> None:
    game = position({**HOME, BRIGADE: MATRUH}, phase="allied.initialization", turn=9, dice=(1, 6, 6, 6, 6))
    assert offered(game) == {"deliver-supply"}
    with_ports(game, matruh=Port(capacity=2), tobruk=Port(capacity=0))
    assert refusal_of(game, DeliverSupply(at=MATRUH, count=3)).rule == "1.9"
    assert refusal_of(game, DeliverSupply(at="A36.23", count=1)).rule == "erratum 5"
    assert "between 1 and 5" in refusal_of(game, DeliverSupply(at=ALEX, count=6)).text
    shipping = data(game.state).shipping["allied"]
    game.apply(DeliverSupply(at=MATRUH, count=2))
    assert points_at(game, MATRUH) == 2
    assert data(game.state).ports[MATRUH].used == 2
    assert data(game.state).shipping["allied"] == shipping
    assert points_at(game, ALEX) == 3


def test_new_supply_points_land_by_themselves_where_only_one_port_is_open() -> None:
    game = reinforce({BRIGADE: MATRUH}, "allied", 9, 3, 4, 3, 4)
    assert points_at(game, ALEX) == 5


def test_supply_points_without_a_port_are_lost() -> None:
    game = position(
        {**HOME, f"control-{ALEX}": "axis", BRIGADE: CAIRO},
        phase="allied.reinforcement",
        turn=9,
        dice=(3, 4, 3, 4),
    )
    assert data(game.state).dumps == {}
    assert game.rules.check(game.state) == ()


# --- arrivals (4.1) --------------------------------------------------------------------------------


def test_axis_reinforcements_come_to_tripoli() -> None:
    game = a_game("race-to-the-wire")
    for piece in (
        "axis-3-3-12-15",
        "axis-4-4-12-33-aufk-15pz",
        "axis-4-5-10-115-15pz",
        "axis-4-5-10-104-21pz",
    ):
        assert at(game, piece) == "tripoli"


def test_commonwealth_reinforcements_come_to_alexandria_or_the_restriction_box() -> None:
    game = reinforce(
        {"allied-3-5-7-14": "turn-2", "allied-3-5-7-7-ind-4-ind": "turn-2", BRIGADE: MATRUH}, "allied", 2
    )
    assert at(game, "allied-3-5-7-14") == ALEX  # erratum 10: an ordinary reinforcement
    assert at(game, "allied-3-5-7-7-ind-4-ind") == "restriction"


def test_third_indian_brigade_is_3_5_8(  # erratum 1
) -> None:
    unit = a_game("race-to-the-wire").rules.module.piece("allied-3-5-8-3-ind")
    assert unit.values == {"attack": 3, "defense": 5, "movement": 8}


def test_reinforcements_may_overstack_on_arrival() -> None:
    garrison = ("allied-0-3-0-alex", "allied-3-5-7-16", "allied-3-5-7-23", "allied-3-5-7-22-gd")
    game = reinforce({**dict.fromkeys(garrison, ALEX), "allied-3-5-7-14": "turn-2"}, "allied", 2)
    assert len(game.state.stacks[ALEX]) == 5


def test_without_alexandria_they_enter_at_the_east_edge_or_cairo() -> None:
    game = reinforce({f"control-{ALEX}": "axis", "allied-3-5-7-14": "turn-2", BRIGADE: CAIRO}, "allied", 2)
    assert offered(game) == {"arrive"}
    decision = game.decision
    assert decision is not None
    kind = decision.kind("arrive")
    assert kind is not None
    places = {action.at for action in kind.choices(game.state, "allied")}
    assert {"B29.10", "B30.10", "B31.11"} <= places
    east = {place for place in places if place.startswith("B34.")}
    assert len(east) > 5
    assert places == east | {"B29.10", "B30.10", "B31.11"}
    assert refusal_of(game, Arrive(piece="allied-3-5-7-14", at=ALEX)).rule == "4.1"
    assert refusal_of(game, Arrive(piece=BRIGADE, at=CAIRO)).rule == "4.1"
    game.apply(Arrive(piece="allied-3-5-7-14", at=min(east)))
    assert at(game, "allied-3-5-7-14") == min(east)


def test_reinforcements_do_not_enter_enemy_hexes() -> None:
    pieces = {f"control-{ALEX}": "axis", "allied-3-5-7-14": "turn-2", BRIGADE: "B31.11", PANZERS: CAIRO}
    game = reinforce(pieces, "allied", 2)
    assert refusal_of(game, Arrive(piece="allied-3-5-7-14", at=CAIRO)).rule == "4.1"


def test_regiment_200_comes_to_any_supplied_axis_occupied_hex() -> None:
    pieces = {
        "axis-3-5-7-200-90le": "turn-20",
        PANZERS: "A30.20",
        BRESCIA: "A29.20!",
        "axis-4-5-8-buhse": "tripoli",
    }
    game = reinforce(pieces, "axis", 20)
    arrive = "axis-3-5-7-200-90le"
    assert offered(game) == {"arrive"}
    assert refusal_of(game, Arrive(piece=arrive, at="A29.20")).rule == "4.1"  # only a unit out of supply
    assert refusal_of(game, Arrive(piece=arrive, at="A31.20")).rule == "4.1"  # nobody there
    do(game, Arrive(piece=arrive, at="A30.20"), 1, 2)
    assert at(game, arrive) == "A30.20"


def test_artillery_of_errata_14_is_not_set_up() -> None:
    state = a_game("operation-crusader").state
    assert not any(name.startswith("allied-arty") for name in state.stacks[CAIRO])


# --- the Restriction Box (7.2) ---------------------------------------------------------------------


def test_units_released_by_schedule_choose_their_place_and_lose_nothing() -> None:
    game = reinforce({BRIGADE: "restriction", "allied-0-2-0-matruh": MATRUH}, "allied", 3)
    assert offered(game) == {"release"}
    assert refusal_of(game, Release(pieces=(BRIGADE,), at="A36.23")).rule == "7.2"
    assert refusal_of(game, Release(pieces=("allied-0-2-0-matruh",), at=ALEX)).rule == "7.2"
    assert refusal_of(game, Release(pieces=(), at=ALEX)).rule == "7.2"
    used = data(game.state).ports[MATRUH].used
    do(game, Release(pieces=(BRIGADE,), at=MATRUH), 2, 2)
    assert at(game, BRIGADE) == MATRUH
    assert game.state.pieces[BRIGADE].steps == 2
    assert data(game.state).ports[MATRUH].used == used  # clar. 3


def test_places_the_axis_holds_are_closed_to_releases() -> None:
    pieces = {
        BRIGADE: "restriction",
        f"control-{MATRUH}": "axis",
        f"control-{ALEX}": "axis",
        "allied-0-5-0-cairo": CAIRO,
    }
    game = reinforce(pieces, "allied", 3)
    assert refusal_of(game, Release(pieces=(BRIGADE,), at=MATRUH)).places == (MATRUH,)
    do(game, Release(pieces=(BRIGADE,), at="B31.11"), 2, 2)
    assert at(game, BRIGADE) == "B31.11"


def test_a_release_that_finds_no_place_waits() -> None:
    lost = {f"control-{place}": "axis" for place in (ALEX, MATRUH, "B29.10", CAIRO, "B31.11")}
    game = reinforce({**lost, BRIGADE: "restriction", POLES: "A50.16"}, "allied", 3, 2, 2)
    assert at(game, BRIGADE) == "restriction"
    assert game.state.phase == "allied.movement"
    later = reinforce({BRIGADE: "restriction", POLES: "A50.16"}, "allied", 4)
    assert offered(later) == {"release"}


def test_early_release_costs_the_first_step_before_the_variable_roll() -> None:
    game = reinforce({POLES: "restriction", "sp-allied-B19.19": "1"}, "allied", 9)
    assert offered(game) == {"rebuild", "done"}  # Tiger Convoy first
    game.apply(Done())
    assert offered(game) == {"release", "done"}
    game.apply(Release(pieces=(POLES,), at=ALEX))
    assert game.state.pieces[POLES].steps == 1
    assert any(draw.reason.startswith("Commonwealth variable") for draw in game.transition.draws)


def test_replacements_may_fill_up_an_early_release_the_same_turn() -> None:  # clar. 13
    game = reinforce({POLES: "restriction", "sp-allied-B19.19": "1"}, "allied", 8)
    do(game, Release(pieces=(POLES,), at=ALEX), 3, 3)
    assert offered(game) == {"rebuild", "done"}
    game.apply(Rebuild(piece=POLES))
    assert game.state.pieces[POLES].steps == 2


def test_a_one_step_unit_released_early_dies() -> None:
    game = reinforce({CARS: "restriction", BRIGADE: MATRUH}, "allied", 11)
    do(game, Release(pieces=(CARS,), at=ALEX), 1, 1)
    assert at(game, CARS) == "dead-allied"


def test_nobody_can_be_sent_to_the_restriction_box() -> None:
    game = reinforce({POLES: "restriction", BRIGADE: ALEX}, "allied", 8)
    decision = game.decision
    assert decision is not None
    release = decision.kind("release")
    assert release is not None
    actions = list(release.choices(game.state, "allied"))
    assert {action.pieces for action in actions} == {(POLES,)}
    assert "restriction" not in {action.at for action in actions}


# --- withdrawals (4.3) -----------------------------------------------------------------------------


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


# --- replacements (4.2) ----------------------------------------------------------------------------


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


# --- leaders' rolls (6.2e, 7.1) --------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "place"), [((2, 2), "turn-11"), ((2, 3), "A10.20"), ((1, 1), "turn-11")])
def test_rommel_is_sick_on_four_or_less(dice: tuple[int, int], place: str) -> None:
    game = reinforce({ROMMEL: "A10.20", PANZERS: "A10.20"}, "axis", 10, 2, 2, *dice)
    assert at(game, ROMMEL) == place


def test_rommel_returns_to_tripoli_if_a_german_is_there_and_is_not_rolled_for() -> None:
    game = reinforce(
        {ROMMEL: "turn-10", PANZERS: "tripoli", "axis-4-5-8-buhse": "A10.20"}, "axis", 10, 2, 2, 1, 1
    )
    assert at(game, ROMMEL) == "tripoli"


def test_rommel_returns_to_any_german_occupied_hex_otherwise() -> None:
    pieces = {ROMMEL: "turn-10", PANZERS: "A10.20", "axis-4-5-8-buhse": "A30.20", BRESCIA: "tripoli"}
    game = reinforce(pieces, "axis", 10)
    assert offered(game) == {"arrive"}
    assert refusal_of(game, Arrive(piece=ROMMEL, at="tripoli")).rule == "4.1"
    do(game, Arrive(piece=ROMMEL, at="A30.20"), 2, 2)
    assert at(game, ROMMEL) == "A30.20"
    assert not any("Rommel" in draw.reason for draw in game.transition.draws)


@pytest.mark.parametrize(
    ("option", "turn", "dice", "place"),
    [
        ("standard", 4, (1, 2), None),
        ("standard", 4, (2, 2), "A51.17"),
        ("safety-net", 5, (1, 1), "A51.17"),
        ("safety-net", 6, (1, 2), None),
        ("fair", 4, (2, 2), "turn-5"),
        ("fair", 4, (2, 3), "A51.17"),
    ],
)
def test_o_connor(option: str, turn: int, dice: tuple[int, int], place: str | None) -> None:
    pieces = {OCONNOR: "A51.17", TANKS: "A51.17", "axis-5-6-4-cirene": "A48.17"}
    game = reinforce(pieces, "allied", turn, 1, 1, *dice, oconnor=option)
    assert at(game, OCONNOR) == place


def test_o_connor_returns_under_the_fair_option() -> None:
    pieces = {OCONNOR: "turn-5", TANKS: "A51.17", "allied-0-3-0-alex": ALEX, "axis-5-6-4-cirene": "A48.17"}
    game = reinforce(pieces, "allied", 5, 1, 1, oconnor="fair")
    assert at(game, OCONNOR) == ALEX


def test_dice_of_the_phase_come_in_order() -> None:
    game = reinforce({ROMMEL: "A10.20", PANZERS: "A10.20"}, "axis", 10, 2, 2, 6, 6)
    assert game.state.phase == "axis.movement"
    assert at(game, ROMMEL) == "A10.20"
