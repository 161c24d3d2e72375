"""Strokes that are interrupted or given up with the button down, and the palette that goes with a tool."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from engine.editing.checking import check
from tests.app.editor.conftest import LEFT, NONE, Designer

CTRL = Qt.KeyboardModifier.ControlModifier
STROKES = (
    ("brush", "terrain", "rough"),
    ("fill", "terrain", "rough"),
    ("line", "terrain", "rough"),
    ("link", "route", "road"),
    ("hexside", "hexside", "slope"),
)


def begin(designer: Designer, *spots: str) -> None:
    """Presses at the first hex and moves over the others; the button stays down."""
    viewport = designer.window.map_page.view.viewport()
    QTest.mousePress(viewport, LEFT, NONE, designer.point(spots[0]))
    move(designer, *spots)


def move(designer: Designer, *spots: str) -> None:
    for spot in spots:
        QTest.mouseMove(designer.window.map_page.view.viewport(), designer.point(spot))
    designer.settle()


def let_go(designer: Designer, spot: str) -> None:
    QTest.mouseRelease(designer.window.map_page.view.viewport(), LEFT, NONE, designer.point(spot))
    designer.settle()


def escape(designer: Designer) -> None:
    QTest.keyClick(designer.window.map_page.view, Qt.Key.Key_Escape)
    designer.settle()


def close_and_cancel(designer: Designer) -> str:
    """Ctrl+W with the button down; it is let go over the question, which is answered with Escape."""
    said: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        said.append(box.text())
        QTest.mouseRelease(box, LEFT, NONE, QPoint(5, 5))
        QTest.keyClick(box, Qt.Key.Key_Escape)

    QTimer.singleShot(0, designer.window, answer)
    QTest.keyClick(designer.window.map_page.view, Qt.Key.Key_W, CTRL)
    designer.settle()
    return said[0]


def terrain(designer: Designer, *spots: str) -> list[str]:
    board = check(designer.module).board
    assert board is not None
    return [board.terrain[board.index[spot]] for spot in spots]


def make_a_step(designer: Designer) -> None:
    """Something unsaved, so that closing asks."""
    designer.window.palette_panel.choose("terrain", "rough")
    designer.tool("brush")
    designer.click("0303")
    assert designer.steps == 1


class TestLostMouse:
    def test_a_brush_paints_no_more_after_a_question_came_up(self, designer: Designer) -> None:
        designer.window.palette_panel.choose("terrain", "rough")
        designer.tool("brush")
        begin(designer, "0605", "0705")
        assert "not saved" in close_and_cancel(designer)
        assert designer.window.isVisible()
        painted = designer.module
        assert not designer.window.map_page.picture.is_held
        move(designer, "0805", "0905", "0908")
        assert designer.module is painted
        assert terrain(designer, "0605", "0705") == ["rough", "rough"]
        assert designer.steps == 1
        designer.click("0908")
        assert designer.steps == 2

    @pytest.mark.parametrize(("tool", "kind", "name"), STROKES)
    def test_no_tool_goes_on_without_the_button(
        self, designer: Designer, tool: str, kind: str, name: str
    ) -> None:
        make_a_step(designer)
        designer.window.palette_panel.choose(kind, name)
        designer.tool(tool)
        begin(designer, "0605", "0705")
        close_and_cancel(designer)
        before = designer.module
        move(designer, "0805", "0905")
        let_go(designer, "0905")
        assert designer.module is before
        assert designer.window.map_page.tool.name == tool

    def test_a_lost_drag_of_a_stack_neither_moves_it_nor_paints_nor_pans(self, designer: Designer) -> None:
        make_a_step(designer)
        page = designer.window.map_page
        spot = next(iter(page.stacks.standing(page.scenario)))
        designer.tool("select")
        begin(designer, spot, "0605")
        close_and_cancel(designer)
        designer.tool("brush")
        before, home = designer.module, designer.point("0605")
        move(designer, "0805", "0905")
        let_go(designer, "0905")
        assert designer.module is before
        move(designer, "0605")
        assert designer.point("0605") == home
        assert page.layer.state.sketch.hexes == {"0605"}

    def test_a_lost_pan_moves_the_map_no_more(self, designer: Designer) -> None:
        make_a_step(designer)
        designer.tool("select")
        page = designer.window.map_page
        page.view.zoom(3, page.view.viewport().rect().center().toPointF())
        empty = designer.point("0605")
        QTest.mousePress(page.view.viewport(), LEFT, NONE, empty)
        QTest.mouseMove(page.view.viewport(), empty + QPoint(40, 0))
        close_and_cancel(designer)
        before = designer.point("0605")
        assert before != empty
        for step in (0, 60, 120):
            QTest.mouseMove(page.view.viewport(), before + QPoint(step, step))
        designer.settle()
        assert designer.point("0605") == before

    @pytest.mark.parametrize("kind", [QEvent.Type.WindowDeactivate, QEvent.Type.WindowBlocked])
    def test_a_stroke_ends_with_the_window(self, designer: Designer, kind: QEvent.Type) -> None:
        make_a_step(designer)
        begin(designer, "0605", "0705")
        painted = designer.module
        QApplication.sendEvent(designer.window.map_page.view, QEvent(kind))
        move(designer, "0805", "0905")
        let_go(designer, "0905")
        assert designer.module is painted
        assert designer.steps == 2

    def test_another_tool_in_mid_stroke_ends_it(self, designer: Designer) -> None:
        make_a_step(designer)
        begin(designer, "0605", "0705")
        designer.window.use_tool("link")
        painted = designer.module
        move(designer, "0805", "0905")
        let_go(designer, "0905")
        assert designer.module is painted


class TestEscape:
    @pytest.mark.parametrize(("tool", "kind", "name"), STROKES)
    def test_it_cancels_the_stroke_and_the_tool_stays(
        self, designer: Designer, tool: str, kind: str, name: str
    ) -> None:
        make_a_step(designer)
        page, before = designer.window.map_page, designer.module
        designer.window.palette_panel.choose(kind, name)
        designer.tool(tool)
        begin(designer, "0605", "0705", "0805")
        escape(designer)
        move(designer, "0905", "0906")
        let_go(designer, "0906")
        assert designer.module is before
        assert (designer.steps, designer.window.document.stack.canRedo()) == (1, False)
        assert page.tool.name == tool
        escape(designer)
        assert page.tool.name == "select"
        assert designer.module is before

    def test_a_press_that_has_not_moved_is_cancelled_too(self, designer: Designer) -> None:
        make_a_step(designer)
        before = designer.module
        QTest.mousePress(designer.window.map_page.view.viewport(), LEFT, NONE, designer.point("0605"))
        assert terrain(designer, "0605") == ["rough"]
        escape(designer)
        let_go(designer, "0605")
        assert designer.module is before
        assert designer.steps == 1

    def test_a_stack_that_is_dragged_stays_and_stays_chosen(self, designer: Designer) -> None:
        page, before = designer.window.map_page, designer.module
        spot = next(iter(page.stacks.standing(page.scenario)))
        designer.tool("select")
        designer.click(spot)
        begin(designer, spot, "0605")
        escape(designer)
        let_go(designer, "0605")
        assert designer.module is before
        assert page.selected == (spot,)
        escape(designer)
        assert len(page.selected) == 0

    def test_a_stroke_after_a_cancelled_one_is_a_step_of_its_own(self, designer: Designer) -> None:
        make_a_step(designer)
        begin(designer, "0605", "0705")
        escape(designer)
        let_go(designer, "0705")
        designer.drag("0805", "0905")
        assert designer.steps == 2
        designer.press(designer.window.undo_button)
        assert terrain(designer, "0303", "0605", "0805") == ["rough", "clear", "clear"]

    def test_a_press_that_answers_a_question_takes_no_step_back(self, designer: Designer) -> None:
        make_a_step(designer)
        page, before = designer.window.map_page, designer.module
        page.ask_place("Where", lambda _spot: None)
        QTest.mousePress(page.view.viewport(), LEFT, NONE, designer.point("0605"))
        escape(designer)
        let_go(designer, "0605")
        assert designer.module is before


class TestPalette:
    @pytest.mark.parametrize(("tool", "kind"), [("link", "route"), ("hexside", "hexside")])
    def test_a_tool_brings_its_page_and_draws_at_once(self, designer: Designer, tool: str, kind: str) -> None:
        designer.window.palette_panel.choose("terrain", "rough")
        designer.tool(tool)
        palette = designer.window.palette_panel
        first = palette.lists[kind].item(0).data(Qt.ItemDataRole.UserRole)
        assert palette.choice == tuple(first)
        assert palette.choice[0] == kind
        assert designer.window.map_page.choice == palette.choice
        assert designer.window.map_page.tool.name == tool
        designer.drag("0605", "0705")
        assert designer.steps == 1
        assert designer.said() == ""

    def test_the_kind_used_last_comes_back_and_the_brush_goes_to_terrain(self, designer: Designer) -> None:
        palette, page = designer.window.palette_panel, designer.window.map_page
        palette.choose("terrain", "rough")
        last = palette.lists["route"].item(palette.lists["route"].count() - 1)
        palette.choose(*last.data(Qt.ItemDataRole.UserRole))
        road = palette.choice
        assert page.tool.name == "link"
        designer.tool("brush")
        assert page.choice == palette.choice == ("terrain", "rough")
        assert page.tool.name == "brush"
        designer.tool("link")
        assert page.choice == palette.choice == road

    def test_the_brush_keeps_zones_and_choosing_hexes_keeps_everything(self, designer: Designer) -> None:
        palette = designer.window.palette_panel
        palette.choose("zone", "wide")
        designer.tool("fill")
        assert palette.choice == ("zone", "wide")
        designer.tool("link")
        designer.tool("select")
        assert palette.choice[0] == "route"
