"""Kinds of terrain, hexsides and routes, and the charts that say what they do."""

import pytest

from engine.definition.chart import AxisDef, ChartDef
from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.effect_table import effect_table
from engine.editing.landscape import (
    EffectColumn,
    EffectRow,
    add_kind,
    effect_charts,
    effect_columns,
    effect_rows,
    kind_of_row,
    move_kind,
    remove_kind,
    set_effect,
    set_kind,
)
from engine.editing.maps import paint_terrain
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from tests.engine.editing.modules import a_module


@pytest.fixture(scope="module")
def afrika() -> ModuleDef:
    return load_module(builtin_modules()["afrika"])


def with_chart(module: ModuleDef, rows: tuple[str, ...], cells: tuple[tuple[int, ...], ...]) -> ModuleDef:
    chart = ChartDef(
        id="going", title="Going", rows=AxisDef(id="kind", labels=rows),
        columns=AxisDef(id="who", labels=("foot", "wheels")), cells=cells, source="found",
    )  # fmt: skip
    return module.model_copy(update={"charts": (chart,)})


def test_charts_of_the_landscape_are_found(afrika: ModuleDef) -> None:
    assert [chart.id for chart in effect_charts(afrika, "terrain")] == ["terrain-combat", "terrain-movement"]
    assert {chart.id for chart in effect_charts(afrika, "hexsides")} == {"hexside-combat", "hexside-movement"}
    assert [chart.id for chart in effect_charts(afrika, "routes")] == ["route-movement"]
    columns = effect_columns(afrika)
    assert EffectColumn("terrain-combat", "multiplier") in columns
    assert len(columns) == 2 + 3 + 2 + 3 + 1


def test_rows_follow_the_legend_and_tell_both_ways(afrika: ModuleDef) -> None:
    rows = effect_rows(afrika)
    terrain = [row.kind for row in rows if row.group == "terrain" and row.kind]
    assert terrain == [kind.id for kind in afrika.terrain]
    slopes = [row.label for row in rows if row.kind == "escarpment"]
    assert slopes == ["escarpment-up", "escarpment-down"]
    assert EffectRow("terrain", "major-city", "") in rows
    assert EffectRow("hexsides", "box", "") in rows
    assert kind_of_row(afrika, "hexsides", "escarpment-up") == "escarpment"
    rough = next(row for row in rows if row.label == "rough")
    table = effect_table(afrika)
    y = rows.index(rough)
    own = table.columns.index(EffectColumn("terrain-movement", "armor"))
    other = table.columns.index(EffectColumn("hexside-movement", "armor"))
    assert table.rows == rows
    assert table.places[y, own] == (2, 2)
    assert table.cell(y, own) == afrika.chart("terrain-movement").cell("rough", "armor")
    assert (y, own) in table.fitting
    assert (y, other) not in table.places
    assert table.cell(y, other) is None
    assert (y, other) not in table.fitting
    assert table.kinds[y] is next(kind for kind in afrika.terrain if kind.id == "rough")
    assert table.charts[own] is afrika.chart("terrain-movement")


def test_a_changed_value_is_used_by_the_rules_at_once(afrika: ModuleDef) -> None:
    row, column = EffectRow("terrain", "rough", "rough"), EffectColumn("terrain-movement", "foot")
    changed = set_effect(afrika, row, column, 5)
    assert changed.chart("terrain-movement").cell("rough", "foot") == 5
    before, after = (
        new_game(module, module.scenarios[0].id, 1, {}).rules.charts.terrain["rough"]  # type: ignore[attr-defined]
        for module in (afrika, changed)
    )
    assert before != after
    assert set_effect(changed, row, column, 5) is changed
    with pytest.raises(EditRefused, match="does not speak of this"):
        set_effect(afrika, row, EffectColumn("hexside-combat", "attack"), 1)


def test_a_row_a_chart_lacks_is_added() -> None:
    module = with_chart(a_module(), ("clear", "rough"), ((1, 1), (2, 3)))
    sea = EffectRow("terrain", "sea", "sea")
    assert sea in effect_rows(module)
    table = effect_table(module)
    at = table.rows.index(sea), table.columns.index(EffectColumn("going", "foot"))
    assert table.cell(*at) is None
    assert at in table.fitting
    new = set_effect(module, sea, EffectColumn("going", "wheels"), 9)
    assert new.charts[0].rows is not None
    assert new.charts[0].rows.labels == ("clear", "rough", "sea")
    assert new.charts[0].cells[2] == (None, 9)


def test_a_new_kind_counts_as_its_model(afrika: ModuleDef) -> None:
    new, name = add_kind(afrika, "terrain", "Gravel plain", "rough")
    assert name == "gravel_plain"
    assert new.terrain[-1].look == "rough"
    assert new.chart("terrain-movement").cell(name, "armor") == afrika.chart("terrain-movement").cell(
        "rough", "armor"
    )
    assert new.chart("terrain-combat").cell(name, "multiplier") == 2
    again, other = add_kind(new, "terrain", "Gravel plain", "rough")
    assert other != name
    sloped, slope = add_kind(again, "hexsides", "Bluff", "escarpment")
    labels = sloped.chart("hexside-movement").rows
    assert labels is not None
    assert {f"{slope}-up", f"{slope}-down"} <= set(labels.labels)
    painted = paint_terrain(sloped, "north-africa", ["A31.17"], name)
    assert new_game(painted, painted.scenarios[0].id, 1, {}).decision is not None
    with pytest.raises(EditRefused, match="needs a name"):
        add_kind(afrika, "terrain", "  ")


def test_a_kind_in_use_does_not_go_and_tells_where(afrika: ModuleDef) -> None:
    with pytest.raises(EditRefused, match=r"Rough is still used: \d+ hexes of North Africa"):
        remove_kind(afrika, "terrain", "rough")
    with pytest.raises(EditRefused, match="hexsides of North Africa"):
        remove_kind(afrika, "hexsides", "escarpment")
    with pytest.raises(EditRefused, match="routes of North Africa"):
        remove_kind(afrika, "routes", "road")


def test_a_kind_that_goes_takes_its_rows_along(afrika: ModuleDef) -> None:
    new, name = add_kind(afrika, "terrain", "Gravel", "rough")
    painted = paint_terrain(new, "north-africa", ["A31.17"], name)
    cleared = paint_terrain(painted, "north-africa", ["A31.17"], "clear")
    assert name in cleared.boards[0].legend.values()
    gone = remove_kind(cleared, "terrain", name)
    assert gone.charts == afrika.charts
    assert gone.terrain == afrika.terrain
    assert name not in gone.boards[0].legend.values()


def test_names_looks_and_order(afrika: ModuleDef) -> None:
    new = set_kind(afrika, "terrain", "rough", {"title": "Broken ground", "color": "#c8b078"})
    assert next(kind for kind in new.terrain if kind.id == "rough").color == "#c8b078"
    assert set_kind(new, "terrain", "rough", {"title": "Broken ground"}) is new
    with pytest.raises(EditRefused):
        set_kind(afrika, "terrain", "rough", {"color": "brown"})
    moved = move_kind(afrika, "terrain", "rough", -1)
    assert [kind.id for kind in moved.terrain][1:3] == ["rough", "clear"]
    with pytest.raises(EditRefused, match="end of the legend"):
        move_kind(afrika, "terrain", "sea", -1)
