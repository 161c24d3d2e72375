"""The panels around the map, in the real window on the small free game."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent, QMouseEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.graphics.map_legend import MapLegend
from app.player.drag import dropped_pieces, pieces_mime
from app.player.panels import boxes
from app.player.panels.dice import count_dice
from app.player.panels.schedule import names_first
from app.widgets.rows import ROW_ROLE, Row
from engine.definition.sequence import BoxDef
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import EndPhase
from engine.rules.freeplay_actions import DeclareOver, Place, Roll, SetTrack, SetTurn
from tests.fixtures.free_module import a_free_module
from tests.fixtures.player import Hand, open_window

LEFT = Qt.MouseButton.LeftButton
FOOT, TANKS, RED = "1-blue-inf", "3-blue-tanks", "1-red-inf"


def row_of(item: object) -> Row:
    row = item.data(0, ROW_ROLE) if hasattr(item, "treeWidget") else item.data(ROW_ROLE)  # type: ignore[attr-defined]
    assert isinstance(row, Row)
    return row


def test_sequence_ticks_what_is_done_and_lights_the_present(hand: Hand) -> None:
    panel = hand.window.panels.sequence
    assert panel.help_text.text() == "Move units."
    hand.session.submit(EndPhase())
    marks = {name: row_of(item).mark for name, item in panel._items.items()}
    assert marks["axis.movement"] == "done"
    assert marks["axis.combat"] == "now"
    assert marks["allied.movement"] == "ahead"
    panel.tree.setCurrentItem(panel._items["axis.movement"])
    assert panel.help_text.text() == "Move units."


def test_the_turn_track_opens_at_the_present_turn(qtbot: QtBot, tmp_path: Path) -> None:
    path = builtin_modules()["afrika"]
    hand = open_window(qtbot, new_game(load_module(path), "gazala", 3), tmp_path, module_path=path)
    hand.window.resize(1366, 768)
    hand.settle()
    turns = hand.window.panels.turns
    numbers = [turn.number for turn in hand.session.module.turns]
    place = turns.track.place_of(numbers.index(hand.session.projection.turn))
    seen = turns.area.viewport().rect().translated(0, turns.area.verticalScrollBar().value())
    assert seen.contains(place)
    assert seen.top() > turns.track.place_of(0).bottom(), "turns long past are out of sight"
    hand.window.close()


def test_turn_track_shows_now_and_a_click_opens_the_schedule(hand: Hand) -> None:
    turns = hand.window.panels.turns
    hand.session.submit(SetTurn(number=2))
    assert turns.note == "turns 1–4"
    QTest.mouseClick(turns.track, LEFT, pos=turns.track.place_of(1).center())
    schedule = hand.window.panels.schedule
    assert schedule.isVisible()
    current = schedule.tree.currentItem()
    assert current is not None
    assert current.text(0) == "Turn 2"
    entry = current.child(0)
    assert entry is not None
    assert row_of(entry).title == "4 Blue Inf at 0203 Westhaven"
    schedule.side_buttons["axis"].click()
    assert schedule.tree.topLevelItemCount() == 0


def test_order_of_battle_filters_counts_and_centers(hand: Hand) -> None:
    panel = hand.window.panels.order
    assert "Blue 3 units, 7 steps" in panel.totals.text()
    QTest.keyClicks(panel.filter, "tanks")
    assert [name for name, item in panel._items.items() if not item.isHidden()] == [TANKS]
    assert panel.count.text() == "1"
    panel.filter.clear()
    QTest.mouseClick(panel.tree.viewport(), LEFT, pos=panel.row_center(RED))
    assert hand.place == "1004"
    assert hand.pieces == (RED,)
    panel.unmoved.click()
    shown = {name for name, item in panel._items.items() if not item.isHidden()}
    assert RED not in shown
    assert FOOT in shown


def test_stack_inspector_ticks_pieces_and_changes_their_order(hand: Hand) -> None:
    hand.click("0203")
    panel = hand.window.panels.stack
    assert panel.note == "0203 Westhaven · 3 pieces"
    first = panel.list.item(0)
    assert first is not None
    first.setCheckState(Qt.CheckState.Unchecked)
    counts = [len(hand.pieces)]
    for button in (panel.none_button, panel.all_button):
        button.click()
        counts.append(len(hand.pieces))
    assert counts == [2, 0, 3]
    before = hand.session.state.at("0203")
    panel.list.setCurrentRow(0)
    panel.down_button.click()
    after = hand.session.state.at("0203")
    assert sorted(after) == sorted(before)
    assert after != before, "free play lets people order their stacks, as an action"


def test_long_sums_do_not_widen_the_stack_inspector(hand: Hand) -> None:
    panel = hand.window.panels.stack
    hand.click("0203")
    wide = panel.minimumSizeHint().width()
    assert panel.sums.full_text
    panel.sums.set_full_text(panel.sums.full_text * 9)
    assert panel.minimumSizeHint().width() == wide
    assert panel.sums.toolTip() == panel.sums.full_text


def test_boxes_take_what_is_dropped_on_them(hand: Hand) -> None:
    hand.click("1004")
    card = hand.window.panels.boxes.cards["reserve"]
    data = pieces_mime(hand.window.desk, (RED,))
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.MoveAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    card.dropEvent(event)
    assert hand.at(RED) == "reserve"


def test_a_pull_in_a_box_takes_what_was_grasped_and_a_press_alone_nothing(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulled: list[tuple[str, ...]] = []
    monkeypatch.setattr(boxes, "start_drag", lambda _source, _desk, pieces: pulled.append(pieces))
    hand.click("1004")
    assert hand.pieces == (RED,)
    strip = hand.window.panels.boxes.cards["reserve"].strip
    start = strip.place_of(0).center()
    QTest.mousePress(strip, LEFT, pos=start)
    assert hand.at(RED) == "1004", "a press moves nothing"
    end = start + QPoint(30, 30)
    local, screen = QPointF(end), QPointF(strip.mapToGlobal(end))
    move = QMouseEvent(
        QEvent.Type.MouseMove, local, screen, Qt.MouseButton.NoButton, LEFT, Qt.KeyboardModifier.NoModifier
    )
    strip.mouseMoveEvent(move)
    QTest.mouseRelease(strip, LEFT, pos=end)
    assert pulled == [("2-red-recon",)]
    assert hand.at(RED) == "1004"
    assert (hand.place, hand.pieces) == ("reserve", ("2-red-recon",))


def test_days_of_the_turn_track_come_last_and_push_no_box_away(qtbot: QtBot, tmp_path: Path) -> None:
    module = a_free_module()
    days = tuple(BoxDef(id=f"turn-{n}", title=f"Day {n}", role="turn") for n in range(1, 5))
    game = new_game(module.model_copy(update={"boxes": (*days, *module.boxes)}), "meeting", seed=5)
    hand = open_window(qtbot, game, tmp_path)
    panel = hand.window.panels.boxes
    hand.window.docks.show_panel("boxes")
    hand.settle()
    tray = panel.cards["reserve"]
    before = tray.pos()
    assert panel.cards["turn-2"].isHidden()
    hand.click("1004")
    hand.settle()
    assert panel.cards["turn-2"].isVisible()
    assert tray.pos() == before
    assert panel._area.verticalScrollBar().value() == 0
    QTest.mouseClick(panel.cards["turn-2"].title, LEFT)
    hand.settle()
    assert hand.at(RED) == "turn-2"
    assert tray.pos() == before
    hand.key(Qt.Key.Key_Escape)
    hand.key(Qt.Key.Key_Escape)
    hand.settle()
    assert panel.cards["turn-1"].isHidden()
    assert panel.cards["turn-2"].isVisible()
    hand.window.close()


def test_drops_from_elsewhere_are_refused(hand: Hand) -> None:
    foreign = QMimeData()
    foreign.setData("application/x-hexwright-pieces", b"12:34\n1-red-inf")
    assert dropped_pieces(hand.window.desk, foreign) == ()
    own = pieces_mime(hand.window.desk, (RED,))
    assert dropped_pieces(hand.window.desk, own) == (RED,)


def test_board_takes_what_is_dropped_from_lists(hand: Hand) -> None:
    view = hand.window.view
    data = pieces_mime(hand.window.desk, (RED,))
    hand.window.desk.drag_wanted.emit((RED,))
    event = QDropEvent(
        QPointF(hand.point("0707")), Qt.DropAction.MoveAction, data, LEFT, Qt.KeyboardModifier.NoModifier
    )
    assert view.accepts(data)
    view.dropEvent(event)
    assert hand.at(RED) == "0707"


def test_tracks_follow(hand: Hand) -> None:
    rows = hand.window.panels.boxes.rows
    hand.session.submit(SetTrack(track="air", number=5))
    assert rows["air"].accessibleName() == "Air points: 5"
    hand.session.submit(SetTrack(track="weather", number=1))
    assert rows["weather"].value.text() == "wet"


def test_log_filters_searches_and_shows_places(hand: Hand) -> None:
    hand.session.submit(Place(pieces=(FOOT,), at="0505"))
    hand.session.submit(Roll())
    hand.session.submit(Place(pieces=(FOOT,), at="9999"))
    panel = hand.window.panels.log
    panel.refresh()
    assert panel.model.rowCount() == 3
    panel.filter.setCurrentIndex(panel.filter.findData("rolls"))
    assert [entry.kind for entry in panel.model.entries] == ["dice-rolled"]
    panel.filter.setCurrentIndex(panel.filter.findData("refused"))
    assert "9999" in panel.model.entries[0].text
    panel.filter.setCurrentIndex(0)
    QTest.keyClicks(panel.search, "0505")
    assert panel.model.rowCount() == 1
    index = panel.model.index(0, 0)
    QTest.mouseClick(panel.table.viewport(), LEFT, pos=panel.table.visualRect(index).center())
    assert "0505" in hand.window.controller.marks.shown


def test_log_menu_undoes_to_before_an_entry(hand: Hand) -> None:
    for place in ("0505", "0506", "0507"):
        hand.session.submit(Place(pieces=(FOOT,), at=place))
    panel = hand.window.panels.log
    entry = next(e for e in panel.model.entries if e.number == 2)
    menu = panel.menu_for(entry)
    undo = next(a for a in menu.actions() if a.text() == "Undo to before this")
    undo.trigger()
    assert hand.at(FOOT) == "0505"
    assert "0505" in panel.exported("markdown")


def test_dice_are_counted_by_side(hand: Hand) -> None:
    hand.session.queue_table_dice((6, 6))
    hand.session.submit(Roll(dice=2))
    hand.session.set_viewer("allied")
    hand.session.queue_table_dice((1,))
    hand.session.submit(Roll())
    counts = count_dice(hand.session.game)
    assert counts[6, "axis"].faces == {6: 2}
    assert counts[6, "axis"].mean == 6.0
    assert counts[6, "allied"].rolls == 1
    hand.window.docks.show_panel("dice")
    assert hand.window.panels.dice.isVisible()


def test_replay_looks_back_steps_and_bookmarks(hand: Hand) -> None:
    for place in ("0505", "0506"):
        hand.session.submit(Place(pieces=(FOOT,), at=place))
    hand.window.docks.show_panel("replay")
    panel = hand.window.panels.replay
    panel.back.click()
    assert hand.session.looking_at == 1
    assert hand.session.state.pieces[FOOT].at == "0505"
    assert "earlier moment" in hand.prompt
    panel.add_bookmark("Before the second step")
    assert "★ Before the second step" in [panel.marks.item(r).text() for r in range(panel.marks.count())]
    panel.slider.setValue(0)
    moments = [hand.session.looking_at]
    hand.press("Back to the present")
    moments.append(hand.session.looking_at)
    panel.play.click()
    assert panel.timer.isActive()
    for _ in range(2):
        panel._tick()
        moments.append(hand.session.looking_at)
    assert moments == [0, None, 1, None]
    assert not panel.timer.isActive()


def test_notes_belong_to_their_side_and_to_places(hand: Hand) -> None:
    hand.window.docks.show_panel("notes")
    panel = hand.window.panels.notes
    QTest.keyClicks(panel.text, "Hold the town")
    panel.finish()
    hand.click("1004")
    QTest.keyClicks(panel.place_note, "strong point")
    QTest.keyClick(panel.place_note, Qt.Key.Key_Return)
    assert panel.note_on("1004") == "strong point"
    assert "1004" in hand.window.controller.marks.noted
    assert any("Note: strong point" in foot for foot in hand.window.link.cards.plain("1004").foot)
    hand.session.set_viewer("allied")
    assert panel.text.toPlainText() == ""
    assert panel.list.count() == 0
    hand.session.set_viewer("axis")
    assert panel.text.toPlainText() == "Hold the town"


def test_victory_shows_conditions_and_the_end(hand: Hand) -> None:
    panel = hand.window.panels.victory
    assert panel.lines.figures[0].text == "Blue holds Easton."
    assert panel.lines.figures[0].sign == "open"
    hand.session.submit(DeclareOver(winner="axis"))
    assert panel.head.text() == "Blue wins."
    figures = {side: figure.text() for side, (_, figure) in panel.bars.items()}
    assert figures["axis"] == "7", "as the order of battle counts"
    assert "game is over" in hand.prompt
    assert hand.window.messages.current is not None


def test_legend_names_what_the_map_shows(hand: Hand) -> None:
    window = hand.window
    window.docks.show_panel("legend")
    legend = window.panels.legend.area.widget()
    assert isinstance(legend, MapLegend)
    module = hand.session.module
    board = hand.session.rules.board
    used = set(board.terrain)
    assert {entry.title for entry in legend.entries} >= {
        kind.title for kind in module.terrain if kind.id in used
    }
    assert legend.accessibleDescription().startswith(legend.entries[0].title)
    tabs = window.docks.groups["dock-boxes"].bar.tabs
    assert tabs.tabRect(tabs.currentIndex()).right() <= tabs.width()


def test_schedule_names_who_comes_first() -> None:
    told = names_first("Arrive at Tripoli Box: AG/Ariete, 8 Brs.")
    assert told == "AG/Ariete, 8 Brs: arrive at Tripoli Box"
    assert names_first("Rommel returns.") == "Rommel returns."
