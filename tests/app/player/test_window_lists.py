"""Lists of the window in a real game: pools, tracks, order of battle, choices, bookmarks, stacks."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.player.tools.pick import PickOptionTool
from engine.game import new_game
from engine.play.action import Adjudicate, PiecePlacement
from tests.app.player.walking import GAME, LEFT, a_module, at_phase, press
from tests.fixtures.player import Hand, open_window


@pytest.fixture
def movement(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    hand = at_phase(qtbot, tmp_path, "allied.movement")
    yield hand
    hand.window.battle.put_away()
    hand.window.close()


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
