"""A sequence of play that names what the rules do not have: told before a game begins, never a crash."""

from __future__ import annotations

import pytest

from engine.definition.module import ModuleDef
from engine.definition.sequence import PhaseDef
from engine.errors import EngineError, RuleBug
from engine.game import Game, new_game
from engine.loading import load_module, module_place
from tests.engine.toy import ToyRules


def tutorial(**changes: object) -> ModuleDef:
    """The tutorial with its first phase that names a step changed."""
    module = load_module(module_place("tutorial"))
    done: list[str] = []

    def changed(phase: PhaseDef) -> PhaseDef:
        inner = tuple(changed(part) for part in phase.phases)
        if phase.step and not done:
            done.append(phase.id)
            return phase.model_copy(update={**changes, "phases": inner})
        return phase.model_copy(update={"phases": inner})

    return module.model_copy(update={"sequence": tuple(changed(phase) for phase in module.sequence)})


def begin(module: ModuleDef) -> Game:
    return new_game(module, module.scenarios[0].id, 1)


def test_the_sequence_as_shipped_is_played() -> None:
    assert begin(tutorial()).decision is not None


def test_an_unknown_step_is_told_with_its_phase() -> None:
    module = tutorial(step="tutorial.nothing", title="Weather")
    with pytest.raises(EngineError, match=r"phase 'Weather' names the step 'tutorial\.nothing'"):
        begin(module)


def test_an_unknown_condition_is_told_with_those_there_are() -> None:
    module = tutorial(when="nonsense", title="Weather")
    with pytest.raises(EngineError, match=r"'Weather' is played only if 'nonsense'.*they know none"):
        begin(module)


def test_a_sequence_without_any_step_is_told() -> None:
    with pytest.raises(EngineError, match="no phase of the sequence of play"):
        begin(tutorial().model_copy(update={"sequence": ()}))


def test_rules_that_fail_while_setting_up_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(self: ToyRules, seed: int) -> None:
        raise KeyError("no such thing")

    monkeypatch.setattr(ToyRules, "setup", stumble)
    with pytest.raises(RuleBug, match="setting up: KeyError: 'no such thing'"):
        Game(ToyRules(), 1)
