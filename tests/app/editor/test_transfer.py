"""Copying between two editors by their menus: counters with art, entries, set-ups, hexes; asked, undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QAction, QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QPushButton
from pytestqt.qtbot import QtBot

from app.editor.carrying import PARCEL, counters_mime
from app.editor.paste_dialog import PasteDialog
from app.editor.window import EditorWindow, open_document
from app.settings import SettingsStore
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceArtDef
from engine.loading.writer import save_module
from tests.fixtures.free_module import a_free_module

LEFT = Qt.MouseButton.LeftButton


def a_source(folder: Path) -> ModuleDef:
    """The small module whose red infantry has a picture."""
    (folder / "art").mkdir(parents=True)
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#aa3333"))
    assert image.save(str(folder / "art/red.png"))
    module = a_free_module()
    art = PieceArtDef(front="art/red.png")
    pieces = tuple(p.model_copy(update={"art": art}) if p.id == "1-red-inf" else p for p in module.pieces)
    module = module.model_copy(update={"pieces": pieces, "title": "The Source"})
    save_module(module, folder)
    return module


def a_target(folder: Path) -> ModuleDef:
    """The small module without counters, with other sides."""
    module = a_free_module()
    sides = tuple(
        side.model_copy(update={"id": name, "title": name.title()})
        for side, name in zip(module.sides, ("north", "south"), strict=True)
    )
    module = module.model_copy(
        update={
            "id": "target", "title": "The Target", "sides": sides, "nations": (), "types": (),
            "formations": (), "pieces": (), "boxes": (), "tracks": (), "sequence": (), "schedule": (),
            "scenarios": (),
        }
    )  # fmt: skip
    save_module(module, folder)
    return module


def an_editor(folder: Path, qtbot: QtBot) -> EditorWindow:
    window = EditorWindow(open_document(folder), SettingsStore(folder.parent / f"{folder.name}.json"))
    qtbot.addWidget(window, before_close_func=lambda _w: window.document.stack.setClean())
    window.resize(1400, 900)
    window.show()
    settle()
    return window


def settle() -> None:
    for _ in range(5):
        QApplication.processEvents()


@pytest.fixture
def source(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EditorWindow:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    a_source(tmp_path / "source")
    return an_editor(tmp_path / "source", qtbot)


@pytest.fixture
def target(source: EditorWindow, qtbot: QtBot, tmp_path: Path) -> Iterator[EditorWindow]:
    a_target(tmp_path / "target")
    yield an_editor(tmp_path / "target", qtbot)
    QGuiApplication.clipboard().clear()


def menu(window: EditorWindow, words: str) -> QAction:
    return next(action for action in window.actions() if action.text() == words)


def copy(window: EditorWindow) -> str:
    window.messages.clear()
    menu(window, "Copy for another module").trigger()
    return window.messages.current.text if window.messages.current else ""


def paste(window: EditorWindow) -> str:
    window.messages.clear()
    menu(window, "Paste from another module").trigger()
    settle()
    return window.messages.current.text if window.messages.current else ""


def answer(window: EditorWindow) -> str:
    """Takes the usual answers with a click."""
    dialog = window.transfer.dialog
    assert dialog is not None
    button = next(b for b in dialog.buttons.buttons() if "Paste" in b.text())
    assert isinstance(button, QPushButton)
    QTest.mouseClick(button, LEFT)
    settle()
    return window.messages.current.text if window.messages.current else ""


def choose(window: EditorWindow, *names: str) -> None:
    window.show_page("counters")
    window.counters_page.choose(names)
    settle()


def test_counters_come_with_art_and_all_they_need(source: EditorWindow, target: EditorWindow) -> None:
    choose(source, "1-red-inf", "2-red-recon")
    assert copy(source).startswith("Copied: 2 counters")
    assert paste(target) == ""
    dialog = target.transfer.dialog
    assert isinstance(dialog, PasteDialog)
    assert [question.about for question in dialog.asked] == [("sides", "allied")]
    box = dialog.boxes[0]
    assert [box.itemText(n) for n in range(box.count())] == ["Is South here", "Is North here"]
    assert answer(target) == "Pasted 2 counters from The Source."
    module = target.document.module
    assert [(piece.id, piece.side) for piece in module.pieces] == [
        ("1-red-inf", "south"),
        ("2-red-recon", "south"),
    ]
    assert [nation.id for nation in module.nations] == ["red"]
    art = module.piece("1-red-inf").art
    assert art is not None
    assert (target.document.path / art.front).read_bytes() == (
        source.document.path / "art/red.png"
    ).read_bytes()
    assert target.counters_page.selected() == ("1-red-inf", "2-red-recon"), "all that came are chosen"
    assert target.document.stack.count() == 1
    assert target.document.stack.undoText() == "paste 2 counters"
    target.document.stack.undo()
    assert target.document.module.pieces == ()
    assert target.document.is_clean


def test_giving_up_changes_nothing(source: EditorWindow, target: EditorWindow) -> None:
    choose(source, "1-red-inf")
    copy(source)
    paste(target)
    dialog = target.transfer.dialog
    assert dialog is not None
    QTest.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel), LEFT)
    settle()
    assert target.transfer.dialog is None
    assert target.document.stack.count() == 0


def test_a_set_up_comes_with_its_counters(source: EditorWindow, target: EditorWindow) -> None:
    source.show_scenario("meeting")
    settle()
    assert copy(source).startswith("Copied: 1 scenario")
    paste(target)
    words = answer(target)
    assert words.startswith("Pasted 1 scenario")
    scenario = target.document.module.scenario("meeting")
    assert set(scenario.sides) == {"north", "south"}
    assert len(target.document.module.pieces) == 5
    assert target.document.stack.count() == 1


def test_an_entry_of_the_schedule(source: EditorWindow, target: EditorWindow) -> None:
    source.show_paths((("schedule", 0),))
    assert "1 entry of the schedule" in copy(source)
    paste(target)
    answer(target)
    [entry] = target.document.module.schedule
    assert (entry.turn, entry.side, entry.pieces, entry.at) == (2, "north", ("4-blue-inf",), "0203")


def test_hexes_of_a_map(source: EditorWindow, target: EditorWindow) -> None:
    source.show_page("map")
    source.map_page.select_hexes(("0303", "0304", "0403"))
    settle()
    assert "a part of a map with 3 hexes" in copy(source)
    assert "choose the hex" in paste(target).lower()
    target.show_page("map")
    target.map_page.select_hexes(("0606",))
    settle()
    assert paste(target) == "Pasted a part of a map with 3 hexes from The Source."
    board = target.document.module.boards[0]
    assert any("0606" in route.hexes() for route in board.routes)
    target.document.stack.undo()
    assert target.document.is_clean


def test_pasting_nothing_and_copying_nothing_are_told(source: EditorWindow, target: EditorWindow) -> None:
    QGuiApplication.clipboard().setText("hello")
    assert "nothing was copied" in paste(target).lower()
    source.show_paths(())
    source.map_page.select_hexes(())
    assert "nothing is chosen" in copy(source).lower()


def test_a_picture_that_is_gone_is_told(source: EditorWindow, target: EditorWindow) -> None:
    choose(source, "1-red-inf")
    copy(source)
    (source.document.path / "art/red.png").unlink()
    paste(target)
    assert "Left out: picture art/red.png" in answer(target)
    assert target.document.module.piece("1-red-inf").art is None


def test_the_clipboard_holds_text_for_another_program(source: EditorWindow, target: EditorWindow) -> None:
    choose(source, "1-red-inf")
    copy(source)
    data = bytes(QGuiApplication.clipboard().mimeData().data(PARCEL).data())
    assert data.startswith(b'{"hexwright":"parcel"')
    assert b"1 Red Inf" in data


def drop(window: EditorWindow, data: QMimeData) -> bool:
    """Drags something over the middle of a window and lets go."""
    bare, spot = Qt.KeyboardModifier.NoModifier, window.rect().center()
    enter = QDragEnterEvent(spot, Qt.DropAction.MoveAction, data, LEFT, bare)
    QApplication.sendEvent(window, enter)
    if not enter.isAccepted():
        return False
    event = QDropEvent(QPointF(spot), Qt.DropAction.MoveAction, data, LEFT, bare)
    QApplication.sendEvent(window, event)
    settle()
    return event.isAccepted()


def test_counters_can_be_dropped_on_another_editor(source: EditorWindow, target: EditorWindow) -> None:
    data = counters_mime(source.document, ["1-red-inf", "2-red-recon"])
    assert not drop(source, data), "the editor they come from takes them where they belong only"
    assert drop(target, data)
    assert answer(target) == "Pasted 2 counters from The Source."
    assert [piece.id for piece in target.document.module.pieces] == ["1-red-inf", "2-red-recon"]
    assert len(source.document.module.pieces) == 9
    assert source.document.is_clean
