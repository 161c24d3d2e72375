"""Charts as printed tables: axes, cells, rule number, and where the values come from.

A reconstruction is marked in the title and brings its reasoning, because an owner of the printed game knows
better and shall see what to replace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.exporting.plan import Align, Block, Face, Frame, Mark, Stroke, Style, Words
from app.exporting.sheet_parts import FAINT, LABEL, RULE
from app.exporting.source import PrintSource
from app.exporting.typesetting import CAPITALS, Measure, Run, one_line, paragraph, stacked
from app.theme.tokens import PAPER
from engine.definition.chart import Cell, ChartDef, ConstantDef

TITLE: Final = Style(Face.STRONG, 8.2)
CELL: Final = Style(Face.TEXT, 6.4)
HEAD: Final = Style(Face.STRONG, 6.4)
NOTE: Final = Style(Face.TEXT, 5.7, FAINT)
NOTE_STRONG: Final = Style(Face.STRONG, 5.7, FAINT)
PAD: Final = 2.0
LEAST_LABEL: Final = 0.3
"""The share of the width that labels of rows keep where cells are endless."""
GUTTER: Final = 6.0
"""Between columns of charts."""
MOST_ROWS: Final = 45

SOURCE_WORDS: Final = {
    "rulebook": "rulebook",
    "errata": "errata",
    "found": "found",
    "reconstruction": "reconstruction*",
}
SOURCE_LEGEND: Final = (
    ("Rulebook", "printed in the rules."),
    ("Errata", "as corrected by the publisher or designer."),
    ("Found", "not in the rules as we have them, but handed down by players."),
    (
        "Reconstruction*",
        "in no source; chosen to fit, with the reason given. Replace it by the printed values.",
    ),
)


@dataclass(frozen=True, slots=True)
class ChartSize:
    """The height of a row and the lettering of its cells and heads."""

    row: float = 4.0
    cell: Style = CELL
    head: Style = HEAD


USUAL: Final = ChartSize()
LARGE: Final = ChartSize(4.6, Style(Face.TEXT, 8.0), Style(Face.STRONG, 8.0))
"""For charts over the whole width: they are read across the table."""
TRADE: Final = {word.lower(): word for word in ("CRT", "DRM", "EZOC", "MP", "SP", "ZOC")}


def label_words(source: PrintSource) -> dict[str, str]:
    """What labels of charts mean that are ids: sides, places, boxes, kinds of terrain, leaders, and the short
    words of the trade.
    """
    module = source.module
    places = {name: source.board.label(index) for name, index in source.board.index.items()}
    kinds = {kind.id: kind.title for kind in (*module.terrain, *module.hexsides, *module.routes)}
    boxes = {box.id: box.title for box in module.boxes}
    leaders = {slug(piece.name): piece.name for piece in module.pieces if piece.kind == "leader"}
    return TRADE | leaders | places | kinds | boxes | {side.id: side.title for side in module.sides}


def slug(name: str) -> str:
    """A name as ids write it: small letters and figures only."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def in_words(cell: Cell) -> str:
    """A cell as people read it."""
    if cell is None:
        return "–"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return f"{cell:g}" if isinstance(cell, float) else str(cell).replace("_", " ")


def spoken(label: str, words: Mapping[str, str]) -> str:
    """A label of an axis as people read it."""
    if label in words or not any(letter.isalpha() for letter in label) or any(map(str.isdigit, label)):
        return words.get(label, label)
    parts = label.replace("_", " ").replace("-", " ").split(" ")
    return " ".join(_name(part, words) for part in parts)


def _name(part: str, words: Mapping[str, str]) -> str:
    """A name inside a label keeps its own writing; common words stay small."""
    word = words.get(part, part)
    return part if word == part.capitalize() else word


@dataclass(frozen=True, slots=True)
class _Grid:
    """The texts of a table and the widths of its columns."""

    labels: Sequence[str]
    heads: Sequence[str]
    cells: Sequence[Sequence[str]]
    label_width: float
    column: float
    size: ChartSize

    @property
    def width(self) -> float:
        return self.label_width + self.column * len(self.heads)


def chart_block(
    measure: Measure, chart: ChartDef, words: Mapping[str, str], width: float, size: ChartSize = USUAL
) -> Block:
    """A chart as a block of the given width."""
    marks: list[Mark] = [Stroke(0, 0, width, 0, RULE)]
    note = " · ".join(part for part in (chart.dice, chart.rule, SOURCE_WORDS[chart.source]) if part)
    both = measure.width(chart.title, TITLE) + 3.0 + measure.width(note, LABEL)
    marks.append(Words(0, 4.3, one_line(measure, chart.title, TITLE, width), TITLE))
    if both <= width:
        marks.append(Words(width, 4.3, note, LABEL, Align.RIGHT))
    else:
        marks.append(Words(0, 7.4, one_line(measure, note, LABEL, width), LABEL))
    head = Block(width, 6.0 if both <= width else 9.0, tuple(marks), outline=chart.title)
    parts = [head, _table(measure, _fitted(measure, chart, words, width, size), chart, width)]
    if chart.note:
        parts.append(paragraph(measure, [Run(chart.note, NOTE)], width))
    if chart.reasoning:
        lead = "Why these values: " if chart.source == "reconstruction" else "Source: "
        parts.append(paragraph(measure, [Run(lead, NOTE_STRONG), Run(chart.reasoning, NOTE)], width))
    return stacked(parts, 0.6, chart.title)


