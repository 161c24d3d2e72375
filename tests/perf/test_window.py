"""How long the player window takes from a click to its picture, in processor time, at 1920 by 1080."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from statistics import median

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate
from tests.fixtures.player import Hand, open_window

CLICK_MS = 16.0
"""From a click to everything lit, the panels beside the map included, the picture painted."""
WINDOW_MS = 48.0
"""A whole window painted anew, as after a change of look."""


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    path = builtin_modules()["afrika"]
    made = open_window(
        qtbot, new_game(load_module(path), "operation-crusader", 7), tmp_path, module_path=path
    )
    tracks = {"trucks": msgspec.Raw(b'{"allied": {"points": 10, "left": 50}}')}
    assert made.session.submit(Adjudicate(phase="allied.movement", turn=16, tracks=tracks))
    made.window.resize(1920, 1080)
    made.window.view.center_on_hex("A41.18")
    made.settle()
    made.window.view.backdrop.finish()
    yield made
    made.window.close()


def milliseconds(act: Callable[[], object], times: int) -> float:
    """Processor time of one call, the middle of several."""
    found = []
    for _ in range(times):
        start = time.thread_time()
        act()
        found.append(time.thread_time() - start)
    return 1000 * median(found)


def stacks_in_sight(hand: Hand) -> list[str]:
    room = hand.window.view.viewport().rect().adjusted(40, 40, -40, -110)
    places = [p for p in hand.window.controller.offers.lit_places if hand.window.controller.chooser.able(p)]
    centers = ((p, hand.window.scene.center_of(p)) for p in sorted(places))
    view = hand.window.view
    return [p for p, c in centers if c is not None and room.contains(view.view_point(c).toPoint())]


def test_from_a_click_to_the_picture(hand: Hand, leeway: float) -> None:
    viewport = hand.window.view.viewport()
    places = stacks_in_sight(hand)
    assert len(places) > 8
    points = cycle([hand.point(place) for place in places])

    def click() -> None:
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, next(points))
        viewport.repaint()

    for _ in places:
        click()
    assert hand.pieces
    assert milliseconds(click, 30) < CLICK_MS * leeway


def test_a_whole_window(hand: Hand, leeway: float) -> None:
    assert milliseconds(hand.window.repaint, 9) < WINDOW_MS * leeway
