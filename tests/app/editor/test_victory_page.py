"""The page of victory: trees of blocks built by buttons and menus, judged at the set-up, played at once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.editor.victory_page import VictoryPage
from app.editor.window import EditorWindow, open_document
from app.settings import SettingsStore
from engine.definition.scenario import VersionDef
from engine.definition.victory import ControlBlock, GroupBlock, UnitsBlock
from engine.editing.searching import Path as ModulePath
from engine.editing.searching import value_at
from engine.game import new_game
from engine.loading import builtin_modules
from engine.play.action import EndPhase
from tests.app.editor.conftest import Designer

HOME: ModulePath = ("scenarios", 0, "versions", 0)
FIRST: ModulePath = (*HOME, "victory", 0)


@pytest.fixture
def page(designer: Designer) -> VictoryPage:
    """The page on the campaign of the small module, which has one condition in words."""
    designer.window.tree.show_path((*HOME, "victory"), "victory")
    designer.settle()
    shown = designer.window.victory_page
    assert designer.window.pages.currentWidget() is shown
    shown.judge.judge_now()
    return shown


def version_of(page: VictoryPage) -> VersionDef:
    found = value_at(page.document.module, page.home)
    assert isinstance(found, VersionDef)
    return found


def said(page: VictoryPage) -> dict[str, str]:
    """Words of the lines and what they give at the set-up."""
    return {item.text(0): item.text(1) for item in page.tree.items()}


def test_a_condition_is_built_step_by_step_and_undone(page: VictoryPage, designer: Designer) -> None:
    start = designer.module
    designer.press(page.buttons["condition"])
    assert page.chosen_path() == (*HOME, "victory", 1)
    page.choose((*HOME, "victory", 1, "holds"))
    page.add_block("units")
    assert page.chosen_path() == (*HOME, "victory", 1, "holds", "of", 1)
    page.add_block("any")
    page.add_block("turn")
    condition = version_of(page).victory[1]
    assert isinstance(condition.holds, GroupBlock)
    assert [part.kind for part in condition.holds.of] == ["control", "units", "any"]
    inner = condition.holds.of[2]
    assert isinstance(inner, GroupBlock)
    assert [part.kind for part in inner.of] == ["turn"]
    designer.window.document.stack.setIndex(0)
    assert designer.module == start


def test_the_inspector_has_the_fields_of_the_block(page: VictoryPage, designer: Designer) -> None:
    page.add_condition()
    page.choose((*HOME, "victory", 1, "holds"))
    designer.settle()
    inspector = designer.window.inspector
    assert inspector.paths == ((*HOME, "victory", 1, "holds"),)
    assert {"side", "places", "zones", "terrain", "least", "most"} <= set(inspector.fields)
    inspector.fields["least"].committed.emit(1)
    inspector.fields["side"].committed.emit("allied")
    block = version_of(page).victory[1].holds
    assert isinstance(block, ControlBlock)
    assert (block.side, block.least) == ("allied", 1)
    assert "Red holds Westhaven" in said(page)


def test_lines_say_what_holds_at_the_set_up(page: VictoryPage) -> None:
    page.add_condition()
    page.choose((*HOME, "victory", 1, "holds"))
    page.judge.judge_now()
    assert said(page)["Blue holds Westhaven"] == "✓ Westhaven Blue"
    assert said(page)["Blue wins, at the end of turn 4"] == "✓ holds"
    assert page.standing.text() == "If the game ended at the set-up: Blue wins."
    assert "Holds Westhaven at the end of turn 4." in page.words.text()
    page.set_kind("units")
    page.judge.judge_now()
    assert said(page)["At least 1 unit of Blue is in Westhaven"] == "✓ 2"


def test_groups_are_wrapped_changed_moved_and_taken_away(page: VictoryPage) -> None:
    page.add_condition()
    root: ModulePath = (*HOME, "victory", 1, "holds")
    page.choose(root)
    page.add_block("units")
    page.add_block("lost")
    page.wrap("not")
    assert page.chosen_path() == (*root, "of", 2, "of", 0)
    page.choose((*root, "of", 1))
    page.shift(1)
    assert page.chosen_path() == (*root, "of", 2)
    page.indent()
    assert page.chosen_path() == (*root, "of", 1, "of", 1)
    page.outdent()
    assert page.chosen_path() == (*root, "of", 2)
    page.tree.move_wanted.emit((*root, "of", 0), (*root, "of", 1))
    assert page.chosen_path() == (*root, "of", 0, "of", 1)
    page.choose((*root, "of", 0))
    page.unwrap()
    holds = version_of(page).victory[1].holds
    assert isinstance(holds, GroupBlock)
    assert [part.kind for part in holds.of] == ["lost", "control", "units"]


def test_a_block_dropped_on_a_group_goes_into_it(page: VictoryPage) -> None:
    page.add_condition()
    root: ModulePath = (*HOME, "victory", 1, "holds")
    page.choose(root)
    page.add_block("any")
    page.add_block("turn")
    page.choose((*root, "of", 0))
    target = next(item for item in page.tree.items() if item.text(0) == "Any of these:")
    spot = QPointF(page.tree.visualItemRect(target).center())
    drop = QDropEvent(
        spot, Qt.DropAction.MoveAction, QMimeData(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    page.tree.dropEvent(drop)
    holds = version_of(page).victory[1].holds
    assert isinstance(holds, GroupBlock)
    assert [part.kind for part in holds.of] == ["any"]
    assert page.chosen_path() == (*root, "of", 0, "of", 1)


def test_blocks_are_compared_and_deleted_by_key(page: VictoryPage, designer: Designer) -> None:
    page.add_condition()
    root: ModulePath = (*HOME, "victory", 1, "holds")
    page.choose(root)
    page.compare_with("control")
    assert page.chosen_path() == (*root, "minus")
    assert any(words.startswith("compared with") for words in said(page))
    page.tree.setFocus()
    QTest.keyClick(page.tree, Qt.Key.Key_Delete)
    block = version_of(page).victory[1].holds
    assert isinstance(block, ControlBlock)
    assert block.minus is None
    page.delete()
    assert "delete the whole condition" in designer.said()
    page.choose((*HOME, "victory", 1))
    page.delete()
    assert len(version_of(page).victory) == 1


def test_points_and_margins(page: VictoryPage) -> None:
    page.add_award()
    page.choose((*HOME, "points", 0))
    page.add_level()
    page.add_level()
    version = version_of(page)
    assert [level.margin for level in version.levels] == [1, 6]
    page.judge.judge_now()
    assert said(page)["Blue: 1 point"] == "1"
    assert "From 1 ahead marginal" in page.words.text()


def test_the_short_length_takes_the_terms_of_the_module(page: VictoryPage, designer: Designer) -> None:
    page.show_home(())
    page.add_condition()
    assert len(designer.module.victory) == 1
    page.show_home(("scenarios", 0, "versions", 1))
    assert page.take_button.isVisibleTo(page)
    assert "Holds Westhaven at the end of turn 2." in page.words.text()
    designer.press(page.take_button)
    assert version_of(page).victory == designer.module.victory
    assert not page.take_button.isVisibleTo(page)


def test_a_copy_stands_behind_and_lists_can_be_ordered(page: VictoryPage) -> None:
    page.add_condition()
    page.copy()
    assert len(version_of(page).victory) == 3
    assert page.chosen_path() == (*HOME, "victory", 2)
    page.shift(-1)
    page.shift(-1)
    assert page.chosen_path() == FIRST
    assert version_of(page).victory[2].holds == version_of(page).victory[0].holds


def test_issues_lead_to_the_block(page: VictoryPage, designer: Designer) -> None:
    page.add_condition()
    page.choose((*HOME, "victory", 1, "holds"))
    page.add_block("all")
    window = designer.window
    window.show_page("map")
    window.document.check_now()
    finding = next(f for f in window.document.check.findings if f.issue.code == "EMPTY_GROUP")
    window.jump(finding.path)
    assert window.pages.currentWidget() is page
    assert page.chosen_path() == finding.path == (*HOME, "victory", 1, "holds", "of", 1)


def test_what_a_block_cannot_take_is_refused(page: VictoryPage, designer: Designer, qtbot: QtBot) -> None:
    page.add_condition()
    path: ModulePath = (*HOME, "victory", 1, "holds")
    page.choose(path)
    before = designer.module
    with qtbot.waitSignal(page.document.refused) as caught:
        designer.window.inspector.fields["places"].committed.emit(("9999",))
    assert "9999" in caught.args[0]
    with qtbot.waitSignal(page.document.refused) as caught:
        page.add_block("otherwise")
    assert "stands alone" in caught.args[0]
    assert designer.module == before
    holds = value_at(before, path)
    assert isinstance(holds, ControlBlock)
    assert holds.places == ("0203",)


@pytest.fixture(scope="module")
def crusader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy") / "afrika"
    shutil.copytree(builtin_modules()["afrika"], folder)
    return folder


def test_a_copy_of_afrika_is_won_by_its_new_condition(crusader: Path, tmp_path: Path, qtbot: QtBot) -> None:
    window = EditorWindow(open_document(crusader), SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(window, before_close_func=lambda _w: window.document.stack.setClean())
    page = window.victory_page
    window.show_page("victory")
    with qtbot.waitExposed(window):
        window.show()
    position = next(n for n, s in enumerate(window.document.module.scenarios) if s.id == "operation-crusader")
    page.show_home(("scenarios", position, "versions", 1))
    page.judge.judge_now()
    assert "mussolini" in page.judge.tests
    assert said(page)["Commonwealth wins, at the end of turn 16"] == "– does not hold"
    page.add_condition()
    path = page.chosen_path()
    page.choose((*path, "holds"))
    page.set_kind("units")
    window.inspector.show_paths(((*path, "holds"),))
    for name, value in (("places", ()), ("side", "axis"), ("types", ("armor",)), ("least", 3)):
        window.inspector.fields[name].committed.emit(value)
    page.choose(path)
    window.inspector.show_paths((path,))
    for name, value in (("sudden", True), ("level", "Decisive"), ("rule", "my own")):
        window.inspector.fields[name].committed.emit(value)
    block = version_of(page).victory[-2].holds
    assert isinstance(block, UnitsBlock)
    game = new_game(window.document.module, "operation-crusader", 1, {"version": "short"})
    for _ in range(200):
        if game.state.over is not None:
            break
        decision = game.decision
        assert decision is not None
        if decision.kind("end-phase") is not None:
            game.apply(EndPhase(), decision.sides[0])
        else:
            kind = decision.ask.kinds[0]
            game.apply(next(iter(kind.choices(game.state, decision.sides[0]))), decision.sides[0])
    assert game.state.over is not None
    assert (game.state.over.winner, game.state.over.rule, game.state.turn) == ("axis", "my own", 15)
    assert game.state.over.reason.startswith("Decisive victory. At least 3 armor units of Axis")
