"""Combat in the window of a real game: odds in a table and under the pointer, results, retreats."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.bots import make_bot
from tests.app.player.walking import LEFT, at_phase
from tests.fixtures.player import Hand


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
