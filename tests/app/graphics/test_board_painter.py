"""The painter of maps: every layer shows, at every scale and theme, the same wherever the cut is made."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_art import BoardArt, MapPart
from app.graphics.painters.board_label_places import COUNTER
from app.graphics.painters.board_view_box import ViewBox
from tests.app.graphics.picture_checks import assert_looks_like, painted, pixels

WHOLE = QRectF(0, 0, 8.95, 8.5)


@pytest.mark.parametrize("scale", [8.0, 15.0, 27.0, 45.0, 78.0])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast", "print"])
def test_the_whole_board_is_painted_at_every_scale(painter: BoardPainter, scale: float, theme: str) -> None:
    image = painted(painter, WHOLE, scale, theme)
    data = pixels(image)
    magenta = (data == (255, 0, 255)).all(axis=2)
    assert not magenta[2:-2, 2:-2].any()
    assert data.std() > 15


@pytest.mark.parametrize(
    ("name", "scale", "theme"),
    [("island_close", 60.0, "light"), ("island_far", 30.0, "light"), ("island_contrast", 46.0, "contrast")],
)
def test_the_board_looks_as_it_did(painter: BoardPainter, name: str, scale: float, theme: str) -> None:
    assert_looks_like(painted(painter, WHOLE, scale, theme), name)


def test_painting_twice_gives_the_same_pixels(painter: BoardPainter) -> None:
    first = painted(painter, WHOLE, 60.0)
    again = painted(BoardPainter(painter.art), WHOLE, 60.0)
    assert (pixels(first) == pixels(again)).all()


def test_pieces_join_without_a_seam(painter: BoardPainter) -> None:
    scale, edge = 64.0, 2.0
    whole = pixels(painted(painter, QRectF(0, 0, 8, 8), scale))
    for column in range(4):
        for row in range(4):
            piece = pixels(painted(painter, QRectF(column * edge, row * edge, edge, edge), scale))
            size = round(edge * scale)
            part = whole[row * size : (row + 1) * size, column * size : (column + 1) * size]
            difference = np.abs(piece - part)
            assert difference.mean() < 1.0
            assert (difference.max(axis=2) > 60).mean() < 0.004


def test_nothing_is_painted_beside_the_board(painter: BoardPainter) -> None:
    image = painted(painter, QRectF(-1, -1, 11, 11), 40.0)
    data = pixels(image)
    assert (data[:36, :] == (255, 0, 255)).all()
    assert (data[:, -40:] == (255, 0, 255)).all()


def test_work_comes_in_small_steps(painter: BoardPainter) -> None:
    image = QImage(400, 400, QImage.Format.Format_RGB32)
    qt = QPainter(image)
    steps = sum(1 for _ in painter.steps(qt, ViewBox(QRectF(0, 0, 5, 5), 80.0)))
    qt.end()
    assert steps > 30


def test_breaking_off_leaves_the_painter_as_it_was(painter: BoardPainter) -> None:
    image = QImage(400, 400, QImage.Format.Format_RGB32)
    qt = QPainter(image)
    before = qt.worldTransform()
    for stop in (1, 5, 12, 25):
        steps = painter.steps(qt, ViewBox(QRectF(0, 0, 5, 5), 80.0))
        for _ in range(stop):
            next(steps)
        steps.close()
        assert qt.worldTransform() == before
        assert not qt.hasClipping()
    qt.end()


def _ink_near(painter: BoardPainter, x: float, y: float, reach: float, scale: float = 90.0) -> QImage:
    return painted(painter, QRectF(x - reach, y - reach, 2 * reach, 2 * reach), scale)


def _share(image: QImage, code: str, tolerance: int = 26) -> float:
    c = QColor(code)
    wanted = np.array([c.red(), c.green(), c.blue()])
    return float((np.abs(pixels(image) - wanted).max(axis=2) < tolerance).mean())


def test_roads_are_red_with_a_dark_casing(painter: BoardPainter) -> None:
    x, y = painter.net._points.hex_point(painter.art.board.index["A4.04"])
    image = _ink_near(painter, x, y, 0.1)
    assert _share(image, "#b8452f") > 0.08
    assert _share(image, "#4a2a1c", 40) > 0.05


def test_teeth_of_an_escarpment_stand_on_the_lower_side(painter: BoardPainter) -> None:
    board = painter.art.board
    upper, lower = board.center(board.index["A5.05"]), board.center(board.index["A5.06"])
    middle = ((upper[0] + lower[0]) / 2, (upper[1] + lower[1]) / 2)
    dx, dy = (lower[0] - upper[0]) * 0.12, (lower[1] - upper[1]) * 0.12
    down = _ink_near(painter, middle[0] + dx, middle[1] + dy, 0.09)
    up = _ink_near(painter, middle[0] - dx, middle[1] - dy, 0.09)
    assert _share(down, "#5c3d22", 40) > _share(up, "#5c3d22", 40) + 0.05


def test_water_is_blue_and_land_is_not(painter: BoardPainter) -> None:
    sea = pixels(_ink_near(painter, 0.5, 4.6, 0.2)).mean(axis=(0, 1))
    land = pixels(_ink_near(painter, 7.2, 2.2, 0.2)).mean(axis=(0, 1))
    assert sea[2] > sea[0]
    assert land[0] > land[2]


def test_the_dark_theme_only_shades_the_map(painter: BoardPainter) -> None:
    light, dark = pixels(painted(painter, WHOLE, 30.0)), pixels(painted(painter, WHOLE, 30.0, "dark"))
    ratio = dark.mean() / light.mean()
    assert 0.82 < ratio < 0.93


def test_a_fine_screen_shows_the_same_details(painter: BoardPainter) -> None:
    rect = QRectF(0, 0, 6, 6)
    usual = QImage(180, 180, QImage.Format.Format_RGB32)
    fine = QImage(360, 360, QImage.Format.Format_RGB32)
    for image, box in ((usual, ViewBox(rect, 30.0)), (fine, ViewBox(rect, 60.0, ratio=2.0))):
        qt = QPainter(image)
        for _ in painter.steps(qt, box):
            pass
        qt.end()
    half = pixels(fine.scaled(180, 180, mode=Qt.TransformationMode.SmoothTransformation))
    assert np.abs(half - pixels(usual)).mean() < 9


def test_names_keep_off_each_other(painter: BoardPainter) -> None:
    for lettering in (1.0, 1.6, 2.5):
        names = painter._names.names(
            lettering, frozenset({"city", "town", "village", "fort", "bir", "oasis"})
        )
        boxes = [name.box for name, _ in names]
        assert len(boxes) >= 4
        for n, box in enumerate(boxes):
            assert all(not box.intersects(other) for other in boxes[n + 1 :])


def test_every_place_is_named_at_close_range(painter: BoardPainter) -> None:
    names = painter._names.names(1.0, frozenset({"city", "town", "village", "fort", "bir", "oasis"}))
    assert {name.text for name, _ in names} == {"HARBOUR", "Market", "Hamlet", "Old Fort", "Palms", "Bir"}


def test_no_counter_hides_half_a_name_where_there_is_room_below_it(painter: BoardPainter) -> None:
    board = painter.art.board
    for lettering in (1.0, 1.2, 1.3):
        for name, _ in painter._names.names(lettering, frozenset({"town", "village"})):
            i = board.hex_at(*name.spot, painter.art.sheet)
            assert i is not None
            x, y = board.center(i)
            counter = QRectF(x - COUNTER, y - COUNTER, 2 * COUNTER, 2 * COUNTER)
            assert not counter.intersects(name.box), f"{name.text} at {lettering}"


def test_names_lie_on_the_board(painter: BoardPainter) -> None:
    for name, _ in painter._names.names(1.0, frozenset({"city", "town", "village"})):
        assert WHOLE.contains(name.box)


def test_the_painter_works_on_a_moved_and_scaled_painter(art: BoardArt) -> None:
    image = QImage(300, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    qt = QPainter(image)
    qt.translate(QPointF(100, 100))
    qt.scale(0.5, 0.5)
    BoardPainter(art).paint(qt, QRectF(0, 0, 5, 5), 60.0)
    qt.end()
    data = pixels(image)
    assert (data[:99, :] == 255).all()
    assert not (data[105:245, 105:245] == 255).all(axis=2).all()


@pytest.mark.parametrize(
    "part", [MapPart.RELIEF, MapPart.GRID, MapPart.HEXSIDES, MapPart.ROUTES, MapPart.NAMES]
)
def test_a_part_left_out_is_not_painted_and_nothing_else_changes(art: BoardArt, part: MapPart) -> None:
    width, height = art.size
    ground = QImage(64, 64, QImage.Format.Format_RGB32)
    ground.fill(QColor("#7a4a2a"))
    art = replace(art, ground=ground)
    rect = QRectF(0, 0, width, height)
    whole = pixels(painted(BoardPainter(art), rect, 40.0))
    less = pixels(painted(BoardPainter(replace(art, hidden=frozenset((part,)))), rect, 40.0))
    changed = float(np.mean(np.any(whole != less, axis=-1)))
    assert changed > 0.002, f"{part} is still painted"
    if part is not MapPart.RELIEF:
        assert changed < 0.7


def test_words_over_overlays_go_with_the_names(art: BoardArt) -> None:
    width, height = art.size
    box = ViewBox(QRectF(0, 0, width, height), 60.0)
    assert list(BoardPainter(art).lettering(box))
    assert not list(BoardPainter(replace(art, hidden=frozenset((MapPart.NAMES,)))).lettering(box))
