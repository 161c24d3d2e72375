"""What a newcomer tried and expected to work: all of a stack, goods in boxes, numbers, way points."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.player.tools.haul import HaulTool
from app.player.tools.maneuver import ManeuverTool
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from tests.fixtures.player import Hand, open_window

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def game_path() -> Path:
    return builtin_modules()["afrika"]


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path, game_path: Path) -> Iterator[Hand]:
    """A person in the movement phase of a first turn."""
    game = new_game(load_module(game_path), "race-to-the-wire", 11)
    made = open_window(qtbot, game, tmp_path, module_path=game_path)
    while not made.session.state.phase.endswith(".movement"):
        QTest.mouseClick(made.window.prompt_bar.buttons[-1], Qt.MouseButton.LeftButton)
        made.settle()
    yield made
    made.window.close()


def test_all_of_a_stack_means_all_that_can_move(hand: Hand) -> None:
    hand.click("A1.08")
    QTest.mouseClick(hand.window.panels.stack.none_button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(hand.window.panels.stack.all_button, Qt.MouseButton.LeftButton)
    assert "sp-axis-A1.08" not in hand.pieces
    assert len(hand.pieces) == 4
    assert isinstance(hand.window.controller.tool, ManeuverTool)
    assert "A2.08" in hand.window.controller.picture_places()


def test_costs_beyond_a_way_point_count_from_the_start(hand: Hand) -> None:
    hand.click("A1.08")
    before = hand.window.controller.picture.reach
    assert before is not None
    hand.click("A2.06", SHIFT)
    after = hand.window.controller.picture.reach
    assert after is not None
    assert after.arrivals["A3.06"].cost > before.arrivals["A2.06"].cost
    assert "MP left" in hand.prompt
    assert "way point back" in hand.window.controller.tool.keys if hand.window.controller.tool else False


def test_plus_and_minus_change_the_number_hauled(hand: Hand) -> None:
    hand.window.desk.select("A1.08", ("sp-axis-A1.08",))
    tool = hand.window.controller.tool
    assert isinstance(tool, HaulTool)
    scale = hand.window.view.map_scale
    hand.key(Qt.Key.Key_Plus)
    assert tool.count == 2
    hand.key(Qt.Key.Key_Minus)
    assert tool.count == 1
    assert hand.window.view.map_scale == scale


def test_control_click_in_a_box_adds_to_the_selection(hand: Hand) -> None:
    card = hand.window.panels.boxes.cards["connecting"]
    spot = card.strip.place_of
    QTest.mouseClick(card.strip, Qt.MouseButton.LeftButton, pos=spot(0).center())
    QTest.mouseClick(card.strip, Qt.MouseButton.LeftButton, CONTROL, spot(1).center())
    assert len(hand.pieces) == 2
    QTest.mouseClick(card.strip, Qt.MouseButton.LeftButton, CONTROL, spot(1).center())
    assert len(hand.pieces) == 1


def test_nothing_stays_picked_up_when_another_phase_begins(hand: Hand) -> None:
    hand.click("A1.08")
    assert hand.pieces
    for _ in range(3):
        if not hand.session.state.phase.endswith(".movement"):
            break
        QTest.mouseClick(hand.window.prompt_bar.buttons[-1], Qt.MouseButton.LeftButton)
        dialog = hand.window.flow.unfinished_dialog
        if dialog is not None and dialog.isVisible():
            QTest.mouseClick(dialog.end, Qt.MouseButton.LeftButton)
        hand.settle()
    assert not hand.session.state.phase.endswith("axis.movement")
    assert hand.pieces == (), hand.prompt


def test_units_to_move_are_those_that_can(hand: Hand) -> None:
    text = hand.window.prompt_bar.help.accessibleName() or hand.window.prompt_bar.help.text()
    able = hand.window.controller.offers.lit_pieces
    assert "not yet moved" in text
    assert int(text.split(" of ")[0].split()[-1]) <= len(able)
