"""Reinforcement: new supply points, arrivals, the Restriction Box (4.1, 5.1, 7.2)."""

from modules.afrika.rules.reinforcement_actions import (
    Arrive,
    DeliverSupply,
    Done,
    Rebuild,
    Release,
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
from tests.modules.afrika.reinforcement_positions import (
    ALEX,
    BRESCIA,
    BRIGADE,
    CAIRO,
    CARS,
    HOME,
    MATRUH,
    PANZERS,
    POLES,
    reinforce,
)

# --- new supply points (5.1, erratum 5, ruling 8) ---------------------------------------------------


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


# --- arrivals (4.1) ---------------------------------------------------------------------------------


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


# --- the Restriction Box (7.2) ----------------------------------------------------------------------


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
