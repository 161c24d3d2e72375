"""When conditions are tested, which decides, and what the players are told."""

from __future__ import annotations

import pytest

from engine.codec import decode_state, encode_state
from engine.definition.victory import LevelDef
from engine.errors import EngineError
from engine.play.action import EndPhase
from engine.rules.freeplay_actions import Control, SetPhase
from engine.victory.ground import VictoryGround
from engine.victory.referee import Referee
from tests.engine.victory.games import a_game, a_module, award, condition, end_turn, referee_of

WEST = {"kind": "control", "side": "axis", "places": ("0203",)}
EAST = {"kind": "control", "side": "axis", "places": ("1004",)}
REST = {"kind": "otherwise"}


def outcome(*conditions: object, turns: int = 4, **more: object) -> tuple[str, str, int]:
    """Winner, reason and turn of a game in which nothing happens but the ends of phases."""
    game = a_game(a_module(*conditions, **more))  # type: ignore[arg-type]
    for _ in range(turns):
        end_turn(game)
    over = game.state.over
    return (over.winner, over.reason, game.state.turn) if over else ("", "", game.state.turn)


def test_words_alone_end_nothing() -> None:
    assert outcome(condition(text="Blue feels strong.")) == ("", "", 5)


def test_the_end_is_judged_after_the_last_turn() -> None:
    assert outcome(condition(WEST)) == ("axis", "Blue holds Westhaven.", 4)
    assert outcome(condition(WEST), turns=3) == ("", "", 4)


def test_nothing_that_holds_is_a_draw() -> None:
    assert outcome(condition(EAST)) == ("draw", "No condition of victory holds at the end.", 4)


def test_the_first_that_holds_decides_and_the_rest_comes_last() -> None:
    rest = condition(REST, side="allied")
    assert outcome(rest, condition(WEST))[0] == "axis"
    assert outcome(rest, condition(EAST))[:2] == ("allied", "It is not so that Blue holds Easton.")
    twice = (condition(WEST, side="allied"), condition(WEST))
    assert outcome(*twice)[0] == "allied"


def test_a_level_and_own_words_stand_in_the_reason() -> None:
    assert outcome(condition(WEST, level="Decisive"))[1] == "Decisive victory. Blue holds Westhaven."
    assert outcome(condition(WEST, text="The port is Blue's."))[1] == "The port is Blue's."


@pytest.mark.parametrize(
    ("more", "turn"),
    [
        ({"tested": "turn"}, 1),
        ({"tested": "turn", "from_turn": 3}, 3),
        ({"tested": "turn", "from_turn": 2, "until_turn": 2}, 2),
        ({"tested": "phase"}, 1),
        ({"tested": "always"}, 1),
        ({"tested": "phase", "phase": "allied.movement", "from_turn": 2}, 2),
    ],
)
def test_sudden_ones_end_the_game_when_they_are_tested(more: dict[str, object], turn: int) -> None:
    assert outcome(condition(WEST, sudden=True, **more))[::2] == ("axis", turn)


def test_a_sudden_one_past_its_turns_is_not_tested() -> None:
    late = condition(WEST, sudden=True, from_turn=9)
    assert outcome(late, condition(EAST))[0] == "draw"


def test_at_any_time_means_after_the_action_itself() -> None:
    game = a_game(a_module(condition(EAST, sudden=True, tested="always", rule="9.9")))
    game.apply(Control(at="1004", owner="axis"), "axis")
    assert game.state.over is not None
    assert (game.state.over.winner, game.state.over.rule) == ("axis", "9.9")
    assert game.decision is None
    assert decode_state(game.rules, encode_state(game.state)) == game.state
    game.undo(free=True)
    assert game.state.over is None


def test_the_end_of_one_phase_only() -> None:
    game = a_game(a_module(condition(WEST, sudden=True, tested="phase", phase="axis.combat")))
    game.apply(EndPhase(), "axis")
    assert game.state.over is None
    game.apply(EndPhase(), "axis")
    assert game.state.over is not None


def test_going_back_to_a_phase_ends_none() -> None:
    game = a_game(a_module(condition(WEST, sudden=True, tested="phase")))
    game.apply(SetPhase(phase="allied.movement"), "axis")
    assert game.state.over is None


# --- points ---------------------------------------------------------------------------------------------

LEVELS = (LevelDef(margin=2, title="Marginal"), LevelDef(margin=5, title="Decisive"))


@pytest.mark.parametrize(
    ("points", "winner", "words"),
    [
        (1, "draw", "No condition"),
        (2, "axis", "Marginal victory. Victory points: Blue 2, Red 0."),
        (5, "axis", "Decisive victory. Victory points: Blue 5, Red 0."),
        (-2, "allied", "Marginal victory. Victory points: Red 0, Blue -2."),
    ],
)
def test_the_margin_gives_the_level(points: int, winner: str, words: str) -> None:
    found = outcome(points=(award("axis", points, WEST),), levels=LEVELS)
    assert found[0] == winner
    assert found[1].startswith(words)


