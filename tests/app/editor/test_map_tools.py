"""The tools of the map with real clicks and drags, fast ones too."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.definition.board import HexDef
from engine.editing.areas import line
from engine.editing.change import with_fields
from engine.editing.checking import check
from engine.editing.maps import change_board
from engine.geometry import CompiledBoard
from tests.app.editor.conftest import LEFT, NONE, Designer

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def board_of(designer: Designer) -> CompiledBoard:
    board = check(designer.module).board
    assert board is not None
    return board


def terrain(designer: Designer, spot: str) -> str:
    board = board_of(designer)
    return board.terrain[board.index[spot]]


def jump(designer: Designer, *points: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
    """A drag of a fast hand: the pointer is seen at these points only."""
    viewport = designer.window.map_page.view.viewport()
    QTest.mousePress(viewport, LEFT, keys, points[0])
    for point in points[1:]:
        QTest.mouseMove(viewport, point)
    QTest.mouseRelease(viewport, LEFT, keys, points[-1])
    designer.settle()


class TestBrush:
    def test_a_fast_stroke_leaves_no_gaps(self, designer: Designer) -> None:
        designer.window.palette_panel.choose("terrain", "rough")
        designer.tool("brush")
        jump(designer, designer.point("0207"), designer.point("1107"))
        board = board_of(designer)
        way = [board.ids[i] for i in line(board, board.index["0207"], board.index["1107"])]
        assert len(way) == 10
        assert {terrain(designer, spot) for spot in way} == {"rough"}
        assert designer.steps == 1
        designer.press(designer.window.undo_button)
        assert terrain(designer, "0307") == "clear"

    @pytest.mark.parametrize(("size", "count"), [(1, 1), (7, 7), (19, 19), (37, 37)])
    def test_four_sizes(self, designer: Designer, size: int, count: int) -> None:
        designer.window.resize(1900, 900)
        designer.settle()
        designer.window.palette_panel.choose("terrain", "rough")
        designer.tool("brush")
        designer.press(designer.window.brushes[size])
        before = board_of(designer)
        designer.click("0605")
        board = board_of(designer)
        around = before.within(before.index["0605"], {1: 0, 7: 1, 19: 2, 37: 3}[size])
        assert len(around) == count
        assert all(board.terrain[i] == "rough" for i in around)
        assert designer.steps == 1


class TestHexsides:
    def test_a_fast_drag_puts_a_feature_on_every_side_it_follows(self, designer: Designer) -> None:
        """Along the southern sides of a row: the pointer stays just inside the upper hexes."""
        designer.window.palette_panel.choose("hexside", "slope")
        designer.tool("hexside")
        page, board = designer.window.map_page, board_of(designer)
        hexes = ("0707", "0807", "0907", "1007")
        before = set(board.sides)
        points = []
        for spot in hexes:
            corners = page.scene.layout.polygon(board.index[spot])
            points += [page.view.view_point(corners.at(n)).toPoint() - QPoint(0, 5) for n in (3, 2)]
        jump(designer, *points)
        after = board_of(designer)
        new = set(after.sides) - before
        assert {frozenset(after.ids[i] for i in pair) for pair in new} >= {
            frozenset((spot, after.ids[after.neighbors[after.index[spot]][3]])) for spot in hexes
        }
        assert designer.steps == 1

    def test_a_drag_through_the_middle_of_hexes_adds_nothing_more(self, designer: Designer) -> None:
        designer.window.palette_panel.choose("hexside", "slope")
        designer.tool("hexside")
        before = set(board_of(designer).sides)
        center = designer.point("0806")
        jump(designer, designer.side_point("0806", "0906"), center, center + QPoint(2, 2), center)
        assert len(set(board_of(designer).sides) - before) == 1

    def test_the_hex_under_the_pointer_is_the_upper_one_and_erase_takes_it_off(
        self, designer: Designer
    ) -> None:
        designer.window.palette_panel.choose("hexside", "slope")
        designer.tool("hexside")
        designer.click_at(designer.side_point("0906", "0806"))
        board = board_of(designer)
        i, j = board.index["0806"], board.index["0906"]
        assert board.high(i, j) == j
        designer.click_at(designer.side_point("0806", "0906"))
        assert board_of(designer).high(i, j) == i
        designer.window.palette_panel.choose("hexside", "-")
        designer.click_at(designer.side_point("0806", "0906"))
        assert board_of(designer).hexside(i, j) == frozenset()


class TestRoads:
    def test_clicks_go_on_from_hex_to_hex_until_escape(self, designer: Designer) -> None:
        page = designer.window.map_page
        designer.window.palette_panel.choose("route", "road")
        designer.tool("link")
        for spot in ("0306", "0606", "0608"):
            designer.click(spot)
        route = designer.module.boards[0].routes[-1]
        assert route.hexes()[0] == "0306"
        assert route.hexes()[-1] == "0608"
        assert "0606" in route.hexes()
        board = board_of(designer)
        assert all(board.links(board.index[a], board.index[b]) for a, b in pairwise(route.hexes()))
        assert designer.steps == 2
        QTest.keyClick(page.view, Qt.Key.Key_Escape)
        assert page.tool.name == "select"
        designer.tool("link")
        designer.click("0308")
        assert designer.steps == 2

    def test_the_way_of_the_next_click_is_shown(self, designer: Designer) -> None:
        page = designer.window.map_page
        designer.window.palette_panel.choose("route", "road")
        designer.tool("link")
        designer.click("0306")
        QTest.mouseMove(page.view.viewport(), designer.point("0506"))
        designer.settle()
        assert page.layer.state.sketch.way[0] == "0306"
        assert page.layer.state.sketch.way[-1] == "0506"
        assert "Road → 0306" in designer.window.pill.words.text()

    def test_erase_takes_links_away_along_the_drag(self, designer: Designer) -> None:
        designer.window.palette_panel.choose("route", "-")
        designer.tool("link")
        designer.drag("0504", "0604", "0704")
        board = board_of(designer)
        assert not board.links(board.index["0504"], board.index["0604"])
        assert board.links(board.index["0403"], board.index["0504"])


class TestChoosing:
    def test_shift_and_drag_choose_a_block(self, designer: Designer) -> None:
        page = designer.window.map_page
        designer.tool("select")
        before = page.view.map_scale, page.view.visible_scene().center()
        designer.drag("0605", "0807", keys=SHIFT)
        assert set(page.selected) == {f"{c:02}{r:02}" for c in (6, 7, 8) for r in (5, 6, 7)}
        assert (page.view.map_scale, page.view.visible_scene().center()) == before
        designer.drag("1006", "1006", "1007", keys=SHIFT | CTRL)
        assert {"1006", "1007", "0605"} <= set(page.selected)
        assert designer.steps == 0

    def test_copied_hexes_bring_terrain_sides_roads_names_and_tags(self, designer: Designer) -> None:
        page = designer.window.map_page
        document = designer.window.document
        tagged = HexDef(hex="0405", tags=("strong",), note="a knoll")
        document.edit(
            lambda m: change_board(m, "coast", lambda b: with_fields(b, {"hexes": (*b.hexes, tagged)})), "tag"
        )
        designer.tool("select")
        designer.drag("0203", "0505", keys=SHIFT)
        QTest.keyClick(page.view, Qt.Key.Key_C, CTRL)
        assert "12 hexes copied" in designer.said()
        designer.click("0806")
        QTest.keyClick(page.view, Qt.Key.Key_V, CTRL)
        board, old = board_of(designer), board_of(designer)
        assert designer.window.document.stack.undoText() == "paste 12 hexes"
        assert board.places[board.index["0806"]].name == "Westhaven"
        assert terrain(designer, "1007") == terrain(designer, "0404") == "rough"
        assert board.links(board.index["0806"], board.index["0906"]) == {"road"}
        i, j = board.index["1008"], board.index["1108"]
        assert board.hexside(i, j) == {"slope"}
        assert board.high(i, j) == i
        assert old.tags(old.index["1008"]) == {"strong"}
        designer.press(designer.window.undo_button)
        assert board_of(designer).index["0806"] not in board_of(designer).places


class TestTags:
    def test_ports_and_objectives_are_painted_and_shown(self, designer: Designer) -> None:
        page, palette = designer.window.map_page, designer.window.palette_panel
        words = [palette.lists["zone"].item(n).text() for n in range(palette.lists["zone"].count())]
        assert {"Port", "No port", "Objective", "No objective"} <= set(words)
        palette.choose("tag", "objective")
        assert page.tool.name == "brush"
        designer.drag("0606", "0607", "1004")
        board = board_of(designer)
        assert "objective" in board.tags(board.index["0606"])
        assert "objective" in board.tags(board.index["1004"])
        assert next(p for p in designer.module.boards[0].places if p.hex == "1004").tags == ("objective",)
        assert designer.steps == 1
        (zone,) = page.scene.overlays.zones
        assert {"0606", "1004"} <= zone.hexes
        assert zone.label == "Objective"
        QTest.mouseMove(page.view.viewport(), designer.point("0303"))
        designer.settle()
        assert designer.window.pill.words.text() == "Tag objective → 0303"

    def test_they_go_off_again_and_leave_nothing(self, designer: Designer) -> None:
        before = designer.module
        designer.window.palette_panel.choose("tag", "port")
        designer.tool("brush")
        designer.click("0606")
        designer.window.palette_panel.choose("untag", "port")
        designer.click("0606")
        assert designer.module.boards[0] == before.boards[0]
        designer.click("0203")
        board = board_of(designer)
        assert board.tags(board.index["0203"]) == frozenset()
        assert board.places[board.index["0203"]].name == "Westhaven"