def chart_blocks(
    measure: Measure, chart: ChartDef, words: Mapping[str, str], width: float, size: ChartSize = USUAL
) -> list[Block]:
    """A chart as a block, or as several where it has more rows than a page could hold."""
    if chart.rows is None or len(chart.rows.labels) <= MOST_ROWS:
        return [chart_block(measure, chart, words, width, size)]
    labels, found = chart.rows.labels, []
    for start in range(0, len(labels), MOST_ROWS):
        end = start + MOST_ROWS
        axis = chart.rows.model_copy(update={"labels": labels[start:end]})
        title = f"{chart.title} ({labels[start]} to {labels[min(end, len(labels)) - 1]})"
        change: dict[str, object] = {"rows": axis, "cells": chart.cells[start:end], "title": title}
        if end < len(labels):
            change |= {"note": "", "reasoning": ""}
        found.append(chart_block(measure, chart.model_copy(update=change), words, width, size))
    return found


def natural_width(measure: Measure, chart: ChartDef, words: Mapping[str, str]) -> float:
    """How wide the table of a chart wants to be."""
    return _grid(measure, chart, words, USUAL).width


def _grid(measure: Measure, chart: ChartDef, words: Mapping[str, str], size: ChartSize) -> _Grid:
    rows, style, head = chart.rows, size.cell, size.head
    labels = [_raised(spoken(label, words)) for label in rows.labels] if rows else [""]
    heads = [spoken(label, words) for label in chart.columns.labels]
    cells = [[in_words(cell) for cell in row] for row in chart.cells]
    first = [*labels, rows.title if rows else ""]
    label_width = max(measure.width(text, head) for text in first) + (PAD if any(first) else 0.0)
    widest = max(
        max((measure.width(text, head) for text in heads), default=0.0),
        max((measure.width(text, style) for row in cells for text in row), default=0.0),
    )
    return _Grid(labels, heads, cells, label_width, widest + PAD, size)


def _raised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _fitted(
    measure: Measure, chart: ChartDef, words: Mapping[str, str], width: float, wanted: ChartSize
) -> _Grid:
    """The table in the wanted size, or in the largest that fits."""
    sizes = [wanted, USUAL]
    sizes += [
        ChartSize(cell=Style(Face.LABEL, size), head=Style(Face.FIGURES, size))
        for size in (6.8, 6.2, 5.6, 5.0, 4.4, 3.8, 3.2, 2.6)
    ]
    grids = (_grid(measure, chart, words, size) for size in sizes)
    return next((grid for grid in grids if grid.width <= width), _grid(measure, chart, words, sizes[-1]))


def _table(measure: Measure, grid: _Grid, chart: ChartDef, width: float) -> Block:
    row_height, style, head = grid.size.row, grid.size.cell, grid.size.head
    base = (row_height + head.height * CAPITALS) / 2
    spare = max(0.0, width - grid.width)
    column = min(grid.column + spare / len(grid.heads), 26.0)
    room = min(grid.label_width, max(width - column * len(grid.heads), width * LEAST_LABEL))
    left = max(room, width - column * len(grid.heads)) if column < 26.0 else room + 4.0
    column = min(column, (width - left) / len(grid.heads))
    within = partial(one_line, measure)
    marks: list[Mark] = []
    y = 0.0
    if chart.columns.title:
        middle = left + column * len(grid.heads) / 2
        marks.append(
            Words(
                middle, 2.6, within(chart.columns.title, LABEL, column * len(grid.heads)), LABEL, Align.CENTER
            )
        )
        y = 3.6
    right = left + column * len(grid.heads)
    marks.append(Frame(0, y, right, row_height, PAPER.title, weight=0.0))
    if chart.rows:
        marks.append(Words(0.8, y + base, within(chart.rows.title, head, left - 0.8), head))
    for number, text in enumerate(grid.heads):
        marks.append(
            Words(left + (number + 0.5) * column, y + base, within(text, head, column), head, Align.CENTER)
        )
    for row, (label, cells) in enumerate(zip(grid.labels, grid.cells, strict=True)):
        top = y + row_height * (row + 1)
        if row % 2:
            marks.append(Frame(0, top, right, row_height, PAPER.row, weight=0.0))
        marks.append(Words(0.8, top + base, within(label, head, left - 0.8), head))
        for number, text in enumerate(cells):
            marks.append(
                Words(
                    left + (number + 0.5) * column,
                    top + base,
                    within(text, style, column),
                    style,
                    Align.CENTER,
                )
            )
    bottom = y + row_height * (len(grid.labels) + 1)
    marks.append(Stroke(0, bottom, right, bottom, 0.15, PAPER.line))
    return Block(width, bottom + 0.8, tuple(marks))


def constants_blocks(measure: Measure, constants: Sequence[ConstantDef], width: float) -> list[Block]:
    """Single values of the rules, one block each."""
    found = []
    for constant in constants:
        note = " · ".join(part for part in (constant.rule, SOURCE_WORDS[constant.source]) if part)
        runs = [
            Run(f"{constant.title}: ", CELL),
            Run(in_words(constant.value), HEAD),
            Run(f"  {note}", NOTE),
        ]
        if constant.reasoning:
            runs.append(Run(f" {constant.reasoning}", NOTE))
        found.append(paragraph(measure, runs, width))
    return found
