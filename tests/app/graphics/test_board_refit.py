"""What a map is drawn with, after the map got another size or other numbers."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from app.graphics.ground.heights import PER_HEX, RIM, HeightNet
from app.graphics.ground.record import record_of
from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_art import ArtUse, BoardArt, load_board_art
from app.graphics.painters.board_refit import Refit, grown_land
from engine.definition.board import ArtGridDef, GridDef
from engine.definition.drawing import DrawingDef
from engine.definition.module import ModuleDef
from engine.editing.grids import Margins, renumber, resize
from engine.geometry.compiling import compile_boards
from engine.geometry.hexgrid import PITCH
from engine.loading import builtin_modules, load_module
from tests.app.graphics.picture_checks import pixels

PATH = Path(builtin_modules()["afrika"])
BOARD = "north-africa"
DASHED = {"pattern": "{sheet}{column:02}-{row:02}"}
SCALE = 20


@pytest.fixture(scope="module")
def module() -> ModuleDef:
    return load_module(PATH)


def art_of(module: ModuleDef, use: ArtUse = ArtUse.EDITOR) -> BoardArt:
    return load_board_art(PATH, module, compile_boards(module.boards), use=use)


def painted(art: BoardArt, rect: QRectF) -> np.ndarray:
    picture = QImage(round(rect.width() * SCALE), round(rect.height() * SCALE), QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    BoardPainter(art).paint(painter, rect, SCALE)
    painter.end()
    return pixels(picture).astype(float)


def around(art: BoardArt, name: str, reach: float = 2.0) -> QRectF:
    x, y = art.board.center(art.board.index[name])
    return QRectF(x - reach, y - reach, 2 * reach, 2 * reach)


def away(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.abs(a - b).mean())


class TestNumbers:
    def test_the_picture_stays_but_for_the_numbers(self, qapp: object, module: ModuleDef) -> None:
        old, new = art_of(module), art_of(renumber(module, BOARD, DASHED))
        for before, after in (("A44.21", "A44-21"), ("A36.23", "A36-23"), ("B19.19", "B19-19")):
            assert np.array_equal(painted(old, around(old, before)), painted(new, around(new, after)))

    def test_stored_points_have_the_new_ids(self, qapp: object, module: ModuleDef) -> None:
        old, new = art_of(module), art_of(renumber(module, BOARD, DASHED))
        assert old.coast.symbols["A44.21"] == new.coast.symbols["A44-21"]
        assert old.coast.ports["A44.21"] == new.coast.ports["A44-21"]
        for pairs in ("symbols", "ports", "route_points", "side_points"):
            assert sorted(getattr(old.coast, pairs).values()) == sorted(getattr(new.coast, pairs).values())
        assert {join.a for join in new.drawing.joins} <= new.board.index.keys()
        assert len(new.drawing.joins) == len(old.drawing.joins)
        assert new.groundwork is not None
        assert not new.groundwork.is_changed

    def test_counting_from_the_other_side(self, qapp: object, module: ModuleDef) -> None:
        old, new = art_of(module), art_of(renumber(module, BOARD, {"row_order": "south"}))
        i = old.board.index["A44.21"]
        assert new.board.ids[i] != "A44.21"
        assert old.coast.symbols["A44.21"] == new.coast.symbols[new.board.ids[i]]
        assert np.array_equal(
            painted(old, around(old, "A44.21")), painted(new, around(new, new.board.ids[i]))
        )


class TestSize:
    @pytest.mark.parametrize(
        "margins", [Margins(west=1), Margins(west=2), Margins(east=2), Margins(north=2), Margins(south=2)]
    )
    def test_all_that_was_there_is_where_it_was_beside_its_hexes(
        self, qapp: object, module: ModuleDef, margins: Margins
    ) -> None:
        old, grown = art_of(module), art_of(resize(module, BOARD, margins))
        names = dict(zip(old.board.ids, old.board.ids, strict=True))
        if grown.refit is not None:
            names |= grown.refit.names
        for name in ("A44.21", "A36.23", "A26.28"):
            was, now = painted(old, around(old, name)), painted(grown, around(grown, names[name]))
            assert away(was, now) < 4.0

    def test_new_hexes_are_painted_as_what_they_are(self, qapp: object, module: ModuleDef) -> None:
        grown = art_of(resize(module, BOARD, Margins(west=2, north=1, south=2)))
        board, work = grown.board, grown.groundwork
        assert work is not None
        new = {i for i in grown.hexes if board.column[i] < 2 or board.row[i] < 1 or board.row[i] > 31}
        assert set(work.waiting()) == new
        for group in work.groups(work.wants(QRectF(0, 0, 200, 200))):
            work.paint(group)
        assert work.waiting() == []
        sea, land = board.sheets[0].cells[50, 0], board.sheets[0].cells[50, 33]
        assert grown.kind_at(*board.center(sea)) == "sea"
        assert grown.kind_at(*board.center(land)) != "sea"
        picture = pixels(grown.ground_sizes[0])
        for i, is_blue in ((sea, True), (land, False)):
            x, y = board.center(i)
            red, _, blue = picture[round(y * 40), round(x * 40)][:3].tolist()
            assert (blue > red) is is_blue

    def test_the_coast_goes_on_between_new_hexes(self, qapp: object, module: ModuleDef) -> None:
        grown = art_of(resize(module, BOARD, Margins(west=3)))
        work = grown.groundwork
        assert work is not None
        for group in work.groups(work.wants(QRectF(0, 0, 8, 40))):
            work.paint(group)
        for number in (-2, 0, 4):
            points = [point for line, _ in grown.shore_lines(number) for point in line]
            new = [(x, y) for x, y in points if 0 < x < 2.4 and 0 < y < grown.size[1]]
            assert new
            assert all(19 < y < 25 for _, y in new), "nothing is left of where the old coast was cut"

    def test_a_cut_map_shows_the_rest(self, qapp: object, module: ModuleDef) -> None:
        old, less = art_of(module), art_of(resize(module, BOARD, Margins(north=-2, east=-3)))
        assert less.size == pytest.approx((old.size[0] - 3 * PITCH, old.size[1] - 2))
        before, after = painted(old, around(old, "A36.23")), painted(less, around(less, "A36.23"))
        assert away(before, after) < 2.0
        assert less.groundwork is not None
        assert not less.groundwork.is_changed
        cartouche = less.drawing.cartouche
        assert cartouche is not None
        left, top, width, height = cartouche.box
        assert left + width < less.size[0]
        assert 0 < top < less.size[1] - height

    def test_texts_of_what_is_gone_are_gone(self, qapp: object, module: ModuleDef) -> None:
        old, less = art_of(module), art_of(resize(module, BOARD, Margins(north=-2, east=-3)))
        size = less.size
        for text in less.drawing.texts:
            xs, ys = [x for x, _ in text.path], [y for _, y in text.path]
            assert -1 < (min(xs) + max(xs)) / 2 < size[0] + 1
            assert -1 < (min(ys) + max(ys)) / 2 < size[1] + 1
        assert len(less.drawing.texts) <= len(old.drawing.texts)

    def test_back_again_nothing_is_refitted(self, qapp: object, module: ModuleDef) -> None:
        grown = resize(module, BOARD, Margins(west=3, south=1))
        back = art_of(resize(grown, BOARD, Margins(west=-3, south=-1)))
        assert back.refit is None
        assert back.kinds is not None
        assert back.kinds.record == record_of(back.board)

    def test_in_play_and_in_print_it_is_the_same(self, qapp: object, module: ModuleDef) -> None:
        grown = resize(module, BOARD, Margins(west=1))
        rect = QRectF(0, 18, 5, 6)
        assert away(painted(art_of(grown), rect), painted(art_of(grown, ArtUse.PAPER), rect)) < 0.5


class TestParts:
    def grid(self, **more: object) -> GridDef:
        return GridDef.model_validate({"kind": "flat", "columns": 6, "rows": 5, **more})

    def test_names_of_two_sheets(self) -> None:
        two = ({"prefix": "A", "columns": 3}, {"prefix": "B", "start": 2, "columns": 4})
        pattern = "{sheet}{column}.{row}"
        old = GridDef.model_validate(
            {"kind": "flat", "columns": 6, "rows": 5, "pattern": pattern, "sheets": two}, strict=False
        )
        refit = Refit(old, self.grid(columns=5), -1, 0)
        assert refit.names["A3.1"] == refit.names["B1.1"] == "0201"
        assert "A1.1" not in refit.names
        assert refit.old_names["0201"] == "B1.1"

    def test_heights_are_moved_and_go_on_evenly(self) -> None:
        size = (10.0, 8.0)
        x, y = HeightNet.places(size)
        net = HeightNet((x * 10 + np.sin(y * 9) * 30).astype(np.float32))
        moved = net.moved((4.0, 0.0), (18.0, 8.0))
        assert moved.rows.shape == HeightNet.places((18.0, 8.0))[0].shape
        inside = slice(RIM + 5 * PER_HEX, RIM + 13 * PER_HEX)
        assert np.allclose(moved.rows[:, inside], net.rows[:, RIM + PER_HEX : RIM + 9 * PER_HEX], atol=0.5)
        far, near = moved.rows[:, -1].std(), net.rows[:, -1].std()
        assert far < near / 2

    def test_a_coast_that_is_only_drawn_goes_round_new_hexes(self) -> None:
        drawing = DrawingDef(board="x", land=(((-1.0, -1.0), (4.0, -1.0), (4.0, 9.0), (-1.0, 9.0)),))
        land = [((5.0, 5.0), (6.0, 5.0), (6.0, 6.0), (5.0, 6.0))]
        sea = [((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))]
        new = grown_land(drawing, (0.0, 0.0, 5.0, 5.0), land, sea)
        corners = {(round(x, 2), round(y, 2)) for ring in new.land for x, y in ring}
        assert {(4.0, 5.0), (6.0, 6.0), (1.0, 1.0)} <= corners
        assert (0.0, 0.0) not in corners
        assert (4.0, 9.0) not in corners

    def test_files_of_strangers_that_would_need_too_many_pixels_are_left_out(
        self, qapp: object, module: ModuleDef
    ) -> None:
        tiny = ArtGridDef(
            grid=module.boards[0].grid.model_copy(update={"columns": 2, "rows": 2, "sheets": ()})
        )
        art = module.boards[0].art.model_copy(update={"made_for": tiny})
        board = module.boards[0].model_copy(update={"art": art})
        found = art_of(module.model_copy(update={"boards": (board,)}))
        assert found.ground is None
        assert found.kinds is None

    def test_a_map_whose_files_fit_needs_nothing(self, module: ModuleDef) -> None:
        assert Refit.of(module.boards[0]) is None
        base = ArtGridDef(grid=module.boards[0].grid, column=1)
        board = module.boards[0].model_copy(
            update={"art": module.boards[0].art.model_copy(update={"made_for": base})}
        )
        found = Refit.of(board)
        assert found is not None
        assert (found.is_moved, found.has_grown, found.shift) == (True, True, (PITCH, 0.0))
