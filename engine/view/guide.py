"""Where a guide stands in a running game: which steps belong to it, and whether a step is done.

Pure questions about a position and the actions since the step began; whoever shows the guide keeps count.
"""

from collections.abc import Iterable

from engine.codec import tag_of
from engine.definition.guide import GuideStepDef, UntilDef
from engine.ids import SideId
from engine.play.action import Action
from engine.rules.ruleset import GameRules
from engine.state.model import State


def guide_of(rules: GameRules) -> tuple[GuideStepDef, ...]:
    """The steps of a scenario's guide that belong to a game with these options."""
    options = tuple(rules.options.items())
    return tuple(step for step in rules.scenario.guide if step.is_in(options))


def is_done(step: GuideStepDef, state: State, taken: Iterable[tuple[SideId, Action]]) -> bool:
    """Whether a step's wait is over, given what was taken since it began; never for steps without one."""
    actions = tuple(taken)
    return any(_holds(until, state, actions) for until in step.until)


def _holds(until: UntilDef, state: State, actions: tuple[tuple[SideId, Action], ...]) -> bool:
    if until.action is not None and not any(
        tag_of(type(action)) == until.action and until.side in (None, side) for side, action in actions
    ):
        return False
    if until.phase is not None and state.phase != until.phase:
        return False
    if until.turn is not None and state.turn < until.turn:
        return False
    if until.piece is None:
        return True
    piece = state.pieces.get(until.piece)
    return piece is not None and piece.at in until.at
