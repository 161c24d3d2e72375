"""Games under way and edited modules: the game stays with its version until its players follow the edits."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.application import Application
from app.editor.window import EditorWindow
from app.library.request import StartRequest
from app.player.dialogs.following import FollowDialog
from app.player.window import PlayerWindow
from app.user_files import journals_folder
from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.editing.pieces import set_piece_fields
from engine.editing.schedule import set_entry_fields
from engine.editing.setups import place_pieces
from engine.loading import load_module
from engine.loading.writer import save_module
from engine.play.action import EndPhase
from engine.rules.freeplay_actions import Place, Restack
from engine.saves import Note, Remarks, read_save


def moved(module: ModuleDef) -> ModuleDef:
    """The red infantry set up one hex further west."""
    return place_pieces(module, "meeting", ["1-red-inf"], WhereDef(at="0904"))


def renamed(module: ModuleDef) -> ModuleDef:
    return set_piece_fields(module, ["1-red-inf"], {"name": "Red Guards"})


def a_game(app: Application, path: Path) -> PlayerWindow:
    """Three actions; the last one fits only if the red infantry stands in Easton."""
    window = app.start_game(StartRequest(path=path, module=load_module(path), scenario="meeting", seed=3))
    assert window is not None
    assert window.session.submit(Place(pieces=("1-blue-inf",), at="0303"), "axis")
    assert window.session.submit(EndPhase(), "axis")
    assert window.session.submit(Restack(at="1004", pieces=("1-red-inf",)), "axis")
    return window


def change_on_disk(path: Path, change: object) -> None:
    assert callable(change)
    save_module(change(load_module(path)), path)


def dialog_of(window: PlayerWindow) -> FollowDialog:
    window.actions_by_id["follow-module"].trigger()
    dialog = window.edited.dialog
    assert dialog is not None
    return dialog


def test_an_unchanged_module_asks_nothing(app: Application, module_path: Path) -> None:
    window = a_game(app, module_path)
    window.actions_by_id["follow-module"].trigger()
    assert window.edited.dialog is None
    assert window.messages.current is not None
    assert "as it was when this game began" in window.messages.current.text


def test_a_reopened_save_goes_on_by_its_own_version(
    app: Application, module_path: Path, tmp_path: Path
) -> None:
    window = a_game(app, module_path)
    assert window.files.save_to(tmp_path / "ours.hexsave")
    window.close()
    change_on_disk(module_path, moved)
    again = app.open_save(tmp_path / "ours.hexsave")
    assert again is not None
    assert again.session.state.pieces["1-red-inf"].at == "1004"
    assert again.session.game.count == 3
    assert again.messages.current is not None
    assert "goes on by the version it began with" in again.messages.current.text
    assert not again.session.is_unsaved


def test_a_save_opens_when_the_module_is_gone(app: Application, module_path: Path, tmp_path: Path) -> None:
    window = a_game(app, module_path)
    assert window.files.save_to(tmp_path / "ours.hexsave")
    window.close()
    shutil.rmtree(module_path)
    again = app.open_save(tmp_path / "ours.hexsave")
    assert again is not None
    assert again.session.game.count == 3
    again.actions_by_id["follow-module"].trigger()
    texts = [again.messages.current.text if again.messages.current else ""]
    again.messages.dismiss()
    texts.append(again.messages.current.text if again.messages.current else "")
    assert "without pictures" in texts[0]
    assert "cannot be followed" in texts[1]


def test_players_follow_an_edit_that_changes_nothing_so_far(app: Application, module_path: Path) -> None:
    window = a_game(app, module_path)
    journal = window.session.journal
    assert journal is not None
    change_on_disk(module_path, renamed)
    dialog = dialog_of(window)
    assert "All 3 actions are possible" in " ".join(_texts(dialog))
    assert dialog.first.text() == "Every position comes out as it was."
    assert not dialog.short.isVisibleTo(dialog)
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)
    [after] = app.players
    assert after is not window
    assert after.session.game.count == 3
    assert after.session.module.piece("1-red-inf").name == "Red Guards"
    assert after.session.is_unsaved
    assert not journal.path.exists()
    assert len(list(journals_folder().glob("*.hexjournal"))) == 1


def _texts(dialog: FollowDialog) -> list[str]:
    return [found.text() for found in dialog.findChildren(QLabel)]


def test_the_first_difference_and_the_refused_action_are_shown(app: Application, module_path: Path) -> None:
    window = a_game(app, module_path)
    change_on_disk(module_path, moved)
    dialog = dialog_of(window)
    assert dialog.first.text() == "First difference, in the set-up: 1 Red Inf: in 0904 instead of 1004."
    assert dialog.stopped.text() == (
        "Action 3, Day 1 (1 Red Inf on top): refused: these are not the pieces at 1004."
    )
    assert dialog.changes.topLevelItemCount() == 1
    assert dialog.changes.topLevelItem(0).text(0) == "A Meeting: 1 Red Inf"  # type: ignore[union-attr]
    assert dialog.go_on.text() == "Follow for 2 actions"
    assert dialog.short.text() == "Follow, from the set-up"
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)
    [after] = app.players
    assert after.session.game.count == 2
    assert after.session.state.pieces["1-red-inf"].at == "0904"
    kept = list(journals_folder().glob("*.hexjournal"))
    assert len(kept) == 2
    assert after.messages.current is not None
    assert "saved games of the Library" in after.messages.current.text


def test_an_arrival_on_another_turn_is_told_by_name_as_moved(app: Application, module_path: Path) -> None:
    window = a_game(app, module_path)
    at = next(n for n, e in enumerate(load_module(module_path).schedule) if "4-blue-inf" in e.pieces)
    change_on_disk(module_path, lambda module: set_entry_fields(module, [at], {"turn": 3}))
    dialog = dialog_of(window)
    line = dialog.changes.topLevelItem(0)
    assert line is not None
    assert dialog.changes.topLevelItemCount() == 1
    assert [line.text(n) for n in range(3)] == ["Blue, arrive 4 Blue Inf", "turn 2", "turn 3"]
    QTest.mouseClick(dialog.stay, Qt.MouseButton.LeftButton)


def test_players_may_begin_at_the_first_difference(app: Application, module_path: Path) -> None:
    window = a_game(app, module_path)
    change_on_disk(module_path, moved)
    QTest.mouseClick(dialog_of(window).short, Qt.MouseButton.LeftButton)
    [after] = app.players
    assert after.session.game.count == 0
    assert after.session.state.pieces["1-red-inf"].at == "0904"


def test_players_may_stay(app: Application, module_path: Path) -> None:
    window = a_game(app, module_path)
    before = window.session.game.hash()
    change_on_disk(module_path, moved)
    QTest.mouseClick(dialog_of(window).stay, Qt.MouseButton.LeftButton)
    assert app.players == [window]
    assert window.session.game.hash() == before
    assert window.session.game.count == 3


def test_a_module_that_lost_the_scenario_is_told(app: Application, module_path: Path) -> None:
    window = a_game(app, module_path)
    change_on_disk(module_path, lambda module: module.model_copy(update={"scenarios": ()}))
    window.actions_by_id["follow-module"].trigger()
    assert window.edited.dialog is None
    assert window.messages.current is not None
    assert "cannot be followed" in window.messages.current.text


def test_a_followed_game_keeps_its_file_notes_and_seats(
    app: Application, module_path: Path, tmp_path: Path
) -> None:
    window = a_game(app, module_path)
    window.session.set_remarks(Remarks(notes=(Note("Watch the port"),)))
    assert window.files.save_to(tmp_path / "ours.hexsave")
    window.session.sitting.seats["allied"] = "random"
    change_on_disk(module_path, renamed)
    QTest.mouseClick(dialog_of(window).go_on, Qt.MouseButton.LeftButton)
    [after] = app.players
    assert after.files.path == tmp_path / "ours.hexsave"
    assert after.session.remarks.notes[0].text == "Watch the port"
    assert after.session.sitting.seats == {"allied": "random"}
    before = (tmp_path / "ours.hexsave").read_bytes()
    assert b"Red Guards" not in before
    assert after.files.save()
    assert b"Red Guards" in (tmp_path / "ours.hexsave").read_bytes()
    assert read_save(tmp_path / "ours.hexsave").header.seats == {"allied": "random"}


# --- from the editor ------------------------------------------------------------------------------------


def the_editor(app: Application, path: Path) -> EditorWindow:
    app.open_editor(path, "meeting")
    return app.editors().windows[0]


def test_a_playtest_follows_edits_that_are_not_saved(app: Application, module_path: Path) -> None:
    editor = the_editor(app, module_path)
    QTest.mouseClick(editor.play_button, Qt.MouseButton.LeftButton)
    [window] = app.players
    assert window.session.submit(Place(pieces=("1-blue-inf",), at="0303"), "axis")
    assert editor.document.edit(renamed, "rename")
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
    message = window.messages.current
    assert message is not None
    assert "edited" in message.text
    assert message.action is not None
    message.action()
    dialog = window.edited.dialog
    assert dialog is not None
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)
    [after] = app.players
    assert after.session.module.piece("1-red-inf").name == "Red Guards"
    assert after.session.state.pieces["1-blue-inf"].at == "0303"
    assert after.session.game.free_undo
    assert load_module(module_path).piece("1-red-inf").name == "1 Red Inf"


def test_playing_on_from_the_editor_by_its_menu(app: Application, module_path: Path) -> None:
    editor = the_editor(app, module_path)
    play_on = next(action for action in editor.actions() if action.text() == "Play on with these edits")
    assert play_on.shortcut().toString() == "Shift+F5"
    play_on.trigger()
    [window] = app.players
    assert window.session.submit(Place(pieces=("1-blue-inf",), at="0303"), "axis")
    assert editor.document.edit(moved, "move")
    play_on.trigger()
    dialog = window.edited.dialog
    assert dialog is not None
    assert "in 0904 instead of 1004" in dialog.first.text()
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)
    assert len(app.players) == 1
    assert app.players[0].session.game.count == 1


def test_a_playtest_from_a_later_turn_follows_from_that_turn(app: Application, module_path: Path) -> None:
    editor = the_editor(app, module_path)
    editor._play(3)
    [window] = app.players
    assert window.session.state.turn == 3
    assert window.session.submit(Place(pieces=("1-blue-inf",), at="0303"), "axis")
    assert editor.document.edit(renamed, "rename")
    editor.play_on()
    dialog = window.edited.dialog
    assert dialog is not None
    assert dialog.first.text() == "Every position comes out as it was."
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)
    assert app.players[0].session.state.turn == 3


def test_saving_in_the_editor_tells_an_open_game_once(app: Application, module_path: Path) -> None:
    window = a_game(app, module_path)
    editor = the_editor(app, module_path)
    assert editor.document.edit(moved, "move")
    assert editor.save()
    message = window.messages.current
    assert message is not None
    assert message.button == "Follow it…"
    window.messages.dismiss()
    window.edited.look()
    assert window.messages.current is None
    assert window.session.state.pieces["1-red-inf"].at == "1004"


def test_a_playtest_after_a_crash_goes_on_with_what_was_played(app: Application, module_path: Path) -> None:
    editor = the_editor(app, module_path)
    assert editor.document.edit(moved, "move")
    QTest.mouseClick(editor.play_button, Qt.MouseButton.LeftButton)
    [window] = app.players
    assert window.session.submit(Place(pieces=("1-blue-inf",), at="0303"), "axis")
    assert window.session.journal is not None
    journal = window.session.journal.path
    copy = journal.with_name("copy.hexjournal")
    copy.write_bytes(journal.read_bytes())
    again = app.open_save(copy)
    assert again is not None
    assert again.session.state.pieces["1-red-inf"].at == "0904"
    assert again.session.state.pieces["1-blue-inf"].at == "0303"
