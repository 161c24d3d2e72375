"""Charts as tables of text: for a spreadsheet's clipboard and as CSV files, out and in.

The first line holds the labels of the columns behind a corner, each further line a row label and its cells.
A block without labels is pasted where the cursor is; one that brings the chart's own labels finds its place
by them.
"""

import csv
import io
from collections.abc import Mapping

from engine.definition.chart import Cell, ChartDef
from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, made, position_of, swapped, with_fields, with_parts
from engine.editing.charts import cell_from_text, set_cells
from engine.editing.checking import guarded
from engine.editing.csv_text import MAX_LINES, Difference, TableImport, lines_text

Lines = tuple[tuple[str, ...], ...]
ONLY_ROW = "value"
"""The label of the row of a chart that has just one."""


def cell_text(cell: Cell) -> str:
    """A cell as a person types it."""
    if cell is None:
        return ""
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


def row_labels(chart: ChartDef) -> tuple[str, ...]:
    """Labels of all rows."""
    return chart.rows.labels if chart.rows else (ONLY_ROW,)


def chart_to_text(chart: ChartDef, mark: str = ",") -> str:
    """The whole chart with its labels; with tabs between the cells for a clipboard."""
    corner = chart.rows.id if chart.rows else chart.id
    lines = [(corner, *chart.columns.labels)]
    lines += [
        (label, *map(cell_text, row)) for label, row in zip(row_labels(chart), chart.cells, strict=True)
    ]
    return lines_text(lines, mark)


def block_to_text(chart: ChartDef, rows: range, columns: range) -> str:
    """Some cells without labels, for a clipboard."""
    return lines_text([[cell_text(chart.cells[r][c]) for c in columns] for r in rows], "\t")


def lines_of(text: str) -> Lines:
    """Cells of a text out of a spreadsheet or a CSV file; refuses what is no table."""
    plain = text.removeprefix("\ufeff")
    first = plain.split("\n", 1)[0]
    mark = "\t" if "\t" in plain else max((",", ";"), key=first.count)
    try:
        rows = [tuple(cells) for cells in csv.reader(io.StringIO(plain), delimiter=mark, strict=True)]
    except csv.Error as error:
        raise EditRefused(f"this is no table ({error})", "copy the cells again") from None
    found = tuple(row for row in rows if any(cell.strip() for cell in row) or len(row) > 1)
    if not found:
        raise EditRefused("there is nothing to paste", "copy some cells first")
    if len(found) > MAX_LINES or max(map(len, found)) > MAX_LINES:
        raise EditRefused("the table is too big for a chart", "copy fewer cells")
    if len({len(row) for row in found}) > 1:
        raise EditRefused("the lines have different numbers of cells", "copy a rectangle of cells")
    return found


def pasted(module: ModuleDef, name: str, at: tuple[int, int], text: str) -> ModuleDef:
    """Writes a block of cells, by its labels if it has the chart's own, else from a cell on."""
    chart, lines = module.charts[position_of(module.charts, name)], lines_of(text)
    places = _by_labels(chart, lines) or _from(chart, lines, at)
    values = {
        place: typed(raw, like=chart.cells[place[0]][place[1]], chart=chart) for place, raw in places.items()
    }
    return set_cells(module, name, values)


def _by_labels(chart: ChartDef, lines: Lines) -> dict[tuple[int, int], str]:
    columns, rows = chart.columns.labels, row_labels(chart)
    heads = [cell.strip() for cell in lines[0][1:]]
    names = [line[0].strip() for line in lines[1:]]
    if not heads or not names or not set(heads) <= set(columns) or not set(names) <= set(rows):
        return {}
    return {
        (rows.index(label), columns.index(head)): cell
        for label, line in zip(names, lines[1:], strict=True)
        for head, cell in zip(heads, line[1:], strict=True)
    }


def _from(chart: ChartDef, lines: Lines, at: tuple[int, int]) -> dict[tuple[int, int], str]:
    height, width = len(chart.cells), len(chart.columns.labels)
    row, column = at
    if row < 0 or column < 0:
        raise EditRefused("the chart has no such cell", "choose the cell to begin at")
    if row + len(lines) > height or column + len(lines[0]) > width:
        size = f"{len(lines)} × {len(lines[0])}"
        raise EditRefused(
            f"the block of {size} cells does not fit here: the chart has {height} × {width}",
            "start further up or left, or add rows and columns first",
        )
    return {(row + r, column + c): cell for r, line in enumerate(lines) for c, cell in enumerate(line)}


