"""The shelf of covers: its measures, and that they stay when a scroll bar comes."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from app.library.cover_shelf import GAP, LEAST_WIDTH, ROOM, fitting
from app.library.window import LibraryWindow
from tests.app.library.worlds import a_module, opened_library, own_module


@pytest.mark.parametrize("count", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("room", [300, 364, 420, 511, 690, 1200])
def test_covers_stand_within_their_room(room: int, count: int) -> None:
    found = fitting(room, count, 172)
    assert LEAST_WIDTH <= found.width <= 172
    assert 1 <= found.across <= count
    assert found.across * (found.width + GAP) - GAP + 2 * ROOM <= room


def test_three_stand_beside_each_other_where_they_can() -> None:
    assert fitting(511, 4, 172).across == 3
    assert fitting(511, 4, 172).width < 172
    assert fitting(364, 4, 172).across == 2  # three would be narrower than the least width
    assert fitting(364, 4, 172).width > LEAST_WIDTH
    assert fitting(60, 4, 172).across == 1
    assert fitting(1200, 9, 172).across == 6


def _scroll_of(window: LibraryWindow) -> QScrollArea:
    area = window.own_page.shelf.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    assert isinstance(area, QScrollArea)
    return area


def test_a_scroll_bar_changes_no_columns(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every height near the one where the bar comes the shelf is the same, with and without the bar."""
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path))
    for number in range(4):
        own_module(tmp_path, a_module(f"module-{number}", f"Module {number}"))
    with opened_library(tmp_path, qtbot, monkeypatch) as window:
        area, shelf = _scroll_of(window), window.own_page.shelf
        seen: set[tuple[bool, int, int]] = set()
        for height in range(560, 760, 10):
            window.resize(1280, height)
            QApplication.processEvents()
            has_bar = area.verticalScrollBar().isVisible()
            seen.add((has_bar, shelf.measures.across, shelf.height()))
            assert shelf.place_of(shelf.measures.across - 1).right() <= area.viewport().width()
        assert {has_bar for has_bar, _, _ in seen} == {True, False}
        assert len({(across, height) for _, across, height in seen}) == 1
