"""Upgrades in the schedule of the editor: the dialog and its pairs, the grid and its arrows, menu, drag."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu

from app.editor.entry_dialog import EntryDialog
from app.editor.fields import TableField
from app.editor.fields.exchanges import ExchangeField
from app.editor.inspector_edits import set_all
from app.editor.order_lines import order_lines
from app.editor.schedule_grid import ScheduleGrid
from app.editor.schedule_layout import MOST_ACROSS, lay_out
from app.editor.summaries import exchange_of, summary_of
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScheduleEntry
from engine.editing.pieces import duplicate_pieces
from engine.editing.schedule import add_entry
from engine.editing.setups import take_off_pieces
from tests.app.editor.conftest import LEFT, NONE, Designer
from tests.engine.editing.test_upgrades import upgrading

OLD, NEW, OTHER, RECON = "1-red-inf", "2-red-inf", "3-red-inf", "2-red-recon"


@pytest.fixture
def grid(designer: Designer) -> ScheduleGrid:
    """The grid of a module with two red counters more, which are nowhere."""
    designer.window.document.edit(lambda m: duplicate_pieces(m, [OLD], 2), "two more")
    designer.window.bottom.show_page(0)
    designer.settle()
    return designer.window.schedule.grid


def upgrade_of(designer: Designer) -> ScheduleEntry:
    return next(entry for entry in designer.module.schedule if entry.action == "upgrade")


def add_upgrade(designer: Designer) -> None:
    values = {"turn": 2, "side": "allied", "action": "upgrade", "pieces": (OLD,), "into": {OLD: NEW}}
    designer.window.document.edit(lambda m: add_entry(m, values), "upgrade")
    designer.settle()


def opened(designer: Designer, pieces: tuple[str, ...] = ()) -> EntryDialog:
    values = {"action": "upgrade", "turn": 2, "side": "allied", "pieces": pieces}
    dialog = designer.window.schedule.new_entry(values)
    designer.settle()
    return dialog


def pairs_of(dialog: EntryDialog) -> ExchangeField:
    field = dialog.fields["into"]
    assert isinstance(field, ExchangeField)
    return field


def pick(dialog: EntryDialog, old: str, new: str) -> None:
    box = pairs_of(dialog).boxes[old]
    index = box.findData(new)
    assert index >= 0, f"{new} is not offered"
    box.setCurrentIndex(index)
    box.activated.emit(index)


class TestDialog:
    def test_each_counter_needs_one_that_it_becomes(self, designer: Designer, grid: ScheduleGrid) -> None:
        dialog = opened(designer)
        assert dialog.fault.text() == "Choose counters."
        dialog._commit("pieces", (OLD,))
        assert dialog.fault.text() == "Choose what each counter becomes."
        assert not dialog.ok.isEnabled()
        assert pairs_of(dialog).boxes[OLD].currentIndex() == -1
        assert pairs_of(dialog).boxes[OLD].findData(OLD) == -1
        pick(dialog, OLD, NEW)
        assert dialog.words.text() == "Turn 2: upgrade 1 Red Inf → 2 Red Inf"
        QTest.mouseClick(dialog.ok, LEFT)
        designer.settle()
        assert upgrade_of(designer).into == {OLD: NEW}
        assert grid.selected == frozenset(((designer.module.schedule.index(upgrade_of(designer)), OLD),))

    def test_the_place_is_asked_for_only_where_someone_arrives(
        self, designer: Designer, grid: ScheduleGrid
    ) -> None:
        dialog = opened(designer, (OLD,))
        pick(dialog, OLD, NEW)
        assert "where" not in dialog.fields
        dialog._commit("otherwise", "arrive")
        assert "where" in dialog.fields
        dialog.values["at"] = "1004"
        dialog.refresh()
        assert dialog.words.text().endswith("· else at 1004")
        dialog._commit("otherwise", "nothing")
        dialog.accept()
        assert (upgrade_of(designer).at, upgrade_of(designer).otherwise) == (None, "nothing")

    def test_steps_are_those_of_the_new_counter(self, designer: Designer, grid: ScheduleGrid) -> None:
        dialog = opened(designer, (OLD,))
        pick(dialog, OLD, NEW)
        lost = dialog.fields["lost"]
        assert isinstance(lost, TableField)
        assert lost.picker.findData(NEW) >= 0
        assert lost.picker.findData(OLD) == -1
        lost.add(NEW)
        dialog._commit("lost", {NEW: 0})
        pick(dialog, OLD, OTHER)
        assert dialog.values["lost"] == {}
        dialog._commit("lost", {OTHER: 0})
        dialog.accept()
        assert upgrade_of(designer).lost == {OTHER: 0}

    def test_another_kind_forgets_the_pairs(self, designer: Designer, grid: ScheduleGrid) -> None:
        dialog = opened(designer, (OLD,))
        pick(dialog, OLD, NEW)
        dialog._commit("lost", {NEW: 1})
        dialog.take_kind("withdraw")
        dialog.accept()
        (entry,) = [e for e in designer.module.schedule if e.action == "withdraw"]
        assert (entry.pieces, entry.into, entry.lost) == ((OLD,), {}, {})

    def test_a_choice_is_taken_back_with_its_counter(self, designer: Designer, grid: ScheduleGrid) -> None:
        dialog = opened(designer, (OLD, RECON))
        pick(dialog, OLD, NEW)
        pick(dialog, RECON, OTHER)
        dialog._commit("pieces", (RECON,))
        assert dialog.values["into"] == {RECON: OTHER}
        pairs_of(dialog).choose(RECON, "")
        assert dialog.values["into"] == {}
        dialog.reject()

    def test_a_chain_the_wrong_way_round_is_told(self, designer: Designer, grid: ScheduleGrid) -> None:
        add_upgrade(designer)
        dialog = opened(designer, (NEW,))
        dialog._commit("turn", 1)
        pick(dialog, NEW, OTHER)
        assert "before it arrives" in dialog.fault.text()
        dialog._commit("turn", 3)
        assert dialog.ok.isEnabled(), dialog.fault.text()
        dialog.reject()


class TestGrid:
    def test_both_counters_stand_side_by_side(self, designer: Designer, grid: ScheduleGrid) -> None:
        add_upgrade(designer)
        spot = grid.spot_of(OLD)
        assert spot is not None
        assert grid.spot_of(NEW) == spot
        assert (spot.piece, spot.into) == (OLD, NEW)
        assert spot.rect.contains(spot.old)
        assert spot.rect.contains(spot.new)
        assert spot.old.right() < spot.new.left()
        assert "becomes 2 Red Inf, turn 2" in grid.words(spot)
        cell = grid.layout_.cell(2, "allied")
        assert cell.contains(spot.rect)

    def test_dragging_moves_the_upgrade_to_another_turn(self, designer: Designer, grid: ScheduleGrid) -> None:
        add_upgrade(designer)
        spot = grid.spot_of(NEW)
        assert spot is not None
        goal = grid.column_middle(3, "allied")
        QTest.mousePress(grid, LEFT, NONE, spot.new.center())
        for step in range(1, 6):
            QTest.mouseMove(grid, spot.rect.center() + (goal - spot.rect.center()) * (step / 5))
        QTest.mouseRelease(grid, LEFT, NONE, goal)
        assert (upgrade_of(designer).turn, upgrade_of(designer).into) == (3, {OLD: NEW})
        QTest.keyClick(grid, Qt.Key.Key_Delete)
        assert all(entry.action != "upgrade" for entry in designer.module.schedule)

    def test_the_menu_says_how_strong_the_new_one_comes(self, designer: Designer, grid: ScheduleGrid) -> None:
        add_upgrade(designer)
        grid.choose_pieces(frozenset((OLD,)))
        steps = next(
            a.menu() for a in designer.window.schedule.menu_for_choice().actions() if a.text() == "Come at"
        )
        assert isinstance(steps, QMenu)
        acts = {action.text(): action for action in steps.actions()}
        assert list(acts) == ["the strength of the old one", "full strength", "1 step less"]
        for words, lost in (
            ("full strength", {NEW: 0}),
            ("1 step less", {NEW: 1}),
            ("the strength of the old one", {}),
        ):
            acts[words].trigger()
            assert upgrade_of(designer).lost == lost

    def test_a_clash_marks_the_pair(self, designer: Designer, grid: ScheduleGrid) -> None:
        add_upgrade(designer)
        again = upgrade_of(designer).model_copy(update={"turn": 3, "pieces": (RECON,), "into": {RECON: NEW}})
        broken = designer.module.model_copy(update={"schedule": (*designer.module.schedule, again)})
        designer.window.document.edit(lambda _m: broken, "broken")
        designer.window.document.check_now()
        designer.settle()
        assert grid.flags[(len(broken.schedule) - 1, RECON)] == "error"


def test_many_upgrades_keep_to_their_column() -> None:
    module = upgrading()
    many = [f"{n}-red-inf" for n in range(3, 23)]
    module = duplicate_pieces(module, [OTHER], 19)
    entry = ScheduleEntry(
        turn=2,
        side="allied",
        action="upgrade",
        pieces=tuple(many[:10]),
        into=dict(zip(many[:10], many[10:], strict=True)),
    )
    layout = lay_out(module.model_copy(update={"schedule": (entry,)}), None)
    cell = layout.cell(2, "allied")
    assert len(layout.spots) == 10
    assert all(cell.contains(spot.rect) for spot in layout.spots)
    rows = {spot.rect.top() for spot in layout.spots}
    assert len(rows) == -(-20 // MOST_ACROSS)
    assert not any(a.rect.intersects(b.rect) for a in layout.spots for b in layout.spots if a is not b)


def test_a_counter_taken_out_in_the_inspector_takes_its_successor_along() -> None:
    module = upgrading(pieces=(OLD, RECON), into={OLD: NEW, RECON: OTHER}, lost={NEW: 0, OTHER: 1})
    at = next(n for n, entry in enumerate(module.schedule) if entry.action == "upgrade")
    entry = set_all(module, [("schedule", at)], {"pieces": (RECON,)}).schedule[at]
    assert (entry.pieces, entry.into, entry.lost) == ((RECON,), {RECON: OTHER}, {OTHER: 1})


def test_upgrades_in_words() -> None:
    module = upgrading(otherwise="arrive", at="1004")
    entry = next(e for e in module.schedule if e.action == "upgrade")
    assert summary_of(entry, module) == "Turn 2: upgrade 1 Red Inf → 2 Red Inf · else at 1004"
    assert exchange_of(entry, OLD, module) == "becomes 2 Red Inf"
    assert exchange_of(entry, NEW, module) == "takes the place of 1 Red Inf"
    lines = {line.piece.id: line.where for line in order_lines(module, module.scenarios[0])}
    assert lines[NEW] == "comes turn 2, upgrade of 1 Red Inf"


def test_an_entry_that_is_no_upgrade_offers_no_pairs(designer: Designer) -> None:
    def edit(module: ModuleDef) -> ModuleDef:
        bare = take_off_pieces(module, "meeting", [OLD])
        values = {"turn": 2, "side": "allied", "action": "arrive", "pieces": (OLD,), "at": "1004"}
        return add_entry(bare, values)

    assert designer.window.document.edit(edit, "arrives")
    at = next(n for n, entry in enumerate(designer.module.schedule) if OLD in entry.pieces)
    designer.window.show_paths((("schedule", at),))
    field = designer.window.inspector.fields["into"]
    assert isinstance(field, ExchangeField)
    assert field.boxes == {}
    assert any("Only upgrades" in words.text() for words in field.findChildren(QLabel))
