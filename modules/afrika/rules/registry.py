"""All steps and action types of the game, collected from the step modules.

Every module of ``steps`` names its step classes in ``STEPS`` (each made with the game) and the action types
it defines in ``ACTIONS``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from types import ModuleType

from engine.flow.step import Step
from engine.play.action import Action
from modules.afrika.rules.compiled import AfrikaGame

MODULES = (
    "setup",
    "initialization",
    "reinforcement",
    "movement",
    "combat",
    "battle",
    "exploitation",
    "supply",
    "end_turn",
    "stacking",
    "displacement",
    "losses",
    "retreat",
    "advance",
)


def _step_modules() -> Iterable[ModuleType]:
    for name in MODULES:
        path = f"modules.afrika.rules.steps.{name}"
        if find_spec(path) is not None:
            yield importlib.import_module(path)


def build_steps(game: AfrikaGame) -> tuple[Step, ...]:
    """All steps, holding the compiled game."""
    makers: list[Callable[[AfrikaGame], Step]] = [
        maker for module in _step_modules() for maker in module.STEPS
    ]
    return tuple(maker(game) for maker in makers)


def action_types() -> tuple[type[Action], ...]:
    """All action types of the game."""
    return tuple(dict.fromkeys(action for module in _step_modules() for action in module.ACTIONS))
