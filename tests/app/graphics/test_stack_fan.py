"""A stack fans out under the pointer; clicks and numbers pick its units."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.graphics.board_view import BoardView
from app.graphics.shown_stacks import ShownStack
from app.graphics.stack_fan import FAN_MS
from tests.app.graphics.board_hands import middle, spot
from tests.fixtures.hands import NONE, click


@pytest.fixture
def full(view: BoardView, stacks: list[ShownStack]) -> BoardView:
    view.board_scene.set_stacks(stacks)
    return view


def test_the_unit_under_a_point_is_the_top_one(full: BoardView) -> None:
    assert full.unit_at(QPointF(spot(full, "A5.04"))) == "three"
    assert full.unit_at(QPointF(spot(full, "A3.03"))) == ""


def test_a_stack_fans_out_after_a_moment(qtbot: QtBot, full: BoardView) -> None:
    QTest.mouseMove(full.viewport(), spot(full, "A5.04"))
    fan = full.board_scene.fan
    assert not fan.isVisible()
    qtbot.waitUntil(fan.isVisible, timeout=FAN_MS * 8)
    assert [unit.piece for unit in fan.units] == ["three", "two", "one"]


def test_a_single_unit_does_not_fan(full: BoardView) -> None:
    assert not full.open_fan("A7.04")
    assert not full.open_fan("A3.03")


def test_a_click_in_the_fan_picks_that_unit(qtbot: QtBot, full: BoardView) -> None:
    assert full.open_fan("A5.04")
    fan = full.board_scene.fan
    second = (full.view_point(fan.pos()) + fan.tile(1).center()).toPoint()
    with qtbot.waitSignal(full.unitHovered) as pointed:
        QTest.mouseMove(full.viewport(), second)
    assert pointed.args == ["two"]
    with qtbot.waitSignal(full.unitActivated) as picked:
        click(full.viewport(), second)
    assert picked.args == ["two", NONE]


def test_leaving_the_fan_closes_it(qtbot: QtBot, full: BoardView) -> None:
    assert full.open_fan("A5.04")
    QTest.mouseMove(full.viewport(), QPoint(5, 470))
    assert not full.board_scene.fan.isVisible()


def test_a_fan_at_the_upper_edge_opens_below(full: BoardView) -> None:
    full.center_on(middle(full, "A5.04") + QPointF(0, 3.4 * 100))
    assert full.open_fan("A5.04")
    assert full.board_scene.fan.card_rect().top() > 0


def test_number_keys_pick_from_the_top(qtbot: QtBot, full: BoardView) -> None:
    full.open_fan("A5.04")
    for key, piece in ((Qt.Key.Key_1, "three"), (Qt.Key.Key_3, "one")):
        with qtbot.waitSignal(full.unitActivated) as heard:
            QTest.keyClick(full, key)
        assert heard.args == [piece, NONE]


def test_escape_closes_the_fan(qtbot: QtBot, full: BoardView) -> None:
    full.open_fan("A5.04")
    QTest.keyClick(full, Qt.Key.Key_Escape)
    assert not full.board_scene.fan.isVisible()


def test_a_fanned_stack_that_changes_closes_its_fan(full: BoardView, stacks: list[ShownStack]) -> None:
    full.open_fan("A5.04")
    full.board_scene.set_stacks(stacks)
    assert full.board_scene.fan.isVisible()
    full.board_scene.set_stacks(stacks[1:])
    assert not full.board_scene.fan.isVisible()
