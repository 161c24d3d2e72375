"""Menus and keys of the editor: no key twice, every act in a menu, among the commands and in the help."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QWidget,
)

from app.editor.editor_keys import PAGE_KEYS, keys_page, menu_lines, plain
from app.editor.panel_focus import panels_of, step_panel
from app.settings_dialog import SettingsDialog
from tests.app.editor.conftest import Designer

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def lines(designer: Designer) -> dict[str, QAction]:
    return {plain(action): action for _way, action in menu_lines(designer.window.menus)}


def of_the_window(designer: Designer) -> list[str]:
    """Every key that works wherever the keyboard is."""
    window = designer.window
    actions = [
        a for a in window.findChildren(QAction) if a.shortcutContext() is Qt.ShortcutContext.WindowShortcut
    ]
    keys = [key.toString() for action in actions for key in action.shortcuts()]
    shortcuts = [
        s for s in window.findChildren(QShortcut) if s.context() is Qt.ShortcutContext.WindowShortcut
    ]
    buttons = [
        b.shortcut().toString() for b in window.findChildren(QAbstractButton) if b.shortcut().toString()
    ]
    return [*keys, *(s.key().toString() for s in shortcuts), *buttons]


def test_no_key_is_given_twice(designer: Designer) -> None:
    twice = [key for key, count in Counter(of_the_window(designer)).items() if count > 1]
    assert twice == []


def test_no_letter_of_a_menu_is_a_key(designer: Designer) -> None:
    letters = [action.text().split("&")[1][0].upper() for action in designer.window.menus.actions()]
    assert len(set(letters)) == len(letters)
    assert not {f"Alt+{letter}" for letter in letters} & set(of_the_window(designer))


def test_keys_of_one_widget_are_not_keys_of_the_window(designer: Designer) -> None:
    taken = set(of_the_window(designer))
    for shortcut in designer.window.findChildren(QShortcut):
        assert shortcut.context() is Qt.ShortcutContext.WidgetShortcut, shortcut.key().toString()
        assert shortcut.key().toString() not in taken


def test_every_key_is_in_the_help(designer: Designer) -> None:
    text = keys_page(designer.window.menus).text
    for _way, action in menu_lines(designer.window.menus):
        for key in action.shortcuts():
            assert key.toString() in text
    told = {key.strip() for _title, rows in PAGE_KEYS for keys, _words in rows for key in keys.split(",")}
    for shortcut in designer.window.findChildren(QShortcut):
        assert shortcut.key().toString() in told


def test_undo_is_told_without_what_it_would_undo_now(designer: Designer) -> None:
    designer.window.palette_panel.choose("terrain", "rough")
    designer.tool("brush")
    designer.click("0606")
    text = keys_page(designer.window.menus).text
    assert "| Undo |" in text
    assert "paint" not in text


def test_every_action_with_a_key_is_in_a_menu(designer: Designer) -> None:
    known = [action for _, action in menu_lines(designer.window.menus)]
    for action in designer.window.findChildren(QAction):
        assert action.shortcut().isEmpty() or action in known, action.text()


def test_the_page_of_keys_opens(designer: Designer) -> None:
    lines(designer)["Keys of this window"].trigger()
    shown = designer.window.helping.window
    assert shown is not None
    assert "Keys of the editor" in shown.browser.toPlainText()
    shown.close()


@pytest.mark.parametrize(
    ("key", "keys", "page"),
    [
        (Qt.Key.Key_2, CONTROL, "counters"),
        (Qt.Key.Key_3, CONTROL, "map"),
        (Qt.Key.Key_6, CONTROL, "chart"),
        (Qt.Key.Key_7, CONTROL, "cards"),
        (Qt.Key.Key_8, CONTROL, "texts"),
        (Qt.Key.Key_9, CONTROL, "victory"),
    ],
)
def test_pages_by_key(designer: Designer, key: Qt.Key, keys: Qt.KeyboardModifier, page: str) -> None:
    window = designer.window
    window.show_page("texts" if page != "texts" else "map")
    QTest.keyClick(window, key, keys)
    designer.settle()
    assert window.pages.currentWidget() is window.pages_by_name[page]
    assert window.bottom.isVisible() == (page == "map")


def test_the_panel_below_and_the_one_beside(designer: Designer) -> None:
    window = designer.window
    window.show_page("counters")
    lines(designer)["Terrain chart"].trigger()
    assert window.bottom.isVisible()
    assert window.bottom.bar.tabs.currentIndex() == 2
    lines(designer)["History"].trigger()
    assert window.side_panel.pages.currentWidget() is window.history
    lines(designer)["Issues"].trigger()
    assert window.side_panel.pages.currentWidget() is window.issues


def test_victory_of_the_scenario_on_show(designer: Designer) -> None:
    window = designer.window
    lines(designer)["Victory"].trigger()
    assert window.victory_page.is_there
    assert window.victory_page.home == ("scenarios", 0, "versions", 0)


@pytest.mark.parametrize("page", ["map", "counters", "texts"])
def test_playing_by_key(designer: Designer, page: str) -> None:
    played: list[str] = []
    designer.window.playtest_wanted.connect(lambda _module, scenario: played.append(scenario))
    designer.window.show_page(page)
    designer.window.pages_by_name[page].setFocus()
    designer.settle()
    QTest.keyClick(QApplication.focusWidget() or designer.window, Qt.Key.Key_F5)
    assert played == ["meeting"]


def test_redo_by_either_key(designer: Designer) -> None:
    designer.window.palette_panel.choose("terrain", "rough")
    designer.tool("brush")
    designer.click("0606")
    stack, view = designer.window.document.stack, designer.window.map_page.view
    for key, keys in ((Qt.Key.Key_Z, CONTROL | SHIFT), (Qt.Key.Key_Y, CONTROL)):
        QTest.keyClick(view, Qt.Key.Key_Z, CONTROL)
        assert stack.index() == 0
        QTest.keyClick(view, key, keys)
        assert stack.index() == 1


def test_tools_by_letter_on_the_map_only(designer: Designer) -> None:
    view = designer.window.map_page.view
    QTest.keyClick(view, Qt.Key.Key_B)
    assert designer.window.map_page.tool.name == "brush"
    field = designer.window.search
    field.setFocus()
    QTest.keyClicks(field, "v")
    assert designer.window.map_page.tool.name == "brush"
    lines(designer)["Select"].trigger()
    assert designer.window.map_page.tool.name == "select"


def find(designer: Designer, words: str) -> list[str]:
    search = designer.window.search
    lines(designer)["Find anything…"].trigger()
    QTest.keyClicks(search, words)
    return [search.hits.item(n).text() for n in range(search.hits.count())]


def test_commands_are_found_by_name(designer: Designer) -> None:
    found = find(designer, "revert")
    assert found == ["Revert to the last save…  ·  File  ·  Ctrl+Shift+R"]
    QTest.keyClick(designer.window.search, Qt.Key.Key_Return)
    assert "Nothing to go back to" in designer.said()
    assert designer.window.search.text() == ""
    assert not designer.window.search.hits.isVisible()


def test_commands_that_cannot_be_given_are_not_found(designer: Designer) -> None:
    assert not designer.window.document.stack.canUndo()
    assert all("Ctrl+Z" not in line for line in find(designer, "undo"))
    designer.window.search.clear()


def test_things_are_found_beside_commands(designer: Designer) -> None:
    found = find(designer, "mine")
    assert any(line.startswith("Minefield") for line in found)
    designer.window.search.clear()
    designer.window.search.hits.hide()


def test_pages_of_the_tree_are_found_and_marked(designer: Designer) -> None:
    window = designer.window
    assert find(designer, "sequence")[:2] == [
        "Sequence and options",
        "Sequence of play  ·  Sequence and options",
    ]
    QTest.keyClick(window.search, Qt.Key.Key_Down)
    QTest.keyClick(window.search, Qt.Key.Key_Return)
    assert window.pages.currentWidget() is window.list_page
    assert window.list_page.path == ("sequence",)
    marked = window.tree.currentItem()
    assert marked is not None
    assert marked.text(0) == "Sequence of play"
    assert window.list_page.tree.hasFocus(), "the keyboard goes on where the search has led"
    assert not window.search.hits.isVisible()
    window.show_page("map")
    assert find(designer, "play of sequence") == ["Sequence of play  ·  Sequence and options"]
    QTest.keyClick(window.search, Qt.Key.Key_Return)
    assert window.pages.currentWidget() is window.list_page, "though the tree has marked the line already"
    side = window.document.module.sides[0].short
    assert any(line.startswith(f"Set-up, {side}  ·  ") for line in find(designer, f"set-up {side}"))
    window.search.clear()
    window.search.hits.hide()


def test_what_a_menu_and_the_tree_name_stands_once(designer: Designer) -> None:
    found = find(designer, "counters")
    assert [line for line in found if line.startswith("Counters")] == ["Counters  ·  View  ·  Ctrl+2"]
    designer.window.search.clear()
    designer.window.search.hits.hide()


def test_words_in_any_order_find_a_command(designer: Designer) -> None:
    assert find(designer, "as save")[0].startswith("Save as…  ·  File")
    designer.window.search.clear()


def test_found_lines_are_all_in_sight(designer: Designer) -> None:
    found = find(designer, "map")
    hits = designer.window.search.hits
    shown = min(12, len(found))
    assert shown > 3
    assert hits.viewport().rect().contains(hits.visualItemRect(hits.item(shown - 1)))
    hits.hide()
    designer.window.search.clear()


def test_the_settings(designer: Designer) -> None:
    lines(designer)["Settings…"].trigger()
    dialog = designer.window.findChild(SettingsDialog)
    assert dialog is not None
    assert isinstance(dialog, QDialog)
    dialog.close()


def test_f6_goes_round_all_panels(designer: Designer) -> None:
    window = designer.window
    panels = panels_of(window)
    seen: list[QWidget] = []
    for _ in panels:
        step_panel(window, 1)
        focus = QApplication.focusWidget()
        assert focus is not None
        seen.append(next(p for p in panels if p is focus or p.isAncestorOf(focus)))
    first = panels.index(seen[0])
    assert seen == [*panels[first:], *panels[:first]]
    step_panel(window, -1)
    focus = QApplication.focusWidget()
    assert focus is not None
    assert seen[-2] is focus or seen[-2].isAncestorOf(focus)


def test_keys_are_written_as_people_know_them(designer: Designer) -> None:
    assert QKeySequence("Ctrl++").toString() in of_the_window(designer)
    before = designer.window.map_page.view.map_scale
    lines(designer)["Zoom in"].trigger()
    assert designer.window.map_page.view.map_scale > before


def focusable(root: QWidget) -> list[QWidget]:
    found = [w for w in root.findChildren(QWidget) if w.isVisible()]
    return [w for w in found if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.focusProxy() is None]


@pytest.mark.parametrize("page", ["map", "counters", "chart", "cards", "texts", "victory", "list"])
def test_everything_that_takes_the_keyboard_has_a_name(designer: Designer, page: str) -> None:
    window = designer.window
    window.jump(("charts", 0))
    window.jump(("types", 0))
    window.show_victory()
    window.show_page(page)
    for below in range(3 if page == "map" else 1):
        window.bottom.show_page(below)
        designer.settle()
        for widget in focusable(window):
            inside = isinstance(widget, QLineEdit) and isinstance(
                widget.parentWidget(), (QComboBox, QAbstractSpinBox)
            )
            found = QAccessible.queryAccessibleInterface(widget)
            assert inside or found.text(QAccessible.Text.Name), widget


def test_tab_goes_through_the_hex_before_it_leaves_it(designer: Designer) -> None:
    window = designer.window
    designer.click("1004")
    inside = [w for w in focusable(window.hex_panel) if w.isEnabled()]
    window.hex_panel.terrain.setFocus()
    seen: list[QWidget | None] = []
    for _ in inside:
        seen.append(QApplication.focusWidget())
        window.focusNextChild()
    assert all(w is not None and window.hex_panel.isAncestorOf(w) for w in seen)
    assert window.hex_panel.setup.supply["axis"] in seen


def test_the_way_to_the_map_lets_tools_listen_to_their_letters(designer: Designer) -> None:
    window = designer.window
    window.show_page("counters")
    window.tree.setFocus()
    QTest.keyClick(window.tree, Qt.Key.Key_1, CONTROL)
    focus = QApplication.focusWidget()
    assert focus is window.map_page.view
    QTest.keyClick(focus, Qt.Key.Key_B)
    assert window.map_page.tool.name == "brush"
