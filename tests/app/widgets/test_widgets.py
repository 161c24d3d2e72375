"""The general widgets, by real clicks and keys."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QListView,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.graphics.painters.track import TurnCell, TurnState
from app.theme.current import ThemeChoice, theme
from app.widgets.button_row import ButtonRow, PromptButton
from app.widgets.choices import ChoiceRow, Stepper
from app.widgets.counter_view import CounterStrip, CounterView, ShownCounter
from app.widgets.floating import FloatingCard
from app.widgets.flow import FlowLayout
from app.widgets.keycap import KeyButton, key_text
from app.widgets.labels import ElidedLabel, StatusChip
from app.widgets.panel import TabbedPanel, panel_dock
from app.widgets.prompt_bar import Prompt, PromptBar
from app.widgets.rows import LARGE_COUNTER, ROW_ROLE, Row, RowDelegate
from app.widgets.search_box import SearchBox
from app.widgets.spin_boxes import DecimalBox, SpinBox
from app.widgets.tracks import Bar, DiceView, PointTrack, TurnTrack
from tests.app.painters.drawing import a_face
from tests.fixtures.hands import click, press, write


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> None:
    theme().apply(ThemeChoice.LIGHT)


def test_key_buttons_click_and_answer_their_key(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    button = KeyButton("End phase", "Ctrl+Return", "primary", window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    heard: list[int] = []
    button.clicked.connect(lambda: heard.append(1))
    click(button)
    press(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(heard) == 2
    plain = KeyButton("End phase", "", "primary", window)
    assert button.sizeHint().width() > plain.sizeHint().width()
    assert key_text("Ctrl+Return") == "Ctrl+↵"
    button.set_key("")
    assert button.shortcut().isEmpty()


def test_the_prompt_bar_says_who_must_do_what(qtbot: QtBot) -> None:
    bar = PromptBar()
    qtbot.addWidget(bar)
    bar.resize(900, 62)
    bar.show()
    done: list[str] = []
    bar.show_prompt(
        Prompt(
            form="dark",
            side="Blue",
            turn="Turn 3",
            head="Blue: Movement.",
            request="Move.",
            help="Esc lets go",
        )
    )
    bar.show_buttons(
        (
            PromptButton(text="End movement", action=lambda: done.append("end"), is_primary=True),
            PromptButton(text="Undo", action=lambda: done.append("undo"), is_enabled=False),
        )
    )
    assert [button.text() for button in bar.buttons] == ["Undo", "End movement"]
    assert bar.head.accessibleName() == "Blue: Movement. Move."
    click(bar.buttons[1])
    click(bar.buttons[0])
    assert done == ["end"]
    stripe = bar.grab().toImage().pixelColor(3, 30).name()
    assert stripe == "#3d434b"


def test_the_focus_stays_on_the_button_of_the_same_words(qtbot: QtBot) -> None:
    bar = PromptBar()
    qtbot.addWidget(bar)
    bar.show()
    spec = PromptButton(text="Undo", action=lambda: None)
    bar.show_buttons((spec,))
    bar.activateWindow()
    bar.buttons[0].setFocus()
    qtbot.waitUntil(bar.buttons[0].hasFocus)
    bar.show_buttons((PromptButton(text="End", action=lambda: None, is_primary=True), spec))
    assert bar.focusWidget() is bar.buttons[0]
    assert bar.buttons[0].text() == "Undo"


def folded(row: ButtonRow) -> list[str]:
    return list(row.folded)


def test_buttons_fold_into_a_menu_where_room_is_short(qtbot: QtBot) -> None:
    row = ButtonRow()
    qtbot.addWidget(row)
    done: list[str] = []
    row.show_buttons(
        (
            PromptButton(
                text="End", action=lambda: None, key="Ctrl+Return", is_primary=True, has_shortcut=False
            ),
            PromptButton(text="Undo", action=lambda: None, key="Ctrl+Z", weight=4),
            PromptButton(text="Help", action=lambda: None, key="F1", weight=2),
            PromptButton(text="Ship units", action=lambda: done.append("ship"), key="Alt+1"),
            PromptButton(text="Move supply by truck", action=lambda: done.append("truck")),
        )
    )
    row.show()
    whole = row.sizeHint().width()
    assert [b.text() for b in row.buttons] == ["Undo", "Help", "Ship units", "Move supply by truck", "End"]
    assert row.buttons[-1].shortcut().isEmpty()
    row.fit(whole - 5)
    assert not folded(row), "key caps go first"
    row.fit(round(whole * 0.7))
    assert folded(row) == ["Move supply by truck"]
    assert row.sizeHint().width() <= whole * 0.7
    row.fit(round(whole * 0.5))
    assert folded(row)[-2:] == ["Ship units", "Move supply by truck"]
    assert row.buttons[0].text() == "Undo"
    assert row.buttons[-1].text() == "End"
    ship = next(action for action in row.actions() if action.text() == "Ship units")
    assert ship.shortcut().toString() == "Alt+1"
    ship.trigger()
    click(row.more)
    menu = row.findChild(QMenu)
    assert menu is not None
    press(menu, Qt.Key.Key_Up)
    press(menu, Qt.Key.Key_Return)
    assert done == ["ship", "truck"]
    row.fit(whole)
    assert not folded(row)
    assert row.more.isHidden()


def test_search_boxes_clear_and_leave_by_escape(qtbot: QtBot) -> None:
    box = SearchBox("Filter", "Ctrl+F")
    qtbot.addWidget(box)
    box.show()
    write(box, "tank")
    assert box.text() == "tank"
    press(box, Qt.Key.Key_Escape)
    assert box.text() == ""
    with qtbot.waitSignal(box.left):
        press(box, Qt.Key.Key_Escape)


def test_choice_rows_have_one_value(qtbot: QtBot) -> None:
    row = ChoiceRow("Version", (("short", "Short"), ("long", "Long")))
    qtbot.addWidget(row)
    row.show()
    assert row.value == "short"
    with qtbot.waitSignal(row.changed) as told:
        click(row.button("long"))
    assert told.args == ["long"]
    row.set_value("nonsense")
    assert row.value == "long"
    row.set_choice_enabled("short", "not now")
    assert not row.button("short").isEnabled()
    assert row.button("short").toolTip() == "not now"


def test_steppers_stay_in_bounds(qtbot: QtBot) -> None:
    stepper = Stepper("Air points", 0, 2)
    qtbot.addWidget(stepper)
    stepper.show()
    values: list[int] = []
    stepper.changed.connect(values.append)
    for _ in range(4):
        click(stepper.more)
    press(stepper, Qt.Key.Key_Down)
    assert values == [1, 2, 1]
    stepper.set_range(0, 0)
    assert stepper.value == 0
    assert not stepper.more.isEnabled()


def test_counter_strips_are_chosen_by_mouse_and_keys(qtbot: QtBot) -> None:
    strip = CounterStrip()
    qtbot.addWidget(strip)
    faces = tuple(
        ShownCounter(id=f"c{n}", face=a_face(designation=str(n)), words=f"unit {n}") for n in range(5)
    )
    strip.show_counters(faces, frozenset({"c1"}))
    strip.resize(170, strip.heightForWidth(170))
    strip.show()
    assert strip.accessibleName() == "unit 0, unit 1, unit 2, unit 3, unit 4"
    assert strip.place_of(4).top() > strip.place_of(0).top()
    with qtbot.waitSignal(strip.chosen) as told:
        click(strip, strip.place_of(3).center())
    assert told.args == ["c3"]
    press(strip, Qt.Key.Key_Right)
    with qtbot.waitSignal(strip.chosen) as told:
        press(strip, Qt.Key.Key_Return)
    assert told.args == ["c4"]
    image = strip.grab().toImage()
    assert not image.isNull()


def test_rows_draw_what_they_hold(qtbot: QtBot) -> None:
    view = QListView()
    qtbot.addWidget(view)
    view.setItemDelegate(RowDelegate(LARGE_COUNTER, view))
    model = QStandardItemModel(view)
    view.setModel(model)
    view.resize(360, 60)

    def shown(row: Row) -> object:
        model.clear()
        item = QStandardItem(row.title)
        item.setData(row, ROW_ROLE)
        model.appendRow(item)
        view.show()
        return view.grab().toImage()

    plain = shown(Row(title="1st", second="steps"))
    for changed in (
        Row(title="2nd", second="steps"),
        Row(title="1st", second="other"),
        Row(title="1st", second="steps", face=a_face()),
        Row(title="1st", second="steps", rule="3.1"),
        Row(title="1st", second="steps", right="9 MP", below_right="moved"),
        Row(title="1st", second="steps", dots=(1, 3)),
        Row(title="1st", second="steps", figures="8-6-9"),
        Row(title="1st", second="steps", swatch="#f3d36b"),
        *(Row(title="1st", second="steps", mark=mark) for mark in ("done", "now", "ahead", "no", "part")),
    ):
        assert shown(changed) != plain, changed


def test_flow_layouts_wrap(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = FlowLayout(holder, 4, 4)
    for _ in range(6):
        label = QLabel("xxxx")
        label.setFixedSize(50, 20)
        flow.addWidget(label)
    assert flow.heightForWidth(400) == 20
    assert flow.heightForWidth(110) == 3 * 20 + 2 * 4
    holder.resize(110, 80)
    holder.show()
    third = flow.itemAt(2)
    assert third is not None
    assert third.geometry().topLeft() == QPoint(0, 24)
    assert flow.itemAt(9) is None
    assert flow.takeAt(9) is None


def test_panels_turn_pages_by_their_tabs(qtbot: QtBot) -> None:
    panel = TabbedPanel()
    qtbot.addWidget(panel)
    panel.add_page("One", QLabel("1"))
    panel.add_page("Two", QLabel("2"))
    panel.show()
    with qtbot.waitSignal(panel.current_changed) as told:
        click(panel.bar.tabs, panel.bar.tabs.tabRect(1).center())
    assert told.args == [1]
    assert panel.pages.currentIndex() == 1
    panel.set_page_title(1, "Two 3")
    assert panel.bar.tabs.tabText(1) == "Two 3"


def test_a_dock_takes_the_panel_bar_as_its_title(qtbot: QtBot) -> None:
    panel = TabbedPanel("Sequence of play")
    panel.set_page(QLabel("x"))
    dock = panel_dock(panel, "Sequence of play", "sequence")
    qtbot.addWidget(dock)
    assert dock.titleBarWidget() is panel.bar
    assert dock.widget() is panel
    assert dock.objectName() == "sequence"


def test_labels_shorten_and_tell_the_whole(qtbot: QtBot) -> None:
    label = ElidedLabel("a rather long line of text that does not fit")
    qtbot.addWidget(label)
    label.resize(80, 20)
    label.show()
    assert label.text().endswith("…")
    assert label.toolTip() == label.full_text
    label.resize(900, 20)
    assert label.text() == label.full_text
    assert label.toolTip() == ""


def test_tracks_tell_screen_readers_what_they_show(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    column = QVBoxLayout(holder)
    points, bar, dice, chip = PointTrack(), Bar("light"), DiceView(), StatusChip("enemy ZOC", "bad")
    turns = TurnTrack()
    for widget in (points, bar, dice, chip, turns, CounterView(a_face()), FloatingCard()):
        column.addWidget(widget)
    points.show_points(4, 7)
    bar.show_share(0.5)
    dice.show_dice((3, 5))
    turns.show_turns(
        (TurnCell(number="1", date="Sep", state=TurnState.NOW), TurnCell(number="2", date="Oct"))
    )
    holder.resize(300, 420)
    holder.show()
    assert points.accessibleName() == "4 of 7 left"
    assert bar.accessibleName() == "50 percent"
    assert dice.accessibleName() == "rolled 3, 5"
    assert chip.accessibleName() == "enemy ZOC"
    assert turns.accessibleName() == "1 Sep: now, 2 Oct: ahead"
    with qtbot.waitSignal(turns.chosen) as told:
        click(turns, turns.place_of(1).center())
    assert told.args == [1]
    assert not holder.grab().isNull()


def test_text_of_spin_boxes_keeps_clear_of_the_edge(qtbot: QtBot) -> None:
    for box in (SpinBox(), DecimalBox()):
        qtbot.addWidget(box)
        box.show()
        assert box.lineEdit().textMargins().left() == 8


def drawn_row(qtbot: QtBot, row: Row, width: int) -> QImage:
    tree = QTreeWidget()
    qtbot.addWidget(tree)
    tree.setItemDelegate(RowDelegate(parent=tree))
    item = QTreeWidgetItem([row.title])
    item.setData(0, ROW_ROLE, row)
    tree.addTopLevelItem(item)
    tree.setHeaderHidden(True)
    tree.resize(width, 60)
    return tree.grab().toImage()


def test_rules_give_their_room_to_titles_that_need_it(qtbot: QtBot) -> None:
    long, narrow, wide = "Variable reinforcements", 190, 420
    with_rule = Row(title=long, rule="7.2, clar. 13", rule_yields=True)
    stays = Row(title=long, rule="7.2, clar. 13")
    without = Row(title=long)
    assert drawn_row(qtbot, with_rule, narrow) == drawn_row(qtbot, without, narrow)
    assert drawn_row(qtbot, with_rule, wide) == drawn_row(qtbot, stays, wide)
    assert drawn_row(qtbot, stays, narrow) != drawn_row(qtbot, without, narrow)
