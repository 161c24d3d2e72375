"""The slicer on sheets of known truth: many layouts, resolutions, turns, noise, light and gaps."""

from __future__ import annotations

import pytest

from app.importing.slicing.cutting import Finish, cut_counters
from app.importing.slicing.finding import find_grid
from app.importing.slicing.grid import Block, Box, Line, SheetGrid, Span, even_block
from app.importing.slicing.helping import grid_with_help
from app.importing.slicing.pairing import Turn, pair_backs
from app.importing.slicing.sheet import Sheet
from app.importing.slicing.work import Page, cut_pages
from tests.app.importing.sheet_checks import judged, rough_box
from tests.fixtures.counter_sheets import SheetPlan, draw_sheet

SMALL = SheetPlan(rows=5, columns=7)
RULED = {
    "plain": SMALL,
    "200 dpi": SheetPlan(rows=5, columns=7, dpi=200, turn=0.4, noise=5, jpeg=75),
    "400 dpi": SheetPlan(rows=4, columns=5, dpi=400, turn=-1.2),
    "600 dpi": SheetPlan(rows=4, columns=5, dpi=600, turn=-0.8),
    "3 degrees": SheetPlan(rows=6, columns=7, turn=3.0),
    "-3 degrees": SheetPlan(rows=6, columns=7, turn=-3.0),
    "noise and shade": SheetPlan(rows=6, columns=8, noise=12, vignette=0.4, jpeg=80, turn=0.9),
    "light lines": SheetPlan(rows=5, columns=7, line="#fbfbf5", paper="#cfc8b6", turn=-0.3),
    "dark paper": SheetPlan(rows=5, columns=7, paper="#3a3a3a", line="#e8e8e0", turn=0.7),
    "gutters": SheetPlan(rows=5, columns=7, gap=2.0, line=None, turn=0.5),
    "wide gutters": SheetPlan(rows=5, columns=6, gap=4.0, line=None, turn=-0.5),
    "missing": SheetPlan(rows=6, columns=8, missing=0.15, turn=0.3),
    "four blocks": SheetPlan(rows=4, columns=5, blocks=(2, 2), turn=1.1),
    "title": SheetPlan(rows=5, columns=6, blocks=(2, 1), title=True),
    "half inch": SheetPlan(cell=12.7, rows=8, columns=10, noise=8, vignette=0.5, jpeg=70, turn=2.2),
    "one color": SheetPlan(rows=5, columns=7, same_color=True, turn=0.2),
    "tall": SheetPlan(rows=14, columns=3, turn=-2.0),
}


@pytest.mark.parametrize("name", RULED)
def test_ruled_sheets_are_found_without_help(name: str) -> None:
    plan = RULED[name]
    picture, truths = draw_sheet(plan)
    grid = find_grid(Sheet(picture, name))
    verdict = judged(grid, truths)
    assert verdict.share >= 0.99, verdict
    assert verdict.found == verdict.there
    assert grid.sure, grid.notes
    assert abs(grid.angle - plan.turn) < 0.06


POOR = {
    "150 dpi": SheetPlan(rows=5, columns=7, dpi=150, turn=0.5),
    "100 dpi": SheetPlan(rows=5, columns=7, dpi=100, turn=-0.5),
    "no lines": SheetPlan(rows=5, columns=7, line=None, turn=0.4),
    "no lines, one color": SheetPlan(rows=5, columns=7, line=None, same_color=True, turn=0.4),
    "no lines, 150 dpi, noise": SheetPlan(rows=5, columns=7, line=None, dpi=150, noise=14, jpeg=70),
    "no lines, one color, 100 dpi, noise": SheetPlan(
        rows=5, columns=7, line=None, same_color=True, dpi=100, noise=6
    ),
}


@pytest.mark.parametrize("name", POOR)
def test_poor_sheets_are_found_with_help_or_it_asks(name: str) -> None:
    plan = POOR[name]
    picture, truths = draw_sheet(plan)
    grid = grid_with_help(Sheet(picture, name), plan.columns, plan.rows, rough_box(plan))
    verdict = judged(grid, truths, 0.03)
    assert verdict.share >= 0.97 or not grid.sure, (verdict, grid.notes)
    if "noise" not in name:
        assert verdict.share >= 0.97, (verdict, grid.notes)


@pytest.mark.parametrize("name", POOR)
def test_poor_sheets_are_never_cut_wrongly_without_a_word(name: str) -> None:
    picture, truths = draw_sheet(POOR[name])
    grid = find_grid(Sheet(picture, name))
    verdict = judged(grid, truths, 0.03)
    assert not grid.sure or verdict.share >= 0.97, (verdict, grid.notes)


def test_an_empty_page_asks() -> None:
    from PIL import Image

    grid = find_grid(Sheet(Image.new("RGB", (900, 700), "#ffffff"), "blank"))
    assert (grid.count, grid.sure) == (0, False)
    assert "no counters were found" in grid.notes[0]


@pytest.mark.parametrize("turn", ["side", "top", "around"])
def test_backs_lie_mirrored(turn: Turn) -> None:
    front = SheetGrid(
        (1000, 800), 0.0, (even_block(Box(100, 50, 400, 250), 3, 2), even_block(Box(500, 50, 800, 250), 3, 2))
    )
    shifted = SheetGrid((1000, 800), 0.0, tuple(block.moved(40, -10) for block in front.blocks))
    pairs = pair_backs(front, shifted, turn)
    assert len(pairs) == 12
    if turn == "side":
        assert pairs[0, (0, 0)] == (1, (2, 0))
        assert pairs[1, (2, 1)] == (0, (0, 1))
    else:
        assert pairs[0, (0, 0)] == (0, (0, 1))


