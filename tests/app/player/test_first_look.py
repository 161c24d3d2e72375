"""Where the map is when a game opens: small maps whole, large ones without the table around them."""

from pathlib import Path

from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from app.graphics.map_navigation import EDGE
from app.player.first_look import FIRST_SCALE, WHOLE_SCALE, look_first
from app.player.tools.maneuver import ManeuverTool
from app.player.tools.pick import PickOptionTool
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate
from tests.fixtures.player import Hand, open_window


def looked(hand: Hand, wide: int, tall: int) -> QRectF:
    hand.window.resize(wide, tall)
    hand.settle()
    look_first(hand.session, hand.window.controller.lit, hand.window.view)
    return hand.window.view.visible_scene()


def test_a_small_map_is_shown_whole(hand: Hand) -> None:
    seen = looked(hand, 1900, 1000)
    assert hand.window.view.map_scale >= WHOLE_SCALE
    assert seen.contains(hand.window.scene.layout.bounds())


def test_a_large_map_fills_its_room(qtbot: QtBot, tmp_path: Path) -> None:
    path = builtin_modules()["afrika"]
    game = new_game(load_module(path), "race-to-the-wire", 3)
    hand = open_window(qtbot, game, tmp_path, module_path=path)
    seen = looked(hand, 1366, 768)
    paper = hand.window.scene.layout.bounds().adjusted(-EDGE - 2, -EDGE - 2, EDGE + 2, EDGE + 2)
    assert paper.contains(seen), "the table around the map is not in sight"
    lit = [hand.window.scene.center_of(place) for place in hand.window.controller.lit]
    assert any(center is not None and seen.contains(center) for center in lit)
    hand.window.close()


def afrika_at(qtbot: QtBot, folder: Path, phase: str, turn: int) -> Hand:
    path = builtin_modules()["afrika"]
    hand = open_window(qtbot, new_game(load_module(path), "operation-crusader", 7), folder, module_path=path)
    hand.window.view.set_map_scale(FIRST_SCALE)
    hand.window.view.center_on_hex("A7.23")
    assert hand.session.submit(Adjudicate(phase=phase, turn=turn))
    hand.settle()
    return hand


def is_in_sight(hand: Hand, place: str) -> bool:
    center = hand.window.scene.center_of(place)
    return center is not None and hand.window.view.visible_scene().contains(center)


def test_the_place_of_the_chosen_option_comes_into_sight(qtbot: QtBot, tmp_path: Path) -> None:
    hand = afrika_at(qtbot, tmp_path, "allied.reinforcement", 17)
    tool = hand.window.controller.tool
    assert isinstance(tool, PickOptionTool)
    (chosen,) = tool.choices()[tool.index].places
    assert is_in_sight(hand, chosen)
    hand.window.view.center_on_hex("A7.23")
    assert not is_in_sight(hand, chosen)
    other = next(i for i, choice in enumerate(tool.choices()) if choice.places != (chosen,))
    tool.choose(other)
    hand.window.controller.changed.emit()
    assert is_in_sight(hand, tool.choices()[other].places[0])
    hand.window.close()


def test_the_card_of_a_goal_leaves_the_moving_stack_in_sight(qtbot: QtBot, tmp_path: Path) -> None:
    hand = afrika_at(qtbot, tmp_path, "axis.movement", 16)
    hand.window.controller.step_through(1)
    tool, board = hand.window.controller.tool, hand.session.rules.board
    assert isinstance(tool, ManeuverTool)
    assert tool.reach is not None
    start = board.index[tool.reach.start]
    near = [
        place for place in tool.reach.arrivals if board.distance(start, board.index.get(place, start)) == 1
    ]
    assert near
    for place in near:
        hand.hover(place)
        center = hand.window.scene.center_of(tool.reach.start)
        assert center is not None
        assert hand.window.link.card.card is not None
        assert not hand.window.link.card.geometry().contains(hand.window.view.view_point(center).toPoint())
    hand.window.close()
