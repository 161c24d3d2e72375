"""Comparing by mouse: two scenarios, what is saved, another version; the way to a difference."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.editor.compare_dialog import CompareDialog
from engine.definition.module import ModuleDef
from engine.editing import charts, maps, parts, pieces
from engine.editing.pieces import duplicate_pieces
from engine.editing.schedule import add_entry
from engine.loading.writer import save_module
from tests.app.editor.conftest import LEFT, Designer
from tests.engine.editing.modules import a_module

ENTRY = {"turn": 3, "side": "allied", "action": "arrive", "pieces": ("2-red-inf",), "at": "1004"}


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
    assert not dialog.show_button.isEnabled()
    dialog.tree.setCurrentItem(moved)
    QTest.mouseClick(dialog.show_button, LEFT)
    copied.settle()
    assert window.map_page.scenario == "meeting-copy"
    assert window.map_page.selected == ("0904",)
    window.bottom.show_page(1)
    dialog.tree.itemActivated.emit(moved, 0)
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
    assert any("scenario A Meeting" in what for what, _, _ in words(dialog))
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


def show(dialog: CompareDialog, part: str) -> None:
    item = next(item for item in lines(dialog) if part in item.text(0))
    dialog.tree.itemActivated.emit(item, 0)


def test_each_kind_of_difference_leads_to_its_page(designer: Designer, tmp_path: Path) -> None:
    other = tmp_path / "other"
    save_module(a_module(), other)
    window, document = designer.window, designer.window.document
    edits: tuple[Callable[[ModuleDef], ModuleDef], ...] = (
        lambda m: maps.paint_terrain(m, "coast", ["0307"], "rough"),
        lambda m: pieces.set_piece_fields(m, ["mine"], {"name": "Mines"}),
        lambda m: charts.set_cells(m, "crt", {(1, 1): "DE"}),
        lambda m: duplicate_pieces(m, ["1-red-inf"]),
        lambda m: add_entry(m, ENTRY),
        lambda m: parts.set_item_fields(m, "types", 0, {"title": "Foot"}),
    )
    for edit in edits:
        assert document.edit(edit, "step")
    window.map_page.view.set_map_scale(150)
    window.map_page.center_on("1004")
    dialog = window.compare_with(other)
    assert dialog is not None
    show(dialog, "Mines" if any("Mines" in item.text(0) for item in lines(dialog)) else "Minefield")
    assert window.pages.currentWidget() is window.counters_page
    assert window.counters_page.selected() == ("mine",)
    show(dialog, "0307")
    assert window.pages.currentWidget() is window.map_page
    assert window.map_page.view.viewport().rect().contains(designer.point("0307"))
    show(dialog, "chart Combat")
    assert window.pages.currentWidget() is window.chart_page
    show(dialog, "turn 3")
    assert window.bottom.bar.tabs.currentIndex() == 0
    assert window.pages.currentWidget() is window.map_page
    show(dialog, "type")
    assert window.inspector.paths == (("types", 0),)
    dialog.close()


def test_the_list_follows_what_is_edited(designer: Designer, qtbot: QtBot) -> None:
    window = designer.window
    window.document.edit(lambda m: pieces.set_piece_fields(m, ["mine"], {"name": "Mines"}), "rename")
    window.compare()
    dialog = window.findChild(CompareDialog)
    assert dialog is not None
    assert dialog.count.text() == "1 difference"
    window.document.edit(lambda m: maps.paint_terrain(m, "coast", ["0606"], "rough"), "paint")
    qtbot.waitUntil(lambda: dialog.count.text() == "2 differences", timeout=3000)
    window.document.stack.setIndex(0)
    qtbot.waitUntil(lambda: dialog.count.text() == "No difference", timeout=3000)
    dialog.close()


def test_a_packed_version(designer: Designer, tmp_path: Path) -> None:
    window = designer.window
    assert window.save_to(tmp_path / "before.hexmod")
    window.document.edit(lambda m: pieces.set_piece_fields(m, ["mine"], {"name": "Mines"}), "rename")
    dialog = window.compare_with(tmp_path / "before.hexmod")
    assert dialog is not None
    assert words(dialog) == [("Minefield: name", "Minefield", "Mines")]
    dialog.close()
