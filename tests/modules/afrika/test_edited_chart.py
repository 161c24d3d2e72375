"""Cells of the CRT changed in the editor: the next preview of a battle shows them, on a copy of the game."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from engine.definition.chart import ChartDef
from engine.definition.module import ModuleDef
from engine.editing.chart_tables import pasted
from engine.editing.charts import to_shipped
from engine.errors import EngineError
from engine.loading import builtin_modules, load_module
from engine.loading.writer import save_module
from engine.view.preview import Preview
from modules.afrika.rules.combat_actions import DeclareAttack
from modules.afrika.rules.game import RULESET
from tests.modules.afrika.combat_positions import EAST, FIELD, PAVIA, TANKS_4, Fight, Scene, a_fight

T = TypeVar("T")


def preview(fight: Fight) -> Preview:
    found = fight.kind("declare-attack").preview(
        fight.state, fight.side, DeclareAttack(target=FIELD, attackers=(TANKS_4,))
    )
    assert found is not None
    return found


def by_the_rules_of(module: ModuleDef, fight: Fight) -> Fight:
    """The same position under the charts of another module."""
    rules = RULESET.compile(module, fight.rules.scenario.id, dict(fight.rules.options))
    return Fight(rules, fight.state)


def test_the_preview_reads_the_changed_cells(tmp_path: Path) -> None:
    fight = a_fight({FIELD: [PAVIA], EAST: [TANKS_4]}, Scene(phase="allied.combat"))
    shipped = load_module(builtin_modules()["afrika"])
    before = preview(fight)
    column = before.columns[before.final]
    table = "\n".join(f"{roll}\tD6r5" for roll in range(2, 13))
    save_module(pasted(shipped, "crt", (0, 0), f"roll\t{column}\n{table}"), tmp_path / "copy")
    copied = load_module(tmp_path / "copy")
    after = preview(by_the_rules_of(copied, fight))
    assert after.columns[after.final] == column
    (result,) = after.results
    assert result.chances == after.out_of
    assert result.text not in {found.text for found in before.results}
    assert preview(by_the_rules_of(to_shipped(copied, "crt", shipped), fight)) == before


@pytest.mark.parametrize("chart", [chart.id for chart in load_module(builtin_modules()["afrika"]).charts])
def test_a_chart_without_a_line_is_refused_by_its_name(chart: str) -> None:
    """Whatever the rules miss they say so in words; a line they do not need may go."""
    module = load_module(builtin_modules()["afrika"])
    for lacking in without_a_line(module.chart(chart)):
        charts = tuple(lacking if found.id == chart else found for found in module.charts)
        refused = refusal_of(module.model_copy(update={"charts": charts}))
        assert not refused or f"'{chart}'" in refused


def refusal_of(module: ModuleDef) -> str:
    """What the rules say of a module whose charts they cannot read; empty if they can."""
    try:
        RULESET.read_charts(module)
    except EngineError as error:
        return str(error)
    return ""


def without_a_line(chart: ChartDef) -> Iterator[ChartDef]:
    """The chart without each of its rows, and without each of its columns."""
    if chart.rows is not None:
        for n in range(len(chart.rows.labels)):
            rows = chart.rows.model_copy(update={"labels": dropped(chart.rows.labels, n)})
            yield chart.model_copy(update={"rows": rows, "cells": dropped(chart.cells, n)})
    for n in range(len(chart.columns.labels)):
        columns = chart.columns.model_copy(update={"labels": dropped(chart.columns.labels, n)})
        cells = tuple(dropped(row, n) for row in chart.cells)
        yield chart.model_copy(update={"columns": columns, "cells": cells})


def dropped(items: tuple[T, ...], n: int) -> tuple[T, ...]:
    return items[:n] + items[n + 1 :]
