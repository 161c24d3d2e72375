"""What phases may name is offered from the rules: steps and conditions."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.editor.fields.offered import UNKNOWN, OfferedField
from app.editor.window import EditorWindow, open_document
from app.settings import SettingsStore
from engine.loading import builtin_modules, load_module
from engine.loading.writer import save_module
from engine.rules.registry import rules_of
from tests.app.editor.conftest import LEFT, Designer, at_work


@pytest.fixture
def tutor(qtbot: QtBot, tmp_path: Path) -> Designer:
    """A designer with a copy of a game that has rules of its own."""
    save_module(load_module(builtin_modules()["tutorial"]), tmp_path / "steps")
    window = EditorWindow(open_document(tmp_path / "steps"), SettingsStore(tmp_path / "settings.json"))
    return at_work(window, qtbot)


def field(designer: Designer, name: str) -> OfferedField:
    found = designer.window.inspector.fields[name]
    assert isinstance(found, OfferedField)
    return found


def offered(designer: Designer, name: str) -> list[str]:
    one = field(designer, name)
    QTest.mouseClick(one.button, LEFT)
    designer.settle()
    words = [action.text() for action in one.menu.actions() if not action.isSeparator()]
    one.menu.close()
    return words


def leaf(designer: Designer) -> tuple[str | int, ...]:
    """The path of the first phase that has a step."""
    for n, phase in enumerate(designer.module.sequence):
        for k, part in enumerate(phase.phases):
            if part.step:
                return ("sequence", n, "phases", k)
        if phase.step:
            return ("sequence", n)
    raise AssertionError("no phase has a step")


def test_steps_of_the_rules_are_chosen_from_a_list(tutor: Designer) -> None:
    window = tutor.window
    window.show_paths((leaf(tutor),))
    assert UNKNOWN in offered(tutor, "step")
    window.rules_check.check_now()
    names = sorted(name for name in rules_of(tutor.module, "first", {}).steps if name != "sequence")
    assert offered(tutor, "step") == ["No step: a heading only", *names]
    step = field(tutor, "step")
    before = step.line.text()
    assert [action.text() for action in step.menu.actions() if action.isChecked()] == [before]
    other = next(name for name in names if name != before)
    next(action for action in step.menu.actions() if action.text() == other).trigger()
    assert tutor.steps == 1
    assert step.line.text() == other
    tutor.window.document.stack.undo()
    assert step.line.text() == before


def test_conditions_are_offered_and_taken_away(tutor: Designer) -> None:
    window = tutor.window
    window.rules_check.known.emit({"step": (), "when": ("at-night", "in-rain")})
    window.show_paths((leaf(tutor),))
    assert offered(tutor, "when") == ["Always", "at-night", "in-rain"]
    when = field(tutor, "when")
    next(action for action in when.menu.actions() if action.text() == "in-rain").trigger()
    assert when.line.text() == "in-rain"
    offered(tutor, "when")
    when.menu.actions()[0].trigger()
    assert when.line.text() == ""
    assert tutor.steps == 2


def test_a_sequence_that_cannot_begin_offers_what_the_rules_know(tutor: Designer) -> None:
    window = tutor.window
    window.show_paths((leaf(tutor),))
    line = field(tutor, "step").line
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "no.step")
    line.editingFinished.emit()
    window.rules_check.check_now()
    assert window.rules_check.fault
    assert any(word.startswith("tutorial.") for word in offered(tutor, "step"))
