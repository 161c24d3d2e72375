"""Every kind of block at positions of a small game."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.play.action import Adjudicate
from engine.rules.freeplay_actions import Control, Mark, Place, Remove, SetSteps, SetTrack, SetTurn
from tests.engine.victory.games import Plain, a_game, a_module, award, holds_now

TANKS, FOOT, RED, RECON = "3-blue-tanks", "1-blue-inf", "1-red-inf", "2-red-recon"


@pytest.fixture
def game() -> Game:
    return a_game(a_module())


def control(side: str, **more: object) -> Plain:
    return {"kind": "control", "side": side, **more}


def units(**more: object) -> Plain:
    return {"kind": "units", **more}


@pytest.mark.parametrize(
    ("block", "holds"),
    [
        (control("axis", places=("0203",)), True),
        (control("axis", places=("0203", "1004")), False),
        (control("axis", places=("0203", "1004"), least=1), True),
        (control("axis", places=("0203", "1004"), most=1), True),
        (control("axis", places=("0203", "1004"), most=0), False),
        (control("allied", places=("1004",)), True),
        (control("axis", tag="port"), True),
        (control("allied", tag="port"), False),
        (control("axis", west_of="1004", least=1), True),
        (control("axis", east_of="0203", least=1), False),
        (control("axis", least=1), True),
        (control("axis"), False),  # every place that anybody holds
        (control("axis", minus=control("allied")), False),  # one each
        (control("axis", minus=control("allied"), least=0), True),
        (control("axis", places=("0203",), minus=control("allied", places=("0203",))), True),
    ],
)
def test_control_at_the_start(game: Game, block: Plain, holds: bool) -> None:
    assert holds_now(game, block) is holds


def test_control_follows_the_position(game: Game) -> None:
    both = control("axis", places=("0203", "1004"))
    game.apply(Control(at="1004", owner="axis"), "axis")
    assert holds_now(game, both)


@pytest.mark.parametrize(
    ("block", "holds"),
    [
        (units(side="axis", places=("0203",), least=2), True),
        (units(side="axis", places=("0203",), least=3), False),  # the supply is no unit
        (units(side="axis", places=("0203",), pieces=(TANKS,)), True),
        (units(side="allied", places=("reserve",)), True),  # a box
        (units(side="allied", places=("reserve",), terrain="clear"), False),
        (units(side="axis", types=("armor",), least=1, most=1), True),
        (units(side="axis", types=("recon",)), False),
        (units(nations=("red",), least=2), True),
        (units(side="axis", formations=("axis-div",), least=3), True),
        (units(side="axis", formations=("allied-div",)), False),
        (units(side="axis", places=("0203",), counted="steps", least=5), True),  # 2 and 3 of 4
        (units(side="axis", places=("0203",), counted="steps", least=6), False),
        (units(side="axis", places=("0203",), counted="attack", least=8, most=8), True),  # 4 and reduced 4
        (units(side="axis", near="0203"), True),
        (units(side="axis", near="1004", within=2), False),
        (units(side="allied", zones=("west-edge",)), False),
        (units(side="allied", east_of="0203"), True),
        (units(side="axis", east_of="0203"), False),  # not the column itself
        (units(side="axis", north_of="1004", least=1), True),
        (units(most=0), False),
        (units(least=5), True),  # three blue, two red in play
    ],
)
def test_units_at_the_start(game: Game, block: Plain, holds: bool) -> None:
    assert holds_now(game, block) is holds


def test_units_out_of_supply_can_be_left_out(game: Game) -> None:
    game.apply(Mark(piece=TANKS, mark="out-of-supply"), "axis")
    assert holds_now(game, units(pieces=(TANKS,)))
    assert not holds_now(game, units(pieces=(TANKS,), supplied=True))


def test_losses_are_those_that_were_there(game: Game) -> None:
    assert not holds_now(game, {"kind": "lost", "side": "axis", "least": 1})
    game.apply(Remove(pieces=(FOOT,)), "axis")
    assert holds_now(game, {"kind": "lost", "side": "axis", "least": 1, "most": 1})
    assert holds_now(game, {"kind": "lost", "pieces": (FOOT,)})  # all of them
    assert not holds_now(game, {"kind": "lost", "side": "axis"})
    assert holds_now(game, {"kind": "lost", "side": "axis", "counted": "steps", "least": 2, "most": 2})


def test_lost_steps_count_from_the_set_up(game: Game) -> None:
    steps = {"kind": "lost", "pieces": (TANKS,), "counted": "steps", "least": 1}
    assert not holds_now(game, steps)  # it began with three of four
    game.apply(SetSteps(piece=TANKS, number=2), "axis")
    assert holds_now(game, steps)


def test_a_unit_still_to_come_is_not_lost(game: Game) -> None:
    """The schedule brings 4 Blue Inf on turn 2; it stands nowhere before."""
    waiting = {"kind": "lost", "pieces": ("4-blue-inf",), "least": 1}
    assert not holds_now(game, waiting)


def path(**more: object) -> Plain:
    return {"kind": "path", "side": "axis", "start": ("0203",), "goal": ("1004",), **more}


def test_a_way_is_closed_by_enemies_and_their_zones(game: Game) -> None:
    assert not holds_now(game, path())  # the enemy stands on the goal
    game.apply(Place(pieces=(RED,), at="1203"), "allied")
    assert holds_now(game, path())
    assert holds_now(game, path(route="road"))
    game.apply(Place(pieces=(RED,), at="0604"), "allied")
    assert not holds_now(game, path(route="road"))
    assert holds_now(game, path(zoc=False))
    assert not holds_now(game, path(zoc=False, not_south_of="0403"))


def test_tracks_turns_and_groups(game: Game) -> None:
    track = next(iter(game.rules.module.tracks)).id
    game.apply(SetTrack(track=track, number=3), "axis")
    three = {"kind": "track", "track": track, "least": 3}
    four = {"kind": "track", "track": track, "least": 4}
    assert holds_now(game, three)
    assert not holds_now(game, four)
    assert holds_now(game, {"kind": "any", "of": (three, four)})
    assert not holds_now(game, {"kind": "all", "of": (three, four)})
    assert holds_now(game, {"kind": "not", "of": (four,)})
    assert not holds_now(game, {"kind": "not", "of": (three, four)})
    assert holds_now(game, {"kind": "some", "least": 1, "of": (three, four)})
    assert not holds_now(game, {"kind": "some", "least": 2, "of": (three, four)})
    assert not holds_now(game, {"kind": "all", "of": ()})
    assert not holds_now(game, {"kind": "turn", "least": 2})
    game.apply(SetTurn(number=2), "axis")
    assert holds_now(game, {"kind": "turn", "least": 2})
    assert not holds_now(game, {"kind": "turn", "most": 1})


def test_points_are_earned_once_or_for_each() -> None:
    points = (
        award("axis", 5, control("axis", places=("0203",))),
        award("axis", 2, units(side="axis", places=("0203",)), each=True),
        award("allied", 3, control("allied", places=("1004",))),
        award("allied", 1, control("allied", places=("0203",))),
    )
    game = a_game(a_module(points=points))
    assert holds_now(game, {"kind": "points", "side": "axis", "least": 9, "most": 9})
    assert holds_now(game, {"kind": "points", "side": "allied", "least": 3, "most": 3})
    lead = {"kind": "points", "side": "axis", "minus": {"kind": "points", "side": "allied"}}
    assert holds_now(game, {**lead, "least": 6})
    assert not holds_now(game, {**lead, "least": 7})


def test_a_position_set_by_hand_is_judged_as_it_stands(game: Game) -> None:
    game.apply(Adjudicate(control={"1004": "axis"}), "axis")
    assert holds_now(game, control("axis", places=("0203", "1004")))
