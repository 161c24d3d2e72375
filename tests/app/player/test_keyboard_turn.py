"""A turn by keyboard alone: Enter, Tab, Alt and numbers where a newcomer tried them."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.player.prompts import buttons_of
from app.player.tools.attack import AttackTool
from app.player.tools.haul import HaulTool
from app.player.tools.supply import SupplyTool
from app.theme.current import ThemeChoice, theme
from app.widgets.button_row import PromptButton
from engine.definition.module import ModuleDef
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate
from tests.app.player.test_battle import at_phase, best_attack
from tests.fixtures.player import Hand, open_window

GAME = builtin_modules()["afrika"]
ENTER, TAB, DOWN, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Down, Qt.Key.Key_Escape
ALT = Qt.KeyboardModifier.AltModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
TRUCK = "Move supply by truck"


@lru_cache(maxsize=1)
def a_module() -> ModuleDef:
    return load_module(GAME)


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    """A person in the movement phase of a first turn."""
    made = open_window(qtbot, new_game(a_module(), "race-to-the-wire", 11), tmp_path, module_path=GAME)
    assert made.session.submit(Adjudicate(phase="axis.movement", turn=1))
    made.settle()
    yield made
    made.window.close()


@pytest.fixture
def battle(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    """A person who has the most promising attack prepared."""
    made = at_phase(qtbot, tmp_path, "axis.combat")
    made.window.controller.take_suggestion(best_attack(made))
    made.settle()
    yield made
    made.window.battle.put_away()
    made.window.close()


def tab_to(start: QWidget, wanted: QWidget) -> None:
    """Tabs on until a widget has the keyboard."""
    window = start.window()
    start.setFocus(Qt.FocusReason.ShortcutFocusReason)
    for _ in range(80):
        focused = window.focusWidget()
        if focused is wanted:
            return
        QTest.keyClick(focused, TAB)
    raise AssertionError(f"Tab never comes to {wanted}")


def buttons_of_kinds(hand: Hand) -> list[PromptButton]:
    """The buttons beside the main one that begin something, those in the menu too."""
    acts = hand.window.prompts._acts()
    return [b for b in buttons_of(hand.session, hand.window.controller, acts) if b.key.startswith("Alt+")]


def test_enter_on_a_kind_in_the_list_of_choices_begins_it(hand: Hand) -> None:
    tree = hand.window.panels.choices.tree
    hand.key(ESCAPE)
    hand.key(Qt.Key.Key_F3, widget=hand.window)
    assert tree.hasFocus()
    for _ in range(tree.topLevelItemCount()):
        current = tree.currentItem()
        if current is not None and current.text(0) == TRUCK:
            break
        QTest.keyClick(tree, DOWN)
    QTest.keyClick(tree, ENTER)
    hand.settle()
    assert isinstance(hand.window.controller.tool, HaulTool)
    opened = [tree.topLevelItem(i) for i in range(tree.topLevelItemCount())]
    assert any(row is not None and row.text(0) == TRUCK and row.isExpanded() for row in opened)


def test_alt_and_a_number_press_the_buttons_beside_the_main_one(hand: Hand) -> None:
    hand.key(ESCAPE)
    hand.window.resize(1900, 1000)
    hand.settle()
    button = next(b for b in hand.window.prompt_bar.buttons if b.key == "Alt+1")
    wanted = next(k for k in hand.window.controller.offers.available if k.label == button.text())
    assert "Alt+1" in button.toolTip()
    hand.key(Qt.Key.Key_1, ALT)
    hand.settle()
    tool = hand.window.controller.tool
    assert tool is not None
    assert tool.kind.kind == wanted.kind


def test_alt_and_a_number_reach_a_button_that_went_into_the_menu(hand: Hand) -> None:
    hand.key(ESCAPE)
    hand.window.resize(1000, 800)
    hand.settle()
    assert TRUCK in hand.window.prompt_bar.tools.folded
    number = [b.text for b in buttons_of_kinds(hand)].index(TRUCK) + 1
    hand.key(Qt.Key(Qt.Key.Key_0 + number), ALT)
    hand.settle()
    assert isinstance(hand.window.controller.tool, HaulTool)


def test_a_number_with_alt_picks_no_unit(hand: Hand) -> None:
    hand.key(ESCAPE)
    hand.window.view.set_cursor_hex("A1.08")
    hand.key(Qt.Key.Key_9, ALT)
    hand.key(Qt.Key.Key_3, ALT)
    assert hand.pieces == ()


def test_enter_presses_the_button_that_tab_came_to(hand: Hand) -> None:
    hand.click("A1.08")
    assert hand.pieces
    button = hand.window.panels.stack.none_button
    tab_to(hand.window.panels.stack.list, button)
    QTest.keyClick(button, ENTER)
    assert hand.pieces == ()


def test_enter_does_all_as_proposed_in_the_supply_panel(qtbot: QtBot, tmp_path: Path) -> None:
    made = at_phase(qtbot, tmp_path, "axis.supply")
    panel = made.window.panels.planner
    button = panel.all_button
    count = made.session.game.count
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, ENTER)
    made.settle()
    assert made.session.game.count > count
    made.window.close()


def test_enter_declares_wherever_the_focus_rests_in_the_dialog(battle: Hand) -> None:
    dialog = battle.window.battle.dialog
    others = dialog.attacker.others
    strip = others if others.isVisible() else dialog.attacker.members
    tab_to(dialog.confirm_button, strip)
    assert isinstance(battle.window.controller.tool, AttackTool)
    count = battle.session.game.count
    QTest.keyClick(strip, ENTER)
    battle.settle()
    assert battle.session.game.count > count


def test_space_on_a_counter_takes_it_in_or_out(battle: Hand) -> None:
    dialog = battle.window.battle.dialog
    tool = battle.window.controller.tool
    assert isinstance(tool, AttackTool)
    before = tool.chosen
    tab_to(dialog.confirm_button, dialog.attacker.members)
    QTest.keyClick(dialog.attacker.members, Qt.Key.Key_Space)
    assert len(tool.chosen) == len(before) - 1


def test_enter_on_cancel_cancels(battle: Hand) -> None:
    dialog = battle.window.battle.dialog
    count = battle.session.game.count
    tab_to(dialog.confirm_button, dialog.cancel_button)
    QTest.keyClick(dialog.cancel_button, ENTER)
    battle.settle()
    assert not dialog.isVisible()
    assert battle.session.game.count == count


def test_enter_commits_in_the_second_step(battle: Hand) -> None:
    dialog = battle.window.battle.dialog
    QTest.keyClick(dialog, ENTER)
    battle.settle()
    for _ in range(4):
        if dialog.is_outcome:
            break
        assert dialog.confirm_button.text() == "Commit"
        QTest.keyClick(dialog.stepper, ENTER)
        battle.settle()
    assert dialog.is_outcome
    QTest.keyClick(dialog, ENTER)
    assert not dialog.isVisible()


def test_supply_tool_is_untouched_by_enter_on_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    made = at_phase(qtbot, tmp_path, "axis.supply")
    count = made.session.game.count
    made.window.panels.stack.list.setFocus()
    made.key(ENTER, widget=made.window.panels.stack.list)
    assert made.session.game.count == count
    assert made.window.controller.tool is None or isinstance(made.window.controller.tool, SupplyTool)
    made.window.close()


def test_numbers_pick_in_the_order_of_the_stack_inspector(hand: Hand) -> None:
    hand.key(ESCAPE)
    hand.window.desk.select("A1.08")
    listed = hand.window.panels.stack.list.order()
    hand.window.view.set_cursor_hex("A1.08")
    for number, piece in enumerate(listed[:4]):
        hand.key(Qt.Key(Qt.Key.Key_1 + number))
        assert hand.pieces == (piece,)


def test_numbers_pick_units_of_the_box_that_n_selected(hand: Hand) -> None:
    hand.key(ESCAPE)
    hand.window.view.set_cursor_hex("A1.08")
    board = hand.session.rules.board.index
    for _ in range(40):
        hand.key(Qt.Key.Key_N)
        if hand.place is not None and hand.place not in board:
            break
    box = hand.place
    assert box is not None
    assert box not in board
    first = hand.window.panels.stack.list.order()[0]
    hand.key(Qt.Key.Key_1)
    assert hand.place == box
    assert hand.pieces in ((first,), ())


def test_the_next_phase_gives_the_keyboard_to_the_map(hand: Hand) -> None:
    hand.key(ESCAPE)
    field = hand.window.panels.order.filter
    field.setFocus(Qt.FocusReason.TabFocusReason)
    phase = hand.session.state.phase
    QTest.keyClick(field, ENTER, CONTROL)
    hand.settle()
    if hand.session.state.phase == phase:
        QTest.keyClick(hand.window.flow.unfinished_dialog or hand.window, ENTER, CONTROL)
        hand.settle()
    assert hand.session.state.phase != phase
    assert hand.window.focusWidget() is hand.window.view


def test_every_stop_of_the_keyboard_can_be_seen(hand: Hand) -> None:
    theme().apply(ThemeChoice.LIGHT)
    window = hand.window
    window.view.setFocus()
    stops: list[QWidget] = []
    while len(stops) < 12:
        QTest.keyClick(window, Qt.Key.Key_F6)
        focused = window.focusWidget()
        if focused is window.view:
            break
        stops.append(focused)
    assert window.focusWidget() is window.view
    areas = [stop for stop in stops if type(stop) is QScrollArea]
    assert areas
    for area in areas:
        window.view.setFocus()
        hand.settle()
        without = area.grab().toImage()
        area.setFocus(Qt.FocusReason.ShortcutFocusReason)
        hand.settle()
        assert area.grab().toImage().pixelColor(0, area.height() // 2) != without.pixelColor(
            0, area.height() // 2
        )
    assert not [stop for stop in stops if stop is window.panels.stack]


def fought(hand: Hand) -> None:
    """Declares the attack that is prepared and commits whatever is offered, by Enter alone."""
    dialog = hand.window.battle.dialog
    for _ in range(6):
        if dialog.is_outcome:
            return
        QTest.keyClick(dialog, ENTER)
        hand.settle()
    raise AssertionError("no dice were rolled")


def test_enter_on_the_map_puts_the_result_away_and_does_nothing_else(battle: Hand) -> None:
    fought(battle)
    dialog, window = battle.window.battle.dialog, battle.window
    target = window.battle._target
    assert dialog.isVisible()
    assert target is not None
    count = battle.session.game.count
    window.activateWindow()
    window.view.set_cursor_hex(target)
    battle.key(ENTER)
    battle.settle()
    assert not dialog.isVisible()
    assert battle.session.game.count == count
    assert QApplication.activePopupWidget() is None


def test_the_result_tells_of_what_comes_of_it(battle: Hand) -> None:
    fought(battle)
    dialog = battle.window.battle.dialog
    before = dialog.outcome.text()
    controller = battle.window.controller
    kind = controller.offers.available[0]
    state, side = controller.offers.state, controller.offers.side
    assert battle.session.submit(next(iter(kind.choices(state, side))))
    battle.settle()
    assert dialog.isVisible()
    assert dialog.is_outcome
    assert dialog.outcome.text().startswith(before)
    assert "combat at A36.22" in dialog.outcome.text().removeprefix(before)
    battle.session.look_at(0)
    battle.settle()
    assert not dialog.isVisible()
