"""Maps whose picture is too big for memory: prepared by a process of its own, shown from tiles, printed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from app.graphics import scanned_map
from app.graphics.board_scene import BoardScene
from app.graphics.board_view import BoardView
from app.graphics.map_tiles.preparing import STOPPED, Preparation, cut_now
from app.graphics.map_tiles.store import known_tiles, tiles_folder
from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_art import ArtUse, BoardArt, load_board_art
from app.graphics.scanned_map import map_file, read_scan
from engine.definition.board import BoardArtDef
from engine.definition.module import ModuleDef
from engine.geometry.compiling import compile_boards
from engine.loading.archive import pack_module
from engine.loading.writer import save_module
from tests.app.graphics.picture_checks import pixels
from tests.engine.editing.modules import a_module

SIZE = (1700, 1300)


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleDef:
    """A module over a picture that counts as too big: red in the west, blue in the east."""
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(scanned_map, "MOST_SHOWN", 100_000)
    made = a_module()
    art = BoardArtDef(background="art/map.png")
    board = made.boards[0].model_copy(update={"art": art})
    (tmp_path / "m" / "art").mkdir(parents=True)
    picture = Image.new("RGB", SIZE, "#2040c0")
    picture.paste("#c02020", (0, 0, SIZE[0] // 2, SIZE[1]))
    picture.save(tmp_path / "m" / "art" / "map.png")
    module = made.model_copy(update={"boards": (board, *made.boards[1:])})
    save_module(module, tmp_path / "m")
    return module


def art_of(module: ModuleDef, path: Path, use: ArtUse = ArtUse.WINDOW) -> BoardArt:
    return load_board_art(path, module, compile_boards(module.boards), use=use)


def painted(art: BoardArt, scale: float) -> np.ndarray:
    width, height = art.size
    image = QImage(QSize(int(width * scale), int(height * scale)), QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    BoardPainter(art).paint(painter, QRectF(0, 0, width, height), scale)
    painter.end()
    return pixels(image).astype(int)


def test_it_waits_as_paper_and_is_then_shown(qapp: object, module: ModuleDef, tmp_path: Path) -> None:
    art = art_of(module, tmp_path / "m")
    assert art.scan is not None
    assert art.scan.uncut == tmp_path / "m" / "art" / "map.png"
    assert art.scan.picture is None
    bare = painted(art, 20)
    assert np.abs(bare[30, 30] - (0xEF, 0xE9, 0xDA)).max() <= 2
    cut_now(art.scan.uncut)
    shown = painted(replace(art, scan=art.scan.cut()), 20)
    assert np.abs(shown[60, 40] - (0xC0, 0x20, 0x20)).max() < 12
    assert np.abs(shown[60, -40] - (0x20, 0x40, 0xC0)).max() < 12


@pytest.mark.parametrize("scale", [9.0, 40.0, 170.0])
def test_pieces_leave_no_seams(qapp: object, module: ModuleDef, tmp_path: Path, scale: float) -> None:
    art = art_of(module, tmp_path / "m", ArtUse.PAPER)
    assert art.scan is not None
    wide = art.size[0] / 2 - 0.6
    rect = QRectF(0.3, 0.4, wide, 3.1)
    image = QImage(int(wide * scale), int(3.1 * scale), QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    BoardPainter(art).paint(painter, rect, scale)
    painter.end()
    inner = pixels(image).astype(int)[1:-1, 1:-1]
    assert np.abs(inner - (0xC0, 0x20, 0x20)).max() < 12


def test_detail_follows_the_scale(qapp: object, module: ModuleDef, tmp_path: Path) -> None:
    scan = art_of(module, tmp_path / "m", ArtUse.PAPER).scan
    assert scan is not None
    whole = QRectF(scan.place)
    for scale, levels in ((1000.0, (0,)), (4.0, (1, 2, 3))):
        sizes = {piece.width() for _, piece in scan.pieces(whole, scale)}
        assert scan.tiles is not None
        assert any(max(sizes) <= scan.tiles.size(n)[0] + 4 for n in levels)
    assert sum(piece.width() * piece.height() for _, piece in scan.pieces(whole, 1000.0)) >= SIZE[0] * SIZE[1]
    assert list(scan.pieces(QRectF(500, 500, 3, 3), 40)) == []


def test_a_window_prepares_the_picture(qtbot: QtBot, module: ModuleDef, tmp_path: Path) -> None:
    scene = BoardScene([art_of(module, tmp_path / "m")])
    view = BoardView(scene)
    qtbot.addWidget(view)
    view.resize(500, 400)
    with qtbot.waitExposed(view):
        view.show()
    bar = view._preparing
    assert bar is not None
    assert bar.isVisible()
    assert bar.work is not None
    with qtbot.waitSignal(bar.work.ended, timeout=60_000) as ended:
        pass
    assert ended.args == [""]
    assert not bar.isVisible()
    scan = scene.arts[0].scan
    assert scan is not None
    assert scan.tiles is not None
    view.backdrop.finish()
    assert known_tiles(tmp_path / "m" / "art" / "map.png") is not None


def test_stopping_leaves_no_tiles_and_can_be_taken_up(
    qtbot: QtBot, module: ModuleDef, tmp_path: Path
) -> None:
    work = Preparation(tmp_path / "m" / "art" / "map.png")
    with qtbot.waitSignal(work.ended, timeout=60_000) as ended:
        work.start()
        work.stop()
    assert ended.args == [STOPPED]
    assert known_tiles(work.file) is None
    again = Preparation(work.file)
    heard: list[float] = []
    again.progressed.connect(heard.append)
    with qtbot.waitSignal(again.ended, timeout=60_000) as ended:
        again.start()
    assert ended.args == [""]
    assert heard
    assert heard[-1] == 1.0
    assert known_tiles(work.file) is not None


def test_a_picture_that_cannot_be_cut_says_why(qtbot: QtBot, module: ModuleDef, tmp_path: Path) -> None:
    file = tmp_path / "m" / "art" / "map.png"
    file.write_bytes(file.read_bytes()[:3000])
    work = Preparation(file)
    with qtbot.waitSignal(work.ended, timeout=60_000) as ended:
        work.start()
    assert "map.png is damaged" in ended.args[0]


def test_a_picture_from_an_archive(qapp: object, module: ModuleDef, tmp_path: Path) -> None:
    pack_module(tmp_path / "m", tmp_path / "m.hexmod")
    file = map_file(tmp_path / "m.hexmod", "art/map.png")
    assert file.parent == tiles_folder()
    assert file.read_bytes() == (tmp_path / "m" / "art" / "map.png").read_bytes()
    scan = read_scan(tmp_path / "m.hexmod", "art/map.png", None, (10.0, 8.0))
    assert scan is not None
    assert scan.uncut == file


def test_no_picture_is_none(qapp: object, module: ModuleDef, tmp_path: Path) -> None:
    assert read_scan(tmp_path / "m", None, None, (1.0, 1.0)) is None
    assert read_scan(tmp_path / "m", "art/none.png", None, (1.0, 1.0)) is None
    (tmp_path / "m" / "art" / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    assert read_scan(tmp_path / "m", "art/broken.png", None, (1.0, 1.0)) is None
