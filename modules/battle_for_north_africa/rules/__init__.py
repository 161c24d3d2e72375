"""Rules of The Battle for North Africa (draft: allocation and activation 4.1 to 4.6)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.definition.module import ModuleDef
from engine.rules.ruleset import GameRules
from engine.state.model import OptionValue
from modules.battle_for_north_africa.rules.compiled import NorthAfricaGame


class NorthAfricaRuleset:
    """Compiles scenarios of The Battle for North Africa."""

    id = "battle_for_north_africa"
    version = NorthAfricaGame.version

    def compile(self, module: ModuleDef, scenario: str, options: Mapping[str, OptionValue]) -> GameRules:
        """One scenario ready to play; unknown options raise ``EngineError``."""
        return NorthAfricaGame(module, scenario, options)


RULESET = NorthAfricaRuleset()
