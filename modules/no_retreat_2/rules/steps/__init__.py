"""The steps of No Retreat 2, one file a phase or procedure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.flow.step import Step
from modules.no_retreat_2.rules.steps.battle import BattleStep
from modules.no_retreat_2.rules.steps.card import CardStep
from modules.no_retreat_2.rules.steps.combat import CombatStep

if TYPE_CHECKING:
    from modules.no_retreat_2.rules.compiled import NoRetreat2Game


def all_steps(game: NoRetreat2Game) -> tuple[Step, ...]:
    """Every step of this game."""
    return (CombatStep(game), BattleStep(game), CardStep(game))
