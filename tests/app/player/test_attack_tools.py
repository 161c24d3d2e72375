"""Attacking on positions of a real game: target, attackers, odds, suggestions."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget

from app.player.battle import BattleDesk
from app.player.tools.attack import AttackTool, participants
from app.player.tools.outcome import Do, Leave, Refuse, Stay
from engine.play.action import Shape
from tests.app.player.tool_table import Table, maneuver


@pytest.fixture
def movement(qapp: object) -> Iterator[Table]:
    table = Table("axis.movement")
    yield table
    table.session.close()


@pytest.fixture
def combat(qapp: object) -> Iterator[Table]:
    table = Table("axis.combat")
    yield table
    table.session.close()


def an_attack(table: Table) -> AttackTool:
    tool = table.tool(Shape.ATTACK)
    assert isinstance(tool, AttackTool)
    table.controller.tool = tool
    return tool


def test_attack_takes_target_then_attackers(combat: Table) -> None:
    tool = an_attack(combat)
    targets = sorted(tool.targets)
    assert targets
    assert tool.picture.targets == frozenset(targets)
    assert isinstance(tool.take(targets[0]), Stay)
    assert tool.target == targets[0]
    plan = tool.plan
    assert plan is not None
    assert plan.preview is not None
    assert plan.preview.target == targets[0]
    assert set(plan.chosen) <= set(plan.candidates)
    first = plan.chosen[0]
    tool.toggle(first)
    assert first not in tool.chosen
    place = combat.offers.place_of(first)
    assert place is not None
    tool.take(place, first)
    assert first in tool.chosen
    assert isinstance(tool.confirm(), Do)
    for piece in tool.candidates:
        if piece in tool.chosen:
            tool.toggle(piece)
    outcome = tool.confirm()
    assert isinstance(outcome, Refuse)
    assert outcome.refusal.text == "nobody attacks yet"
    assert isinstance(tool.take("A1.01"), Leave)


def test_attack_card_tells_odds_before_anything_is_chosen(combat: Table) -> None:
    tool = an_attack(combat)
    card = tool.card(min(tool.targets))
    assert card is not None
    assert card.chip == "can be attacked"
    assert card.lines[0].amount


def test_suggestion_opens_its_attack(combat: Table) -> None:
    suggestions = combat.session.rules.suggestions(combat.session.state, "axis")
    attacks = [s for s in suggestions if participants(s.actions[0])]
    best = max(attacks, key=lambda suggestion: suggestion.score)
    combat.controller.take_suggestion(best)
    tool = combat.controller.tool
    assert isinstance(tool, AttackTool)
    assert set(participants(best.actions[0])) == set(tool.chosen)


def test_pieces_first_ring_what_they_can_attack(combat: Table) -> None:
    tool = an_attack(combat)
    place = next(
        combat.offers.place_of(piece)
        for piece in combat.offers.subjects(tool.kind)
        if piece in combat.offers.view.pieces
    )
    assert place is not None
    assert isinstance(tool.take(place), Stay)
    assert combat.desk.selection.place == place
    assert tool.targets


def test_battle_desk_is_silent_without_a_battle(movement: Table) -> None:
    window = QWidget()
    desk = BattleDesk(movement.controller, window)
    maneuver(movement)
    assert not desk.dialog.isVisible()
