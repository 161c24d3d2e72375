"""The monthly rolls for Rommel and O'Connor (6.2e, 7.1)."""

import pytest

from modules.afrika.rules.reinforcement_actions import (
    Arrive,
)
from tests.modules.afrika.builders import (
    at,
    do,
    offered,
    refusal_of,
)
from tests.modules.afrika.reinforcement_positions import (
    ALEX,
    BRESCIA,
    OCONNOR,
    PANZERS,
    ROMMEL,
    TANKS,
    reinforce,
)


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
