"""A newcomer's first turn of a real game: the whole player turn by mouse, and again by keyboard alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.player.tools.maneuver import ManeuverTool
from app.player.tools.pick import PickOptionTool, PickPieceTool
from engine.game import Game, new_game
from engine.loading import builtin_modules, load_module
from tests.fixtures.player import Hand, open_window

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
SEED = 11
PATIENCE = 60


@pytest.fixture(scope="module")
def game_path() -> Path:
    return builtin_modules()["afrika"]


def a_game(path: Path) -> Game:
    return new_game(load_module(path), "race-to-the-wire", SEED)


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path, game_path: Path) -> Iterator[Hand]:
    made = open_window(qtbot, a_game(game_path), tmp_path, module_path=game_path)
    yield made
    made.window.close()


def phase(hand: Hand) -> str:
    return hand.session.game.state.phase


def main_button(hand: Hand) -> None:
    """The primary button, and the one of the dialog that asks whether nothing was forgotten."""
    QTest.mouseClick(hand.window.prompt_bar.buttons[-1], LEFT)
    dialog = hand.window.flow.unfinished_dialog
    if dialog is not None:
        QTest.mouseClick(dialog.end, LEFT)
    hand.settle()


def answer(hand: Hand) -> None:
    """Answers one question that a battle brings, by mouse."""
    dialog = hand.window.battle.dialog
    tool = hand.window.controller.tool
    if dialog.isVisible():
        QTest.mouseClick(dialog.confirm_button, LEFT)
    elif isinstance(tool, PickPieceTool):
        choose(hand, min(tool.picture.places))
    elif isinstance(tool, ManeuverTool):
        choose(hand, min(hand.window.controller.picture_places()))
    else:
        main_button(hand)
    hand.settle()


def choose(hand: Hand, place: str) -> None:
    """Clicks a hex, or a box in its dock."""
    if place in hand.session.rules.board.index:
        hand.click(place)
    else:
        QTest.mouseClick(hand.window.panels.boxes.cards[place].title, LEFT)


def answer_all(hand: Hand, until: str) -> None:
    for _ in range(PATIENCE):
        decision = hand.session.game.decision
        if decision is None or (decision.phase == until and not decision.ask.part):
            return
        answer(hand)
    raise AssertionError(f"still {hand.prompt} in {phase(hand)}")


def to_phase(hand: Hand, wanted: str) -> None:
    for _ in range(PATIENCE):
        if phase(hand) == wanted:
            return
        main_button(hand)
    raise AssertionError(f"{wanted} is never reached from {phase(hand)}: {hand.prompt}")


def a_move(hand: Hand) -> tuple[str, str, tuple[str, ...]]:
    """A stack on the map that can move, and the farthest free hex it can reach."""
    controller, index = hand.window.controller, hand.session.rules.board.index
    for place in sorted(p for p in controller.offers.lit_places if p in index):
        pieces = controller.chooser.able(place)
        kind = next(kind for kind in controller.offers.available if kind.kind == "move")
        reach = kind.reach(hand.session.state, hand.session.acting, pieces) if pieces else None
        if reach is None:
            continue
        free = [
            p
            for p, a in reach.arrivals.items()
            if not a.overrun and not hand.session.state.at(p) and p in index
        ]
        if free:
            return place, max(free, key=lambda p: (reach.arrivals[p].cost, p)), pieces
    raise AssertionError("nothing can move")


def test_player_turn_by_mouse(hand: Hand) -> None:
    assert hand.session.state.turn == hand.session.rules.scenario.first_turn
    assert hand.session.acting == "axis"
    to_phase(hand, "axis.movement")
    place, goal, pieces = a_move(hand)
    hand.click(place)
    assert hand.place == place
    assert set(hand.pieces) == set(pieces)
    hand.hover(goal)
    card = hand.window.link.card.card
    assert card is not None
    assert card.totals[0].text == "MP used"
    hand.click(goal)
    assert {hand.at(piece) for piece in pieces} == {goal}
    hand.press("Undo")
    assert {hand.at(piece) for piece in pieces} == {place}
    assert set(hand.pieces) == set(pieces), "what is taken back stays selected"
    hand.drag(place, goal)
    assert {hand.at(piece) for piece in pieces} == {goal}

    QTest.mouseClick(hand.window.prompt_bar.buttons[-1], LEFT)
    dialog = hand.window.flow.unfinished_dialog
    assert dialog is not None
    assert dialog.list.count() > 0
    QTest.mouseClick(dialog.end, LEFT)
    answer_all(hand, "axis.combat")
    assert phase(hand) == "axis.combat"

    fight_best_attack_by_mouse(hand)
    to_phase(hand, "axis.supply")
    supply_all_by_mouse(hand)
    main_button(hand)
    for _ in range(PATIENCE):
        if phase(hand).startswith("allied"):
            break
        answer(hand)
    assert hand.session.viewer == "allied"
    assert "Commonwealth" in hand.prompt


def fight_best_attack_by_mouse(hand: Hand) -> None:
    """Opens the best suggested attack, declares it and answers everything until the phase goes on."""
    advice = hand.window.panels.advice
    assert advice.isVisible(), "suggestions come to the front in combat"
    if not advice.suggestions():
        return
    item = advice.table.topLevelItem(0)
    assert item is not None
    rect = advice.table.visualItemRect(item)
    QTest.mouseClick(advice.table.viewport(), LEFT, pos=rect.center())
    QTest.mouseDClick(advice.table.viewport(), LEFT, pos=rect.center())
    hand.settle()
    dialog = hand.window.battle.dialog
    assert dialog.isVisible()
    assert dialog.confirm_button.text() == "Declare attack"
    chosen = dialog.attacker.members.counters
    assert chosen
    count = hand.session.game.count
    QTest.mouseClick(dialog.confirm_button, LEFT)
    hand.settle()
    assert hand.session.game.count > count
    answer_all(hand, "axis.combat")
    assert any(entry.dice for entry in hand.session.chronicle.entries)


def supply_all_by_mouse(hand: Hand) -> None:
    planner = hand.window.panels.planner
    assert planner.isVisible(), "the planner comes to the front in supply"
    proposed = planner.proposals.count()
    if proposed:
        assert "SP" in planner.cost_words(planner._proposed[0].actions[0])
        QTest.mouseClick(planner.all_button, LEFT)
        hand.settle()
        assert any("supplies" in line for line in hand.log())


def end_by_keys(hand: Hand) -> None:
    hand.key(Qt.Key.Key_Return, CONTROL, hand.window)
    if hand.window.flow.unfinished_dialog is not None:
        hand.key(Qt.Key.Key_Return, CONTROL, hand.window)
    hand.settle()


def answer_by_keys(hand: Hand) -> None:
    """Answers one question by keyboard: the dialog's Enter, else the first of the list of choices."""
    dialog, tool = hand.window.battle.dialog, hand.window.controller.tool
    if dialog.isVisible():
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    elif isinstance(tool, (PickPieceTool, PickOptionTool, ManeuverTool)):
        first_choice_by_keys(hand)
    else:
        end_by_keys(hand)
    hand.settle()


