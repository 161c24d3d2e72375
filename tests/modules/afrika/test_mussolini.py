"""The Mussolini requirement (6.1, errata 7 and 11, ruling 34)."""

import pytest

from engine.play.action import EndPhase
from engine.play.resolution import Resolution
from modules.afrika.rules import mussolini
from modules.afrika.rules.casualties import eliminate
from modules.afrika.rules.settle import settle
from modules.afrika.rules.state import data
from tests.modules.afrika.builders import Game, position, the_rules, with_data

EAST = "A50.18"
DIVISIONS = (
    "axis-5-5-4-catnzro",
    "axis-5-6-4-cirene",
    "axis-4-5-4-2-lib",
    "axis-4-5-4-3-jan",
    "axis-4-5-4-1-lib",
)
MOBILE = ("axis-2-2-10-maletti", "axis-5-4-5-1-med", "axis-3-2-6-1-lib")
ENOUGH = {name: f"A{50 + index}.18" for index, name in enumerate((*DIVISIONS, *MOBILE))}
TANKS = "allied-9-6-8-4-7-arm"


def in_egypt(pieces: dict[str, str], turn: int, phase: str = "axis.supply") -> Game:
    game = position({**pieces, TANKS: "B30.10"}, "italian-invasion", phase=phase, turn=turn)
    with_data(game, mussolini_waived=False)
    return game


def settled(game: Game) -> str:
    """Who has won after the checks that follow every finished action."""
    r = Resolution(game.state)
    settle(the_rules("italian-invasion"), r)
    return r.state.over.winner if r.state.over else ""


def end_of_allied_turn(game: Game) -> str:
    game.apply(EndPhase())
    return game.state.over.winner if game.state.over else ""


def test_five_divisions_and_three_mobile_units_east_of_column_47() -> None:
    rules = the_rules("italian-invasion")
    game = in_egypt(ENOUGH, 3)
    assert mussolini.tally(rules, game.state) == (5, 3)
    assert settled(game) == ""
    on_the_line = in_egypt({**ENOUGH, DIVISIONS[0]: "A47.18"}, 3)
    assert mussolini.tally(rules, on_the_line.state) == (4, 3)  # the line itself does not count
    assert settled(on_the_line) == "allied"


@pytest.mark.parametrize(("turn", "winner"), [(1, ""), (2, ""), (3, "allied"), (5, "allied"), (6, "")])
def test_it_binds_from_the_end_of_turn_2_to_the_end_of_turn_5(turn: int, winner: str) -> None:
    short = {name: place for name, place in ENOUGH.items() if name != MOBILE[0]}
    assert settled(in_egypt(short, turn)) == winner


@pytest.mark.parametrize(("turn", "winner"), [(1, ""), (2, "allied"), (5, "allied"), (6, "")])
def test_the_end_of_the_commonwealth_turn_is_judged(turn: int, winner: str) -> None:
    short = {name: place for name, place in ENOUGH.items() if name != DIVISIONS[0]}
    assert end_of_allied_turn(in_egypt(short, turn, "allied.supply")) == winner


def test_units_destroyed_east_of_the_line_go_on_counting_even_if_rebuilt() -> None:
    rules = the_rules("italian-invasion")
    game = in_egypt(ENOUGH, 3)
    r = Resolution(game.state)
    eliminate(rules, r, DIVISIONS[0], "test", "2.5")
    assert data(r.state).killed_east == (DIVISIONS[0],)
    assert mussolini.tally(rules, r.state) == (5, 3)
    r.move(DIVISIONS[0], "tripoli")
    assert mussolini.tally(rules, r.state) == (5, 3)
    r.move(DIVISIONS[0], EAST)
    assert mussolini.tally(rules, r.state) == (5, 3)  # each counter once


def test_units_destroyed_west_of_the_line_do_not_count() -> None:
    rules = the_rules("italian-invasion")
    game = in_egypt({**ENOUGH, "axis-5-6-4-sirte": "A44.18"}, 3)
    r = Resolution(game.state)
    eliminate(rules, r, "axis-5-6-4-sirte", "test", "2.5")
    assert data(r.state).killed_east == ()


def test_mobile_is_whoever_has_the_bar_in_supply_or_not() -> None:
    game = in_egypt({**ENOUGH, MOBILE[0]: "A55.18!"}, 3)
    assert mussolini.tally(the_rules("italian-invasion"), game.state) == (5, 3)


def test_germans_and_regiments_do_not_count() -> None:
    others = {
        "axis-8-6-9-1-5-21pz": "A58.18",
        "axis-2-3-6-10-brs": "A59.18",
        "axis-3-4-10-8-brs-ariete": "A60.18",
    }
    short = {name: place for name, place in ENOUGH.items() if name not in (DIVISIONS[0], MOBILE[0])}
    game = in_egypt({**short, **others}, 3)
    divisions, mobile = mussolini.tally(the_rules("italian-invasion"), game.state)
    assert divisions == 4  # 10 Bersaglieri is a regiment
    assert mobile == 3  # 8 Bersaglieri has the bar, the panzers are not Italian


def test_a_commonwealth_unit_in_libya_waives_it_for_good() -> None:
    """Erratum 7."""
    rules = the_rules("italian-invasion")
    game = in_egypt({}, 3)
    r = Resolution(game.state)
    mussolini.waive_if_entered(rules, r, TANKS, rules.number("A50.18"))
    assert not data(r.state).mussolini_waived
    mussolini.waive_if_entered(rules, r, TANKS, rules.number("A40.18"))
    assert data(r.state).mussolini_waived
    assert any(event.rule == "erratum 7" for event in r.events)
    settle(rules, r)
    assert r.state.over is None


def test_axis_units_in_libya_waive_nothing() -> None:
    rules = the_rules("italian-invasion")
    r = Resolution(in_egypt(ENOUGH, 3).state)
    mussolini.waive_if_entered(rules, r, DIVISIONS[0], rules.number("A40.18"))
    assert not data(r.state).mussolini_waived


def test_a_retreat_that_would_break_it_may_be_refused() -> None:
    """Erratum 11."""
    rules = the_rules("italian-invasion")
    game = in_egypt(ENOUGH, 3)
    assert mussolini.may_stay(rules, game.state, (DIVISIONS[0],))
    assert mussolini.may_stay(rules, game.state, (MOBILE[0],))
    more = in_egypt({**ENOUGH, "axis-5-6-4-sirte": "A58.18"}, 3)
    assert not mussolini.may_stay(rules, more.state, (DIVISIONS[0],))
    assert mussolini.may_stay(rules, more.state, (DIVISIONS[0], "axis-5-6-4-sirte"))
    assert not mussolini.may_stay(rules, in_egypt(ENOUGH, 6).state, (DIVISIONS[0],))
    broken = in_egypt({DIVISIONS[0]: EAST}, 2)
    assert not mussolini.may_stay(rules, broken.state, (DIVISIONS[0],))


def test_the_victory_line_shows_the_count() -> None:
    game = in_egypt(ENOUGH, 3)
    lines = game.rules.project(game.state, "all").victory
    line = next(found for found in lines if found.rule == "6.1")
    assert (line.value, line.met) == ("5 divisions, 3 exploit-capable", False)
