"""Charts of the landscape, and what free play tells of them."""

from engine.definition.chart import AxisDef, ChartDef
from engine.game import new_game
from engine.kit.landscape_charts import effect_charts, effects_of, group_of, kind_of_row
from engine.loading import builtin_modules, load_module
from tests.engine.editing.modules import a_module


def test_rows_decide_what_a_chart_speaks_of() -> None:
    module = load_module(builtin_modules()["afrika"])
    assert group_of(module, module.chart("hexside-movement")) == "hexsides"
    assert group_of(module, module.chart("crt")) is None
    assert kind_of_row(module, "hexsides", "escarpment-down") == "escarpment"
    assert kind_of_row(module, "terrain", "major-city") == ""
    assert [chart.id for chart in effect_charts(module, "routes")] == ["route-movement"]
    rows = [(chart.id, label) for chart, label, _ in effects_of(module, "hexsides", "escarpment")]
    assert ("hexside-combat", "escarpment-up") in rows
    assert ("hexside-movement", "escarpment-down") in rows


def test_free_play_tells_what_the_charts_say() -> None:
    chart = ChartDef(
        id="going", title="Going", rule="4.2", rows=AxisDef(id="kind", labels=("clear", "rough")),
        columns=AxisDef(id="who", labels=("foot", "wheels")), cells=((1, 1), (2, None)), source="found",
    )  # fmt: skip
    module = a_module().model_copy(update={"charts": (chart,), "ruleset": None})
    rules = new_game(module, module.scenarios[0].id, 1, {}).rules
    game_state = new_game(module, module.scenarios[0].id, 1, {}).state
    board = rules.board
    clear, rough = (
        next(n for i, n in enumerate(board.ids) if board.terrain[i] == k) for k in ("clear", "rough")
    )
    (line,) = rules.hex_notes(game_state, "all", rough)
    assert (line.text, line.amount, line.rule) == ("Going", "foot 2", "4.2")
    (line,) = rules.hex_notes(game_state, "all", clear)
    assert line.amount == "foot 1, wheels 1"
    assert rules.hex_notes(game_state, "all", "nowhere") == ()
    changed = chart.model_copy(update={"cells": ((1, 1), (5, None))})
    edited = new_game(module.model_copy(update={"charts": (changed,)}), module.scenarios[0].id, 1, {})
    assert edited.rules.hex_notes(edited.state, "all", rough)[0].amount == "foot 5"
