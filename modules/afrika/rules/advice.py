"""Advice: good choices now, and business left unfinished.

The step that asks the present question knows best: one that has ``suggestions`` or ``unfinished`` is an
:class:`Adviser` and is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from engine.ids import SideId
from engine.state.model import State
from engine.view.advice import Suggestion, Unfinished
from modules.afrika.rules.compiled import AfrikaGame


@runtime_checkable
class Adviser(Protocol):
    """A step that advises on its own question."""

    def suggestions(self, state: State, side: SideId) -> Iterable[Suggestion]:
        """Choices worth taking, in any order."""
        ...


@runtime_checkable
class Reminder(Protocol):
    """A step that knows what may have been forgotten."""

    def unfinished(self, state: State, side: SideId) -> Iterable[Unfinished]:
        """Things to look at before the phase is ended."""
        ...


def suggestions(game: AfrikaGame, state: State, side: SideId) -> tuple[Suggestion, ...]:
    """Choices worth taking now, best first."""
    if state.over is not None:
        return ()
    step = game.steps[state.flow[-1].step]
    found = step.suggestions(state, side) if isinstance(step, Adviser) else ()
    return tuple(sorted(found, key=lambda suggestion: -suggestion.score))


def unfinished(game: AfrikaGame, state: State, side: SideId) -> tuple[Unfinished, ...]:
    """What a side may have forgotten before it ends the present phase."""
    if state.over is not None:
        return ()
    step = game.steps[state.flow[-1].step]
    return tuple(step.unfinished(state, side)) if isinstance(step, Reminder) else ()
