"""What a walk through a real game in the window found: shipping, trucks, overruns, consolidation."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.player.tools.attack import AttackTool
from app.player.tools.haul import HaulTool
from app.player.tools.maneuver import ManeuverTool
from app.player.tools.pick import PickOptionTool
from engine.play.action import Adjudicate, PiecePlacement
from tests.app.player.walking import ALEXANDRIA, CONTROL, TOBRUK, at_phase, press
from tests.fixtures.player import Hand


@pytest.fixture
def movement(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    hand = at_phase(qtbot, tmp_path, "allied.movement")
    yield hand
    hand.window.battle.put_away()
    hand.window.close()


@pytest.fixture
def supply(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    hand = at_phase(qtbot, tmp_path, "allied.supply")
    yield hand
    hand.window.close()


def test_units_are_shipped_from_the_button(movement: Hand) -> None:
    press(movement, "Ship units")
    controller = movement.window.controller
    assert isinstance(controller.tool, ManeuverTool)
    assert movement.prompt.endswith("Ship units: pick who goes.")
    assert TOBRUK in controller.picture_places()
    movement.click(TOBRUK)
    assert movement.place == TOBRUK
    assert f"{ALEXANDRIA} Alexandria for" in movement.prompt
    gone = movement.pieces
    movement.click(ALEXANDRIA)
    assert {movement.at(piece) for piece in gone} == {ALEXANDRIA}
    assert "shipped from A36.23 Tobruk to B19.19 Alexandria" in movement.log()[-1]


def test_a_selection_that_cannot_be_shipped_is_let_go(movement: Hand) -> None:
    movement.click("A40.18")
    assert movement.pieces
    press(movement, "Ship units")
    assert movement.pieces == ()
    assert movement.prompt.endswith("Ship units: pick who goes.")


def test_supply_goes_by_truck_from_the_button_and_the_card_tells_what_is_left(movement: Hand) -> None:
    press(movement, "Move supply by truck")
    tool = movement.window.controller.tool
    assert isinstance(tool, HaulTool)
    assert movement.prompt.endswith("Move supply by truck: pick where from, or a whole trip of the list.")
    movement.click("A61.19")
    movement.hover("A60.18")
    card = movement.window.link.card.card
    assert card is not None
    assert card.lines[-1].text == "MP left afterwards"
    before = movement.session.game.count
    movement.click("A60.18")
    assert movement.session.game.count == before + 1
    assert "truck MP" in movement.log()[-1]


def test_an_overrun_called_off_takes_the_approach_back(movement: Hand) -> None:
    movement.click("A40.18")
    pieces, count = movement.pieces, movement.session.game.count
    movement.click("A41.21")
    assert isinstance(movement.window.controller.tool, AttackTool)
    assert movement.session.game.count == count + 1
    assert {movement.at(piece) for piece in pieces} == {"A41.20"}
    QTest.keyClick(movement.window.battle.dialog, Qt.Key.Key_Escape)
    movement.settle()
    assert movement.session.game.count == count
    assert {movement.at(piece) for piece in pieces} == {"A40.18"}
    assert movement.pieces == pieces, "they stay selected"
    message = movement.window.messages.current
    assert message is not None
    assert message.text.startswith("Called off")
    assert movement.session.can_redo


def test_an_attack_without_approach_is_called_off_silently(movement: Hand) -> None:
    hand = movement
    assert hand.session.submit(Adjudicate(phase="allied.combat"))
    hand.settle()
    hand.click("A36.21")
    count = hand.session.game.count
    assert hand.window.battle.dialog.isVisible()
    QTest.keyClick(hand.window.battle.dialog, Qt.Key.Key_Escape)
    hand.settle()
    assert hand.session.game.count == count
    assert hand.window.messages.current is None
    assert hand.window.controller.tool is None


def twins(hand: Hand) -> tuple[str, str]:
    """Two reduced units of one kind put into one hex."""
    pair = ("allied-3-5-7-4-nz-2-nz", "allied-3-5-7-6-nz-2-nz")
    change = Adjudicate(set=tuple(PiecePlacement(piece=name, at="A42.17", steps=1) for name in pair))
    assert hand.session.submit(change)
    hand.settle()
    return pair


def test_a_click_on_a_lit_stack_consolidates_its_units(supply: Hand) -> None:
    pair = twins(supply)
    press(supply, "Consolidate units")
    tool = supply.window.controller.tool
    assert isinstance(tool, PickOptionTool)
    assert supply.prompt.split(". ", 1)[1].startswith("Consolidate units: ")
    assert tool.picture.places == {"A42.17"}
    supply.click("A42.17")
    supply.settle()
    menu = QApplication.activePopupWidget()
    assert menu is not None, "which absorbs which is asked"
    QTest.keyClick(menu, Qt.Key.Key_Return)
    supply.settle()
    left = [name for name in pair if supply.at(name) == "A42.17"]
    assert len(left) == 1
    assert supply.session.state.pieces[left[0]].steps == 2


def test_an_option_asked_for_has_the_main_key_until_it_is_let_go(supply: Hand) -> None:
    twins(supply)
    press(supply, "Consolidate units")
    buttons = supply.window.prompt_bar.buttons
    assert "absorbs" in buttons[-1].text()
    assert "End supply phase" in [b.text() for b in buttons] + list(supply.window.prompt_bar.tools.folded)
    count = supply.session.game.count
    supply.key(Qt.Key.Key_Return, CONTROL)
    supply.settle()
    assert supply.session.game.count == count + 1
    assert type(supply.session.game.turns[-1].action).__name__ == "Consolidate"
    assert supply.window.prompt_bar.buttons[-1].text() == "End supply phase"


def test_measuring_from_a_hex_follows_the_pointer_until_escape(movement: Hand) -> None:
    window = movement.window
    menu = window.link.menus.context_menu(TOBRUK)
    next(a for a in menu.actions() if a.text() == "Measure from here").trigger()
    menu.close()
    assert window.actions_by_id["ruler"].isChecked()
    movement.hover("A38.22")
    ruler = window.controller.marks.ruler
    assert ruler is not None
    assert (ruler.start, ruler.end, ruler.text) == (TOBRUK, "A38.22", "2 hexes")
    movement.key(Qt.Key.Key_Escape)
    assert window.controller.marks.ruler is None
    movement.key(Qt.Key.Key_Escape)
    assert not window.actions_by_id["ruler"].isChecked()
    assert window.messages.current is None
    movement.click("A40.18")
    assert movement.place == "A40.18"


def test_a_note_is_written_on_a_hex_from_its_menu(movement: Hand) -> None:
    menu = movement.window.link.menus.context_menu("A44.21")
    next(a for a in menu.actions() if a.text().startswith("Write a note")).trigger()
    menu.close()
    notes = movement.window.panels.notes
    assert notes.isVisible()
    assert notes.place.text() == "A44.21"
    QTest.keyClicks(notes.place_note, "two forts")
    QTest.keyClick(notes.place_note, Qt.Key.Key_Return)
    assert notes.note_on("A44.21") == "two forts"
    movement.hover("A44.21")
    card = movement.window.link.card.card
    assert card is not None
    assert "Note: two forts" in card.foot


def test_a_phase_begins_where_something_can_be_done(movement: Hand) -> None:
    view = movement.window.view
    view.center_on_hex("A2.05")
    assert movement.session.submit(Adjudicate(phase="axis.movement"))
    movement.settle()
    lit = movement.window.controller.offers.lit_places
    centers = [c for p in lit if (c := movement.window.scene.center_of(p)) is not None]
    room = view.viewport().rect()
    assert any(room.contains(view.view_point(center).toPoint()) for center in centers)
    place = view.map_scale, view.view_point(centers[0])
    assert movement.session.submit(Adjudicate(phase="allied.movement"))
    movement.settle()
    assert (view.map_scale, view.view_point(centers[0])) == place, "what is in sight stays where it is"


def test_the_hint_can_be_taken_at_once(movement: Hand, qtbot: QtBot) -> None:
    with qtbot.waitSignal(movement.session.advised, timeout=20_000):
        movement.window.acts.ask_hint()
    message = movement.window.messages.current
    assert message is not None
    assert message.button == "Do it"
    count = movement.session.game.count
    assert message.action is not None
    message.action()
    movement.settle()
    assert movement.session.game.count == count + 1
    assert movement.window.messages.current is None


def test_what_cannot_be_taken_back_is_asked_before_it_is_done(movement: Hand) -> None:
    count = movement.session.game.count
    press(movement, "Raid on Rommel")
    assert movement.session.game.count == count
    assert "Raid on Rommel: once per game" in movement.prompt
    assert movement.window.prompt_bar.buttons[-1].text() == "Raid on Rommel"
    movement.key(Qt.Key.Key_Escape)
    assert movement.window.prompt_bar.buttons[-1].text() == "End the phase"
    press(movement, "Raid on Rommel")
    movement.key(Qt.Key.Key_Return, CONTROL)
    movement.settle()
    assert movement.session.game.count == count + 1
    assert any("raids Rommel" in line for line in movement.log())


def test_a_barrier_is_told_with_its_names_and_its_remedy(movement: Hand) -> None:
    press(movement, "Raid on Rommel")
    movement.key(Qt.Key.Key_Return, CONTROL)
    movement.settle()
    assert not movement.session.undo()
    message = movement.window.messages.current
    assert message is not None
    assert message.text.startswith("This cannot be taken back: ")
    assert "Rommel" in message.text, "names keep their capitals"
    assert message.text.endswith("Edit → Allow undo past dice lifts that.")
