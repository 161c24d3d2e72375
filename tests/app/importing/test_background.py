"""Sheets are read beside the window: how far it is, stopped at any moment, faults told; counters of a turned
sheet are cut without turning it.
"""

from __future__ import annotations

from pathlib import Path
from threading import get_ident

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.importing.dialogs.background import NO_MEMORY, PATIENCE_MS, Waiting, Work, WorkBar
from app.importing.dialogs.slicer_canvas import to_image, turned_image
from app.importing.dialogs.slicer_model import SlicerModel
from app.importing.pictures import SHEET_PIXELS, read_picture
from app.importing.refusal import ImportRefused
from app.importing.sheet_files import OpenedSheet, open_sheet_files
from app.importing.slicing.cutting import Finish, cut_one
from app.importing.slicing.finding import Stopped
from app.importing.slicing.grid import Box, SheetGrid, even_block
from app.importing.slicing.sheet import Sheet, turned
from app.importing.upright import cut_upright
from app.importing.watching import Watch
from tests.app.graphics.picture_checks import pixels


def noise(size: tuple[int, int]) -> Image.Image:
    values = np.random.default_rng(7).integers(0, 255, (size[1], size[0], 3), dtype=np.uint8)
    return Image.fromarray(values)


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.tif", "a.bmp", "a.webp"])
def test_reading_tells_how_far_it_is_and_stops(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    noise((900, 700)).save(path)
    told: list[float] = []
    picture = read_picture(path, SHEET_PIXELS, name, "RGB", told.append)
    assert picture.size == (900, 700)
    with Image.open(path) as whole:
        assert (np.asarray(picture) == np.asarray(whole.convert("RGB"))).all()
    assert told == sorted(told)
    assert len(told) > 2
    heard: list[float] = []

    def watch(share: float) -> None:
        heard.append(share)
        if len(heard) > 2:
            raise Stopped

    with pytest.raises(Stopped):
        read_picture(path, SHEET_PIXELS, name, "RGB", watch)
    assert len(heard) == 3


def test_all_pages_of_several_files(tmp_path: Path) -> None:
    noise((60, 40)).save(tmp_path / "a.png")
    one, two = noise((72, 72)), noise((144, 72))
    one.save(tmp_path / "b.pdf", save_all=True, append_images=[two], resolution=72)
    told: list[float] = []
    pages = open_sheet_files([tmp_path / "a.png", tmp_path / "b.pdf"], told.append)
    assert [page.sheet.name for page in pages] == ["a.png", "b.pdf, page 1", "b.pdf, page 2"]
    assert [page.source.page if page.source else 0 for page in pages] == [1, 1, 2]
    assert told == sorted(told)
    assert 0 <= told[0] < told[-1] <= 1
    with pytest.raises(ImportRefused, match=r"c\.png does not exist"):
        open_sheet_files([tmp_path / "a.png", tmp_path / "c.png"])


def test_big_sheets_are_looked_at_smaller(tmp_path: Path) -> None:
    Image.new("RGB", (6200, 400), "#336699").save(tmp_path / "wide.png")
    (page,) = open_sheet_files([tmp_path / "wide.png"])
    assert page.shown.size == (3000, 194)
    assert page.sheet.size == (6200, 400)


def test_glimpses_are_small_and_like_what_is_cut(qapp: object) -> None:
    sheet = OpenedSheet(Sheet(noise((40, 30)).resize((4000, 3000), Image.Resampling.BICUBIC), "s"))
    model = SlicerModel([sheet])
    grid = SheetGrid((4000, 3000), 1.5, (even_block(Box(300, 300, 3700, 2700), 4, 3),))
    model.set_grid(grid)
    place = model.counters()[5]
    whole, glimpse = model.picture(place), model.glimpse(place)
    assert whole.size == (850, 800)
    assert 72 <= max(glimpse.size) < 144
    shown = np.asarray(whole.resize(glimpse.size, Image.Resampling.BOX)).astype(int)
    assert np.abs(shown - np.asarray(glimpse)).mean() < 4


@pytest.mark.parametrize("angle", [0.0, 0.6, -2.3, 3.0])
@pytest.mark.parametrize(
    "box", [Box(10.5, 11.5, 110.5, 97.3), Box(300, 250, 401.5, 330.5), Box(600.2, 400.7, 801.5, 600.5)]
)
def test_a_counter_is_cut_as_if_the_sheet_were_turned(angle: float, box: Box) -> None:
    sheet = noise((80, 60)).resize((807, 603))
    finish = Finish(0.03, 0.1)
    whole = np.asarray(cut_one(turned(sheet, angle), box, finish)).astype(int)
    one = np.asarray(cut_upright(sheet, angle, box, finish)).astype(int)
    assert one.shape == whole.shape
    assert np.abs(one - whole).max() <= 1


def test_the_canvas_shows_the_sheet_turned_the_same_way(qapp: object) -> None:
    sheet = noise((20, 15)).resize((400, 300), Image.Resampling.BICUBIC)
    shown = pixels(turned_image(to_image(sheet), 2.0)).astype(int)[40:-40, 40:-40]
    wanted = np.asarray(turned(sheet, 2.0)).astype(int)[40:-40, 40:-40]
    assert np.abs(shown - wanted).mean() < 3
    assert np.abs(shown - np.asarray(sheet).astype(int)[40:-40, 40:-40]).mean() > 10


def test_work_is_done_elsewhere_and_its_faults_are_told(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    here = get_ident()
    work = Work(lambda _watch: get_ident(), "Counting", parent)
    with qtbot.waitSignal(work.done, timeout=30_000) as done:
        work.start()
    assert done.args[0] != here
    work.wait()

    def full(_watch: Watch) -> None:
        raise MemoryError

    def refused(_watch: Watch) -> None:
        raise ImportRefused("no", "never")

    for act, words in ((full, NO_MEMORY), (refused, "no; never")):
        work = Work(act, "Failing", parent)
        with qtbot.waitSignal(work.failed, timeout=30_000) as failed:
            work.start()
        assert failed.args == [words]
        work.wait()


def until_stopped(watch: Watch) -> None:
    """Work that goes on until somebody stops it."""
    while True:
        watch(0.5)


def test_a_bar_stops_its_work(qtbot: QtBot) -> None:
    bar = WorkBar()
    qtbot.addWidget(bar)
    for words in ("first", "second"):
        bar.start(Work(until_stopped, words, bar))
    assert bar.words.full_text == "first"
    assert len(bar.running) == 2
    with qtbot.waitSignals([bar.stopped, bar.ended], timeout=30_000):
        bar.stop_button.click()
    assert not bar.running
    assert not bar.isVisible()


def test_a_dialog_comes_up_only_for_long_work_and_is_cancelled(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    quick = Waiting("Quick", lambda _watch: 7, parent)
    with qtbot.waitSignal(quick.gone, timeout=30_000), qtbot.waitSignal(quick.ready) as ready:
        quick.start()
    assert ready.args == [7]
    slow = Waiting("Slow", until_stopped, parent)
    results: list[object] = []
    slow.ready.connect(results.append)
    slow.failed.connect(results.append)
    assert not slow.isVisible()
    slow.start()
    qtbot.waitUntil(slow.isVisible, timeout=PATIENCE_MS + 10_000)
    with qtbot.waitSignal(slow.gone, timeout=30_000):
        QTest.keyClick(slow, Qt.Key.Key_Escape)
    assert results == []
