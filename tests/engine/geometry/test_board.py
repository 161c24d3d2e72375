"""Compiled boards: numbers for ids, features on sides, zones, several maps in one numbering."""

from itertools import pairwise

import pytest

from engine.definition.board import BoardDef, GridDef, HexsideDef, LabelDef, PlaceDef, RouteDef, SheetDef
from engine.geometry import APART, compile_boards
from engine.geometry.compiling import NotNeighbors, UnknownHex
from tests.fixtures.grids import COLUMN_DOT_ROW, ROW_COLUMN, plain_board, small_board


def test_hexes_without_a_letter_do_not_exist() -> None:
    board = compile_boards([small_board()])
    assert len(board) == 11
    assert "0103" not in board.index
    assert all(board.ids[i] == name for name, i in board.index.items() if name != "CAPITAL")


def test_neighbors_agree_with_each_other_and_off_map_is_minus_one() -> None:
    board = compile_boards([plain_board(ROW_COLUMN)])
    for i, ring in enumerate(board.neighbors):
        for direction, j in enumerate(ring):
            assert j == -1 or board.neighbors[j][(direction + 3) % 6] == i
    assert board.neighbors[board.index["L1900"]].count(-1) == 3
    assert board.neighbors[board.index["L3601"]].count(-1) == 1
    assert board.direction(board.index["E3535"], board.index["E3536"]) == 1
    assert board.direction(board.index["E3535"], board.index["E3538"]) is None


def test_terrain_tags_and_second_names() -> None:
    board = compile_boards([small_board()])
    terrain = {name: board.terrain[board.index[name]] for name in ("0101", "0102", "0202", "0301")}
    assert terrain == {"0101": "clear", "0102": "hill", "0202": "rough", "0301": "sea"}
    assert board.index["CAPITAL"] == board.index["0101"]
    assert board.tagged("tower") == (board.index["0102"],)
    assert board.tags(board.index["0101"]) == frozenset()


def test_sides_know_kind_upper_hex_and_protected_hex() -> None:
    board = compile_boards([small_board()])
    low, high = board.hexes(["0101", "0102"])
    assert board.hexside(low, high) == board.hexside(high, low) == {"cliff"}
    assert board.high(low, high) == board.high(high, low) == high
    fort, front = board.hexes(["0202", "0302"])
    side = board.side(front, fort)
    assert side is not None
    assert side.protects == (fort,)
    assert side.names == ("Wall",)
    assert board.high(fort, front) is None
    assert board.hexside(low, board.index["0201"]) == frozenset()


def test_features_that_share_a_side_add_up() -> None:
    definition = small_board()
    more = HexsideDef(a="0202", b="0201", kind="river", name="Brook")
    board = compile_boards([definition.model_copy(update={"hexsides": (*definition.hexsides, more)})])
    a, b = board.hexes(["0201", "0202"])
    side = board.side(a, b)
    assert side is not None
    assert side.kinds == {"river", "wall"}
    assert set(side.names) == {"Brook", "Wall"}


def test_routes_are_links_between_neighbors() -> None:
    board = compile_boards([small_board()])
    path = board.hexes(["0101", "0201", "0302", "0402"])
    assert all(board.links(a, b) == board.links(b, a) == {"road"} for a, b in pairwise(path))
    assert board.links(path[0], board.index["0102"]) == frozenset()
    assert [route.path for route in board.routes] == [path]


def test_zones_by_list_edge_band_and_inside() -> None:
    board = compile_boards([small_board()])
    named = {zone: {board.ids[i] for i in hexes} for zone, hexes in board.zones.items()}
    assert named["west"] == {"0101", "0102"}
    assert named["middle"] == {"0201", "0202", "0203", "0301", "0302", "0303"}
    assert named["dry-middle"] == named["middle"] - {"0301"}
    assert named["pair"] == {"0101", "0303"}
    assert named["pair-in-middle"] == {"0303"}


def test_distance_and_neighborhood() -> None:
    board = compile_boards([plain_board(COLUMN_DOT_ROW)])
    a, b = board.hexes(["A62.10", "B1.11"])
    assert board.distance(a, b) == 1
    assert board.distance(board.index["A1.08"], board.index["A36.23"]) == 35
    ring = board.within(a, 2)
    assert len(ring) == 19
    assert all(board.distance(a, i) <= 2 for i in ring)
    assert board.within(a, 0) == {a}


