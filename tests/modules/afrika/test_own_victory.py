"""Scenarios with conditions of victory of an owner's own: judged by the game's rules, in place of the old."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from msgspec.structs import replace

from engine.definition.module import ModuleDef
from engine.definition.scenario import VersionDef
from engine.definition.victory import VictoryDef
from engine.editing.change import with_fields
from engine.editing.setups import change_version, copy_scenario
from engine.errors import EngineError
from engine.loading import builtin_modules, load_module
from engine.play.resolution import Resolution
from modules.afrika.rules import mussolini
from modules.afrika.rules.casualties import eliminate
from modules.afrika.rules.game import RULESET, AfrikaRules
from modules.afrika.rules.policy_goals import Goals
from modules.afrika.rules.settle import settle
from modules.afrika.rules.state import DEAD, data

PANZERS, ARIETE = "axis-8-6-9-1-5-21pz", "axis-6-4-8-8-med-ariete"
Change = Callable[[VersionDef], VersionDef]


@cache
def afrika() -> ModuleDef:
    return load_module(builtin_modules()["afrika"])


def rules_with(scenario: str, *conditions: dict[str, object], version: str = "short") -> AfrikaRules:
    """A copy of a scenario with these conditions alone, made ready."""
    module, name = copy_scenario(afrika(), scenario)
    victory = tuple(VictoryDef.model_validate(values) for values in conditions)
    module = change_version(module, name, version, lambda v: with_fields(v, {"victory": victory}))
    return RULESET.compile(module, name, {"version": version})


def judged(rules: AfrikaRules, turn: int, change: Callable[[Resolution], None] = lambda r: None) -> str:
    """Who wins at the end of a turn of the set-up position, after a change."""
    r = Resolution(replace(rules.setup(1), turn=turn))
    change(r)
    rules.referee.judge_turn(r)
    return winner(r)


def winner(r: Resolution) -> str:
    return r.state.over.winner if r.state.over else ""


def control(side: str, *places: str, **more: object) -> dict[str, object]:
    return {"kind": "control", "side": side, "places": places, **more}


def test_a_copy_is_judged_by_its_own_terms_not_by_its_name() -> None:
    module, name = copy_scenario(afrika(), "operation-crusader")
    rules = RULESET.compile(module, name, {"version": "short"})
    lines = [line.rule for line in rules.project(rules.setup(1), "all").victory]
    assert lines == ["8.1", "8.6", "8.6"]
    assert judged(rules, 15) == ""
    assert judged(rules, 16) == "axis"  # Tobruk is not relieved


def test_another_condition_takes_the_place_of_the_old() -> None:
    rules = rules_with("operation-crusader", {"side": "allied", "holds": control("allied", "A36.23")})
    assert judged(rules, 16) == "allied"
    taken = judged(rules, 16, lambda r: r.take_control("A36.23", "axis"))
    assert taken == "draw"


def test_sudden_death_of_an_owner_is_judged_when_an_action_is_finished() -> None:
    rules = rules_with(
        "operation-crusader",
        {"side": "axis", "sudden": True, "tested": "always", "holds": control("axis", "A36.23")},
    )
    r = Resolution(rules.setup(1))
    settle(rules, r)
    assert winner(r) == ""
    r.take_control("A36.23", "axis")
    settle(rules, r)
    assert winner(r) == "axis"


def test_losses_are_those_on_the_dead_pile_but_no_withdrawals() -> None:
    lost = {"kind": "lost", "pieces": (PANZERS, ARIETE), "least": 1}
    rules = rules_with("operation-crusader", {"side": "allied", "holds": lost})
    assert judged(rules, 16) == "draw"
    assert judged(rules, 16, lambda r: eliminate(rules, r, PANZERS, "test", "2.5")) == "allied"

    def withdraw(r: Resolution) -> None:
        r.move(ARIETE, DEAD["axis"])
        r.set_data(replace(data(r.state), withdrawn={ARIETE: 15}))

    assert judged(rules, 16, withdraw) == "draw"


def test_who_was_dead_at_the_start_is_not_lost() -> None:
    scenario = afrika().scenario("operation-crusader")
    dead = scenario.sides["allied"].dead
    assert dead
    rules = rules_with(
        "operation-crusader", {"side": "axis", "holds": {"kind": "lost", "pieces": dead, "least": 1}}
    )
    assert judged(rules, 16) == "draw"


@pytest.mark.parametrize(
    ("track", "number"), [("axis-air", 3), ("allied-shipping", 2), ("axis-supply", 9), ("allied-supply", 17)]
)
def test_resources_count(track: str, number: int) -> None:
    def give(r: Resolution) -> None:
        held = data(r.state)
        r.set_data(replace(held, air={"axis": 3, "allied": 0}, shipping={"axis": 0, "allied": 2}))

    exact = {"kind": "track", "track": track, "least": number, "most": number}
    rules = rules_with("operation-crusader", {"side": "axis", "holds": exact})
    r = Resolution(rules.setup(1))
    give(r)
    assert rules.referee.ground.track(r.state, track) == number
    assert judged(rules, 16, give) == "axis"


def test_the_mussolini_requirement_can_be_left_out() -> None:
    rules = rules_with(
        "italian-invasion", {"side": "axis", "holds": control("axis", "A61.19")}, version="campaign"
    )
    r = Resolution(replace(rules.setup(1), turn=3))
    settle(rules, r)
    rules.referee.judge_turn(r)
    assert r.state.over is None
    assert mussolini.is_violated(rules, r.state)
    assert not mussolini.may_stay(rules, r.state, (PANZERS,))


def test_a_test_of_these_rules_can_be_asked_in_any_scenario() -> None:
    holds = {"kind": "not", "of": ({"kind": "ruleset", "id": "italians-east-destroyed"},)}
    rules = rules_with("operation-compass", {"side": "axis", "holds": holds})
    assert judged(rules, 6) == "axis"
    with pytest.raises(EngineError, match="did you mean 'mussolini'"):
        rules_with("gazala", {"side": "axis", "holds": {"kind": "ruleset", "id": "mussolinni"}})


def test_computer_players_go_for_what_a_scenario_asks() -> None:
    derna = control("axis", "A26.28", "A61.19")
    rules = rules_with("gazala", {"side": "axis", "holds": derna})
    goals = Goals(rules)
    assert "A61.19" in goals.wanted["axis"]
    assert set(goals.wanted["axis"]) <= set(goals.row)
