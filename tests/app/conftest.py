"""The whole program over a small module of one's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from app.application import Application
from app.settings import SettingsStore
from engine.loading.writer import save_module
from tests.fixtures.free_module import a_free_module


@pytest.fixture
def module_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    path = tmp_path / "meeting"
    save_module(a_free_module(), path)
    return path


@pytest.fixture
def app(qtbot: QtBot, module_path: Path) -> Iterator[Application]:
    made = Application(SettingsStore(module_path.parent / "settings.json"))
    yield made
    for editor in made.editors().windows:
        editor.document.stack.setClean()
    for player in made.players:
        player.session.mark_saved()
    made.close_all()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