def test_the_hex_under_its_center_and_no_hex_beside_the_map() -> None:
    board = compile_boards([small_board()])
    for i in range(len(board)):
        assert board.hex_at(*board.center(i)) == i
        assert len(board.corners(i)) == 6
    assert board.hex_at(0.3, 2.4) is None
    assert board.hex_at(-5, -5) is None


def test_places_have_names_and_label_positions() -> None:
    label = LabelDef(dx=0.5, align="left")
    places = (
        PlaceDef(hex="0101", name="Town", kind="town", label=label),
        PlaceDef(hex="0202", name="Inn", kind="site"),
    )
    board = compile_boards([small_board().model_copy(update={"places": places})])
    town, inn, bare = board.hexes(["0101", "0202", "0201"])
    assert (board.place_name(town), board.place_name(bare)) == ("Town", "")
    assert (board.label(town), board.label(bare)) == ("0101 Town", "0201")
    assert board.name_position(town) == label
    assert board.name_position(inn) == LabelDef()


def map_of(number: int, columns: int = 5, rows: int = 4) -> BoardDef:
    grid = GridDef(
        kind="flat",
        columns=columns,
        rows=rows,
        pattern="{sheet}-{column:02}{row:02}",
        sheets=(SheetDef(prefix=str(number), columns=columns),),
        row_order="north",
    )
    return plain_board(grid, f"map-{number}")


def test_several_maps_share_one_numbering() -> None:
    board = compile_boards([map_of(1), map_of(2, 3, 3), map_of(3)])
    assert len(board) == 20 + 9 + 20
    assert board.board_of(board.index["2-0101"]) == "map-2"
    assert board.board_number("map-3") == 2
    with pytest.raises(KeyError):
        board.board_number("map-9")
    a, b = board.hexes(["1-0101", "3-0101"])
    assert board.distance(a, b) == APART
    assert board.center(a) == board.center(b)
    assert board.hex_at(*board.center(b), board=2) == b
    assert board.hex_at(*board.center(a), board=0) == a
    assert board.size(1) != board.size(0)


def test_faulty_definitions_are_named() -> None:
    board = small_board()
    route = RouteDef(kind="road", path="0101 0402")
    with pytest.raises(NotNeighbors, match="0101 and 0402"):
        compile_boards([board.model_copy(update={"routes": (route,)})])
    place = PlaceDef(hex="0909", name="Nowhere", kind="bir")
    with pytest.raises(UnknownHex, match="0909"):
        compile_boards([board.model_copy(update={"places": (place,)})])


def test_maps_painted_one_after_the_other_do_not_share_what_is_painted() -> None:
    whole = ("aaa", "aaa", "aaa")
    boards = [sheet("one", whole), sheet("one", ("aab", "aaa", "aaa")), sheet("one", ("aa ", "aaa", "a a"))]
    first, painted, holed = (compile_boards([board]) for board in boards)
    assert painted.ids == first.ids
    assert painted.neighbors == first.neighbors
    assert [i for i, kind in enumerate(painted.terrain) if kind != first.terrain[i]] == [
        first.index[painted.ids[i]] for i, kind in enumerate(painted.terrain) if kind == "rough"
    ]
    assert len(holed) == len(first) - 2
    for i, around in enumerate(holed.neighbors):
        names = {holed.ids[j] for j in around if j >= 0}
        before = {first.ids[j] for j in first.neighbors[first.index[holed.ids[i]]] if j >= 0}
        assert names == before & set(holed.ids)
    assert compile_boards([boards[0]]).neighbors == first.neighbors


def test_neighbors_of_a_second_map_are_its_own_hexes() -> None:
    rows = ("aaa", "aaa")
    both = compile_boards([sheet("one", rows, "1"), sheet("two", rows, "2")])
    alone = compile_boards([sheet("two", rows, "2")])
    first = both.index[alone.ids[0]]
    assert first == 6
    for i, around in enumerate(alone.neighbors):
        assert [both.ids[j] if j >= 0 else "" for j in both.neighbors[first + i]] == [
            alone.ids[j] if j >= 0 else "" for j in around
        ]


def sheet(name: str, rows: tuple[str, ...], prefix: str = "") -> BoardDef:
    """A map of plain and rough hexes; a blank is no hex."""
    grid = GridDef(kind="flat", columns=len(rows[0]), rows=len(rows), pattern=prefix + "{column:02}{row:02}")
    return BoardDef(id=name, title=name, grid=grid, legend={"a": "clear", "b": "rough"}, rows=rows)
