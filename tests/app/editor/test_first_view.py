"""Where the map of the editor is when it opens, and when another scenario is chosen."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.editor.first_view import LEAST_SCALE, busiest
from app.editor.window import EditorWindow, open_document
from app.settings import SettingsStore
from engine.loading import builtin_modules


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> EditorWindow:
    folder = tmp_path / "mine"
    source = builtin_modules()["afrika"]
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("rules", "__pycache__"))
    made = EditorWindow(open_document(folder), SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(made, before_close_func=lambda w: w.document.stack.setClean())
    made.resize(1280, 720)
    with qtbot.waitExposed(made):
        made.show()
    QApplication.processEvents()
    return made


def _seen(window: EditorWindow) -> float:
    """The share of the counters of the set-up that is in sight."""
    page = window.map_page
    spots, seen = page._first_spots(), page.view.visible_scene()
    centers = [page.scene.center_of(spot) for spot in spots]
    return sum(center is not None and seen.contains(center) for center in centers) / len(centers)


def test_opens_at_the_set_up_and_stays_there_while_the_window_finds_its_size(window: EditorWindow) -> None:
    page = window.map_page
    assert page.view.map_scale >= LEAST_SCALE
    assert _seen(window) > 0.4
    window.resize(1900, 1000)
    QApplication.processEvents()
    assert page.first.is_kept
    assert _seen(window) > 0.4

    spot = page.board().ids[5]
    page.center_on(spot)
    before = page.view.visible_scene().center()
    window.resize(1300, 800)
    QApplication.processEvents()
    after = page.view.visible_scene().center()
    assert (after - before).manhattanLength() < 60, "a map that was moved stays"

    assert not page.first.is_in_sight()
    page.show_scenario("gazala")
    assert page.first.is_in_sight(), "the map goes to the set-up that was asked for"


def test_the_busiest_place_has_as_many_counters_in_sight_as_fit(window: EditorWindow) -> None:
    view, board = window.map_page.view, window.map_page.board()
    near = [board.ids[i] for i in (100, 101)]
    far = board.ids[-1]
    middle = busiest(view, [*near, *near, far])
    centers = [view.board_scene.center_of(spot) for spot in (*near, far)]
    away = [abs(c.x() - middle.x()) + abs(c.y() - middle.y()) for c in centers if c is not None]
    assert len(away) == 3
    assert max(away[:2]) < 2 * 64 < away[2]
