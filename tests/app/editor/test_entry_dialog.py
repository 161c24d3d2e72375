"""The lists of the entry dialog under real keys and clicks: a choice rebuilds the form it was made in."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QListView

from app.editor.entry_dialog import EntryDialog
from app.editor.fields import Field
from tests.app.editor.conftest import Designer

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(designer: Designer) -> EntryDialog:
    made = EntryDialog(designer.window.document, {"turn": 3, "side": "allied"}, parent=designer.window)
    made.show()
    made.activateWindow()
    designer.settle()
    return made


def box_in(field: Field) -> QComboBox:
    return field.findChildren(QComboBox)[0]


def type_into(box: QComboBox, words: str) -> None:
    box.setFocus()
    line = box.lineEdit()
    assert line is not None
    line.selectAll()
    QTest.keyClicks(line, words)


def pieces_of(dialog: EntryDialog) -> object:
    return dialog.values.get("pieces")


def test_a_counter_typed_and_entered(designer: Designer, dialog: EntryDialog) -> None:
    for _ in range(2):
        box = box_in(dialog.fields["pieces"])
        type_into(box, "1 Red")
        QTest.keyClick(box, Qt.Key.Key_Return)
        designer.settle()
        assert pieces_of(dialog) == ("1-red-inf",)
    assert dialog.fields["pieces"].isAncestorOf(dialog.focusWidget())
    dialog.reject()


def test_a_suggestion_taken_with_the_mouse(designer: Designer, dialog: EntryDialog) -> None:
    box = box_in(dialog.fields["pieces"])
    type_into(box, "Red")
    completer = box.completer()
    assert completer is not None
    designer.settle()
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QListView)
    index = popup.model().index(0, 0)
    QTest.mouseClick(popup.viewport(), LEFT, pos=popup.visualRect(index).center())
    designer.settle()
    assert pieces_of(dialog) == ("1-red-inf",)
    dialog.reject()


def test_the_open_list_taken_with_the_mouse(designer: Designer, dialog: EntryDialog) -> None:
    box = box_in(dialog.fields["pieces"])
    box.showPopup()
    designer.settle()
    view: QAbstractItemView = box.view()
    row = box.findData("1-red-inf")
    index = box.model().index(row, 0)
    view.scrollTo(index)
    QTest.mouseMove(view.viewport(), view.visualRect(index).center())
    QTest.mousePress(view.viewport(), LEFT, pos=view.visualRect(index).center())
    QTest.mouseRelease(view.viewport(), LEFT, pos=view.visualRect(index).center())
    designer.settle()
    assert pieces_of(dialog) == ("1-red-inf",)
    dialog.reject()


def test_the_side_by_keys(designer: Designer, dialog: EntryDialog) -> None:
    dialog.take_kind("withdraw")
    box = box_in(dialog.fields["side"])
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Up)
    designer.settle()
    assert (dialog.values["side"], dialog.isVisible()) == ("axis", True)
    box = box_in(dialog.fields["side"])
    QTest.keyClick(box, Qt.Key.Key_Down)
    QTest.keyClick(box, Qt.Key.Key_Return)
    designer.settle()
    assert (dialog.values["side"], dialog.isVisible()) == ("allied", True)
    dialog.reject()
