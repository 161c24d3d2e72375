"""Counters with pictures of their own are printed with them, from a folder and from a zipped module."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pypdfium2.raw as pdfium
import pytest
from PySide6.QtCore import QBuffer, QIODevice, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.exporting.headless import need_painting
from app.exporting.kinds import Wishes, make_plan, print_source
from app.exporting.printed_art import edge_lines, for_print, paint_printed_art, rim_color
from engine.definition.board import BoardArtDef
from engine.definition.piece import PieceArtDef
from engine.game import new_game
from engine.loading import load_module
from engine.loading.writer import save_module
from engine.rules.registry import rules_of
from tests.app.exporting.sheets import images_on, pdf_of
from tests.fixtures.free_module import a_free_module


def a_picture() -> bytes:
    need_painting()
    picture = QImage(64, 64, QImage.Format.Format_RGB32)
    picture.fill(0xFFCC2200)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert picture.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    module = a_free_module()
    first, *rest = module.pieces
    painted = first.model_copy(update={"art": PieceArtDef(front="art/first.png")})
    made = tmp_path / "painted"
    save_module(module.model_copy(update={"pieces": (painted, *rest)}), made)
    (made / "art").mkdir(exist_ok=True)
    (made / "art" / "first.png").write_bytes(a_picture())
    return made


def test_pictures_of_a_folder_are_printed(folder: Path) -> None:
    module = load_module(folder)
    source = print_source(new_game(module, "meeting", 0), str(folder))
    plan = make_plan(source, Wishes(kind="counters", only_used=False))
    document = pdf_of(plan, source.drawer)
    assert images_on(document, 0) == 1
    assert images_on(document, 1) == 0


def test_pictures_of_a_zipped_module_are_printed(folder: Path, tmp_path: Path) -> None:
    packed = tmp_path / "painted.hexmod"
    with ZipFile(packed, "w") as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(folder).as_posix())
    source = print_source(new_game(load_module(packed), "meeting", 0), str(packed))
    document = pdf_of(make_plan(source, Wishes(kind="counters", only_used=False)), source.drawer)
    assert images_on(document, 0) == 1


def a_framed_picture(wide: int, high: int, middle: str, rim: str) -> QImage:
    """A picture of one colour with a rim of another, a tenth wide."""
    picture = QImage(wide, high, QImage.Format.Format_ARGB32)
    picture.fill(QColor(rim))
    painter = QPainter(picture)
    painter.fillRect(QRectF(wide * 0.1, high * 0.1, wide * 0.8, high * 0.8), QColor(middle))
    painter.end()
    return picture


def printed(picture: QImage, bleed: float | None) -> QImage:
    """A counter of 15 mm with the picture, its corner at 5 mm, ten pixels to the millimetre."""
    page = QImage(250, 250, QImage.Format.Format_RGB32)
    page.fill(QColor("white"))
    painter = QPainter(page)
    painter.scale(10, 10)
    paint_printed_art(painter, QRectF(5, 5, 15, 15), picture, "#00ff00", bleed)
    painter.end()
    return page


def test_the_bleed_of_a_picture_is_its_own_rim() -> None:
    need_painting()
    page = printed(a_framed_picture(100, 100, "#ffffff", "#102030"), 1.0)
    for x, y in ((45, 120), (205, 120), (120, 45), (120, 205), (43, 43)):
        assert page.pixelColor(x, y).name() == "#102030", (x, y)
    assert page.pixelColor(120, 120).name() == "#ffffff"
    assert page.pixelColor(38, 120).name() == "#ffffff", "one millimetre and no more"
    assert page.pixelColor(212, 120).name() == "#ffffff"


def test_the_rim_goes_outwards_where_it_changes_its_color() -> None:
    need_painting()
    picture = a_framed_picture(100, 100, "#ffffff", "#102030")
    for x in range(100):
        for y in range(50):
            picture.setPixelColor(x, y, QColor("#c00000"))
    page = printed(picture, 1.0)
    assert page.pixelColor(45, 70).name() == "#c00000"
    assert page.pixelColor(45, 180).name() == "#102030"


def test_clear_corners_are_filled_with_the_color_of_the_rim() -> None:
    need_painting()
    picture = a_framed_picture(100, 100, "#ffffff", "#102030")
    for x in range(8):
        for y in range(8):
            picture.setPixelColor(x, y, QColor(0, 0, 0, 0))
    assert printed(picture, 1.0).pixelColor(52, 52).name() == "#102030"
    clear = QImage(50, 50, QImage.Format.Format_ARGB32)
    clear.fill(QColor(0, 0, 0, 0))
    assert rim_color(clear) is None
    assert printed(clear, 1.0).pixelColor(45, 45).name() == "#00ff00", (
        "the side's colour where there is no rim"
    )


@pytest.mark.parametrize("line", [1, 2, 4])
def test_the_bleed_is_taken_from_inside_a_cut_line(line: int) -> None:
    need_painting()
    picture = QImage(177, 177, QImage.Format.Format_RGB32)
    picture.fill(QColor("#202020"))
    painter = QPainter(picture)
    painter.fillRect(line, line, 177 - 2 * line, 177 - 2 * line, QColor("#8f9a6b"))
    painter.end()
    assert edge_lines(picture) == (line,) * 4
    page = printed(picture, 1.0)
    spots = [(x, y) for x in range(42, 209) for y in (42, 48, 50, 51, 199, 201, 208)]
    assert {page.pixelColor(*spot).name() for spot in (*spots, *((y, x) for x, y in spots))} == {"#8f9a6b"}


def test_pictures_are_not_drawn_out_of_shape() -> None:
    need_painting()
    page = printed(a_framed_picture(200, 100, "#ffffff", "#102030"), 1.0)
    assert page.pixelColor(120, 60).name() == "#00ff00", "above a low picture the counter shows"
    assert page.pixelColor(120, 90).name() == "#102030"
    assert page.pixelColor(120, 170).name() == "#00ff00"
    shown = printed(a_framed_picture(100, 100, "#ffffff", "#102030"), None)
    assert shown.pixelColor(45, 120).name() == "#ffffff", "on a list there is no bleed"
    assert shown.pixelColor(50, 50).name() == "#ffffff", "and corners are round"


def test_a_picture_that_is_gone_gives_way_to_the_drawn_face(folder: Path) -> None:
    module = load_module(folder)
    (folder / "art" / "first.png").write_bytes(b"no picture")
    source = print_source(new_game(module, "meeting", 0), str(folder))
    document = pdf_of(make_plan(source, Wishes(kind="counters", only_used=False)), source.drawer)
    assert images_on(document, 0) == 0


def test_pictures_are_no_finer_than_printers() -> None:
    need_painting()
    huge = a_framed_picture(3000, 3000, "#ffffff", "#102030")
    made = for_print(huge, QRectF(0, 0, 15, 15))
    assert (made.width(), made.height()) == (355, 355)
    assert made.pixelColor(2, 2).name() == "#102030"
    small = a_framed_picture(300, 300, "#ffffff", "#102030")
    assert for_print(small, QRectF(0, 0, 15, 15)) is small


@pytest.fixture
def scanned(tmp_path: Path) -> Path:
    """A module whose map is a scan of 300 dots to an inch at hexes of 16 mm, with a fine pattern on it."""
    need_painting()
    module = a_free_module()
    board = module.boards[0].model_copy(update={"art": BoardArtDef(background="art/map.png")})
    folder = tmp_path / "scanned"
    save_module(module.model_copy(update={"boards": (board, *module.boards[1:])}), folder)
    across, down = rules_of(module, "meeting", {}).board.size(0)
    picture = QImage(round(across * HEX_DOTS), round(down * HEX_DOTS), QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    for x in range(0, picture.width(), 8):
        painter.fillRect(x, 0, 4, picture.height(), QColor("black"))
    painter.end()
    (folder / "art").mkdir(exist_ok=True)
    assert picture.save(str(folder / "art" / "map.png"))
    return folder


HEX_DOTS = 16.0 / 25.4 * 300


def test_scanned_maps_are_printed_as_fine_as_they_are(scanned: Path) -> None:
    source = print_source(new_game(load_module(scanned), "meeting", 0), str(scanned))
    plan = make_plan(source, Wishes(kind="map", hex_mm=16.0))
    document = pdf_of(plan, source.drawer)
    page = document[len(document) - 1]
    found = []
    for one in page.get_objects(filter=(pdfium.FPDF_PAGEOBJ_IMAGE,), max_depth=4):
        left, _, right, _ = one.get_bounds()
        found.append(one.get_px_size()[0] / ((right - left) / 72))
    assert max(found) == pytest.approx(300, rel=0.05)
    small = make_plan(source, Wishes(kind="map", hex_mm=8.0))
    document = pdf_of(small, source.drawer)
    dots = [
        one.get_px_size()[0] / ((one.get_bounds()[2] - one.get_bounds()[0]) / 72)
        for one in document[len(document) - 1].get_objects(filter=(pdfium.FPDF_PAGEOBJ_IMAGE,), max_depth=4)
    ]
    assert 240 <= max(dots) <= 660, "not finer than print needs by more than the next copy at hand"
