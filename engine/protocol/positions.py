"""Whether a position from outside can be: every name known, every number in its bounds, a decision to take.

What only a game knows (each counter exactly once, tracks in their bounds) its ruleset's own check says. At
last some random actions are played from the position, so that nothing is let in from which play cannot go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.bots import random_action
from engine.errors import EngineError
from engine.flow.sequence import SequenceStep, SequenceVars, sequence_of
from engine.play.transition import apply, decide
from engine.rules.ruleset import GameRules
from engine.state.model import State

MAX_TURN = 999
MAX_COUNT = 10_000
TRIED = 30
"""Random actions that must be possible from a position."""

STUMBLES = (
    *(EngineError, ArithmeticError, AssertionError, AttributeError, LookupError),
    *(RuntimeError, StopIteration, TypeError, ValueError),
)
"""What rules raise when a position makes no sense to them."""

FIXED_PHASES = ("setup", "game-over")


def faults_of(rules: GameRules, state: State) -> tuple[str, ...]:
    """What is impossible about a position, in words."""
    return tuple(_names(rules, state)) or rules.check(state) or tuple(_flow(rules, state))


def _names(rules: GameRules, state: State) -> Iterator[str]:
    sides = {side.id for side in rules.module.sides}
    places = {*rules.board.index, *(box.id for box in rules.module.boxes)}
    for name, piece in state.pieces.items():
        if piece.owner and piece.owner not in sides:
            yield f"piece {name} belongs to nobody ('{piece.owner}')"
        if piece.at is not None and piece.at not in places:
            yield f"piece {name} stands nowhere ('{piece.at}')"
        if not 0 <= piece.steps <= MAX_COUNT or not 0 <= piece.count <= MAX_COUNT:
            yield f"piece {name} has impossible steps or count"
    for place, side in state.control.items():
        if place not in places or side not in sides:
            yield f"'{side}' cannot control '{place}'"
    first = min((turn.number for turn in rules.module.turns), default=0)
    if not first <= state.turn <= MAX_TURN:
        yield f"there is no turn {state.turn}"
    if state.chance.drawn < 0 or state.chance.seed < 0:
        yield "the chance counter is impossible"


def _flow(rules: GameRules, state: State) -> Iterator[str]:
    sequence = sequence_of(rules.steps)
    if state.phase not in sequence.paths and state.phase not in FIXED_PHASES:
        yield f"there is no phase '{state.phase}'"
        return
    if state.over is not None:
        return
    if not state.flow or state.flow[0].step != "sequence":
        yield "the flow does not begin with the sequence of play"
        return
    top = state.flow[-1]
    if top.node not in rules.steps[top.step].decision_nodes:
        yield f"nobody decides at {top.step}.{top.node}"
        return
    wrong = _wrong_phase(sequence, state) or _stuck(rules, state)
    if wrong:
        yield wrong


def _wrong_phase(sequence: SequenceStep, state: State) -> str | None:
    """Why the phase named is not the one the sequence of play has come to."""
    held = state.flow[0].vars
    if not isinstance(held, SequenceVars) or not -1 <= held.index < len(sequence.leaves):
        return "the sequence of play has come to no phase"
    if held.index >= 0 and sequence.leaves[held.index].id != state.phase:
        return (
            f"the phase is '{state.phase}', but the sequence of play is at {sequence.leaves[held.index].id}"
        )
    return None


def _stuck(rules: GameRules, state: State) -> str | None:
    """Why play cannot go on from here: a few random actions are tried."""
    chance = Random(0)
    try:
        for _ in range(TRIED):
            decision = decide(rules, state)
            if decision is None:
                return None
            side = chance.choice(decision.sides)
            state = apply(rules, state, side, random_action(state, decision, side, chance)).state
    except STUMBLES as error:
        # Whatever a rule stumbles over in a made-up position, the position is at fault, not the program.
        return f"play cannot go on from there ({type(error).__name__}: {error})"
    return next(iter(rules.check(state)), None)