def test_a_missing_back_leaves_only_its_front_alone() -> None:
    front = SheetGrid((1000, 800), 0.0, (even_block(Box(100, 50, 500, 250), 4, 2),))
    back = front.with_block(0, front.blocks[0].toggled((0, 0)))
    pairs = pair_backs(front, back)
    assert len(pairs) == 7
    assert (0, (3, 0)) not in pairs


def test_a_page_with_some_of_the_backs_only() -> None:
    front = SheetGrid(
        (2000, 800),
        0.0,
        (even_block(Box(100, 50, 700, 350), 6, 3), even_block(Box(900, 50, 1500, 350), 6, 3)),
    )
    first_only = SheetGrid((1000, 400), 0.0, (even_block(Box(650, 25, 950, 175), 6, 3),))
    pairs = pair_backs(front, first_only)
    assert len(pairs) == 18
    assert pairs[0, (0, 0)] == (0, (5, 0))
    assert not any(block for block, _ in pairs)


def test_more_backs_than_fronts_leave_some_over() -> None:
    front = SheetGrid((1000, 600), 0.0, (even_block(Box(500, 100, 900, 300), 4, 2),))
    back = SheetGrid((1000, 600), 0.0, (even_block(Box(100, 100, 500, 500), 4, 4),))
    pairs = pair_backs(front, back)
    assert [pairs[0, (i, 0)] for i in range(4)] == [(0, (3 - i, 0)) for i in range(4)]
    assert len(pairs) == 8


def test_a_page_of_backs_upside_down_gives_upright_backs() -> None:
    from PIL import Image, ImageDraw

    front, back = Image.new("RGB", (400, 300), "#cccccc"), Image.new("RGB", (400, 300), "#cccccc")
    draw = ImageDraw.Draw(back)
    draw.rectangle((50, 50, 149, 60), fill="#ff0000")
    grid = SheetGrid((400, 300), 0.0, (even_block(Box(50, 50, 350, 250), 3, 2),))
    upside_down = Page(Sheet(front), grid, Sheet(back.transpose(Image.Transpose.ROTATE_180)), grid)
    pairs = {pair.front.cell: pair.back for pair in cut_pages([upside_down], Finish(), "around")}
    owner = pairs[2, 0]
    assert owner is not None
    assert owner.getpixel((50, 5)) == (255, 0, 0)
    assert owner.getpixel((50, 95)) == (204, 204, 204)


def test_counters_are_trimmed_and_rounded() -> None:
    picture, truths = draw_sheet(SMALL)
    sheet = Sheet(picture)
    grid = find_grid(sheet)
    cuts = list(cut_counters(sheet, grid, Finish(trim=0.05, rounding=0.1)))
    assert len(cuts) == len(truths)
    assert {cut.picture.mode for cut in cuts} == {"RGBA"}
    edge = 15 * 300 / 25.4
    assert all(abs(cut.picture.width - 0.9 * edge) < 4 for cut in cuts)
    assert cuts[0].picture.getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert cuts[0].picture.getpixel((40, 40))[3] == 255  # type: ignore[index]


# ------------------------------------------------------------- lines by hand


def block() -> Block:
    return even_block(Box(0, 0, 300, 200), 3, 2)


def test_lines_of_touching_and_parted_counters() -> None:
    assert [line.position for line in block().lines("columns")] == [0, 100, 200, 300]
    parted = even_block(Box(0, 0, 320, 200), 3, 2, 10)
    assert [line.position for line in parted.lines("columns")] == [0, 100, 110, 210, 220, 320]


def test_a_line_is_moved_but_never_across_another() -> None:
    line = block().lines("columns")[1]
    moved = block().line_moved(line, 110)
    assert moved.columns[:2] == (Span(0, 110), Span(110, 200))
    assert block().line_moved(line, 195) == block()
    assert block().line_moved(line, -5) == block()


def test_lines_are_added_and_removed() -> None:
    more = block().line_added("columns", 250)
    assert [span.length for span in more.columns] == [100, 100, 50, 50]
    wider = block().line_added("columns", 390)
    assert wider.columns[-1] == Span(300, 390)
    left = block().line_added("rows", -60)
    assert left.rows[0] == Span(-60, 0)
    fewer = more.line_removed(more.lines("columns")[3])
    assert fewer.columns == block().columns
    assert len(block().line_removed(block().lines("columns")[0]).columns) == 2
    assert block().line_removed(Line("rows", 100, 0, 1)).rows == (Span(0, 200),)


def test_missing_cells_are_kept_in_bounds() -> None:
    holed = block().toggled((2, 1)).toggled((0, 0))
    assert holed.count == 4
    assert holed.toggled((0, 0)).count == 5
    assert holed.with_spans("columns", holed.columns[:2]).missing == {(0, 0)}


def test_blocks_come_and_go() -> None:
    grid = SheetGrid((10, 10)).block_added(block()).block_added(block().moved(400, 0))
    assert (grid.count, grid.without_block(0).blocks[0].box.left) == (12, 400)
