"""One step of a game: a state and an action in, the next state and what happened out."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import EngineError, IllegalAction, Refusal, RuleBug
from engine.flow.advance import advance
from engine.flow.sequence import sequence_of
from engine.ids import SideId
from engine.play.action import Action, Adjudicate
from engine.play.decision import Decision
from engine.play.draw import Draw
from engine.play.event import Event
from engine.play.resolution import Resolution
from engine.rules.ruleset import GameRules
from engine.state.memo import Memo
from engine.state.model import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """What applying an action gave. ``barrier`` says why it cannot be undone freely; empty if it can."""

    state: State
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]
    decision: Decision | None
    barrier: str


def decide(rules: GameRules, state: State) -> Decision | None:
    """The present decision; None when the game is over."""
    if state.over is not None:
        return None
    return _decisions.get((rules, state), lambda: _decide(rules, state))


_decisions: Memo[Decision] = Memo(2)
"""The decision found at the end of one transition is asked for again at the start of the next."""


def _decide(rules: GameRules, state: State) -> Decision:
    frame = state.flow[-1]
    ask = rules.steps[frame.step].ask(frame.node, state)
    path = sequence_of(rules.steps).paths.get(state.phase, (state.phase,))
    if ask.part:
        path = (*path, f"{state.phase}.{ask.part}")
    return Decision(ask=ask, phase=state.phase, path=path)


def begin(rules: GameRules, seed: int) -> Transition:
    """Sets a game up and runs it to its first decision.

    Raises :class:`EngineError` if the sequence of play names steps or conditions that the rules do not have,
    and :class:`RuleBug` if the rules themselves fail over what the module says.
    """
    fault = sequence_of(rules.steps).fault(rules.steps)
    if fault:
        raise EngineError(fault)
    try:
        r = Resolution(rules.setup(seed))
        advance(rules.steps, r)
    except EngineError:
        raise
    except Exception as error:
        raise RuleBug(f"setting up: {type(error).__name__}: {error}") from error
    return _transition(rules, r, None)


def refuse(rules: GameRules, state: State, side: SideId, action: Action) -> Refusal | None:
    """Why an action is illegal now, or None."""
    return _refuse(decide(rules, state), state, side, action)


def _refuse(decision: Decision | None, state: State, side: SideId, action: Action) -> Refusal | None:
    if isinstance(action, Adjudicate):
        return None
    if decision is None:
        return Refusal("the game is over", code="GAME_OVER")
    if side not in decision.sides:
        return Refusal(
            f"it is for {' and '.join(decision.sides)} to decide now",
            code="WRONG_SIDE",
            rule=decision.ask.rule,
        )
    name = kind_of(action)
    kind = decision.kind(name)
    if kind is None:
        offered = ", ".join(k.kind for k in decision.ask.kinds)
        text = f"{name} is not possible now: {decision.ask.prompt}"
        return Refusal(text, code="WRONG_PHASE", rule=decision.ask.rule, hint=f"possible now: {offered}")
    return kind.unavailable(state, side) or kind.check(state, side, action)


STRANDED = "the decision that is pending makes no sense in that position"
BEGIN_ANEW = "name the phase that begins there, too"


def apply(rules: GameRules, state: State, side: SideId, action: Action) -> Transition:
    """Checks and carries out an action; raises ``IllegalAction`` and changes nothing if refused.

    A ruleset that fails on the way changes nothing either; its fault comes out as ``RuleBug``. A position
    set up by hand in which the pending decision cannot be taken is refused.
    """
    before = decide(rules, state)
    refusal = _refuse(before, state, side, action)
    if refusal is not None:
        raise IllegalAction(refusal)
    try:
        return _carry_out(rules, before, Resolution(state), side, action)
    except EngineError:
        raise
    except Exception as error:
        if isinstance(action, Adjudicate) and before is not None:
            raise IllegalAction(Refusal(STRANDED, code="BAD_REQUEST", hint=BEGIN_ANEW)) from error
        raise RuleBug(f"{kind_of(action)} by {side}: {type(error).__name__}: {error}") from error


def _carry_out(
    rules: GameRules, before: Decision | None, r: Resolution, side: SideId, action: Action
) -> Transition:
    if isinstance(action, Adjudicate):
        faults = rules.check(r.state)
        for placement in action.cards:
            rules.put_card(r, placement)
        rules.adjudicate(r, action)
        advance(rules.steps, r)
        _refuse_new_faults(rules, r.state, faults)
    else:
        assert before is not None
        kind = before.kind(kind_of(action))
        assert kind is not None
        kind.apply(r, side, action)
        rules.after_action(r)
        advance(rules.steps, r)
    return _transition(rules, r, before)


def _refuse_new_faults(rules: GameRules, state: State, before: tuple[str, ...]) -> None:
    """Refuses a position by hand that can never be; what was wrong before may stay as it is."""
    fault = next((found for found in rules.check(state) if found not in before), None)
    if fault is not None:
        raise IllegalAction(Refusal(fault, code="BAD_REQUEST"))


def kind_of(action: Action) -> str:
    """The kind an action is tagged with."""
    return str(action.__struct_config__.tag)


def _transition(rules: GameRules, r: Resolution, before: Decision | None) -> Transition:
    after = decide(rules, r.state)
    barrier = ""
    if r.draws:
        barrier = (
            f"dice were rolled: {r.draws[-1].reason}" if r.draws[-1].faces else f"drawn: {r.draws[-1].reason}"
        )
    elif r.revealed:
        barrier = "something hidden was shown"
    elif before is None or after is None or before.sides != after.sides:
        barrier = "the decision passed to the other side" if after else "the game ended"
    events = tuple(rules.veil(r.state, event) for event in r.events)
    return Transition(state=r.state, events=events, draws=tuple(r.draws), decision=after, barrier=barrier)
