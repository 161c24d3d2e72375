"""The view: real wheel, drags and keys become scale, position and signals about hexes."""

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.graphics.board_scene import BoardScene
from app.graphics.board_view import BoardView
from app.graphics.map_navigation import MOST_SCALE, ZOOM_STEP
from app.graphics.overlay_model import BoardOverlays, Reach, ReachMark
from app.graphics.shown_stacks import ShownStack
from tests.app.graphics.board_hands import at, drag, middle, spot, wheel
from tests.fixtures.hands import NONE


@pytest.fixture
def full(view: BoardView, stacks: list[ShownStack]) -> BoardView:
    view.board_scene.set_stacks(stacks)
    return view


def test_the_wheel_zooms_about_the_pointer(view: BoardView) -> None:
    pointer = spot(view, "A6.03")
    held = view.scene_point(QPointF(pointer))
    before = view.map_scale
    wheel(view, pointer, 120)
    assert view.map_scale == pytest.approx(before * ZOOM_STEP)
    assert (view.scene_point(QPointF(pointer)) - held).manhattanLength() < 2.5
    wheel(view, pointer, -240)
    assert view.map_scale == pytest.approx(before / ZOOM_STEP)


def test_the_scale_has_its_limits(view: BoardView) -> None:
    for _ in range(40):
        wheel(view, QPoint(300, 200), 240)
    assert view.map_scale == MOST_SCALE


def test_a_touchpad_pans(view: BoardView) -> None:
    before, scale = view.visible_scene().center(), view.map_scale
    wheel(view, QPoint(300, 200), pixels=QPoint(-40, 25))
    moved = view.visible_scene().center() - before
    assert view.map_scale == scale
    assert moved.x() == pytest.approx(40 * 100 / scale, abs=3)
    assert moved.y() == pytest.approx(-25 * 100 / scale, abs=3)


@pytest.mark.parametrize("button", [Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton])
def test_other_buttons_drag_the_map(qtbot: QtBot, view: BoardView, button: Qt.MouseButton) -> None:
    before = at(view, "A5.04")
    drag(view, button, QPoint(300, 200), QPoint(220, 260))
    view._kinetic.stop()
    moved = at(view, "A5.04") - before
    assert (moved - QPointF(-80, 60)).manhattanLength() < 3


def test_left_drag_pans_where_nothing_can_be_dragged(qtbot: QtBot, full: BoardView) -> None:
    before = at(full, "A5.04")
    start = spot(full, "A3.03")
    drag(full, Qt.MouseButton.LeftButton, start, start + QPoint(60, 0))
    full._kinetic.stop()
    assert at(full, "A5.04").x() - before.x() == pytest.approx(60, abs=3)


def test_space_and_drag_pans_over_a_stack(qtbot: QtBot, full: BoardView) -> None:
    dropped: list[object] = []
    full.hexDropped.connect(lambda *words: dropped.append(words))
    before = at(full, "A5.04")
    QTest.keyPress(full, Qt.Key.Key_Space)
    start = spot(full, "A5.04")
    drag(full, Qt.MouseButton.LeftButton, start, start + QPoint(0, 50))
    QTest.keyRelease(full, Qt.Key.Key_Space)
    full._kinetic.stop()
    assert not dropped
    assert at(full, "A5.04").y() - before.y() == pytest.approx(50, abs=3)


def test_the_map_cannot_be_lost(view: BoardView) -> None:
    for _ in range(60):
        view.pan(QPointF(400, -300))
    bounds = view.board_scene.layout.bounds()
    assert bounds.adjusted(-2, -2, 2, 2).contains(view.visible_scene().center())


def test_fitting_shows_the_whole_board(view: BoardView) -> None:
    view.fit_board()
    assert view.visible_scene().contains(view.board_scene.layout.bounds())


def test_fitting_hexes_shows_them_not_too_large(view: BoardView) -> None:
    view.fit_hexes(["A3.03"], most_scale=96.0)
    assert view.map_scale == 96.0
    assert view.hex_at(QPointF(view.viewport().rect().center())) == "A3.03"
    view.fit_hexes(["A2.05", "A8.02"])
    visible = view.visible_scene()
    assert all(visible.contains(middle(view, place)) for place in ("A2.05", "A8.02"))


def test_going_to_a_hex_brings_it_to_the_middle(view: BoardView) -> None:
    assert view.center_on_hex("A7.04")
    assert view.hex_at(QPointF(view.viewport().rect().center())) == "A7.04"
    assert not view.center_on_hex("box")


def test_bringing_into_sight_moves_no_more_than_needed(view: BoardView) -> None:
    view.set_map_scale(150.0)
    view.center_on_hex("A2.05")
    view.ensure_visible(["A8.03"])
    assert view.visible_scene().contains(middle(view, "A8.03"))
    before = view.visible_scene()
    view.ensure_visible(["A8.03"])
    assert view.visible_scene() == before


def test_ctrl_arrows_pan_and_plus_and_minus_zoom(qtbot: QtBot, view: BoardView) -> None:
    before = view.visible_scene().center()
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert view.visible_scene().center().x() > before.x()
    scale = view.map_scale
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.map_scale == pytest.approx(scale * ZOOM_STEP)
    QTest.keyClick(view, Qt.Key.Key_Minus)
    assert view.map_scale == pytest.approx(scale)
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.visible_scene().contains(view.board_scene.layout.bounds())


