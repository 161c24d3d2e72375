"""The editor by mouse and keyboard: each page, what it changes, and that one act is one step."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from app.editor.carrying import carried, counters_mime
from app.editor.module_tree import GOAL
from app.editor.saving import read_texts
from app.editor.window import EditorWindow, open_document
from app.graphics.board_layout import UNIT
from app.settings import SettingsStore
from engine.definition.module import ModuleDef
from engine.editing.checking import check
from engine.editing.grids import Margins, resize
from engine.editing.plain_words import Names
from engine.editing.setups import where_of
from engine.loading import load_module
from engine.loading.writer import save_module
from tests.app.editor.conftest import LEFT, Designer
from tests.engine.editing.modules import a_module


def terrain(module: ModuleDef, spot: str) -> str:
    board = check(module).board
    assert board is not None
    return board.terrain[board.index[spot]]


class TestMap:
    def test_a_stroke_of_the_brush_is_one_step(self, designer: Designer) -> None:
        designer.window.palette_panel.choose("terrain", "rough")
        designer.tool("brush")
        designer.drag("0606", "0607", "0707")
        assert {terrain(designer.module, s) for s in ("0606", "0607", "0707")} == {"rough"}
        assert designer.steps == 1
        assert "paint rough" in designer.window.document.stack.undoText()
        QTest.keyClick(designer.window.map_page.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert terrain(designer.module, "0606") == "clear"

    def test_big_brush_fill_and_line(self, designer: Designer) -> None:
        designer.window.palette_panel.choose("terrain", "rough")
        designer.tool("brush")
        designer.press(designer.window.brushes[7])
        designer.click("0707")
        around = check(designer.module).board
        assert around is not None
        assert all(around.terrain[j] == "rough" for j in around.neighbors[around.index["0707"]] if j >= 0)
        designer.press(designer.window.brushes[1])
        designer.tool("line")
        designer.drag("0208", "0608")
        assert {terrain(designer.module, s) for s in ("0208", "0408", "0608")} == {"rough"}
        assert designer.steps == 2
        designer.window.palette_panel.choose("terrain", "clear")
        designer.tool("fill")
        designer.click("0707")
        assert terrain(designer.module, "0707") == "clear"

    def test_a_refusal_is_said_and_changes_nothing(self, designer: Designer) -> None:
        designer.window.palette_panel.choose("terrain", "sea")
        designer.tool("brush")
        designer.click("0604")
        assert "no land" in designer.said()
        assert designer.steps == 0

    def test_pick_takes_the_terrain_of_a_hex(self, designer: Designer) -> None:
        designer.tool("pick")
        designer.click("0404")
        assert designer.window.palette_panel.choice == ("terrain", "rough")
        assert designer.window.map_page.tool.name == "brush"

    @pytest.mark.parametrize("share", [0.15, 0.4, 0.6, 0.85])
    def test_pick_takes_a_road_where_it_is_drawn(self, designer: Designer, share: float) -> None:
        page = designer.window.map_page
        (curve,) = page.scene.painters[0].net.lines["road"]
        x, y = curve[round(share * (len(curve) - 1))]
        corner = page.scene.layout.sheet_rect(0).topLeft()
        designer.tool("pick")
        spot = page.view.view_point(corner + QPointF(x, y) * UNIT).toPoint()
        QTest.mouseMove(page.view.viewport(), spot)
        designer.settle()
        assert designer.window.pill.words.text().startswith("Take road → ")
        designer.click_at(spot)
        assert designer.window.palette_panel.choice == ("route", "road")
        assert page.tool.name == "link"

    def test_pick_takes_what_lies_on_a_side(self, designer: Designer) -> None:
        designer.tool("pick")
        designer.click_at(designer.side_point("0405", "0505"))
        assert designer.window.palette_panel.choice == ("hexside", "slope")
        assert designer.window.map_page.tool.name == "hexside"
        designer.tool("pick")
        designer.click("0605")
        assert designer.window.palette_panel.choice == ("terrain", "clear")

    def test_hexsides_with_their_upper_side(self, designer: Designer) -> None:
        designer.window.palette_panel.choose("hexside", "slope")
        designer.tool("hexside")
        designer.click_at(designer.side_point("0806", "0906"))
        board = check(designer.module).board
        assert board is not None
        i, j = board.index["0806"], board.index["0906"]
        assert board.hexside(i, j) == {"slope"}
        assert board.high(i, j) == i

    def test_a_road_is_drawn_along_hexes(self, designer: Designer) -> None:
        designer.window.palette_panel.choose("route", "road")
        designer.tool("link")
        designer.drag("0505", "0506", "0507")
        assert designer.module.boards[0].routes[-1].hexes() == ("0505", "0506", "0507")
        assert designer.steps == 1

    def test_a_name_typed_in_the_inspector(self, designer: Designer) -> None:
        designer.tool("name")
        designer.click("0606")
        panel = designer.window.hex_panel
        QTest.keyClicks(panel.name, "Middle")
        QTest.keyClick(panel.name, Qt.Key.Key_Return)
        assert designer.module.boards[0].places[-1].name == "Middle"
        panel.control.setCurrentIndex(panel.control.findData("axis"))
        panel.control.activated.emit(panel.control.currentIndex())
        assert designer.module.scenario("meeting").control["0606"] == "axis"

    def test_copy_and_paste_of_a_region(self, designer: Designer) -> None:
        designer.tool("select")
        designer.click("0903")
        designer.click("1004", Qt.KeyboardModifier.ShiftModifier)
        designer.window.map_page.copy()
        designer.click("0307")
        designer.window.map_page.paste()
        assert designer.steps == 1
        assert [p.name for p in designer.module.boards[0].places].count("Easton") == 2

    def test_zoom_and_place_stay_while_the_picture_follows(self, designer: Designer) -> None:
        page = designer.window.map_page
        page.view.set_map_scale(70)
        page.view.center_on_hex("0606")
        before = page.view
        designer.window.palette_panel.choose("terrain", "rough")
        designer.tool("brush")
        designer.click("0606")
        page.finish()
        assert page.view is before
        designer.window.document.edit(
            lambda m: resize(m, "coast", Margins(east=1), designer.module.terrain[0].id), "wider"
        )
        assert page.view is not before
        assert page.view.map_scale == pytest.approx(70)
        center = page.scene.center_of("0606")
        assert center is not None
        spot = page.view.view_point(center).toPoint()
        assert (spot - page.view.viewport().rect().center()).manhattanLength() < 12


class TestSetup:
    def test_a_stack_dragged_on_the_map(self, designer: Designer) -> None:
        designer.tool("select")
        designer.drag("1004", "0904")
        where = where_of(designer.module.scenario("meeting"), "1-red-inf")
        assert where is not None
        assert where.at == "0904"
        assert designer.steps == 1

    def test_a_drag_into_the_sea_is_refused(self, designer: Designer) -> None:
        designer.tool("select")
        designer.drag("1004", "1001")
        assert "sea" in designer.said()
        assert designer.steps == 0

    def test_the_list_places_by_typing_and_drops(self, designer: Designer) -> None:
        window = designer.window
        window.bottom.show_page(1)
        item = window.order.tree.item_of("1-red-inf")
        assert item is not None
        item.setSelected(True)
        QTest.keyClicks(window.order.where, "within 2 of 1004")
        QTest.keyClick(window.order.where, Qt.Key.Key_Return)
        where = where_of(designer.module.scenario("meeting"), "1-red-inf")
        assert where is not None
        assert (where.near, where.within) == ("1004", 2)
        window.order.drop_on("dead", ("1-red-inf",))
        assert designer.module.scenario("meeting").sides["allied"].dead == ("1-red-inf",)
        data = counters_mime(window.document, ["1-red-inf"])
        assert carried(window.document, data) == ("1-red-inf",)
        window.map_page.view.payloadDropped.emit("0904", data)
        where = where_of(designer.module.scenario("meeting"), "1-red-inf")
        assert where is not None
        assert where.at == "0904"

    def test_steps_lost(self, designer: Designer) -> None:
        window = designer.window
        window.bottom.show_page(1)
        designer.settle()
        item = window.order.tree.item_of("1-blue-inf")
        assert item is not None
        item.setSelected(True)
        window.order.lost.setValue(1)
        assert designer.module.scenario("meeting").sides["axis"].placements[0].lost["1-blue-inf"] == 1

    def test_the_menu_of_a_hex(self, designer: Designer) -> None:
        menu = designer.window.map_page.menu_for("1004")
        inner = menu.actions()[0].menu()
        assert isinstance(inner, QMenu)
        next(action for action in inner.actions() if "Out of this game" in action.text()).trigger()
        menu.deleteLater()
        assert designer.module.scenario("meeting").sides["allied"].gone == ("1-red-inf",)


class TestPages:
    def test_a_chart_cell_typed_and_put_back(self, designer: Designer) -> None:
        window = designer.window
        window.jump(("charts", 0))
        page = window.chart_page
        assert window.pages.currentWidget() is page
        assert page.table.setData(page.table.index(0, 0), "EX")
        assert designer.module.chart("crt").cells[0][0] == "EX"
        designer.press(page.buttons["shipped"])
        assert designer.module.chart("crt").cells[0][0] == "AE"

    def test_lists_add_move_delete(self, designer: Designer) -> None:
        window = designer.window
        window.jump(("options",))
        page = window.list_page
        page.show_list(("options",), "Options")
        designer.press(page.buttons["add"])
        assert [option.id for option in designer.module.options] == ["fog", "new-option"]
        designer.press(page.buttons["up"])
        assert [option.id for option in designer.module.options] == ["new-option", "fog"]
        designer.press(page.buttons["delete"])
        assert [option.id for option in designer.module.options] == ["fog"]
        page.show_list(("scenarios", 0, "versions", 0, "victory"), "Victory")
        designer.press(page.buttons["add"])
        assert len(designer.module.scenario("meeting").versions[0].victory) == 2

    def test_search_leads_anywhere(self, designer: Designer) -> None:
        window = designer.window
        QTest.keyClicks(window.search, "tanks")
        QTest.keyClick(window.search, Qt.Key.Key_Return)
        assert window.pages.currentWidget() is window.counters_page
        assert window.counters_page.selected() == ("3-blue-tanks",)
        QTest.keyClicks(window.search, "easton")
        QTest.keyClick(window.search, Qt.Key.Key_Return)
        assert window.map_page.selected == ("1004",)

    def test_issues_lead_there_and_mend(self, designer: Designer) -> None:
        window = designer.window
        window.map_page.take_off(("1-red-inf",))
        window.document.check_now()
        found = next(f.issue.message for f in window.document.check.findings if f.issue.code == "UNACCOUNTED")
        assert found.startswith("'1-red-inf' is")
        fix = window.issues.fixes[Names(designer.module).say(found)]
        assert fix.accessibleName().startswith("Leave out: 1 Red Inf is")
        assert fix.text() == "Leave out"
        steps = designer.steps
        designer.press(fix)
        assert designer.steps == steps + 1
        assert all(f.issue.code != "UNACCOUNTED" for f in window.document.check.findings)

    def test_what_the_rules_say_leads_to_its_hex(self, designer: Designer) -> None:
        window = designer.window
        window.issues.set_extra(("5 units in 0606 after the stacking check",))
        show = next(b for b in window.issues.findChildren(QPushButton) if b.text() == "Show")
        QTest.mouseClick(show, LEFT)
        assert window.map_page.selected == ("0606",)

    def test_a_module_with_faults_is_opened_to_mend_them(self, qtbot: QtBot, tmp_path: Path) -> None:
        folder = tmp_path / "faulty"
        save_module(a_module(), folder)
        scenario = folder / "scenarios" / "meeting.yaml"
        scenario.write_text(scenario.read_text().replace("first_side: axis", "first_side: axos"))
        window = EditorWindow(open_document(folder), SettingsStore(tmp_path / "settings.json"))
        qtbot.addWidget(window, before_close_func=lambda _w: window.document.stack.setClean())
        window.show()
        QApplication.processEvents()
        message = window.messages.current
        assert message is not None
        assert "1 fault" in message.text
        (fix,) = [fix for words, fix in window.issues.fixes.items() if "axos" in words]
        assert fix.text() == "Take axis"
        QTest.mouseClick(fix, LEFT)
        assert window.document.check.errors == ()
        assert window.save()
        assert load_module(folder).scenario("meeting").first_side == "axis"

    def test_playtest_hands_over_the_module_as_it_is(self, designer: Designer, qtbot: QtBot) -> None:
        window = designer.window
        window.map_page.take_off(("1-red-inf",))
        with qtbot.waitSignal(window.playtest_wanted) as caught:
            designer.press(window.play_button)
        module, scenario, path, version = caught.args
        assert version == module.scenario("meeting").versions[0].id
        assert module is designer.module
        assert scenario == "meeting"
        assert path == window.document.path
        with qtbot.waitSignal(window.playtest_wanted) as caught:
            window._play(3)
        assert caught.args[0].scenario("meeting").first_turn == 3
        assert designer.module.scenario("meeting").first_turn == 1

    def test_the_version_looked_at_is_played(self, designer: Designer, qtbot: QtBot) -> None:
        window = designer.window
        versions = designer.module.scenario("meeting").versions
        short = versions[0].model_copy(update={"id": "brief", "title": "Brief version"})
        at = next(n for n, s in enumerate(designer.module.scenarios) if s.id == "meeting")

        def edit(module: ModuleDef) -> ModuleDef:
            scenario = module.scenarios[at].model_copy(update={"versions": (*versions, short)})
            rest = module.scenarios[:at], module.scenarios[at + 1 :]
            return module.model_copy(update={"scenarios": (*rest[0], scenario, *rest[1])})

        window.document.edit(edit, "a brief version")
        assert window.version_button.isVisibleTo(window)
        assert window.version() == versions[0].id
        window.jump(("scenarios", at, "versions", len(versions), "victory"))
        assert window.play_button.toolTip().endswith(", brief version")
        with qtbot.waitSignal(window.playtest_wanted) as caught:
            designer.press(window.play_button)
        assert caught.args[1] == "meeting"
        assert caught.args[3] == "brief"
        window.fill_versions()
        with qtbot.waitSignal(window.playtest_wanted) as caught:
            window.version_menu.actions()[0].trigger()
        assert caught.args[3] == versions[0].id == window.version()

    def test_undo_keeps_the_scenario_on_show(self, designer: Designer) -> None:
        window = designer.window
        first = window.copy_scenario()
        window.show_scenario("meeting")
        window.copy_scenario()
        window.show_scenario(first)
        designer.press(window.undo_button)
        assert window.map_page.scenario == first
        at = [scenario.id for scenario in designer.module.scenarios].index(first)
        window.jump(("scenarios", at, "versions", 0, "victory"))
        assert window.pages.currentWidget() is window.victory_page
        window.show_scenario("meeting")
        window.show_scenario(first)
        window.jump(("scenarios", at, "versions", 0, "victory"))
        designer.press(window.undo_button)
        assert window.map_page.scenario == "meeting"
        window.victory_page.judge.judge_now()
        assert "any more" in window.victory_page.judge.standing
        assert window.pages.currentWidget() is window.map_page
        item = window.tree.currentItem()
        assert item is not None
        goal = item.data(0, GOAL)
        assert goal.scenario == "meeting"

    def test_a_day_of_work_undone_leaves_the_files_alone(self, designer: Designer) -> None:
        window = designer.window
        original = read_texts(window.document.path)
        name = window.copy_scenario()
        assert window.map_page.scenario == name
        designer.drag("1004", "0904")
        window.counters_page.choose(("1-blue-inf",))
        dialog = window.counters_page.duplicate()
        assert dialog is not None
        dialog.accept()
        window.chart_page.show_chart("crt", None)
        window.chart_page.table.setData(window.chart_page.table.index(0, 0), "EX")
        assert window.save()
        assert read_texts(window.document.path) != original
        while window.document.stack.canUndo():
            designer.press(window.undo_button)
        assert window.save()
        assert read_texts(window.document.path) == original
