"""Saving, journals and exports of a game window."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.user_files import journals_folder
from engine.game import new_game
from engine.rules.freeplay_actions import Place
from engine.saves import read_journal, read_save, restore, rules_for
from tests.fixtures.free_module import a_free_module
from tests.fixtures.player import Hand, open_window

FOOT = "1-blue-inf"


def test_saved_game_is_the_same_game(hand: Hand, tmp_path: Path) -> None:
    hand.click("1004")
    hand.click("0905")
    hand.window.files.save_to(tmp_path / "ours")
    path = tmp_path / "ours.hexsave"
    found = read_save(path)
    back = restore(found, rules_for(found, a_free_module()))
    assert back.game.hash() == hand.session.game.hash()
    assert found.header.title.startswith("Meeting on the Coast")
    unsaved = [hand.session.is_unsaved]
    assert "saved" in hand.window.mode_label.text()
    assert str(path) in hand.window.store.current.recent
    hand.session.submit(Place(pieces=(FOOT,), at="0505"))
    unsaved.append(hand.session.is_unsaved)
    assert unsaved == [False, True]
    assert hand.window.files.save()
    assert len(read_save(path).actions) == 2


def test_faults_of_saving_are_told_and_nothing_is_lost(hand: Hand, tmp_path: Path) -> None:
    assert not hand.window.files.save_to(tmp_path / "missing" / "game.hexsave")
    message = hand.window.messages.current
    assert message is not None
    assert message.text.startswith("Not saved:")
    assert hand.session.game.decision is not None


def test_journal_holds_every_action_and_goes_when_the_game_was_saved(hand: Hand, tmp_path: Path) -> None:
    journal = hand.session.journal
    assert journal is not None
    hand.click("1004")
    hand.click("0905")
    assert len(read_journal(journal.path).actions) == 1
    hand.window.files.save_to(tmp_path / "ours.hexsave")
    hand.window.close()
    assert not journal.path.exists()


def test_journal_of_an_unsaved_game_stays(qtbot: QtBot, tmp_path: Path) -> None:
    hand = open_window(qtbot, new_game(a_free_module(), "meeting", seed=5), tmp_path)
    hand.session.submit(Place(pieces=(FOOT,), at="0505"))
    journal = hand.session.journal
    assert journal is not None
    hand.window.close()
    assert journal.path.exists()
    assert journal.path.parent == journals_folder()


def test_no_journal_where_people_want_none(qtbot: QtBot, tmp_path: Path) -> None:
    from app.settings import SettingsStore

    SettingsStore(tmp_path / "settings.json").change(autosave=False)
    hand = open_window(qtbot, new_game(a_free_module(), "meeting", seed=5), tmp_path)
    assert hand.session.journal is None
    assert "not saved" in hand.window.mode_label.text()
    hand.window.close()


@pytest.mark.parametrize(("name", "part"), [("a.txt", "====="), ("a.md", "# Meeting"), ("a.html", "<h1>")])
def test_log_is_written_in_the_form_of_its_name(hand: Hand, tmp_path: Path, name: str, part: str) -> None:
    hand.session.submit(Place(pieces=(FOOT,), at="0505"))
    assert hand.window.files.write_log(tmp_path / name, hand.window.panels.log.exported)
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert part in text
    assert "0505" in text
