"""The stages of the slicer by themselves: paper, lines, what parts counters, whole counters and halves."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from app.importing.slicing.bands import Band, band_of, joints
from app.importing.slicing.blocks import block_in, find_blocks
from app.importing.slicing.doubling import are_parts, settled
from app.importing.slicing.edges import edge_maps
from app.importing.slicing.emptiness import empty_cells
from app.importing.slicing.found import Found
from app.importing.slicing.grid import Box, Span
from app.importing.slicing.ground import Ground
from app.importing.slicing.judging import MOST_SPREAD, _spread
from app.importing.slicing.lattice import between, find_lattices
from app.importing.slicing.parts import Part, printed_tiles
from app.importing.slicing.profiles import profile_of
from app.importing.slicing.ruled import Ruled
from app.importing.slicing.sheet import Floats, channels

CELL = 80
INK, TINT, PAPER = "#202020", "#7d8fa3", "#f7f5ee"


def page(width: int = 700, height: int = 600) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    picture = Image.new("RGB", (width, height), PAPER)
    return picture, ImageDraw.Draw(picture)


def draw_block(draw: ImageDraw.ImageDraw, at: tuple[int, int], shape: tuple[int, int], gap: int = 0) -> None:
    """Counters with a word at the bottom and a black frame of two pixels on their edges."""
    for i in range(shape[0]):
        for j in range(shape[1]):
            x, y = at[0] + i * (CELL + gap), at[1] + j * (CELL + gap)
            draw.rectangle((x, y, x + CELL, y + CELL), fill=TINT, outline=None if gap else INK, width=2)
            draw.text((x + CELL / 2, y + CELL - 16), f"{i}-{j + 3}", fill=INK, font_size=18, anchor="mm")


def ruled(picture: Image.Image) -> Ruled:
    pixels = channels(picture)
    valid = np.ones(pixels.shape[:2], dtype=bool)
    return Ruled(edge_maps(pixels, valid), Ground(pixels, valid, printed_tiles(pixels, valid)))


def block_of(sheet: Ruled, box: tuple[int, int, int, int]) -> Found:
    found = block_in(sheet, Part(*box), settled)
    assert found is not None
    return found


# ------------------------------------------------------------------------------------- paper


def lit(picture: Image.Image) -> Image.Image:
    """The page with light that falls off by a third to one side."""
    pixels = np.asarray(picture, dtype=np.float32)
    light = np.linspace(1.0, 0.66, pixels.shape[1])[None, :, None]
    return Image.fromarray((pixels * light).astype(np.uint8))


def test_paper_is_known_under_uneven_light() -> None:
    picture, draw = page()
    draw_block(draw, (120, 120), (5, 4))
    ground = ruled(lit(picture)).ground
    near, far = (np.array([left], np.float32) for left in (20.0, 620.0))
    top, bottom = np.array([250.0], np.float32), np.array([300.0], np.float32)
    assert ground.strangeness(near, top, near + 50, bottom)[0] < 6
    assert ground.strangeness(far, top, far + 50, bottom)[0] < 6
    assert ground.strangeness(near + 120, top, near + 170, bottom)[0] > 40
    assert ground.printed(near + 120, top, near + 170, bottom)[0] == 1.0


def test_places_without_a_counter_are_told_by_the_paper() -> None:
    picture, draw = page()
    draw_block(draw, (120, 120), (5, 4))
    draw.rectangle((120 + 2 * CELL + 2, 120 + 2, 120 + 3 * CELL - 2, 120 + CELL - 2), fill=PAPER)
    sheet = ruled(lit(picture))
    found = sheet.found(between(120, 520, 5), between(120, 440, 4))
    assert empty_cells(found, sheet.ground) == {(2, 0)}
    assert not found.present[0, 2]
    assert found.present.sum() == 19


# ------------------------------------------------------------------------------------- lines


@pytest.mark.parametrize("ink", [INK, "#fbfbf5"])
def test_a_thin_line_shows_all_along_its_middle(ink: str) -> None:
    picture, draw = page()
    draw.rectangle((100, 100, 500, 500), fill=TINT)
    draw.rectangle((299, 100, 300, 500), fill=ink)
    columns = ruled(picture).maps.columns
    shares = columns.shares(120, 480)
    assert shares[299:301].max() == 1.0
    assert shares[294:297].max() == 0.0
    assert shares[303:306].max() == 0.0


def test_the_outermost_line_shows_where_white_paper_begins() -> None:
    picture, draw = page()
    draw_block(draw, (120, 120), (5, 4))
    shares = ruled(picture).maps.columns.shares(130, 430)
    assert all(shares[place - 2 : place + 3].max() == 1.0 for place in range(120, 521, CELL))


def test_hypotheses_hold_the_true_lattice_though_bands_run_across() -> None:
    shares = np.zeros(600, dtype=np.float32)
    for place in range(100, 501, CELL):
        shares[place - 1 : place + 2] = 1.0
        shares[place + 26 : place + 29] = 0.95
    found = find_lattices(shares, 100, 527)
    assert any(
        (lattice.count, round(lattice.first), round(lattice.last)) == (5, 100, 500) for lattice in found
    )


# ------------------------------------------------------------------------------------- blocks


def test_blocks_above_each_other_are_not_taken_for_one() -> None:
    picture, draw = page()
    draw_block(draw, (120, 60), (4, 3))
    draw_block(draw, (120, 60 + 3 * CELL + 24), (4, 3))
    pixels = channels(picture)
    sheet = ruled(picture)
    tiles = printed_tiles(pixels, np.ones(pixels.shape[:2], dtype=bool))
    found = find_blocks(sheet, (sheet.ground.tiles, tiles), settled, lambda _: None)
    assert sorted((b.columns.count, b.rows.count, round(b.box.top / 10)) for b in found) == [
        (4, 3, 6),
        (4, 3, 32),
    ]


def test_room_between_frames_is_no_gutter() -> None:
    picture, draw = page()
    draw_block(draw, (120, 120), (5, 4))
    for i in range(5):
        for j in range(4):
            x, y = 120 + i * CELL, 120 + j * CELL
            draw.rectangle((x + 7, y + 7, x + CELL - 7, y + CELL - 7), outline=INK, width=2)
    sheet = ruled(picture)
    framed = sheet.found(between(127, 513, 5, 14.0), between(127, 433, 4, 14.0))
    found = block_of(sheet, (116, 116, 524, 444))
    assert framed.gutters < 0.2
    assert framed.value < 0.3 * found.value
    assert (found.columns.count, found.rows.count, found.columns.gap) == (5, 4, 0.0)
    assert abs(found.box.left - 120) < 3


# ------------------------------------------------------------------------------------- halves


def crossed(draw: ImageDraw.ImageDraw, at: tuple[int, int], shape: tuple[int, int], ink: str) -> None:
    for i in range(shape[0]):
        for j in range(shape[1]):
            x, y = at[0] + i * CELL + CELL // 2, at[1] + j * CELL + CELL // 2
            draw.rectangle((x - 1, y - CELL // 2 + 1, x, y + CELL // 2 - 2), fill=ink)
            draw.rectangle((x - CELL // 2 + 1, y - 1, x + CELL // 2 - 2, y), fill=ink)


def test_quarters_of_crossed_counters_are_joined() -> None:
    picture, draw = page()
    draw_block(draw, (120, 120), (5, 4))
    crossed(draw, (120, 120), (5, 4), "#e2c94f")
    sheet = ruled(picture)
    quarters = sheet.found(between(120, 520, 10), between(120, 440, 8))
    assert quarters.quality > 0.95
    assert are_parts(sheet, quarters, (2, 2)) == "yes"
    found, is_sure = settled(sheet, quarters)
    assert (found.columns.count, found.rows.count, is_sure) == (5, 4, True)


def test_crosses_in_the_ink_of_the_cut_lines_are_told_by_the_print_alone() -> None:
    picture, draw = page()
    draw_block(draw, (120, 120), (5, 4))
    crossed(draw, (120, 120), (5, 4), INK)
    sheet = ruled(picture)
    quarters = sheet.found(between(120, 520, 10), between(120, 440, 8))
    assert are_parts(sheet, quarters, (2, 2)) == "yes"
    found, is_sure = settled(sheet, quarters)
    assert (found.columns.count, found.rows.count, is_sure) == (5, 4, True)


def test_fronts_and_backs_in_turn_are_not_joined_without_asking() -> None:
    picture, draw = page()
    for i in range(6):
        for j in range(4):
            x, y = 120 + i * CELL, 120 + j * CELL
            draw.rectangle((x, y, x + CELL, y + CELL), fill=TINT, outline=INK, width=2)
            if i % 2:
                draw.ellipse((x + 20, y + 20, x + 60, y + 60), outline=INK, width=3)
            else:
                draw.text((x + 40, y + 40), f"{i}-{j + 3}", fill=INK, font_size=18, anchor="mm")
    sheet = ruled(picture)
    block = sheet.found(between(120, 600, 6), between(120, 440, 4))
    assert are_parts(sheet, block, (2, 2)) != "yes"
    found, _ = settled(sheet, block)
    assert (found.columns.count, found.rows.count) == (6, 4)


def test_counters_that_are_alike_are_not_joined() -> None:
    picture, draw = page()
    draw_block(draw, (120, 120), (4, 4))
    sheet = ruled(picture)
    pairs = sheet.found(between(120, 440, 2), between(120, 440, 2))
    found, is_sure = settled(sheet, pairs)
    assert (found.columns.count, found.rows.count, is_sure) == (4, 4, True)


# ------------------------------------------------------------------------------- to the pixel


def band_on(picture: Image.Image, first: float, pitch: float, count: int) -> Band:
    size = pitch * count
    box = Box(first, first, first + size, first + size)
    lines = (first + pitch * np.arange(1, count)).astype(np.float32)
    made = [joints(profile_of(picture, box, axis, pitch), lines, pitch, 0.0) for axis in ("columns", "rows")]
    found = band_of(made)
    assert found is not None
    return found


def sheet_of(ink: str | None, width: float, gap: int) -> tuple[Image.Image, float]:
    """Four by four counters of 200 pixels, lines of a width on their edges, a gutter between them."""
    picture = Image.new("RGB", (1100, 1100), PAPER)
    draw = ImageDraw.Draw(picture)
    for i in range(4):
        for j in range(4):
            x, y = 100 + i * (200 + gap), 100 + j * (200 + gap)
            draw.rectangle((x, y, x + 199, y + 199), fill=TINT)
            if ink:
                half = width / 2
                draw.rectangle(
                    (x - half, y - half, x + 199 + half, y + 199 + half), outline=ink, width=int(width)
                )
    return picture, 100 - gap / 2


@pytest.mark.parametrize(
    ("ink", "width", "gap", "half", "is_dark"),
    [
        (INK, 4, 0, 0.0, True),
        ("#fbfbf5", 4, 0, 0.0, False),
        (None, 0, 14, 7.0, False),
        (INK, 4, 14, 7.0, False),
        (INK, 2, 14, 7.0, False),
    ],
)
def test_what_parts_counters_is_told(
    ink: str | None, width: int, gap: int, half: float, is_dark: bool
) -> None:
    picture, first = sheet_of(ink, width, gap)
    band = band_on(picture, first, 200.0 + gap, 4)
    assert abs(band.half - half) < 0.8, band
    assert band.is_dark == is_dark
    assert not band.is_doubtful


def test_a_line_is_found_by_one_flank_where_a_dark_band_hides_the_other() -> None:
    picture, first = sheet_of(None, 0, 0)
    draw = ImageDraw.Draw(picture)
    for k in range(4):
        draw.rectangle((100, 100 + 200 * k, 899, 100 + 200 * k + 60), fill="#262626")
    for k in range(5):
        draw.rectangle((100 + 200 * k - 3, 97, 100 + 200 * k + 2, 902), fill=INK)
        draw.rectangle((97, 100 + 200 * k - 3, 902, 100 + 200 * k + 2), fill=INK)
    box = Box(100, 100, 900, 900)
    lines = (first + 200.0 * np.arange(1, 4)).astype(np.float32)
    columns, rows = (
        joints(profile_of(picture, box, axis, 200.0), lines, 200.0, 0.0) for axis in ("columns", "rows")
    )
    band = band_of([columns, rows])
    assert band is not None
    assert abs(rows.shown(band.reach, is_dark=band.is_dark)[1]) < 1.0


def test_gutters_hardly_wider_than_lines_are_doubtful() -> None:
    picture, first = sheet_of(None, 0, 9)
    assert band_on(picture, first, 209.0, 4).is_doubtful


def test_two_counters_that_differ_are_uneven() -> None:
    even: tuple[Span, ...] = (Span(0, 300), Span(300, 600.8))
    uneven = (Span(0, 294.5), Span(294.5, 595.5))
    assert _spread(even) == 0.0
    assert _spread(uneven) > MOST_SPREAD


def test_flat_profiles_have_no_band() -> None:
    picture = Image.new("RGB", (500, 500), TINT)
    lines: Floats = np.array([200.0, 300.0], dtype=np.float32)
    made = joints(profile_of(picture, Box(100, 100, 400, 400), "columns", 100.0), lines, 100.0, 0.0)
    assert band_of([made]) is None
