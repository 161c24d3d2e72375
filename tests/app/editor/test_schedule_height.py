"""How high the lower panel is: as its rows need, until the person chooses."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.definition.scenario import ScheduleEntry
from engine.editing.change import with_parts
from tests.app.editor.conftest import LEFT, Designer


def _needed(designer: Designer) -> int:
    window = designer.window
    return window.schedule.grid.sizeHint().height() + window.bottom.bar.sizeHint().height()


def test_the_rows_of_both_sides_are_in_sight(designer: Designer) -> None:
    window = designer.window
    window.resize(1920, 1080)
    designer.settle()
    assert _needed(designer) <= window.split.sizes()[1] <= _needed(designer) + 60
    assert window.schedule.verticalScrollBar().maximum() == 0


def test_a_low_window_leaves_the_map_the_greater_part(designer: Designer) -> None:
    window = designer.window
    window.resize(1280, 720)
    designer.settle()
    above, below = window.split.sizes()
    assert below <= 0.41 * (above + below)


def test_a_height_that_was_chosen_stays(designer: Designer) -> None:
    window = designer.window
    handle = window.split.handle(1)
    QTest.mousePress(handle, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(40, 1))
    QTest.mouseMove(handle, QPoint(40, -60))
    QTest.mouseRelease(handle, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(40, -60))
    designer.settle()
    chosen = window.split.sizes()[1]
    assert chosen > _needed(designer) + 40
    window.resize(1500, 1000)
    designer.settle()
    assert window.split.sizes()[1] > _needed(designer) + 40


def test_the_height_follows_the_scenario(designer: Designer) -> None:
    window = designer.window
    window.resize(1600, 1000)
    designer.settle()
    before = window.split.sizes()[1]
    entries = tuple(
        ScheduleEntry(turn=3, side="allied", action="replacements", count=1, note=str(n)) for n in range(9)
    )
    window.document.edit(lambda m: with_parts(m, schedule=(*m.schedule, *entries)), "more")
    designer.settle()
    assert window.split.sizes()[1] > before
    window.document.stack.undo()
    designer.settle()
    assert window.split.sizes()[1] == before
