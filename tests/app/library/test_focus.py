"""Where the keyboard is in the library: seen at every stop, and in the order of the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.library.cover_shelf import CoverShelf
from app.library.window import LibraryWindow
from tests.app.library.worlds import a_module, opened_library, own_module
from tests.fixtures.hands import press


@pytest.fixture
def window(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[LibraryWindow]:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path))
    own_module(tmp_path, a_module())
    with opened_library(tmp_path, qtbot, monkeypatch) as made:
        yield made


def test_tab_goes_through_the_card_from_the_top_down(window: LibraryWindow) -> None:
    page = window.own_page
    page.shelf.setFocus(Qt.FocusReason.TabFocusReason)
    passed: list[QWidget] = [page.shelf]
    while passed[-1] is not page.detail.edit and len(passed) < 30:
        press(passed[-1], Qt.Key.Key_Tab)
        passed.append(window.focusWidget())
    assert passed[1] is page.scenarios.rows
    row = page.detail.version_row
    assert row is not None
    versions = [widget for widget in passed if row.isAncestorOf(widget)]
    switches = [widget for widget in passed if widget in page.detail.switches.values()]
    assert versions
    assert switches
    play = passed.index(page.detail.play)
    assert passed.index(versions[-1]) < passed.index(switches[0]) < play
    areas = [widget for widget in passed if isinstance(widget, QScrollArea)]
    assert not any(area.findChildren(CoverShelf) for area in areas)


def test_a_shelf_with_the_keyboard_looks_another_way(window: LibraryWindow) -> None:
    shelf = window.own_page.shelf
    window.own_page.scenarios.rows.setFocus()
    chosen = shelf.grab().toImage()
    shelf.setFocus(Qt.FocusReason.TabFocusReason)
    ring = shelf.place_of(0).left() - 6
    middle = shelf.place_of(0).center().y()
    assert shelf.grab().toImage().pixelColor(ring, middle) != chosen.pixelColor(ring, middle)
