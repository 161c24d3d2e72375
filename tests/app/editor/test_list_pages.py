"""Lists by mouse and keyboard: the sequence as a tree, options by scenario, tracks with their starts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from app.editor.document import EditorDocument
from app.editor.list_page import ListPage
from app.editor.track_board import _title
from engine.definition.module import ModuleDef
from engine.editing import lists
from engine.editing.options import InScenario, in_scenario
from engine.loading import load_module
from engine.loading.writer import save_module
from tests.engine.editing.test_options import a_game, phases
from tests.fixtures.player import LEFT, NONE

On = QAbstractItemView.DropIndicatorPosition


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path) -> Iterator[ListPage]:
    save_module(a_game(), tmp_path / "game")
    document = EditorDocument(tmp_path / "game", load_module(tmp_path / "game"))
    made = ListPage(document)
    document.setParent(made)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show_list(("sequence",), "Sequence of play")
    with qtbot.waitExposed(made):
        made.show()
    yield made
    document.close()


def module(page: ListPage) -> ModuleDef:
    return page.document.module


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def test_the_sequence_shows_whose_phase_by_which_step(page: ListPage) -> None:
    first = page.tree.topLevelItem(0)
    assert first is not None
    assert page.tree.headerItem().text(3) == "Step"
    assert (first.text(1), first.childCount()) == ("Blue", 2)
    assert page.buttons["inner"].isVisible()
    page.show_list(("sides",), "Sides")
    assert not page.buttons["inner"].isVisible()


def test_a_click_on_the_line_that_is_marked_chooses_it(page: ListPage) -> None:
    first = page.tree.topLevelItem(0)
    assert first is not None
    page.tree.blockSignals(True)
    page.tree.setCurrentItem(first)
    page.tree.blockSignals(False)
    told: list[object] = []
    page.chosen.connect(told.append)
    place = page.tree.visualItemRect(first).center()
    QTest.mouseClick(page.tree.viewport(), LEFT, pos=place)
    assert told == [(("sequence", 0),)]


def test_a_phase_dropped_on_another_becomes_its_part(page: ListPage) -> None:
    before = phases(module(page))
    source, target = page.item_of(("sequence", 0, "phases", 0)), page.item_of(("sequence", 1))
    assert source is not None
    page.tree.ask_move(source, target, On.OnItem)
    assert phases(module(page)) == [*before[:1], *before[2:5], before[1], *before[5:]]
    assert page.document.stack.count() == 1
    assert page.chosen_paths() == (("sequence", 1, "phases", 1),)
    page.document.stack.undo()
    assert phases(module(page)) == before


def test_a_drop_between_lines_moves_and_the_tree_follows_the_module(page: ListPage) -> None:
    tree = page.tree
    source, target = page.item_of(("sequence", 1)), page.item_of(("sequence", 0))
    assert source is not None
    assert target is not None
    tree.setCurrentItem(source)
    tree.dropIndicatorPosition = lambda: On.AboveItem  # type: ignore[method-assign]
    spot = QPointF(tree.visualItemRect(target).center())
    drop = QDropEvent(spot, Qt.DropAction.MoveAction, QMimeData(), LEFT, NONE)
    tree.dropEvent(drop)
    assert drop.dropAction() is Qt.DropAction.IgnoreAction, "Qt itself moves nothing"
    assert [phase.id for phase in module(page).sequence] == ["allied", "axis"]
    assert tree.topLevelItemCount() == 2
    assert page.document.stack.undoText() == "move in Sequence of play"


def test_keys_move_and_delete(page: ListPage) -> None:
    page.choose({("sequence", 0, "phases", 0)})
    page.tree.setFocus()
    first = module(page).sequence[0].phases[0].id
    QTest.keyClick(page.tree, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert module(page).sequence[0].phases[1].id == first
    assert page.chosen_paths() == (("sequence", 0, "phases", 1),)
    QTest.keyClick(page.tree, Qt.Key.Key_Delete)
    assert first not in [phase.id for phase in module(page).phases()]
    assert page.document.stack.count() == 2


def test_parts_are_added_and_a_whole_branch_deleted_as_one_step(page: ListPage) -> None:
    page.choose({("sequence", 0)})
    QTest.mouseClick(page.buttons["inner"], LEFT)
    assert module(page).sequence[0].phases[-1].title == "New"
    page.choose({("sequence", 0), ("sequence", 0, "phases", 0)})
    QTest.mouseClick(page.buttons["delete"], LEFT)
    assert module(page).sequence[0].id == "allied"
    assert page.document.stack.count() == 2


def test_an_option_is_switched_per_scenario(page: ListPage) -> None:
    page.show_list(("options",), "Options")
    settle()
    grid = page.options
    assert grid.isVisible()
    assert grid.boxes["fog", ""].currentText() == "off"
    assert grid.boxes["rain", "second"].currentText() == "players choose"
    box = grid.boxes["rain", "second"]
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_End)
    assert box.currentText() == "always: Some"
    assert in_scenario(module(page).option("rain"), module(page).scenario("second")) == InScenario(
        True, "some"
    )
    QTest.keyClick(box, Qt.Key.Key_Home)
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert box.currentText() == "not offered"
    assert module(page).option("rain").scenarios == ("meeting",)
    other = grid.boxes["rain", "meeting"]
    QTest.keyClick(other, Qt.Key.Key_Down)
    assert other.currentText() == "players choose", "refused: no scenario would be left"
    while page.document.stack.canUndo():
        page.document.stack.undo()
    assert box.currentText() == "players choose"


def test_a_track_is_drawn_and_a_click_sets_its_start(page: ListPage) -> None:
    page.show_list(("tracks",), "Tracks")
    settle()
    board = page.tracks
    strip = board.strips["points"]
    assert strip.cells == tuple(str(n) for n in range(1, 10))
    assert strip.accessibleName() == "Points starts at 2"
    QTest.mouseClick(strip, LEFT, NONE, strip.place_of(4))
    assert module(page).tracks[0].start == 5
    board.scenario.setCurrentIndex(board.scenario.findData("second"))
    board.refresh()
    weather = board.strips["weather"]
    QTest.mouseClick(weather, LEFT, NONE, weather.place_of(1))
    assert module(page).scenario("second").tracks == {"weather": "mud"}
    assert board.strips["weather"].is_own
    QTest.mouseClick(board.resets["weather"], LEFT)
    assert module(page).scenario("second").tracks == {}


def test_things_are_renamed_in_their_line(page: ListPage) -> None:
    old = module(page).sequence[1].title
    item = page.item_of(("sequence", 1))
    assert item is not None
    page.tree.setCurrentItem(item)
    page.tree.setFocus()
    QTest.keyClick(page.tree, Qt.Key.Key_F2)
    line = page.tree.findChild(QLineEdit)
    assert line is not None
    assert line.text() == old
    line.selectAll()
    QTest.keyClicks(line, "Red goes")
    QTest.keyClick(line, Qt.Key.Key_Return)
    settle()
    assert module(page).sequence[1].title == "Red goes"
    assert page.document.stack.undoText() == f"rename {old}"
    assert page.chosen_paths() == (("sequence", 1),)
    page.document.stack.undo()
    found = page.item_of(("sequence", 1))
    assert found is not None
    assert found.text(0) == old


def test_only_names_are_typed_in_a_line_and_refused_ones_go(page: ListPage) -> None:
    page.show_list(("turns",), "Turns")
    path = ("turns", 0)
    item = page.item_of(path)
    assert item is not None
    for column, is_typed in ((0, False), (2, False), (1, True)):
        spot = page.tree.visualRect(page.tree.indexFromItem(item, column)).center()
        QTest.mouseClick(page.tree.viewport(), LEFT, pos=spot)
        QTest.mouseDClick(page.tree.viewport(), LEFT, pos=spot)
        assert (page.tree.findChild(QLineEdit) is not None) is is_typed, column
    line = page.tree.findChild(QLineEdit)
    assert line is not None
    QTest.keyClick(line, Qt.Key.Key_Escape)
    page.rename(path, "Spring")
    assert module(page).turns[0].title == "Spring"
    refused: list[str] = []
    page.document.refused.connect(refused.append)
    page.rename(path, "\ud800")
    assert refused
    found = page.item_of(path)
    assert found is not None
    assert found.text(1) == "Spring"


def test_after_deleting_the_line_that_follows_is_told(page: ListPage) -> None:
    page.show_list(("options",), "Options")
    for _ in range(2):
        page.document.edit(lambda m: lists.add_blank(m, ("options",), 0), "add")
    count = len(module(page).options)
    page.choose({("options", 0)})
    told: list[tuple[object, ...]] = []
    page.chosen.connect(told.append)
    QTest.mouseClick(page.buttons["delete"], LEFT)
    assert len(module(page).options) == count - 1
    assert told[-1] == (("options", 0),)
    assert page.tree.hasFocus()


def test_a_chosen_track_comes_into_sight_on_the_board(page: ListPage) -> None:
    page.show_list(("tracks",), "Tracks")
    for _ in range(8):
        page.document.edit(lambda m: lists.add_blank(m, ("tracks",)), "add")
    settle()
    QTest.mouseClick(page.buttons["add"], LEFT)
    settle()
    last = module(page).tracks[-1].id
    board = page.tracks
    view = board.area.viewport()
    spot = board.strips[last].mapTo(view, board.strips[last].rect().center())
    assert view.rect().contains(spot)


def test_a_track_names_its_owner_once(page: ListPage) -> None:
    track = module(page).tracks[0]
    own = track.model_copy(update={"title": "Blue air points"})
    assert _title(own, "Blue") == "Blue air points"
    assert _title(own, "Red") == "Blue air points, Red"
    assert _title(own, "") == "Blue air points"
