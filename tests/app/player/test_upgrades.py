"""Upgrades at the table: the row of the schedule with both counters, and the exchange by menu."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.player.panels.schedule import SchedulePanel
from app.widgets.rows import ROW_ROLE, Row
from engine.game import new_game
from engine.rules.freeplay_actions import SetTurn, Upgrade
from tests.engine.editing.test_upgrades import NEW, OLD, upgrading
from tests.fixtures.player import Hand, open_window


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    """A game in which a red unit is upgraded on turn 2; it is turn 3."""
    made = open_window(qtbot, new_game(upgrading(), "meeting", seed=5), tmp_path)
    made.session.submit(SetTurn(number=3))
    made.window.panels.turns.turn_chosen.emit(3)
    made.settle()
    yield made
    made.window.close()


def entries_of(panel: SchedulePanel) -> list[QTreeWidgetItem]:
    """The lines of turn 2."""
    heads = (panel.tree.topLevelItem(n) for n in range(panel.tree.topLevelItemCount()))
    found = [head for head in heads if head is not None and head.text(0) == "Turn 2"]
    lines = [head.child(n) for head in found for n in range(head.childCount())]
    return [line for line in lines if line is not None and "→" in line.text(0)]


def entry_of(panel: SchedulePanel) -> QTreeWidgetItem:
    (line,) = entries_of(panel)
    return line


def row_of(panel: SchedulePanel) -> Row:
    row = entry_of(panel).data(0, ROW_ROLE)
    assert isinstance(row, Row)
    return row


def test_an_upgrade_is_in_sight_until_it_is_done(table: Hand) -> None:
    panel = table.window.panels.schedule
    row = row_of(panel)
    assert (row.title, row.mark) == ("1 Red Inf → 2 Red Inf", "now")
    assert row.face is not None
    assert row.becomes is not None
    table.session.submit(Upgrade(piece=OLD))
    table.settle()
    assert entries_of(panel) == []
    panel.past.setChecked(True)
    assert row_of(panel).mark == "done"


def test_a_click_on_the_row_goes_to_whoever_is_on_the_map(table: Hand) -> None:
    panel = table.window.panels.schedule
    panel._choose(entry_of(panel))
    assert table.pieces == (OLD,)
    table.session.submit(Upgrade(piece=OLD))
    panel.past.setChecked(True)
    panel._choose(entry_of(panel))
    assert table.pieces == (NEW,)


def test_the_exchange_is_made_by_the_menu_of_the_counter(table: Hand) -> None:
    place = table.at(OLD)
    assert place is not None
    table.click(place)
    menu = table.window.link.menus.context_menu(place)
    (act,) = [action for action in menu.actions() if action.text() == "Upgrade"]
    act.trigger()
    table.settle()
    for _ in range(3):
        if table.at(NEW) != place:
            table.click(place)
    assert (table.at(NEW), table.at(OLD)) == (place, None)
    assert any("1 Red Inf becomes 2 Red Inf" in line for line in table.log())
