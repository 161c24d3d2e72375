"""What is read of a module for drawing one of its maps; what is missing or broken is left out."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.graphics.painters.board_art import BoardArt, load_board_art
from app.graphics.painters.board_coast import EMPTY, CoastLines, packed, read_coast, side_key
from app.graphics.painters.board_masks import KindMap, LandMap
from app.graphics.painters.board_route_points import RoutePoints
from app.graphics.painters.board_routes import RouteNet
from engine.definition.module import ModuleDef
from engine.geometry.board import CompiledBoard
from engine.geometry.compiling import compile_boards
from engine.loading import builtin_modules, load_module
from tests.app.graphics import small_board

points = st.tuples(st.floats(-5, 90), st.floats(-5, 40))


def built_in(name: str = "afrika") -> tuple[Path, ModuleDef, CompiledBoard]:
    path = Path(builtin_modules()[name])
    module = load_module(path)
    return path, module, compile_boards(module.boards)


@pytest.fixture(scope="module")
def shipped() -> tuple[Path, ModuleDef, CompiledBoard]:
    return built_in()


@given(st.lists(points, min_size=1, max_size=40))
def test_packed_lines_come_back_to_the_nearest_step(line: list[tuple[float, float]]) -> None:
    coast = msgspec.structs.replace(EMPTY, unit=500)
    back = coast.line(packed(line, 500))
    assert back[0] == pytest.approx(line[0], abs=0.0011)
    for x, y in back:
        assert min(max(abs(x - a), abs(y - b)) for a, b in line) <= 0.0011


def test_stored_lines_decode_to_what_was_stored() -> None:
    stored = msgspec.structs.replace(
        EMPTY, coast=(packed([(0.0, 0.0), (1.0, 0.5), (0.2, 2.0)], 500),), symbols={"A1": (0.5, 0.25)}
    )
    again = read_coast(msgspec.json.encode(stored))
    assert again == stored
    assert isinstance(again, CoastLines)
    with pytest.raises(msgspec.ValidationError):
        read_coast(b'{"unit": "big"}')


def test_a_side_has_one_key() -> None:
    assert side_key("A1", "A2") == side_key("A2", "A1") != side_key("A1", "A3")


def test_land_is_what_lies_inside_the_coast() -> None:
    land = LandMap([[(1.0, 1.0), (4.0, 1.0), (4.0, 4.0), (1.0, 4.0)]], (6.0, 6.0))
    assert land.is_land(2.5, 2.5)
    assert not land.is_land(5.0, 2.5)
    assert not land.is_land(-3.0, 99.0)


def test_a_map_with_a_coast_tells_land_by_it(art: BoardArt) -> None:
    assert art.kind_at(8.1, 4.0) == ""
    assert art.look(art.board.hex_at(8.1, 4.0) or 0) == "sea"
    assert art.kind_at(0.5, 4.0) == "sea"
    assert art.kind_at(*art.board.center(art.board.index["A5.05"])) == "mountain"


def test_shipped_maps_have_their_pictures(
    qapp: object, shipped: tuple[Path, ModuleDef, CompiledBoard]
) -> None:
    path, module, board = shipped
    art = load_board_art(path, module, board)
    assert art.ground is not None
    assert art.ground.width() / art.size[0] == pytest.approx(art.ground.height() / art.size[1], rel=0.01)
    assert len(art.coast.vignette) == 5
    assert art.drawing.texts
    sizes = [picture.width() for picture in art.ground_sizes]
    assert sizes == sorted(sizes, reverse=True)


def test_baked_kinds_agree_with_the_hexes(
    qapp: object, shipped: tuple[Path, ModuleDef, CompiledBoard]
) -> None:
    path, module, board = shipped
    art = load_board_art(path, module, board)
    assert isinstance(art.kinds, KindMap)
    agreeing = [
        i
        for i in art.hexes
        if art.kind_at(*board.center(i)) == ("" if board.terrain[i] == "clear" else board.terrain[i])
    ]
    assert len(agreeing) > 0.93 * len(art.hexes)


def test_roads_of_shipped_maps_keep_ashore(
    qapp: object, shipped: tuple[Path, ModuleDef, CompiledBoard]
) -> None:
    path, module, board = shipped
    art = load_board_art(path, module, board)
    net = RouteNet(art)
    wet = sum(art.is_water(*point) for line in net.lines["road"] for point in line)
    total = sum(len(line) for line in net.lines["road"])
    assert total > 2000
    assert wet < 0.01 * total


def test_stored_points_lie_in_or_on_their_hexes(
    qapp: object, shipped: tuple[Path, ModuleDef, CompiledBoard]
) -> None:
    path, module, board = shipped
    art = load_board_art(path, module, board)
    for table in (art.coast.symbols, art.coast.route_points):
        for name, (x, y) in table.items():
            assert board.hex_at(x, y) == board.index[name]
    for name, (x, y) in art.coast.ports.items():
        middle = board.center(board.index[name])
        assert abs(x - middle[0]) < 0.6
        assert abs(y - middle[1]) < 0.6


def test_missing_and_broken_files_are_left_out(
    qapp: object, tmp_path: Path, shipped: tuple[Path, ModuleDef, CompiledBoard]
) -> None:
    _, module, board = shipped
    (tmp_path / "module.yaml").write_text("id: x\n", encoding="utf-8")
    (tmp_path / "board").mkdir()
    (tmp_path / "art").mkdir()
    (tmp_path / "board" / "drawing.json").write_text(
        '{"board": "north-africa", "coast": "art/coast.json", "kinds": "art/kinds.png"}', encoding="utf-8"
    )
    (tmp_path / "art" / "coast.json").write_text("[1, 2", encoding="utf-8")
    (tmp_path / "art" / "ground.jpg").write_bytes(b"no picture")
    art = load_board_art(tmp_path, module, board)
    assert art.ground is None
    assert art.kinds is None
    assert art.coast == EMPTY


# ---------------------------------------------------------------------------- routes


def test_all_routes_share_the_points_of_hexes_and_sides() -> None:
    board = small_board.compiled()
    net = RoutePoints(board, ["road", "track"])
    harbour = board.index["A2.05"]
    curves = [net.curve(route.path) for route in board.routes if route.kind in ("road", "track")]
    assert all(curve[0] == net.hex_point(harbour) for curve in curves)
    i, j = board.index["A3.05"], board.index["A2.05"]
    assert net.side_point(i, j) == net.side_point(j, i)


def test_a_shared_stretch_is_drawn_once_as_the_better_road(art: BoardArt) -> None:
    net = RouteNet(art)
    (road,) = net.lines["road"]
    (track,) = net.lines["track"]
    board = art.board
    corner = net._points.hex_point(board.index["A3.05"])
    assert track[0] == corner
    assert any(abs(x - corner[0]) < 1e-9 and abs(y - corner[1]) < 1e-9 for x, y in road)


def test_curves_are_found_by_name(art: BoardArt) -> None:
    net = RouteNet(art)
    assert net.curve_of("Coast road") is not None
    assert net.curve_of("No such road") is None
