"""The charts of a game that speak of its landscape: which they are and which kind a row belongs to.

A chart belongs to the landscape when its rows are kinds of terrain, hexsides or routes; rows such as
`escarpment-up` and `escarpment-down` belong to their kind. Rules, the editor and free play read them alike.
"""

from collections.abc import Collection, Iterator
from typing import Literal

from engine.definition.board import LandscapeDef
from engine.definition.chart import Cell, ChartDef
from engine.definition.module import ModuleDef

Group = Literal["terrain", "hexsides", "routes"]
GROUPS: tuple[Group, ...] = ("terrain", "hexsides", "routes")
WAYS = ("-up", "-down")
"""Endings of rows that speak of one way across a side."""


def kinds_of(module: ModuleDef, group: Group) -> tuple[LandscapeDef, ...]:
    """The kinds of a group in the order of the legend."""
    found: tuple[LandscapeDef, ...] = getattr(module, group)
    return found


def kind_of_row(module: ModuleDef, group: Group, label: str) -> str:
    """The kind a row speaks of; empty if it is none."""
    return _kind_among({kind.id for kind in kinds_of(module, group)}, label)


def _kind_among(names: Collection[str], label: str) -> str:
    if label in names:
        return label
    bare = next((label.removesuffix(way) for way in WAYS if label.endswith(way)), "")
    return bare if bare in names else ""


def effect_charts(module: ModuleDef, group: Group) -> tuple[ChartDef, ...]:
    """The charts whose rows are mostly kinds of a group."""
    return tuple(chart for chart in module.charts if group_of(module, chart) == group)


def group_of(module: ModuleDef, chart: ChartDef) -> Group | None:
    """The group most of whose kinds a chart has as rows; None for a chart of other things."""
    labels = chart.rows.labels if chart.rows else ()
    names = {group: {kind.id for kind in kinds_of(module, group)} for group in GROUPS}
    counts = {group: sum(bool(_kind_among(names[group], label)) for label in labels) for group in GROUPS}
    best = max(GROUPS, key=lambda group: counts[group])
    return best if labels and counts[best] * 2 >= len(labels) else None


ChartRow = tuple[ChartDef, str, tuple[Cell, ...]]
"""A chart, the label of one of its rows, and the cells of that row."""


def effects_of(module: ModuleDef, group: Group, kind: str) -> Iterator[ChartRow]:
    """What the charts say of a kind: each chart with a row of it, that row, and its cells."""
    for chart in effect_charts(module, group):
        for label, cells in zip(chart.rows.labels if chart.rows else (), chart.cells, strict=False):
            if kind_of_row(module, group, label) == kind:
                yield chart, label, cells
