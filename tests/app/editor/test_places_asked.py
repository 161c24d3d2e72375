"""Places of effects and of conditions of victory are clicked on the map; the form comes back with them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QPushButton, QWidget

from app.editor.effect_dialog import EffectDialog
from engine.definition.victory import ControlBlock, PathBlock, VictoryDef
from engine.editing.cards import add_use
from engine.editing.paths import set_at
from tests.app.editor.conftest import Designer


def pick_button(form: QWidget, words: str) -> QPushButton:
    found = [
        b for b in form.findChildren(QPushButton) if b.accessibleName().startswith(words) and b.isVisible()
    ]
    assert found, f"no button {words}"
    return found[0]


@pytest.fixture
def effect(designer: Designer) -> EffectDialog:
    """The dialog for an effect that puts a counter somewhere."""
    window = designer.window
    window.document.edit(lambda m: add_use(m, "card-1"), "use")
    window.show_page("cards")
    window.cards_page.choose(("card-1",))
    designer.settle()
    designer.press(window.cards_page.side.buttons["effect-add"])
    dialog = window.cards_page.side.dialog
    assert dialog is not None
    dialog.word.setCurrentIndex(dialog.word.findData("place"))
    designer.settle()
    return dialog


def test_a_place_of_an_effect_is_clicked_on_the_map(designer: Designer, effect: EffectDialog) -> None:
    window = designer.window
    designer.press(pick_button(effect, "Place: click"))
    assert not effect.isVisible()
    assert window.map_page.is_asking
    assert window.pages.currentWidget() is window.map_page
    designer.click("0505")
    assert effect.isVisible()
    assert window.pages.currentWidget() is window.cards_page
    field = effect.inputs["place"]
    assert isinstance(field, QLineEdit)
    assert field.text() == "0505"
    box = effect.inputs["piece"]
    assert not isinstance(box, QLineEdit)
    box.setCurrentIndex(box.findData("1-red-inf"))
    assert effect.told.text() == "Place 1 Red Inf in 0505."
    designer.press(effect.buttons.button(QDialogButtonBox.StandardButton.Ok))
    assert designer.module.cards[0].faces[0].effects == ("place 1-red-inf 0505",)
    assert window.cards_page.side.dialog is None


def test_giving_up_brings_the_effect_back_as_it_was(designer: Designer, effect: EffectDialog) -> None:
    field = effect.inputs["place"]
    assert isinstance(field, QLineEdit)
    field.setText("1004")
    designer.press(pick_button(effect, "Place: click"))
    QTest.keyClick(designer.window.map_page.view, Qt.Key.Key_Escape)
    designer.settle()
    assert effect.isVisible()
    assert field.text() == "1004"
    effect.reject()
    designer.settle()
    assert designer.window.cards_page.side.dialog is None


@pytest.mark.parametrize(
    ("holds", "title", "field"),
    [
        (ControlBlock(kind="control", side="axis", places=("0203",)), "Places", "places"),
        (ControlBlock(kind="control", side="axis", near="0203", within=2), "Near", "near"),
        (PathBlock(kind="path", side="axis", start=("0203",), goal=("1004",)), "Goal", "goal"),
        (
            PathBlock(kind="path", side="axis", start=("0203",), goal=("1004",), not_east_of="0203"),
            "Never east of",
            "not_east_of",
        ),
    ],
)
def test_places_of_victory_are_clicked_on_the_map(
    designer: Designer, holds: ControlBlock | PathBlock, title: str, field: str
) -> None:
    window = designer.window
    path = ("scenarios", 0, "versions", 0)
    item = VictoryDef(side="axis", holds=holds)
    assert window.document.edit(lambda m: set_at(m, path, {"victory": (item,)}), "condition")
    window.jump((*path, "victory", 0, "holds"))
    designer.settle()
    designer.press(pick_button(window.inspector, f"{title}: click"))
    designer.click("0505")
    block = designer.module.scenarios[0].versions[0].victory[0].holds
    value = getattr(block, field)
    assert "0505" in (value if isinstance(value, tuple) else (value,))
    assert window.pages.currentWidget() is window.victory_page
