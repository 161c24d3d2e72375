"""Modules of one's own in the library: faults, pictures, the trash, the menu of a cover."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMenu
from pytestqt.qtbot import QtBot

from app.library import own_modules
from app.library.window import GAMES, OWN, LibraryWindow
from engine.definition.module import ModuleDef
from engine.loading.writer import save_module
from tests.app.library.worlds import a_module, own_module
from tests.fixtures.hands import click


def test_a_faulty_module_shows_its_faults(home: Path, window: LibraryWindow) -> None:
    folder = home / "modules" / "broken"
    folder.mkdir()
    (folder / "module.yaml").write_text("id: 7\n")
    window.add_module(folder)
    assert window.own_page.game is not None
    assert window.own_page.game.module is None
    assert not window.own_page.detail.isVisible()
    assert window.messages.current is not None


def test_pictures_follow_the_files_of_a_module(home: Path, window: LibraryWindow, qtbot: QtBot) -> None:
    page = window.own_page

    def shown() -> list[QImage]:
        qtbot.waitUntil(lambda: window.pictures.is_idle, timeout=20000)
        game = page.game
        assert game is not None
        assert game.module is not None
        cover = next(item.cover.picture for item in page.shelf.items if item.key == game.key)
        assert cover is not None
        return [cover.toImage(), page.detail.picture.grab().toImage()]

    def saved(module: ModuleDef) -> None:
        save_module(module, home / "modules" / "meeting")
        with qtbot.waitSignal(window.loaded, timeout=20000):
            window.reload()
        page.choose_game(str(home / "modules" / "meeting"))

    before = shown()
    module = a_module()
    board = module.boards[0]
    rough = board.model_copy(update={"rows": tuple(row.replace("c", "r") for row in board.rows)})
    assert rough != board
    saved(module.model_copy(update={"boards": (rough,)}))
    painted = shown()
    assert [old == new for old, new in zip(before, painted, strict=True)] == [False, False]
    scenario = module.scenarios[0]
    side, setup = next((s, found) for s, found in scenario.sides.items() if found.placements)
    spot = next(name for name in ("0606", "0707") if name != setup.placements[0].at)
    moved = setup.placements[0].model_copy(update={"at": spot})
    again = setup.model_copy(update={"placements": (moved, *setup.placements[1:])})
    new = scenario.model_copy(update={"sides": {**scenario.sides, side: again}})
    saved(module.model_copy(update={"boards": (rough,), "scenarios": (new, *module.scenarios[1:])}))
    assert shown()[1] != painted[1]


def test_a_module_of_ones_own_goes_to_the_trash_when_asked(
    home: Path, window: LibraryWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    thrown: list[Path] = []

    def throw(path: Path) -> bool:
        thrown.append(path)
        return True

    monkeypatch.setattr(own_modules, "throw_away", throw)
    said: list[str] = []
    window.own_modules.told.connect(lambda words, _good: said.append(words))
    folder = home / "modules" / "meeting"
    window.show_page(OWN)
    window.own_page.choose_game(str(folder))
    window.own_modules.is_under_edit = lambda path: path == folder
    assert window.own_modules.ask_to_throw_away() is None

    def told() -> str:
        return window.messages.current.text if window.messages.current is not None else ""

    assert "open in the editor" in told()
    window.editor_closed()
    assert told() == ""
    assert window.own_modules.ask_to_throw_away() is None
    assert "open in the editor" in told()
    window.own_modules.is_under_edit = lambda _path: False
    box = window.own_modules.ask_to_throw_away()
    assert box is not None
    assert str(folder) in box.informativeText()
    default = box.defaultButton()
    assert default is not None
    assert default.text() == "Keep it"
    click(next(button for button in box.buttons() if button.text() == "Keep it"))
    assert thrown == []
    box = window.own_modules.ask_to_throw_away()
    assert box is not None
    click(next(button for button in box.buttons() if button.text() == "Move to the trash"))
    assert thrown == [folder]
    assert all(game.path != folder for game in window.games)
    assert "is in the trash" in said[-1]
    assert "is in the trash" in told(), "not that an editor must be closed first"
    window.show_page(GAMES)
    assert window.own_modules.ask_to_throw_away() is None
    assert "came with the program stay" in said[-1]


def test_no_trash_is_told_and_the_module_stays(
    home: Path, window: LibraryWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_modules, "throw_away", lambda _path: False)
    said: list[str] = []
    window.own_modules.told.connect(lambda words, _good: said.append(words))
    window.show_page(OWN)
    game = window.own_page.game
    assert game is not None
    assert not window.own_modules.throw_away(game)
    assert "delete it in" in said[-1]
    assert game in window.games


def test_without_a_module_the_page_says_how_to_make_one(
    home: Path, window: LibraryWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_modules, "throw_away", lambda _path: True)
    page = window.own_page
    assert not page.empty.isVisible()
    game = page.game
    assert game is not None
    window.own_modules.throw_away(game)
    assert page.games == ()
    assert page.empty.isVisible()
    shown = [found.text() for found in page.findChildren(QLabel) if found.isVisible()]
    assert not any(text.startswith("turns") for text in shown)
    head = next(found for found in page.findChildren(QLabel) if found.text() == "My modules")
    place = head.mapTo(page, QPoint())
    assert 0 <= page.empty.mapTo(page, QPoint()).y() - (place.y() + head.height()) < 40
    with qtbot.waitSignal(window.new_module_requested):
        click(page.empty.new)
    with qtbot.waitSignal(page.import_asked):
        click(page.empty.bring)
    for dialog in window.findChildren(QFileDialog):
        dialog.reject()
    window.add_module(own_module(home, a_module("second", "Another")))
    assert not page.empty.isVisible()
    assert page.shelf.isVisible()


def test_a_right_click_on_a_cover_offers_what_can_be_done_with_it(home: Path, window: LibraryWindow) -> None:
    second = own_module(home, a_module("second", "Meeting on the Coast"))
    window.add_module(second)
    shelf = window.own_page.shelf
    notes = [item.cover.note for item in shelf.items]
    assert notes == ["2 scenarios · meeting", "2 scenarios · second"]
    spot = shelf.place_of(0).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, shelf.mapToGlobal(spot))
    QApplication.sendEvent(shelf, event)
    menu = next(m for m in window.findChildren(QMenu) if m.isVisible())
    assert window.own_page.game is not None
    assert window.own_page.game.path.name == "meeting"
    assert "Throw this module away…" in [action.text() for action in menu.actions()]
    menu.close()
