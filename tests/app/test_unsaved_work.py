"""Unsaved work on modules is offered in the library, whatever became of the module."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.application import Application
from app.editor import recovery
from app.library.window import LibraryWindow
from app.settings import SettingsStore
from app.unsaved_work import tell_unsaved
from engine.editing import pieces
from engine.loading.writer import save_module
from tests.engine.editing.modules import a_module


@pytest.fixture
def program(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Application]:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    made = Application(SettingsStore(tmp_path / "settings.json"))
    yield made
    for window in made.editors().windows:
        window.document.stack.setClean()
    made.close_all()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def kept(folder: Path) -> None:
    recovery.keep(folder, pieces.delete_pieces(a_module(), ["mine"]), 4)


def press(library: LibraryWindow, words: str) -> None:
    next(b for b in library.messages.findChildren(QPushButton) if b.text() == words).click()


def test_nothing_is_told_where_nothing_waits(program: Application) -> None:
    tell_unsaved(program)
    assert program.library is None


def test_the_editor_opens_on_it(program: Application, tmp_path: Path) -> None:
    save_module(a_module(), tmp_path / "meeting")
    kept(tmp_path / "meeting")
    tell_unsaved(program)
    assert program.library is not None
    message = program.library.messages.current
    assert message is not None
    assert "4 changes" in message.text
    press(program.library, "Open it")
    (window,) = program.editors().windows
    assert window.document.path == tmp_path / "meeting"
    assert "mine" in window.document.module.pieces_by_id(), "nothing is taken up unasked"


def test_work_on_a_module_that_is_gone(program: Application, tmp_path: Path) -> None:
    kept(tmp_path / "gone")
    tell_unsaved(program)
    assert program.library is not None
    press(program.library, "Open it")
    press(program.library, "Open the kept work")
    (window,) = program.editors().windows
    assert "mine" not in window.document.module.pieces_by_id()
    assert window.save()
    assert (tmp_path / "gone" / "module.yaml").is_file()


def test_several_are_told_one_after_the_other_and_thrown_away(program: Application, tmp_path: Path) -> None:
    for name in ("one", "other"):
        kept(tmp_path / name)
    assert len(recovery.all_waiting()) == 2
    tell_unsaved(program)
    assert program.library is not None
    press(program.library, "Throw it away")
    press(program.library, "Throw it away")
    assert recovery.all_waiting() == ()
    assert program.library.messages.current is None


def test_a_broken_file_is_nothing(program: Application, tmp_path: Path) -> None:
    kept(tmp_path / "one")
    recovery.recovery_file(tmp_path / "one").write_bytes(b"{")
    assert recovery.all_waiting() == ()


def test_work_of_two_programs_on_one_module_is_told_once(program: Application, tmp_path: Path) -> None:
    kept(tmp_path / "one")
    first = recovery.recovery_file(tmp_path / "one", 1)
    second = recovery.recovery_file(tmp_path / "one", 2)
    recovery.keep(tmp_path / "one", a_module(), 2, 2)
    assert first.is_file()
    assert second.is_file()
    tell_unsaved(program)
    assert program.library is not None
    message = program.library.messages.current
    assert message is not None
    assert "left by 2 programs: 4 changes, then 2 changes" in message.text
    press(program.library, "Throw all away")
    assert recovery.all_waiting() == ()
    assert program.library.messages.current is None
