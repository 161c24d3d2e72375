"""One whole sitting in the windows: a copied scenario, moved, widened, rescheduled, played, printed, undone.

It is what a newcomer does on the first evening, by the same buttons and dialogs.
"""

from pathlib import Path

import pytest
from PIL import Image
from pypdfium2 import PdfDocument
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QMenu
from pytestqt.qtbot import QtBot

from app.editor import workshop
from app.editor.duplicate_dialog import DuplicateDialog
from app.editor.entry_dialog import EntryDialog
from app.editor.fields import ListField, PickerField
from app.editor.window import EditorWindow, open_document
from app.exporting.kinds import Target, Wishes, export_file, print_source
from app.importing.dialogs.slicer_window import SlicerWindow
from app.importing.slicing.grid import Box, SheetGrid, even_block
from app.settings import SettingsStore
from engine.bots import make_bot
from engine.bots.match import Match
from engine.game import Game, new_game
from engine.loading import builtin_modules, load_module
from tests.app.editor.conftest import LEFT, Designer, at_work, files_of
from tests.app.exporting.sheets import page_text

MINE = "operation-crusader-copy"
BOLOGNA = "axis-5-6-4-bologna"


@pytest.fixture
def person(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Designer:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    document = open_document(workshop.editable(builtin_modules()["afrika"]))
    return at_work(EditorWindow(document, SettingsStore(tmp_path / "settings.json")), qtbot)


def menu_line(designer: Designer, words: str) -> QAction:
    lines = [action for top in designer.window.menus.actions() for action in _below(top)]
    return next(action for action in lines if action.text().replace("&", "") == words)


def _below(action: QAction) -> list[QAction]:
    menu = action.menu()
    inner = menu.actions() if isinstance(menu, QMenu) else []
    return [action, *(found for one in inner for found in _below(one))]


def choose(box: QComboBox, value: object) -> None:
    index = box.findData(value)
    assert index >= 0, f"{value} is not offered"
    box.setCurrentIndex(index)
    box.activated.emit(index)


def fill_entry(dialog: EntryDialog, piece: str, turn: int) -> None:
    field = dialog.fields["turn"]
    assert isinstance(field, PickerField)
    choose(field.box, turn)
    pieces = dialog.fields["pieces"]
    assert isinstance(pieces, ListField)
    choose(pieces.picker, piece)
    assert dialog.ok.isEnabled(), dialog.fault.text()
    QTest.mouseClick(dialog.ok, LEFT)


def cut_a_sheet(slicer: SlicerWindow, names: tuple[str, ...]) -> None:
    """Puts the grid where the lines are and gives the first pictures to some counters."""
    slicer.model.set_grid(SheetGrid((320, 240), blocks=(even_block(Box(10, 10, 300, 220), 3, 2),)))
    for name, counter in zip(names, slicer.model.counters(), strict=False):
        slicer.model.assign(name, counter)
    slicer.finish()


def a_sheet(folder: Path) -> Path:
    sheet = Image.new("RGB", (320, 240), "#f7f5ee")
    for n, color in enumerate(("#8f9a6b", "#7d8fa3", "#b85c4a", "#e2c94f", "#5c6b4f", "#c9b27c")):
        left, top = 10 + (n % 3) * 100, 10 + (n // 3) * 110
        sheet.paste(Image.new("RGB", (99, 109), color), (left, top))
    path = folder / "sheet.png"
    sheet.save(path)
    return path


def copy_and_move(person: Designer) -> None:
    window = person.window
    window.show_scenario("operation-crusader")
    menu_line(person, "Copy this scenario").trigger()
    assert window.map_page.scenario == MINE
    person.tool("select")
    window.map_page.view.set_map_scale(62)
    window.map_page.center_on("A36.21")
    person.settle()
    person.drag("A36.21", "A35.21")
    assert window.map_page.stacks.at(MINE, "A35.21") == (BOLOGNA,)


def add_counters(person: Designer, folder: Path) -> tuple[str, ...]:
    window, page = person.window, person.window.counters_page
    window.show_page("counters")
    page.choose(("axis-3-3-8-605",))
    person.press(page.buttons["duplicate"])
    dialog = window.findChild(DuplicateDialog)
    assert dialog is not None
    dialog.copies.setValue(2)
    person.press(dialog.ok)
    new = page.selected()
    assert [person.module.piece(name).designation for name in new] == ["606", "607"]
    steps = person.steps
    cut_a_sheet(person.slicer([a_sheet(folder)]), new)
    person.qtbot.waitUntil(lambda: person.steps == steps + 1, timeout=60_000)
    for name in new:
        art = person.module.piece(name).art
        assert art is not None
        assert (window.document.path / art.front).is_file()
    return new


def reschedule(person: Designer, new: tuple[str, ...]) -> None:
    window, schedule = person.window, person.window.schedule
    window.show_page("map")
    window.bottom.show_page(0)
    for name, turn in zip(new, (16, 17), strict=True):
        fill_entry(schedule.new_entry({"action": "arrive", "side": "axis"}), name, turn)
    fill_entry(schedule.new_entry({"action": "withdraw", "side": "axis"}), BOLOGNA, 17)
    entries = [entry for entry in person.module.schedule if MINE in entry.scenarios]
    assert [(entry.turn, entry.action, entry.at) for entry in entries] == [
        (16, "arrive", "tripoli"),
        (17, "arrive", "tripoli"),
        (17, "withdraw", None),
    ]


def change_chart_and_victory(person: Designer) -> None:
    window = person.window
    window.jump(("charts", next(n for n, chart in enumerate(person.module.charts) if chart.id == "crt")))
    table = window.chart_page.table
    assert table.setData(table.index(0, 0), "A4r1")
    at = next(n for n, scenario in enumerate(person.module.scenarios) if scenario.id == MINE)
    window.tree.show_path(("scenarios", at, "versions", 1, "victory"), "victory")
    person.settle()
    conditions = len(person.module.scenario(MINE).versions[1].victory)
    person.press(window.victory_page.buttons["condition"])
    assert len(person.module.scenario(MINE).versions[1].victory) == conditions + 1


def play_a_turn(person: Designer, new: tuple[str, ...]) -> Game:
    window, played = person.window, []
    window.playtest_wanted.connect(lambda module, scenario, _path: played.append((module, scenario)))
    person.press(window.play_button)
    assert played == [(person.module, MINE)]
    game = new_game(person.module, MINE, 5, {})
    assert game.rules.check(game.state) == ()
    assert {game.state.pieces[name].at for name in new} == {"turn-16", "turn-17"}
    bots = {side.id: make_bot("greedy", 5, side.id) for side in person.module.sides}
    match = Match(rules=game.rules, seed=5, bots=bots, max_turns=1).play()
    assert match.errors == ()
    assert match.actions > 20
    return game


def print_all(game: Game, place: Path, folder: Path) -> None:
    source, words = print_source(game, str(place)), {}
    for kind in ("setup", "counters", "schedule"):
        path = folder / f"{kind}.pdf"
        export_file(source, Wishes(kind=kind), Target(path, "pdf"))
        sheets = PdfDocument(path)
        words[kind] = " ".join(page_text(sheets, n) for n in range(len(sheets)))
        sheets.close()
    assert "A35.21" in words["setup"]
    assert "Bologna" in words["setup"]
    assert "606" in words["schedule"]
    assert "607" in words["schedule"]


def test_a_sitting(person: Designer, tmp_path: Path) -> None:
    document = person.window.document
    originals, opened = files_of(document.path), document.module
    copy_and_move(person)
    new = add_counters(person, tmp_path)
    reschedule(person, new)
    change_chart_and_victory(person)
    document.check_now()
    assert document.check.findings == ()
    assert person.window.save()
    assert load_module(document.path) == document.module
    game = play_a_turn(person, new)
    print_all(game, document.path, tmp_path)
    assert document.stack.count() == 9
    while document.stack.canUndo():
        person.press(person.window.undo_button)
    assert document.module == opened
    assert person.window.save()
    assert files_of(document.path) == originals
