"""A whole Commonwealth player turn of Operation Crusader by mouse: landing, shipping, trucks, war, supply."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.player.help_pages import game_pages, phase_anchor
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from tests.app.player.test_first_turn import (
    PATIENCE,
    a_move,
    answer,
    answer_all,
    main_button,
    phase,
    supply_all_by_mouse,
)
from tests.fixtures.player import Hand, open_window

LEFT = Qt.MouseButton.LeftButton
GAME = builtin_modules()["afrika"]


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    game = new_game(load_module(GAME), "operation-crusader", 7)
    made = open_window(qtbot, game, tmp_path, module_path=GAME)
    made.window.resize(1700, 900)
    made.settle()
    yield made
    made.window.battle.put_away()
    made.window.close()


def land_supply(hand: Hand) -> None:
    """The new supply points come ashore one click after the other; the list and the map name the ports."""
    assert "6 new SP" in hand.prompt
    assert hand.window.panels.choices.isVisible()
    while phase(hand) == "allied.reinforcement":
        if "new SP" in hand.prompt:
            assert hand.window.controller.picture_places() <= {"A36.23", "A61.19", "B19.19"}
        main_button(hand)
    assert sum("new SP arrive" in line for line in hand.log()) == 3


def fight(hand: Hand) -> None:
    """The attack at the best odds, from the table to its end."""
    table = hand.window.panels.advice.table
    assert table.isVisible()
    item = table.topLevelItem(0)
    assert item is not None
    center = table.visualItemRect(item).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=center)
    QTest.mouseDClick(table.viewport(), LEFT, pos=center)
    hand.settle()
    assert hand.window.battle.dialog.isVisible()
    answer(hand)
    answer_all(hand, "allied.combat")
    entries = hand.session.chronicle.entries
    assert any(entry.dice and entry.phase.startswith("allied.combat") for entry in entries)


def test_commonwealth_turn_by_mouse(hand: Hand) -> None:
    land_supply(hand)
    assert phase(hand) == "allied.movement"
    help_page = game_pages(hand.session)[0]
    anchors = [heading.anchor for heading in help_page.headings]
    assert "supply point 5 MP" in help_page.text
    mine = phase_anchor(hand.session)
    assert mine in anchors
    assert anchors.index(mine) > anchors.index("commonwealth-player-turn-11")

    hand.press("Ship units")
    hand.click("A36.23")
    first = hand.pieces[0]
    hand.window.desk.pick("A36.23", (first,))
    gone = hand.pieces
    assert gone == (first,)
    hand.click("B19.19")
    assert {hand.at(piece) for piece in gone} == {"B19.19"}
    hand.press("Move supply by truck")
    hand.click("B19.19")
    hand.click("B18.17")
    assert "by truck from B19.19" in hand.log()[-1]
    place, goal, pieces = a_move(hand)
    hand.click(place)
    hand.click(goal)
    assert {hand.at(piece) for piece in pieces} == {goal}

    main_button(hand)
    answer_all(hand, "allied.combat")
    assert phase(hand) == "allied.combat"
    fight(hand)
    main_button(hand)
    for _ in range(PATIENCE):
        if phase(hand) == "allied.supply":
            break
        answer(hand)
    assert phase(hand) == "allied.supply"
    supply_all_by_mouse(hand)
    main_button(hand)
    for _ in range(PATIENCE):
        if phase(hand).startswith("axis"):
            break
        answer(hand)
    assert phase(hand).startswith("axis")
    assert hand.session.state.turn == 16
    assert hand.session.viewer == "axis"
