"""What the rules cannot read in a chart is told within the edit: at cell, issues and button."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.editor import workshop
from app.editor.chart_cells import FAULTY
from app.editor.chart_faults import Spot, blamed
from app.editor.chart_page import FOOT
from app.editor.window import EditorWindow, open_document
from app.settings import SettingsStore
from engine.loading import builtin_modules, load_module
from tests.app.editor.conftest import Designer, at_work
from tests.engine.editing.modules import a_module


@pytest.fixture
def person(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Designer:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path))
    place = builtin_modules()["afrika"]
    own = workshop.copy_of(place, load_module(place))
    made = at_work(EditorWindow(open_document(own), SettingsStore(tmp_path / "settings.json")), qtbot)
    charts = [chart.id for chart in made.module.charts]
    made.window.tree.show_path(("charts", charts.index("crt")))
    made.settle()
    return made


def test_a_wrong_word_is_told_within_the_edit_and_taken_back_as_soon(person: Designer) -> None:
    window, table = person.window, person.window.chart_page.table
    spot = table.index(2, 3)
    before = table.data(spot)
    assert table.setData(spot, "XX")
    assert table.data(spot) == "XX"
    assert "XX" in str(table.data(spot, FAULTY))
    assert "XX" in str(table.data(spot, Qt.ItemDataRole.ToolTipRole))
    assert table.data(table.index(2, 2), FAULTY) is None
    assert window.chart_page.foot.text().startswith("The game cannot begin: 'XX'")
    assert window.side_panel.bar.tabs.tabText(0) == "Issues 1"
    assert "cannot begin" in window.play_button.toolTip()
    assert window.play_button.property("kind") == "danger"
    assert table.setData(spot, before)
    person.qtbot.waitUntil(lambda: not window.rules_check.fault)
    assert table.data(spot, FAULTY) is None
    assert window.chart_page.foot.text() == FOOT
    assert window.side_panel.bar.tabs.tabText(0) == "Issues"
    assert window.play_button.property("kind") == "primary"


def test_undo_unmarks_and_the_issue_leads_to_the_cell(person: Designer) -> None:
    window, table = person.window, person.window.chart_page.table
    table.setData(table.index(4, 1), "nonsense")
    window.show_page("counters")
    number = [chart.id for chart in person.module.charts].index("crt")
    window.jump(("charts", number, "cells", 4, 1))
    assert window.pages.currentWidget() is window.chart_page
    cursor = window.chart_page.view.currentIndex()
    assert (cursor.row(), cursor.column()) == (4, 1)
    window.document.stack.undo()
    person.qtbot.waitUntil(lambda: not window.rules_check.fault)
    assert table.data(table.index(4, 1), FAULTY) is None


def test_only_cells_of_a_named_chart_are_blamed() -> None:
    module = a_module()
    assert blamed(module, "'EX' is no result") == {Spot("crt", 0, 1), Spot("crt", 1, 0)}
    assert blamed(module, "chart 'crt': \"DE\" is no number") == {Spot("crt", 2, 1)}
    assert blamed(module, "there is no unit 'EX-1'") == frozenset()
    assert blamed(module, "no scenario can begin") == frozenset()
