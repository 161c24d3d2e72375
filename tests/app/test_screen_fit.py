"""Windows are never larger than the screen they open on."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.screen_fit import TITLE_ROOM, first_size, pull_in


def test_a_wish_beyond_the_screen_is_cut(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    room = window.screen().availableSize()
    size = first_size(window, room.width() + 500, room.height() + 500)
    assert (size.width(), size.height()) == (room.width(), room.height() - TITLE_ROOM)
    small = first_size(window, 200, 100)
    assert (small.width(), small.height()) == (200, 100)


def test_a_restored_window_is_pulled_in(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    room = window.screen().availableSize()
    window.resize(room.width() + 300, 120)
    pull_in(window)
    assert window.width() == room.width()
    assert window.height() == 120
