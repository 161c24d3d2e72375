"""The tree of the module: names before counts, and words for those who do not see."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from app.editor.tree_delegate import GAP, NOTE, parts_that_fit
from app.fonts import TextSize
from app.theme.current import scaled, ui_font
from tests.app.editor.conftest import Designer


def test_the_count_goes_before_any_of_the_name(qapp: object) -> None:
    font = ui_font(TextSize.BODY)
    name = QFontMetricsF(font).horizontalAdvance("North Africa")
    note = QFontMetricsF(ui_font(TextSize.SECOND)).horizontalAdvance("2,976 hexes")
    parts = ("North Africa", "2,976 hexes")
    assert parts_that_fit(parts, font, name + note + scaled(GAP) + 1) == parts
    assert parts_that_fit(parts, font, name + note) == ("North Africa", "")
    short, none = parts_that_fit(parts, font, name / 2)
    assert short.endswith("…")
    assert none == ""


def test_names_are_whole_in_a_small_window(designer: Designer) -> None:
    designer.window.resize(1280, 720)
    designer.settle()
    tree = designer.window.tree
    tree.expandAll()
    for item in tree.items():
        rect = tree.visualItemRect(item)
        room = tree.viewport().width() - rect.left() - scaled(4) - scaled(GAP)
        shown, _ = parts_that_fit((item.text(0), str(item.data(0, NOTE) or "")), ui_font(TextSize.BODY), room)
        assert shown == item.text(0)


def test_counts_are_told_to_screen_readers(designer: Designer) -> None:
    lines = [item.data(0, Qt.ItemDataRole.AccessibleTextRole) for item in designer.window.tree.items()]
    assert f"Scenarios, {len(designer.module.scenarios)}" in lines
