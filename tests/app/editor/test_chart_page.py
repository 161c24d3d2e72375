"""The page of a chart: typing, marks of what changed, clipboard, CSV, dragging heads, dice."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.editor.chart_cells import CHANGED
from app.editor.chart_page import ChartPage
from app.editor.document import EditorDocument
from engine.editing.change import with_fields, with_parts
from engine.editing.charts import set_label
from engine.loading import load_module
from engine.loading.writer import save_module
from tests.engine.editing.modules import a_module
from tests.fixtures.player import LEFT, NONE


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path) -> Iterator[ChartPage]:
    module = a_module()
    chart = with_fields(module.charts[0], {"dice": "1d6"})
    save_module(with_parts(module, charts=(chart,)), tmp_path / "meeting")
    document = EditorDocument(tmp_path / "meeting", load_module(tmp_path / "meeting"))
    made = ChartPage(document)
    document.setParent(made)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show_chart("crt", document.module)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    document.close()


def cells(page: ChartPage) -> tuple[tuple[object, ...], ...]:
    return page.document.module.chart("crt").cells


def test_cells_that_differ_from_the_shipped_chart_are_marked(page: ChartPage) -> None:
    table = page.table
    assert table.setData(table.index(0, 1), "DD")
    assert table.data(table.index(0, 1), CHANGED) is True
    assert table.data(table.index(0, 1), Qt.ItemDataRole.ToolTipRole) == "As shipped: EX"
    assert table.data(table.index(0, 0), CHANGED) is None
    QTest.mouseClick(page.buttons["shipped"], LEFT)
    assert table.data(table.index(0, 1), CHANGED) is None
    assert page.document.stack.count() == 2


def test_only_a_chart_that_was_shipped_goes_back(page: ChartPage) -> None:
    assert not page.buttons["shipped"].isEnabled()
    assert page.buttons["shipped"].toolTip() == ""
    new = page.document.module.chart("crt").model_copy(update={"id": "mine", "title": "Mine"})
    page.document.edit(lambda m: m.model_copy(update={"charts": (*m.charts, new)}), "another chart")
    page.show_chart("mine", page.table.shipped)
    page.add_row("9")
    assert not page.buttons["shipped"].isEnabled()
    assert page.buttons["shipped"].toolTip() == "This chart was not shipped with the game"


def test_lines_are_deleted_where_the_cursor_is(page: ChartPage) -> None:
    page.view.setCurrentIndex(QModelIndex())
    assert not page.acts["less-row"].isEnabled()
    page.view.setCurrentIndex(page.table.index(0, 1))
    assert page.acts["less-row"].isEnabled()
    rows, columns = len(cells(page)), len(cells(page)[0])
    page.acts["less-column"].trigger()
    assert (len(cells(page)), len(cells(page)[0])) == (rows, columns - 1)


def test_dice_without_a_line_are_told_at_once(page: ChartPage) -> None:
    assert page.dice.text() == "No line for a roll of 4-6."
    page.add_row("4-6")
    assert page.dice.text() == "Every roll of 1d6 is on one line."
    page.add_row("6+")
    assert page.dice.text() == "A roll of 6 is on the lines 4-6 and 6+."
    page.document.stack.undo()
    assert page.dice.text() == "Every roll of 1d6 is on one line."


def test_paste_from_a_spreadsheet_is_one_step(page: ChartPage) -> None:
    QGuiApplication.clipboard().setText("A1\tA2\r\nB1\tB2\r\n")
    page.view.setCurrentIndex(page.table.index(1, 0))
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert cells(page) == (("AE", "EX"), ("A1", "A2"), ("B1", "B2"))
    assert page.document.stack.count() == 1
    page.document.stack.undo()
    assert cells(page)[1] == ("EX", "DR")


def test_a_block_that_does_not_fit_is_refused(page: ChartPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.document.refused) as told:
        assert not page.paste_text("A\tB\tC", (0, 0))
    assert "does not fit here" in told.args[0]
    assert page.document.stack.count() == 0


def test_copy_gives_a_spreadsheet_what_is_chosen(page: ChartPage) -> None:
    header = page.view.verticalHeader()
    place = QPoint(header.width() // 2, header.sectionViewportPosition(1) + 8)
    QTest.mouseClick(header.viewport(), LEFT, NONE, place)
    page.acts["copy"].trigger()
    assert QGuiApplication.clipboard().text() == "EX\tDR\n"
    page.view.selectAll()
    page.copy()
    assert QGuiApplication.clipboard().text().startswith("die\t1-1\t2-1\n1\tAE\tEX\n")


def test_csv_out_and_in(page: ChartPage, tmp_path: Path) -> None:
    file = tmp_path / "crt.csv"
    assert page.write_csv(file)
    assert page.read_csv(file) is None, "it says the same"
    file.write_text("die,1-1,2-1\n1,AE,EX\n2,EX,DR\n3-6,DR,DE\n", encoding="utf-8")
    outcome = page.read_csv(file)
    assert outcome is not None
    assert [d.words() for d in outcome.differences] == ["row 3: gone", "row 3-6: new"]
    assert page.take_csv(outcome)
    assert page.dice.text() == "Every roll of 1d6 is on one line."


def test_dragging_a_head_moves_the_column_with_its_cells(page: ChartPage) -> None:
    header = page.view.horizontalHeader()
    start = QPoint(header.sectionViewportPosition(0) + 20, header.height() // 2)
    end = QPoint(header.sectionViewportPosition(1) + header.sectionSize(1) - 8, header.height() // 2)
    viewport = header.viewport()
    QTest.mousePress(viewport, LEFT, NONE, start)
    for step in range(1, 8):
        QTest.mouseMove(viewport, start + (end - start) * (step / 7))
    QTest.mouseRelease(viewport, LEFT, NONE, end)
    QApplication.processEvents()
    assert page.document.module.chart("crt").columns.labels == ("2-1", "1-1")
    assert cells(page)[0] == ("EX", "AE")
    assert page.document.stack.undoText() == "move a column"
    assert header.visualIndex(0) == 0


def test_heads_show_the_names_of_sides_and_keep_their_ids(page: ChartPage) -> None:
    side = page.document.module.sides[0]
    page.document.edit(lambda m: set_label(m, "crt", "columns", 0, side.id), "label")
    head = (0, Qt.Orientation.Horizontal)
    assert page.table.headerData(*head) == side.title
    assert page.table.headerData(*head, Qt.ItemDataRole.EditRole) == side.id
    assert page.table.headerData(1, Qt.Orientation.Horizontal) == "2-1"
