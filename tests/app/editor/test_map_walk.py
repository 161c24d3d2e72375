"""A sitting at the map of a game with rules: what the map can do, by clicks and keys, played, and undone."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QTabBar
from pytestqt.qtbot import QtBot

from app.editor.saving import read_texts
from app.editor.size_dialog import SizeDialog
from app.editor.window import EditorWindow, open_document
from app.settings import SettingsStore
from engine.editing.checking import check
from engine.game import new_game
from engine.geometry import CompiledBoard
from engine.loading import builtin_modules, load_module
from modules.tutorial.rules.game import TutorialGame
from tests.app.editor.conftest import LEFT, Designer, at_work


@pytest.fixture
def person(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Designer:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    folder = tmp_path / "tutorial"
    left_out = shutil.ignore_patterns("*.py", "__pycache__")
    shutil.copytree(builtin_modules()["tutorial"], folder, ignore=left_out)
    made = at_work(EditorWindow(open_document(folder), SettingsStore(tmp_path / "settings.json")), qtbot)
    made.window.map_page.view.fit_board()
    made.window.map_page.finish()
    made.settle()
    return made


def board_of(person: Designer) -> CompiledBoard:
    board = check(person.module).board
    assert board is not None
    return board


def tile(person: Designer, tab: str, name: str) -> None:
    """Clicks a tab and a tile of the palette."""
    palette = person.window.palette_panel
    bar: QTabBar = palette.panel.bar.tabs
    number = next(n for n in range(bar.count()) if bar.tabText(n) == tab)
    QTest.mouseClick(bar, LEFT, pos=bar.tabRect(number).center())
    person.settle()
    kind = {"Terrain": "terrain", "Hexsides": "hexside", "Roads": "route", "Zones": "zone"}[tab]
    view = palette.lists[kind]
    item = next(view.item(n) for n in range(view.count()) if view.item(n).text() == name)
    view.scrollToItem(item, QAbstractItemView.ScrollHint.EnsureVisible)
    person.settle()
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualItemRect(item).center())
    person.settle()


def key(person: Designer, name: str) -> None:
    person.window.map_page.view.setFocus()
    QTest.keyClick(person.window.map_page.view, getattr(Qt.Key, f"Key_{name}"))
    person.settle()


def free_land(person: Designer, count: int) -> list[str]:
    """Clear hexes in a row from north to south without anything in or between them."""
    board = board_of(person)
    for i, kind in enumerate(board.terrain):
        way = [i]
        while len(way) < count and (j := board.neighbors[way[-1]][3]) >= 0:
            way.append(j)
        bare = all(board.terrain[n] == "clear" and n not in board.places for n in way)
        alone = not any(
            board.links(n, m) or board.hexside(n, m) for n in way for m in board.neighbors[n] if m >= 0
        )
        if kind == "clear" and len(way) == count and bare and alone:
            return [board.ids[n] for n in way]
    raise AssertionError("no bare land")


def terrain_of(person: Designer, spot: str) -> str:
    board = board_of(person)
    return board.terrain[board.index[spot]]


def work_on_terrain(person: Designer, a: str, b: str, c: str) -> None:
    """Terrain by brush, taken by the eyedropper, filled back; then a line of woods."""
    tile(person, "Terrain", "Rough")
    assert person.window.map_page.tool.name == "brush"
    person.click(a)
    assert terrain_of(person, a) == "rough"
    key(person, "I")
    person.click(b)
    assert person.window.palette_panel.choice == ("terrain", "clear")
    key(person, "F")
    person.click(a)
    assert terrain_of(person, a) == "clear"
    tile(person, "Terrain", "Woods")
    key(person, "L")
    person.drag(a, c)
    assert {terrain_of(person, spot) for spot in (a, b, c)} == {"woods"}


def work_on_features(person: Designer, a: str, b: str, c: str) -> None:
    """A river on a side, a road from click to click."""
    tile(person, "Hexsides", "River")
    assert person.window.map_page.tool.name == "hexside"
    person.click_at(person.side_point(a, b))
    board = board_of(person)
    assert board.hexside(board.index[a], board.index[b]) == {"river"}
    tile(person, "Roads", "Road")
    person.click(a)
    person.click(c)
    board = board_of(person)
    assert board.links(board.index[a], board.index[b]) == {"road"}
    key(person, "Escape")


def work_on_names(person: Designer, spot: str) -> None:
    """A name, a tag, and who holds the place."""
    panel = person.window.hex_panel
    key(person, "N")
    person.click(spot)
    assert panel.name.hasFocus()
    QTest.keyClicks(panel.name, "Midway")
    QTest.keyClick(panel.name, Qt.Key.Key_Return)
    person.settle()
    board = board_of(person)
    assert board.places[board.index[spot]].name == "Midway"
    panel.tags.setFocus()
    QTest.keyClicks(panel.tags, "port")
    QTest.keyClick(panel.tags, Qt.Key.Key_Return)
    person.settle()
    assert "port" in board_of(person).tags(board.index[spot])
    side = person.module.sides[0]
    tile(person, "Zones", f"Held by {side.short}")
    person.click(spot)
    assert person.module.scenario(person.window.map_page.scenario).control[spot] == side.id


def work_on_zones(person: Designer, a: str, b: str, c: str) -> None:
    """A zone of one's own, painted."""
    assert person.window.palette_panel.add_zone("Bridgehead")
    person.settle()
    person.drag(a, c)
    zone = next(zone for zone in person.module.boards[0].zones if zone.title == "Bridgehead")
    assert {a, b, c} <= set(zone.hexes.split())


