"""The inspector shows what the page on show has chosen, whichever way somebody came there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.editor.module_tree import GOAL
from engine.definition.card import CardDef, DeckDef
from engine.definition.scenario import ScenarioDef
from engine.editing.change import with_parts
from engine.editing.searching import value_at
from tests.app.editor.conftest import Designer

CTRL = Qt.KeyboardModifier.ControlModifier


def press(designer: Designer, key: Qt.Key) -> None:
    QTest.keyClick(designer.window, key, CTRL)
    designer.settle()


def line(designer: Designer) -> tuple[str, tuple[str | int, ...]]:
    item = designer.window.tree.currentItem()
    assert item is not None
    goal = item.data(0, GOAL)
    return goal.page, goal.path


def with_cards(designer: Designer) -> None:
    cards = tuple(CardDef(id=f"c{n}", title=f"Card {n}", deck="events", number=n) for n in (1, 2))
    deck = DeckDef(id="events", title="Events")
    designer.window.document.edit(lambda m: with_parts(m, cards=cards, decks=(deck,)), "cards")


def test_back_on_the_map_the_inspector_shows_the_scenario_on_it(designer: Designer) -> None:
    window = designer.window
    press(designer, Qt.Key.Key_2)
    assert window.pages.currentWidget() is window.counters_page
    assert window.inspector.paths[0][0] == "pieces"
    assert line(designer) == ("counters", ("pieces",))
    press(designer, Qt.Key.Key_1)
    (path,) = window.inspector.paths
    thing = value_at(designer.module, path)
    assert isinstance(thing, ScenarioDef)
    assert thing.id == window.map_page.scenario
    assert line(designer) == ("setup", path)


def test_chosen_hexes_come_back_with_the_map(designer: Designer) -> None:
    window = designer.window
    designer.click("0303")
    assert window.inspector_pages.currentWidget() is window.hex_panel
    press(designer, Qt.Key.Key_2)
    assert window.inspector_pages.currentWidget() is window.inspector
    press(designer, Qt.Key.Key_1)
    assert window.inspector_pages.currentWidget() is window.hex_panel
    assert "0303" in window.inspector_bar._note.full_text


def test_the_chosen_counter_comes_back_with_its_page(designer: Designer) -> None:
    window = designer.window
    press(designer, Qt.Key.Key_2)
    name = designer.module.pieces[2].id
    window.counters_page.choose((name,))
    press(designer, Qt.Key.Key_6)
    assert value_at(designer.module, window.inspector.paths[0]) is designer.module.charts[0]
    press(designer, Qt.Key.Key_2)
    assert window.inspector.paths == (("pieces", 2),)


@pytest.mark.parametrize(
    ("key", "part"), [(Qt.Key.Key_3, "schedule"), (Qt.Key.Key_4, "pieces"), (Qt.Key.Key_5, "terrain")]
)
def test_what_is_chosen_below_the_map_is_shown(designer: Designer, key: Qt.Key, part: str) -> None:
    window = designer.window
    press(designer, key)
    if part == "schedule":
        window.schedule.grid.select(frozenset(((0, ""),)))
    elif part == "pieces":
        window.order.show_piece("1-red-inf")
    else:
        window.terrain_page.show_kind("terrain", designer.module.terrain[1].id)
    press(designer, Qt.Key.Key_2)
    press(designer, key)
    assert window.inspector.paths[0][0] == part


def test_the_cards_page_opens_with_its_first_card(designer: Designer) -> None:
    with_cards(designer)
    window = designer.window
    press(designer, Qt.Key.Key_7)
    assert window.cards_page.selected() == ("c1",)
    assert window.inspector.paths == (("cards", 0),)
    assert line(designer) == ("cards", ("cards",))
    window.cards_page.choose(("c2",))
    press(designer, Qt.Key.Key_1)
    press(designer, Qt.Key.Key_7)
    assert window.cards_page.selected() == ("c2",)
    assert window.inspector.paths == (("cards", 1),)


def test_asking_for_a_place_leaves_the_inspector_alone(designer: Designer) -> None:
    window = designer.window
    press(designer, Qt.Key.Key_2)
    shown = window.inspector.paths
    answers: list[str] = []
    window.ask_place("Where", answers.append)
    designer.settle()
    assert window.pages.currentWidget() is window.map_page
    assert window.inspector.paths == shown
    designer.click("0404")
    assert answers == ["0404"]
    assert window.pages.currentWidget() is window.counters_page
    assert window.inspector.paths == shown
    press(designer, Qt.Key.Key_1)
    assert window.inspector.paths != shown
