"""Takes the pictures of the editor's guide: ``python -m tests.editor_pictures [FOLDER]``.

The windows are the real ones, opened without a screen on a copy of the largest shipped game. Pictures go to
``resources/docs/pictures`` unless another folder is named; without ``--size`` they are as large as the guide
shows them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from app.application import Application
from app.editor import workshop
from app.editor.window import EditorWindow, open_document
from app.importing.dialogs.slicer_window import SlicerWindow
from app.importing.sheet_files import OpenedSheet
from app.importing.slicing.sheet import Sheet
from app.settings import SettingsStore
from app.theme.current import ThemeChoice, theme
from engine.editing.schedule import add_entry
from engine.editing.setups import take_off_pieces
from engine.loading import builtin_modules
from tests.fixtures.counter_sheets import SheetPlan, draw_sheet
from tests.pictures import TARGET, save, settle

SIZE = (1440, 900)
GAME, SCENARIO = "afrika", "operation-crusader"
STROKE = ("A44.15", "A45.15", "A45.14", "A46.14")
Picture = Callable[["Studio"], QWidget | None]
_VERTICAL = Qt.Orientation.Vertical


class Studio:
    """An editor to be photographed."""

    def __init__(self, home: Path, size: tuple[int, int], *, dark: bool) -> None:
        os.environ["HEXWRIGHT_HOME"] = str(home)
        application = QApplication.instance() or QApplication(["hexwright"])
        assert isinstance(application, QApplication)
        self.program = Application(SettingsStore(home / "settings.json"))
        theme().apply(ThemeChoice.DARK if dark else ThemeChoice.LIGHT)
        document = open_document(workshop.editable(builtin_modules()[GAME]))
        self.window = EditorWindow(document, SettingsStore(home / "editor.json"))
        self.window.resize(*size)
        self.window.show()
        self.window.show_scenario(SCENARIO)
        settle(3)

    def close(self) -> None:
        """Ends without asking."""
        self.window.document.stack.setClean()
        self.window.close()

    def grab(self, dialog: QWidget | None) -> QPixmap:
        """The window, with a dialog of its own in the middle."""
        settle(1.2)
        self.window.map_page.view.backdrop.finish()
        settle(0.3)
        picture = self.window.grab()
        if dialog is not None:
            brush = QPainter(picture)
            left = (picture.width() - dialog.width()) // 2
            top = (picture.height() - dialog.height()) // 2
            brush.fillRect(left - 1, top - 1, dialog.width() + 2, dialog.height() + 2, 0x2E2413)
            brush.drawPixmap(left, top, dialog.grab())
            brush.end()
            dialog.close()
        return picture


def _map(studio: Studio) -> None:
    window = studio.window
    window.show_page("map")
    window.bottom.show_page(0)
    window.schedule.show_turn(20)
    window.map_page.show_hex("A44.21")
    window.map_page.view.set_map_scale(58)
    window.map_page.center_on("A43.18")
    window.palette_panel.choose("terrain", "rough")
    window.use_tool("brush")
    _stroke(window, STROKE)


def _stroke(window: EditorWindow, spots: tuple[str, ...]) -> None:
    """Paints hexes with the button held, as in the middle of a stroke."""
    view = window.map_page.view
    points = [
        view.view_point(center).toPoint()
        for spot in spots
        if (center := view.board_scene.center_of(spot)) is not None
    ]
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=points[0])
    for point in points:
        QTest.mouseMove(view.viewport(), point)
    settle(0.5)


def _end_stroke(window: EditorWindow) -> None:
    QTest.mouseRelease(window.map_page.view.viewport(), Qt.MouseButton.LeftButton)
    window.document.stack.undo()
    window.use_tool("select")


def _set_up(studio: Studio) -> None:
    window = studio.window
    window.bottom.show_page(1)
    window.split.setSizes([430, 330])
    window.order.search.setText("tobruk")
    at = next(n for n, one in enumerate(window.document.module.scenarios) if one.id == SCENARIO)
    setup = window.document.module.scenarios[at].sides["allied"]
    free = next(n for n, placement in enumerate(setup.placements) if placement.is_free())
    window.order.search.clear()
    window.order.show_side("allied")
    window.show_paths((("scenarios", at, "sides", "allied", "placements", free),))


def _scenario(studio: Studio) -> None:
    window = studio.window
    _end_stroke(window)
    at = next(n for n, one in enumerate(window.document.module.scenarios) if one.id == SCENARIO)
    window.show_paths((("scenarios", at),))


def _entry(studio: Studio) -> QWidget:
    window = studio.window
    window.bottom.show_page(0)
    values = {"action": "arrive", "turn": 17, "side": "axis", "pieces": ("axis-3-4-12-8",)}
    return window.schedule.new_entry(values)


def _table(studio: Studio) -> None:
    window = studio.window
    window.show_page("counters")
    window.counters_page.show_look("table")
    window.counters_page.choose(("axis-6-4-8-7-med-ariete",))


def _cards_of_counters(studio: Studio) -> None:
    studio.window.show_page("counters")
    studio.window.counters_page.show_look("cards")


def _issues(studio: Studio) -> None:
    window, document = studio.window, studio.window.document
    window.show_page("map")
    off = ["axis-3-3-8-605", "allied-3-5-7-22-gd"]
    odd = {"turn": 20, "side": "axis", "action": "return", "pieces": ("axis-3-4-12-8",)}
    document.edit(lambda m: take_off_pieces(m, SCENARIO, off), "take off 2 counters")
    document.edit(lambda m: add_entry(m, odd), "a return")
    document.check_now()
    window.bottom.show_page(0)
    window.schedule.show_turn(20)
    window.resizeDocks([*_right_docks(window)], [260, 480], _VERTICAL)


def _compare(studio: Studio) -> QWidget:
    window = studio.window
    while window.document.stack.canUndo():
        window.document.stack.undo()
    window.document.check_now()
    window.resizeDocks([*_right_docks(window)], [600, 220], _VERTICAL)
    return window.compare_scenarios()


def _victory(studio: Studio) -> None:
    window = studio.window
    at = next(n for n, one in enumerate(window.document.module.scenarios) if one.id == SCENARIO)
    window.tree.show_path(("scenarios", at, "versions", 0, "victory"), "victory")
    window.victory_page.judge.judge_now()


def _chart(studio: Studio) -> None:
    window = studio.window
    window.jump(("charts", next(n for n, c in enumerate(window.document.module.charts) if c.id == "crt")))


PICTURES: tuple[tuple[str, Picture], ...] = (
    ("editor-map", _map),
    ("editor-scenario", _scenario),
    ("editor-set-up", _set_up),
    ("editor-entry", _entry),
    ("editor-counters", _table),
    ("editor-cards", _cards_of_counters),
    ("editor-chart", _chart),
    ("editor-victory", _victory),
    ("editor-issues", _issues),
    ("editor-compare", _compare),
)


def take_slicer(studio: Studio, folder: Path, size: tuple[int, int]) -> None:
    """The slicer over a sheet of invented counters, some of them given away."""
    opened = []
    for name, seed in (("Front.png", 1), ("Back.png", 5)):
        turn = 0.6 if seed == 1 else -0.3
        plan = SheetPlan(rows=8, columns=10, turn=turn, missing=0.05, gap=1.2, title=seed == 1, seed=seed)
        opened.append(OpenedSheet(Sheet(draw_sheet(plan)[0], name)))
    pieces = studio.window.document.module.pieces
    slicer = SlicerWindow(opened[:1], opened[1:], pieces)
    slicer.resize(*size)
    slicer.show()
    settle(0.5)
    while slicer.work.running:
        settle(0.2)
    assert slicer.giving is not None
    places = slicer.model.counters()
    slicer.model.assign_pairs([(piece.id, place) for piece, place in zip(pieces[:9], places, strict=False)])
    slicer.giving.choose(pieces[9].id)
    slicer.refresh_strip()
    slicer.strip.setCurrentRow(9)
    slicer.giving.roster.setFocus()
    settle(0.5)
    save(slicer.grab(), folder, "slicer")
    slicer.close()


def _right_docks(window: EditorWindow) -> Iterator[QDockWidget]:
    for name in ("editor-inspector", "editor-issues-and-history"):
        dock = window.findChild(QDockWidget, name)
        assert dock is not None
        yield dock


def main(folder: Path, size: tuple[int, int], *, dark: bool) -> None:
    """Take them all."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        studio = Studio(Path(home), size, dark=dark)
        for name, prepare in PICTURES:
            dialog = prepare(studio)
            save(studio.grab(dialog), folder, name)
        take_slicer(studio, folder, size)
        studio.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Takes the pictures of the editor's guide.")
    parser.add_argument("folder", nargs="?", type=Path, default=TARGET)
    parser.add_argument("--size", default=f"{SIZE[0]}x{SIZE[1]}")
    parser.add_argument("--dark", action="store_true")
    given = parser.parse_args(sys.argv[1:])
    wide, _, high = given.size.partition("x")
    main(given.folder, (int(wide), int(high)), dark=given.dark)
