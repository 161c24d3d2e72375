"""The steps of The Battle for North Africa, one file a phase or procedure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.flow.step import Step
from modules.battle_for_north_africa.rules.steps.activation import ActivationStep
from modules.battle_for_north_africa.rules.steps.initiative import CommandersStep, InitiativeStep
from modules.battle_for_north_africa.rules.steps.planning import AllocateStep, LeadStep, PlanStep
from modules.battle_for_north_africa.rules.steps.primary import PrimaryStep

if TYPE_CHECKING:
    from modules.battle_for_north_africa.rules.compiled import NorthAfricaGame


def all_steps(game: NorthAfricaGame) -> tuple[Step, ...]:
    """Every step of this game."""
    return (
        CommandersStep(game),
        InitiativeStep(game),
        AllocateStep(game),
        PlanStep(game),
        LeadStep(game),
        PrimaryStep(game),
        ActivationStep(game),
    )
