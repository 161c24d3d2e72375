"""Where a counter with a free choice stands if nobody chooses: clicked on the map, or by its field."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.editor.fields import TableField
from engine.definition.scenario import PlacementDef, WhereDef
from engine.editing.searching import value_at
from tests.app.editor.conftest import Designer

WHERE = WhereDef(near="0304", within=2)


def placement(designer: Designer, name: str) -> PlacementDef:
    found = value_at(designer.module, designer.window.order.free_placement(name))
    assert isinstance(found, PlacementDef)
    return found


def labels(designer: Designer, name: str) -> list[str]:
    window = designer.window
    window.show_below(1)
    window.order.show_piece(name)
    return [action.text() for action in window.order.menu_for_choice().actions()]


def test_a_click_on_the_map_says_where_it_stands(designer: Designer) -> None:
    window, name = designer.window, "1-red-inf"
    assert not any("nobody chooses" in words for words in labels(designer, name))
    assert window.map_page.place((name,), WHERE)
    assert any("nobody chooses" in words for words in labels(designer, name))
    window.order.ask_default(name)
    designer.settle()
    assert "click a hex" in designer.said()
    designer.click("0305")
    assert placement(designer, name).default == "0305"
    assert window.messages.isHidden()
    assert window.pages.currentWidget() is window.map_page


def test_a_hex_out_of_its_choice_is_refused_and_escape_leaves_it(designer: Designer) -> None:
    window, name = designer.window, "1-red-inf"
    window.map_page.place((name,), WHERE)
    before = placement(designer, name).default
    labels(designer, name)
    window.order.ask_default(name)
    designer.click("1208")
    assert placement(designer, name).default == before
    window.order.ask_default(name)
    QTest.keyClick(window.map_page.view, Qt.Key.Key_Escape)
    assert not window.map_page.is_asking
    assert placement(designer, name).default == before


def test_each_counter_of_a_placement_has_a_button_for_the_map(designer: Designer) -> None:
    window, side = designer.window, designer.module.piece("1-red-inf").side
    names = tuple(p.id for p in designer.module.pieces if p.side == side and p.kind == "unit")[:2]
    assert len(names) == 2
    assert window.map_page.place_as(names, {"near": "0304", "within": 2, "apart": True})
    path = window.order.free_placement(names[0])
    assert set(placement(designer, names[0]).defaults) == set(names)
    window.show_paths((path,))
    field = window.inspector.fields["defaults"]
    assert isinstance(field, TableField)
    buttons = [b for b in field.findChildren(QPushButton) if "click it on the map" in b.toolTip()]
    assert len(buttons) == 2
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    designer.settle()
    assert window.map_page.is_asking
    designer.click("0405")
    assert "0405" in placement(designer, names[0]).defaults.values()
    assert window.inspector.paths == (path,)
