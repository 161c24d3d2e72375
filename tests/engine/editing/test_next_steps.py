"""A new module has nothing to mend; it is told what comes next until counters stand on a map."""

from engine.definition.piece import PieceDef
from engine.definition.scenario import SideSetupDef, WhereDef
from engine.editing.blank import Plan, blank_module
from engine.editing.change import with_fields, with_parts
from engine.editing.checking import check
from engine.editing.hints import hints
from engine.editing.next_steps import NEXT
from engine.editing.setups import place_pieces
from tests.engine.editing.modules import a_module


def test_a_new_module_is_told_one_next_step_and_nothing_else() -> None:
    module = blank_module(Plan(title="New"))
    assert check(module).findings == ()
    (step,) = hints(module)
    assert (step.issue.code, step.path) == (NEXT, ("pieces",))
    assert "counters" in step.issue.message


def test_the_first_counter_brings_the_set_up_not_complaints_about_types() -> None:
    module = blank_module(Plan(title="New"))
    side, kind = module.sides[0].id, module.types[0].id
    module = with_parts(module, pieces=(PieceDef(id="one", name="One", side=side, type=kind),))
    (step,) = hints(module)
    assert (step.issue.code, step.path) == (NEXT, ("scenarios", 0))
    assert "First scenario" in step.issue.message
    placed = place_pieces(module, module.scenarios[0].id, ("one",), WhereDef(at="0101"))
    assert hints(placed) == ()


def test_a_grown_module_hears_of_what_nothing_uses_and_of_no_next_step() -> None:
    module = a_module()
    assert len(module.pieces) >= len(module.types)
    unused = [finding for finding in hints(module) if finding.issue.code == "UNUSED"]
    idle = with_parts(
        module, types=(*module.types, with_fields(module.types[0], {"id": "idle", "title": "Idle"}))
    )
    more = [finding for finding in hints(idle) if finding.issue.code == "UNUSED"]
    assert len(more) == len(unused) + 1
    assert all(finding.issue.code != NEXT for finding in hints(idle))


def test_an_empty_set_up_of_a_grown_module_is_a_next_step() -> None:
    module = a_module()
    empty = tuple(
        with_fields(scenario, {"sides": {side: SideSetupDef() for side in scenario.sides}})
        for scenario in module.scenarios
    )
    steps = [f for f in hints(with_parts(module, scenarios=empty, schedule=())) if f.issue.code == NEXT]
    assert [step.path for step in steps] == [("scenarios", 0)]
