"""All steps and action types of the game, collected from the step modules.

Every module of ``steps`` names its step classes in ``STEPS`` (each is made with the game) and the action
types of its questions in ``ACTIONS``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.flow.step import Step
from engine.play.action import Action
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.steps import (
    advance,
    battle,
    combat,
    displacement,
    exploitation,
    initialization,
    losses,
    movement,
    reinforcement,
    retreat,
    setup,
    stacking,
    supply,
)

STEPS: tuple[Callable[[AfrikaGame], Step], ...] = (
    *setup.STEPS,
    *initialization.STEPS,
    *reinforcement.STEPS,
    *movement.STEPS,
    *combat.STEPS,
    *battle.STEPS,
    *losses.STEPS,
    *retreat.STEPS,
    *advance.STEPS,
    *exploitation.STEPS,
    *supply.STEPS,
    *stacking.STEPS,
    *displacement.STEPS,
)

_ACTIONS: Sequence[type[Action]] = (
    *setup.ACTIONS,
    *initialization.ACTIONS,
    *reinforcement.ACTIONS,
    *movement.ACTIONS,
    *combat.ACTIONS,
    *battle.ACTIONS,
    *losses.ACTIONS,
    *retreat.ACTIONS,
    *advance.ACTIONS,
    *exploitation.ACTIONS,
    *supply.ACTIONS,
    *stacking.ACTIONS,
    *displacement.ACTIONS,
)


def build_steps(game: AfrikaGame) -> tuple[Step, ...]:
    """All steps, holding the compiled game."""
    return tuple(make(game) for make in STEPS)


def action_types() -> tuple[type[Action], ...]:
    """All action types of the game, each once."""
    return tuple(dict.fromkeys(_ACTIONS))
