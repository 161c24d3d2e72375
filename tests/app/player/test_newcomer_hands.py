"""What a newcomer tried and expected to work: all of a stack, goods in boxes, numbers, way points."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.player.figures import told
from app.player.tools.haul import HaulTool
from app.player.tools.maneuver import ManeuverTool
from app.player.tools.pick import PickOptionTool
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from tests.fixtures.player import Hand, open_window

REPLACING_SEED = 1
"""With it the first question is about a replacement."""
LANDING_SEED = 2
"""With it several ports can take what arrives."""
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def game_path() -> Path:
    return builtin_modules()["afrika"]


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path, game_path: Path) -> Iterator[Hand]:
    """A person in the movement phase of a first turn."""
    game = new_game(load_module(game_path), "race-to-the-wire", 11)
    made = open_window(qtbot, game, tmp_path, module_path=game_path)
    while not made.session.state.phase.endswith(".movement"):
        QTest.mouseClick(made.window.prompt_bar.buttons[-1], Qt.MouseButton.LeftButton)
        made.settle()
    yield made
    made.window.close()


def test_all_of_a_stack_means_all_that_can_move(hand: Hand) -> None:
    hand.click("A1.08")
    QTest.mouseClick(hand.window.panels.stack.none_button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(hand.window.panels.stack.all_button, Qt.MouseButton.LeftButton)
    assert "sp-axis-A1.08" not in hand.pieces
    assert len(hand.pieces) == 4
    assert isinstance(hand.window.controller.tool, ManeuverTool)
    assert "A2.08" in hand.window.controller.picture_places()


def test_costs_beyond_a_way_point_count_from_the_start(hand: Hand) -> None:
    hand.click("A1.08")
    before = hand.window.controller.picture.reach
    assert before is not None
    hand.click("A2.06", SHIFT)
    after = hand.window.controller.picture.reach
    assert after is not None
    assert after.arrivals["A3.06"].cost > before.arrivals["A2.06"].cost
    assert "MP left" in hand.prompt
    assert "way point back" in hand.window.controller.tool.keys if hand.window.controller.tool else False


def test_plus_and_minus_change_the_number_hauled(hand: Hand) -> None:
    hand.window.desk.select("A1.08", ("sp-axis-A1.08",))
    tool = hand.window.controller.tool
    assert isinstance(tool, HaulTool)
    scale = hand.window.view.map_scale
    hand.key(Qt.Key.Key_Plus)
    assert tool.count == 2
    hand.key(Qt.Key.Key_Minus)
    assert tool.count == 1
    assert hand.window.view.map_scale == scale


def test_control_click_in_a_box_adds_to_the_selection(hand: Hand) -> None:
    card = hand.window.panels.boxes.cards["connecting"]
    spot = card.strip.place_of
    QTest.mouseClick(card.strip, Qt.MouseButton.LeftButton, pos=spot(0).center())
    QTest.mouseClick(card.strip, Qt.MouseButton.LeftButton, CONTROL, spot(1).center())
    assert len(hand.pieces) == 2
    QTest.mouseClick(card.strip, Qt.MouseButton.LeftButton, CONTROL, spot(1).center())
    assert len(hand.pieces) == 1


def test_nothing_stays_picked_up_when_another_phase_begins(hand: Hand) -> None:
    hand.click("A1.08")
    assert hand.pieces
    for _ in range(3):
        if not hand.session.state.phase.endswith(".movement"):
            break
        QTest.mouseClick(hand.window.prompt_bar.buttons[-1], Qt.MouseButton.LeftButton)
        dialog = hand.window.flow.unfinished_dialog
        if dialog is not None and dialog.isVisible():
            QTest.mouseClick(dialog.end, Qt.MouseButton.LeftButton)
        hand.settle()
    assert not hand.session.state.phase.endswith("axis.movement")
    assert hand.pieces == (), hand.prompt


def test_units_to_move_are_those_that_can(hand: Hand) -> None:
    text = hand.window.prompt_bar.help.accessibleName() or hand.window.prompt_bar.help.text()
    able = hand.window.controller.offers.lit_pieces
    [found] = [part for part in text.split(" · ") if part.endswith("units may still move")]
    assert 0 < int(found.split()[0]) <= len(able)


@pytest.fixture
def landing(qtbot: QtBot, tmp_path: Path, game_path: Path) -> Iterator[Hand]:
    """A person who must say where supply lands: many options."""
    game = new_game(load_module(game_path), "race-to-the-wire", LANDING_SEED)
    made = open_window(qtbot, game, tmp_path, module_path=game_path)
    for _ in range(40):
        decision = made.session.decision
        if decision is None or isinstance(_tool(made), PickOptionTool):
            break
        tool = _tool(made)
        if isinstance(tool, ManeuverTool) and decision.ask.part:
            made.window.controller.take_choice(tool.choices()[0])
        QTest.mouseClick(made.window.prompt_bar.buttons[-1], Qt.MouseButton.LeftButton)
        dialog = made.window.flow.unfinished_dialog
        if dialog is not None and dialog.isVisible():
            QTest.mouseClick(dialog.end, Qt.MouseButton.LeftButton)
        made.settle()
    yield made
    made.window.close()


def _tool(hand: Hand) -> object:
    return hand.window.controller.tool


def test_buttons_leave_room_for_the_prompt(landing: Hand) -> None:
    tool = _tool(landing)
    assert isinstance(tool, PickOptionTool)
    bar = landing.window.prompt_bar
    ends = [button.geometry().right() for button in bar.buttons]
    starts = [button.geometry().left() for button in bar.buttons]
    assert all(start > end for end, start in zip(ends, starts[1:], strict=False))
    assert all(button.width() >= button.sizeHint().width() for button in bar.buttons)
    assert bar.head.width() > 150


def test_confirm_does_the_choice_that_the_list_shows(landing: Hand) -> None:
    tool = _tool(landing)
    assert isinstance(tool, PickOptionTool)
    panels = landing.window.panels
    landing.window.docks.show_panel("choices")
    landing.settle()
    panels.choices.tree.setFocus()
    wanted = tool.actions[-1]
    head = panels.choices.tree.topLevelItem(0)
    assert head is not None
    last = head.child(len(tool.actions) - 1)
    assert last is not None
    panels.choices.tree.setCurrentItem(last)
    button = landing.window.prompt_bar.buttons[-1]
    assert button.text() == tool.choices()[-1].text
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert landing.session.game.turns[-1].action == wanted


def test_released_units_are_lit_where_they_wait(landing: Hand) -> None:
    """The box with the units is lit, not only the places they may go to."""
    for _ in range(12):
        if landing.session.decision is None or landing.session.decision.ask.part == "releases":
            break
        landing.window.controller.confirm()
        landing.settle()
    decision = landing.session.decision
    assert decision is not None
    assert decision.ask.part == "releases"
    kind = landing.window.controller.offers.available[0]
    subjects = landing.window.controller.offers.subjects(kind)
    assert subjects == set(decision.ask.pieces)
    assert isinstance(_tool(landing), ManeuverTool)
    assert landing.pieces == decision.ask.pieces


def test_a_click_in_a_box_rebuilds_as_a_click_on_the_map_would(
    qtbot: QtBot, tmp_path: Path, game_path: Path
) -> None:
    game = new_game(load_module(game_path), "race-to-the-wire", REPLACING_SEED)
    hand = open_window(qtbot, game, tmp_path, module_path=game_path)
    assert hand.session.decision is not None
    kinds = {kind.kind: kind for kind in hand.window.controller.offers.available}
    assert "rebuild" in kinds
    card = hand.window.panels.boxes.cards["dead-axis"]
    hand.settle()
    able = hand.window.controller.offers.subjects(kinds["rebuild"])
    number = next(i for i, counter in enumerate(card.strip.counters) if counter.id in able)
    piece = card.strip.counters[number].id
    QTest.mouseClick(card.strip, Qt.MouseButton.LeftButton, pos=card.strip.place_of(number).center())
    assert hand.at(piece) == "tripoli"
    hand.window.close()


def test_the_fan_of_a_stack_at_the_edge_stays_in_sight(hand: Hand) -> None:
    view = hand.window.view
    view.set_map_scale(78)
    view.center_on_hex("A5.08")
    hand.settle()
    assert view.open_fan("A1.08")
    item = view.board_scene.fan
    at = view.view_point(item.pos()).x()
    assert at + item.card_rect().left() >= 0
    assert item.card_rect().left() < 0 < item.card_rect().right()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2 SP by truck (1/3 truck MP, 29 2/3 left).", "2 SP by truck (⅓ truck MP, 29⅔ left)."),
        ("1/2 Arm and 2/2 Arm may go on with 5 1/3 MP", "1/2 Arm and 2/2 Arm may go on with 5⅓ MP"),
        ("1-5/21.Pz is destroyed", "1-5/21.Pz is destroyed"),
    ],
)
def test_fractions_of_movement_become_signs_and_names_stay(text: str, shown: str) -> None:
    assert told(text) == shown
