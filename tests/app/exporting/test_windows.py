"""The print dialog as people reach it: from the library's card and from the player window's menu."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.library.window import OWN, LibraryWindow
from app.printing.dialog import PrintDialog
from engine.game import new_game
from tests.app.library.worlds import a_module, a_store, own_module
from tests.fixtures.free_module import a_free_module
from tests.fixtures.player import open_window


@pytest.fixture
def library(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[LibraryWindow]:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path))
    monkeypatch.setattr("app.library.games.builtin_modules", dict)
    own_module(tmp_path, a_module())
    made = LibraryWindow(a_store(tmp_path))
    qtbot.addWidget(made)
    with qtbot.waitSignal(made.loaded, timeout=20_000):
        made.show()
    made.show_page(OWN)
    yield made
    made.close()


def the_dialog() -> PrintDialog:
    found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, PrintDialog)]
    assert len(found) == 1
    return found[0]


def test_the_library_prints_the_chosen_scenario(library: LibraryWindow, qtbot: QtBot) -> None:
    page = library.own_page
    assert page.scenario is not None
    page.detail.print.click()
    dialog = the_dialog()
    assert dialog.source.scenario.id == page.scenario.id
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=20_000)
    dialog.close()


def test_the_player_window_prints_the_game(qtbot: QtBot, tmp_path: Path) -> None:
    hand = open_window(qtbot, new_game(a_free_module(), "meeting", seed=5), tmp_path)
    hand.window.actions_by_id["print"].trigger()
    dialog = the_dialog()
    assert dialog.source.game is hand.session.game
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=20_000)
    with qtbot.waitSignal(dialog.exported, timeout=20_000):
        dialog.write(tmp_path / "sheet.pdf")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    dialog.close()
    hand.window.close()
