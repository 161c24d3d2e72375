"""The ground of big maps made by a process of its own, while the window shows plain hexes."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.editor.window import EditorWindow, open_document
from app.graphics.board_scene import BoardScene
from app.graphics.board_view import BoardView
from app.graphics.elsewhere import STOPPED
from app.graphics.ground import improvising
from app.graphics.ground.making import GroundMaking
from app.graphics.painters.board_art import ArtUse, BoardArt, load_board_art, with_made_ground
from app.settings import SettingsStore
from app.user_files import cache_folder
from engine.definition.module import ModuleDef
from engine.editing.grids import Margins, resize
from engine.editing.maps import paint_terrain
from engine.geometry.compiling import compile_boards
from engine.loading.writer import save_module
from tests.app.graphics.picture_checks import pixels
from tests.engine.editing.modules import a_module


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))


def a_big_module() -> ModuleDef:
    return resize(a_module(), "coast", Margins(east=4, south=6))


def art_of(module: ModuleDef, use: ArtUse = ArtUse.WINDOW) -> BoardArt:
    return load_board_art(Path("nowhere"), module, compile_boards(module.boards), use=use)


def a_view(qtbot: QtBot, art: BoardArt) -> BoardView:
    view = BoardView(BoardScene([art]))
    qtbot.addWidget(view)
    view.resize(500, 400)
    with qtbot.waitExposed(view):
        view.show()
    return view


def test_paper_does_not_wait_and_small_maps_need_not(qapp: object) -> None:
    assert art_of(a_module()).ground is not None
    big = a_big_module()
    assert art_of(big, ArtUse.PAPER).ground is not None
    assert art_of(big).ground is not None, "it is in the cache now"


def test_a_window_shows_plain_hexes_and_then_the_ground(qtbot: QtBot) -> None:
    art = art_of(a_big_module())
    assert art.ground is None
    assert art.unmade is not None
    view = a_view(qtbot, art)
    bar = view.preparing
    assert bar is not None
    assert bar.isVisible()
    assert bar.words.text() == "Painting the ground of the map…"
    shares: list[float] = []
    assert bar.work is not None
    bar.work.progressed.connect(shares.append)
    qtbot.waitUntil(lambda: not bar.isVisible(), timeout=60_000)
    after = view.board_scene.arts[0]
    assert after.ground is not None
    assert after.unmade is None
    assert after.shore
    assert shares == sorted(shares)
    assert list((cache_folder() / "ground").glob("*.order")) == []


def test_it_is_the_very_ground_that_would_be_made_at_once(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = art_of(a_big_module())
    assert waiting.unmade is not None
    making = GroundMaking(waiting.unmade)
    with qtbot.waitSignal(making.ended, timeout=60_000) as ended:
        making.start()
    assert ended.args == [""]
    made = with_made_ground(waiting)
    assert made.ground is not None
    at_once = improvising.make(waiting, waiting.unmade, lambda _share: None)
    assert np.array_equal(pixels(made.ground), pixels(at_once[0]))
    assert made.coast == at_once[2]


def test_it_can_be_stopped_and_tried_again(qtbot: QtBot) -> None:
    view = a_view(qtbot, art_of(a_big_module()))
    bar = view.preparing
    assert bar is not None
    assert bar.work is not None
    with qtbot.waitSignal(bar.work.ended, timeout=60_000) as ended:
        QTest.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    assert ended.args == [STOPPED]
    assert bar.words.text() == "The ground of the map was not painted."
    assert view.board_scene.arts[0].ground is None
    QTest.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.board_scene.arts[0].ground is not None, timeout=60_000)


def test_what_cannot_be_made_is_said(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    art = art_of(a_big_module())
    assert art.unmade is not None
    making = GroundMaking(art.unmade)
    making._file.parent.mkdir(parents=True)
    monkeypatch.setattr(Path, "write_bytes", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with qtbot.waitSignal(making.ended, timeout=5_000) as ended:
        making.start()
    assert "No space left" in ended.args[0]


def test_edits_meanwhile_are_painted_over_it(qtbot: QtBot, tmp_path: Path) -> None:
    save_module(a_big_module(), tmp_path / "big")
    window = EditorWindow(open_document(tmp_path / "big"), SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(window, before_close_func=lambda _w: window.document.stack.setClean())
    with qtbot.waitExposed(window):
        window.show()
    page = window.map_page
    assert page.scene.arts[0].ground is None
    assert window.document.edit(lambda m: paint_terrain(m, "coast", ["0909"], "rough"), "rough")
    page.picture.renew()
    qtbot.waitUntil(lambda: page.scene.arts[0].groundwork is not None, timeout=60_000)
    work = page.scene.arts[0].groundwork
    assert work is not None
    board = page.board()
    assert work.is_changed
    page.view.center_on_hex("0909")
    page.finish()
    assert page.scene.arts[0].kind_at(*board.center(board.index["0909"])) == "rough"
