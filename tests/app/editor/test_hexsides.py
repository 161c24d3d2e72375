"""The sides of a hex in the inspector: seen, told in words, changed by mouse and keys; what stands in when
nothing is chosen.
"""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.editor.hexside_acts import acts_on
from engine.editing.change import with_parts
from engine.editing.checking import check
from engine.geometry import CompiledBoard
from tests.app.editor.conftest import LEFT, Designer


def _board(designer: Designer) -> CompiledBoard:
    board = check(designer.module).board
    assert board is not None
    return board


def _side(designer: Designer, here: str, there: str) -> int:
    board = _board(designer)
    found = board.direction(board.index[here], board.index[there])
    assert found is not None
    return found


def _choose(designer: Designer, n: int, words: str) -> None:
    menu = designer.window.hex_panel.sides.menu_for(n)
    action = next(act for act in menu.actions() if act.text() == words)
    action.trigger()
    designer.settle()


def test_sides_are_told_in_words_and_stand_where_they_lie(designer: Designer) -> None:
    designer.click("0405")
    box = designer.window.hex_panel.sides
    n = _side(designer, "0405", "0505")
    assert box.side_words(n) == "slope (upper here)"
    assert box.diagram.sides[n].is_inner
    page, board = designer.window.map_page, _board(designer)
    for side in range(6):
        j = board.neighbors[board.index["0405"]][side]
        if j < 0:
            continue
        here, there = page.scene.center_of("0405"), page.scene.center_of(board.ids[j])
        assert here is not None
        assert there is not None
        middle = box.diagram.middle(side) - box.diagram.rect().toRectF().center()
        way = there - here
        assert middle.x() * way.x() + middle.y() * way.y() > 0
        assert box.diagram.side_at(box.diagram.middle(side)) == side


def test_a_feature_is_put_turned_and_taken_off(designer: Designer) -> None:
    designer.click("0806")
    n = _side(designer, "0806", "0906")
    _choose(designer, n, "Slope, upper side 0906")
    board = _board(designer)
    i, j = board.index["0806"], board.index["0906"]
    assert (board.hexside(i, j), board.high(i, j)) == (frozenset({"slope"}), j)
    _choose(designer, n, "Slope, upper side 0806")
    board = _board(designer)
    assert board.high(i, j) == i
    assert designer.steps == 2
    taken = next(act for act in acts_on(designer.module, board, i, j) if act.is_there)
    assert taken.words == "Slope, upper side 0806"
    _choose(designer, n, taken.words)
    assert _board(designer).hexside(i, j) == frozenset()


def test_a_road_is_laid_across_a_side_and_taken_away(designer: Designer) -> None:
    designer.click("0806")
    n = _side(designer, "0806", "0907" if "0907" in _board(designer).index else "0906")
    title = designer.module.routes[0].title
    board = _board(designer)
    i = board.index["0806"]
    j = board.neighbors[i][n]
    assert not board.links(i, j)
    _choose(designer, n, title)
    assert _board(designer).links(i, j) == {designer.module.routes[0].id}
    assert title.lower() in designer.window.hex_panel.sides.side_words(n)
    _choose(designer, n, title)
    assert not _board(designer).links(i, j)


def test_keys_go_round_the_hex_and_a_click_asks_for_a_side(designer: Designer) -> None:
    designer.click("0606")
    diagram = designer.window.hex_panel.sides.diagram
    asked: list[int] = []
    diagram.side_chosen.disconnect()
    diagram.side_chosen.connect(asked.append)
    diagram.setFocus()
    QTest.keyClick(diagram, Qt.Key.Key_Left)
    assert diagram.current == 5
    QTest.keyClick(diagram, Qt.Key.Key_Right)
    QTest.keyClick(diagram, Qt.Key.Key_Right)
    QTest.keyClick(diagram, Qt.Key.Key_Return)
    QTest.mouseClick(diagram, LEFT, pos=diagram.middle(3).toPoint())
    QTest.mouseClick(diagram, LEFT, pos=QPoint(diagram.width() // 2, diagram.height() // 2))
    assert asked == [1, 3]


def test_the_inspector_is_never_empty(designer: Designer) -> None:
    window = designer.window
    assert window.inspector.title() == designer.module.title
    assert "version" in window.inspector.fields
    designer.click("0606")
    assert window.inspector_pages.currentWidget() is window.hex_panel
    QTest.keyClick(window.map_page.view, Qt.Key.Key_Escape)
    assert window.inspector_pages.currentWidget() is window.inspector
    assert window.inspector.title() == designer.module.title
    assert window.tree.show_path(("scenarios", 0), "setup")
    designer.click("0606")
    QTest.keyClick(window.map_page.view, Qt.Key.Key_Escape)
    assert window.inspector.things() == [designer.module.scenarios[0]]


def test_what_is_gone_gives_way_to_what_it_was_part_of(designer: Designer) -> None:
    window = designer.window
    entry = designer.module.schedule[-1]
    window.show_paths((("schedule", len(designer.module.schedule) - 1),))
    assert window.inspector.things() == [entry]
    window.document.edit(lambda m: with_parts(m, schedule=m.schedule[:-1]), "less")
    assert window.inspector.things() == [designer.module.scenarios[0]], "the scenario on show is next"
    tree = window.tree
    line = next(item for item in tree.items() if item.text(0).startswith("Victory, "))
    tree.setCurrentItem(line)
    scenario = designer.module.scenarios[0]
    assert window.inspector.things() == [scenario.versions[0]]
    counters = next(item for item in tree.items() if item.text(0) == "Counters")
    tree.setCurrentItem(counters)
    assert window.inspector.things() == [designer.module.pieces[0]]
