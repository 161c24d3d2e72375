"""The words below the counters of the schedule: shared by neighbors, never cut, never run together."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics

from app.editor.schedule_layout import lay_out
from app.editor.schedule_signs import Sign, signs
from app.fonts import TextSize
from app.theme.current import ui_font
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScheduleEntry
from engine.editing.pieces import duplicate_pieces
from engine.editing.schedule import add_entry
from tests.engine.editing.modules import a_module

pytestmark = pytest.mark.usefixtures("qapp")


def with_entry(module: ModuleDef, name: str, action: str) -> ModuleDef:
    return add_entry(module, {"turn": 4, "side": "allied", "action": action, "pieces": (name,)})


def on_turn(module: ModuleDef, turn: int) -> list[Sign]:
    layout = lay_out(module, None)
    return [sign for sign in signs(module, layout) if layout.turn_at(sign.over.left()) == turn]


def test_neighbors_share_a_word() -> None:
    module = duplicate_pieces(a_module(), ["1-red-inf"], 3)
    for name in ("1-red-inf", "2-red-inf", "3-red-inf"):
        module = with_entry(module, name, "release")
    found = on_turn(with_entry(module, "4-red-inf", "withdraw"), 4)
    assert [sign.word for sign in found] == ["released", "leaves"]
    assert found[0].over.width() > 2 * found[1].over.width()
    assert found[0].below.right() <= found[1].below.left()
    assert on_turn(module, 2) == []


def test_a_mark_alone_stays_with_its_counter() -> None:
    module = duplicate_pieces(a_module(), ["1-red-inf"], 2)
    for name in ("2-red-inf", "3-red-inf"):
        values = {"turn": 4, "side": "allied", "action": "arrive", "pieces": (name,), "at": "1004"}
        module = add_entry(module, {**values, "scenarios": ("meeting",)})
    assert [(sign.word, sign.text) for sign in on_turn(module, 4)] == [("", "◆"), ("", "◆")]


def test_the_last_word_has_room_to_the_end_of_the_turn() -> None:
    module = with_entry(a_module(), "1-red-inf", "withdraw")
    (sign,) = on_turn(module, 4)
    x, width = lay_out(module, None).columns[4]
    assert sign.over.width() < sign.room
    assert sign.below.right() < x + width


def test_words_are_shortened_rather_than_cut() -> None:
    sign = Sign("released", True, False, QRect(0, 0, 32, 32), 40)
    assert sign.fitting(lambda words: 4 * len(words)) == "◆ released"
    assert sign.fitting(lambda words: 5 * len(words)) == "◆ free"
    assert sign.fitting(lambda words: 9 * len(words)) == "free"
    assert sign.fitting(lambda words: 30 * len(words)) == "◆"


def test_a_word_between_two_rows_has_room_for_its_tails() -> None:
    module = duplicate_pieces(a_module(), ["1-red-inf"], 12)
    entries = tuple(
        ScheduleEntry(turn=2, side="allied", action="upgrade", pieces=(old,), into={old: new})
        for old, new in ((f"{n}-red-inf", f"{n + 6}-red-inf") for n in range(2, 8))
    )
    layout = lay_out(module.model_copy(update={"schedule": entries}), None)
    first, second = signs(module.model_copy(update={"schedule": entries}), layout)
    height = QFontMetrics(ui_font(TextSize.NOTE)).height()
    assert min(first.below.height(), second.below.height()) >= height
    assert first.below.bottom() < second.over.top()
    assert second.below.bottom() < layout.size.height()
