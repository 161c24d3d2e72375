"""Properties of movement at real positions: reach, check, samples and costs agree with one another."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots.random_player import random_action
from engine.ids import SideId
from engine.kit.movement import walk
from engine.play.action import AnyKind
from engine.play.transition import apply, begin, decide
from engine.state.model import State
from engine.view.reach import Reach
from modules.afrika.rules.game import AfrikaRules
from modules.afrika.rules.movement import MovementRules
from modules.afrika.rules.moves import MoveStack
from modules.afrika.rules.steps.movement import MarchStep
from tests.modules.afrika.movement_positions import rules_of

SCENARIOS = ("italian-invasion", "operation-compass", "race-to-the-wire", "operation-crusader", "gazala")
MARCHES = ("afrika.movement", "afrika.exploitation")


def played(rules: AfrikaRules, seed: int, steps: int) -> list[State]:
    """Positions of a random game in which movement is asked for."""
    chance, state = Random(seed), begin(rules, seed).state
    found: list[State] = []
    for _ in range(steps):
        decision = decide(rules, state)
        if decision is None:
            break
        if state.flow[-1].step in MARCHES:
            found.append(state)
        side = decision.sides[0]
        state = apply(rules, state, side, random_action(state, decision, side, chance)).state
    return found


@pytest.fixture(scope="module", params=SCENARIOS)
def game(request: pytest.FixtureRequest) -> tuple[AfrikaRules, list[State]]:
    """A scenario and some positions of a random game of it."""
    rules = rules_of(str(request.param))
    return rules, [state for seed in (11, 12, 13) for state in played(rules, seed, 120)][::9]


Game = tuple[AfrikaRules, list[State]]


def test_there_is_something_to_test(game: Game) -> None:
    assert len(game[1]) >= 5


def test_every_arrival_is_a_legal_move_of_the_cost_shown(game: Game) -> None:
    rules, states = game
    for state in states[:8]:
        kind, movement, side = tools(rules, state)
        for number, able in list(movement.stacks(state, side))[:6]:
            reach = kind.reach(state, side, able[:1])
            assert isinstance(reach, Reach)
            for place, arrival in reach.arrivals.items():
                action = MoveStack(pieces=able[:1], path=arrival.path)
                assert kind.check(state, side, action) is None, (place, arrival)
                if not arrival.overrun:
                    path = tuple(rules.number(step) for step in arrival.path)
                    paid = walk(movement.mover(state, able[0]), number, path)
                    assert paid.total == arrival.cost
                    assert movement.left(state, able[0]) - paid.total == arrival.left


def test_stacks_reach_what_check_allows(game: Game) -> None:
    """Whole stacks: every arrival passes, and every neighbor not in reach is refused."""
    rules, states = game
    for state in states[:8]:
        kind, movement, side = tools(rules, state)
        for number, able in list(movement.stacks(state, side))[:6]:
            if movement.refuse_stack(state, side, able) is not None:
                continue
            reach = kind.reach(state, side, able)
            assert isinstance(reach, Reach)
            for arrival in reach.arrivals.values():
                assert kind.check(state, side, MoveStack(pieces=able, path=arrival.path)) is None
            for near in rules.ground.neighbors[number]:
                step = MoveStack(pieces=able, path=(rules.place(near),)) if near >= 0 else None
                if step is not None and rules.place(near) not in reach.arrivals:
                    assert kind.check(state, side, step) is not None


def test_samples_and_choices_pass_check(game: Game) -> None:
    rules, states = game
    chance = Random(5)
    for state in states:
        decision = decide(rules, state)
        assert decision is not None
        side = decision.sides[0]
        for kind in decision.ask.kinds:
            if kind.unavailable(state, side) is not None:
                continue
            sample = kind.sample(state, side, chance)
            if sample is not None:
                assert kind.check(state, side, sample) is None, sample
                assert kind.describe(state, sample)
            for number, choice in enumerate(kind.choices(state, side)):
                if number > 60:
                    break
                assert kind.check(state, side, choice) is None, choice


def test_lit_subjects_begin_something_and_unlit_ones_say_why(game: Game) -> None:
    rules, states = game
    for state in states[:6]:
        kind, _, side = tools(rules, state)
        lit = set(kind.subjects(state, side))
        for name, unit in rules.units.items():
            refusal = kind.why_not(state, side, name)
            assert (name in lit) == (refusal is None), (name, refusal)
            assert unit.side == side or name not in lit


def tools(rules: AfrikaRules, state: State) -> tuple[AnyKind, MovementRules, SideId]:
    """The move kind, the movement rules and the side of a position."""
    step = rules.steps[state.flow[-1].step]
    assert isinstance(step, MarchStep)
    decision = decide(rules, state)
    assert decision is not None
    kind = decision.kind("move")
    assert kind is not None
    return kind, step.rules, decision.sides[0]
