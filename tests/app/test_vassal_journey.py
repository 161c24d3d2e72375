"""From a VASSAL module to a turn of play with a change in between, by mouse and keyboard only.

Library menu, file dialog, import with its questions, editor, playtest, back to the editor, play on.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLineEdit, QMenu, QMenuBar, QWidget
from pytestqt.qtbot import QtBot

from app.application import Application
from app.editor.window import EditorWindow
from app.importing.dialogs.vassal_dialog import STAYS, VassalDialog
from app.library.window import LibraryWindow
from app.player.window import PlayerWindow
from app.settings import SettingsStore
from engine.loading import check_module, load_module
from tests.app.importing.test_vassal_extensions import an_extension, element
from tests.fixtures.hands import click, press
from tests.fixtures.player import Hand
from tests.fixtures.vassal_modules import (
    PACKAGE,
    ModuleFiles,
    at_start,
    board,
    game_map,
    hex_grid,
    palette,
    panel,
    picture,
    plain_slot,
    tag,
    zone,
)

PUBLIC = Path(__file__).parents[1] / "fixtures" / "vassal" / "hex_n_counters_template.vmod"


def a_game() -> ModuleFiles:
    """Two sides on a map, a turn track below it with reinforcements."""
    squares = tag(
        "a.SquareGrid",
        {"dx": 50, "dy": 50, "x0": 25, "y0": 425},
        tag("a.SquareGridNumbering", {"hLeading": 0, "vLeading": 0, "first": "V", "hOff": 1, "vOff": 0}),
    )
    track = zone("Turn Track", "0,400;300,400;300,450;0,450", squares, locationFormat="$name$")
    grid = tag("a.ZonedGrid", {}, track, hex_grid(numbering={"stagger": "false"}))
    made = ModuleFiles().image("map.png", picture("#ddd6bb", (600, 500)))
    for name, color in (("red.png", "#bb3333"), ("blue.png", "#3355bb")):
        made.image(name, picture(color, mark=name[:3]))
    made.add(
        palette(
            "Pieces",
            panel("Red", plain_slot("1st Red", "red.png", "10"), plain_slot("2nd Red", "red.png", "11")),
            panel("Blue", plain_slot("1st Blue", "blue.png", "12")),
        ),
        game_map(
            "Main",
            [board("Field", "map.png", grid)],
            at_start("Field", (40, 40), plain_slot("1st Red", "red.png", "10")),
            at_start("Field", (109, 80), plain_slot("1st Blue", "blue.png", "12")),
            at_start("Field", (130, 430), plain_slot("2nd Red", "red.png", "11")),
        ),
    )
    return made


@pytest.fixture
def app(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Application]:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("app.library.games.builtin_modules", dict)
    made = Application(SettingsStore(tmp_path / "settings.json"))
    yield made
    for editor in made.editors().windows:
        editor.document.stack.setClean()
    made.close_all()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def settle() -> None:
    for _ in range(6):
        QApplication.processEvents()


def menu_click(bar: QMenuBar, title: str, words: str) -> None:
    """Opens a menu of a menu bar and clicks a line of it."""
    top = next(action for action in bar.actions() if action.text() == title)
    click(bar, bar.actionGeometry(top))
    menu = top.menu()
    assert isinstance(menu, QMenu)
    line = next(action for action in menu.actions() if action.text() == words)
    click(menu, menu.actionGeometry(line))
    settle()


def open_library(app: Application, qtbot: QtBot) -> LibraryWindow:
    library = app.open_library()
    qtbot.waitUntil(lambda: not library.is_loading, timeout=20_000)
    return library


def choose_file(owner: QWidget, file: Path) -> None:
    """Types the name of a file into the dialog that is open, and presses Enter."""
    [dialog] = [d for d in owner.findChildren(QFileDialog) if d.isVisible()]
    name = dialog.findChild(QLineEdit, "fileNameEdit")
    assert name is not None
    name.setText(str(file))
    press(name, Qt.Key.Key_Return)
    settle()


def imported(dialog: VassalDialog) -> bool:
    return dialog.report is not None and dialog.work is None


def the_import(app: Application, qtbot: QtBot, file: Path) -> VassalDialog:
    """From the library's menu to the finished import."""
    library = open_library(app, qtbot)
    menu_click(library.menuBar(), "&Design", "Import a VASSAL module…")
    choose_file(library, file)
    [dialog] = app.editors().imports
    qtbot.waitUntil(lambda: imported(dialog), timeout=30_000)
    return dialog


