"""Comparing by mouse: two scenarios, what is saved, another version; the way to a difference."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QTreeWidgetItem

from app.editor.compare_dialog import CompareDialog
from engine.editing.pieces import duplicate_pieces
from engine.editing.schedule import add_entry
from engine.loading.writer import save_module
from tests.app.editor.conftest import LEFT, Designer
from tests.engine.editing.modules import a_module


def lines(dialog: CompareDialog) -> list[QTreeWidgetItem]:
    found = dialog.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)
    return [item for item in found if item.parent() is not None]


def words(dialog: CompareDialog) -> list[tuple[str, str, str]]:
    return [(item.text(0), item.text(1), item.text(2)) for item in lines(dialog)]


@pytest.fixture
def copied(designer: Designer) -> Designer:
    window = designer.window
    window.document.edit(lambda m: duplicate_pieces(m, ["1-red-inf"]), "one more")
    name = window.copy_scenario()
    designer.drag("1004", "0904")
    entry = {"turn": 3, "side": "allied", "action": "arrive", "pieces": ("2-red-inf",), "at": "1004"}
    window.document.edit(lambda m: add_entry(m, {**entry, "scenarios": (name,)}), "arrive")
    return designer


def test_two_scenarios_and_the_way_to_a_difference(copied: Designer) -> None:
    window = copied.window
    window.show_scenario("meeting")
    dialog = window.compare_scenarios()
    assert dialog.boxes[0].currentData() == "meeting"
    red = copied.module.pieces_by_id()["1-red-inf"].name
    assert (red, "1004", "0904") in words(dialog)
    moved = next(item for item in lines(dialog) if item.text(0) == red)
    assert not moved.icon(0).isNull()
    dialog.tree.itemActivated.emit(moved, 0)
    assert window.map_page.scenario == "meeting-copy"
    assert window.order.chosen_pieces() == ("1-red-inf",)
    dialog.close()


def test_exchange_filter_and_kinds(copied: Designer) -> None:
    dialog = copied.window.compare_scenarios()
    before = [box.currentData() for box in dialog.boxes]
    swap = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Exchange")
    QTest.mouseClick(swap, LEFT)
    assert [box.currentData() for box in dialog.boxes] == before[::-1]
    everything = len(lines(dialog))
    QTest.keyClicks(dialog.search, "title")
    assert 0 < len(lines(dialog)) < everything
    dialog.search.clear()
    QTest.mouseClick(dialog.chips["changed"], LEFT)
    assert all("title" not in item.text(0) for item in lines(dialog))
    dialog.close()


def test_the_schedule_of_one_scenario_only_is_a_difference(copied: Designer) -> None:
    copied.window.show_scenario("meeting")
    dialog = copied.window.compare_scenarios()
    assert any("schedule: turn 3" in what for what, _, _ in words(dialog))
    dialog.close()


def test_what_is_saved(copied: Designer) -> None:
    copied.window.compare()
    dialog = copied.window.findChild(CompareDialog)
    assert dialog is not None
    assert any("meeting-copy" in what for what, _, _ in words(dialog))
    dialog.close()


def test_another_version_from_its_folder(designer: Designer, tmp_path: Path) -> None:
    other = tmp_path / "other"
    save_module(a_module().model_copy(update={"title": "Another Coast"}), other)
    dialog = designer.window.compare_with(other)
    assert dialog is not None
    assert words(dialog) == [("title", "Another Coast", designer.module.title)]
    assert dialog.count.text() == "1 difference"
    dialog.close()
    assert designer.window.compare_with(tmp_path / "nothing") is None
    assert "cannot be compared" in designer.said()
