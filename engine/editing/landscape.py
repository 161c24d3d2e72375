"""Edits of the kinds of terrain, hexsides and routes, and of the charts that say what they do.

A chart belongs to the landscape when its rows are kinds of terrain, hexsides or routes; rows such as
`escarpment-up` and `escarpment-down` belong to their kind. A new kind gets a row of its own in each such
chart, so that the rules know it at once; a kind that goes takes its rows along, and does not go as long as
any map has it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.definition.board import BoardDef, LandscapeDef
from engine.definition.chart import Cell, ChartDef
from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, free_id, id_from, made, position_of, with_fields, with_parts
from engine.editing.checking import guarded
from engine.geometry.compiling import NO_HEX, chain_pairs
from engine.kit.landscape_charts import (
    GROUPS,
    Group,
    effect_charts,
    group_of,
    kind_of_row,
    kinds_of,
)

_TITLES: Mapping[str, str] = {"terrain": "terrain", "hexsides": "kind of hexside", "routes": "kind of route"}


@dataclass(frozen=True, slots=True)
class EffectRow:
    """One row of the chart beside the map: a kind, or one way across it, or a further row of a chart."""

    group: Group
    label: str
    kind: str
    """The id of the kind; empty for rows that are no kind of the module, such as a city."""


@dataclass(frozen=True, slots=True)
class EffectColumn:
    """One column of one chart."""

    chart: str
    label: str


def effect_columns(module: ModuleDef) -> tuple[EffectColumn, ...]:
    """All columns of all charts of the landscape, chart by chart."""
    return tuple(
        EffectColumn(chart.id, label)
        for group in GROUPS
        for chart in effect_charts(module, group)
        for label in chart.columns.labels
    )


def effect_rows(module: ModuleDef) -> tuple[EffectRow, ...]:
    """All rows: every kind in the order of the legend, both ways where a chart tells them apart, then rows
    of the charts that are no kinds.
    """
    found: list[EffectRow] = []
    for group in GROUPS:
        labels = dict.fromkeys(
            label
            for chart in effect_charts(module, group)
            for label in (chart.rows.labels if chart.rows else ())
        )
        for kind in kinds_of(module, group):
            own = [label for label in labels if kind_of_row(module, group, label) == kind.id]
            found += [EffectRow(group, label, kind.id) for label in own or [kind.id]]
        found += [EffectRow(group, name, "") for name in labels if not kind_of_row(module, group, name)]
    return tuple(found)


def set_effect(module: ModuleDef, row: EffectRow, column: EffectColumn, value: Cell) -> ModuleDef:
    """Writes one value; a chart of the same group without that row gets it, its other cells empty."""
    chart = module.charts[position_of(module.charts, column.chart)]
    if chart.rows is None or group_of(module, chart) != row.group:
        raise EditRefused(f"the chart '{chart.title}' does not speak of this", "choose another column")
    new = chart if row.label in chart.rows.labels else _with_row(chart, row.label, None)
    assert new.rows is not None
    y, x = new.rows.labels.index(row.label), new.columns.labels.index(column.label)
    old = new.cells[y][x]
    if new is chart and type(old) is type(value) and old == value:
        return module
    cells = tuple(
        tuple(value if (n, k) == (y, x) else cell for k, cell in enumerate(line))
        for n, line in enumerate(new.cells)
    )
    return guarded(module, _with_chart(module, chart, with_fields(new, {"cells": cells})))


def _with_chart(module: ModuleDef, old: ChartDef, new: ChartDef) -> ModuleDef:
    return with_parts(module, charts=tuple(new if chart is old else chart for chart in module.charts))


def _with_row(chart: ChartDef, label: str, like: str | None) -> ChartDef:
    """A chart with one more row, its cells as those of another row or empty."""
    assert chart.rows is not None
    labels = chart.rows.labels
    cells: tuple[Cell, ...] = (None,) * len(chart.columns.labels)
    if like in labels:
        cells = chart.cells[labels.index(like)]
    rows = with_fields(chart.rows, {"labels": (*labels, label)})
    return with_fields(chart, {"rows": rows, "cells": (*chart.cells, cells)})


def add_kind(module: ModuleDef, group: Group, title: str, like: str = "") -> tuple[ModuleDef, str]:
    """Adds a kind at the end of the legend, looking and counting as another one; gives its id."""
    kinds = _kinds(module, group)
    if not title.strip():
        raise EditRefused(f"a {_TITLES[group]} needs a name", "type one")
    name = free_id(id_from(title).replace("-", "_"), {kind.id for kind in kinds})
    model = next((kind for kind in kinds if kind.id == like), None)
    look = (model.look or model.id) if model is not None else ""
    values: dict[str, object] = {"id": name, "title": title.strip(), "look": "" if look == name else look}
    if model is not None:
        values |= {"land": model.land, "open": model.open, "color": model.color}
    new = with_parts(module, **{group: (*kinds, made(LandscapeDef, values))})
    for chart in effect_charts(module, group):
        assert chart.rows is not None
        own = [label for label in chart.rows.labels if kind_of_row(module, group, label) == like]
        labels = [f"{name}{label.removeprefix(like)}" for label in own] or [name]
        grown = chart
        sources: list[str | None] = [*own] or [None]
        for label, source in zip(labels, sources, strict=True):
            grown = _with_row(grown, label, source)
        new = _with_chart(new, chart, grown)
    return guarded(module, new), name


def _kinds(module: ModuleDef, group: Group) -> tuple[LandscapeDef, ...]:
    """The kinds of a group; refuses any other part of the module."""
    if group not in GROUPS:
        raise EditRefused(f"there are no kinds of '{group}'", f"one of {', '.join(GROUPS)}")
    return kinds_of(module, group)


def remove_kind(module: ModuleDef, group: Group, name: str) -> ModuleDef:
    """Takes a kind out of legend and charts; refuses one that a map still has, and tells where."""
    kinds = _kinds(module, group)
    kind = kinds[position_of(kinds, name)]
    used = list(uses(module, group, name))
    if used:
        raise EditRefused(f"{kind.title} is still used: {', '.join(used)}", "paint or clear them first")
    if len(kinds) == 1 and group == "terrain":
        raise EditRefused("a module needs a kind of terrain")
    new = with_parts(module, **{group: tuple(item for item in kinds if item is not kind)})
    for chart in effect_charts(module, group):
        new = _without_rows(module, new, group, (chart, name))
    boards = tuple(_without_letter(board, name) if group == "terrain" else board for board in new.boards)
    if any(a is not b for a, b in zip(boards, new.boards, strict=True)):
        new = with_parts(new, boards=boards)
    return guarded(module, new)


def _without_rows(module: ModuleDef, new: ModuleDef, group: Group, what: tuple[ChartDef, str]) -> ModuleDef:
    chart, name = what
    assert chart.rows is not None
    kept = [n for n, label in enumerate(chart.rows.labels) if kind_of_row(module, group, label) != name]
    if len(kept) == len(chart.rows.labels):
        return new
    if not kept:
        return with_parts(new, charts=tuple(item for item in new.charts if item is not chart))
    rows = with_fields(chart.rows, {"labels": tuple(chart.rows.labels[n] for n in kept)})
    return _with_chart(
        new, chart, with_fields(chart, {"rows": rows, "cells": tuple(chart.cells[n] for n in kept)})
    )


def _without_letter(board: BoardDef, name: str) -> BoardDef:
    if name not in board.legend.values():
        return board
    return with_fields(board, {"legend": {key: kind for key, kind in board.legend.items() if kind != name}})


def uses(module: ModuleDef, group: Group, name: str) -> Iterator[str]:
    """Where the maps have a kind, in words."""
    _kinds(module, group)
    for board in module.boards:
        count = _count(board, group, name)
        if count:
            what = {"terrain": "hex", "hexsides": "hexside", "routes": "route"}[group]
            plural = what if count == 1 else f"{what}es" if what == "hex" else f"{what}s"
            yield f"{count} {plural} of {board.title}"


def _count(board: BoardDef, group: Group, name: str) -> int:
    if group == "terrain":
        special = {spot.hex for spot in board.hexes if spot.terrain == name}
        letters = {key for key, kind in board.legend.items() if kind == name and key != NO_HEX}
        return sum(letter in letters for row in board.rows for letter in row) + len(special)
    if group == "hexsides":
        chained = sum(len(list(chain_pairs(chain))) for chain in board.chains if chain.kind == name)
        return chained + sum(side.kind == name for side in board.hexsides)
    return sum(route.kind == name for route in board.routes)


def set_kind(module: ModuleDef, group: Group, name: str, values: Mapping[str, object]) -> ModuleDef:
    """Changes how a kind is called and drawn, and whether it is land and open."""
    kinds = _kinds(module, group)
    old = kinds[position_of(kinds, name)]
    new = with_fields(old, values)
    if new is old:
        return module
    return guarded(module, with_parts(module, **{group: tuple(new if k is old else k for k in kinds)}))


def move_kind(module: ModuleDef, group: Group, name: str, by: int) -> ModuleDef:
    """Moves a kind up or down in the legend; refuses to move it beyond an end."""
    kinds = list(_kinds(module, group))
    at = position_of(tuple(kinds), name)
    if not 0 <= at + by < len(kinds):
        raise EditRefused("it is already at the end of the legend")
    kinds.insert(at + by, kinds.pop(at))
    return guarded(module, with_parts(module, **{group: tuple(kinds)}))


__all__ = [
    "GROUPS", "EffectColumn", "EffectRow", "Group", "add_kind", "effect_charts", "effect_columns",
    "effect_rows", "kind_of_row", "kinds_of", "move_kind", "remove_kind", "set_effect", "set_kind", "uses",
]  # fmt: skip
