"""Where the map of the editor is when it opens, and when another scenario is chosen."""

import shutil
from pathlib import Path
from random import Random
from time import process_time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.editor.first_view import LEAST_SCALE, busiest
from app.editor.window import EditorWindow, open_document
from app.messages import Tone
from app.settings import SettingsStore
from engine.loading import builtin_modules


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> EditorWindow:
    folder = tmp_path / "mine"
    source = builtin_modules()["afrika"]
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("rules", "__pycache__"))
    made = EditorWindow(open_document(folder), SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(made, before_close_func=lambda w: w.document.stack.setClean())
    made.resize(1280, 720)
    with qtbot.waitExposed(made):
        made.show()
    QApplication.processEvents()
    return made


def _seen(window: EditorWindow) -> float:
    """The share of the counters of the set-up that is in sight."""
    page = window.map_page
    spots, seen = page._first_spots(), page.view.visible_scene()
    centers = [page.scene.center_of(spot) for spot in spots]
    return sum(center is not None and seen.contains(center) for center in centers) / len(centers)


def _in_the_west(window: EditorWindow) -> str:
    """A hex far from the set-up and from the edges of the map."""
    page = window.map_page
    middle = page.scene.layout.bounds().center().y()
    ids = page.board().ids
    centers = ((spot, page.scene.center_of(spot)) for spot in ids[len(ids) // 4 :])
    return next(spot for spot, center in centers if center is not None and abs(center.y() - middle) < 100)


def test_opens_at_the_set_up_and_stays_there_while_the_window_finds_its_size(window: EditorWindow) -> None:
    page = window.map_page
    assert page.view.map_scale >= LEAST_SCALE
    assert _seen(window) > 0.4
    window.resize(1900, 1000)
    QApplication.processEvents()
    assert page.first.is_kept
    assert _seen(window) > 0.4

    page.center_on(_in_the_west(window))
    before = page.view.visible_scene().center()
    window.resize(1300, 800)
    QApplication.processEvents()
    after = page.view.visible_scene().center()
    assert (after - before).manhattanLength() < 60, "a map that was moved stays"

    assert not page.first.is_in_sight()
    page.show_scenario("gazala")
    assert page.first.is_in_sight(), "the map goes to the set-up that was asked for"


def test_the_busiest_place_has_as_many_counters_in_sight_as_fit(window: EditorWindow) -> None:
    view, board = window.map_page.view, window.map_page.board()
    near = [board.ids[i] for i in (100, 101)]
    far = board.ids[-1]
    middle = busiest(view, [*near, *near, far])
    centers = [view.board_scene.center_of(spot) for spot in (*near, far)]
    away = [abs(c.x() - middle.x()) + abs(c.y() - middle.y()) for c in centers if c is not None]
    assert len(away) == 3
    assert max(away[:2]) < 2 * 64 < away[2]


def test_the_busiest_place_of_a_crowd_is_found_at_once(window: EditorWindow) -> None:
    view, board = window.map_page.view, window.map_page.board()
    view.set_map_scale(56)
    dice = Random(7)
    spots = [dice.choice(board.ids) for _ in range(1500)] + [board.ids[900]] * 400
    began = process_time()
    middle = busiest(view, spots)
    assert process_time() - began < 2
    seen = view.visible_scene()
    seen.moveCenter(middle)
    centers = [c for spot in spots if (c := view.board_scene.center_of(spot)) is not None]
    held = sum(seen.contains(center) for center in centers)
    for spot in dice.sample(board.ids, 200):
        center = view.board_scene.center_of(spot)
        assert center is not None
        seen.moveCenter(center)
        inner = seen.adjusted(64, 64, -64, -64)
        assert sum(inner.contains(other) for other in centers) <= held


def test_bars_that_open_move_no_map_that_is_in_use(window: EditorWindow) -> None:
    page = window.map_page
    spot = page._first_spots()[0]
    center = page.scene.center_of(spot)
    assert center is not None
    QTest.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton)
    before = page.view.view_point(center)
    window.messages.tell("Something that needs a bar.", Tone.CARE)
    for _ in range(4):
        QApplication.processEvents()
    assert window.messages.isVisible()
    assert (page.view.view_point(center) - before).manhattanLength() < 2
    window.messages.clear()


def _other(window: EditorWindow) -> str:
    return next(s.id for s in window.document.module.scenarios if s.id != window.map_page.scenario)


def test_another_scenario_is_not_left_far_away_after_a_look_at_the_whole_map(window: EditorWindow) -> None:
    page = window.map_page
    page.fit_board()
    assert page.view.map_scale < LEAST_SCALE
    window.show_scenario(_other(window))
    assert page.view.map_scale >= LEAST_SCALE
    assert _seen(window) > 0.3


def test_a_scenario_comes_back_where_it_was_worked_on(window: EditorWindow) -> None:
    page, first = window.map_page, window.map_page.scenario
    page.view.set_map_scale(90)
    page.center_on(page._first_spots()[0])
    before = page.view.visible_scene()
    second = _other(window)
    window.show_scenario(second)
    page.fit_board()
    window.show_scenario(first)
    assert page.view.map_scale == pytest.approx(90)
    now = page.view.visible_scene()
    assert (now.center() - before.center()).manhattanLength() < 60
    page.fit_board()
    window.show_scenario(second)
    assert page.view.map_scale >= LEAST_SCALE


def test_a_place_both_scenarios_have_counters_at_stays(window: EditorWindow) -> None:
    page = window.map_page
    first = set(page._first_spots())
    name = _other(window)
    shared = next(spot for spot in page.stacks.standing(name) if spot in first)
    page.view.set_map_scale(90)
    page.center_on(shared)
    before = page.view.visible_scene()
    window.show_scenario(name)
    assert (page.view.visible_scene().topLeft() - before.topLeft()).manhattanLength() < 1
    assert page.view.map_scale == pytest.approx(90)
