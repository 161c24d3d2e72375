"""Minimap, go-to box, legend, kinetic panning, stack pictures."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.graphics.board_view import BoardView
from app.graphics.goto_box import GoToBox, place_names
from app.graphics.kinetic import KineticPan
from app.graphics.map_legend import MapLegend
from app.graphics.minimap import MiniMap
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.legend import legend_entries
from app.graphics.shown_stacks import ShownStack, StackPictures, render_stack
from engine.definition.board import LandscapeDef
from engine.definition.module import ModuleDef
from tests.app.graphics import small_board
from tests.fixtures.hands import click


def module() -> ModuleDef:
    kinds = ("sea", "clear", "rough", "mountain", "salt_marsh", "sand_sea", "depression", "delta", "oasis")
    return ModuleDef(
        id="isle",
        title="Isle",
        sides=(),
        terrain=tuple(LandscapeDef(id=k, title=k.title()) for k in (*kinds, "jungle")),
        hexsides=tuple(
            LandscapeDef(id=k, title=k.title())
            for k in ("escarpment", "river", "fortification", "wadi", "ridge")
        ),
        routes=tuple(LandscapeDef(id=k, title=k.title()) for k in ("road", "track", "railway")),
    )


# ---------------------------------------------------------------------------- minimap


def test_a_click_on_the_minimap_goes_there(qtbot: QtBot, view: BoardView) -> None:
    minimap = MiniMap(view)
    qtbot.addWidget(minimap)
    minimap.resize(minimap.sizeHint())
    minimap.show()
    goal = view.board_scene.center_of("A7.02")
    assert goal is not None
    click(minimap, minimap.to_widget(goal).toPoint())
    assert view.hex_at(QPointF(view.viewport().rect().center())) in ("A7.02", "A7.03", "A6.02", "A8.02")


def test_the_minimap_maps_points_there_and_back(qtbot: QtBot, view: BoardView) -> None:
    minimap = MiniMap(view)
    qtbot.addWidget(minimap)
    minimap.resize(220, 180)
    for point in (QPointF(10, 20), QPointF(500, 400)):
        assert (minimap.to_scene(minimap.to_widget(point)) - point).manhattanLength() < 1e-6


def test_the_minimap_shows_stacks_and_the_view(
    qtbot: QtBot, view: BoardView, stacks: list[ShownStack]
) -> None:
    minimap = MiniMap(view)
    qtbot.addWidget(minimap)
    minimap.resize(240, 240)
    view.board_scene.tiles.overview(0, view.board_scene.map_palette)
    view.board_scene.tiles.finish()
    bare = minimap.grab().toImage()
    view.board_scene.set_stacks(stacks)
    with_stacks = minimap.grab().toImage()
    assert bare != with_stacks
    at = minimap.to_widget(view.board_scene.center_of("A5.04") or QPointF()).toPoint()
    assert with_stacks.pixelColor(at).lightness() < 90


# ---------------------------------------------------------------------------- go-to box


@pytest.fixture
def box(qtbot: QtBot) -> GoToBox:
    widget = GoToBox(small_board.compiled())
    qtbot.addWidget(widget)
    widget.show()
    return widget


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("A5.04", "A5.04"),
        ("a5.04", "A5.04"),
        ("5.04", "A5.04"),
        ("harbour", "A2.05"),
        ("Har", "A2.05"),
        ("Harbour · A2.05", "A2.05"),
        ("H", None),
        ("", None),
        ("Atlantis", None),
        ("A99.99", None),
    ],
)
def test_the_box_understands_numbers_and_names(box: GoToBox, text: str, place: str | None) -> None:
    assert box.place_for(text) == place


def test_enter_goes_there(qtbot: QtBot, box: GoToBox) -> None:
    with qtbot.waitSignal(box.placeChosen) as heard:
        QTest.keyClicks(box, "market")
        QTest.keyClick(box, Qt.Key.Key_Return)
    assert heard.args == ["A7.04"]


def test_what_is_not_understood_gets_a_near_miss(qtbot: QtBot, box: GoToBox) -> None:
    with qtbot.waitSignal(box.refused) as heard:
        box.go("Harbur")
    assert heard.args is not None
    assert "Harbour" in heard.args[0]


def test_escape_leaves_the_box(qtbot: QtBot, box: GoToBox) -> None:
    box.setText("Har")
    with qtbot.waitSignal(box.left):
        QTest.keyClick(box, Qt.Key.Key_Escape)
    assert box.text() == ""


def test_names_complete(box: GoToBox) -> None:
    model = box.completer().model()
    entries = {model.data(model.index(row, 0)) for row in range(model.rowCount())}
    assert "Old Fort · A8.05" in entries
    assert len(entries) == len(place_names(small_board.compiled()))


# ---------------------------------------------------------------------------- legend


def test_the_legend_lists_what_is_on_the_map(art: BoardArt) -> None:
    entries = legend_entries(module(), [art])
    titles = {entry.title for entry in entries}
    assert {"Rough", "Escarpment", "Road", "Port", "Oasis", "City"} <= titles
    assert "Jungle" not in titles


def test_the_legend_draws_every_entry(qtbot: QtBot, art: BoardArt) -> None:
    legend = MapLegend(module(), [art])
    qtbot.addWidget(legend)
    legend.resize(480, legend.heightForWidth(480))
    picture = legend.grab().toImage()
    assert legend.columns(480) == 2
    rows = -(-len(legend.entries) // 2)
    assert legend.heightForWidth(480) > legend.heightForWidth(900)
    paper = picture.pixelColor(1, 1)
    step = picture.height() / (rows + 0.8)
    for row in range(rows):
        y = round((0.4 + row + 0.5) * step)
        line = [picture.pixelColor(x, y) for x in range(4, 60)]
        assert any(pixel != paper for pixel in line), f"row {row} of the legend is empty"


# ---------------------------------------------------------------------------- kinetic


def test_a_fast_drag_runs_on_and_comes_to_rest(qapp: object) -> None:
    moves: list[QPointF] = []
    kinetic = KineticPan(moves.append)
    for k in range(6):
        kinetic.track(QPointF(k * 20.0, 0), now=k * 0.01)
    assert kinetic.release(now=0.055)
    now = 0.055
    while kinetic.is_running and now < 3:
        now += 0.016
        kinetic.step(now)
    assert not kinetic.is_running
    assert now < 1.4
    assert sum(step.x() for step in moves) > 60
    assert all(a.x() >= b.x() for a, b in pairwise(moves))


def test_a_slow_or_halted_drag_does_not(qapp: object) -> None:
    kinetic = KineticPan(lambda _step: None)
    for k in range(6):
        kinetic.track(QPointF(k * 0.2, 0), now=k * 0.01)
    assert not kinetic.release(now=0.06)
    for k in range(6):
        kinetic.track(QPointF(k * 20.0, 0), now=k * 0.01)
    assert not kinetic.release(now=0.5)


# ---------------------------------------------------------------------------- stack pictures


def test_equal_stacks_share_one_picture(stacks: list[ShownStack], qapp: object) -> None:
    pictures = StackPictures()
    first, again = pictures.number(stacks[0].face), pictures.number(stacks[0].face)
    assert first == again
    assert pictures.number(stacks[1].face) != first
    made = pictures.make(first, stacks[0].face, 40, 1.0)
    assert pictures.exact(first, 40, 1.0) is made
    assert pictures.exact(first, 41, 1.0) is None


def test_the_nearest_size_stands_in(stacks: list[ShownStack], qapp: object) -> None:
    pictures, face = StackPictures(), stacks[0].face
    number = pictures.number(face)
    assert pictures.nearest(number, 40) is None
    small = pictures.make(number, face, 20, 1.0)
    large = pictures.make(number, face, 80, 1.0)
    assert pictures.nearest(number, 30) is small
    assert pictures.nearest(number, 70) is large


def test_pictures_stay_within_their_bound(stacks: list[ShownStack], qapp: object) -> None:
    pictures, face = StackPictures(most_bytes=300_000), stacks[0].face
    number = pictures.number(face)
    for edge in range(30, 90, 4):
        pictures.make(number, face, edge, 1.0)
        assert pictures.held_bytes <= 300_000
    assert pictures.nearest(number, 30) is not None


def test_pictures_fit_fine_screens(stacks: list[ShownStack], qapp: object) -> None:
    fine, usual = render_stack(stacks[0].face, 50, 2.0), render_stack(stacks[0].face, 50, 1.0)
    assert fine.width() == 2 * usual.width()
    assert fine.deviceIndependentSize() == usual.deviceIndependentSize()
    assert usual.toImage().pixelColor(QPoint(0, 0)).alpha() == 0
