"""The player aid: the sequence of play phase by phase, and the charts people roll on."""

from __future__ import annotations

from collections.abc import Iterator

from app.exporting.chart_columns import set_charts
from app.exporting.chart_tables import GUTTER, LARGE, chart_blocks, label_words, natural_width
from app.exporting.flowing import PageFlow
from app.exporting.headless import ExportError
from app.exporting.paper import Paper
from app.exporting.plan import BLACK, Align, Block, ExportPlan, Face, Frame, Mark, Style, Words
from app.exporting.provenance import chart_reconstructions, fine_print
from app.exporting.sheet_parts import BODY, BODY_STRONG, FAINT, GROUNDS, Area, Foot, Title
from app.exporting.source import PrintSource
from app.exporting.typesetting import Measure, Run, padded, paragraph, stacked
from engine.definition.sequence import PhaseDef
from engine.definition.telling import told_phases

HELP = Style(Face.TEXT, 6.2, "#222222")
RULE_STYLE = Style(Face.TEXT, 5.7, FAINT)


def aid_plan(source: PrintSource, measure: Measure, paper: Paper) -> ExportPlan:
    """The sequence of play; refuses a module that has none."""
    module = source.module
    if not module.sequence:
        raise ExportError(f"{module.title} has no sequence of play; there is nothing to print")
    area = Area(paper)
    half = (area.width - GUTTER) / 2
    flow = PageFlow(area, measure, Title("", f"{module.title}: sequence of play", source.scenario.title))
    blocks = [block for phase in told_phases(module) for block in _phase(source, measure, phase, half)]
    flow.columns(blocks, 2, 2.0, GUTTER)
    flow.y += 4.0
    words = label_words(source)
    rolled = [chart for chart in module.charts if chart.dice]
    wide = [chart for chart in rolled if natural_width(measure, chart, words) > half]
    for chart in wide:
        for block in chart_blocks(measure, chart, words, area.width, LARGE):
            flow.full(block, 4.0)
    set_charts(flow, [chart for chart in rolled if chart not in wide], words)
    foot = Foot("Sequence of play", fine_print(source, chart_reconstructions(rolled)), has_bar=False)
    return ExportPlan(
        title=f"{module.title}: sequence of play",
        pages=tuple(area.pages(measure, flow.pages, foot, "sequence of play")),
        subject="Player aid",
        author=module.designer,
        keywords=(module.title, "sequence of play"),
    )


def _phase(source: PrintSource, measure: Measure, phase: PhaseDef, width: float) -> Iterator[Block]:
    """A main part of the turn: its bar, then a block for each phase below it."""
    sides = {side.id: side for side in source.module.sides}
    side = sides.get(phase.side or "")
    ground, ink = GROUNDS["" if side is None else side.strip]
    marks: list[Mark] = [
        Frame(0.15, 0.15, width - 0.3, 6.2, ground, BLACK, 0.3),
        Words(2.5, 4.5, phase.title, Style(Face.STRONG, 8.6, ink)),
        Words(width - 2.5, 4.5, phase.rule, Style(Face.TEXT, 6.0, ink), Align.RIGHT),
    ]
    bar = Block(width, 6.6, tuple(marks), outline=phase.title)
    parts = [bar]
    if phase.help:
        parts.append(paragraph(measure, [Run(phase.help, HELP)], width))
    below = [_part(measure, part, width, (number,)) for number, part in enumerate(phase.phases, 1)]
    if below:
        parts.append(below[0])
    yield stacked(parts, 1.2, phase.title)
    yield from below[1:]


def _part(measure: Measure, phase: PhaseDef, width: float, number: tuple[int, ...]) -> Block:
    deep = len(number) - 1
    indent = 4.5 * min(deep, 3)
    inner = width - indent - 4.5
    counted = ".".join(map(str, number))
    runs = [Run(phase.title, BODY_STRONG if deep == 0 else BODY)]
    if phase.rule:
        runs.append(Run(f" {phase.rule}", RULE_STYLE))
    lines = [paragraph(measure, runs, inner)]
    if phase.help:
        lines.append(paragraph(measure, [Run(phase.help, HELP)], inner))
    text = stacked(lines, 0.3)
    tick = Frame(0.2, 0.6, 2.0, 2.0, "", BLACK, 0.2, 0.4) if deep == 0 else None
    marks: list[Mark] = [*padded(text, 4.5, 0.0, text.height).marks]
    if tick:
        marks.append(tick)
    else:
        marks.append(Words(0.2, 2.4, counted, RULE_STYLE))
    head = padded(Block(inner + 4.5, text.height, tuple(marks)), indent, 0.0, text.height)
    below = [_part(measure, part, width, (*number, place)) for place, part in enumerate(phase.phases, 1)]
    return stacked([head, *below], 0.7, phase.title)
