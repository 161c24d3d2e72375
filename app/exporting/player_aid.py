"""The player aid: sequence of play, charts and terrain on one sheet, as a picture.

Everything comes from the module: no game is known here. Blocks are set in columns, each next block in the
shortest; a reconstruction is marked as such, because an owner of the printed game may know better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QTextDocument

from app.exporting.headless import blank, need_painting, write_png
from app.fonts import SANS, SERIF
from engine.definition.chart import Cell, ChartDef
from engine.definition.module import ModuleDef
from engine.definition.sequence import PhaseDef
from engine.game import Game

COLUMNS = 3
COLUMN_WIDTH = 620.0
MARGIN = 48.0
GUTTER = 36.0
HEADER = 118.0
RESOLUTION = 2.0
"""Pixels to a unit of the layout."""

PAPER = "#fbf7ec"
INK = "#231a0c"
FAINT = "#7a6f5a"
ACCENT = "#7c2d1e"
STRIPE = "#f1ead8"
RULE_LINE = "#d8cdb2"

STYLE = f"""
h2 {{ font-family: '{SERIF}'; font-size: 21px; font-weight: normal; color: {ACCENT}; }}
p, li, td, th {{ font-size: 12px; color: {INK}; }}
.rule {{ color: {FAINT}; font-size: 10px; }}
.note {{ color: {FAINT}; font-size: 10px; }}
th {{ font-weight: 600; background-color: {STRIPE}; }}
"""


@dataclass(frozen=True, slots=True)
class Placed:
    """A block and where it stands on the sheet."""

    block: QTextDocument
    corner: QPointF


def write_aid(path: Path, game: Game) -> None:
    """Write the player aid of a game."""
    write_png(path, aid_picture(game))


def aid_picture(game: Game) -> QImage:
    """Set and paint the player aid."""
    need_painting()
    module = game.rules.module
    words = label_words(game)
    texts = [*sequence_blocks(module), *(chart_block(chart, words) for chart in module.charts)]
    blocks = [set_block(text) for text in texts]
    placed, height = in_columns(blocks)
    width = 2 * MARGIN + COLUMNS * COLUMN_WIDTH + (COLUMNS - 1) * GUTTER
    picture = blank(round(width * RESOLUTION), round((height + MARGIN) * RESOLUTION))
    picture.fill(QColor(PAPER))
    brush = QPainter(picture)
    try:
        brush.setRenderHint(QPainter.RenderHint.Antialiasing)
        brush.scale(RESOLUTION, RESOLUTION)
        paint_header(brush, module, game.rules.scenario.title, width)
        for one in placed:
            brush.save()
            brush.translate(one.corner)
            one.block.drawContents(brush, QRectF(QPointF(0, 0), one.block.size()))
            brush.restore()
    finally:
        brush.end()
    return picture


def set_block(text: str) -> QTextDocument:
    """Set a piece of HTML to the width of a column."""
    font = QFont(SANS)
    font.setPixelSize(12)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    block = QTextDocument()
    block.setDefaultFont(font)
    block.setDefaultStyleSheet(STYLE)
    block.setDocumentMargin(0)
    block.setTextWidth(COLUMN_WIDTH)
    block.setHtml(text)
    return block


def in_columns(blocks: Iterable[QTextDocument]) -> tuple[list[Placed], float]:
    """Put each next block into the shortest column; the height that is used."""
    heights = [HEADER] * COLUMNS
    placed = []
    for block in blocks:
        column = heights.index(min(heights))
        left = MARGIN + column * (COLUMN_WIDTH + GUTTER)
        placed.append(Placed(block, QPointF(left, heights[column])))
        heights[column] += QSizeF(block.size()).height() + 22
    return placed, max(heights)


def paint_header(brush: QPainter, module: ModuleDef, scenario: str, width: float) -> None:
    """The name of the game over a line."""
    title = QFont(SERIF)
    title.setPixelSize(46)
    brush.setFont(title)
    brush.setPen(QColor(INK))
    brush.drawText(QPointF(MARGIN, 70), module.title)
    room = brush.fontMetrics().horizontalAdvance(module.title)
    small = QFont(SERIF)
    small.setPixelSize(23)
    small.setItalic(True)
    brush.setFont(small)
    brush.setPen(QColor(FAINT))
    brush.drawText(QPointF(MARGIN + room + 22, 70), f"Player aid · {scenario}")
    brush.fillRect(QRectF(MARGIN, 90, width - 2 * MARGIN, 1.5), QColor(ACCENT))


def sequence_blocks(module: ModuleDef) -> Iterator[str]:
    """The sequence of play, a block for each of its main parts."""
    for phase in module.sequence:
        lines = "".join(phase_lines(phase.phases, 0)) or phase_text(phase)
        yield f"<h2>{escape(phase.title)}{rule_of(phase.rule)}</h2>{lines}"


def phase_lines(phases: tuple[PhaseDef, ...], depth: int) -> Iterator[str]:
    """Phases and their parts, deeper ones further in."""
    for number, phase in enumerate(phases, 1):
        name = f"<b>{number}. {escape(phase.title)}</b>" if depth == 0 else escape(phase.title)
        style = f"margin-left:{14 * depth}px; margin-top:{5 if depth == 0 else 1}px; margin-bottom:0"
        yield f'<p style="{style}">{name}{rule_of(phase.rule)}</p>'
        if phase.help and depth == 0:
            yield f'<p class="note" style="margin-top:0; margin-bottom:1px">{escape(phase.help)}</p>'
        yield from phase_lines(phase.phases, depth + 1)


def phase_text(phase: PhaseDef) -> str:
    """What is said of a phase without parts."""
    return f"<p>{escape(phase.help)}</p>" if phase.help else ""


def rule_of(rule: str) -> str:
    """A rule number in small."""
    return f' <span class="rule">{escape(rule)}</span>' if rule else ""


def label_words(game: Game) -> dict[str, str]:
    """What labels of charts mean that are ids: sides by their titles, places with their names."""
    board = game.rules.board
    places = {name: board.label(index) for name, index in board.index.items()}
    boxes = {box.id: box.title for box in game.rules.module.boxes}
    return places | boxes | {side.id: side.title for side in game.rules.module.sides}


def chart_block(chart: ChartDef, words: Mapping[str, str]) -> str:
    """A chart with its axes, its rule and its note."""
    corner = chart.rows.title if chart.rows else ""
    labels = [words.get(label, label.replace("_", " ")) for label in chart.columns.labels]
    head = "".join(f"<th align='center'>{escape(label)}</th>" for label in labels)
    axis = f"<td colspan='{len(labels)}' align='center' class='rule'>{escape(chart.columns.title)}</td>"
    over = f"<tr><td></td>{axis}</tr>"
    rows = "".join(chart_rows(chart, words))
    table = (
        f"<table width='100%' cellspacing='0' cellpadding='3'>{over}"
        f"<tr><th align='left'>{escape(corner)}</th>{head}</tr>{rows}</table>"
    )
    origin = " · reconstruction" if chart.source == "reconstruction" else ""
    dice = f" · {escape(chart.dice)}" if chart.dice else ""
    title = f"<h2>{escape(chart.title)} <span class='rule'>{escape(chart.rule)}{dice}{origin}</span></h2>"
    note = f"<p class='note'>{escape(chart.note)}</p>" if chart.note else ""
    return title + table + note


def chart_rows(chart: ChartDef, words: Mapping[str, str]) -> Iterator[str]:
    """The rows of a chart, every other one shaded."""
    labels = chart.rows.labels if chart.rows else ("",)
    for number, (label, cells) in enumerate(zip(labels, chart.cells, strict=True)):
        shade = f" bgcolor='{STRIPE}'" if number % 2 else ""
        shown = "".join(f"<td align='center'>{escape(in_words(cell))}</td>" for cell in cells)
        name = escape(words.get(label, label.replace("_", " ")))
        yield f"<tr{shade}><td><b>{name}</b></td>{shown}</tr>"


def in_words(cell: Cell) -> str:
    """A cell as people read it."""
    if cell is None:
        return "–"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return f"{cell:g}" if isinstance(cell, float) else str(cell)
