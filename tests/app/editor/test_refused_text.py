"""Text that was refused: it stays in its field, marked, until it is corrected or Escape brings the old."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.editor.fields import specs_of
from app.editor.fields.texts import LongField, NumberField, TextField
from engine.definition.sequence import PhaseDef
from tests.app.editor.conftest import Designer

LONG = "A very long name of a small place in the desert that nobody can write on a map"


def typed(line: QLineEdit, text: str) -> None:
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)


def is_marked(line: QLineEdit) -> bool:
    return bool(line.property("fault") == "true")


@pytest.fixture
def name(designer: Designer) -> QLineEdit:
    """The name of a place in the panel of its hex, with a name too long typed into it."""
    designer.window.show_page("map")
    designer.click("0203")
    line = designer.window.hex_panel.name
    assert line.text() == "Westhaven"
    typed(line, LONG)
    designer.settle()
    return line


def test_a_name_too_long_stays_to_be_corrected(designer: Designer, name: QLineEdit) -> None:
    assert designer.steps == 0
    assert (name.text(), is_marked(name)) == (LONG, True)
    assert "60" in designer.said()
    for _ in range(len(LONG) - 30):
        QTest.keyClick(name, Qt.Key.Key_Backspace)
    QTest.keyClick(name, Qt.Key.Key_Return)
    designer.settle()
    assert designer.module.boards[0].places[0].name == LONG[:30].strip()
    assert (name.text(), is_marked(name)) == (LONG[:30].strip(), False)


def test_escape_brings_back_the_old_name(designer: Designer, name: QLineEdit) -> None:
    QTest.keyClick(name, Qt.Key.Key_Escape)
    assert (name.text(), is_marked(name)) == ("Westhaven", False)
    designer.window.hex_panel.tags.setFocus()
    assert designer.steps == 0


def test_the_old_name_typed_again_is_a_correction(designer: Designer, name: QLineEdit) -> None:
    typed(name, "Westhaven")
    assert (name.text(), is_marked(name)) == ("Westhaven", False)
    assert designer.steps == 0


def test_what_was_refused_for_a_hex_is_of_that_hex(designer: Designer, name: QLineEdit) -> None:
    designer.click("1004")
    assert (name.text(), is_marked(name)) == ("Easton", False)
    designer.click("0203")
    assert (name.text(), is_marked(name)) == (LONG, True)
    assert designer.steps == 0


def field_of(designer: Designer, field: str) -> TextField:
    designer.window.show_paths((("pieces", 0),))
    found = designer.window.inspector.fields[field]
    assert isinstance(found, TextField)
    return found


@pytest.mark.parametrize(("field", "text"), [("name", LONG), ("steps", "999"), ("steps", "two")])
def test_a_field_of_the_inspector_keeps_what_is_refused(designer: Designer, field: str, text: str) -> None:
    found = field_of(designer, field)
    assert isinstance(found, NumberField) is (field == "steps")
    old = found.line.text()
    typed(found.line, text)
    assert (found.line.text(), is_marked(found.line), designer.steps) == (text, True, 0)
    designer.window.inspector.refresh()
    assert (found.line.text(), is_marked(found.line)) == (text, True)
    QTest.keyClick(found.line, Qt.Key.Key_Escape)
    assert (found.line.text(), is_marked(found.line)) == (old, False)
    typed(found.line, text)
    designer.window.show_paths((("pieces", 1),))
    assert not is_marked(found.line)
    designer.window.show_paths((("pieces", 0),))
    assert (found.line.text(), is_marked(found.line), designer.steps) == (old, False, 0)


def test_escape_over_several_things_gives_them_nothing(designer: Designer) -> None:
    field_of(designer, "name")
    designer.window.show_paths((("pieces", 0), ("pieces", 1)))
    found = designer.window.inspector.fields["steps"]
    assert isinstance(found, NumberField)
    old = found.line.text()
    typed(found.line, "999")
    assert is_marked(found.line)
    QTest.keyClick(found.line, Qt.Key.Key_Escape)
    QTest.keyClick(found.line, Qt.Key.Key_Return)
    assert (found.line.text(), is_marked(found.line), designer.steps) == (old, False, 0)


def test_many_lines_that_are_refused_stay(qtbot: QtBot) -> None:
    field = LongField(next(spec for spec in specs_of(PhaseDef) if spec.name == "help"))
    qtbot.addWidget(field)
    field.show_values(["old"])
    committed: list[object] = []
    field.committed.connect(committed.append)
    field.box.setPlainText("new")
    field.commit()
    field.keep_refused()
    field.show_values(["old"])
    field.commit()
    assert (field.box.toPlainText(), field.held.is_held, committed) == ("new", True, ["new"])
    QTest.keyClick(field.box, Qt.Key.Key_Escape)
    field.commit()
    assert (field.box.toPlainText(), field.held.is_held, committed) == ("old", False, ["new"])
