"""The guide: opens once, leads through the first turn of First Steps by real clicks, goes back on undo."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.player.panels.guide import GuidePanel
from app.player.sitting import Sitting
from app.player.tools.attack import AttackTool
from app.player.tools.maneuver import ManeuverTool
from engine.definition.guide import PanelName
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from tests.fixtures.player import LEFT, Hand, open_window


def begun(qtbot: QtBot, folder: Path, **options: bool) -> Hand:
    path = builtin_modules()["tutorial"]
    game = new_game(load_module(path), "first", 2, options)
    return open_window(qtbot, game, folder, Sitting(solo=True), module_path=path)


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    """A newcomer at First Steps."""
    made = begun(qtbot, tmp_path)
    yield made
    made.window.close()


def panel_of(hand: Hand) -> GuidePanel:
    panel = hand.window.panels.guide
    assert panel is not None
    return panel


def title(hand: Hand) -> str:
    return panel_of(hand).head.text()


def move(hand: Hand, source: str, piece: str, target: str) -> None:
    if hand.place != source or hand.pieces != (piece,):
        hand.key(Qt.Key.Key_Escape)
        hand.key(Qt.Key.Key_Escape)
        hand.click(source)
        hand.window.desk.pick(source, (piece,))
    hand.click(target)
    hand.settle()
    assert hand.at(piece) == target


def end_phase(hand: Hand) -> None:
    phase = hand.session.state.phase
    hand.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier, hand.window)
    if hand.session.state.phase == phase:
        hand.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier, hand.window)
    hand.settle()
    assert hand.session.state.phase != phase


def test_the_guide_leads_through_the_first_turn(hand: Hand) -> None:
    panel, marks = panel_of(hand), hand.window.controller.marks
    assert panel.isVisible()
    assert title(hand) == "Two towns and a bridge"
    assert marks.guided == ("0206", "1005")
    QTest.mouseClick(panel.next, LEFT)
    assert title(hand) == "Send the armor to the stream"
    assert panel.note == "2 of 10"
    assert marks.guided == ("0306", "0805")
    move(hand, "0306", "blue-4", "0805")
    assert title(hand) == "Bring the second armor"
    assert marks.guided == ("0207", "0804")
    move(hand, "0207", "blue-5", "0804")
    assert title(hand) == "The recon makes the odds"
    move(hand, "0307", "blue-7", "0805")
    assert title(hand) == "Close up, then end the phase"
    assert "Ctrl+↵" in panel.text.text()
    move(hand, "0106", "blue-1", "0406")
    assert title(hand) == "Close up, then end the phase"
    end_phase(hand)
    assert title(hand) == "Attack over the stream"
    assert hand.window.docks.front("advice")
    attack(hand)
    assert title(hand) == "Read what the die did"
    assert hand.window.docks.front("log")
    end_phase(hand)
    assert title(hand) == "Red answers"
    move(hand, "1106", "red-4", "1006")
    end_phase(hand)
    assert title(hand) == "Nobody has to attack"
    end_phase(hand)
    assert hand.session.state.turn == 2
    assert title(hand) == "Now you know how to play"
    assert panel.next.text() == "Done"
    QTest.mouseClick(panel.next, LEFT)
    assert not panel.isVisible()
    assert not hand.window.controller.marks.guided


def attack(hand: Hand) -> None:
    """All three units against the hex beyond the stream, at the odds the guide promises."""
    hand.click("0905")
    hand.settle()
    dialog, tool = hand.window.battle.dialog, hand.window.controller.tool
    assert dialog.isVisible()
    assert isinstance(tool, AttackTool)
    preview = tool.plan.preview if tool.plan is not None else None
    assert preview is not None
    assert (preview.attacker.total, preview.defender.total) == (12, 4)
    assert (preview.columns[preview.base], preview.columns[preview.final]) == ("3:1", "2:1")
    QTest.mouseClick(dialog.confirm_button, LEFT)
    hand.settle()
    assert dialog.confirm_button.text() == "Go on"
    QTest.mouseClick(dialog.confirm_button, LEFT)
    hand.settle()
    assert not dialog.isVisible()


def test_undo_goes_back_a_step_and_redo_goes_on(hand: Hand) -> None:
    hand.key(Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier, hand.window)
    move(hand, "0306", "blue-4", "0805")
    assert title(hand) == "Bring the second armor"
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, hand.window)
    assert hand.at("blue-4") == "0306"
    assert title(hand) == "Send the armor to the stream"
    assert hand.window.session.redo()
    assert title(hand) == "Bring the second armor"
    hand.key(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier, hand.window)
    assert title(hand) == "Send the armor to the stream"


def test_a_phase_ended_early_takes_the_guide_along(hand: Hand) -> None:
    QTest.mouseClick(panel_of(hand).next, LEFT)
    end_phase(hand)
    assert title(hand) == "Attack over the stream"


def test_it_opens_in_every_game_begun_with_its_option(hand: Hand, qtbot: QtBot, tmp_path: Path) -> None:
    QTest.mouseClick(panel_of(hand).close_button, LEFT)
    assert not panel_of(hand).isVisible()
    assert hand.window.view.hasFocus() or not hand.window.isActiveWindow()
    hand.window.close()
    again = begun(qtbot, tmp_path)
    assert panel_of(again).isVisible()
    assert "step 1 of 10" in panel_of(again).accessibleName()
    again.window.close()


def test_a_guide_without_an_option_opens_once_and_by_the_help_menu(qtbot: QtBot, tmp_path: Path) -> None:
    path = builtin_modules()["tutorial"]
    module = load_module(path)
    scenario = module.scenarios[0]
    steps = tuple(step.model_copy(update={"when": ()}) for step in scenario.guide)
    module = module.model_copy(update={"scenarios": (scenario.model_copy(update={"guide": steps}),)})
    for is_first in (True, False):
        hand = open_window(
            qtbot, new_game(module, "first", 2, {}), tmp_path, Sitting(solo=True), module_path=path
        )
        assert panel_of(hand).isVisible() is is_first
        hand.window.actions_by_id["guide"].trigger()
        hand.settle()
        assert panel_of(hand).isVisible()
        hand.window.close()


def test_a_stack_of_two_goes_by_one_click_and_says_why_not(hand: Hand) -> None:
    """Step 5 of the guide, by clicks alone: both units of 0206 along the road."""
    hand.click("0206")
    assert set(hand.pieces) == {"blue-3", "blue-6"}
    assert "2 units" in hand.prompt
    tool = hand.window.controller.tool
    assert isinstance(tool, ManeuverTool)
    assert tool.reach is not None
    assert "0506" in tool.reach.arrivals
    hand.click("0506")
    hand.settle()
    assert hand.at("blue-3") == hand.at("blue-6") == "0506"
    hand.click("0307")
    hand.click("0506")
    hand.settle()
    assert hand.at("blue-7") == "0307"


def test_the_battle_says_how_far_undo_goes_and_leaves_the_guide_in_sight(hand: Hand) -> None:
    move(hand, "0306", "blue-4", "0805")
    end_phase(hand)
    for is_free, words in ((False, "No undo past the roll."), (True, "This game allows undo past the roll.")):
        hand.session.game.free_undo = is_free
        hand.key(Qt.Key.Key_Escape)
        hand.click("0905")
        hand.settle()
        dialog = hand.window.battle.dialog
        assert dialog.isVisible()
        assert dialog.warning.text() == words
        guide = panel_of(hand)
        assert guide.isVisible()
        assert dialog.y() >= guide.mapToGlobal(guide.rect().bottomLeft()).y()
        dialog.close()
    hand.key(Qt.Key.Key_Escape)


def test_without_a_guide_there_is_no_panel(qtbot: QtBot, tmp_path: Path) -> None:
    plain = begun(qtbot, tmp_path, guide=False)
    assert plain.window.panels.guide is None
    assert not plain.window.actions_by_id["guide"].isEnabled()
    plain.window.close()


def test_guides_call_the_panels_by_their_names(hand: Hand) -> None:
    assert set(get_args(PanelName)) == {*hand.window.panels.by_name, "cards"} - {"guide"}
