"""The budget of editing, in the window: any edit, shown, checked and painted, and taken back again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtWidgets import QApplication

from tests.perf.desk import PLACES, Desk

Opened = tuple[Desk, tuple[str, ...]]
BUDGET_MS = 50.0
PAGE_MS = 100.0
"""From one page to another."""


@pytest.fixture(params=PLACES, scope="module")
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    application = QApplication.instance() or QApplication([])
    known = PLACES[request.param]
    desk = Desk(known.written(tmp_path_factory.mktemp("desk")))
    for page in known.pages:
        desk.show(page)
    yield desk, known.pages
    desk.close()
    desk.window.deleteLater()
    application.processEvents()


@pytest.mark.timeout(300)
def test_any_edit_is_shown_and_checked_within_the_budget(place: Opened, leeway: float) -> None:
    desk, pages = place
    for page in pages:
        for kind, act in desk.edits().items():
            done, undone = desk.edit_times(page, act)
            assert done < BUDGET_MS * leeway, f"{kind} with {page} open: {done:.0f} ms"
            assert undone < PAGE_MS * leeway, f"{kind} taken back with {page} open: {undone:.0f} ms"


def test_pages_turn_at_once(place: Opened, leeway: float) -> None:
    desk, pages = place
    for page in (*pages, *pages):
        desk.show("schedule" if page != "schedule" else "counters")
        took = desk.milliseconds(partial(desk.show, page))
        assert took < PAGE_MS * leeway, f"{page}: {took:.0f} ms"
