"""Edits of maps: terrain, names, zones, hexsides, roads, regions, size and numbers, grids over pictures."""

from itertools import pairwise

import pytest

from engine.definition.board import HexsideDef
from engine.editing import (
    EditRefused,
    areas,
    lines,
    maps,
    regions,
)
from engine.editing.change import touched
from engine.editing.checking import check
from engine.editing.grid_fit import Click, fit_grid
from engine.editing.grids import Margins, renumber, resize
from engine.geometry.compiling import grid_of
from tests.engine.editing.modules import a_module


class TestMaps:
    def test_painting_changes_letters_only(self) -> None:
        before = a_module()
        after = maps.paint_terrain(before, "coast", ["0606", "0707"], "rough")
        assert check(after).board is not None
        board = check(after).board
        assert board is not None
        assert board.terrain[board.index["0606"]] == board.terrain[board.index["0707"]] == "rough"
        assert after.boards[0].places is before.boards[0].places
        assert touched(before, after).parts == {"boards"}

    def test_painting_what_is_there_already_is_no_edit(self) -> None:
        before = a_module()
        assert maps.paint_terrain(before, "coast", ["0101"], "sea") is before

    def test_sea_under_a_road_or_a_unit_is_refused(self) -> None:
        with pytest.raises(EditRefused, match="no land"):
            maps.paint_terrain(a_module(), "coast", ["0604"], "sea")
        with pytest.raises(EditRefused, match="lava"):
            maps.paint_terrain(a_module(), "coast", ["0604"], "lava")

    def test_hexes_can_be_erased_unless_something_is_there(self) -> None:
        after = maps.erase_hexes(a_module(), "coast", ["1201", "1202"])
        board = check(after).board
        assert board is not None
        assert "1201" not in board.index
        with pytest.raises(EditRefused, match="1004"):
            maps.erase_hexes(a_module(), "coast", ["1004"])

    def test_names(self) -> None:
        after = maps.set_place(a_module(), "coast", "0606", {"name": "Middle", "kind": "fort"})
        assert after.boards[0].places[-1].name == "Middle"
        after = maps.set_place(after, "coast", "0606", {"tags": ("port",)})
        assert after.boards[0].places[-1].tags == ("port",)
        assert maps.remove_place(after, "coast", "0606").boards[0].places == a_module().boards[0].places

    def test_zones_of_both_kinds(self) -> None:
        after = maps.add_zone(a_module(), "coast", "north", "North", ["0405", "0505"])
        after = maps.take_from_zone(
            maps.add_to_zone(after, "coast", "north", ["0605"]), "coast", "north", ["0405"]
        )
        assert next(z.hexes for z in after.boards[0].zones if z.id == "north") == "0505 0605"
        after = maps.add_to_zone(after, "coast", "wide", ["0606"])
        board = check(after).board
        assert board is not None
        assert board.index["0606"] in board.zones["wide"]
        with pytest.raises(EditRefused, match="rule"):
            maps.add_to_zone(after, "coast", "west-edge", ["0606"])
        gone = maps.delete_zone(after, "coast", "wide")
        assert gone.boards[0].layers == ()
        with pytest.raises(EditRefused, match="west-edge"):
            maps.delete_zone(after, "coast", "west-edge")

    def test_hexsides_singly_and_in_chains(self) -> None:
        after = lines.clear_hexside(a_module(), "coast", "0506", "0606")
        assert after.boards[0].chains[0].sides == ("0606 0507", "0706 0806")
        after = lines.set_hexside(after, "coast", HexsideDef(a="0506", b="0606", kind="slope", high="0506"))
        board = check(after).board
        assert board is not None
        i, j = board.index["0506"], board.index["0606"]
        assert board.hexside(i, j) == {"slope"}
        assert board.high(i, j) == i
        with pytest.raises(EditRefused, match="not neighbors"):
            lines.set_hexside(after, "coast", HexsideDef(a="0101", b="0808", kind="slope"))

    def test_roads_go_on_and_split(self) -> None:
        after = lines.draw_route(a_module(), "coast", "road", ["1004", "1104", "1204"], "Coast Road")
        assert after.boards[0].routes[0].path.endswith("0904 1004 1104 1204")
        after = lines.clear_link(after, "coast", "0604", "0704")
        assert [route.hexes()[-1] for route in after.boards[0].routes] == ["0604", "1204"]
        with pytest.raises(EditRefused, match="no land"):
            lines.draw_route(after, "coast", "road", ["0102", "0101"])

    def test_a_region_copied_and_pasted(self) -> None:
        module = a_module()
        region = regions.copy_region(module, "coast", ["0903", "0904", "1004", "1003"])
        after = regions.paste_region(module, "coast", region, "0307")
        board = check(after).board
        assert board is not None
        assert [place.name for place in after.boards[0].places].count("Easton") == 2
        assert any(kinds == {"road"} for pair, link in board.route_links.items()
                   if board.row[pair[0]] >= 5 for kinds in [link.kinds])  # fmt: skip

    def test_renumbering_is_followed_everywhere(self) -> None:
        module = a_module()
        after = renumber(module, "coast", {"pattern": "{column:02}.{row:02}", "first_row": 0})
        assert after.boards[0].places[0].hex == "02.02"
        assert after.scenario("meeting").control == {"02.02": "axis", "10.03": "allied"}
        assert after.boards[0].chains[0].sides[0] == "06.05 05.05 05.06"
        back = renumber(after, "coast", {"pattern": "{column:02}{row:02}", "first_row": 1})
        assert back == module

    def test_resizing_keeps_everything_in_its_hex(self) -> None:
        module = a_module()
        for margins in (Margins(west=1), Margins(north=2, east=3), Margins(west=2, south=1)):
            after = resize(module, "coast", margins, "clear")
            board, old = check(after).board, check(module).board
            assert board is not None
            assert old is not None
            town = next(i for i, place in board.places.items() if place.name == "Easton")
            assert board.column[town] == old.column[old.index["1004"]] + margins.west
            assert len(board.routes[0].path) == len(old.routes[0].path)
        assert (
            resize(resize(module, "coast", Margins(west=2), "clear"), "coast", Margins(west=-2), "clear")
            == module
        )
        with pytest.raises(EditRefused):
            resize(module, "coast", Margins(west=-3), "clear")

    def test_brush_line_and_fill(self) -> None:
        board = check(a_module()).board
        assert board is not None
        i, j = board.index["0303"], board.index["0907"]
        assert [len(areas.brush(board, board.index["0605"], n)) for n in (1, 7, 19)] == [1, 7, 19]
        path = areas.line(board, i, j)
        assert (path[0], path[-1], len(path)) == (i, j, board.distance(i, j) + 1)
        assert all(b in board.neighbors[a] for a, b in pairwise(path))
        assert {board.terrain[n] for n in areas.fill(board, board.index["0101"])} == {"sea"}

    @pytest.mark.parametrize(("turn", "stretch"), [(0.0, 1.0), (0.03, 1.02), (-0.05, 0.98)])
    def test_a_grid_fitted_by_clicks(self, turn: float, stretch: float) -> None:
        grid = grid_of(a_module().boards[0].grid)
        clicks = []
        for column, row in ((0, 0), (11, 1), (2, 7), (10, 6)):
            u, v = grid.center(column, row)
            clicks.append(
                Click(column, row, 90 * stretch * u - turn * 90 * v + 33, turn * 90 * u + 90 * v + 12)
            )
        fit = fit_grid(grid, clicks)
        assert fit.rms < 1e-6
        u, v = grid.center(5, 5)
        x, y = fit.pixel(u, v)
        assert fit.board(x, y) == pytest.approx((u, v))
        assert x == pytest.approx(90 * stretch * u - turn * 90 * v + 33)
        off = fit_grid(grid, [*clicks[:3], Click(10, 6, clicks[3].x + 8, clicks[3].y)])
        assert 1 < off.worst < 8
        with pytest.raises(EditRefused, match="three"):
            fit_grid(grid, clicks[:2])
        with pytest.raises(EditRefused, match="line"):
            fit_grid(grid, [Click(n, 0, n * 10.0, 0.0) for n in (0, 2, 4)])


@pytest.mark.parametrize(
    "spots",
    [
        ((5.0, 5.0), (5.0, 5.0), (5.0, 5.0)),
        ((0.0, 0.0), (10.0, 10.0), (20.0, 20.0)),
        ((0.0, 0.0), (1.0, 9.0), (float("nan"), 3.0)),
    ],
)
def test_clicks_in_one_spot_or_line_of_the_picture_fit_no_grid(
    spots: tuple[tuple[float, float], ...],
) -> None:
    grid = grid_of(a_module().boards[0].grid)
    cells = ((0, 0), (5, 0), (0, 5))
    clicks = [Click(*cell, *spot) for cell, spot in zip(cells, spots, strict=True)]
    with pytest.raises(EditRefused, match="one spot"):
        fit_grid(grid, clicks)
