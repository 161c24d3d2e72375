"""What makes the slicer sure, a small sheet for each cause for which it once asked or was wrong."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from app.importing.slicing.bands import Band, agreed
from app.importing.slicing.choosing import chosen
from app.importing.slicing.doubling import settled
from app.importing.slicing.emptiness import empty_cells, hardly_printed
from app.importing.slicing.extents import Stretch, by_paper, proven, tilt
from app.importing.slicing.found import Found, Sides
from app.importing.slicing.judging import _bare_corners
from app.importing.slicing.lattice import between, find_lattices
from app.importing.slicing.leaning import Leans, bending, leaning
from app.importing.slicing.parts import Part
from app.importing.slicing.refining import refined
from tests.app.importing.test_slicing_stages import CELL, INK, PAPER, TINT, draw_block, page, ruled

# ------------------------------------------------------------------------------------- paper


def under_a_lamp(picture: Image.Image) -> Image.Image:
    """The page with light that falls off in all directions from a peak in its middle."""
    pixels = np.asarray(picture, dtype=np.float32)
    height, width = pixels.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    light = 1.0 - 0.45 * np.hypot(x / width - 0.5, y / height - 0.5)
    return Image.fromarray((pixels * light[..., None]).astype(np.uint8))


def test_an_empty_place_under_the_lamp_is_paper() -> None:
    picture, draw = page()
    for i, j in ((0, 0), (2, 0), (0, 1), (1, 1), (2, 1)):
        x, y = 170 + 130 * i, 240 + 130 * j
        draw.rectangle((x, y, x + 119, y + 119), fill=TINT)
        draw.text((x + 60, y + 60), "4-5-6", fill=INK, font_size=30, anchor="mm")
    sheet = ruled(under_a_lamp(picture))
    found = sheet.found(between(170, 550, 3, 10.0), between(240, 490, 2, 10.0))
    assert empty_cells(found, sheet.ground) == {(1, 0)}
    assert not hardly_printed(found, sheet.ground)


def test_pale_counters_near_the_edge_of_the_sheet_are_not_taken_for_paper() -> None:
    picture, draw = page()
    draw_block(draw, (40, 120), (6, 4))
    for j in range(4):
        draw.rectangle((42, 122 + j * CELL, 40 + CELL - 2, 118 + (j + 1) * CELL), fill="#dcdad2")
    sheet = ruled(picture)
    found = sheet.found(between(40, 520, 6), between(120, 440, 4))
    assert found.present.all()
    assert not empty_cells(found, sheet.ground)


def test_pale_counters_are_told_by_their_print_and_bare_ones_asked_about() -> None:
    picture, draw = page()
    draw_block(draw, (120, 120), (5, 4))
    pale = (238, 236, 229)
    for i, j in ((1, 1), (3, 2)):
        x, y = 120 + i * CELL, 120 + j * CELL
        draw.rectangle((x + 2, y + 2, x + CELL - 2, y + CELL - 2), fill=pale)
    draw.text((120 + 1.5 * CELL, 120 + 1.5 * CELL), "7-8", fill=INK, font_size=24, anchor="mm")
    columns, rows = between(120, 520, 5), between(120, 440, 4)
    sheet = ruled(picture)
    found = sheet.found(columns, rows)
    assert (1, 1) not in empty_cells(found, sheet.ground)
    assert hardly_printed(found, sheet.ground)
    draw.text((120 + 3.5 * CELL, 120 + 2.5 * CELL), "7-8", fill=INK, font_size=24, anchor="mm")
    sheet = ruled(picture)
    assert not hardly_printed(sheet.found(columns, rows), sheet.ground)


def test_gutters_with_lines_along_them_show_paper() -> None:
    picture, draw = page()
    draw_block(draw, (120, 120), (4, 3), gap=14)
    for i in range(4):
        for j in range(3):
            x, y = 120 + i * (CELL + 14), 120 + j * (CELL + 14)
            draw.rectangle((x - 2, y - 2, x + CELL + 2, y + CELL + 2), outline=INK, width=4)
    columns, rows = between(120, 120 + 4 * 94 - 14, 4, 14.0), between(120, 120 + 3 * 94 - 14, 3, 14.0)
    assert ruled(picture).found(columns, rows).gutters == 1.0


def test_emblems_have_bare_corners_and_counters_none() -> None:
    picture, draw = page()
    draw.ellipse((100, 100, 180, 180), fill="#8a2f2f")
    draw.rectangle((300, 100, 380, 180), fill="#8a2f2f")
    ground = ruled(picture).ground
    assert _bare_corners(ground, Part(100, 100, 180, 180)) >= 3
    assert _bare_corners(ground, Part(300, 100, 380, 180)) == 0


# ------------------------------------------------------------------------------------- lines


def test_gutters_are_thought_of_though_something_runs_in_their_middle() -> None:
    shares = np.zeros(600, dtype=np.float32)
    for k in range(4):
        for place in (100 + 112 * k, 200 + 112 * k):
            shares[place - 1 : place + 2] = 0.85 if k % 2 else 1.0
        shares[206 + 112 * k - 1 : 206 + 112 * k + 2] = 0.6
    found = find_lattices(shares, 100, 536)
    shapes = {(lattice.count, round(lattice.gap / 6), round(lattice.first / 6)) for lattice in found}
    assert (4, 2, 17) in shapes


def colored_columns(draw: ImageDraw.ImageDraw) -> None:
    """Eight columns in colors of their own without lines: no edge parts the two counters of a column."""
    for i in range(8):
        tint = "#a8c8e0", "#c87060", "#8070a0", "#d8c090"
        draw.rectangle((60 + 60 * i, 120, 119 + 60 * i, 239), fill=tint[i % 4])
        for j in range(2):
            x, y = 90 + 60 * i, 120 + 60 * j
            draw.rectangle((x - 14, y + 12, x + 14, y + 28), outline=INK, width=2)
            draw.text((x, y + 44), f"{i}-{j + 3}", fill=INK, font_size=14, anchor="mm")


def test_counters_that_part_along_one_axis_only_are_asked_about() -> None:
    picture, draw = page()
    colored_columns(draw)
    sheet = ruled(picture)
    found = sheet.found(between(60, 540, 4), between(120, 240, 1))
    assert found.quality > 0.95
    assert settled(sheet, found) == (found, False)


def test_counters_between_some_of_which_lines_are_missing_are_asked_about() -> None:
    picture, draw = page()
    for i in range(6):
        for j in range(6):
            x, y = 120 + 60 * i, 120 + 60 * j
            draw.rectangle((x, y, x + 59, y + 59), fill=TINT)
            draw.rectangle((x + 16, y + 12, x + 44, y + 28), outline=INK, width=2)
            draw.text((x + 30, y + 44), f"{i}-{j + 3}", fill=INK, font_size=14, anchor="mm")
    for k in range(0, 361, 120):
        draw.rectangle((119 + k, 119, 120 + k, 480), fill=INK)
        draw.rectangle((119, 119 + k, 480, 120 + k), fill=INK)
    sheet = ruled(picture)
    found = sheet.found(between(120, 480, 3), between(120, 480, 3))
    assert found.quality > 0.95
    assert settled(sheet, found) == (found, False)


def test_counters_with_a_line_down_their_middle_are_told_by_their_print() -> None:
    picture, draw = page()
    for i in range(4):
        draw.rectangle((60 + 120 * i, 120, 119 + 120 * i, 239), fill=TINT)
        draw.rectangle((120 + 120 * i, 120, 179 + 120 * i, 239), fill="#c87060")
        draw.rectangle((76 + 120 * i, 150, 104 + 120 * i, 166), outline=INK, width=2)
        draw.text((120 + 120 * i, 216), f"{i}-5-{i + 3}", fill=INK, font_size=26, anchor="mm")
    sheet = ruled(picture)
    found = sheet.found(between(60, 540, 4), between(120, 240, 1))
    assert found.quality > 0.95
    assert settled(sheet, found) == (found, True)


def of_block(left: float, top: float, shape: tuple[int, int], cell: tuple[float, float]) -> Found:
    columns = between(left, left + shape[0] * cell[0], shape[0])
    rows = between(top, top + shape[1] * cell[1], shape[1])
    shown = np.ones((shape[1], shape[0]), dtype=np.float32)
    return Found(columns, rows, Sides(shown, shown, shown, shown), shown > 0)


def test_two_blocks_win_over_one_that_takes_a_row_of_the_other() -> None:
    upper = of_block(100, 250, (3, 3), (150, 150))
    lower = of_block(100, 740, (3, 3), (150, 186))
    greedy = of_block(100, 554, (3, 4), (150, 186))
    assert greedy.value > max(upper.value, lower.value)
    kept = chosen([greedy, upper, lower])
    assert sorted(block.box.top for block in kept) == [250, 740]
    assert [block.value for block in kept] == sorted((block.value for block in kept), reverse=True)


def leans(places: list[float], away: list[float]) -> Leans:
    known = np.ones(len(places), dtype=bool)
    return Leans(np.array(places, np.float32), np.array(away, np.float32), known, 400.0, 200.0)


def test_one_line_that_leans_is_no_photograph() -> None:
    straight = leans([100, 300, 500], [0.0, 0.25, 0.0])
    stray = leans([700, 900, 1100], [0.25, 0.0, -4.0])
    assert bending([straight, stray]) == 0.0
    assert leaning([straight, stray], [straight]) == 0.0


def test_lines_that_lean_more_and_more_are_a_photograph() -> None:
    first = leans([100, 300, 500], [-3.0, -2.0, -1.1])
    second = leans([700, 900, 1100], [0.1, 1.0, 2.0])
    assert 0.008 < bending([first, second]) < 0.012


def test_what_parts_counters_is_told_by_the_other_blocks() -> None:
    line, gutter = Band(4.0, False, 0.0), Band(4.1, False, 5.0)
    doubtful = Band(4.2, False, 5.2, is_doubtful=True)
    assert agreed(doubtful, [line]) == Band(4.2, False, 0.0)
    assert agreed(doubtful, [gutter]) == Band(4.2, False, 5.2)
    assert agreed(doubtful, [line, gutter]) is doubtful
    assert agreed(doubtful, [Band(9.0, False, 0.0)]) is doubtful
    assert agreed(line, [gutter]) is line


def test_three_counters_whose_frames_were_taken_for_edges_get_their_pitch_back() -> None:
    picture = Image.new("RGB", (900, 900), PAPER)
    draw = ImageDraw.Draw(picture)
    for i in range(3):
        for j in range(3):
            x, y = 120 + 220 * i, 120 + 220 * j
            draw.rectangle((x, y, x + 219, y + 219), fill=TINT)
            draw.rectangle((x + 9, y + 9, x + 210, y + 210), outline=INK, width=4)
    for k in range(4):
        draw.rectangle((118 + 220 * k, 118, 121 + 220 * k, 781), fill="#fbfbf5")
        draw.rectangle((118, 118 + 220 * k, 781, 121 + 220 * k), fill="#fbfbf5")
    inner = between(129, 771, 3)
    fine = refined(picture, inner, inner, 3.0)
    for axis in (fine.columns, fine.rows):
        assert all(abs(span.start - 120 - 220 * k) < 1.5 for k, span in enumerate(axis.spans)), axis.spans


# ------------------------------------------------------------------------- sheets without lines


def unlined(turn: float = 0.0, gap: int = 0) -> Image.Image:
    """Four by three framed counters without cut lines, all of one color."""
    picture, draw = page()
    for i in range(4):
        for j in range(3):
            x, y = 120 + i * (CELL + gap), 120 + j * (CELL + gap)
            draw.rectangle((x, y, x + CELL - 1, y + CELL - 1), fill=TINT)
            draw.rectangle((x + 6, y + 6, x + CELL - 7, y + CELL - 7), outline=INK, width=2)
    return picture.rotate(turn, Image.Resampling.BICUBIC, fillcolor=PAPER)


def test_counters_of_one_color_without_lines_end_where_the_paper_begins() -> None:
    ground = ruled(unlined()).ground
    fitted = by_paper(ground, Stretch(126, 434, 4), Stretch(115, 366, 3))
    assert fitted is not None
    assert np.abs(np.array([fitted[0].first, fitted[0].last]) - (120, 440)).max() < 1.2
    assert np.abs(np.array([fitted[1].first, fitted[1].last]) - (120, 360)).max() < 1.2
    assert (fitted[0].gap, fitted[1].gap) == (0.0, 0.0)
    there = np.ones((3, 4), dtype=bool)
    assert proven(ground, *fitted, there)
    assert not proven(ground, between(126, 434, 4), between(126, 354, 3), there)
    assert not proven(ground, between(116, 444, 4), between(116, 364, 3), there)


def test_gutters_of_unlined_counters_are_measured_by_the_paper_in_them() -> None:
    ground = ruled(unlined(gap=10)).ground
    fitted = by_paper(ground, Stretch(117, 473, 4), Stretch(122, 383, 3))
    assert fitted is not None
    assert all(abs(axis.gap - 10) < 1.5 for axis in fitted), fitted
    assert proven(ground, *fitted, np.ones((3, 4), dtype=bool))


def test_the_turn_of_unlined_counters_is_told_by_their_outline() -> None:
    ends = Stretch(120, 440, 4), Stretch(120, 360, 3)
    assert abs(tilt(ruled(unlined(turn=-0.8)).ground, *ends) - 0.8) < 0.15
    assert abs(tilt(ruled(unlined()).ground, *ends)) < 0.05


def test_a_whole_page_of_print_has_no_edges_of_paper() -> None:
    picture = Image.new("RGB", (700, 600), PAPER)
    ImageDraw.Draw(picture).rectangle((60, 120, 640, 360), fill=TINT)
    assert by_paper(ruled(picture).ground, Stretch(120, 440, 4), Stretch(120, 360, 3)) is None
