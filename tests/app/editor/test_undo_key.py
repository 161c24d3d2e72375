"""Undo and redo by keys while a field has the focus: what is being typed, or a step of the window."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.editor.fields import LongField, TextField
from tests.app.editor.conftest import Designer

CTRL = Qt.KeyboardModifier.ControlModifier


def title_field(designer: Designer) -> TextField:
    designer.window.show_paths(((),))
    field = designer.window.inspector.fields["title"]
    assert isinstance(field, TextField)
    field.line.setFocus()
    designer.settle()
    assert QApplication.focusWidget() is field.line
    return field


def typed(designer: Designer, words: str) -> TextField:
    field = title_field(designer)
    field.line.selectAll()
    QTest.keyClicks(field.line, words)
    return field


def test_undo_takes_back_what_was_taken_over_while_the_field_keeps_the_focus(designer: Designer) -> None:
    before = designer.module.title
    field = typed(designer, "Another")
    QTest.keyClick(field.line, Qt.Key.Key_Return)
    assert designer.module.title == "Another"
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Z, CTRL)
    assert designer.module.title == before
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Y, CTRL)
    assert designer.module.title == "Another"


def test_undo_takes_back_words_that_are_still_being_typed(designer: Designer) -> None:
    before = designer.module.title
    field = typed(designer, "Half")
    steps = designer.steps
    QTest.keyClick(field.line, Qt.Key.Key_Z, CTRL)
    assert field.line.text() != "Half"
    assert designer.steps == steps
    assert designer.module.title == before


def test_a_field_only_looked_at_leaves_undo_to_the_window(designer: Designer) -> None:
    before = designer.module.title
    field = typed(designer, "Another")
    QTest.keyClick(field.line, Qt.Key.Key_Return)
    other = designer.window.inspector.fields["version"]
    assert isinstance(other, TextField)
    other.line.setFocus()
    QTest.keyClick(other.line, Qt.Key.Key_Z, CTRL)
    assert designer.module.title == before


def test_several_lines_hand_undo_on_once_they_are_taken_over(designer: Designer) -> None:
    designer.window.show_paths(((),))
    field = designer.window.inspector.fields["description"]
    assert isinstance(field, LongField)
    before = designer.module.description
    field.box.setFocus()
    field.box.selectAll()
    QTest.keyClicks(field.box, "Of our own")
    QTest.keyClick(field.box, Qt.Key.Key_Return, CTRL)
    assert designer.module.description == "Of our own"
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Z, CTRL)
    assert designer.module.description == before
