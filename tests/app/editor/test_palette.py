"""The palette: three tiles to a row where words allow it, names whole, costs from the charts."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QIcon
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.editor.palette_tiles import LEAST_SHARE, TILE, Tile, TileList, broken, cost_font, name_font
from app.fonts import TextSize
from app.theme.current import ThemeChoice, scaled, theme, ui_font
from engine.definition.chart import AxisDef, ChartDef
from engine.editing.change import with_parts
from engine.editing.landscape import set_kind
from engine.editing.maps import paint_terrain
from tests.app.editor.conftest import Designer


def _tiles(designer: Designer, kind: str) -> dict[str, Tile]:
    view = designer.window.palette_panel.lists[kind]
    tiles = [view.item(row).data(TILE) for row in range(view.count())]
    return {tile.title: tile for tile in tiles}


def test_three_tiles_stand_beside_each_other(designer: Designer) -> None:
    view = designer.window.palette_panel.lists["terrain"]
    tops = [view.visualItemRect(view.item(row)).top() for row in range(3)]
    assert len(set(tops)) == 1
    assert 3 * view.gridSize().width() <= view.viewport().width()


def test_costs_come_from_the_chart_and_follow_it(designer: Designer) -> None:
    palette = designer.window.palette_panel
    assert _tiles(designer, "terrain")["Rough"].note == ""
    assert palette.legend.isHidden()
    chart = ChartDef(
        id="march", title="Movement", rows=AxisDef(id="kind", labels=("clear", "rough")),
        columns=AxisDef(id="who", labels=("foot", "motorized")), cells=((1, 1), (2, -1)), source="found",
    )  # fmt: skip
    designer.window.document.edit(lambda m: with_parts(m, charts=(*m.charts, chart)), "chart")
    assert _tiles(designer, "terrain")["Rough"].note == "2 · –"
    assert palette.legend.text() == "MP foot · motorized"
    designer.window.document.stack.undo()
    assert _tiles(designer, "terrain")["Rough"].note == ""


def test_tabs_need_no_arrows_to_scroll(designer: Designer) -> None:
    tabs = designer.window.palette_panel.panel.bar.tabs
    last = tabs.tabRect(tabs.count() - 1)
    assert [tabs.tabText(n) for n in range(tabs.count())] == ["Terrain", "Hexsides", "Roads", "Zones"]
    assert last.right() <= tabs.width()


def test_the_keyboard_walks_over_tiles_and_paints_with_the_chosen(designer: Designer) -> None:
    palette = designer.window.palette_panel
    palette.choose("terrain", "clear")
    before = palette.choice
    QTest.keyClick(palette.lists["terrain"], Qt.Key.Key_Right)
    assert palette.choice != before
    assert designer.window.map_page.choice == palette.choice
    assert designer.window.map_page.tool.name == "brush"


def test_zones_can_be_entered_and_left_and_hexes_held(designer: Designer) -> None:
    titles = set(_tiles(designer, "zone"))
    assert {"Into wide", "Out of wide", "Held by nobody"} <= titles


def test_long_names_break_between_words() -> None:
    metrics = QFontMetricsF(ui_font(TextSize.SECOND))
    width = metrics.horizontalAdvance("Rocks and")
    assert broken("Rocks and hills", metrics, width) == ("Rocks", "and hills")
    assert broken("Sea", metrics, width) == ("Sea",)


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_words_on_tiles_are_whole(qtbot: QtBot, scale: float) -> None:
    theme().apply(ThemeChoice.LIGHT, scale)
    try:
        view = TileList("Hexsides")
        qtbot.addWidget(view)
        titles = ("Escarpment", "River", "Fortification", "Rim of the depression")
        for title in titles:
            view.add_tile(Tile(title, QIcon(), "0 · 0 · 0"))
        for width in (206, 290, 420):
            view.resize(width, 300)
            view.refit()
            room = view.gridSize().width() - 2 * scaled(3) - 4
            for title in titles:
                lines = broken(title, QFontMetricsF(name_font(title, room)), room)
                assert " ".join(lines) == title, (width, lines)
    finally:
        theme().apply(ThemeChoice.LIGHT, 1.0)


def test_tiles_are_made_anew_only_when_they_change(designer: Designer) -> None:
    view = designer.window.palette_panel.lists["terrain"]
    first, document = view.item(0), designer.window.document
    board, spot = document.module.boards[0], next(iter(designer.window.map_page.board().index))
    document.edit(lambda m: paint_terrain(m, board.id, [spot], "rough"), "paint")
    assert view.item(0) is first
    document.edit(lambda m: set_kind(m, "terrain", m.terrain[0].id, {"title": "Other"}), "title")
    assert view.item(0).text() == "Other"
    assert view.item(0) is not first


def test_no_tab_makes_the_panel_wider(designer: Designer) -> None:
    palette, window = designer.window.palette_panel, designer.window
    names = tuple(f"class-of-movement-without-a-place-to-break-{n}" for n in range(9))
    chart = ChartDef(
        id="march", title="Movement", rows=AxisDef(id="kind", labels=("clear",)),
        columns=AxisDef(id="who", labels=names), cells=(tuple(range(9)),), source="found",
    )  # fmt: skip
    window.document.edit(lambda m: with_parts(m, charts=(*m.charts, chart)), "chart")
    widths = set()
    for number in (0, 1, 2, 3, 1):
        palette.panel.show_page(number)
        designer.settle()
        widths.add((window.palette_dock.width(), window.pages.width()))
    assert len(widths) == 1
    palette.panel.show_page(0)
    assert len(palette.legend.text()) > 100


@pytest.mark.parametrize("width", [52.0, 64.0, 200.0])
def test_costs_are_whole_where_they_can_be(qtbot: QtBot, width: float) -> None:
    theme().apply(ThemeChoice.LIGHT, 1.5)
    try:
        font = cost_font("3 · road · road", width)
        usual = cost_font("1", 500.0)
        needed = QFontMetricsF(font).horizontalAdvance("3 · road · road")
        assert needed <= width or font.pixelSize() <= LEAST_SHARE * usual.pixelSize() + 1
        assert (font.pixelSize() < usual.pixelSize()) == (width < 200.0)
    finally:
        theme().apply(ThemeChoice.LIGHT, 1.0)
