"""Modules into the library and out of it: zipped modules, VASSAL modules, by menu, drop and command line."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.cli.main import status_of
from app.library.window import OWN, LibraryWindow
from app.user_files import modules_folder
from engine.loading import load_module, schema_version_of
from engine.loading.archive import pack_module
from tests.app.library.worlds import a_module, a_store, own_module


@pytest.fixture
def window(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> LibraryWindow:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path))
    monkeypatch.setattr("app.library.games.builtin_modules", dict)
    own_module(tmp_path, a_module())
    made = LibraryWindow(a_store(tmp_path))
    qtbot.addWidget(made)
    with qtbot.waitSignal(made.loaded, timeout=20000):
        made.show()
    made.show_page(OWN)
    return made


def menu_action(window: LibraryWindow, words: str) -> QAction:
    found = [action for action in window.findChildren(QAction) if action.text() == words]
    assert len(found) == 1, words
    return found[0]


def answer(window: LibraryWindow, file: Path) -> None:
    """Chooses a file in the dialog that is open, as its user would by typing the name."""
    [dialog] = [d for d in window.findChildren(QFileDialog) if d.isVisible()]
    dialog.fileSelected.emit(str(file))
    dialog.close()


def words_of(window: LibraryWindow) -> str:
    return window.messages.current.text if window.messages.current else ""


def test_a_zipped_module_is_taken_by_the_menu(window: LibraryWindow, tmp_path: Path) -> None:
    pack_module(modules_folder() / "meeting", tmp_path / "other.hexmod")
    menu_action(window, "Import a module in one file…").trigger()
    answer(window, tmp_path / "other.hexmod")
    folder = modules_folder() / "other"
    assert load_module(folder) == load_module(modules_folder() / "meeting")
    assert "among your modules" in words_of(window)
    assert window.own_page.game is not None
    assert window.own_page.game.path == folder


def test_the_same_module_twice_lies_in_two_folders(window: LibraryWindow, tmp_path: Path) -> None:
    pack_module(modules_folder() / "meeting", tmp_path / "meeting.hexmod")
    assert window.exchange.take(tmp_path / "meeting.hexmod") == modules_folder() / "meeting-1"
    assert window.exchange.take(tmp_path / "meeting.hexmod") == modules_folder() / "meeting-2"


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("bad.hexmod", b"rubbish", "not a readable zip"),
        ("text.txt", b"hello", "is not a module"),
        ("none.hexmod", None, "does not exist"),
    ],
)
def test_what_is_no_module_leaves_nothing(
    window: LibraryWindow, tmp_path: Path, name: str, data: bytes | None, words: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    assert window.exchange.take(tmp_path / name) is None
    assert words in words_of(window)
    assert [path.name for path in modules_folder().iterdir()] == ["meeting"]


def test_a_zipped_module_with_faults_is_refused(window: LibraryWindow, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "f.hexmod", "w") as archive:
        archive.writestr("module.yaml", "id: f\ntitle: F\nschema_version: 2\nsides: 7\n")
    assert window.exchange.take(tmp_path / "f.hexmod") is None
    assert "sides" in words_of(window)
    assert [path.name for path in modules_folder().iterdir()] == ["meeting"]


def test_a_module_is_saved_as_one_file_and_comes_back_equal(window: LibraryWindow, tmp_path: Path) -> None:
    menu_action(window, "Save this module as one file…").trigger()
    answer(window, tmp_path / "gift")
    assert load_module(tmp_path / "gift.hexmod") == load_module(modules_folder() / "meeting")
    assert "Saved Meeting on the Coast" in words_of(window)
    window.add_module(tmp_path / "gift.hexmod")
    assert window.own_page.game is not None
    assert window.exchange.give(window.own_page.game, tmp_path / "again.hexmod")
    assert (tmp_path / "again.hexmod").read_bytes() == (tmp_path / "gift.hexmod").read_bytes()


def test_a_file_that_cannot_be_written_is_told(window: LibraryWindow, tmp_path: Path) -> None:
    game = window.own_page.game
    assert game is not None
    assert not window.exchange.give(game, tmp_path / "no such folder" / "x.hexmod")
    assert "was not written" in words_of(window)


def test_the_menu_asks_for_a_vassal_module(window: LibraryWindow, tmp_path: Path, qtbot: QtBot) -> None:
    menu_action(window, "Import a VASSAL module…").trigger()
    with qtbot.waitSignal(window.import_requested) as asked:
        answer(window, tmp_path / "game.vmod")
    assert asked.args == [tmp_path / "game.vmod"]


def test_a_vassal_module_can_be_dropped(window: LibraryWindow, tmp_path: Path, qtbot: QtBot) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "game.vmod"))])
    left, bare = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    drop = QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, left, bare)
    with qtbot.waitSignal(window.import_requested) as asked:
        window.dropEvent(drop)
    assert asked.args == [tmp_path / "game.vmod"]


def test_packing_and_unpacking_by_the_command_line(
    window: LibraryWindow, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file = modules_folder() / "meeting", tmp_path / "m.hexmod"
    assert status_of(["pack", str(folder), "-o", str(file)]) == 0
    assert status_of(["unpack", str(file), "-o", str(tmp_path / "out")]) == 0
    assert str(tmp_path / "out") in capsys.readouterr().out
    assert load_module(tmp_path / "out") == load_module(folder)
    assert status_of(["unpack", str(file), "-o", str(tmp_path / "out")]) == 1
    assert "not empty" in capsys.readouterr().err
    assert status_of(["pack", "tutorial", "-o", str(tmp_path / "t.hexmod")]) == 0
    assert load_module(tmp_path / "t.hexmod").id == "tutorial"
    assert status_of(["pack", "nothing", "-o", str(tmp_path / "t.hexmod")]) == 1


def test_an_old_module_is_brought_up_by_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = Path(__file__).parents[2] / "fixtures" / "formats" / "module-1"
    shutil.copytree(old, tmp_path / "old")
    assert status_of(["upgrade", str(tmp_path / "old")]) == 0
    assert "version 1 of the format became 2" in capsys.readouterr().out
    assert schema_version_of(tmp_path / "old") == 2
    assert load_module(tmp_path / "old") == load_module(old)
    assert status_of(["upgrade", str(tmp_path / "old")]) == 0
    assert "already" in capsys.readouterr().out
    assert status_of(["upgrade", str(tmp_path / "nowhere")]) == 1
