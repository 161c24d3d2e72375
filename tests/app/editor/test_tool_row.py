"""The row of tools: what the page uses, what fits, and the menu with the rest."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.editor.map_tools import TOOLS
from app.editor.tool_row import ToolRow
from tests.app.editor.conftest import Designer


def row_of(designer: Designer) -> ToolRow:
    return designer.window.tool_row


def resized(designer: Designer, width: int) -> ToolRow:
    designer.window.resize(width, 700)
    designer.settle()
    return row_of(designer)


def is_whole(row: ToolRow) -> bool:
    """Whether all buttons that show are as wide as their words, inside the row, and none on another."""
    buttons = [row.undo_button, row.redo_button, *row.tools.values(), *row.brushes.values(), row.more]
    buttons += [row.print_button, row.play_button, row.version_button]
    shown = [button for button in buttons if button.isVisible()]
    places = [b.rect().translated(b.mapTo(row, b.rect().topLeft())) for b in shown]
    fits = all(b.width() >= min(b.sizeHint().width(), b.maximumWidth()) for b in shown)
    inside = all(row.rect().contains(place) for place in places)
    apart = all(not a.intersects(b) for n, a in enumerate(places) for b in places[n + 1 :])
    return fits and inside and apart


@pytest.mark.parametrize("width", [1000, 1100, 1280, 1440, 1900])
def test_nothing_is_cut_at_any_width(designer: Designer, width: int) -> None:
    row = resized(designer, width)
    assert row.width() == max(width, designer.window.minimumWidth())
    assert is_whole(row)
    assert row.more.isVisible() == bool(row.hidden_parts)


def test_wide_windows_show_all_and_narrow_ones_have_a_menu(designer: Designer) -> None:
    assert resized(designer, 1900).hidden_parts == []
    row = resized(designer, 1000)
    assert row.brush_box in row.hidden_parts
    assert row.tools["name"] in row.hidden_parts
    assert row.tools["select"].isVisible()
    row.menu.aboutToShow.emit()
    words = [action.text() for action in row.menu.actions() if action.text()]
    assert "Name\tN" in words
    assert "Brush of 7 hexes\t2" in words
    assert len(words) == len([p for p in row.hidden_parts if p is not row.brush_box]) + 4


def test_the_menu_is_reached_and_used_by_keyboard(designer: Designer) -> None:
    row = resized(designer, 1000)
    row.tools["select"].setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(len(TOOLS) + 2):
        if row.more.hasFocus():
            break
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert row.more.hasFocus()
    menu, done = row.menu, []

    def choose() -> None:
        names = [action.text().split("\t")[0] for action in menu.actions()]
        for _ in range(names.index("Name") + 1):
            QTest.keyClick(menu, Qt.Key.Key_Down)
        QTest.keyClick(menu, Qt.Key.Key_Return)
        done.append(True)

    menu.aboutToShow.connect(choose, Qt.ConnectionType.QueuedConnection)
    QTest.keyClick(row.more, Qt.Key.Key_Space)
    designer.qtbot.waitUntil(lambda: bool(done), timeout=5000)
    designer.settle()
    assert designer.window.map_page.tool.name == "name"
    assert row.more.text() == "Name"


def test_pages_without_a_map_have_no_tools(designer: Designer) -> None:
    row = resized(designer, 1440)
    for page in ("counters", "cards", "texts", "list", "victory", "chart"):
        designer.window.show_page(page)
        designer.settle()
        assert not any(
            button.isVisible() for button in (*row.tools.values(), *row.brushes.values(), row.more)
        )
        assert row.undo_button.isVisible()
        assert row.play_button.isVisible()
    designer.window.show_page("map")
    designer.settle()
    assert row.tools["brush"].isVisible()


def test_brushes_of_four_sizes_by_mouse_and_key(designer: Designer) -> None:
    row, page = resized(designer, 1900), designer.window.map_page
    designer.tool("brush")
    designer.press(row.brushes[37])
    assert page.brush_size == 37
    for key, size in ((Qt.Key.Key_1, 1), (Qt.Key.Key_2, 7), (Qt.Key.Key_3, 19), (Qt.Key.Key_4, 37)):
        QTest.keyClick(page.view, key)
        assert page.brush_size == size
        assert [n for n, chip in row.brushes.items() if chip.isChecked()] == [size]
    QTest.mouseMove(page.view.viewport(), designer.point("0605"))
    designer.settle()
    assert len(page.layer.state.sketch.hexes) == 37
    QTest.keyClick(page.view, Qt.Key.Key_2)
    assert len(page.layer.state.sketch.hexes) == 7
    designer.tool("select")
    QTest.keyClick(page.view, Qt.Key.Key_1)
    assert page.brush_size == 7