def first_choice_by_keys(hand: Hand) -> None:
    hand.key(Qt.Key.Key_F3, widget=hand.window)
    tree = hand.window.panels.choices.tree
    head = tree.topLevelItem(0)
    assert head is not None
    first = head.child(0)
    assert first is not None
    tree.setCurrentItem(first, 0, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    QTest.keyClick(tree, Qt.Key.Key_Return)


def test_player_turn_by_keyboard_alone(hand: Hand) -> None:
    for _ in range(PATIENCE):
        if phase(hand) == "axis.movement":
            break
        end_by_keys(hand)
    place, goal, pieces = a_move(hand)
    hand.go_to(place)
    hand.key(Qt.Key.Key_Return)
    assert set(hand.pieces) == set(pieces)
    hand.go_to(goal)
    hand.key(Qt.Key.Key_Return)
    assert {hand.at(piece) for piece in pieces} == {goal}
    end_by_keys(hand)
    for _ in range(PATIENCE):
        if phase(hand) == "axis.combat":
            break
        answer_by_keys(hand)

    hand.key(Qt.Key.Key_F6, widget=hand.window)
    advice = hand.window.panels.advice
    if advice.suggestions():
        advice.table.setFocus()
        QTest.keyClick(advice.table, Qt.Key.Key_Down)
        QTest.keyClick(advice.table, Qt.Key.Key_Up)
        QTest.keyClick(advice.table, Qt.Key.Key_Return)
        hand.settle()
        dialog = hand.window.battle.dialog
        assert dialog.isVisible()
        QTest.keyClick(dialog, Qt.Key.Key_Return)
        for _ in range(PATIENCE):
            decision = hand.session.game.decision
            assert decision is not None
            if decision.phase == "axis.combat" and not decision.ask.part and not dialog.isVisible():
                break
            answer_by_keys(hand)
        assert any(entry.dice for entry in hand.session.chronicle.entries)
    for _ in range(PATIENCE):
        if phase(hand).startswith("allied"):
            break
        asked = hand.session.game.decision
        assert asked is not None
        if asked.ask.part:
            answer_by_keys(hand)
        else:
            end_by_keys(hand)
    assert phase(hand).startswith("allied")
