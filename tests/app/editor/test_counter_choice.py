"""The choice on the page of counters is what is seen: by a filter, after a new id, with a mark on a cell."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from app.editor.panel_focus import panels_of, step_panel
from app.theme.current import tokens
from engine.editing.pieces import rename_piece
from tests.app.editor.conftest import Designer


@pytest.fixture(autouse=True)
def on_the_page(designer: Designer) -> None:
    designer.window.show_page("counters")
    designer.settle()


def test_a_filter_that_hides_the_choice_gives_it_up(designer: Designer) -> None:
    page = designer.window.counters_page
    page.choose(("1-red-inf",))
    QTest.keyClicks(page.search, "blue")
    designer.settle()
    assert page.filter.rowCount() > 1
    assert page.selected() == ()
    assert not page.buttons["delete"].isEnabled()
    assert designer.window.inspector.paths == ()


def test_the_only_counter_that_a_filter_leaves_is_chosen(designer: Designer) -> None:
    page = designer.window.counters_page
    page.choose(("1-red-inf",))
    QTest.keyClicks(page.search, "1-blue-inf")
    designer.settle()
    assert page.selected() == ("1-blue-inf",)
    assert page.buttons["duplicate"].isEnabled()
    position = [piece.id for piece in designer.module.pieces].index("1-blue-inf")
    assert designer.window.inspector.paths == (("pieces", position),)


def test_a_new_id_keeps_the_choice(designer: Designer) -> None:
    page, document = designer.window.counters_page, designer.window.document
    page.choose(("1-red-inf",))
    assert document.edit(lambda m: rename_piece(m, "1-red-inf", "zz-ghost"), "rename")
    designer.settle()
    assert page.selected() == ("zz-ghost",)
    assert page.buttons["delete"].isEnabled()
    document.stack.undo()
    designer.settle()
    assert page.selected() == ("1-red-inf",)


def test_counters_that_were_given_pictures_are_chosen(designer: Designer) -> None:
    page = designer.window.counters_page
    page.search.setText("blue")
    page.art.pictured.emit(("1-red-inf",))
    designer.settle()
    assert page.selected() == ("1-red-inf",)
    assert page.search.text() == ""


def test_the_current_cell_has_a_ring_while_the_keyboard_is_there(designer: Designer) -> None:
    view = designer.window.counters_page.view
    designer.window.counters_page.choose(("1-red-inf",))
    view.clearFocus()
    designer.settle()
    box = view.visualRect(view.currentIndex())
    before = view.viewport().grab(box).toImage()
    view.setFocus()
    designer.settle()
    after = view.viewport().grab(box).toImage()
    assert after != before
    assert after.pixelColor(1, box.height() // 2).name() == tokens().accent.lower()


def test_f6_comes_to_the_first_field_of_the_inspector(designer: Designer) -> None:
    window = designer.window
    window.counters_page.choose(("1-red-inf",))
    designer.settle()
    window.counters_page.view.setFocus()
    focus: QWidget | None = None
    for _ in range(len(panels_of(window))):
        step_panel(window, 1)
        focus = QApplication.focusWidget()
        if focus is not None and window.inspector_pages.isAncestorOf(focus):
            break
    assert isinstance(focus, QLineEdit)
    fields = window.inspector.fields.values()
    top = min(fields, key=lambda field: field.mapTo(window, field.rect().topLeft()).y())
    assert focus is top.focusProxy()
    assert not focus.visibleRegion().isEmpty()
