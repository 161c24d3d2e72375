"""From a scanned sheet to the counters of a module, by mouse and keyboard: one step of the history, whole or
not at all.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.importing.art_store import ArtStore
from app.importing.dialogs.slicer_window import SlicerWindow
from app.importing.refusal import ImportRefused
from tests.app.editor.conftest import LEFT, Designer, files_of
from tests.fixtures.counter_sheets import SheetPlan, draw_sheet


def a_sheet(path: Path, seed: int) -> Path:
    picture, _ = draw_sheet(SheetPlan(rows=2, columns=3, dpi=200, turn=0.6, seed=seed))
    picture.save(path)
    return path


@pytest.fixture
def slicer(designer: Designer, tmp_path: Path) -> SlicerWindow:
    window = designer.slicer([a_sheet(tmp_path / "front.png", 3)], [a_sheet(tmp_path / "back.png", 4)])
    designer.qtbot.waitUntil(lambda: not window.work.running, timeout=60_000)
    assert all(page.grid.blocks for page in window.model.pages)
    window.refresh_strip()
    designer.settle()
    return window


def press(designer: Designer, window: SlicerWindow, text: str) -> None:
    button = next(found for found in window.findChildren(QPushButton) if found.text() == text)
    assert button.isEnabled()
    QTest.mouseClick(button, LEFT)
    designer.settle()


def test_a_sheet_becomes_art_in_one_step(designer: Designer, slicer: SlicerWindow) -> None:
    before = designer.module
    assert slicer.tools.count.text() == "6 counters"
    press(designer, slicer, "Assign in order")
    given = list(slicer.model.assigned)
    trim = slicer.model.finish.trim
    assert 0.01 < trim < 0.03, "half of the printed lines and a pixel"
    edge = 118 * (1 - 2 * trim)
    assert given == [piece.id for piece in before.pieces[:6]]
    press(designer, slicer, f"Give {len(given)} pictures")
    designer.qtbot.waitUntil(lambda: designer.steps == 1, timeout=60_000)
    pieces = designer.module.pieces_by_id()
    for name in given:
        art = pieces[name].art
        assert art is not None
        assert art.back is not None
        front = QImage(str(designer.window.document.path / art.front))
        assert abs(front.width() - edge) <= 2
        assert abs(front.height() - edge) <= 2
    fronts = {art.front for art in (pieces[name].art for name in given) if art is not None}
    assert len(fronts) == len(given)
    designer.press(designer.window.undo_button)
    assert designer.module == before
    designer.press(designer.window.redo_button)
    assert designer.module.pieces_by_id() == pieces


def test_one_counter_by_keyboard_after_a_correction(designer: Designer, slicer: SlicerWindow) -> None:
    slicer.canvas.setFocus()
    QTest.keyClick(slicer.canvas, Qt.Key.Key_Period)
    QTest.keyClick(slicer.canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    slicer.refresh_strip()
    assert slicer.giving is not None
    roster = slicer.giving.roster
    slicer.strip.setCurrentRow(0)
    roster.setCurrentRow(1)
    roster.setFocus()
    QTest.keyClick(roster, Qt.Key.Key_Return)
    assert list(slicer.model.assigned) == [designer.module.pieces[1].id]
    wider = slicer.model.picture(slicer.model.counters()[0]).width
    press(designer, slicer, "Give 1 picture")
    designer.qtbot.waitUntil(lambda: designer.steps == 1, timeout=60_000)
    art = designer.module.pieces[1].art
    assert art is not None
    assert QImage(str(designer.window.document.path / art.front)).width() == wider > 120
    assert designer.steps == 1


def test_an_import_that_breaks_off_changes_nothing(
    designer: Designer, slicer: SlicerWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, files = designer.module, files_of(designer.window.document.path)
    written: list[bytes] = []
    add = ArtStore.add_bytes

    def full_disk(store: ArtStore, data: bytes, suffix: str) -> str:
        if len(written) == 3:
            raise ImportRefused("the disk is full", "make room")
        written.append(data)
        return add(store, data, suffix)

    monkeypatch.setattr(ArtStore, "add_bytes", full_disk)
    press(designer, slicer, "Assign in order")
    given = len(slicer.model.assigned)
    press(designer, slicer, f"Give {given} pictures")
    designer.qtbot.waitUntil(slicer.fault.isVisible, timeout=60_000)
    assert "The disk is full; make room. Nothing was taken." in slicer.fault.text()
    assert len(written) == 3
    assert designer.steps == 0
    assert designer.module == before
    assert files_of(designer.window.document.path) == files
    monkeypatch.undo()
    designer.qtbot.waitUntil(slicer.cut.isEnabled, timeout=60_000)
    press(designer, slicer, f"Give {given} pictures")
    designer.qtbot.waitUntil(lambda: designer.steps == 1, timeout=60_000)


def test_closing_stops_the_search(designer: Designer, tmp_path: Path) -> None:
    window = designer.slicer([a_sheet(tmp_path / "front.png", 3)])
    assert window.work.running
    assert window.work.stop_button.isVisible()
    QTest.mouseClick(window.work.stop_button, LEFT)
    designer.qtbot.waitUntil(lambda: not window.work.running, timeout=60_000)
    assert not window.work.isVisible()
    assert "add a block" in window.statusBar().currentMessage()
    window.close()
    designer.settle()
