"""Editor windows for tests, and a person who works with them by mouse and keyboard."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.editor.window import EditorWindow, open_document
from app.importing.dialogs.slicer_window import SlicerWindow
from app.settings import SettingsStore
from engine.definition.module import ModuleDef
from engine.loading.writer import save_module
from tests.engine.editing.modules import a_module

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


class Designer:
    """Works with an editor as a person does."""

    def __init__(self, window: EditorWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot

    @property
    def module(self) -> ModuleDef:
        return self.window.document.module

    @property
    def steps(self) -> int:
        return self.window.document.stack.count()

    def settle(self) -> None:
        for _ in range(4):
            QApplication.processEvents()

    def point(self, spot: str) -> QPoint:
        page = self.window.map_page
        center = page.scene.center_of(spot)
        assert center is not None, f"{spot} is on no map"
        return page.view.view_point(center).toPoint()

    def side_point(self, a: str, b: str) -> QPoint:
        page = self.window.map_page
        one, other = page.scene.center_of(a), page.scene.center_of(b)
        assert one is not None
        assert other is not None
        spot = QPointF(one + (other - one) * 0.38)
        return page.view.view_point(spot).toPoint()

    def click(self, spot: str, keys: Qt.KeyboardModifier = NONE) -> None:
        self.click_at(self.point(spot), keys)

    def click_at(self, point: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
        viewport = self.window.map_page.view.viewport()
        QTest.mouseMove(viewport, point)
        self.settle()
        QTest.mouseClick(viewport, LEFT, keys, point)
        self.settle()

    def drag(self, *spots: str, keys: Qt.KeyboardModifier = NONE) -> None:
        viewport = self.window.map_page.view.viewport()
        points = [self.point(spot) for spot in spots]
        QTest.mousePress(viewport, LEFT, keys, points[0])
        for start, end in pairwise(points):
            for step in range(1, 7):
                QTest.mouseMove(viewport, start + (end - start) * (step / 6))
        QTest.mouseRelease(viewport, LEFT, keys, points[-1])
        self.settle()

    def press(self, button: QPushButton) -> None:
        assert button.isEnabled(), f"{button.text()} is disabled"
        QTest.mouseClick(button, LEFT)
        self.settle()

    def tool(self, name: str) -> None:
        self.press(self.window._tools[name])

    def slicer(self, fronts: list[Path], backs: list[Path] | None = None) -> SlicerWindow:
        """The slicer, once it has opened some sheets."""
        art = self.window.counters_page.art
        with self.qtbot.waitSignal(art.slicer_opened, timeout=60_000) as opened:
            art.cut(fronts, backs or [])
        window: SlicerWindow = opened.args[0]
        return window

    def said(self) -> str:
        message = self.window.messages.current
        return message.text if message else ""


def files_of(folder: Path) -> dict[str, bytes | None]:
    """All files of a folder by their names, and the folders in it."""
    found = sorted(folder.rglob("*"))
    return {str(one.relative_to(folder)): one.read_bytes() if one.is_file() else None for one in found}


def at_work(window: EditorWindow, qtbot: QtBot) -> Designer:
    """A person in front of a window that has come up; nothing is saved when it goes."""
    qtbot.addWidget(window, before_close_func=lambda _w: window.document.stack.setClean())
    window.resize(1400, 900)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    made = Designer(window, qtbot)
    made.settle()
    return made


@pytest.fixture
def designer(qtbot: QtBot, tmp_path: Path) -> Designer:
    folder = tmp_path / "meeting"
    save_module(a_module(), folder)
    window = EditorWindow(open_document(folder), SettingsStore(tmp_path / "settings.json"))
    made = at_work(window, qtbot)
    window.map_page.view.fit_board()
    made.settle()
    return made
