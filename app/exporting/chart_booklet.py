"""The charts of a game as a booklet, each with its source, and the single values of the rules."""

from __future__ import annotations

from app.exporting.chart_tables import (
    GUTTER,
    LARGE,
    SOURCE_LEGEND,
    chart_blocks,
    constants_blocks,
    label_words,
    natural_width,
)
from app.exporting.flowing import PageFlow
from app.exporting.headless import ExportError
from app.exporting.paper import Paper
from app.exporting.plan import ExportPlan
from app.exporting.provenance import chart_reconstructions, fine_print
from app.exporting.sheet_parts import SMALL, SMALL_STRONG, Area, Foot, Title, heading
from app.exporting.source import PrintSource
from app.exporting.typesetting import Measure, Run, paragraph


def charts_plan(source: PrintSource, measure: Measure, paper: Paper) -> ExportPlan:
    """All charts; refuses a module that has none."""
    module = source.module
    if not module.charts and not module.constants:
        raise ExportError(f"{module.title} has no charts; there is nothing to print")
    area = Area(paper)
    half = (area.width - GUTTER) / 2
    words = label_words(source)
    flow = PageFlow(area, measure, Title("", f"{module.title}: charts", module.subtitle))
    runs = []
    for name, text in SOURCE_LEGEND:
        runs += [Run(f"{name}: ", SMALL_STRONG), Run(f"{text} ", SMALL)]
    flow.full(paragraph(measure, runs, area.width))
    wide = [chart for chart in module.charts if natural_width(measure, chart, words) > half]
    for chart in wide:
        for block in chart_blocks(measure, chart, words, area.width, LARGE):
            flow.full(block, 4.0)
    narrow = [chart for chart in module.charts if chart not in wide]
    flow.columns(
        [one for chart in narrow for one in chart_blocks(measure, chart, words, half)], 2, 4.0, GUTTER
    )
    if module.constants:
        flow.full(heading("Single values", area.width, "what the rules count with"), 1.0)
        flow.columns(constants_blocks(measure, module.constants, half), 2, 1.2, GUTTER)
    foot = Foot("Charts", fine_print(source, chart_reconstructions(module.charts)), has_bar=False)
    pages = area.pages(measure, flow.pages, foot, "charts")
    return ExportPlan(
        title=f"{module.title}: charts",
        pages=tuple(pages),
        subject="Charts with their sources",
        author=module.designer,
        keywords=(module.title, "charts"),
    )
