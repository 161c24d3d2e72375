"""Whether a position from outside can be: every name known, every number in its bounds, a decision to take.

What only a game knows (each counter exactly once, tracks in their bounds) its ruleset's own check says.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import EngineError
from engine.flow.sequence import SequenceStep
from engine.play.transition import decide
from engine.rules.ruleset import GameRules
from engine.state.model import State

MAX_TURN = 999
MAX_COUNT = 10_000
FIXED_PHASES = ("setup", "game-over")


def faults_of(rules: GameRules, state: State) -> tuple[str, ...]:
    """What is impossible about a position, in words; the rules' own check comes last."""
    faults = tuple(_names(rules, state)) or tuple(_flow(rules, state))
    return faults or rules.check(state)


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
    if not 0 <= state.turn <= MAX_TURN:
        yield f"there is no turn {state.turn}"
    if state.chance.drawn < 0 or state.chance.seed < 0:
        yield "the chance counter is impossible"


def _flow(rules: GameRules, state: State) -> Iterator[str]:
    sequence = rules.steps["sequence"]
    assert isinstance(sequence, SequenceStep)
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
    try:
        decide(rules, state)
    except (EngineError, AssertionError, LookupError) as error:
        yield f"the decision at {top.step}.{top.node} makes no sense ({error})"