def test_hovering_names_each_hex_once(qtbot: QtBot, view: BoardView) -> None:
    heard: list[str] = []
    view.hexHovered.connect(heard.append)
    start = spot(view, "A4.03")
    for step in range(0, 61, 6):
        QTest.mouseMove(view.viewport(), start + QPoint(step, 0))
    assert heard[0] == "A4.03"
    assert len(heard) == len(set(heard)) == 2
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert heard[-1] == ""


def test_a_click_activates_the_hex_with_its_modifiers(qtbot: QtBot, view: BoardView) -> None:
    with qtbot.waitSignal(view.hexActivated) as heard:
        QTest.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, spot(view, "A6.03")
        )
    assert heard.args == ["A6.03", Qt.KeyboardModifier.ShiftModifier]


def test_a_right_click_asks_for_the_menu(qtbot: QtBot, view: BoardView) -> None:
    with qtbot.waitSignal(view.hexContext) as heard:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, NONE, spot(view, "A6.03"))
    assert heard.args is not None
    assert heard.args[0] == "A6.03"


def test_dragging_from_a_stack_tells_where_it_goes(qtbot: QtBot, full: BoardView) -> None:
    way: list[tuple[str, str]] = []
    full.hexDragged.connect(lambda start, now: way.append((start, now)))
    with qtbot.waitSignal(full.hexDropped) as heard:
        drag(full, Qt.MouseButton.LeftButton, spot(full, "A5.04"), spot(full, "A7.03"))
    assert heard.args == ["A5.04", "A7.03", NONE]
    assert way[-1] == ("A5.04", "A7.03")


def test_escape_ends_a_drag(qtbot: QtBot, full: BoardView) -> None:
    dropped: list[object] = []
    full.hexDropped.connect(lambda *words: dropped.append(words))
    port, start = full.viewport(), spot(full, "A5.04")
    QTest.mousePress(port, Qt.MouseButton.LeftButton, NONE, start)
    QTest.mouseMove(port, start + QPoint(40, 0))
    with qtbot.waitSignal(full.dragCancelled):
        QTest.keyClick(full, Qt.Key.Key_Escape)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, NONE, start + QPoint(40, 0))
    assert not dropped


def drop_events(view: BoardView, point: QPoint, data: QMimeData) -> tuple[QDragEnterEvent, QDropEvent]:
    words = (Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, NONE)
    enter, move = QDragEnterEvent(point, *words), QDragMoveEvent(point, *words)
    drop = QDropEvent(QPointF(point), *words)
    for event in (enter, move, drop):
        QApplication.sendEvent(view.viewport(), event)
    return enter, drop


def test_things_from_lists_can_be_dropped_if_welcome(qtbot: QtBot, view: BoardView) -> None:
    data = QMimeData()
    data.setText("a unit")
    enter, _ = drop_events(view, spot(view, "A6.03"), data)
    assert not enter.isAccepted()
    view.accepts = lambda what: isinstance(what, QMimeData) and what.text() == "a unit"
    with qtbot.waitSignal(view.payloadDropped) as heard:
        enter, drop = drop_events(view, spot(view, "A6.03"), data)
    assert enter.isAccepted()
    assert drop.isAccepted()
    assert heard.args is not None
    assert heard.args[0] == "A6.03"


def test_tiles_come_by_themselves_and_stop(qtbot: QtBot, view: BoardView) -> None:
    view.set_map_scale(83.0)
    assert not view.backdrop.is_settled
    qtbot.waitUntil(lambda: view.backdrop.is_settled, timeout=20_000)
    qtbot.waitUntil(lambda: not view.backdrop._work.isActive(), timeout=20_000)
    assert all(tile.level in (60_000, 83_000) for tile in view.board_scene.tiles.store.held())


def test_nothing_is_rendered_while_the_scale_changes(view: BoardView) -> None:
    view.zoom(0.5)
    assert view.board_scene.is_zooming
    view.backdrop.view_moved()
    assert not view.backdrop._work.isActive()
    view.backdrop.settle()
    assert view.backdrop._work.isActive()
    view.backdrop.pause()


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_the_view_shows_map_stacks_and_overlays(full: BoardView, theme: str) -> None:
    full.set_theme(theme)
    full.board_scene.show_overlays(
        BoardOverlays(reach=Reach({"A5.03": ReachMark("2")}, start="A5.04"), selected=("A5.04",))
    )
    full.backdrop.finish()
    picture = full.grab().toImage()
    colors = {picture.pixelColor(x, y).rgb() for x in range(0, 640, 7) for y in range(0, 480, 7)}
    assert len(colors) > 200


def test_stretched_tiles_stand_in_while_zooming(view: BoardView) -> None:
    sharp = view.grab().toImage()
    view.zoom(0.6, QPointF(320, 240))
    stretched = view.grab().toImage()
    assert stretched.size() == sharp.size()
    distinct = {stretched.pixelColor(x, y).rgb() for x in range(0, 640, 9) for y in range(0, 480, 9)}
    assert len(distinct) > 100
    view.backdrop.finish()


def test_stacks_off_the_map_are_left_to_the_docks(scene: BoardScene, stacks: list[ShownStack]) -> None:
    scene.set_stacks([*stacks, ShownStack("box")])
    assert set(scene.stacks) == {"A5.04", "A7.04"}


def test_a_changed_map_is_drawn_anew(view: BoardView) -> None:
    assert len(view.board_scene.tiles.store) > 0
    view.board_scene.map_changed(0)
    assert len(view.board_scene.tiles.store) == 0
    view.backdrop.finish()
    assert view.backdrop.is_settled
