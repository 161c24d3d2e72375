"""What the editor tells: it moves nothing, leaves in time, stays in the list, and the keyboard reaches it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from app.editor.editor_keys import keys_of, menu_lines
from app.editor.fields import TextField
from app.messages import Message, Tone
from engine.editing import lists
from engine.editing.parts import set_module_fields
from tests.app.editor.conftest import Designer

LONG = "This deletes nothing, because the counter is still used by three set-ups and by the schedule. " * 2


@pytest.fixture(autouse=True)
def _mouse_elsewhere() -> None:
    QCursor.setPos(QPoint(1, 1))


def _line(designer: Designer, words: str) -> str:
    return next(keys_of(a) for _, a in menu_lines(designer.window.menus) if a.text() == words)


@pytest.mark.parametrize("page", ["map", "counters", "cards"])
def test_a_notice_moves_nothing_and_lies_over_the_page(designer: Designer, page: str) -> None:
    window = designer.window
    window.show_page(page)
    designer.settle()
    before = [window.pages.geometry(), window.bottom.geometry(), window.split.sizes()]
    window.messages.tell(LONG, Tone.CARE)
    designer.settle()
    assert window.messages.isVisible()
    assert [window.pages.geometry(), window.bottom.geometry(), window.split.sizes()] == before
    parent = window.messages.parentWidget()
    assert parent is not None
    top = window.pages.mapTo(parent, QPoint())
    foot = top.y() + window.pages.height()
    assert window.messages.geometry().bottom() < foot
    assert window.messages.geometry().top() > top.y() + window.pages.height() // 2


def test_a_notice_keeps_out_of_the_way_of_the_mouse(designer: Designer) -> None:
    window = designer.window
    pages = window.pages
    QCursor.setPos(pages.mapToGlobal(QPoint(pages.width() // 2, pages.height() - 40)))
    window.messages.tell("Done.")
    designer.settle()
    assert not window.messages.rect().contains(window.messages.mapFromGlobal(QCursor.pos()))
    assert window.messages.isVisible()


def test_warnings_leave_by_themselves_and_questions_stay(designer: Designer) -> None:
    bar = designer.window.messages
    for tone in Tone:
        short, long = (bar.stay(Message(text=text, tone=tone)) for text in ("Short.", LONG * 3))
        assert 0 < short < long < 60_000
        assert bar.stay(Message(text="Take it up?", tone=tone, button="Take it up")) == 0
    bar.tell("A warning.", Tone.CARE)
    assert bar._timer.isActive()
    bar._timer.timeout.emit()
    assert bar.isHidden()
    bar.show_message(Message(text="Which?", tone=Tone.CARE, button="This"))
    assert not bar._timer.isActive()
    bar.clear()


def test_a_notice_with_the_keyboard_in_it_stays(designer: Designer) -> None:
    bar = designer.window.messages
    bar.tell("A warning.", Tone.CARE)
    designer.settle()
    bar.focus()
    bar._timer.timeout.emit()
    assert bar.isVisible()
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Escape)
    assert bar.isHidden()


def test_all_that_was_told_can_be_read_later(designer: Designer) -> None:
    window = designer.window
    window.messages.tell("First.", Tone.CARE)
    window.messages.tell("Second.", Tone.BAD)
    window.messages.clear()
    assert [window.notices.item(n).text()[7:] for n in range(2)] == ["Second.", "First."]
    QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.AltModifier)
    designer.settle()
    assert window.notices.isVisible()
    assert _line(designer, "Messages") == "Alt+N"


def test_the_keyboard_answers_a_message(designer: Designer) -> None:
    window, done = designer.window, []
    window.messages.show_message(
        Message(text="Which?", tone=Tone.CARE, button="This", action=lambda: done.append("this"))
    )
    designer.settle()
    window.focus_message()
    focus = QApplication.focusWidget()
    assert isinstance(focus, QPushButton)
    QTest.keyClick(focus, Qt.Key.Key_Return)
    assert done == ["this"]
    window.focus_message()
    assert QApplication.focusWidget() is window.notices


def test_refusals_come_to_the_list_with_their_sign(designer: Designer) -> None:
    designer.window.document.refused.emit("Not so.")
    item = designer.window.notices.item(0)
    assert item.text().endswith("Not so.")
    assert not item.icon().isNull()
    assert item.data(Qt.ItemDataRole.UserRole) == Tone.CARE


def test_a_refusal_goes_when_the_next_edit_is_made_undone_or_saved(designer: Designer) -> None:
    document, bar = designer.window.document, designer.window.messages

    def refused() -> None:
        assert not document.edit(lambda m: set_module_fields(m, {"title": "\ud800"}), "half a character")
        assert "half a character" in designer.said()

    refused()
    assert document.edit(lambda m: set_module_fields(m, {"title": "Other"}), "title")
    assert designer.said() == ""
    refused()
    document.stack.undo()
    assert designer.said() == ""
    refused()
    assert document.save()
    assert designer.said().startswith("Saved in ")
    bar.tell("Something else.", Tone.CARE)
    document.stack.redo()
    assert designer.said() == "Something else.", "only what was refused is settled"
    document.stack.setClean()


def test_what_was_refused_is_not_shown_for_another_thing_in_its_place(designer: Designer) -> None:
    window, document = designer.window, designer.window.document
    count = len(designer.module.tracks)
    for _ in range(2):
        assert document.edit(lambda m: lists.add_blank(m, ("tracks",)), "add a track")
        window.show_paths((("tracks", count),))
        line = window.inspector.fields["id"]
        assert isinstance(line, TextField)
        assert (line.line.text(), line.line.property("fault")) in (
            ("new-track", None),
            ("new-track", "false"),
        )
        line.line.setText("No id!")
        line.line.editingFinished.emit()
        assert (line.line.text(), line.line.property("fault")) == ("No id!", "true")
        document.stack.undo()


def test_a_click_that_comes_too_late_for_a_notice_does_not_reach_the_map(designer: Designer) -> None:
    window = designer.window
    window.messages.tell(LONG, Tone.CARE)
    designer.settle()
    spot = window.messages.mapTo(window, window.messages.rect().center())
    chosen, steps = window.map_page.selected, designer.steps
    window.messages._pass()
    assert window.messages.isHidden()
    assert window.childAt(spot) is window.messages.quiet
    target = window.messages.quiet
    QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=target.mapFrom(window, spot))
    assert (window.map_page.selected, designer.steps) == (chosen, steps)
    designer.qtbot.waitUntil(target.isHidden)
    window.messages.tell(LONG, Tone.CARE)
    window.messages.dismiss()
    assert target.isHidden(), "who closes it himself has done with it"
