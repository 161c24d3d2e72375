"""Edits of charts and single values: cells, rows and columns, where values come from, back to the shipped
ones.

A value somebody keys in is no longer what the program shipped: the source of the chart is asked for or
becomes `found`, and the note of a reconstruction may go.
"""

from collections.abc import Callable

from engine.definition.base import Source
from engine.definition.chart import Cell, ChartDef, ConstantDef
from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, position_of, swapped, with_fields, with_parts
from engine.editing.checking import guarded


def set_cell(module: ModuleDef, chart: str, row: int, column: int, value: Cell) -> ModuleDef:
    """Writes one cell of a chart; refuses a place outside it."""
    return set_cells(module, chart, {(row, column): value})


def set_cells(module: ModuleDef, chart: str, values: dict[tuple[int, int], Cell]) -> ModuleDef:
    """Writes many cells of a chart at once."""

    def change(old: ChartDef) -> ChartDef:
        cells = [list(row) for row in old.cells]
        for (row, column), value in values.items():
            if not (0 <= row < len(cells) and 0 <= column < len(cells[0])):
                raise EditRefused(f"the chart has no cell {row + 1}, {column + 1}")
            cells[row][column] = value
        new = tuple(tuple(row) for row in cells)
        return old if _alike(old.cells, new) else with_fields(old, {"cells": new})

    return _charted(module, chart, change)


def _alike(old: tuple[tuple[Cell, ...], ...], new: tuple[tuple[Cell, ...], ...]) -> bool:
    pairs = (pair for a, b in zip(old, new, strict=True) for pair in zip(a, b, strict=True))
    return all(type(a) is type(b) and a == b for a, b in pairs)


def set_source(module: ModuleDef, chart: str, source: Source, reasoning: str = "") -> ModuleDef:
    """Says where the values of a chart come from; a reconstruction needs its reasoning."""
    return _charted(
        module,
        chart,
        lambda old: with_fields(old, {"source": source, "reasoning": reasoning or old.reasoning}),
    )


def cell_from_text(text: str, like: Cell = None) -> Cell:
    """What a person typed as a cell: a number where it reads as one, true, false, nothing, or words.

    Where the cell held text such as `3-1`, digits stay text.
    """
    plain = text.strip()
    if not plain:
        return "" if isinstance(like, str) else None
    if isinstance(like, str):
        return plain
    if plain.lower() in ("true", "yes") and (isinstance(like, bool) or like is None):
        return True
    if plain.lower() in ("false", "no") and (isinstance(like, bool) or like is None):
        return False
    for kind in (int, float):
        try:
            return kind(plain.replace("−", "-"))
        except ValueError:
            continue
    return plain


def insert_row(module: ModuleDef, chart: str, at: int, label: str) -> ModuleDef:
    """Puts an empty row before another one; refuses a label the axis has."""

    def change(old: ChartDef) -> ChartDef:
        if old.rows is None:
            raise EditRefused("this chart has a single row", "give it a row axis first")
        labels = (*old.rows.labels[:at], label, *old.rows.labels[at:])
        empty: tuple[Cell, ...] = (None,) * len(old.columns.labels)
        cells = (*old.cells[:at], empty, *old.cells[at:])
        return with_fields(old, {"rows": with_fields(old.rows, {"labels": labels}), "cells": cells})

    return _charted(module, chart, change)


def delete_row(module: ModuleDef, chart: str, at: int) -> ModuleDef:
    """Takes a row away; refuses the last one."""

    def change(old: ChartDef) -> ChartDef:
        if old.rows is None or len(old.rows.labels) < 2:
            raise EditRefused("a chart needs a row")
        labels = (*old.rows.labels[:at], *old.rows.labels[at + 1 :])
        cells = (*old.cells[:at], *old.cells[at + 1 :])
        return with_fields(old, {"rows": with_fields(old.rows, {"labels": labels}), "cells": cells})

    return _charted(module, chart, change)


def insert_column(module: ModuleDef, chart: str, at: int, label: str) -> ModuleDef:
    """Puts an empty column before another one; refuses a label the axis has."""

    def change(old: ChartDef) -> ChartDef:
        labels = (*old.columns.labels[:at], label, *old.columns.labels[at:])
        cells = tuple((*row[:at], None, *row[at:]) for row in old.cells)
        return with_fields(old, {"columns": with_fields(old.columns, {"labels": labels}), "cells": cells})

    return _charted(module, chart, change)


def delete_column(module: ModuleDef, chart: str, at: int) -> ModuleDef:
    """Takes a column away; refuses the last one."""

    def change(old: ChartDef) -> ChartDef:
        if len(old.columns.labels) < 2:
            raise EditRefused("a chart needs a column")
        labels = (*old.columns.labels[:at], *old.columns.labels[at + 1 :])
        cells = tuple((*row[:at], *row[at + 1 :]) for row in old.cells)
        return with_fields(old, {"columns": with_fields(old.columns, {"labels": labels}), "cells": cells})

    return _charted(module, chart, change)


def set_label(module: ModuleDef, chart: str, axis: str, at: int, label: str) -> ModuleDef:
    """Renames a row or a column; `axis` is `rows` or `columns`."""

    def change(old: ChartDef) -> ChartDef:
        line = old.rows if axis == "rows" else old.columns
        if line is None or not 0 <= at < len(line.labels):
            raise EditRefused("the chart has no such line")
        labels = (*line.labels[:at], label, *line.labels[at + 1 :])
        return with_fields(old, {axis: with_fields(line, {"labels": labels})})

    return _charted(module, chart, change)


def to_shipped(module: ModuleDef, chart: str, shipped: ModuleDef) -> ModuleDef:
    """Puts a chart back as it is in another edition of the module; refuses one that was never shipped."""
    original = next((item for item in shipped.charts if item.id == chart), None)
    if original is None:
        raise EditRefused(f"the chart '{chart}' was not shipped", "undo the changes one by one")
    return _charted(module, chart, lambda old: old if old == original else original)


def set_constant(module: ModuleDef, name: str, value: Cell, source: Source = "found") -> ModuleDef:
    """Gives a single value of the rules; refuses an unknown one."""

    def change(old: ConstantDef) -> ConstantDef:
        if type(old.value) is type(value) and old.value == value:
            return old
        return with_fields(old, {"value": value, "source": source})

    return guarded(module, with_parts(module, constants=swapped(module.constants, name, change)))


def changed_charts(module: ModuleDef, shipped: ModuleDef) -> tuple[str, ...]:
    """Charts that are no longer as shipped."""
    originals = {chart.id: chart for chart in shipped.charts}
    return tuple(chart.id for chart in module.charts if chart != originals.get(chart.id))


def _charted(module: ModuleDef, name: str, change: Callable[[ChartDef], ChartDef]) -> ModuleDef:
    position_of(module.charts, name)
    return guarded(module, with_parts(module, charts=swapped(module.charts, name, change)))
