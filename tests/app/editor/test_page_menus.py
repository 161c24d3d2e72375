"""Every act that a page has a button for is in a menu, too, and with its key on the page of keys."""

from collections import Counter
from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from app.editor.editor_keys import keys_of, keys_page, menu_lines
from app.editor.page_menus import Control, words_of
from tests.app.editor.conftest import Designer


def lines(designer: Designer) -> dict[tuple[str, str], QAction]:
    return {(way, action.text()): action for way, action in menu_lines(designer.window.menus)}


def test_every_button_of_every_page_has_a_line(designer: Designer) -> None:
    window, found = designer.window, lines(designer)
    pages: dict[str, Mapping[str, Control]] = {
        "Counters": {**window.counters_page.buttons, **window.counters_page.acts},
        "Cards and decks": {**window.cards_page.buttons, **window.cards_page.acts},
        "Schedule": {name: b for name, b in window.schedule.buttons.items() if name != "flags"},
        "Set-up": window.order.buttons,
        "Terrain chart": window.terrain_page.buttons,
        "Charts": window.chart_page.buttons,
        "Texts": window.texts_page.buttons,
        "Victory": window.victory_page.buttons,
        "Lists": window.list_page.buttons,
    }
    known = {(way, words.rstrip("…")) for way, words in found}
    for title, controls in pages.items():
        assert controls
        for control in controls.values():
            words = words_of(control).rstrip("…")  # narrow pages show signs without words
            assert words
            assert (f"Pages, {title}", words) in known, f"{words} of {title} is in no menu"


def test_no_two_acts_share_a_key_and_the_page_of_keys_has_them(designer: Designer) -> None:
    keys = Counter(keys_of(action) for action in lines(designer).values() if keys_of(action))
    assert [key for key, count in keys.items() if count > 1] == []
    text = keys_page(designer.window.menus).text
    for words, key in (
        ("Cut sheets", "Ctrl+Alt+X"),
        ("Cut again", "Ctrl+Alt+A"),
        ("Art folder", "Ctrl+Alt+F"),
    ):
        assert f"| `{key}` | {words} |" in text


def test_a_line_turns_to_its_page_and_does_it(designer: Designer) -> None:
    window, found = designer.window, lines(designer)
    count = len(designer.module.pieces)
    QTest.keyClick(
        window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    designer.settle()
    assert window.pages.currentWidget() is window.counters_page
    assert len(designer.module.pieces) == count + 1
    found[("Pages, Terrain chart", "Add terrain…")].setEnabled(True)
    window.terrain_page.show_kind("terrain", designer.module.terrain[1].id)
    first = [kind.id for kind in designer.module.terrain]
    found[("Pages, Terrain chart", "Down")].trigger()
    assert window.pages.currentWidget() is window.map_page
    assert [kind.id for kind in designer.module.terrain] != first


def test_what_needs_a_choice_says_so(designer: Designer) -> None:
    window, found = designer.window, lines(designer)
    found[("Pages, Lists", "Add")].trigger()
    assert designer.said() == "Choose a list in the tree first."
    window.messages.clear()
    found[("Pages, Set-up", "Take off")].trigger()
    assert designer.said() == "Take off: choose something on this page first."
    assert window.bottom.bar.tabs.currentIndex() == 1
    assert designer.steps == 0


def test_words_of_buttons_with_signs_only(designer: Designer) -> None:
    up = designer.window.victory_page.buttons["up"]
    assert isinstance(up, QAbstractButton)
    assert up.text() == ""
    assert words_of(up) == "Up"
