"""The library window by real clicks and keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox
from pytestqt.qtbot import QtBot

from app.actions import PLAYER_ACTIONS
from app.library.options_dialog import OptionsDialog
from app.library.request import StartRequest
from app.library.window import GAMES, OWN, SAVES, LibraryWindow
from app.screen_fit import TITLE_ROOM
from app.theme.current import ThemeChoice, theme
from tests.app.library.worlds import a_module, a_store, own_module
from tests.fixtures.hands import click, double_click, press

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def requested(qtbot: QtBot, window: LibraryWindow) -> list[StartRequest]:
    asked: list[StartRequest] = []
    window.start_requested.connect(asked.append)
    return asked


def test_keys_mean_the_same_as_in_a_game(window: LibraryWindow) -> None:
    actions = window.findChildren(QAction)
    entries = {a.text(): a.shortcut().toString() for a in actions if not a.shortcut().isEmpty()}
    assert entries["Continue the latest game"] == "Ctrl+Shift+O"
    assert entries["Quit"] == PLAYER_ACTIONS["quit"].keys
    assert PLAYER_ACTIONS["library"].keys not in entries.values()


def test_quit_closes_all_windows(window: LibraryWindow, qtbot: QtBot) -> None:
    window.helping.open()
    others = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w is not window]
    assert others
    press(window, Qt.Key.Key_Q, CTRL)
    assert not window.isVisible()
    assert not any(other.isVisible() for other in others)


def test_it_shows_before_anything_is_loaded(home: Path, qtbot: QtBot) -> None:
    window = LibraryWindow(a_store(home))
    qtbot.addWidget(window)
    window.show()
    assert window.rail.buttons[GAMES].accessibleName() == ""
    with qtbot.waitSignal(window.loaded, timeout=20000):
        pass
    assert any(not game.is_own for game in window.games_page.games)
    assert window.games_page.shelf.items
    window.close()


def test_scenarios_are_chosen_by_click_and_by_keys(window: LibraryWindow) -> None:
    page = window.own_page
    assert page.game is not None
    assert page.scenarios.current_id == "meeting"
    rows = page.scenarios.rows
    click(rows.viewport(), rows.visualItemRect(rows.item(1)))
    assert page.scenario is not None
    assert page.scenario.id == "raid"
    press(rows, Qt.Key.Key_Up)
    assert page.scenario.id == "meeting"
    assert "A Meeting" in rows.item(0).text()


def test_play_asks_for_what_is_on_the_card(window: LibraryWindow, qtbot: QtBot) -> None:
    asked = requested(qtbot, window)
    page = window.own_page
    assert page.detail.version_row is not None
    click(page.detail.version_row.button("campaign"))
    page.detail.switches["fog"].click()
    click(page.detail.play)
    (request,) = asked
    assert request.scenario == "meeting"
    assert request.options == {"fog": True, "patrols": False, "storms": "none", "version": "campaign"}
    assert request.seats == {}
    assert not request.is_solo
    assert request.seed > 0
    assert request.module.id == "meeting"


def test_solo_and_double_click_and_enter_start_games(window: LibraryWindow, qtbot: QtBot) -> None:
    asked = requested(qtbot, window)
    click(window.own_page.detail.solo)
    rows = window.own_page.scenarios.rows
    double_click(rows.viewport(), rows.visualItemRect(rows.item(1)).center())
    press(rows, Qt.Key.Key_Return)
    assert [request.is_solo for request in asked] == [True, False, False]
    assert [request.scenario for request in asked] == ["meeting", "raid", "raid"]


def test_a_game_is_started_by_keyboard_alone(window: LibraryWindow, qtbot: QtBot) -> None:
    asked = requested(qtbot, window)
    press(window, Qt.Key.Key_2, ALT)
    shelf = window.own_page.shelf
    shelf.setFocus()
    press(shelf, Qt.Key.Key_Return)
    rows = window.own_page.scenarios.rows
    assert rows.hasFocus()
    press(rows, Qt.Key.Key_Down)
    press(window, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: len(asked) == 1)
    assert asked[0].scenario == "raid"
    assert asked[0].options == {"patrols": False, "version": "short"}


def test_enter_presses_the_button_that_has_the_focus(window: LibraryWindow, qtbot: QtBot) -> None:
    asked = requested(qtbot, window)
    play = window.own_page.detail.play
    play.setFocus(Qt.FocusReason.TabFocusReason)
    press(play, Qt.Key.Key_Return)
    press(play, Qt.Key.Key_Enter)
    assert [request.scenario for request in asked] == ["meeting", "meeting"]


def test_options_fixed_by_the_scenario_cannot_be_changed(window: LibraryWindow) -> None:
    window.own_page.scenarios.choose("raid")
    fog = window.own_page.detail.switches["fog"]
    assert fog.isChecked()
    assert not fog.isEnabled()
    assert window.own_page.detail.switches["patrols"].isEnabled()


def test_the_options_dialog_explains_and_starts(window: LibraryWindow, qtbot: QtBot) -> None:
    asked = requested(qtbot, window)
    click(window.own_page.detail.more)
    dialog = window.findChild(OptionsDialog)
    assert isinstance(dialog, OptionsDialog)
    patrols, fog = dialog.option_widget("patrols"), dialog.option_widget("fog")
    assert isinstance(patrols, QCheckBox)
    assert isinstance(fog, QCheckBox)
    assert not patrols.isEnabled()
    assert patrols.accessibleDescription() == "Only with Fog: on."
    fog.click()
    assert patrols.isEnabled()
    patrols.click()
    storms = dialog.option_widget("storms")
    assert isinstance(storms, QComboBox)
    storms.setCurrentIndex(1)
    assert storms.accessibleDescription() == "Bring goggles."
    dialog.seats["allied"].setCurrentIndex(dialog.seats["allied"].findData("greedy"))
    click(dialog.view_row.button("solo"))
    dialog.table_dice.click()
    dialog.seed.setText("77")
    click(dialog.start)
    (request,) = asked
    assert request.options == {"fog": True, "patrols": True, "storms": "many", "version": "short"}
    assert request.seats == {"axis": "", "allied": "greedy"}
    assert (request.seed, request.is_solo, request.has_table_dice) == (77, True, True)


def test_a_cancelled_dialog_starts_nothing_and_remembers(window: LibraryWindow, qtbot: QtBot) -> None:
    asked = requested(qtbot, window)
    window.ask_options()
    dialog = window.findChild(OptionsDialog)
    assert isinstance(dialog, OptionsDialog)
    dialog.seed.setText("42")
    press(dialog, Qt.Key.Key_Escape)
    assert asked == []
    window.start()
    assert asked[0].seed == 42


def test_saved_games_and_journals_can_be_continued(window: LibraryWindow, qtbot: QtBot) -> None:
    window.show_page(GAMES)
    cards = window.games_page.continue_row.cards
    assert {card.item.badge for card in cards} == {"", "recovered"}
    with qtbot.waitSignal(window.open_requested) as told:
        click(cards[0].button)
    assert told.args == [cards[0].item.path]
    press(window, Qt.Key.Key_3, ALT)
    page = window.saves_page
    qtbot.waitUntil(page.isVisible)
    assert page.list.count() == 2
    page.filter.setText("sunday")
    assert page.list.count() == 1
    with qtbot.waitSignal(window.open_requested) as told:
        press(page.list, Qt.Key.Key_Return)
    assert told.args[0].suffix == ".hexsave"


def test_broken_saves_are_listed_but_not_offered(home: Path, window: LibraryWindow) -> None:
    (home / "saves" / "bad.hexsave").write_text("no game")
    window.refresh_saves()
    assert window.saves_page.list.count() == 3
    assert len(window.games_page.continue_row.cards) == 2
    window.saves_page.filter.setText("bad")
    assert not window.saves_page.go_on.isEnabled()


def test_files_dropped_on_the_window_are_opened(
    home: Path, window: LibraryWindow, qtbot: QtBot, tmp_path_factory: pytest.TempPathFactory
) -> None:
    def drop(path: Path) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        buttons, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        copy = Qt.DropAction.CopyAction
        enter = QDragEnterEvent(window.rect().center(), copy, data, buttons, none)
        window.dragEnterEvent(enter)
        assert enter.isAccepted()
        window.dropEvent(QDropEvent(QPointF(window.rect().center()), copy, data, buttons, none))

    with qtbot.waitSignal(window.open_requested) as told:
        drop(home / "saves" / "mine.hexsave")
    assert told.args == [home / "saves" / "mine.hexsave"]
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    other = own_module(elsewhere, a_module("second", "Second Game"))
    drop(other)
    assert window.own_page.game is not None
    assert window.own_page.game.title == "Second Game"
    letter = elsewhere / "letter.txt"
    letter.write_text("hello")
    drop(letter)
    assert window.messages.current is not None
    assert "neither" in window.messages.current.text
    window.messages.clear()
    drop(letter.rename(letter.with_suffix(".vsav")))
    assert window.messages.current is not None
    assert "Add it there as a predefined set-up" in window.messages.current.text


def test_pictures_come_later_and_are_kept(home: Path, window: LibraryWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.pictures.is_idle, timeout=20000)
    kept = list((home / "cache" / "pictures").glob("*.png"))
    assert kept
    assert any(item.cover.picture is not None for item in window.own_page.shelf.items)


def test_the_choice_is_remembered(home: Path, window: LibraryWindow) -> None:
    window.own_page.scenarios.choose("raid")
    assert window.store.current.last_module == "meeting"
    assert window.store.current.last_scenario == "raid"
    window.close()
    assert window.store.window("library")


def test_themes_and_text_sizes_from_the_menu(window: LibraryWindow, qtbot: QtBot) -> None:
    menus = {
        menu.title(): menu for menu in window.menuBar().findChildren(type(window.menuBar().addMenu("x")))
    }
    view = menus["&View"]
    actions = {action.text(): action for action in view.actions()}
    actions["Dark"].trigger()
    qtbot.waitUntil(lambda: theme().choice is ThemeChoice.DARK)
    assert actions["Dark"].isChecked()
    actions["Larger text"].trigger()
    assert window.store.current.text_scale == pytest.approx(1.1)
    actions["Normal text"].trigger()
    actions["Light"].trigger()
    qtbot.waitUntil(lambda: theme().choice is ThemeChoice.LIGHT)


def test_a_larger_text_scale_lays_out_anew_and_keeps_the_choice(window: LibraryWindow) -> None:
    page = window.own_page
    assert page.detail.version_row is not None
    click(page.detail.version_row.button("campaign"))
    page.detail.switches["fog"].click()
    before = window.rail.width()
    window.store.change(text_scale=1.5)
    theme().apply(ThemeChoice.LIGHT, 1.5)
    assert window.rail.minimumWidth() > before
    assert page.detail.version == "campaign"
    assert page.detail.switches["fog"].isChecked()
    assert window.games_page.continue_row.cards
    theme().apply(ThemeChoice.LIGHT, 1.0)
    assert window.rail.minimumWidth() == before
    room = window.screen().availableSize()
    assert window.minimumHeight() <= room.height() - TITLE_ROOM


def test_help_and_about_open(window: LibraryWindow) -> None:
    press(window, Qt.Key.Key_F1)
    shown = window.helping.window
    assert shown is not None
    assert shown.isVisible()
    assert shown.browser.page is not None
    assert shown.browser.page.id == "players-guide.md"
    shown.close()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (900, 560)])
@pytest.mark.parametrize("page", [GAMES, OWN, SAVES])
def test_every_page_fits_every_size(window: LibraryWindow, size: tuple[int, int], page: str) -> None:
    window.resize(*size)
    window.show_page(page)
    image = window.grab().toImage()
    assert (image.width(), image.height()) == (window.width(), window.height())
    play = window.own_page.detail.play
    if page == OWN:
        assert window.rect().contains(play.mapTo(window, play.rect().bottomRight()))
