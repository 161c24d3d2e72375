"""A large change of terrain tells how far its ground is painted, and can be stopped."""

from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.editor import ground_bar
from app.editor.window import EditorWindow, open_document
from app.settings import SettingsStore
from engine.editing import maps
from engine.loading import builtin_modules


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> EditorWindow:
    folder = tmp_path / "afrika"
    copytree(builtin_modules()["afrika"], folder, ignore=ignore_patterns("__pycache__"))
    made = EditorWindow(open_document(folder), SettingsStore(tmp_path / "settings.json"))
    made.show()
    QApplication.processEvents()
    return made


def painted(window: EditorWindow) -> None:
    """Paints all clear hexes about the middle of what is in sight."""
    page = window.map_page
    board, view = page.board(), page.view
    middle = page.scene.hex_at(view.scene_point(view.viewport().rect().center().toPointF()))
    assert middle is not None
    near = [board.ids[i] for i in board.within(board.index[middle], 3)]
    kinds = {spot: board.terrain[board.index[spot]] for spot in near}
    spots = [spot for spot, kind in kinds.items() if kind == "clear"]
    assert spots
    assert window.document.edit(lambda m: maps.paint_terrain(m, m.boards[0].id, spots, "rough"), "fill")


def test_painting_is_told_and_ends(
    window: EditorWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ground_bar, "PATIENCE_MS", 0)
    shares: list[float] = []
    window.map_page.picture.ground_progressed.connect(shares.append)
    painted(window)
    qtbot.waitUntil(window.ground_bar.isVisible, timeout=20_000)
    qtbot.waitUntil(lambda: not window.map_page.picture.follower.is_busy, timeout=60_000)
    assert not window.ground_bar.isVisible()
    assert shares[-1] == 1.0
    assert all(0 <= share < 1 for share in shares[:-1])
    assert shares[:-1] == sorted(shares[:-1])
    window.document.stack.setClean()
    window.close()


def test_painting_is_stopped_by_the_button(
    window: EditorWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ground_bar, "PATIENCE_MS", 0)
    painted(window)
    qtbot.waitUntil(window.ground_bar.isVisible, timeout=20_000)
    window.ground_bar.stop_button.click()
    assert not window.ground_bar.isVisible()
    assert not window.map_page.picture.follower.is_busy
    assert window.map_page.picture._unpainted(), "flat hexes say what the ground is to be"
    window.document.stack.setClean()
    window.close()