def typed(text: str, like: Cell, chart: ChartDef) -> Cell:
    """A text as a cell of a chart, of the same sort as the cell it replaces or as its neighbors."""
    if like is None:
        known = [cell for row in chart.cells for cell in row if cell is not None]
        is_words = bool(known) and all(isinstance(cell, str) for cell in known)
        return cell_from_text(text, like="" if is_words and text.strip() else None)
    cell = cell_from_text(text, like=like)
    is_whole = isinstance(cell, int) and not isinstance(cell, bool)
    return float(cell) if isinstance(like, float) and is_whole and cell is not None else cell


def chart_from_csv(module: ModuleDef, name: str, text: str) -> TableImport:
    """The module with a chart as a table says it, labels included; refuses the whole for one fault."""
    old, lines = module.charts[position_of(module.charts, name)], lines_of(text)
    heads = tuple(cell.strip() for cell in lines[0][1:])
    labels = tuple(line[0].strip() for line in lines[1:])
    if not heads or not labels:
        raise EditRefused(
            "the table has no cells", "its first line names the columns, its first column the rows"
        )
    if old.rows is None and labels != (ONLY_ROW,):
        raise EditRefused(f"this chart has a single row, named '{ONLY_ROW}'", "give it a row axis first")
    known = _known(old)
    cells = tuple(
        tuple(typed(cell, known.get((label, head)), old) for head, cell in zip(heads, line[1:], strict=True))
        for label, line in zip(labels, lines[1:], strict=True)
    )
    new = _with_table(old, heads, labels, cells)
    differences = tuple(_differences(old, new))
    if not differences:
        return TableImport(module, ())
    charts = swapped(module.charts, name, lambda _old: new)
    return TableImport(guarded(module, with_parts(module, charts=charts)), differences)


def _known(chart: ChartDef) -> Mapping[tuple[str, str], Cell]:
    return {
        (label, head): cell
        for label, row in zip(row_labels(chart), chart.cells, strict=True)
        for head, cell in zip(chart.columns.labels, row, strict=True)
    }


def _with_table(
    old: ChartDef, heads: tuple[str, ...], labels: tuple[str, ...], cells: tuple[tuple[Cell, ...], ...]
) -> ChartDef:
    kept = {field: getattr(old, field) for field in type(old).model_fields}
    rows = with_fields(old.rows, {"labels": labels}) if old.rows else None
    columns = with_fields(old.columns, {"labels": heads})
    return made(ChartDef, {**kept, "rows": rows, "columns": columns, "cells": cells})


def _differences(old: ChartDef, new: ChartDef) -> list[Difference]:
    before, after = _known(old), _known(new)
    found = []
    for axis, a, b in (
        ("row", row_labels(old), row_labels(new)),
        ("column", old.columns.labels, new.columns.labels),
    ):
        found += [Difference("gone", f"{axis} {label}") for label in a if label not in b]
        found += [Difference("new", f"{axis} {label}") for label in b if label not in a]
        if sorted(a) == sorted(b) and a != b:
            found.append(Difference("changed", f"{axis}s", (("order", ", ".join(a), ", ".join(b)),)))
    for key, cell in after.items():
        was = before.get(key, cell)
        if (type(was), was) != (type(cell), cell):
            label, head = key
            pair = (("", cell_text(was), cell_text(cell)),)
            found.append(Difference("changed", f"row {label}, column {head}", pair))
    return found


def move_line(module: ModuleDef, name: str, axis: str, at: int, to: int) -> ModuleDef:
    """Moves a row or a column to another place."""

    def change(old: ChartDef) -> ChartDef:
        line = old.rows if axis == "rows" else old.columns
        if line is None or not (0 <= at < len(line.labels) and 0 <= to < len(line.labels)):
            raise EditRefused("the chart has no such line")
        order = list(range(len(line.labels)))
        order.insert(to, order.pop(at))
        labels = tuple(line.labels[n] for n in order)
        if axis == "rows":
            cells = tuple(old.cells[n] for n in order)
        else:
            cells = tuple(tuple(row[n] for n in order) for row in old.cells)
        return with_fields(old, {axis: with_fields(line, {"labels": labels}), "cells": cells})

    if at == to:
        return module
    return guarded(module, with_parts(module, charts=swapped(module.charts, name, change)))
