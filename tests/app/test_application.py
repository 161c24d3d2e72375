"""The application: library to game, saved games, journals after a crash, branches, faults."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import application as program
from app.application import Application
from app.library.request import StartRequest
from app.logbook import CrashGuard, open_log, report_of
from app.settings import SettingsStore
from engine.definition.module import ModuleDef
from engine.game import new_game
from engine.loading.writer import save_module
from engine.rules.freeplay_actions import Place, Roll
from engine.saves import Journal, Stamp, freed, write_save
from tests.fixtures.free_module import a_free_module

FOOT = "1-blue-inf"


@pytest.fixture
def module_path(tmp_path: Path) -> Path:
    """The small free game as a folder on the disk."""
    path = tmp_path / "meeting"
    save_module(a_free_module(), path)
    return path


@pytest.fixture
def app(qtbot: QtBot, tmp_path: Path) -> Iterator[Application]:
    made = Application(SettingsStore(tmp_path / "settings.json"))
    yield made
    made.close_all()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def caught(fault: Callable[[], object]) -> BaseException:
    with pytest.raises((ArithmeticError, ValueError)) as found:
        fault()
    return found.value


def request(path: Path, module: ModuleDef, **more: object) -> StartRequest:
    return StartRequest(path=path, module=module, scenario="meeting", seed=3, **more)  # type: ignore[arg-type]


def test_library_starts_a_game_with_its_wishes(app: Application, module_path: Path) -> None:
    wishes = request(
        module_path, a_free_module(), is_solo=True, has_free_undo=True, seats={"allied": "random"}
    )
    window = app.start_game(wishes)
    assert window is not None
    assert window.session.viewer == "all"
    assert window.session.game.free_undo
    assert window.session.sitting.seats == {"allied": "random"}
    window.flow.stop()


def test_wrong_options_are_told_and_open_nothing(app: Application, module_path: Path) -> None:
    assert app.start_game(request(module_path, a_free_module(), options={"fogg": True})) is None
    assert app.library is not None
    message = app.library.messages.current
    assert message is not None
    assert "did you mean 'fog'" in message.text


def test_reference_of_the_command_line_opens_a_scenario(app: Application, module_path: Path) -> None:
    window = app.open_reference(f"{module_path}#meeting")
    assert window is not None
    assert window.windowTitle() == "Meeting on the Coast — A Meeting"


def test_saved_game_goes_on_where_it_was(app: Application, module_path: Path, tmp_path: Path) -> None:
    game = new_game(a_free_module(), "meeting", 4)
    game.apply(Place(pieces=(FOOT,), at="0505"), "axis")
    game.apply(Roll(), "axis")
    path = tmp_path / "ours.hexsave"
    write_save(path, game, stamp=Stamp(module_path=str(module_path), seats={"allied": "random"}))
    window = app.open_save(path)
    assert window is not None
    assert window.session.game.hash() == game.hash()
    assert window.session.sitting.seats == {"allied": "random"}
    assert window.files.path == path
    assert not window.session.is_unsaved
    window.flow.stop()


def test_journal_of_a_crash_goes_on_in_the_same_file(
    app: Application, module_path: Path, tmp_path: Path
) -> None:
    game = new_game(a_free_module(), "meeting", 4)
    path = tmp_path / "crash.hexjournal"
    journal = Journal(path, game, stamp=Stamp(module_path=str(module_path)))
    game.apply(Place(pieces=(FOOT,), at="0505"), "axis")
    journal.follow(game, ("2026-01-01T10:15+00:00",))
    journal.close()
    window = app.open_save(path)
    assert window is not None
    assert window.session.state.pieces[FOOT].at == "0505"
    told = [entry for entry in window.session.chronicle.entries if entry.number and not entry.is_remark]
    assert [entry.time for entry in told] == ["10:15"]
    assert window.session.journal is not None
    assert window.session.journal.path == path
    assert window.files.path is None


def test_times_of_the_log_are_there_after_saving_and_opening(
    app: Application, module_path: Path, tmp_path: Path
) -> None:
    window = app.start_game(request(module_path, a_free_module()))
    assert window is not None
    window.session.submit(Place(pieces=(FOOT,), at="0505"))
    before = [entry.time for entry in window.session.chronicle.entries]
    assert before[-1]
    assert window.files.save_to(tmp_path / "timed.hexsave")
    again = app.open_save(tmp_path / "timed.hexsave")
    assert again is not None
    assert [e.time for e in again.session.chronicle.entries if not e.is_remark] == before[: len(before)]
    again.session.submit(Place(pieces=(FOOT,), at="0506"))
    assert len(again.session.chronicle.times) == 2


def test_broken_save_is_told_with_its_line(app: Application, tmp_path: Path) -> None:
    path = tmp_path / "broken.hexsave"
    path.write_text('{"line": "header"', encoding="utf-8")
    assert app.open_save(path) is None
    assert app.library is not None
    message = app.library.messages.current
    assert message is not None
    assert "broken.hexsave:1" in message.text


def test_branch_opens_a_second_window(app: Application, module_path: Path) -> None:
    window = app.start_game(request(module_path, a_free_module()))
    assert window is not None
    for place in ("0505", "0506"):
        window.session.submit(Place(pieces=(FOOT,), at=place))
    window.acts.branch(1)
    assert len(app.players) == 2
    branch = app.players[1]
    assert branch.session.state.pieces[FOOT].at == "0505"
    assert window.session.state.pieces[FOOT].at == "0506"
    window.close()
    assert app.players == [branch]


def test_freed_module_plays_without_its_ruleset() -> None:
    module = a_free_module().model_copy(update={"ruleset": "lost"})
    assert freed(module).ruleset is None
    plain = a_free_module()
    assert freed(plain) is plain


@pytest.mark.expects_log
def test_fault_of_the_program_is_shown_once_and_what_is_safe_named(
    app: Application, module_path: Path, qtbot: QtBot
) -> None:
    window = app.start_game(request(module_path, a_free_module()))
    assert window is not None
    guard = CrashGuard(app.safety_words)
    error = caught(lambda: 1 // 0)
    for _ in range(2):
        guard._take(type(error), error, error.__traceback__)
    qtbot.waitUntil(lambda: guard.dialog is not None)
    dialog = guard.dialog
    assert dialog is not None
    assert "ZeroDivisionError" in dialog.report
    assert "Hexwright" in dialog.report
    assert window.session.journal is not None
    assert str(window.session.journal.path) in app.safety_words()
    dialog.accept()


def test_log_file_is_written(tmp_path: Path) -> None:
    path = open_log(tmp_path)
    assert path == tmp_path / "hexwright.log"
    logging.getLogger("hexwright.test").info("hello")
    handler = logging.getLogger().handlers[-1]
    logging.getLogger().removeHandler(handler)
    handler.close()
    assert "hello" in path.read_text(encoding="utf-8")


def test_report_names_versions_and_place() -> None:
    text = report_of(caught(lambda: int("why")))
    assert "Qt" in text
    assert "test_application.py" in text


def test_start_runs_until_the_last_window_is_closed(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[Application] = []
    monkeypatch.setattr(program, "open_log", lambda: None)
    monkeypatch.setattr(program, "listen_to_qt", lambda: None)
    monkeypatch.setattr(CrashGuard, "install", lambda _self: None)
    original = Application.__init__

    def remember(self: Application, store: SettingsStore | None = None) -> None:
        original(self, SettingsStore(tmp_path / "settings.json"))
        opened.append(self)

    monkeypatch.setattr(Application, "__init__", remember)

    def run(*_: object) -> int:
        library = opened[0].library
        assert library is not None
        with qtbot.waitSignal(library.loaded, timeout=20_000):
            pass
        opened[0].close_all()
        return 0

    monkeypatch.setattr(QApplication, "exec", run)
    assert program.start("") == 0
    assert opened[0].library is not None
    assert not opened[0].library.isVisible()
