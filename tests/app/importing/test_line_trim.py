"""The trim that is proposed for sheets: what their printed lines need, in the window and without one."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.importing.dialogs.slicer_window import SlicerWindow
from app.importing.line_trim import proposed_trim, trim_words
from app.importing.sheet_files import OpenedSheet
from app.importing.slicing.cutting import Finish, cut_counters
from app.importing.slicing.finding import find_grid
from app.importing.slicing.grid import SheetGrid
from app.importing.slicing.sheet import Sheet
from tests.fixtures.counter_sheets import SheetPlan, draw_sheet

LINED = {
    "two pixels": SheetPlan(rows=3, columns=4, line_mm=0.17),
    "three pixels": SheetPlan(rows=3, columns=4),
    "turned": SheetPlan(rows=3, columns=4, turn=1.5, noise=6),
    "six pixels": SheetPlan(rows=3, columns=4, line_mm=0.5),
    "lines beside gutters": SheetPlan(rows=3, columns=4, gap=2.0),
}
BARE = {
    "gutters": SheetPlan(rows=3, columns=4, gap=2.0, line=None),
    "turned gutters": SheetPlan(rows=3, columns=4, gap=3.0, line=None, turn=0.7, noise=6),
    "touching": SheetPlan(rows=3, columns=4, line=None),
}


def found(plan: SheetPlan) -> tuple[Sheet, SheetGrid]:
    sheet = Sheet(draw_sheet(plan)[0], "sheet")
    return sheet, find_grid(sheet)


@pytest.mark.parametrize("name", LINED)
def test_lines_are_trimmed_with_a_pixel_more(name: str) -> None:
    plan = LINED[name]
    sheet, grid = found(plan)
    trim = proposed_trim(sheet, grid)
    half = plan.line_mm * plan.dpi / 25.4 / 2
    assert half + 0.9 <= trim * plan.cell * plan.dpi / 25.4 <= half + 2.7, "the grid may be a pixel off"
    for cut in cut_counters(sheet, grid, Finish(trim)):
        edges = np.asarray(cut.picture.convert("L"))[[0, -1], 20:-20]
        assert np.median(edges) > 60, "no line is left along the upper and lower edge"


@pytest.mark.parametrize("name", BARE)
def test_nothing_is_trimmed_where_nothing_is_printed_at_the_edges(name: str) -> None:
    assert proposed_trim(*found(BARE[name])) == 0.0


def test_a_sheet_without_a_grid_needs_none() -> None:
    assert proposed_trim(Sheet(Image.new("RGB", (300, 200), "#ffffff")), SheetGrid((300, 200))) == 0.0
    assert trim_words(0.0) == ""
    assert trim_words(0.012) == "trims 1.2 % for the printed lines"


def test_the_window_proposes_and_leaves_what_was_chosen(qtbot: QtBot) -> None:
    sheet, grid = found(LINED["two pixels"])
    made = SlicerWindow([OpenedSheet(sheet)])
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: not made.work.running and bool(made.model.grid.blocks), timeout=30_000)
    assert made.tools.trim.value() == pytest.approx(1.4, abs=0.4)
    assert made.model.finish.trim == pytest.approx(made.tools.trim.value() / 100)
    assert made.model.grid == grid, "only the trim is proposed, the grid stays"
    assert f"trims {made.model.finish.trim:.1%}"[:-1] in made.statusBar().currentMessage()
    made.tools.rounding.setValue(5)
    assert not made.model.trim_chosen
    made.tools.trim.setValue(0)
    made.searching.find_grids()
    qtbot.waitUntil(lambda: not made.work.running, timeout=30_000)
    assert made.model.finish == Finish(0.0, 0.05)
    assert made.tools.trim.value() == 0
    made.close()
