"""Costs of movement read from the charts of a module."""

from engine.definition.chart import AxisDef, ChartDef
from engine.definition.module import ModuleDef
from engine.editing.change import with_parts
from engine.editing.move_costs import NEVER, move_costs
from engine.loading import builtin_modules, load_module
from tests.engine.editing.modules import a_module


def _with_chart(title: str, columns: tuple[str, ...], cells: tuple[tuple[int | str, ...], ...]) -> ModuleDef:
    module = a_module()
    chart = ChartDef(
        id="ground", title=title, rows=AxisDef(id="kind", labels=("clear", "rough")),
        columns=AxisDef(id="who", labels=columns), cells=cells, source="found",
    )  # fmt: skip
    return with_parts(module, charts=(*module.charts, chart))


def test_a_module_without_a_chart_of_movement_tells_nothing() -> None:
    costs = move_costs(_with_chart("Combat by terrain", ("shift",), ((0,), (1,))), "terrain")
    assert (costs.words, costs.of("rough")) == ("", "")


def test_each_mover_has_a_figure_and_what_is_closed_a_dash() -> None:
    costs = move_costs(_with_chart("Movement", ("foot", "track-foot"), ((1, 1), (2, -1))), "terrain")
    assert costs.words == "MP foot · track foot"
    assert (costs.of("clear"), costs.of("rough")) == ("1 · 1", f"2 · {NEVER}")
    assert costs.of("sea") == ""


def test_a_column_of_mp_is_enough() -> None:
    costs = move_costs(_with_chart("Effects", ("shift", "mp"), ((0, 1), (1, "1/2"))), "terrain")
    assert (costs.words, costs.of("rough")) == ("MP", "1/2")


def test_afrika_tells_all_three_groups() -> None:
    module = load_module(builtin_modules()["afrika"])
    assert move_costs(module, "terrain").of("salt_marsh") == "2 · 3 · road"
    assert move_costs(module, "hexsides").of("escarpment") == "2 · road · road"
    assert move_costs(module, "routes").of("railway") == NEVER
    assert move_costs(module, "terrain").words == "MP foot · motorized · armor"
