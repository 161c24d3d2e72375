"""Audit of the reinforcement phase: arrivals in the enemy's rear, words a player reads (4.1, 4.3)."""

import pytest

from modules.afrika.rules.reinforcement_actions import Arrive, WithdrawUnit
from tests.modules.afrika.builders import at, do, offered, points_at, position, refusal_of

BRIGADE_16, BRIGADE_151 = "allied-3-5-7-16", "allied-3-5-7-151-50"
LOST = {
    "axis-6-7-4-brescia": "B19.19",
    "control-B19.19": "axis",
    "control-B30.10": "axis",
    BRIGADE_16: "A61.19",
    BRIGADE_151: "turn-11",
}


@pytest.mark.parametrize(("face", "left"), [(3, 0), (4, 2)])
def test_4_1_reinforcements_arriving_in_cairo_take_it_and_capture_what_lies_there(
    face: int, left: int
) -> None:
    game = position({**LOST, "sp-axis-B30.10": "3"}, phase="allied.reinforcement", turn=11)
    assert offered(game) == {"arrive"}
    done = do(game, Arrive(piece=BRIGADE_151, at="B30.10"), face, 1, 1)
    assert game.state.control["B30.10"] == "allied"
    assert points_at(game, "B30.10") == left
    assert done.barrier
    assert game.rules.check(game.state) == ()


def test_4_1_arriving_at_the_usual_place_changes_nothing() -> None:
    layout = {BRIGADE_16: "A61.19", BRIGADE_151: "turn-11", "sp-allied-B19.19": "2"}
    game = position(layout, phase="allied.reinforcement", turn=11, dice=(3, 5))
    assert at(game, BRIGADE_151) == "B19.19"
    assert points_at(game, "B19.19") >= 2


def test_4_3_withdrawals_speak_of_armor_and_infantry() -> None:
    layout = {"allied-9-6-8-4-7-arm": "A50.15", "allied-7-4-8-1-2-arm": "A50.16", BRIGADE_16: "A61.19"}
    layout["allied-arty-1"] = "A60.18"
    game = position(layout, "italian-invasion", phase="allied.reinforcement", turn=6, dice=(2, 2))
    assert game.decision is not None
    assert game.decision.ask.prompt == "Withdraw a unit of the type armor (4 to go)"
    assert refusal_of(game, WithdrawUnit(piece=BRIGADE_16)).text == (
        "a unit of the type armor must be withdrawn, a living one first"
    )
    done = do(game, WithdrawUnit(piece="allied-9-6-8-4-7-arm"))
    assert "tank" not in " ".join(event.text for event in done.events)