def test_a_sitting_at_the_map_is_undone_to_the_very_files(person: Designer) -> None:
    window = person.window
    folder = window.document.path
    before_files, before_module = read_texts(folder), person.module
    a, b, c = free_land(person, 3)
    work_on_terrain(person, a, b, c)
    work_on_features(person, a, b, c)
    work_on_names(person, b)
    work_on_zones(person, a, b, c)
    count = person.steps
    while window.document.stack.canUndo():
        person.press(window.undo_button)
    assert person.module == before_module
    assert window.save()
    assert read_texts(folder) == before_files
    while window.document.stack.canRedo():
        person.press(window.redo_button)
    assert window.document.stack.index() == count
    board = board_of(person)
    assert board.places[board.index[b]].name == "Midway"


def test_size_and_numbers_and_back_to_the_very_files(person: Designer) -> None:
    window = person.window
    folder = window.document.path
    before = read_texts(folder)
    dialog = SizeDialog(window.document, 0, window)
    person.qtbot.addWidget(dialog)
    dialog.show()
    for name, times in (("west", 2), ("south", 1)):
        dialog.edges[name].setFocus()
        for _ in range(times):
            QTest.keyClick(dialog.edges[name], Qt.Key.Key_Up)
    dialog.numbers.pattern.setFocus()
    dialog.numbers.pattern.selectAll()
    QTest.keyClicks(dialog.numbers.pattern, "{column:A}-{row:02}")
    assert dialog.fault.text() == ""
    dialog.take()
    person.settle()
    assert check(person.module).errors == ()
    grid = person.module.boards[0].grid
    old = load_module(folder).boards[0].grid
    assert (grid.columns, grid.rows) == (old.columns + 2, old.rows + 1)
    window.map_page.finish()
    assert window.save()
    assert read_texts(folder) != before
    assert load_module(folder) == person.module
    game = new_game(load_module(folder), person.module.scenarios[0].id, 1, {})
    assert game.decision is not None
    person.press(window.undo_button)
    assert window.save()
    assert read_texts(folder) == before


def test_a_cost_typed_beside_the_map_counts_in_the_playtest(person: Designer) -> None:
    window, page = person.window, person.window.terrain_page
    bar: QTabBar = window.bottom.bar.tabs
    number = next(n for n in range(bar.count()) if bar.tabText(n) == "Terrain chart")
    QTest.mouseClick(bar, LEFT, pos=bar.tabRect(number).center())
    person.settle()
    row = next(n for n, row in enumerate(page.table.rows) if row.kind == "woods")
    heads = [
        str(page.table.headerData(n, Qt.Orientation.Horizontal)) for n in range(page.table.columnCount())
    ]
    cell: QModelIndex = page.table.index(row, heads.index("Terrain effects\nmp"))
    page.view.scrollTo(cell)
    QTest.mouseClick(page.view.viewport(), LEFT, pos=page.view.visualRect(cell).center())
    assert window.palette_panel.choice == ("terrain", "woods")
    QTest.mouseDClick(page.view.viewport(), LEFT, pos=page.view.visualRect(cell).center())
    person.settle()
    editor = page.view.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, "4")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    person.settle()
    assert person.steps == 1
    with person.qtbot.waitSignal(window.playtest_wanted) as caught:
        person.press(window.play_button)
    module, scenario, _, version = caught.args
    rules = new_game(module, scenario, 1, {"version": version} if version else {}).rules
    assert isinstance(rules, TutorialGame)
    board = rules.ground.board
    woods = next(i for i, kind in enumerate(board.terrain) if kind == "woods")
    near = next(
        j for j in board.neighbors[woods]
        if j >= 0 and not board.links(j, woods) and not board.hexside(j, woods) and board.terrain[j] != "sea"
    )  # fmt: skip
    assert rules.ground.step_cost(near, woods) == 4
