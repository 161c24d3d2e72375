"""The hex cursor of the keyboard: it moves, speaks, stays in sight, and gives way to the mouse."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.graphics.board_view import BoardView
from app.graphics.overlay_model import BoardOverlays, Reach, ReachMark
from tests.app.graphics.board_hands import middle, spot
from tests.fixtures.hands import NONE


def test_arrows_move_a_hex_cursor_and_enter_activates(qtbot: QtBot, view: BoardView) -> None:
    view.set_cursor_hex("A5.04")
    heard: list[str] = []
    view.cursorMoved.connect(heard.append)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Left):
        QTest.keyClick(view, key)
    board = view.board_scene.layout.board
    assert len(heard) == 5
    way = ["A5.04", *heard]
    assert all(board.index[b] in board.neighbors[board.index[a]] for a, b in zip(way, heard, strict=False))
    with qtbot.waitSignal(view.hexActivated) as activated:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert activated.args == [heard[-1], NONE]


def test_the_first_arrow_starts_where_one_looks(qtbot: QtBot, view: BoardView) -> None:
    view.center_on_hex("A4.03")
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.cursor_hex == "A4.03"
    assert view.board_scene.overlays.cursor == "A4.03"


def test_the_cursor_stays_in_sight_and_speaks(view: BoardView) -> None:
    view.set_map_scale(200.0)
    view.set_cursor_hex("A2.05")
    assert view.visible_scene().contains(middle(view, "A2.05"))
    assert "Harbour" in view.accessibleDescription()
    view.set_cursor_hex("nowhere")
    assert view.cursor_hex == "A2.05"


def test_new_overlays_keep_the_cursor(view: BoardView) -> None:
    view.set_cursor_hex("A5.04")
    view.board_scene.show_overlays(BoardOverlays(reach=Reach({"A5.03": ReachMark("1")})))
    assert view.board_scene.overlays.cursor == "A5.04"
    assert view.board_scene.overlays.reach is not None


def test_the_mouse_takes_over_from_the_keyboard(qtbot: QtBot, view: BoardView) -> None:
    view.set_cursor_hex("A5.04")
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, NONE, spot(view, "A6.03"))
    assert view.cursor_hex is None
