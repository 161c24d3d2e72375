"""Rules of No Retreat 2 (draft: the combat phases 13.0 to 13.7)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.definition.module import ModuleDef
from engine.rules.ruleset import GameRules
from engine.state.model import OptionValue
from modules.no_retreat_2.rules.compiled import NoRetreat2Game
from modules.no_retreat_2.rules.effect_words import EFFECTS


class NoRetreat2Ruleset:
    """Compiles scenarios of No Retreat 2."""

    id = "no_retreat_2"
    version = NoRetreat2Game.version
    effects = EFFECTS

    def compile(self, module: ModuleDef, scenario: str, options: Mapping[str, OptionValue]) -> GameRules:
        """One scenario ready to play; unknown options raise ``EngineError``."""
        return NoRetreat2Game(module, scenario, options)


RULESET = NoRetreat2Ruleset()
