"""The map page with a mouse: what is painted shows in place, is taken back exactly, and areas are drawn."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.editor.edit_layer import NOTHING
from app.editor.layers_panel import ZONES
from app.editor.map_picture import changed_areas
from app.editor.map_zones import areas_at, choices_from, where_areas
from app.editor.setup_stacks import SetupStacks
from app.editor.window import EditorWindow, open_document
from app.settings import SettingsStore
from engine.definition.board import BoardArtDef
from engine.definition.scenario import WhereDef
from engine.editing.grids import Margins, resize
from engine.editing.lines import draw_route
from engine.editing.maps import change_board, paint_terrain, set_place
from engine.geometry import compile_boards
from engine.loading import builtin_modules
from tests.app.editor.conftest import Designer
from tests.app.graphics.picture_checks import pixels
from tests.engine.editing.modules import a_module


@pytest.fixture
def desert(qtbot: QtBot, tmp_path: Path) -> Designer:
    """The map with baked ground, close to a stretch of bare desert."""
    shutil.copytree(
        builtin_modules()["afrika"], tmp_path / "afrika", ignore=shutil.ignore_patterns("*.py", "__pycache__")
    )
    window = EditorWindow(open_document(tmp_path / "afrika"), SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(window, before_close_func=lambda _w: window.document.stack.setClean())
    window.resize(1300, 850)
    with qtbot.waitExposed(window):
        window.show()
    made = Designer(window, qtbot)
    window.map_page.view.set_map_scale(50)
    window.map_page.view.center_on_hex("A33.16")
    window.map_page.finish()
    made.settle()
    return made


def seen(designer: Designer) -> QImage:
    page = designer.window.map_page
    page.finish()
    page.layer.show_sketch(NOTHING)
    return page.view.viewport().grab().toImage()


def around(designer: Designer, picture: QImage, name: str, half: int = 14) -> np.ndarray:
    at = designer.point(name)
    return pixels(picture)[at.y() - half : at.y() + half, at.x() - half : at.x() + half].astype(int)


def test_painted_ground_comes_in_place_and_goes_exactly(desert: Designer) -> None:
    page = desert.window.map_page
    before = seen(desert)
    desert.window.palette_panel.choose("terrain", "mountain")
    desert.tool("brush")
    view = page.view
    desert.click("A33.16")
    assert page.layer.state.painted or not page.picture.follower.is_busy
    painted = seen(desert)
    assert page.view is view
    assert page.layer.state.painted == ()
    here = around(desert, painted, "A33.16")
    assert np.abs(here - around(desert, before, "A33.16")).mean() > 12
    far = around(desert, painted, "A36.15")
    assert (far == around(desert, before, "A36.15")).all()
    desert.window.document.stack.undo()
    after = seen(desert)
    assert (around(desert, after, "A33.16", 40) == around(desert, before, "A33.16", 40)).all()


def test_ground_is_painted_between_events(desert: Designer) -> None:
    page = desert.window.map_page
    desert.window.palette_panel.choose("terrain", "rough")
    desert.tool("brush")
    desert.click("A32.15")
    desert.qtbot.waitUntil(lambda: not page.picture.follower.is_busy, timeout=20_000)
    work = page.scene.arts[0].groundwork
    assert work is not None
    assert work.wants(page.view.backdrop.board_in_sight(0)) == []
    assert page.layer.state.painted == ()


def flat_in_sight(designer: Designer) -> int:
    """How many hexes in sight show a flat tint in place of their ground."""
    page = designer.window.map_page
    seen = page.view.visible_scene()
    return sum(seen.contains(one.shape.boundingRect().center()) for one in page.layer.state.painted)


def test_a_map_that_grew_is_painted_where_one_looks(desert: Designer) -> None:
    page = desert.window.map_page
    page.select_hexes(("A33.16",))
    before, place = page.view, desert.point("A33.16")
    assert desert.window.document.edit(
        lambda m: resize(m, "north-africa", Margins(west=2, east=2)), "size and numbering"
    )
    desert.settle()
    assert page.view is not before
    assert page.selected == ()
    assert (desert.point("A35.16") - place).manhattanLength() < 4, "the same land is in sight"
    work = page.scene.arts[0].groundwork
    assert work is not None
    for column in (0, page.board().sheets[0].grid.columns - 1):
        spot = page.board().ids[page.board().sheets[0].cells[column, 12]]
        page.view.center_on_hex(spot)
        desert.qtbot.waitUntil(
            lambda: page.view.backdrop.is_settled and not flat_in_sight(desert), timeout=60_000
        )
        assert work.wants(page.view.backdrop.board_in_sight(0)) == []
    desert.window.document.stack.undo()
    desert.settle()
    page.finish()
    assert page.layer.state.painted == ()
    again = page.scene.arts[0].groundwork
    assert again is not None
    assert not again.is_changed


def test_roads_and_names_are_drawn_in_place(desert: Designer) -> None:
    page = desert.window.map_page
    view, before = page.view, seen(desert)
    desert.window.palette_panel.choose("route", "road")
    desert.tool("link")
    desert.drag("A31.15", "A34.15")
    road = seen(desert)
    assert page.view is view
    changed = np.abs(pixels(road).astype(int) - pixels(before).astype(int)).sum(axis=2) > 90
    assert changed.sum() > 300
    ys = np.nonzero(changed)[0]
    assert abs(ys.mean() - desert.point("A33.15").y()) < 60


def test_a_drag_given_up_paints_nothing_more(desert: Designer) -> None:
    page = desert.window.map_page
    desert.window.palette_panel.choose("terrain", "rough")
    desert.tool("line")
    viewport = page.view.viewport()
    start, end = desert.point("A32.15"), desert.point("A35.15")
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(viewport, (start + end) / 2)
    QTest.mouseMove(viewport, end)
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert not page.picture.is_held
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)
    assert desert.steps == 0


def test_erased_hexes_and_hexes_put_back(designer: Designer) -> None:
    page = designer.window.map_page
    designer.window.palette_panel.choose("terrain", "-")
    designer.tool("brush")
    designer.click("0102")
    assert "0102" not in page.board().index
    page.finish()
    designer.press(designer.window.undo_button)
    assert "0102" in page.board().index
    page.finish()
    assert page.scene.layout.board is page.board()


def test_only_what_a_brush_would_change_is_tinted(designer: Designer) -> None:
    page = designer.window.map_page
    designer.window.palette_panel.choose("terrain", "rough")
    designer.tool("brush")
    QTest.mouseMove(page.view.viewport(), designer.point("0606"))
    designer.settle()
    assert page.layer.state.sketch.tinted == {"0606"}
    designer.click("0606")
    QTest.mouseMove(page.view.viewport(), designer.point("0505"))
    QTest.mouseMove(page.view.viewport(), designer.point("0606"))
    designer.settle()
    assert page.layer.state.sketch.hexes == {"0606"}
    assert page.layer.state.sketch.tinted == frozenset()


def test_changed_areas_are_around_what_changed() -> None:
    module = a_module()
    old = compile_boards(module.boards)
    assert changed_areas(old, old) == {}
    for new in (
        paint_terrain(module, "coast", ["0606"], "rough"),
        set_place(module, "coast", "0606", {"name": "Here"}),
        draw_route(module, "coast", module.routes[0].id, ["0606", "0706"]),
    ):
        areas = changed_areas(old, compile_boards(new.boards))
        assert areas is not None
        assert areas[0].contains(*old.center(old.index["0606"]))
        assert not areas[0].contains(*old.center(old.index["0101"]))
    erased = module.boards[0].model_copy(
        update={"rows": (" " + module.boards[0].rows[0][1:], *module.boards[0].rows[1:])}
    )
    assert changed_areas(old, compile_boards((erased, *module.boards[1:]))) is None


def test_choices_of_places_are_areas() -> None:
    board = compile_boards(a_module().boards)
    (near,) = where_areas(board, WhereDef(near="0606", within=1))
    assert near.hexes == {
        board.ids[j] for j in (*board.neighbors[board.index["0606"]], board.index["0606"]) if j >= 0
    }
    assert near.label.startswith("within 1 of 0606")
    (these,) = where_areas(board, WhereDef(any_of=("0606", "0707", "nowhere")))
    assert these.hexes == {"0606", "0707"}
    assert list(where_areas(board, WhereDef(at="0606"))) == []


def test_what_the_inspector_shows_is_drawn(desert: Designer) -> None:
    page, module = desert.window.map_page, desert.module
    zones = module.boards[0].zones
    at = next(n for n, zone in enumerate(zones) if zone.columns)
    desert.window.show_paths((("boards", 0, "zones", at),))
    (zone,) = page.scene.overlays.zones
    assert zone.label == zones[at].title
    assert zone.hexes == {page.board().ids[i] for i in page.board().zones[zones[at].id]}
    number, scenario = next(
        (n, s) for n, s in enumerate(module.scenarios)
        if any(p.near or p.zones for side in s.sides.values() for p in side.placements)
    )  # fmt: skip
    side, k, placement = next(
        (name, n, p) for name, setup in scenario.sides.items() for n, p in enumerate(setup.placements)
        if p.near or p.zones
    )  # fmt: skip
    desert.window.show_paths((("scenarios", number, "sides", side, "placements", k),))
    assert page.scene.overlays.zones == tuple(where_areas(page.board(), placement))
    desert.window.show_paths(((),))
    desert.window.layers.switch(ZONES)
    assert page.scene.overlays.zones == ()
    stacks = SetupStacks(desert.window.document)
    piece = placement.pieces[0] if placement.pieces else ""
    spot = stacks.spot_of(placement, piece)
    assert where_areas(page.board(), placement).__next__() in choices_from(
        stacks, scenario.id, page.board(), spot
    )
    assert areas_at(module, page.board(), (("pieces", 0),)) == ()


def test_parts_of_tiles_follow_at_once(desert: Designer) -> None:
    page = desert.window.map_page
    page.view.backdrop.repaint_part(0, page.view.backdrop.board_in_sight(0))
    assert not page.scene.tiles.outdated
    page.view.backdrop.map_changed()
    assert page.scene.tiles.outdated
    page.finish()
    assert not page.scene.tiles.outdated


def test_a_zone_of_ones_own_is_made_and_painted(designer: Designer) -> None:
    palette = designer.window.palette_panel
    assert palette.add_zone("Rest area")
    assert palette.choice == ("zone", "rest-area")
    designer.tool("brush")
    designer.drag("0606", "0706")
    zone = next(z for z in designer.module.boards[0].zones if z.id == "rest-area")
    assert zone.title == "Rest area"
    assert set(zone.hexes.split()) >= {"0606", "0706"}
    (shown,) = designer.window.map_page.scene.overlays.zones
    assert shown.hexes == set(zone.hexes.split())
    palette.choose("unzone", "rest-area")
    designer.click("0606")
    assert "0606" not in next(z for z in designer.module.boards[0].zones if z.id == "rest-area").hexes
    assert palette.add_zone("Rest area")
    assert palette.choice == ("zone", "rest-area-1")


def test_hexsides_are_picked_close_to_them(designer: Designer) -> None:
    board = designer.window.map_page.board()
    (i, j), side = next(iter(board.sides.items()))
    a, b = board.ids[i], board.ids[j]
    designer.tool("pick")
    page = designer.window.map_page
    one, other = page.scene.center_of(a), page.scene.center_of(b)
    assert one is not None
    assert other is not None
    designer.click_at(page.view.view_point(one + (other - one) * 0.47).toPoint())
    assert designer.window.palette_panel.choice == ("hexside", min(side.kinds))
    assert page.tool.name == "hexside"
    designer.tool("pick")
    designer.click(a)
    assert designer.window.palette_panel.choice == ("terrain", board.terrain[i])


def test_terrain_shows_over_a_scan_while_it_is_painted(designer: Designer) -> None:
    page, document = designer.window.map_page, designer.window.document
    picture = QImage(600, 400, QImage.Format.Format_RGB32)
    picture.fill(0xD8C8A0)
    (document.path / "art").mkdir(exist_ok=True)
    picture.save(str(document.path / "art" / "scan.png"))
    document.edit(
        lambda m: change_board(
            m, "coast", lambda b: b.model_copy(update={"art": BoardArtDef(background="art/scan.png")})
        ),
        "a scan",
    )
    designer.window.palette_panel.choose("terrain", "rough")
    designer.tool("brush")
    board = page.board()
    rough = sum(kind != "clear" for kind in board.terrain)
    assert len(page.layer.state.painted) == rough
    designer.click("0606")
    assert len(page.layer.state.painted) == rough + (board.terrain[board.index["0606"]] == "clear")
    page.picture.keep_terrain(on=False)
    assert len(page.layer.state.painted) >= rough, "the brush is in hand"
    designer.tool("select")
    assert page.layer.state.painted == ()
