"""The lists of the entry dialog under real keys and clicks: a choice rebuilds the form it was made in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QListView

from app.editor.entry_dialog import EntryDialog
from app.editor.fields import Field
from app.editor.fields.exchanges import ExchangeField
from app.editor.order_lines import order_lines
from app.editor.schedule_grid import ScheduleGrid
from engine.editing.pieces import duplicate_pieces
from engine.editing.setups import set_scenario_fields
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


class TestUpgrade:
    @pytest.fixture
    def pairs(self, designer: Designer) -> Iterator[ExchangeField]:
        """The pairs of an upgrade of the first red infantry; there are many more of them."""
        document = designer.window.document
        document.edit(lambda m: duplicate_pieces(m, ["1-red-inf"], 14), "many more")
        values = {"action": "upgrade", "turn": 2, "side": "allied", "pieces": ("1-red-inf",)}
        dialog = designer.window.schedule.new_entry(values)
        designer.settle()
        field = dialog.fields["into"]
        assert isinstance(field, ExchangeField)
        yield field
        dialog.reject()

    def typed(self, designer: Designer, pairs: ExchangeField, words: str) -> object:
        box = pairs.boxes["1-red-inf"]
        type_into(box, words)
        QTest.keyClick(box, Qt.Key.Key_Return)
        designer.settle()
        dialog = designer.window.schedule.dialog
        assert dialog is not None
        return dialog.values.get("into")

    def test_a_typed_part_takes_the_one_that_has_it(self, designer: Designer, pairs: ExchangeField) -> None:
        assert not self.typed(designer, pairs, "red")
        assert not self.typed(designer, pairs, "nobody")
        assert self.typed(designer, pairs, "13 re") == {"1-red-inf": "13-red-inf"}

    def test_a_name_typed_in_full_is_taken_once(self, designer: Designer, pairs: ExchangeField) -> None:
        assert self.typed(designer, pairs, "4 Red Inf") == {"1-red-inf": "4-red-inf"}

    def test_the_chosen_kind_has_the_focus(self, designer: Designer, pairs: ExchangeField) -> None:
        dialog = designer.window.schedule.dialog
        assert dialog is not None
        assert dialog.focusWidget() is dialog.kind.button("upgrade")
        QTest.mouseClick(dialog.kind.button("withdraw"), LEFT)
        designer.settle()
        assert dialog.focusWidget() is dialog.kind.button("withdraw")


class TestFirstTurn:
    """A scenario that the second side begins: the first turn of the first side never takes place."""

    @pytest.fixture(autouse=True)
    def grid(self, designer: Designer) -> Iterator[ScheduleGrid]:
        window = designer.window
        window.document.edit(
            lambda m: duplicate_pieces(
                set_scenario_fields(m, "meeting", {"first_side": "allied"}), ["1-blue-inf"], 2
            ),
            "Red begins",
        )
        window.bottom.show_page(0)
        designer.settle()
        yield window.schedule.grid
        if window.schedule.dialog is not None:
            window.schedule.dialog.reject()

    def begun(self, designer: Designer, values: dict[str, object]) -> tuple[object, object]:
        dialog = designer.window.schedule.new_entry(values)
        designer.settle()
        return dialog.values["turn"], dialog.values["side"]

    def test_a_new_entry_begins_where_its_side_plays(self, designer: Designer) -> None:
        assert self.begun(designer, {}) == (1, "allied")
        assert self.begun(designer, {"side": "axis"}) == (2, "axis")

    def test_a_new_entry_is_like_the_chosen_one(self, designer: Designer, grid: ScheduleGrid) -> None:
        spot = next(spot for spot in grid.spots if grid.entry(spot).turn == 3)
        QTest.mouseClick(grid, LEFT, pos=spot.rect.center())
        grid.cursor_cell = None
        assert self.begun(designer, {}) == (3, "allied")

    def test_a_new_entry_is_for_the_cell_that_was_clicked(
        self, designer: Designer, grid: ScheduleGrid
    ) -> None:
        QTest.mouseClick(grid, LEFT, pos=grid.column_middle(4, "axis"))
        assert self.begun(designer, {}) == (4, "axis")

    def test_issues_are_told_beforehand_and_the_list_says_the_turn(self, designer: Designer) -> None:
        window = designer.window
        new = "3-blue-inf"
        values = {"turn": 1, "side": "axis", "pieces": (new,), "at": "0203"}
        dialog = window.schedule.new_entry(values)
        designer.settle()
        assert dialog.doubt.isVisible()
        words = "3 Blue Inf comes on turn 1, which Blue does not play in A Meeting: Red begins."
        assert dialog.doubt.text() == words
        QTest.mouseClick(dialog.ok, LEFT)
        designer.settle()
        window.document.check_now()
        assert any("does not play in" in f.issue.message for f in window.document.check.findings)
        lines = {
            line.piece.id: line.where for line in order_lines(designer.module, designer.module.scenarios[0])
        }
        assert lines[new] == "comes turn 1"
        at = next(n for n, entry in enumerate(designer.module.schedule) if new in entry.pieces)
        again = window.schedule.edit_entry(at)
        assert "does not play in" in again.doubt.text()
        again._commit("turn", 2)
        assert not again.doubt.text()
        again.reject()
