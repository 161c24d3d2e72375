"""The dialog for copies of counters, under real keys."""

from PySide6.QtTest import QTest

from app.editor.duplicate_dialog import DuplicateDialog
from tests.app.editor.conftest import Designer


def test_a_number_typed_at_once_is_the_number_of_copies(designer: Designer) -> None:
    page = designer.window.counters_page
    designer.window.show_page("counters")
    page.choose(("1-red-inf",))
    designer.press(page.buttons["duplicate"])
    dialog = page.findChild(DuplicateDialog)
    assert dialog is not None
    assert dialog.copies.hasFocus()
    QTest.keyClicks(dialog.focusWidget(), "4")
    assert dialog.copies.value() == 4
    before = len(designer.module.pieces)
    designer.press(dialog.ok)
    assert len(designer.module.pieces) == before + 4