def the_editor(app: Application, dialog: VassalDialog) -> EditorWindow:
    click(dialog.open_it)
    settle()
    [editor] = app.editors().windows
    assert editor.isVisible()
    assert app.editors().imports == []
    return editor


def playtest(app: Application, editor: EditorWindow, qtbot: QtBot) -> Hand:
    click(editor.play_button)
    settle()
    window = app.players[-1]
    assert isinstance(window, PlayerWindow)
    window.resize(1440, 900)
    settle()
    return Hand(window, qtbot)


def test_from_vassal_to_play_and_back(app: Application, qtbot: QtBot, tmp_path: Path) -> None:
    source = a_game().zipped(tmp_path / "game.vmod")
    red = f"{PACKAGE}PieceWindow:Pieces/VASSAL.build.widget.TabWidget/VASSAL.build.widget.PanelWidget:Red"
    an_extension(
        tmp_path / "game_ext" / "guards.vmdx",
        element(red, plain_slot("Guards", "g.png", "x:1")),
        pictures=("g.png",),
    )
    dialog = the_import(app, qtbot, source)
    assert "4 counters" in dialog.state.text()
    assert dialog.track.rowCount() == 1
    combo = dialog.track.cellWidget(0, 2)
    assert isinstance(combo, QComboBox)
    assert combo.currentData() != STAYS
    editor = the_editor(app, dialog)
    folder = editor.document.path
    assert [issue for issue in check_module(folder) if issue.severity == "error"] == []
    module = editor.document.module
    assert [(entry.turn, entry.action) for entry in module.schedule] == [(3, "arrive")]
    assert {piece.name for piece in module.pieces} == {"1st Red", "2nd Red", "1st Blue", "Guards"}
    hand = playtest(app, editor, qtbot)
    first = next(piece.id for piece in module.pieces if piece.name == "1st Red")
    start = hand.at(first)
    assert start is not None
    goal = next(place for place in ("0303", "0402", "0304") if place in hand.session.rules.board.index)
    hand.click(start)
    assert first in hand.pieces
    hand.click(goal)
    assert hand.at(first) == goal
    assert hand.session.game.count >= 1
    rename(editor, first, "Old Guard")
    menu_click(editor.menus, "&Play", "Play on with these edits")
    follow = hand.window.edited.dialog
    assert follow is not None
    assert "Every position comes out as it was." in follow.first.text()
    click(follow.go_on)
    settle()
    [after] = app.players
    assert after.session.module.piece(first).name == "Old Guard"
    assert after.session.state.pieces[first].at == goal
    press(editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    settle()
    if not editor.document.is_clean:
        menu_click(editor.menus, "&File", "Save")
    assert load_module(folder).piece(first).name == "Old Guard"


def rename(editor: EditorWindow, piece: str, name: str) -> None:
    """Types another name into the inspector."""
    editor.jump(("pieces", next(n for n, p in enumerate(editor.document.module.pieces) if p.id == piece)))
    settle()
    old = editor.document.module.piece(piece).name
    field = next(f for f in editor.inspector.findChildren(QLineEdit) if f.isVisible() and f.text() == old)
    click(field)
    field.selectAll()
    QTest.keyClicks(field, name)
    press(field, Qt.Key.Key_Return)
    settle()
    assert editor.document.module.piece(piece).name == name


def test_the_public_module_is_playable(app: Application, qtbot: QtBot) -> None:
    dialog = the_import(app, qtbot, PUBLIC)
    editor = the_editor(app, dialog)
    hand = playtest(app, editor, qtbot)
    assert hand.session.rules.ruleset == "free-play"
    occupied = [place for place in hand.session.state.stacks if place in hand.session.rules.board.index]
    boxes = hand.window.panels.boxes
    assert occupied or boxes is not None
    hand.press(hand.window.prompt_bar.buttons[-1].text())
    assert hand.session.game.count == 1


def test_a_refused_module_opens_nothing(app: Application, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "bad.vmod").write_bytes(b"rubbish")
    library = open_library(app, qtbot)
    menu_click(library.menuBar(), "&Design", "Import a VASSAL module…")
    choose_file(library, tmp_path / "bad.vmod")
    [dialog] = app.editors().imports
    qtbot.waitUntil(lambda: dialog.work is None and bool(dialog.text.toPlainText()), timeout=20_000)
    assert "no readable zip file" in dialog.text.toPlainText()
    assert not dialog.open_it.isEnabled()
    click(dialog.cancel)
    settle()
    assert app.editors().imports == []
    assert app.editors().windows == []
