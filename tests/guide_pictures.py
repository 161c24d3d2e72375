"""Takes pictures for the players' guide at certain positions: ``python -m tests.guide_pictures [FOLDER]``.

Way points, the grouping of supply and the replay, each in the real window on *Operation Crusader*.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.application import Application
from app.library.request import StartRequest
from app.player.window import PlayerWindow
from app.settings import SettingsStore
from app.theme.current import ThemeChoice, theme
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate
from tests.pictures import TARGET, Click, play_to, settle, take

SHIFT = Qt.KeyboardModifier.ShiftModifier
STACK, WAY_POINT, GOAL = "A43.21", "A39.21", "A38.19"


def a_game(program: Application, phase: str, seed: int = 42) -> PlayerWindow:
    """A game that has been played to the beginning of a phase of its second turn; without one, a new game."""
    path = builtin_modules()["afrika"]
    module = load_module(path)
    window = program.start_game(
        StartRequest(path=path, module=module, scenario="operation-crusader", seed=seed)
    )
    assert window is not None
    window.set_minimap(on=True)
    window.resize(1920, 1080)
    settle(4)
    if phase:
        assert window.session.submit(Adjudicate(phase="axis.initialization", turn=16))
        play_to(window, phase)
        settle(1)
    return window


def take_way_points(program: Application, folder: Path) -> None:
    """A stack on its way by a way point, with what the rest of the way costs."""
    window = a_game(program, "axis.movement")
    window.view.center_on_hex("A43.19")
    click = Click(window)
    click.at(STACK)
    click.over(WAY_POINT)
    window.view.fan.close()
    QTest.mouseClick(click.viewport, Qt.MouseButton.LeftButton, SHIFT, click.point(WAY_POINT))
    settle(1)
    click.over(GOAL)
    take(window, folder, "way-points")
    window.session.mark_saved()
    window.close()


def take_supply(program: Application, folder: Path) -> None:
    """The units a dump supplies, and what that costs."""
    window = a_game(program, "axis.supply")
    session = window.session
    ranges = next(kind.id for kind in window.overlays.kinds if kind.title.startswith("Draw ranges"))
    window.toggle_overlay(ranges)
    on_map = window.scene.layout.board.index
    offered = session.rules.suggestions(session.state, session.acting)
    chosen = next(one for one in offered if one.places and one.places[0] in on_map)
    window.controller.take_suggestion(chosen)
    window.view.center_on_hex(chosen.places[0])
    take(window, folder, "supply")
    window.toggle_overlay(ranges)
    window.session.mark_saved()
    window.close()


def take_replay(program: Application, folder: Path) -> None:
    """An earlier moment of a game, in the dark look."""
    theme().apply(ThemeChoice.DARK)
    window = a_game(program, "")
    play_to(window, "axis.movement")
    play_to(window, "allied.combat")
    session = window.session
    session.look_at(session.game.count // 2)
    for kind in window.overlays.kinds[:1]:
        window.toggle_overlay(kind.id)
    window.docks.show_panel("replay")
    window.docks.show_panel("legend")
    window.view.center_on_hex("A41.19")
    take(window, folder, "replay")
    window.session.mark_saved()
    window.close()
    theme().apply(ThemeChoice.LIGHT)


def main(folder: Path) -> None:
    """Take them all."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["HEXWRIGHT_HOME"] = home
        application = QApplication.instance() or QApplication(["hexwright"])
        assert isinstance(application, QApplication)
        program = Application(SettingsStore(Path(home) / "settings.json"))
        take_way_points(program, folder)
        take_supply(program, folder)
        take_replay(program, folder)
        program.close_all()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
