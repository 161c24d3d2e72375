"""Rules of First Steps: move, fight, hold the town. The whole rulebook is the module's page of help."""

from __future__ import annotations

from collections.abc import Mapping

from engine.definition.module import ModuleDef
from engine.errors import EngineError
from engine.issues import near_miss
from engine.rules.freeplay_setup import chosen_options
from engine.rules.ruleset import GameRules
from engine.state.model import OptionValue
from modules.tutorial.rules.game import TutorialGame


class TutorialRuleset:
    """Compiles the scenarios of First Steps."""

    id = "tutorial"
    version = TutorialGame.version
    action_types = TutorialGame.action_types

    def compile(self, module: ModuleDef, scenario: str, options: Mapping[str, OptionValue]) -> GameRules:
        """One scenario ready to play; unknown scenarios and options raise ``EngineError``."""
        known = {found.id: found for found in module.scenarios}
        if scenario not in known:
            raise EngineError(f"there is no scenario {scenario!r}; {near_miss(scenario, known)}".rstrip("; "))
        return TutorialGame(module, known[scenario], chosen_options(module, known[scenario], options))


RULESET = TutorialRuleset()
