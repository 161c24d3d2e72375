"""A module whose rules are not installed: opened, edited, printed, played and saved, and told about."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.application import Application
from app.editor.desk import EditorDesk
from app.editor.document import EditorDocument
from app.exporting.kinds import Wishes, make_plan, print_source
from app.library.game_note import GameNote
from app.library.request import StartRequest
from app.settings import SettingsStore
from engine.definition.module import ModuleDef
from engine.definition.sequence import PhaseDef
from engine.editing.parts import set_module_fields
from engine.game import Game, new_game
from engine.loading import check_module, load_module
from engine.loading.writer import save_module
from engine.protocol import Library
from engine.rules.freeplay_actions import Place
from engine.rules.registry import has_rules, missing_rules, playable
from engine.saves import read_save, reopen, write_save
from tests.engine.editing.modules import a_module

WORDS = "The rules 'martian' are not installed: Test War is played by free play."


def martian() -> ModuleDef:
    """The small module with rules nobody has, and a phase that one of their steps would run."""
    module = a_module()
    phases = (
        PhaseDef(id="landing", title="Landing", step="martian.landing", when="red-sky"),
        *module.sequence,
    )
    return module.model_copy(update={"ruleset": "martian", "sequence": phases, "title": "Test War"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_module(martian(), tmp_path / "mars")
    return tmp_path / "mars"


def test_it_loads_and_is_told_about(folder: Path) -> None:
    module = load_module(folder)
    assert not [issue for issue in check_module(folder) if issue.severity == "error"]
    assert not has_rules(module)
    assert missing_rules(module) == WORDS
    assert missing_rules(a_module()) == ""
    assert playable(module).ruleset is None
    assert playable(a_module()).ruleset is None


def test_it_is_played_by_free_play_and_saved(folder: Path, tmp_path: Path) -> None:
    game = new_game(load_module(folder), "meeting", seed=3)
    assert game.rules.ruleset == "free-play"
    assert game.state.phase == "landing"
    game.apply(Place(pieces=("1-red-inf",), at="0905"), "axis")
    write_save(tmp_path / "game.hexsave", game)
    again = reopen(read_save(tmp_path / "game.hexsave"), load_module(folder))
    assert again.game.hash() == game.hash()


def test_programs_play_and_print_it(folder: Path) -> None:
    found = Library().scenario(f"{folder}#meeting")
    library = Library()
    rules = library.rules(found.module, found.scenario)
    assert rules is library.rules(found.module, found.scenario), "made ready once"
    plan = make_plan(print_source(Game(rules, 1), str(folder)), Wishes(kind="setup"))
    assert "1 Red Inf" in plan.text()


def test_the_library_says_so(folder: Path, qtbot: QtBot) -> None:
    note = GameNote()
    qtbot.addWidget(note)
    note.show_module(load_module(folder))
    assert WORDS in [label.text() for label in note.findChildren(QLabel)]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[tuple[EditorDesk, list[Game]]]:
    played: list[Game] = []
    made = EditorDesk(
        SettingsStore(tmp_path / "s.json"), lambda game, _path: played.append(game), pytest.fail
    )
    yield made, played
    for window in made.windows:
        window.document.stack.setClean()
        window.close()


def test_the_editor_edits_and_playtests_it(folder: Path, desk: tuple[EditorDesk, list[Game]]) -> None:
    editors, played = desk
    document = EditorDocument(folder, load_module(folder))
    assert document.edit(lambda m: set_module_fields(m, {"subtitle": "On Mars"}), "subtitle")
    assert document.save()
    document.close()
    window = editors.open(folder)
    assert window is not None
    window.playtest()
    assert [game.rules.ruleset for game in played] == ["free-play"]
    message = window.messages.current
    assert message is not None
    assert message.text == WORDS


def test_the_player_window_says_so(folder: Path, tmp_path: Path, qtbot: QtBot) -> None:
    program = Application(SettingsStore(tmp_path / "settings.json"))
    module = load_module(folder)
    window = program.start_game(StartRequest(path=folder, module=module, scenario="meeting", seed=3))
    assert window is not None
    message = window.messages.current
    assert message is not None
    assert message.text == WORDS
    assert window.session.rules.ruleset == "free-play"
    window.session.mark_saved()
    program.close_all()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
