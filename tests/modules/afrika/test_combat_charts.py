"""Charts keyed in by the owner of a printed game rule combat at once."""

from __future__ import annotations

import pytest

from engine.definition.module import ModuleDef
from engine.errors import EngineError
from modules.afrika.rules import RULESET
from modules.afrika.rules.combat import engage, tally
from modules.afrika.rules.shifts import shifts
from tests.modules.afrika.changed_charts import with_cell
from tests.modules.afrika.combat_positions import BRESCIA, BRIGADE, EAST, FIELD, Fight, Scene, a_fight

LAYOUT = {FIELD: [BRESCIA], EAST: [BRIGADE]}


def fight_by(module: ModuleDef) -> Fight:
    """A brigade against a division, by another module's charts."""
    fight = a_fight(LAYOUT, Scene(phase="allied.combat"))
    return Fight(RULESET.compile(module, "operation-crusader", {}), fight.state)


def test_a_changed_result_is_rolled() -> None:
    fight = fight_by(with_cell("crt", "7", "1:2", "D3r2"))  # 3 to 7
    fight.attack(FIELD, BRIGADE, dice=(3, 4))
    assert fight.result == "D3r2"
    assert fight.steps(BRESCIA) == 0


def test_changed_ground_multiplies() -> None:
    fight = fight_by(with_cell("terrain-combat", "clear", "multiplier", 3))
    found = tally(fight.rules, fight.state, engage(fight.rules, fight.state, fight.number(FIELD), (BRIGADE,)))
    assert found.defense == 21 * found.scale


def test_ground_that_shifts_columns_favors_the_defender() -> None:
    fight = fight_by(with_cell("terrain-combat", "clear", "shift", 1))
    found = shifts(fight.rules, fight.state, fight.engagement(FIELD, BRIGADE))
    assert [(shift.value, shift.rule) for shift in found] == [(-1, "3.0")]


def test_a_cell_that_says_nothing_known_is_refused() -> None:
    with pytest.raises(EngineError, match="no combat result"):
        RULESET.compile(with_cell("crt", "7", "1:2", "boom"), "operation-crusader", {})
