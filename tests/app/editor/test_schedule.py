"""The schedule by mouse and keyboard: the grid, the dialog for entries, flags, and tables out and in."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QMenu

from app.editor.carrying import counters_mime
from app.editor.entry_dialog import EntryDialog
from app.editor.fields import ListField, PickerField, PlaceField, TableField, WhereField
from app.editor.schedule_grid import ScheduleGrid
from engine.definition.scenario import ScheduleEntry
from engine.editing.pieces import duplicate_pieces
from engine.editing.schedule import add_entry, arrive, set_entry_fields
from tests.app.editor.conftest import LEFT, NONE, Designer


@pytest.fixture
def grid(designer: Designer) -> ScheduleGrid:
    """The grid with two counters that come on turn 2, nowhere else."""
    window = designer.window
    window.document.edit(lambda m: duplicate_pieces(m, ["1-red-inf"], 2), "two more")
    window.document.edit(lambda m: arrive(m, ["2-red-inf", "3-red-inf"], 2, "1004"), "arrive")
    window.bottom.show_page(0)
    designer.settle()
    return window.schedule.grid


def turns(designer: Designer, piece: str) -> list[int]:
    return [e.turn for e in designer.module.schedule if piece in e.pieces]


def entry_of(designer: Designer, piece: str) -> ScheduleEntry:
    return next(e for e in designer.module.schedule if piece in e.pieces)


def choose(box: QComboBox, value: object) -> None:
    index = box.findData(value)
    assert index >= 0, f"{value} is not offered"
    box.setCurrentIndex(index)
    box.activated.emit(index)


def click_kind(dialog: EntryDialog, kind: str) -> None:
    QTest.mouseClick(dialog.kind.button(kind), LEFT)


def press_ok(designer: Designer, dialog: EntryDialog) -> None:
    assert dialog.ok.isEnabled(), dialog.fault.text()
    QTest.mouseClick(dialog.ok, LEFT)
    designer.settle()


class TestGrid:
    def test_a_counter_dragged_to_another_turn(self, designer: Designer, grid: ScheduleGrid) -> None:
        spot = grid.spot_of("2-red-inf")
        assert spot is not None
        goal = grid.column_middle(4, "allied")
        QTest.mousePress(grid, LEFT, NONE, spot.rect.center())
        for step in range(1, 6):
            QTest.mouseMove(grid, spot.rect.center() + (goal - spot.rect.center()) * (step / 5))
        QTest.mouseRelease(grid, LEFT, NONE, goal)
        assert turns(designer, "2-red-inf") == [4]
        assert turns(designer, "3-red-inf") == [2]
        assert designer.window.document.stack.undoText().endswith("to turn 4")

    def test_keys_alone_take_up_move_and_take_off(self, designer: Designer, grid: ScheduleGrid) -> None:
        grid.setFocus()
        for key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
            QTest.keyClick(grid, key)
        assert grid.cursor_cell == (2, "allied")
        QTest.keyClick(grid, Qt.Key.Key_Space)
        assert grid.chosen_pieces() == ("2-red-inf",)
        QTest.keyClick(grid, Qt.Key.Key_Right)
        assert turns(designer, "2-red-inf") == [3]
        QTest.keyClick(grid, Qt.Key.Key_Delete)
        assert turns(designer, "2-red-inf") == []
        QTest.keyClick(grid, Qt.Key.Key_Space)
        QTest.keyClick(grid, Qt.Key.Key_Return)
        dialog = designer.window.schedule.dialog
        assert dialog is not None
        assert dialog.values["pieces"] == ("3-red-inf",)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert designer.window.schedule.dialog is None

    def test_dropping_a_counter_that_is_set_up_takes_it_off_the_map(
        self, designer: Designer, grid: ScheduleGrid
    ) -> None:
        steps = designer.steps
        data = counters_mime(designer.window.document, ["1-red-inf"])
        grid._target = 3
        at = QPointF(grid.column_middle(3, "allied"))
        move, left = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton
        grid.dropEvent(QDropEvent(at, move, data, left, NONE))
        assert turns(designer, "1-red-inf") == [3]
        assert designer.window.map_page.stacks.at("meeting", "1004") == ()
        assert designer.steps == steps + 1
        designer.window.map_page.view.payloadDropped.emit("0904", data)
        assert turns(designer, "1-red-inf") == []
        assert designer.window.map_page.stacks.at("meeting", "0904") == ("1-red-inf",)

    def test_other_scenarios_keep_who_arrives_only_here(self, designer: Designer, grid: ScheduleGrid) -> None:
        window = designer.window
        name = window.copy_scenario()
        grid.acts.add_arrivals(("1-red-inf",), 3)
        assert entry_of(designer, "1-red-inf").scenarios == (name,)
        assert window.map_page.stacks.at("meeting", "1004") == ("1-red-inf",)
        assert grid.spot_of("1-red-inf") is not None
        window.show_scenario("meeting")
        assert grid.spot_of("1-red-inf") is None
        QTest.mouseClick(window.schedule.buttons["all"], LEFT)
        assert grid.spot_of("1-red-inf") is not None

    def test_what_the_checks_say_is_flagged(self, designer: Designer, grid: ScheduleGrid) -> None:
        window = designer.window
        window.document.edit(
            lambda m: add_entry(m, {"turn": 4, "side": "allied", "action": "return", "pieces": ("mine",)}),
            "odd",
        )
        window.document.check_now()
        position = next(n for n, e in enumerate(designer.module.schedule) if "mine" in e.pieces)
        assert grid.flags[position, ""] == "warning"
        assert window.schedule.buttons["flags"].text() == "1"
        spot = grid.spot_of("mine")
        assert spot is not None
        assert "no place is given" in grid.words(spot)

    def test_the_menu_of_the_chosen_ones(self, designer: Designer, grid: ScheduleGrid) -> None:
        grid.choose_pieces(frozenset(("2-red-inf",)))
        menu = designer.window.schedule.menu_for_choice()
        words = {action.text(): action for action in menu.actions()}
        words["Split off into an entry of their own"].trigger()
        assert entry_of(designer, "2-red-inf").pieces == ("2-red-inf",)
        steps = words["Come at"].menu()
        assert isinstance(steps, QMenu)
        next(a for a in steps.actions() if "1 step less" in a.text()).trigger()
        menu.deleteLater()
        assert entry_of(designer, "2-red-inf").lost == {"2-red-inf": 1}
        assert entry_of(designer, "3-red-inf").lost == {}


class TestDuplicate:
    def test_an_entry_without_counters_is_doubled_at_once(
        self, designer: Designer, grid: ScheduleGrid
    ) -> None:
        values = {"turn": 4, "side": "allied", "action": "replacements", "count": 2}
        designer.window.document.edit(lambda m: add_entry(m, values), "replacements")
        at = next(
            n for n, e in enumerate(designer.module.schedule) if (e.action, e.turn) == ("replacements", 4)
        )
        grid.select(frozenset(((at, ""),)))
        steps = designer.steps
        assert designer.window.schedule.duplicate() is None
        found = [e for e in designer.module.schedule if (e.action, e.turn) == ("replacements", 4)]
        assert [(e.side, e.count) for e in found] == [("allied", 2)] * 2
        assert designer.steps == steps + 1

    def test_one_with_counters_asks_for_others(self, designer: Designer, grid: ScheduleGrid) -> None:
        grid.choose_pieces(frozenset(("2-red-inf",)))
        dialog = designer.window.schedule.duplicate()
        assert dialog is not None
        assert dialog.windowTitle().startswith("Duplicate the entry")
        assert (dialog.values["turn"], dialog.values["at"], dialog.values["pieces"]) == (2, "1004", ())
        dialog.close()
        grid.select(frozenset())
        assert designer.window.schedule.duplicate() is None


class TestDialog:
    def test_an_arrival_by_its_dialog(self, designer: Designer, grid: ScheduleGrid) -> None:
        window = designer.window
        grid.choose_pieces(frozenset(("2-red-inf", "3-red-inf")))
        QTest.keyClick(grid, Qt.Key.Key_Delete)
        dialog = window.schedule.new_entry({"action": "arrive", "turn": 3, "side": "allied"})
        assert not dialog.ok.isEnabled()
        assert dialog.fault.text() == "Choose counters."
        pieces = dialog.fields["pieces"]
        assert isinstance(pieces, ListField)
        choose(pieces.picker, "2-red-inf")
        where = dialog.fields["where"]
        assert isinstance(where, WhereField)
        choose(where.way, "at")
        line = where.parts["at"].focusProxy()
        assert line is not None
        QTest.keyClicks(line, "Easton")
        QTest.keyClick(line, Qt.Key.Key_Return)
        steps = designer.steps
        press_ok(designer, dialog)
        made = entry_of(designer, "2-red-inf")
        assert (made.turn, made.action, made.at) == (3, "arrive", "1004")
        assert designer.steps == steps + 1
        assert grid.chosen_pieces() == ("2-red-inf",)

    def test_a_withdrawal_and_replacements(self, designer: Designer, grid: ScheduleGrid) -> None:
        window = designer.window
        dialog = window.schedule.new_entry({"turn": 4, "side": "allied", "pieces": ("1-red-inf",)})
        click_kind(dialog, "withdraw")
        assert "where" not in dialog.fields
        press_ok(designer, dialog)
        assert [e.action for e in designer.module.schedule if "1-red-inf" in e.pieces] == ["withdraw"]
        dialog = window.schedule.new_entry({"action": "replacements", "turn": 4, "side": "axis"})
        assert "pieces" not in dialog.fields
        dialog.fields["count"].committed.emit(3)
        press_ok(designer, dialog)
        assert [(e.side, e.count) for e in designer.module.schedule if e.action == "replacements"] == [
            ("allied", 2),
            ("axis", 3),
        ]

    def test_a_place_clicked_on_the_map(self, designer: Designer, grid: ScheduleGrid) -> None:
        window = designer.window
        position = next(n for n, e in enumerate(designer.module.schedule) if "2-red-inf" in e.pieces)
        dialog = window.schedule.edit_entry(position)
        where = dialog.fields["where"]
        assert isinstance(where, WhereField)
        at = where.parts["at"]
        assert isinstance(at, PlaceField)
        QTest.mouseClick(at.pick, LEFT)
        designer.settle()
        assert dialog.isHidden()
        assert window.map_page.is_asking
        designer.click("0606")
        assert dialog.isVisible()
        assert dialog.draft().at == "0606"
        press_ok(designer, dialog)
        assert entry_of(designer, "2-red-inf").at == "0606"

    def test_giving_up_a_place_brings_the_dialog_back(self, designer: Designer, grid: ScheduleGrid) -> None:
        dialog = designer.window.schedule.edit_entry(0)
        where = dialog.fields["where"]
        assert isinstance(where, WhereField)
        at = where.parts["at"]
        assert isinstance(at, PlaceField)
        QTest.mouseClick(at.pick, LEFT)
        QTest.keyClick(designer.window.map_page.view, Qt.Key.Key_Escape)
        assert dialog.isVisible()
        assert not designer.window.map_page.is_asking
        dialog.reject()

    def test_east_of_a_hex_makes_a_zone_with_the_entry(self, designer: Designer, grid: ScheduleGrid) -> None:
        position = next(n for n, e in enumerate(designer.module.schedule) if "2-red-inf" in e.pieces)
        dialog = designer.window.schedule.edit_entry(position)
        where = dialog.fields["where"]
        assert isinstance(where, WhereField)
        choose(where.way, "east")
        where.parts["of"].committed.emit("0806")
        steps = designer.steps
        press_ok(designer, dialog)
        assert entry_of(designer, "2-red-inf").zones == ("east-of-0806",)
        zone = next(z for z in designer.module.boards[0].zones if z.id == "east-of-0806")
        assert zone.title == "East of 0806"
        assert designer.steps == steps + 1

    def test_a_condition_is_chosen_not_typed(self, designer: Designer, grid: ScheduleGrid) -> None:
        dialog = designer.window.schedule.edit_entry(0)
        when = dialog.fields["when"]
        assert isinstance(when, TableField)
        when.picker.setCurrentIndex(when.picker.findData("fog"))
        when.picker.activated.emit(when.picker.currentIndex())
        press_ok(designer, dialog)
        assert [(t.option, t.value) for t in designer.module.schedule[0].when] == [("fog", True)]

    def test_what_the_module_would_not_bear_is_said_before(
        self, designer: Designer, grid: ScheduleGrid
    ) -> None:
        values = {"turn": 3, "side": "allied", "pieces": ("1-red-inf",), "at": "1001"}
        dialog = designer.window.schedule.new_entry(values)
        assert "sea" in dialog.fault.text()
        assert not dialog.ok.isEnabled()
        dialog.reject()
        assert dialog.findChild(QDialogButtonBox) is not None

    def test_the_turn_is_picked_from_those_there_are(self, designer: Designer, grid: ScheduleGrid) -> None:
        dialog = designer.window.schedule.edit_entry(0)
        turn = dialog.fields["turn"]
        assert isinstance(turn, PickerField)
        known = [turn.box.itemData(n) for n in range(turn.box.count())]
        assert known == [t.number for t in designer.module.turns]
        dialog.reject()


class TestTables:
    def test_a_table_goes_round_and_shows_what_it_changes(
        self, designer: Designer, grid: ScheduleGrid, tmp_path: Path
    ) -> None:
        page, table = designer.window.schedule, tmp_path / "schedule.csv"
        window = designer.window
        window.document.edit(
            lambda m: set_entry_fields(m, [0], {"lost": {"2-red-inf": 1}, "scenarios": ("meeting",)}), "more"
        )
        assert page.write_csv(table)
        assert page.show_table(table) is None
        assert "the same" in designer.said()
        before = designer.module
        table.write_text(table.read_text().replace("3,allied,replacements,,2", "4,allied,replacements,,5"))
        dialog = page.show_table(table)
        assert dialog is not None
        assert designer.module is before
        steps = designer.steps
        dialog.accept()
        assert designer.steps == steps + 1
        assert [(e.turn, e.count) for e in designer.module.schedule if e.action == "replacements"] == [(4, 5)]
        designer.press(window.undo_button)
        assert designer.module.schedule == before.schedule

    def test_a_faulty_table_changes_nothing(
        self, designer: Designer, grid: ScheduleGrid, tmp_path: Path
    ) -> None:
        table = tmp_path / "schedule.csv"
        table.write_text("turn,side,action,pieces\n2,allied,arrive,nobody\n", encoding="utf-8")
        before = designer.module
        assert designer.window.schedule.show_table(table) is None
        assert "nobody" in designer.said()
        assert designer.module is before


def test_the_point_of_a_cell(grid: ScheduleGrid) -> None:
    assert grid.layout_.turn_at(grid.column_middle(3, "axis").x()) == 3
    assert grid.layout_.side_at(grid.column_middle(3, "axis").y()) == "axis"
    assert grid.layout_.spot_at(QPoint(-5, -5)) is None
