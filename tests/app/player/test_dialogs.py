"""Dialogs of the player window: none blocks, each is answered by real clicks and keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.player.dialogs.table_dice import TableDiceDialog
from app.player.sitting import Sitting
from app.player.table_rolls import next_roll
from engine.game import new_game
from engine.rules.freeplay_actions import DrawCard, Place, Roll
from engine.rules.freeplay_table import data_of
from tests.fixtures.free_module import a_free_module
from tests.fixtures.player import Hand, open_window

LEFT = Qt.MouseButton.LeftButton
FOOT = "1-blue-inf"


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    """A window whose players roll their own dice."""
    game = new_game(a_free_module(), "meeting", seed=5)
    made = open_window(qtbot, game, tmp_path, Sitting(table_dice=True))
    yield made
    made.window.close()


def table_dice_dialog() -> TableDiceDialog:
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, TableDiceDialog))


def test_every_roll_is_asked_for_at_the_table(table: Hand) -> None:
    table.window.flow.submit(Roll(dice=2, reason="Attack"))
    dialog = table.window.flow.roll_dialog
    assert dialog is not None
    assert dialog.accessibleName() == "Roll 2 dice: Attack"
    assert table.session.game.count == 0, "nothing is rolled before the players have rolled"
    QTest.keyClick(dialog, Qt.Key.Key_6)
    QTest.keyClick(dialog, Qt.Key.Key_5)
    assert table.session.game.turns[0].transition.events[0].dice == (6, 5)


def test_roll_can_be_left_to_the_program_or_taken_back(table: Hand) -> None:
    table.window.flow.submit(Roll())
    assert table.window.flow.roll_dialog is not None
    table.window.flow.roll_dialog.reject()
    assert table.session.game.count == 0
    table.window.flow.submit(Roll())
    table.window.flow.roll_dialog.left_to_program.emit()
    assert table.session.game.count == 1
    table.window.flow.roll_dialog.close()


def test_actions_without_dice_are_not_asked_about(table: Hand) -> None:
    table.click("1004")
    table.click("0905")
    assert table.at("1-red-inf") == "0905"
    assert table.window.flow.roll_dialog is None


def test_next_roll_counts_what_is_missing(hand: Hand) -> None:
    needed = next_roll(hand.session, Roll(dice=3), (4,))
    assert needed is not None
    assert needed[1] == 2
    assert next_roll(hand.session, Roll(dice=1), (4,)) is None
    assert next_roll(hand.session, Place(pieces=(FOOT,), at="0505"), ()) is None


def test_table_dice_typed_in_advance(hand: Hand) -> None:
    hand.window.acts.table_dice()
    dialog = table_dice_dialog()
    QTest.keyClicks(dialog.faces, "3 nine")
    assert "no number" in dialog.fault.text()
    assert not dialog.use.isEnabled()
    dialog.faces.setText("3 777")
    assert "No die" in dialog.fault.text()
    dialog.faces.setText("3 5")
    QTest.mouseClick(dialog.use, LEFT)
    hand.session.submit(Roll(dice=2))
    assert hand.session.game.turns[0].transition.events[0].dice == (3, 5)


def test_adjudication_puts_a_card_anywhere(hand: Hand) -> None:
    hand.window.acts.adjudicate()
    dialog = hand.window.acts.adjudication
    assert dialog is not None
    choice = dialog.cards
    dialog._decide()
    assert dialog.fault.text() == "Nothing is asked for yet."
    for pile, words in (("into the hand of Red", "hand of Red"), ("on the discards", "discarded")):
        choice.card.setCurrentIndex(choice.card.findData("card-2"))
        choice.pile.setCurrentIndex(choice.pile.findText(pile))
        dialog._decide()
        assert (choice.card.currentData(), dialog.fault.text()) == ("", "")
        shown = choice.card.itemText(choice.card.findData("card-2"))
        assert shown in (f"Event 2 · {words}", "Event 2 · unseen")
    assert data_of(hand.session.state).discards == {"events": ("card-2",)}
    assert hand.session.chronicle.entries[-1].kind == "adjudicated"
    dialog.close()


def test_adjudication_overrules_and_is_marked(hand: Hand) -> None:
    hand.click("1004")
    hand.window.acts.adjudicate()
    dialog = hand.window.acts.adjudication
    assert dialog is not None
    assert "1 Red Inf" in dialog.pieces_label.text()
    dialog.at.setText("9999")
    dialog._decide()
    assert hand.session.game.count == 0
    dialog.at.setText("0707")
    dialog.steps.setValue(1)
    dialog.turn.setValue(3)
    dialog.owner.setCurrentIndex(1)
    dialog.tracks.set_value(["air"], 4)
    dialog._decide()
    state = hand.session.state
    assert (state.pieces["1-red-inf"].at, state.pieces["1-red-inf"].steps) == ("0707", 1)
    assert state.turn == 3
    assert state.control["1004"] == "axis"
    assert hand.session.rules.tracks(state)["air"] == 4
    assert hand.session.chronicle.entries[-1].kind == "adjudicated"
    dialog.tracks.set_value(["air"], "many")
    dialog._decide()
    assert "“many” is no number" in dialog.fault.text()
    dialog.tracks.set_value(["air"], 4)
    dialog.turn.setValue(-1)
    dialog.steps.setValue(-1)
    dialog.owner.setCurrentIndex(0)
    dialog._decide()
    assert "Nothing is asked" in dialog.fault.text()
    dialog.close()


def test_hand_over_screen_covers_everything_until_the_next_player_is_there(hand: Hand) -> None:
    hand.session.submit(DrawCard(deck="events"))
    for _ in range(2):
        hand.press("Next phase")
    screen = hand.window.handover
    assert hand.session.is_veiled
    assert screen.isVisible()
    assert screen.geometry() == hand.window.rect()
    assert "Red" in screen.title.text()
    assert hand.session.decision is None
    QTest.keyClick(screen, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert hand.session.is_veiled, "no key reaches what lies below"
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert not screen.isVisible()
    assert hand.session.viewer == "allied"
    theirs = next(held for held in hand.session.projection.hands if held.side == "axis")
    assert (theirs.cards, theirs.hidden) == ((), 1)


def test_unfinished_business_is_not_asked_about_where_there_is_none(hand: Hand) -> None:
    hand.press("Next phase")
    assert hand.window.flow.unfinished_dialog is None
    assert hand.session.state.phase == "axis.combat"


def test_hint_is_told(hand: Hand, qtbot: QtBot) -> None:
    with qtbot.waitSignal(hand.session.advised):
        hand.window.acts.ask_hint()
    message = hand.window.messages.current
    assert message is not None
    assert message.text.startswith("The computer would:")


def test_computer_plays_a_seat_and_stops_when_a_person_takes_it(hand: Hand, qtbot: QtBot) -> None:
    with qtbot.waitSignal(hand.session.changed, check_params_cb=lambda change: change.transition is not None):
        hand.window.window_menus.seat("axis", "random")
        hand.window.window_menus.seat("allied", "random")
    assert hand.session.game.count >= 1
    hand.window.window_menus.seat("axis", "")
    hand.window.window_menus.seat("allied", "")
    hand.window.flow.stop()
    assert not hand.session.sitting.players


def test_help_opens_at_the_phase_and_lists_keys(hand: Hand) -> None:
    hand.window.acts.phase_help()
    window = hand.window.acts.help_window
    assert window is not None
    assert "Movement" in window.browser.toPlainText()
    hand.window.acts.help("keys")
    text = window.browser.toPlainText()
    assert "Ctrl+Z" in text
    assert "hex cursor" in text
