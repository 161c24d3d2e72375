"""Leaving the program: everybody is asked first, and a single Cancel leaves every window where it was."""

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from app.application import Application
from app.editor.window import EditorWindow
from app.library.request import StartRequest
from app.player.window import PlayerWindow
from app.quitting import leave_program
from engine.definition.module import ModuleDef
from engine.editing.pieces import set_piece_fields
from engine.loading import load_module
from engine.rules.freeplay_actions import Place


def renamed(module: ModuleDef) -> ModuleDef:
    return set_piece_fields(module, ["1-red-inf"], {"name": "Red Guards"})


def renamed_again(module: ModuleDef) -> ModuleDef:
    return set_piece_fields(module, ["1-red-inf"], {"name": "Red Grenadiers"})


def an_editor(app: Application, path: Path) -> EditorWindow:
    app.open_editor(path, "meeting")
    [editor] = app.editors().windows
    assert editor.document.edit(renamed, "rename")
    return editor


def a_game(app: Application, path: Path) -> PlayerWindow:
    window = app.start_game(StartRequest(path=path, module=load_module(path), scenario="meeting", seed=3))
    assert window is not None
    assert window.session.submit(Place(pieces=("1-blue-inf",), at="0303"), "axis")
    return window


def answer(words: str, seen: list[str]) -> None:
    """Presses a button of the question that comes, and keeps what it asked."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        seen.append(box.text())
        [button] = [found for found in box.buttons() if found.text() == words]
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, press)


def test_cancel_keeps_every_window_whatever_is_in_front(app: Application, module_path: Path) -> None:
    library = app.open_library()
    editor = an_editor(app, module_path)
    window = a_game(app, module_path)
    for front in (library, editor, window, library, editor):
        front.raise_()
        front.activateWindow()
        seen: list[str] = []
        answer("Cancel", seen)
        window.actions_by_id["quit"].trigger()
        assert seen == [f"{editor.document.module.title}: 1 change is not saved."]
        assert library.isVisible()
        assert editor.isVisible()
        assert window.isVisible()
    assert app.players == [window]
    assert window.session.journal is not None


def test_after_do_not_save_nobody_is_asked_twice(app: Application, module_path: Path) -> None:
    editor = an_editor(app, module_path)
    window = a_game(app, module_path)
    seen: list[str] = []
    answer("Do not save", seen)
    assert leave_program()
    assert len(seen) == 1
    assert not editor.isVisible()
    assert not window.isVisible()


def test_a_game_without_a_journal_is_asked_about_by_name(app: Application, module_path: Path) -> None:
    app.store.change(autosave=False)
    window = a_game(app, module_path)
    seen: list[str] = []
    answer("Cancel", seen)
    window.close()
    assert seen == [f"{window.game_title}: this game is not saved."]
    assert window.isVisible()
    app.store.change(confirm_quit=False)
    window.close()
    assert not window.isVisible()


def test_a_playtest_closed_unsaved_is_in_the_library_and_is_played_on(
    app: Application, module_path: Path, qtbot: QtBot
) -> None:
    library = app.open_library()
    qtbot.waitUntil(lambda: bool(library.games) and not library.is_loading)
    library.close()
    editor = an_editor(app, module_path)
    editor.playtest()
    [window] = app.players
    assert window.session.submit(Place(pieces=("1-blue-inf",), at="0303"), "axis")
    assert editor.document.edit(renamed_again, "rename")
    window.close()
    assert app.players == []
    app.open_library()
    [card] = library.games_page.continue_row.cards
    assert card.item.badge == ""
    editor.play_on()
    [after] = app.players
    assert after.session.state.pieces["1-blue-inf"].at == "0303"
    assert after.edited.dialog is not None
    after.edited.dialog.reject()