def test_without_levels_more_points_win_and_as_many_are_a_draw() -> None:
    red = {"kind": "control", "side": "allied", "places": ("1004",)}
    assert outcome(points=(award("axis", 2, WEST), award("allied", 1, red)))[0] == "axis"
    assert outcome(points=(award("axis", 1, WEST), award("allied", 1, red)))[0] == "draw"


def test_conditions_come_before_points_and_points_before_the_rest() -> None:
    points = (award("axis", 3, WEST),)
    assert outcome(condition(WEST, side="allied"), points=points)[0] == "allied"
    assert outcome(condition(REST, side="allied"), points=points)[0] == "axis"
    assert outcome(condition(REST, side="allied"), points=points, levels=LEVELS[1:])[0] == "allied"


# --- terms of the module ------------------------------------------------------------------------------------


def test_a_length_without_terms_takes_those_of_the_module() -> None:
    module = a_module().model_copy(update={"victory": (condition(WEST),)})
    game = a_game(module)
    assert [line.text for line in referee_of(game).lines(game.state)] == [
        "Blue holds Westhaven at the end of turn 4."
    ]
    own = a_module(condition(EAST)).model_copy(update={"victory": (condition(WEST),)})
    assert referee_of(a_game(own)).terms.conditions[0].holds == condition(EAST).holds


UNKNOWN = (
    ({"kind": "ruleset", "id": "luck", "text": "Luck is with Blue"}, "no test 'luck'"),
    ({"kind": "not", "of": ({"kind": "track", "track": "morale", "least": 1},)}, "no track 'morale'"),
)


@pytest.mark.parametrize(("block", "why"), UNKNOWN)
def test_rules_of_a_game_refuse_what_they_cannot_test(block: dict[str, object], why: str) -> None:
    module = a_module(condition(block))
    game, version = a_game(a_module()), module.scenarios[0].versions[0]
    ground = VictoryGround(module, module.scenarios[0], game.rules.board, {})
    with pytest.raises(EngineError, match=why):
        Referee(ground, version)


@pytest.mark.parametrize(("block", "why"), UNKNOWN)
def test_free_play_shows_it_and_goes_on(block: dict[str, object], why: str) -> None:
    """It stands in for rules that are not installed."""
    game = a_game(a_module(condition(block), condition(WEST)))
    unknown, known = game.rules.project(game.state, "all").victory
    assert (unknown.met, known.met) == (False, True)
    assert "at the end of turn 4" in unknown.text
    for _ in range(4):
        end_turn(game)
    assert game.state.over is not None
    assert game.state.over.winner == "axis"


# --- what is shown ------------------------------------------------------------------------------------------


def test_lines_tell_each_condition_its_state_and_its_parts() -> None:
    both = {"kind": "all", "of": (WEST, {"kind": "any", "of": (EAST, {"kind": "turn", "least": 9})})}
    game = a_game(a_module(condition(both, level="Decisive", rule="4.1"), condition(REST, side=None)))
    first, rest = game.rules.project(game.state, "all").victory
    assert (first.side, first.met, first.level, first.rule) == ("axis", False, "Decisive", "4.1")
    told = [(part.depth, part.met, part.text, part.value) for part in first.parts]
    assert told == [
        (0, True, "Blue holds Westhaven.", "Westhaven Blue"),
        (0, False, "Any of these:", ""),
        (1, False, "Blue holds Easton.", "Easton Red"),
        (1, False, "It is turn 9 or later.", "1"),
    ]
    assert (rest.met, rest.text) == (True, "Anything else.")


def test_the_standing_says_who_would_win_now() -> None:
    game = a_game(a_module(condition(EAST, level="Major"), condition(REST, side="allied")))
    assert game.rules.project(game.state, "axis").standing == "If the game ended now: Red wins."
    game.apply(Control(at="1004", owner="axis"), "axis")
    told = game.rules.project(game.state, "axis").standing
    assert told == "If the game ended now: Blue wins (major victory)."


def test_unseen_counters_betray_nothing() -> None:
    units = {"kind": "units", "side": "allied", "least": 1}
    game = a_game(a_module(condition({"kind": "any", "of": (units, WEST)}), condition(units)))
    referee = referee_of(game)
    either, only = referee.lines(game.state, frozenset({"1-red-inf"}))
    assert either.met  # the port alone is enough
    assert (only.met, only.value) == (False, "not known")
    assert referee.standing(game.state, frozenset({"1-red-inf"})) == ""
