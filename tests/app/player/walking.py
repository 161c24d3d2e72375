"""A window on a real game at a phase, and presses of its buttons."""

from functools import lru_cache
from pathlib import Path

import msgspec
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.definition.module import ModuleDef
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate
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


def press(hand: Hand, text: str) -> None:
    """Presses a button, or chooses what was folded away for want of room."""
    bar = hand.window.prompt_bar.tools
    if text in bar.folded:
        next(action for action in bar.actions() if action.text() == text).trigger()
    else:
        hand.press(text)
    hand.settle()
