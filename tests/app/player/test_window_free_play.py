"""A whole player turn of free play by mouse, then by keyboard alone, in the real window."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.fixtures.player import Hand

FOOT, TANKS, RED = "1-blue-inf", "3-blue-tanks", "1-red-inf"
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


def test_prompt_says_who_and_what_and_has_one_primary_button(hand: Hand) -> None:
    assert "Blue: Movement." in hand.prompt
    primary = [b for b in hand.window.prompt_bar.buttons if b.property("kind") == "primary"]
    assert [b.text() for b in primary] == ["Next phase"]
    assert hand.window.prompt_bar.buttons[-1] is primary[0]


def test_click_selects_stack_second_click_moves_it(hand: Hand) -> None:
    hand.click("0203")
    assert hand.place == "0203"
    assert set(hand.pieces) == {FOOT, TANKS, "sp-axis~1"}
    assert "Select a destination" in hand.prompt
    hand.click("0505")
    assert hand.at(FOOT) == hand.at(TANKS) == "0505"
    assert hand.place == "0505", "what moved stays selected"
    assert any("0505" in line for line in hand.log())


def test_drag_moves_and_shows_where(hand: Hand) -> None:
    hand.drag("1004", "0905")
    assert hand.at(RED) == "0905"


def test_number_keys_pick_units_and_control_adds(hand: Hand) -> None:
    hand.click("0203")
    hand.key(Qt.Key.Key_1)
    (first,) = hand.pieces
    hand.key(Qt.Key.Key_2, CONTROL)
    assert len(set(hand.pieces)) == 2
    hand.click("0606")
    moved = [p for p in (FOOT, TANKS, "sp-axis~1") if hand.at(p) == "0606"]
    assert first in moved
    assert len(moved) == 2


def test_escape_lets_go_step_by_step(hand: Hand) -> None:
    hand.click("0203")
    hand.key(Qt.Key.Key_Escape)
    assert hand.window.controller.tool is None
    hand.key(Qt.Key.Key_Escape)
    assert hand.place is None


def test_another_stack_is_selected_and_double_click_moves_onto_it(hand: Hand) -> None:
    hand.click("0103")
    hand.click("0203")
    assert hand.place == "0203"
    assert hand.at("2-blue-inf") == "0103"
    hand.click("0103")
    hand.double_click("1004")
    assert hand.at("2-blue-inf") == "1004"


def test_undo_and_redo_by_button_and_key(hand: Hand) -> None:
    hand.click("1004")
    hand.click("0905")
    hand.press("Undo")
    assert hand.at(RED) == "1004"
    hand.key(Qt.Key.Key_Z, CONTROL | SHIFT, hand.window)
    assert hand.at(RED) == "0905"
    hand.key(Qt.Key.Key_Z, CONTROL, hand.window)
    assert hand.at(RED) == "1004"


def test_boxes_behave_as_the_map_does(hand: Hand) -> None:
    card = hand.window.panels.boxes.cards["reserve"]
    center = card.strip.place_of(0).center()
    QTest.mouseClick(card.strip, Qt.MouseButton.LeftButton, pos=center)
    assert hand.pieces == ("2-red-recon",)
    hand.click("0707")
    assert hand.at("2-red-recon") == "0707"
    hand.click("0707")
    QTest.mouseClick(card.title, Qt.MouseButton.LeftButton)
    assert hand.at("2-red-recon") == "reserve"


def test_turn_by_mouse(hand: Hand) -> None:
    hand.click("0203")
    hand.click("0504")
    hand.press("Next phase")
    assert hand.session.state.phase == "axis.combat"
    hand.press("Next phase")
    assert "Red: Movement." in hand.prompt
    hand.drag("1004", "0904")
    hand.press("Next phase")
    assert hand.session.state.turn == 2
    assert hand.session.projection.date == "Day 2"


def test_turn_by_keyboard_alone(hand: Hand) -> None:
    hand.go_to("0203")
    assert hand.window.view.cursor_hex == "0203"
    hand.key(Qt.Key.Key_Return)
    assert hand.place == "0203"
    for _ in range(2):
        hand.key(Qt.Key.Key_Down)
    target = hand.window.view.cursor_hex
    assert target is not None
    hand.key(Qt.Key.Key_Return)
    assert hand.at(FOOT) == target
    for _ in range(2):
        hand.key(Qt.Key.Key_Return, CONTROL, hand.window)
    assert hand.session.state.phase == "allied.movement"
    hand.key(Qt.Key.Key_N)
    assert hand.place is not None
    hand.go_to("1004")
    hand.key(Qt.Key.Key_Return)
    hand.go_to("easton")
    hand.key(Qt.Key.Key_Up)
    hand.key(Qt.Key.Key_T)
    assert hand.at(RED) != "1004"
    hand.key(Qt.Key.Key_Return, CONTROL, hand.window)
    assert hand.session.state.turn == 2


def test_list_of_choices_by_keyboard_does_them(hand: Hand) -> None:
    hand.key(Qt.Key.Key_F3, widget=hand.window)
    panel = hand.window.panels.choices
    assert panel.isVisible()
    tree = panel.tree
    row = hand.row(tree, "Roll dice")
    tree.setCurrentItem(row)
    QTest.keyClick(tree, Qt.Key.Key_Right)
    QTest.keyClick(tree, Qt.Key.Key_Down)
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert hand.session.game.turns[0].action.__struct_config__.tag == "roll"


def test_tab_hides_all_docks_and_brings_them_back(hand: Hand) -> None:
    assert hand.window.panels.log.isVisible()
    hand.window.view.setFocus()
    hand.key(Qt.Key.Key_Tab)
    assert not any(dock.isVisible() for dock in hand.window.docks.docks.values())
    hand.key(Qt.Key.Key_Tab)
    assert hand.window.panels.log.isVisible()


def test_hover_card_tells_place_and_refusal_waits_for_no_timer(hand: Hand) -> None:
    hand.hover("1004")
    card = hand.window.link.card.card
    assert card is not None
    assert card.title == "1004"
    assert "Easton" in card.subtitle
    assert any("1 Red Inf" in foot for foot in card.foot)


def test_every_dock_and_panel_has_a_name_for_screen_readers(hand: Hand) -> None:
    for dock in hand.window.docks.docks.values():
        assert dock.accessibleName()
    for panel in hand.window.panels.by_name.values():
        assert panel.accessibleName()
    assert hand.window.view.accessibleName() == "Map"
