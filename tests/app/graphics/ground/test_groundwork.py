"""Ground painted anew where a map differs from its baked picture."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from app.graphics.ground.contours import calmed, contour
from app.graphics.ground.groundwork import Groundwork
from app.graphics.ground.record import View, changes, read_record, record_of
from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_art import ArtUse, BoardArt, load_board_art, view_of
from app.graphics.painters.overlay_tints import TINT_SCALE, land_mask
from engine.definition.module import ModuleDef
from engine.editing.lines import clear_hexside
from engine.editing.maps import paint_terrain
from engine.geometry.compiling import compile_boards
from engine.loading import builtin_modules, load_module
from tests.app.graphics.picture_checks import pixels

PATH = Path(builtin_modules()["afrika"])
ALL = QRectF(0, 0, 200, 200)


@pytest.fixture(scope="module")
def module() -> ModuleDef:
    return load_module(PATH)


@pytest.fixture
def art(qapp: object, module: ModuleDef) -> BoardArt:
    return load_board_art(PATH, module, compile_boards(module.boards), use=ArtUse.EDITOR)


def shown(art: BoardArt, module: ModuleDef) -> BoardArt:
    """The art after an edit, its ground turned to it."""
    new = replace(art, board=compile_boards(module.boards))
    work(new).show(view_of(new))
    return new


def work(art: BoardArt) -> Groundwork:
    assert art.groundwork is not None
    return art.groundwork


def finish(art: BoardArt, area: QRectF = ALL) -> None:
    for group in work(art).groups(work(art).wants(area)):
        work(art).paint(group)


def painted(module: ModuleDef, name: str, kind: str) -> ModuleDef:
    return paint_terrain(module, "north-africa", [name], kind)


def around(art: BoardArt, name: str, half: int = 8) -> np.ndarray:
    x, y = art.board.center(art.board.index[name])
    ground = pixels(art.ground_sizes[0])
    return ground[round(y * 40) - half : round(y * 40) + half, round(x * 40) - half : round(x * 40) + half]


def test_a_shipped_map_is_its_baked_picture(qapp: object, module: ModuleDef) -> None:
    board = compile_boards(module.boards)
    art = load_board_art(PATH, module, board)
    assert art.groundwork is None
    assert art.kinds is not None
    assert art.kinds.record == record_of(board)


def test_a_painted_hex_looks_like_its_like(art: BoardArt, module: ModuleDef) -> None:
    board = art.board
    name = "A31.17"
    assert board.terrain[board.index[name]] == "clear"
    new = shown(art, painted(module, name, "mountain"))
    assert art.kind_at(*board.center(board.index[name])) == ""
    finish(new)
    assert new.kind_at(*board.center(board.index[name])) == "mountain"
    mountains = [n for i, n in enumerate(board.ids) if board.terrain[i] == "mountain"]
    usual = np.mean([around(new, other).mean(axis=(0, 1)) for other in mountains[:20]], axis=0)
    here = around(new, name).mean(axis=(0, 1))
    bare = around(replace(new, groundwork=None), name).mean(axis=(0, 1))
    assert np.abs(here - usual).max() < np.abs(bare - usual).max()


def test_taking_back_gives_the_same_pictures_in_all_sizes(art: BoardArt, module: ModuleDef) -> None:
    before = [pixels(picture).copy() for picture in art.ground_sizes]
    kinds = work(art).kinds.copy()
    first = painted(module, "A31.17", "mountain")
    new = shown(art, first)
    finish(new)
    once = pixels(new.ground_sizes[0]).copy()
    second = painted(first, "A32.17", "salt_marsh")
    finish(shown(art, second))
    assert (pixels(art.ground_sizes[0]) != once).any()
    shown(art, first)
    assert not work(art).wants(ALL)
    assert (pixels(art.ground_sizes[0]) == once).all()
    shown(art, module)
    assert not work(art).wants(ALL)
    assert not work(art).is_changed
    for now, then in zip(art.ground_sizes, before, strict=True):
        assert (pixels(now) == then).all()
    assert (work(art).kinds == kinds).all()


def test_only_the_surroundings_of_a_painted_hex_change(art: BoardArt, module: ModuleDef) -> None:
    before = pixels(art.ground_sizes[0]).copy()
    new = shown(art, painted(module, "A31.17", "delta"))
    finish(new)
    rows, columns = np.nonzero((pixels(new.ground_sizes[0]) != before).any(axis=2))
    x, y = art.board.center(art.board.index["A31.17"])
    assert np.hypot(columns / 40 - x, rows / 40 - y).max() < 1.7
    assert len(rows) > 1200


def test_squares_made_in_a_hurry_are_made_again(art: BoardArt, module: ModuleDef) -> None:
    new = shown(art, painted(module, "A31.17", "rough"))
    ground = work(new)
    ground.is_hurried = True
    finish(new)
    assert ground.wants(ALL) == []
    rough = pixels(new.ground_sizes[0]).copy()
    ground.is_hurried = False
    assert len(ground.wants(ALL)) > 30
    finish(new)
    fine = pixels(new.ground_sizes[0])
    assert ground.wants(ALL) == []
    assert 0 < np.abs(fine.astype(int) - rough.astype(int)).mean() < 1


def test_land_and_sea_get_a_coast(art: BoardArt, module: ModuleDef) -> None:
    board = art.board
    dry = next(
        board.ids[i] for i in art.hexes
        if board.terrain[i] == "sea"
        and sum(j >= 0 and board.terrain[j] != "sea" for j in board.neighbors[i]) == 2
    )  # fmt: skip
    stored = art.shore_lines(-2)
    new = shown(art, painted(module, dry, "clear"))
    finish(new)
    lines = new.shore_lines(-2)
    assert lines != stored
    assert not new.is_water(*board.center(board.index[dry]))
    near = [
        p for line, _ in lines for p in line
        if np.hypot(p[0] - board.center(board.index[dry])[0], p[1] - board.center(board.index[dry])[1]) < 0.9
    ]  # fmt: skip
    assert len(near) > 20
    assert len(new.shore_lines(4)) > len(art.coast.vignette[4])
    shown(art, module)
    assert art.shore_lines(-2) == stored


def test_a_taken_escarpment_takes_its_relief_along(art: BoardArt, module: ModuleDef) -> None:
    board = art.board
    (i, j) = next(p for p, side in board.sides.items() if "escarpment" in side.kinds)
    new = shown(art, clear_hexside(module, "north-africa", board.ids[i], board.ids[j]))
    assert {i, j} <= set(changes(work(new).baked.record, view_of(new)))
    before = around(new, board.ids[i], 18).copy()
    finish(new)
    assert (around(new, board.ids[i], 18) != before).any()


def test_a_module_saved_with_other_terrain_shows_it_when_loaded(qapp: object, module: ModuleDef) -> None:
    changed = painted(module, "A31.17", "mountain")
    art = load_board_art(PATH, changed, compile_boards(changed.boards))
    assert art.groundwork is not None
    picture = QImage(200, 200, QImage.Format.Format_RGB32)
    x, y = art.board.center(art.board.index["A31.17"])
    painter = QPainter(picture)
    BoardPainter(art).paint(painter, QRectF(x - 1.5, y - 1.5, 3, 3), 60.0)
    painter.end()
    assert not art.groundwork.wants(QRectF(x - 1.5, y - 1.5, 3, 3))
    assert art.kind_at(x, y) == "mountain"


def test_a_kind_with_a_color_of_its_own_is_painted_in_it(art: BoardArt, module: ModuleDef) -> None:
    new = replace(art, board=compile_boards(painted(module, "A31.17", "rocks").boards))
    new = replace(new, looks=replace(new.looks, colors={"rocks": "#4060c0"}))
    work(new).show(view_of(new))
    finish(new)
    red, _, blue = around(new, "A31.17").mean(axis=(0, 1))
    assert blue > red + 30


def test_a_record_that_cannot_be_read_is_none() -> None:
    assert read_record("") is None
    assert read_record("{broken") is None
    assert read_record('{"flat": 3}') is None


def test_a_record_tells_its_grid(module: ModuleDef) -> None:
    board = compile_boards(module.boards)
    record = record_of(board)
    grid = module.boards[0].grid
    assert record.fits(grid)
    assert not record.fits(grid.model_copy(update={"columns": grid.columns + 1}))
    assert changes(record, View(board)) == {}
    assert read_record(record.packed()) == record


def test_contours_are_closed_and_where_they_should_be() -> None:
    x, y = np.meshgrid(np.arange(40, dtype=np.float32), np.arange(30, dtype=np.float32))
    (line,) = contour(10 - np.hypot(x - 20, y - 15), 0.0)
    assert line[0] == line[-1]
    away = [np.hypot(px - 20.5, py - 15.5) for px, py in calmed(line)]
    assert max(abs(d - 10) for d in away) < 0.3
    (straight,) = contour(x - 7.25, 0.0)
    assert {round(px, 3) for px, _ in straight} == {7.75}
    assert contour(np.zeros((4, 4), np.float32), 0.5) == []


def test_tints_lie_on_new_land_and_not_on_new_sea(art: BoardArt, module: ModuleDef) -> None:
    board = art.board
    dry = next(
        i for i in art.hexes
        if board.terrain[i] == "sea" and any(j >= 0 and board.terrain[j] != "sea" for j in board.neighbors[i])
    )  # fmt: skip
    x, y = board.center(dry)

    def alpha(shown_art: BoardArt) -> int:
        return land_mask(shown_art).pixelColor(round(x * TINT_SCALE), round(y * TINT_SCALE)).alpha()

    assert alpha(art) == 0
    new = shown(art, painted(module, board.ids[dry], "clear"))
    assert alpha(new) == 255
    assert list(work(new).turned_hexes()) == [(dry, False)]
