"""Drags whose button is let go where the window does not see it: in another window, over a dialog."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.player.tools.base import Tool
from tests.fixtures.player import Hand

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
TANKS, START, TARGET = "3-blue-tanks", "0203", "0204"


def _in_hand(hand: Hand) -> Tool | None:
    return hand.window.controller.tool


def _move(hand: Hand, to: QPoint, held: Qt.MouseButton) -> None:
    viewport = hand.window.view.viewport()
    at = QPointF(to)
    event = QMouseEvent(
        QEvent.Type.MouseMove, at, QPointF(viewport.mapToGlobal(to)), Qt.MouseButton.NoButton, held, NONE
    )
    QApplication.sendEvent(viewport, event)


def _pull(hand: Hand, source: str, target: str) -> None:
    """Presses on a hex and pulls to another one; the button stays down."""
    hand.point(target)
    start, end = hand.point(source), hand.point(target)
    QTest.mousePress(hand.window.view.viewport(), LEFT, NONE, start)
    for step in range(1, 5):
        _move(hand, start + (end - start) * (step / 4), LEFT)
    hand.settle()


def _to_another_window(hand: Hand) -> None:
    QApplication.sendEvent(hand.window.view, QEvent(QEvent.Type.WindowDeactivate))


def _below_a_dialog(hand: Hand) -> None:
    QApplication.sendEvent(hand.window.view, QEvent(QEvent.Type.WindowBlocked))


def _back_without_the_button(hand: Hand) -> None:
    _move(hand, hand.point(TARGET), Qt.MouseButton.NoButton)


LOSSES = [_to_another_window, _below_a_dialog, _back_without_the_button]


@pytest.mark.parametrize("lose", LOSSES)
def test_a_lost_drag_lays_down_what_it_took_up(hand: Hand, lose: Callable[[Hand], None]) -> None:
    home = hand.at(TANKS)
    assert home is not None
    before = hand.session.game.count
    _pull(hand, home, TARGET)
    assert _in_hand(hand) is not None
    lose(hand)
    hand.settle()
    assert _in_hand(hand) is None
    assert hand.pieces == ()
    assert hand.window.controller.hovered != TARGET or lose is _back_without_the_button
    QTest.mouseRelease(hand.window.view.viewport(), LEFT, NONE, hand.point(TARGET))
    assert hand.at(TANKS) == home
    assert hand.session.game.count == before


@pytest.mark.parametrize("lose", LOSSES)
def test_what_a_click_took_up_stays_in_hand(hand: Hand, lose: Callable[[Hand], None]) -> None:
    home = hand.at(TANKS)
    assert home is not None
    hand.click(home)
    tool = _in_hand(hand)
    assert tool is not None
    _pull(hand, home, TARGET)
    lose(hand)
    hand.settle()
    assert _in_hand(hand) is tool


def test_the_next_drag_moves_again(hand: Hand) -> None:
    home = hand.at(TANKS)
    assert home is not None
    _pull(hand, home, TARGET)
    _to_another_window(hand)
    QTest.mouseRelease(hand.window.view.viewport(), LEFT, NONE, hand.point(TARGET))
    hand.drag(home, TARGET)
    hand.settle()
    assert hand.at(TANKS) == TARGET
