"""Fog of war (clar. 20): the enemy sees the top unit and the size of a stack."""

import pytest

from engine.codec import encode_state
from engine.play.action import EndPhase
from modules.afrika.rules.moves import MoveStack
from tests.modules.afrika.builders import Game, a_game, position

LOW, TOP, ALONE = "axis-4-4-12-3-aufk-21pz", "axis-8-6-9-1-5-21pz", "axis-6-7-4-brescia"
OURS = "allied-3-5-7-16"
PIECES = {
    LOW: "A28.12",
    TOP: "A28.12",
    "axis-rommel": "A28.12",
    ALONE: "A30.12",
    OURS: "A40.12",
    "sp-axis-A28.12": "2",
    "allied-3-5-7-23": "A40.12",
}


def foggy(*, fog: bool = True) -> Game:
    return position(PIECES, fog=fog)


def test_without_the_option_everything_is_open() -> None:
    game = foggy(fog=False)
    projection = game.rules.project(game.state, "allied")
    assert projection.hidden == 0
    assert LOW in projection.pieces
    assert game.rules.redact(game.state, "allied") is game.state
    assert not game.rules.sealed(game.state)


def test_the_enemy_sees_the_top_unit_the_size_leaders_and_supply() -> None:
    game = foggy()
    projection = game.rules.project(game.state, "allied")
    assert LOW not in projection.pieces
    assert {TOP, ALONE, "axis-rommel", "sp-axis-A28.12"} <= projection.pieces.keys()
    stack = projection.stacks["A28.12"]
    assert (stack.hidden, stack.load) == (1, 2)
    assert projection.hidden == 1
    assert game.rules.sealed(game.state)


@pytest.mark.parametrize("viewer", ["axis", "all"])
def test_the_owner_and_the_umpire_see_all(viewer: str) -> None:
    game = foggy()
    assert game.rules.project(game.state, viewer).hidden == (0 if viewer == "all" else 1)
    assert LOW in game.rules.project(game.state, viewer).pieces


def test_the_state_for_a_viewer_names_no_place_of_what_is_hidden() -> None:
    game = foggy()
    shown = game.rules.redact(game.state, "allied")
    assert shown.pieces[LOW].at is None
    assert shown.stacks["A28.12"] == (TOP, "axis-rommel")
    assert game.rules.redact(game.state, "all") is game.state


def test_nothing_changes_for_the_enemy_when_hidden_units_change_places() -> None:
    second = "axis-3-4-12-8"
    tops = {TOP: "A28.12", "axis-3-3-8-605": "A33.12"}
    one = position({OURS: "A40.12", LOW: "A28.12", second: "A33.12", **tops}, fog=True)
    two = position({OURS: "A40.12", second: "A28.12", LOW: "A33.12", **tops}, fog=True)
    redacted = [encode_state(game.rules.redact(game.state, "allied")) for game in (one, two)]
    assert redacted[0] == redacted[1]
    shown = [game.rules.project(game.state, "allied") for game in (one, two)]
    assert shown[0] == shown[1]


def test_the_enemy_reads_how_many_moved_not_who() -> None:
    game = foggy()
    transition = game.apply(MoveStack(pieces=(LOW, TOP), path=("A28.13",)))
    moved = next(event for event in transition.events if event.kind == "moved")
    assert "3 Aufk" in moved.text
    theirs = moved.for_viewer("allied")
    assert theirs is not None
    assert theirs.text.startswith("2 Axis units moved")
    assert (theirs.pieces, "3 Aufk" in theirs.text) == ((), False)
    assert moved.for_viewer("axis") is moved


def test_in_the_open_game_events_have_no_audience() -> None:
    game = foggy(fog=False)
    transition = game.apply(MoveStack(pieces=(LOW, TOP), path=("A28.13",)))
    assert all(event.audience == () for event in transition.events)


def test_whole_turns_keep_their_secrets() -> None:
    """No event that the enemy may read names a unit he cannot see."""
    game = a_game("gazala", fog=True)
    for _ in range(5):
        transition = game.apply(EndPhase())
        for event in transition.events:
            seen = event.for_viewer("axis" if event.side == "allied" else "allied")
            assert seen is None or seen is event or not seen.pieces
        if game.decision is None or "end-phase" not in {kind.kind for kind in game.decision.ask.kinds}:
            break
