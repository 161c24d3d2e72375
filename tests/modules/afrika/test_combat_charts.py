"""Charts keyed in by the owner of a printed game rule combat at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import modules.afrika
from engine.definition.chart import Cell, ChartDef
from engine.definition.module import ModuleDef
from engine.errors import EngineError
from engine.loading.loader import load_module
from modules.afrika.rules import RULESET
from modules.afrika.rules.combat import engage, tally
from modules.afrika.rules.shifts import shifts
from tests.modules.afrika.combat_positions import BRESCIA, BRIGADE, EAST, FIELD, Fight, Scene, a_fight

LAYOUT = {FIELD: [BRESCIA], EAST: [BRIGADE]}


def with_cell(chart: str, row: str, column: str, value: Cell) -> ModuleDef:
    """The module with one cell of a chart changed."""
    module = load_module(Path(next(iter(modules.afrika.__path__))))
    charts = tuple(
        _changed(found, row, column, value) if found.id == chart else found for found in module.charts
    )
    return module.model_copy(update={"charts": charts})


def _changed(chart: ChartDef, row: str, column: str, value: Cell) -> ChartDef:
    assert chart.rows is not None
    cells = [list(line) for line in chart.cells]
    cells[chart.rows.labels.index(row)][chart.columns.labels.index(column)] = value
    return chart.model_copy(update={"cells": tuple(tuple(line) for line in cells)})


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
