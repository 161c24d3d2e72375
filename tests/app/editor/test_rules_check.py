"""The rules answer beside the window: nobody waits for them, and late answers are dropped."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from app.editor import rules_check
from app.editor.document import EditorDocument
from app.editor.rules_check import RulesCheck
from engine.definition.module import ModuleDef
from engine.editing import pieces
from tests.engine.editing.modules import a_module


@pytest.fixture
def document(qapp: object, tmp_path: Path) -> EditorDocument:
    return EditorDocument(tmp_path / "meeting", a_module())


def test_the_rules_are_asked_in_a_thread_of_their_own(
    document: EditorDocument, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[threading.Thread] = []
    answer = rules_check._answer

    def watched(module: ModuleDef, scenario: str) -> object:
        asked.append(threading.current_thread())
        return answer(module, scenario)

    monkeypatch.setattr(rules_check, "_answer", watched)
    check = RulesCheck(document)
    heard: list[bool] = []
    check.found.connect(lambda _words: heard.append(QThread.isMainThread()))
    with qtbot.waitSignal(check.found, timeout=20_000):
        check.show_scenario("meeting")
    assert heard == [True]
    assert len(asked) == 1
    assert asked[0] is not threading.main_thread()
    check.stop()
    document.close()


def test_an_answer_about_what_is_no_more_is_dropped(document: EditorDocument, qtbot: QtBot) -> None:
    check = RulesCheck(document)
    check.scenario = "meeting"
    late = rules_check._answer(document.module, "meeting")
    heard: list[object] = []
    check.found.connect(heard.append)
    document.edit(lambda m: pieces.set_piece_fields(m, ["mine"], {"name": "Other"}), "name")
    check._take(late)
    assert heard == []
    check.check_now()
    assert len(heard) == 1
    check.stop()
    document.close()
