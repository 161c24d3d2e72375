"""Differences between terms of victory are told sentence by sentence."""

from engine.definition.victory import VictoryDef
from engine.editing.change import with_fields
from engine.editing.comparing import compare_modules, compare_scenarios
from engine.editing.setups import change_version, copy_scenario
from engine.editing.victory import add_condition
from tests.engine.editing.modules import a_module

HOME = ("scenarios", 0, "versions", 0)


def test_a_new_condition_is_told_by_its_sentence() -> None:
    before = a_module()
    after = add_condition(before, HOME).module
    told = [change.words() for change in compare_modules(before, after)]
    assert told == ["A Meeting: victory, Whole: Blue: Holds Westhaven at the end of turn 4.: new"]
    back = [change.words() for change in compare_modules(after, before)]
    assert back == ["A Meeting: victory, Whole: Blue: Holds Westhaven at the end of turn 4.: gone"]


def test_another_last_turn_changes_the_sentences_too() -> None:
    before = add_condition(a_module(), HOME).module
    after, name = copy_scenario(before, "meeting")
    after = change_version(after, name, "campaign", lambda v: with_fields(v, {"last_turn": 3}))
    pair = after.scenario("meeting"), after.scenario(name)
    told = [change.words() for change in compare_scenarios(*pair, {}, (after, after))]
    assert "last turn, Whole: 4 → 3" in told
    assert "victory, Whole: Blue: Holds Westhaven at the end of turn 3.: new" in told


def test_lengths_that_come_and_go_and_orders() -> None:
    module = a_module()
    one, other = (VictoryDef(side="axis", text=text) for text in ("First.", "Second."))
    before = change_version(module, "meeting", "short", lambda v: with_fields(v, {"victory": (one, other)}))
    after = change_version(module, "meeting", "short", lambda v: with_fields(v, {"victory": (other, one)}))
    assert [c.words() for c in compare_modules(before, after)] == [
        "A Meeting: victory, Short: in another order → as it is now"
    ]
    scenario = before.scenario("meeting")
    cut = scenario.model_copy(update={"versions": scenario.versions[:1]})
    assert [c.words() for c in compare_scenarios(scenario, cut, {}, (before, before))] == [
        "length short: gone"
    ]
