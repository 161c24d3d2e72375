"""Entries of a schedule that the rules of a module pass over are flagged, with the place and a remedy."""

import pytest

from engine.definition.module import ModuleDef
from engine.editing.checking import Finding, check
from engine.editing.pieces import duplicate_pieces
from engine.editing.remedies import remedies_for
from engine.editing.schedule import add_entry
from engine.loading import builtin_modules, load_module
from engine.rules.registry import schedule_actions
from tests.engine.editing.modules import a_module

RED, OTHER = "1-red-inf", "2-red-inf"


def under(ruleset: str | None, *actions: str) -> ModuleDef:
    """The small module with other rules and one entry of each kind."""
    base = duplicate_pieces(a_module(), [RED], copies=1)
    module = base.model_copy(update={"ruleset": ruleset, "schedule": ()})
    for turn, action in enumerate(actions, 2):
        entry: dict[str, object] = {"turn": turn, "side": "allied", "action": action, "pieces": (RED,)}
        if action == "upgrade":
            entry["into"] = {RED: OTHER}
        module = add_entry(module, entry)
    return module


def passed_over(module: ModuleDef) -> list[Finding]:
    return [found for found in check(module).findings if found.issue.code == "NOT_PLAYED"]


@pytest.mark.parametrize("ruleset", ["no_retreat_2", "battle_for_north_africa"])
def test_rules_without_a_schedule_play_none_of_it(ruleset: str) -> None:
    first, second = passed_over(under(ruleset, "upgrade", "withdraw"))
    assert [found.path for found in (first, second)] == [("schedule", 0, "action"), ("schedule", 1, "action")]
    assert first.issue.severity == "warning"
    assert first.issue.message == f"turn 2: the rules '{ruleset}' do not play 'upgrade'; nothing happens then"


@pytest.mark.parametrize("ruleset", [None, "free-play", "afrika", "not-there"])
def test_free_play_and_rules_with_a_schedule_are_not_blamed(ruleset: str | None) -> None:
    assert passed_over(under(ruleset, "upgrade", "withdraw")) == []


def test_the_entry_can_be_dropped_at_once() -> None:
    module = under("no_retreat_2", "withdraw")
    (finding,) = passed_over(module)
    (remedy,) = remedies_for(module, finding)
    assert remedy.words == "Drop the entry"
    assert remedy.edit(module).schedule == ()


def test_what_rules_play() -> None:
    assert schedule_actions("no_retreat_2") == frozenset()
    assert schedule_actions("afrika") is None
    assert schedule_actions("../escape") is None


def test_the_games_of_the_program_have_no_such_entry() -> None:
    for path in builtin_modules().values():
        assert passed_over(load_module(path)) == []


def test_a_named_rule_for_a_place_that_the_rules_do_not_have() -> None:
    module = load_module(builtin_modules()["afrika"])
    entry = next(n for n, found in enumerate(module.schedule) if found.choice)
    assert [found.issue.code for found in check(module).findings] == []
    schedule = list(module.schedule)
    schedule[entry] = schedule[entry].model_copy(update={"choice": "supplied-friendly-hexes"})
    (told,) = check(module.model_copy(update={"schedule": tuple(schedule)})).findings
    assert (told.issue.code, told.issue.severity) == ("NO_CHOICE", "warning")
    assert told.path == ("schedule", entry, "choice")
    assert told.issue.hint == "did you mean 'supplied-friendly-hex'?"
