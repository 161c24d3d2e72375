"""Rules that stumble over a module say so; whoever asked does not crash."""

from __future__ import annotations

import pytest

from engine.editing.charts import set_cell
from engine.errors import EngineError, RuleBug
from engine.loading import load_module, module_place
from engine.rules.freeplay import RULESET
from engine.rules.registry import chart_fault, rules_of


def test_a_module_the_rules_cannot_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise KeyError("gone")

    module = load_module(module_place("tutorial")).model_copy(update={"ruleset": None})
    monkeypatch.setattr(type(RULESET), "compile", stumble)
    with pytest.raises(RuleBug, match="'free-play' cannot read the module: KeyError: 'gone'"):
        rules_of(module, module.scenarios[0].id, {})


def test_afrika_names_the_value_it_misses() -> None:
    module = load_module(module_place("afrika"))
    left = tuple(value for value in module.constants if value.id != "bardia-fort")
    with pytest.raises(EngineError, match="no constant 'bardia-fort'"):
        rules_of(module.model_copy(update={"constants": left}), "gazala", {})


def test_rules_say_what_they_cannot_read_in_a_chart_without_a_scenario() -> None:
    module = load_module(module_place("afrika"))
    assert chart_fault(module) == ""
    assert "'XX'" in chart_fault(set_cell(module, "crt", 0, 0, "XX"))
    free = module.model_copy(update={"ruleset": None})
    assert chart_fault(set_cell(free, "crt", 0, 0, "XX")) == ""
    assert chart_fault(module.model_copy(update={"ruleset": "not-there", "charts": ()})) == ""
