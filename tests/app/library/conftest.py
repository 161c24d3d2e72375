"""The library for tests: over a home of its own, with something in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.library.window import LibraryWindow
from tests.app.library.worlds import a_journal, a_module, a_save, opened_library, own_module


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of files of one's own that nobody else uses."""
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def window(home: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[LibraryWindow]:
    """The library of somebody with a module of his own, a saved game and one that was not closed."""
    module = a_module()
    own_module(home, module)
    a_save(home, module, title="Sunday game · day 2")
    a_journal(home, module)
    with opened_library(home, qtbot, monkeypatch) as made:
        yield made
