"""The window's own comforts: overlays by key, ruler, go-to, docks, pictures, looks, layout."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.actions import PLAYER_ACTIONS, PLAYER_MENUS
from app.player.help_pages import keys_page
from app.player.opening import Opening
from app.player.overlay_bar import RESERVED
from app.player.session import Session
from app.player.window import PlayerWindow
from app.settings import SettingsStore
from app.theme.current import ThemeChoice, theme
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.rules.freeplay_actions import Roll
from tests.fixtures.free_module import a_free_module
from tests.fixtures.player import Hand, open_window

LEFT = Qt.MouseButton.LeftButton


def test_keys_of_the_action_table_do_not_clash() -> None:
    keys = [spec.keys for spec in PLAYER_ACTIONS.values() if spec.keys]
    assert len(keys) == len(set(keys))
    in_menus = {name for menu in PLAYER_MENUS for name in menu.actions if name}
    assert in_menus == set(PLAYER_ACTIONS)
    assert {"G", "M", "N"} <= RESERVED
    assert all(f"`{key}`" in keys_page().text for key in keys)


def test_quit_closes_the_game_and_every_other_window(hand: Hand) -> None:
    hand.window.acts.help("keys")
    other = hand.window.acts.help_window
    assert other is not None
    assert other.isVisible()
    hand.window.actions_by_id["quit"].trigger()
    assert not hand.window.isVisible()
    assert not other.isVisible()


def test_a_game_opens_as_large_as_a_usual_screen(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = QSize(1920, 1046)
    monkeypatch.setattr("app.player.window.first_size", lambda _, w, h: QSize(w, h).boundedTo(screen))
    game = new_game(a_free_module(), a_free_module().scenarios[0].id, 1)
    window = PlayerWindow(Session(game), Opening(store=SettingsStore(tmp_path / "settings.json")))
    qtbot.addWidget(window)
    window.show()
    assert window.size() == screen
    window.close()


def test_go_to_finds_ids_names_and_parts_of_names(hand: Hand) -> None:
    box = hand.window.goto_box
    assert box.match("0203") == "0203"
    assert box.match("easton") == "1004"
    assert box.match("haven") == "0203"
    assert box.match("nowhere") is None
    QTest.keyClicks(box.field, "nowhere")
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert box.field.property("fault") == "true"


def test_ruler_measures_between_two_clicks(hand: Hand) -> None:
    hand.window.actions_by_id["ruler"].trigger()
    hand.click("0203")
    hand.hover("0503")
    hand.click("0703")
    ruler = hand.window.controller.marks.ruler
    assert ruler is not None
    assert (ruler.start, ruler.end) == ("0203", "0703")
    assert ruler.text == "5 hexes"
    hand.key(Qt.Key.Key_Escape)
    assert hand.window.controller.marks.ruler is None
    hand.window.actions_by_id["ruler"].trigger()
    hand.click("0203")
    assert hand.place == "0203"


def test_panels_are_hidden_and_shown_one_by_one(hand: Hand) -> None:
    docks = hand.window.docks
    docks._toggle("notes", on=False)
    assert not docks.is_shown("notes")
    assert docks.is_shown("boxes")
    docks._toggle("legend", on=False)
    docks._toggle("victory", on=False)
    assert docks.docks["dock-boxes"].isVisible()
    docks._toggle("boxes", on=False)
    assert not docks.docks["dock-boxes"].isVisible()
    docks._toggle("notes", on=True)
    assert hand.window.panels.notes.isVisible()
    hand.window.reset_layout()
    assert all(docks.is_shown(name) for name in hand.window.panels.by_name)


def test_layout_is_kept_for_the_next_window(qtbot: QtBot, tmp_path: Path) -> None:
    game = new_game(a_free_module(), "meeting", seed=5)
    first = open_window(qtbot, game, tmp_path)
    first.window.docks.set_shown("victory", shown=False)
    first.window.close()
    store = SettingsStore(tmp_path / "settings.json")
    assert store.window("player-docks-cards")
    second = open_window(qtbot, new_game(a_free_module(), "meeting", seed=5), tmp_path)
    assert not second.window.docks.docks["dock-victory"].isVisible()
    second.window.close()


def test_pictures_of_map_and_window(hand: Hand, tmp_path: Path) -> None:
    picture = hand.window.acts.map_picture()
    assert picture.width() > 700
    corner, middle = picture.pixelColor(5, 5), picture.pixelColor(picture.width() // 2, picture.height() // 2)
    assert corner != middle
    assert hand.window.files.write_picture(tmp_path / "map.png", picture)
    assert (tmp_path / "map.png").stat().st_size > 1000
    assert not hand.window.files.write_picture(tmp_path / "missing" / "map.png", picture)


def test_window_in_every_look_and_with_large_text(hand: Hand) -> None:
    for choice in (ThemeChoice.DARK, ThemeChoice.CONTRAST, ThemeChoice.LIGHT):
        theme().apply(choice, 1.5)
        hand.settle()
        shot = hand.window.grab().toImage()
        assert not shot.isNull()
        assert hand.window.scene.map_palette.name == theme().tokens.name
    theme().apply(ThemeChoice.LIGHT, 1.0)


def test_next_unit_by_key_goes_round(hand: Hand) -> None:
    seen = []
    for _ in range(4):
        hand.key(Qt.Key.Key_N)
        seen.append(hand.place)
    assert len(set(seen)) == 4
    hand.key(Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert hand.place == seen[-2]


def test_next_panel_moves_the_keyboard_through_all_of_them(hand: Hand) -> None:
    hand.window.view.setFocus()
    reached: set[str] = set()
    for _ in range(10):
        hand.key(Qt.Key.Key_F6, widget=hand.window)
        focused = hand.window.focusWidget()
        assert focused is not None
        reached.update(name for name, p in hand.window.panels.by_name.items() if p.isAncestorOf(focused))
    assert {"sequence", "order", "boxes", "log"} <= reached


def test_solo_shows_everything(hand: Hand) -> None:
    hand.window.actions_by_id["solo"].trigger()
    assert hand.session.viewer == "all"
    assert hand.window.mode_label.text().startswith("Solo")


def test_free_undo_goes_past_dice(hand: Hand) -> None:
    hand.session.submit(Roll())
    allowed = [hand.session.can_undo]
    hand.window.actions_by_id["free-undo"].trigger()
    allowed.append(hand.session.can_undo)
    assert allowed == [False, True]
    hand.press("Undo")
    assert hand.session.game.count == 0
    assert hand.session.chronicle.entries[-1].text.startswith("Taken back beyond")


def test_context_menu_lists_what_begins_at_a_place(hand: Hand) -> None:
    menu = hand.window.link.menus.context_menu("0203")
    words = [action.text() for action in menu.actions()]
    assert words[0] == "0203 Westhaven"
    assert {"Move", "Flip", "Mark", "Center here"} <= set(words)
    flip = next(action for action in menu.actions() if action.text() == "Mark")
    hand.window.link.controller.pick_wanted.connect(lambda pick, _place: picks.append(pick))
    picks: list[object] = []
    hand.click("1004")
    flip.trigger()
    assert picks
    popup = QApplication.activePopupWidget()
    assert popup is not None
    popup.close()


def test_overlay_switches_fold_where_room_is_short(qtbot: QtBot, tmp_path: Path) -> None:
    path = builtin_modules()["afrika"]
    hand = open_window(qtbot, new_game(load_module(path), "gazala", 3), tmp_path, module_path=path)
    bar = hand.window.overlay_bar
    assert bar.opener.isVisible()
    assert not any(box.isVisible() for box in bar.boxes.values())
    QTest.mouseClick(bar.opener, LEFT)
    hand.settle()
    assert all(box.isVisible() for box in bar.boxes.values())
    assert bar.boxes["control"].text() == "Control of places  C"
    assert hand.window.view.viewport().rect().contains(bar.geometry().adjusted(12, 12, -12, -12))
    QTest.mouseClick(bar.boxes["control"], LEFT)
    QTest.mouseClick(bar.opener, LEFT)
    hand.settle()
    assert [name for name, box in bar.boxes.items() if box.isVisible()] == ["control"]
    hand.key(Qt.Key.Key_C)
    hand.settle()
    assert not any(box.isVisible() for box in bar.boxes.values()), "keys work while it is folded"
    hand.window.resize(1900, 1000)
    hand.settle()
    assert all(box.isVisible() for box in bar.boxes.values())
    assert not bar.opener.isVisible()
    hand.window.close()


def test_in_a_short_window_victory_stands_behind_a_tab(hand: Hand) -> None:
    docks, victory = hand.window.docks, hand.window.panels.victory
    hand.window.resize(1280, 1000)
    hand.settle()
    assert victory.isVisible()
    assert docks.docks["dock-victory"].isVisible()
    hand.window.resize(1280, 720)
    hand.settle()
    assert not docks.docks["dock-victory"].isVisible()
    assert docks.is_shown("victory")
    docks.show_panel("victory")
    hand.settle()
    assert victory.isVisible()
    assert docks.groups["dock-boxes"].bar.tabs.tabText(3) == "Victory"
    hand.window.reset_layout()
    assert not docks.docks["dock-victory"].isVisible()
    hand.window.resize(1280, 1000)
    hand.settle()
    assert docks.docks["dock-victory"].isVisible()
    assert docks.groups["dock-boxes"].pages.count() == 3
    docks.set_shown("victory", shown=False)
    hand.window.resize(1280, 720)
    hand.settle()
    assert not docks.is_shown("victory")
