"""When a step of a guide is done: by an action of a side, a phase, a turn, a counter at its place."""

import pytest
from msgspec.structs import replace

from engine.definition.guide import GuideStepDef, UntilDef
from engine.game import new_game
from engine.ids import SideId
from engine.play.action import Action, EndPhase
from engine.view.guide import guide_of, is_done
from tests.fixtures.free_module import a_free_module

MODULE = a_free_module()
STATE = new_game(MODULE, "meeting", seed=5).state
SIDES = tuple(side.id for side in MODULE.sides)
ENDED: tuple[tuple[SideId, Action], ...] = ((SIDES[0], EndPhase()),)
PIECE = next(name for name, piece in STATE.pieces.items() if piece.at is not None)
PLACE = STATE.pieces[PIECE].at or ""


def step(*until: UntilDef) -> GuideStepDef:
    return GuideStepDef(title="Step", text="Do it.", until=until)


def test_a_step_that_waits_for_nothing_goes_on_by_hand() -> None:
    assert not is_done(step(), STATE, ENDED)


@pytest.mark.parametrize(
    ("until", "done"),
    [
        (UntilDef(action="end-phase"), True),
        (UntilDef(action="end-phase", side=SIDES[0]), True),
        (UntilDef(action="end-phase", side=SIDES[1]), False),
        (UntilDef(action="place"), False),
        (UntilDef(phase=STATE.phase), True),
        (UntilDef(phase="elsewhere"), False),
        (UntilDef(turn=STATE.turn), True),
        (UntilDef(turn=STATE.turn + 1), False),
        (UntilDef(piece=PIECE, at=(PLACE,)), True),
        (UntilDef(piece=PIECE, at=("nowhere",)), False),
        (UntilDef(piece="nobody", at=(PLACE,)), False),
        (UntilDef(action="end-phase", phase="elsewhere"), False),
    ],
)
def test_all_of_a_condition_must_hold(until: UntilDef, *, done: bool) -> None:
    assert is_done(step(until), STATE, ENDED) is done


def test_one_condition_of_several_is_enough() -> None:
    assert is_done(step(UntilDef(action="place"), UntilDef(phase=STATE.phase)), STATE, ())
    assert not is_done(step(UntilDef(turn=1)), replace(STATE, turn=0), ())


def test_a_scenario_without_a_guide_has_no_steps() -> None:
    assert guide_of(new_game(MODULE, "meeting", seed=5).rules) == ()
