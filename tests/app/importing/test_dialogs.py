"""The windows of the importers, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from app.importing.art_store import ArtStore
from app.importing.assigning import Art
from app.importing.bringing import Brought, Load, bring
from app.importing.dialogs.folder_dialog import FolderDialog
from app.importing.dialogs.slicer_window import SlicerWindow
from app.importing.dialogs.vassal_dialog import VassalDialog
from app.importing.sheet_files import OpenedSheet
from app.importing.slicing.grid import Box, SheetGrid, even_block
from app.importing.slicing.sheet import Sheet
from app.importing.watching import Watch
from tests.fixtures.counter_sheets import SheetPlan, draw_sheet
from tests.fixtures.free_module import a_free_module
from tests.fixtures.vassal_modules import small_module

MODULE = a_free_module()


def bringer(folder: Path) -> Callable[[Load, Watch], Brought]:
    def work(load: Load, watch: Watch) -> Brought:
        return bring(ArtStore(folder), load, watch)

    return work


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[SlicerWindow]:
    sheet = OpenedSheet(Sheet(Image.new("RGB", (800, 600), "#c0b080"), "one"))
    made = SlicerWindow([sheet], pieces=MODULE.pieces)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(made)
    made.model.set_grid(SheetGrid((800, 600), blocks=(even_block(Box(100, 100, 500, 400), 4, 3),)))
    made.show()
    yield made
    made.close()


def test_the_count_is_live_and_undone(window: SlicerWindow) -> None:
    assert window.tools.count.text() == "12 counters"
    window.tools.columns.setValue(5)
    assert window.tools.count.text() == "15 counters"
    window.model.undo()
    assert window.tools.count.text() == "12 counters"
    window.model.redo()
    assert window.tools.count.text() == "15 counters"
    window.refresh_strip()
    assert window.strip.count() == 15


def test_a_line_is_dragged(window: SlicerWindow, qtbot: QtBot) -> None:
    canvas = window.canvas
    canvas.set_zoom(1.0)
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(200, 250))
    QTest.mouseMove(canvas, QPoint(216, 250))
    canvas.mouseReleaseEvent(None)  # type: ignore[arg-type]
    block = window.model.current_block()
    assert block is not None
    assert (canvas.axis, canvas.line) == ("columns", 1)
    assert block.columns[0].end == pytest.approx(216, abs=1)
    assert block.columns[1].start == pytest.approx(216, abs=1)
    window.model.undo()
    block = window.model.current_block()
    assert block is not None
    assert block.columns[0].end == 200


def test_lines_by_keyboard(window: SlicerWindow, qtbot: QtBot) -> None:
    canvas = window.canvas
    QTest.keyClick(canvas, Qt.Key.Key_Period)
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    QTest.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    block = window.model.current_block()
    assert block is not None
    assert block.columns[0].end == 211
    assert "column line 2 of 5 at 211 px" in window.statusBar().currentMessage()
    QTest.keyClick(canvas, Qt.Key.Key_Insert)
    assert window.tools.columns.value() == 5
    QTest.keyClick(canvas, Qt.Key.Key_Delete)
    assert window.tools.columns.value() == 4
    QTest.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.axis == "rows"


def test_a_counter_is_left_out_by_a_double_click(window: SlicerWindow, qtbot: QtBot) -> None:
    window.canvas.set_zoom(1.0)
    QTest.mouseDClick(
        window.canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(150, 150)
    )
    assert window.tools.count.text() == "11 counters"


def test_blocks_come_and_go(window: SlicerWindow) -> None:
    window.model.add_block()
    assert window.tools.count.text() == "24 counters"
    assert window.model.block == 1
    window.model.remove_block()
    assert window.tools.count.text() == "12 counters"


def test_pictures_in_order_and_one_by_hand(window: SlicerWindow, qtbot: QtBot) -> None:
    giving = window.giving
    assert giving is not None
    assert window.cut.text() == "Give pictures"
    giving.assign_in_order()
    assert window.cut.text() == f"Give {len(MODULE.pieces)} pictures"
    last = window.model.counters()[-1]
    window.model.assign("mine", last)
    with qtbot.waitSignal(window.finished) as given:
        window.finish()
    load = given.args[0]
    art = {item.piece: item.make() for item in load.items}
    assert set(art) == {piece.id for piece in MODULE.pieces}
    assert isinstance(art["mine"], Art)
    assert art["mine"].front.size == (100, 100)
    assert load.sheets is None


def test_the_chosen_picture_goes_to_the_chosen_counter(window: SlicerWindow) -> None:
    giving, names = window.giving, [piece.id for piece in MODULE.pieces]
    assert giving is not None
    window.refresh_strip()
    places = window.model.counters()
    giving.choose(names[2])
    window.strip.item(3).setSelected(True)
    assert giving.give_button.text() == f"Give picture 4 to {MODULE.pieces[2].name}"
    giving.give_button.click()
    assert window.model.assigned == {names[2]: places[3]}
    window.refresh_strip()
    assert [window.strip.row(item) for item in window.strip.selectedItems()] == [3]
    window.strip.clearSelection()
    window.strip.setCurrentRow(7)
    giving.choose(names[0])
    window.strip.setFocus()
    QTest.keyClick(window.strip, Qt.Key.Key_Return)
    assert window.model.assigned == {names[2]: places[3], names[0]: places[7]}
    giving.clear_button.click()
    assert window.model.assigned == {names[2]: places[3]}
    giving.drop(names[1], places[3])
    assert window.model.assigned == {names[1]: places[3]}
    giving.clear_all_button.click()
    assert not window.model.assigned
    assert window.strip.dragEnabled()


def test_rows_keep_their_height_and_a_replaced_picture_is_told(window: SlicerWindow) -> None:
    giving, name = window.giving, MODULE.pieces[0].name
    assert giving is not None
    window.refresh_strip()

    def rows() -> list[QRect]:
        return [giving.roster.visualItemRect(giving.roster.item(n)) for n in range(giving.roster.count())]

    before = rows()
    giving.choose(MODULE.pieces[0].id)
    window.strip.clearSelection()
    window.strip.setCurrentRow(3)
    giving.give()
    assert window.statusBar().currentMessage() == ""
    window.refresh_strip()
    assert rows() == before
    window.strip.clearSelection()
    window.strip.setCurrentRow(6)
    giving.give()
    assert window.statusBar().currentMessage() == f"{name}: picture 7 replaces picture 4"
    giving.give()
    assert window.statusBar().currentMessage() == "", "the same picture once more replaces nothing"
    window.strip.clearSelection()
    window.strip.setCurrentRow(0)
    giving.choose(MODULE.pieces[1].id)
    giving.give()
    window.strip.clearSelection()
    window.strip.setCurrentRow(3)
    giving.choose(MODULE.pieces[0].id)
    giving.assign_in_order()
    assert window.statusBar().currentMessage() == "Replaced the pictures of 2 counters"


def test_in_order_begins_at_what_is_chosen(window: SlicerWindow) -> None:
    giving, names = window.giving, [piece.id for piece in MODULE.pieces]
    assert giving is not None
    window.refresh_strip()
    places = window.model.counters()
    giving.choose(names[1])
    window.strip.setCurrentRow(3)
    giving.assign_in_order()
    assert list(window.model.assigned.items()) == list(zip(names[1:], places[3:], strict=False))
    giving.clear_all_button.click()
    window.strip.item(5).setSelected(True)
    assert [window.strip.row(item) for item in window.strip.selectedItems()] == [3, 5]
    giving.assign_in_order()
    assert window.model.assigned == {names[1]: places[3], names[2]: places[5]}


def test_the_filter_narrows_the_counters(window: SlicerWindow) -> None:
    giving, name = window.giving, MODULE.pieces[1].name
    assert giving is not None
    giving.search.setText(name)
    shown = [n for n in range(giving.roster.count()) if not giving.roster.item(n).isHidden()]
    assert shown
    assert all(name.lower() in giving.roster.item(n).text().lower() for n in shown)
    giving.search.setText("no such counter")
    giving.assign_in_order()
    assert not window.model.assigned


def test_backs_are_added_in_the_window(window: SlicerWindow, tmp_path: Path, qtbot: QtBot) -> None:
    assert not window.tools.form.isRowVisible(window.tools.backs)
    picture, _ = draw_sheet(SheetPlan(rows=3, columns=4, dpi=200))
    picture.save(tmp_path / "back.png")
    window.searching.add_backs([tmp_path / "none.png"])
    qtbot.waitUntil(lambda: not window.work.running, timeout=30_000)
    assert window.tabs.count() == 1
    assert "none.png does not exist" in window.statusBar().currentMessage()
    window.searching.add_backs([tmp_path / "back.png"])
    qtbot.waitUntil(lambda: window.tabs.count() == 2, timeout=30_000)
    assert [window.tabs.tabText(n)[:5] for n in range(window.tabs.count())] == ["Front", "Backs"]
    assert window.tools.form.isRowVisible(window.tools.backs)
    qtbot.waitUntil(lambda: not window.work.running, timeout=30_000)
    assert window.model.pages[1].grid.blocks
    assert len(window.model.counters()) == 12


def test_a_page_of_a_file_is_said_to_hold_the_backs(qtbot: QtBot) -> None:
    picture, _ = draw_sheet(SheetPlan(rows=3, columns=4, dpi=200))
    pages = [OpenedSheet(Sheet(picture, f"sheet.pdf, page {number}")) for number in (1, 2)]
    made = SlicerWindow(pages, pieces=MODULE.pieces)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(
        lambda: not made.work.running and all(p.grid.blocks for p in made.model.pages), timeout=30_000
    )
    assert len(made.model.counters()) == 24
    first, last = made.model.counters()[0], made.model.counters()[-1]
    kept, lost = MODULE.pieces[0].id, MODULE.pieces[1].id
    made.model.assign_pairs(((kept, first), (lost, last)))
    made.tabs.setCurrentIndex(1)
    box = made.tools.has_backs
    assert made.tools.form.isRowVisible(box)
    box.click()
    assert [made.tabs.tabText(n)[:5] for n in range(2)] == ["Front", "Backs"]
    assert made.tools.form.isRowVisible(made.tools.backs)
    assert len(made.model.counters()) == 12
    assert made.model.back_of(first) == (1, 0, (3, 0))
    assert made.model.assigned == {kept: first}
    made.tabs.setCurrentIndex(0)
    assert not box.isEnabled()
    assert not box.isChecked()
    made.tabs.setCurrentIndex(1)
    box.click()
    assert len(made.model.counters()) == 24
    assert not made.tools.form.isRowVisible(made.tools.backs)
    made.close()


def test_the_grid_is_found_beside_the_window(qtbot: QtBot) -> None:
    picture, _ = draw_sheet(SheetPlan(rows=3, columns=4, dpi=200))
    made = SlicerWindow([OpenedSheet(Sheet(picture, "sheet"))], [OpenedSheet(Sheet(picture, "backs"))])
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(made)
    assert not made.cut.isEnabled()
    made.show()
    qtbot.waitUntil(
        lambda: not made.work.running and all(p.grid.blocks for p in made.model.pages), timeout=30_000
    )
    assert made.cut.text() == "Cut 12 counters"
    place = made.model.counters()[0]
    assert made.model.back_of(place) == (1, 0, (3, 0))
    made.close()


def test_a_folder_shows_both_sides(qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("1 Blue Inf.png", "stranger.png"):
        Image.new("RGB", (20, 20), "#804020").save(tmp_path / name)
    dialog = FolderDialog(MODULE, tmp_path, bringer(tmp_path / "module"))
    qtbot.addWidget(dialog)
    assert dialog.table.rowCount() == 1
    assert dialog.files_left.item(0).text() == "stranger.png"
    assert dialog.pieces_left.count() == len(MODULE.pieces) - 1
    with qtbot.waitSignal(dialog.taken) as given:
        dialog.take.click()
    assert list(given.args[0].faces) == ["1-blue-inf"]
    assert (tmp_path / "module" / given.args[0].faces["1-blue-inf"].front).is_file()


def test_a_broken_picture_of_a_folder_changes_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "1-blue-inf.png").write_bytes(b"rubbish")
    dialog = FolderDialog(MODULE, tmp_path, bringer(tmp_path / "module"))
    qtbot.addWidget(dialog)
    dialog.take.click()
    qtbot.waitUntil(lambda: not dialog.work.running, timeout=30_000)
    assert "no picture that can be read" in dialog.fault.text()
    assert dialog.take.isEnabled()
    assert not any((tmp_path / "module").iterdir())


def test_a_vassal_report_and_a_second_import(qtbot: QtBot, tmp_path: Path) -> None:
    source = small_module().zipped(tmp_path / "m.vmod")
    numbers = iter(range(9))
    dialog = VassalDialog(source, lambda: tmp_path / f"out{next(numbers)}")
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.report is not None and dialog.work is None, timeout=20_000)
    assert "3 counters" in dialog.state.text()
    combos = {combo.accessibleName(): combo for combo in dialog.groups.findChildren(QComboBox)}
    combo = combos["Pieces / Markers taken as"]
    number = combo.findText("Leave out")
    combo.setCurrentIndex(number)
    combo.activated.emit(number)
    dialog.again.click()
    qtbot.waitUntil(lambda: dialog.work is None, timeout=20_000)
    assert dialog.report is not None
    assert dialog.report.taken["markers to copy"] == 0
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    with qtbot.waitSignal(dialog.opened) as given:
        dialog.open_it.click()
    assert given.args[0] == tmp_path / "out1"
    assert (tmp_path / "out1" / "module.yaml").is_file()
    assert not (tmp_path / "out0").exists()


def test_an_import_that_is_not_opened_leaves_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = VassalDialog(small_module().zipped(tmp_path / "m.vmod"), lambda: tmp_path / "out")
    qtbot.addWidget(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.report is not None and dialog.work is None, timeout=20_000)
    assert (tmp_path / "out").is_dir()
    dialog.cancel.click()
    assert not (tmp_path / "out").exists()


def test_a_refused_import_says_why(qtbot: QtBot, tmp_path: Path) -> None:
    source = tmp_path / "bad.vmod"
    source.write_bytes(b"rubbish")
    dialog = VassalDialog(source, lambda: tmp_path / "out")
    qtbot.addWidget(dialog)
    dialog.start()
    qtbot.waitUntil(lambda: dialog.work is None, timeout=20_000)
    assert "no readable zip file" in dialog.text.toPlainText()
    assert not dialog.open_it.isEnabled()
