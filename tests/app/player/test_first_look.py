"""Where the map is when a game opens: small maps whole, large ones without the table around them."""

from pathlib import Path

from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from app.graphics.map_navigation import EDGE
from app.player.first_look import WHOLE_SCALE, look_first
from engine.game import new_game
from engine.loading import builtin_modules, load_module
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
