"""Initialization: air, trucks, shipping, ports (1.1, 1.9, 3.2, 5.4)."""

import pytest
from msgspec.structs import replace

from engine.flow.advance import advance
from engine.game import Game
from engine.play.action import Adjudicate, PiecePlacement
from engine.play.resolution import Resolution
from modules.afrika.rules.state import MOVED, UNLIMITED, Port, data, set_port
from tests.modules.afrika.builders import a_game, empty, position, the_rules

AXIS_PORTS = {
    "control-A7.23": "axis",
    "control-A26.28": "allied",
    "control-A36.23": "axis",
    "control-A44.21": "allied",
    "control-A61.19": "allied",
}


def initialized(pieces: dict[str, str], side: str, turn: int, *dice: int) -> Game:
    """The position after a side's initialization with the given dice."""
    return position(pieces, phase=f"{side}.initialization", turn=turn, dice=(*dice, *(6,) * 6))


def test_axis_pools_follow_the_charts() -> None:
    game = initialized(AXIS_PORTS, "axis", 8, 4, 3, 2)
    held = data(game.state)
    assert held.air["axis"] == 2
    assert (held.trucks["axis"].points, held.trucks["axis"].left) == (6, 180)
    assert held.shipping["axis"] == 3
    assert held.ports["A7.23"].capacity == 2
    assert held.ports["A36.23"].capacity == 1


@pytest.mark.parametrize(("option", "points"), [(True, 4), (False, 3)])
def test_the_trento_option_gives_a_truck(option: bool, points: int) -> None:
    game = a_game("italian-invasion", trento_trucks=option)
    assert data(game.state).trucks["axis"].points == points


def test_shipping_is_rolled_before_the_ports_and_every_roll_has_its_reason() -> None:
    game = a_game("italian-invasion")
    reasons = [draw.reason for draw in game.opening.draws]
    assert reasons[0] == "Axis coastal shipping (5.4c)"
    assert reasons[1].startswith("capacity of A7.23 Benghazi")
    assert sum("capacity of" in reason for reason in reasons) == 4


def test_three_ports_of_capacity_two_give_the_commonwealth_six_points() -> None:
    """The example of 5.4d; Alexandria is ignored."""
    owners = {**AXIS_PORTS, "control-A26.28": "axis", "control-A36.23": "allied"}
    game = initialized(owners, "allied", 8, 3, 6, 5)
    ports = data(game.state).ports
    assert [ports[place].capacity for place in ("A36.23", "A44.21", "A61.19")] == [2, 2, 2]
    assert data(game.state).shipping["allied"] == 6
    assert ports["B19.19"].capacity == UNLIMITED


@pytest.mark.parametrize(("turn", "capacity"), [(8, 0), (9, 4)])
def test_a_captured_port_has_no_capacity_until_the_next_turn(turn: int, capacity: int) -> None:
    """1.9a: captured in the enemy's half of the turn, it opens in the next game turn."""
    rules = the_rules("race-to-the-wire")
    r = Resolution(empty(rules, turn))
    rules.adjudicate(r, Adjudicate(phase="allied.initialization", control={"A36.23": "allied"}))
    set_port(r, "A36.23", Port(captured=8))
    r.state = replace(r.state, chance=replace(r.state.chance, dice=(6, 6, 6, 6, 6)))
    advance(rules.steps, r)
    assert data(r.state).ports["A36.23"].capacity == capacity


def test_trucks_and_air_points_are_not_saved() -> None:
    game = initialized(AXIS_PORTS, "axis", 8, 1, 1, 1)
    held = data(game.state)
    assert held.trucks["axis"].left == 6 * 30
    assert all(port.used == 0 for port in held.ports.values())


def test_marks_of_the_last_game_turn_go_with_the_axis_initialization_only() -> None:
    rules = the_rules("race-to-the-wire")
    for phase, kept in (("axis.initialization", ()), ("allied.initialization", (MOVED,))):
        r = Resolution(empty(rules, 9))
        place = PiecePlacement(piece="allied-3-5-7-16", at="A61.19", markers=(MOVED,))
        rules.adjudicate(r, Adjudicate(phase=phase, set=(place,)))
        advance(rules.steps, r)
        assert r.state.pieces["allied-3-5-7-16"].marks == kept


def test_alexandria_in_axis_hands_takes_everything() -> None:
    game = initialized({**AXIS_PORTS, "control-B19.19": "axis"}, "axis", 8, 1, 1, 1)
    assert data(game.state).ports["B19.19"].capacity == UNLIMITED


def test_initialization_is_a_barrier() -> None:
    assert "dice were rolled" in a_game("gazala").opening.barrier
