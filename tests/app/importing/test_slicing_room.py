"""What the slicer refuses or answers at once: more counters than there is room for, sheets without print."""

from __future__ import annotations

import time

import numpy as np
import pytest
from PIL import Image, ImageDraw
from pytestqt.qtbot import QtBot

from app.importing.dialogs.slicer_window import SlicerWindow
from app.importing.refusal import ImportRefused
from app.importing.sheet_files import OpenedSheet
from app.importing.slicing.finding import BLANK, find_grid, is_blank
from app.importing.slicing.grid import Box, SheetGrid, even_block
from app.importing.slicing.helping import grid_with_help
from app.importing.slicing.sheet import Sheet, channels
from app.importing.slicing.skew import find_angle
from tests.app.importing.test_slicing_stages import draw_block, page


def printed(box: tuple[int, int, int, int]) -> Sheet:
    """A sheet of 900 pixels each way with fine lines in a box."""
    picture = Image.new("RGB", (900, 900), "#f7f5ee")
    draw = ImageDraw.Draw(picture)
    for x in range(box[0], box[2] + 1, 9):
        draw.line((x, box[1], x, box[3]), fill="#203040", width=2)
    return Sheet(picture, "lines.png")


def test_a_picture_has_no_room_for_many_counters() -> None:
    noise = Sheet(Image.effect_noise((33, 33), 80).convert("RGB"), "small.png")
    with pytest.raises(ImportRefused, match=r"small\.png has 33 by 33 pixels, too few for 60 by 60 counters"):
        grid_with_help(noise, 60, 60)


@pytest.mark.parametrize(
    ("box", "size"),
    [
        (Box(300, 300, 333, 333), "33 by 33"),
        (Box(300, 300, 300, 300), "0 by 0"),
        (Box(880, 300, 1_400, 333), "20 by 33"),
        (Box(1_000, 1_000, 1_600, 1_600), "0 by 0"),
        (Box(-400, -400, -10, -10), "0 by 0"),
    ],
)
def test_a_box_has_no_room_for_many_counters(box: Box, size: str) -> None:
    with pytest.raises(ImportRefused, match=rf"the box on lines\.png has {size} pixels"):
        grid_with_help(printed((300, 300, 600, 600)), 60, 60, box)


def test_a_box_of_just_so_many_pixels_has_room() -> None:
    grid = grid_with_help(printed((300, 300, 600, 600)), 30, 30, Box(330.1, 330.1, 570.1, 570.1))
    assert (len(grid.blocks[0].columns), len(grid.blocks[0].rows)) == (30, 30)


def test_what_is_printed_has_no_room_for_many_counters() -> None:
    with pytest.raises(ImportRefused, match=r"what is printed on it has \d\d by \d\d pixels, too few for 60"):
        grid_with_help(printed((300, 300, 340, 340)), 60, 60)


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (-1, -1)])
def test_no_counters_at_all_are_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(ImportRefused, match="give one column and row or more"):
        grid_with_help(printed((300, 300, 600, 600)), *shape)


def blank_pages() -> dict[str, Image.Image]:
    """Three ways in which nothing is printed on nine megapixels."""
    edge = 3_000
    y, x = np.mgrid[0:edge, 0:edge] / edge
    light = 250 - 100 * np.hypot(x - 0.5, y - 0.5) + np.random.default_rng(1).normal(0, 3, (edge, edge))
    return {
        "white": Image.new("RGB", (edge, edge), "#ffffff"),
        "grey": Image.new("L", (edge, edge), 200),
        "under a lamp": Image.fromarray(np.clip(light, 0, 255).astype(np.uint8)),
    }


@pytest.mark.parametrize("name", ["white", "grey", "under a lamp"])
def test_blank_pages_are_answered_at_once(name: str) -> None:
    sheet = Sheet(blank_pages()[name], name)
    began = time.process_time()
    alone, helped = find_grid(sheet), grid_with_help(sheet, 12, 10)
    assert time.process_time() - began < 2
    assert alone == helped == SheetGrid((3_000, 3_000), notes=(BLANK,))
    assert not alone.sure


def test_a_sheet_of_pale_counters_is_not_blank() -> None:
    picture, draw = page()
    draw_block(draw, (120, 120), (5, 4))
    pale = Image.blend(picture, Image.new("RGB", picture.size, "#f7f5ee"), 0.85)
    assert not is_blank(Sheet(pale))


def test_where_nothing_tells_a_turn_there_is_none() -> None:
    assert find_angle(channels(Image.new("RGB", (900, 700), "#ffffff"))) == 0.0


def test_fitting_lines_on_a_blank_page_leaves_the_grid_and_says_why(qtbot: QtBot) -> None:
    window = SlicerWindow([OpenedSheet(Sheet(Image.new("RGB", (800, 600), "#c0b080"), "bare.png"))])
    qtbot.addWidget(window)
    drawn = even_block(Box(100, 100, 500, 400), 4, 3)
    window.model.set_grid(SheetGrid((800, 600), blocks=(drawn,)))
    with qtbot.waitSignal(window.searching.told, timeout=30_000) as said:
        window.searching.fit_lines()
    qtbot.waitUntil(lambda: not window.work.running, timeout=30_000)
    assert said.args == [f"bare.png: {BLANK}"]
    assert window.model.grid.blocks == (drawn,)
