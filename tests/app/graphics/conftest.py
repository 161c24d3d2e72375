"""A small board with one of everything, and a view of it."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.graphics.board_scene import BoardScene
from app.graphics.board_view import BoardView
from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.face import CounterFace, SideForm
from app.graphics.shown_stacks import ShownStack, ShownUnit
from tests.app.graphics import small_board


@pytest.fixture
def art(qapp: object) -> BoardArt:
    return small_board.art()


@pytest.fixture
def painter(art: BoardArt) -> BoardPainter:
    return BoardPainter(art)


@pytest.fixture
def scene(art: BoardArt) -> BoardScene:
    return BoardScene([art])


@pytest.fixture
def view(qtbot: QtBot, scene: BoardScene) -> Iterator[BoardView]:
    widget = BoardView(scene)
    qtbot.addWidget(widget)
    widget.resize(640, 480)
    with qtbot.waitExposed(widget):
        widget.show()
    widget.set_map_scale(60.0)
    widget.center_on_hex("A5.04")
    widget.backdrop.finish()
    yield widget
    widget.close()


def units(*names: str) -> tuple[ShownUnit, ...]:
    return tuple(ShownUnit(name, CounterFace(values="3-4-5", designation=name), name) for name in names)


@pytest.fixture
def stacks() -> list[ShownStack]:
    return [
        ShownStack("A5.04", units("one", "two", "three"), count=3, form=SideForm.DARK),
        ShownStack("A7.04", units("solo"), count=1, supply=2, form=SideForm.LIGHT),
    ]
