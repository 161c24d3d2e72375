"""What a walk through a real game in the window found: shipping, trucks, overruns, consolidation."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.player.tools.attack import AttackTool
from app.player.tools.haul import HaulTool
from app.player.tools.maneuver import ManeuverTool
from app.player.tools.pick import PickOptionTool
from engine.bots import make_bot
from engine.definition.module import ModuleDef
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate, PiecePlacement
from tests.fixtures.player import Hand, open_window

GAME = builtin_modules()["afrika"]
LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
TOBRUK, ALEXANDRIA = "A36.23", "B19.19"


@lru_cache(maxsize=1)
def a_module() -> ModuleDef:
    return load_module(GAME)


def at_phase(qtbot: QtBot, folder: Path, phase: str) -> Hand:
    hand = open_window(qtbot, new_game(a_module(), "operation-crusader", 7), folder, module_path=GAME)
    tracks = {
        "trucks": msgspec.Raw(b'{"allied": {"points": 10, "left": 50}}'),
        "shipping": msgspec.Raw(b'{"allied": 4}'),
    }
    assert hand.session.submit(Adjudicate(phase=phase, turn=16, tracks=tracks))
    hand.window.resize(1500, 900)
    hand.settle()
    return hand


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


def press(hand: Hand, text: str) -> None:
    """Presses a button, or chooses what was folded away for want of room."""
    bar = hand.window.prompt_bar.tools
    if text in bar.folded:
        next(action for action in bar.actions() if action.text() == text).trigger()
    else:
        hand.press(text)
    hand.settle()


# --- shipping and trucks ------------------------------------------------------------------------------


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


# --- overrun ------------------------------------------------------------------------------------------


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


# --- supply -------------------------------------------------------------------------------------------


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


# --- combat -------------------------------------------------------------------------------------------


@pytest.fixture
def combat(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    hand = at_phase(qtbot, tmp_path, "axis.combat")
    yield hand
    hand.window.battle.put_away()
    hand.window.close()


def test_attacks_stand_in_a_table_by_their_columns(combat: Hand) -> None:
    table = combat.window.panels.advice.table
    assert table.isVisible()
    assert not table.header().isHidden()
    heads = [table.headerItem().text(column) for column in range(table.columnCount())]
    assert heads[1:4] == ["Odds", "Shift", "Column"]
    assert heads[-1] == "Rule"
    rows = [item for i in range(table.topLevelItemCount()) if (item := table.topLevelItem(i)) is not None]
    columns = combat.session.rules.suggestions(combat.session.state, "axis")
    ranks = sorted((suggestion.rank for suggestion in columns), reverse=True)
    shown = [item.data(0, int(Qt.ItemDataRole.UserRole) + 1).rank for item in rows]
    assert shown == ranks[: len(shown)]
    assert rows[0].text(table.columnCount() - 1) == "series 8.0"


def test_pointing_at_an_enemy_in_combat_tells_the_odds(combat: Hand) -> None:
    kind = next(kind for kind in combat.window.controller.offers.available if kind.kind == "declare-attack")
    target = min(kind.targets(combat.session.state, "axis", ()))
    combat.hover(target)
    card = combat.window.link.card.card
    assert card is not None
    assert card.chip == "can be attacked"
    texts = [line.text for line in card.lines]
    assert "Odds with all who can attack" in texts
    assert "Country" in texts, "what the hex is stays on the card"


def test_the_result_that_came_is_marked(combat: Hand) -> None:
    best = max(combat.session.rules.suggestions(combat.session.state, "axis"), key=lambda s: s.rank)
    combat.window.controller.take_suggestion(best)
    combat.settle()
    dialog = combat.window.battle.dialog
    assert dialog.results.came == ""
    for _ in range(8):
        if dialog.is_outcome:
            break
        QTest.mouseClick(dialog.confirm_button, LEFT)
        combat.settle()
    assert dialog.is_outcome
    assert dialog.results.came
    assert f"The dice brought {dialog.results.came}" in dialog.results.accessibleName()
    assert f": {dialog.results.came}." in dialog.outcome.text()


# --- comforts -----------------------------------------------------------------------------------------


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


def test_pools_of_the_side_whose_phase_it_is_stand_first(movement: Hand) -> None:
    boxes = movement.window.panels.boxes
    assert boxes.rows["allied-trucks"].y() < boxes.rows["axis-trucks"].y()
    assert movement.session.submit(Adjudicate(phase="axis.movement"))
    movement.settle()
    assert boxes.rows["axis-trucks"].y() < boxes.rows["allied-trucks"].y()


def test_tracks_are_overruled_value_by_value(movement: Hand) -> None:
    movement.window.acts.adjudicate()
    dialog = movement.window.acts.adjudication
    assert dialog is not None
    assert dialog.tracks.changes() is None
    dialog.tracks.set_value(["shipping", "allied"], 2)
    dialog.tracks.set_value(["trucks", "allied", "left"], 1.5)
    assert dialog.tracks.changes() == {
        "shipping": msgspec.Raw(b'{"allied":2}'),
        "trucks": msgspec.Raw(b'{"allied":{"left":1.5}}'),
    }
    with pytest.raises(KeyError, match="air / nobody"):
        dialog.tracks.set_value(["air", "nobody"], 1)
    dialog._decide()
    assert not dialog.fault.text()
    assert movement.session.rules.tracks(movement.session.state)["shipping"]["allied"] == 2  # type: ignore[index]
    dialog.close()


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


def test_the_order_of_battle_begins_with_the_side_whose_phase_begins(movement: Hand) -> None:
    tree = movement.window.panels.order.tree
    top = tree.itemAt(4, 4)
    assert top is not None
    assert top.text(0) == "Commonwealth"
    assert movement.session.submit(Adjudicate(phase="axis.movement"))
    movement.settle()
    top = tree.itemAt(4, 4)
    assert top is not None
    assert top.text(0) == "Axis"


def test_escape_lets_go_from_the_list_of_choices_too(movement: Hand) -> None:
    press(movement, "Ship units")
    movement.key(Qt.Key.Key_F3, widget=movement.window)
    tree = movement.window.panels.choices.tree
    assert tree.hasFocus()
    QTest.keyClick(tree, Qt.Key.Key_Escape)
    assert movement.window.controller.tool is None
    assert tree.hasFocus()


def test_units_have_the_names_of_the_log_in_every_list(movement: Hand) -> None:
    pieces = movement.session.projection.pieces
    names = {view.name for view in pieces.values() if view.values}
    assert "23 Inf" in names
    assert not any(name.isdigit() for name in names), "a bare number says nothing"


def test_answers_that_do_not_fit_into_the_bar_are_listed(qtbot: QtBot, tmp_path: Path) -> None:
    hand = open_window(qtbot, new_game(a_module(), "operation-compass", 11), tmp_path, module_path=GAME)
    tool = hand.window.controller.tool
    assert isinstance(tool, PickOptionTool)
    assert 1 < len(tool.actions) <= 6
    assert hand.window.panels.choices.isVisible()
    head = hand.window.panels.choices.tree.topLevelItem(0)
    assert head is not None
    assert head.text(0) == "Land supply points"
    assert head.childCount() == len(tool.actions)
    hand.window.close()


def test_the_map_shows_a_stack_in_the_order_given_in_the_inspector(movement: Hand) -> None:
    movement.click("A40.18")
    panel, stacks = movement.window.panels.stack, movement.window.scene.stacks
    last = panel.list.item(panel.list.count() - 1)
    assert last is not None
    assert stacks["A40.18"].units[-1].piece == panel.shown_order()[0]
    QTest.mouseClick(panel.list.viewport(), LEFT, pos=panel.list.visualItemRect(last).center())
    for _ in range(panel.list.count() - 1):
        QTest.mouseClick(panel.up_button, LEFT)
    assert panel.shown_order()[0] == "allied-3-3-12-11-hus-7-arm"
    assert movement.window.scene.stacks["A40.18"].units[-1].piece == "allied-3-3-12-11-hus-7-arm"
    movement.click("A41.18")
    assert movement.window.scene.stacks["A41.18"].units[-1].piece == "allied-9-6-8-4-7-arm", "a new stack"


def test_bookmarks_of_moments_that_are_taken_back_are_not_offered(movement: Hand) -> None:
    movement.click("A40.18")
    movement.click("A41.18")
    replay = movement.window.panels.replay
    movement.window.docks.show_panel("replay")
    replay.add_bookmark("after the first move")
    assert "★ after the first move" in [replay.marks.item(row).text() for row in range(replay.marks.count())]
    movement.press("Undo")
    movement.settle()
    assert not any("★" in replay.marks.item(row).text() for row in range(replay.marks.count()))
    movement.session.redo()
    movement.settle()
    assert "★ after the first move" in [replay.marks.item(row).text() for row in range(replay.marks.count())]


def test_places_to_retreat_to_come_into_sight(combat: Hand) -> None:
    """The rest of a battle is played by the rules' own advice until somebody must retreat."""
    view = combat.window.view
    bots = {side.id: make_bot("greedy", 3, side.id) for side in combat.session.module.sides}
    for _ in range(600):
        decision = combat.session.game.decision
        assert decision is not None
        if decision.ask.part == "retreat" and len(combat.window.controller.picture_places()) > 1:
            break
        side = decision.sides[0]
        action = bots[side].choose(combat.session.rules, combat.session.game.state, decision, side)
        combat.session.submit(action, side)
    goals = combat.window.controller.picture_places()
    assert len(goals) > 1
    room = view.viewport().rect()
    centers = [center for place in goals if (center := combat.window.scene.center_of(place)) is not None]
    assert all(room.contains(view.view_point(center).toPoint()) for center in centers)


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


def test_totals_of_the_order_of_battle_leave_the_dead_and_supply_out(movement: Hand) -> None:
    order = movement.window.panels.order
    pieces = movement.session.state.pieces
    before = order.totals.text()
    on_map = {
        name
        for place, names in movement.session.state.stacks.items()
        if place[1:3].isdigit()
        for name in names
    }
    unit = next(name for name in pieces if name.startswith("allied-3-5-7") and name in on_map)
    steps = pieces[unit].steps
    dead = PiecePlacement(piece=unit, at="dead-allied")
    dump = next(view.id for view in movement.session.projection.pieces.values() if view.type == "supply")
    assert movement.session.submit(Adjudicate(set=(PiecePlacement(piece=dump, count=1),)))
    movement.settle()
    assert order.totals.text() == before
    assert movement.session.submit(Adjudicate(set=(dead,)))
    movement.settle()

    def numbers(text: str) -> list[int]:
        return [int(word) for word in re.findall(r"\d+", text)]

    was, now = numbers(before), numbers(order.totals.text())
    assert (now[2], now[3]) == (was[2] - 1, was[3] - steps)
