"""Terms of victory and symbols under blind hands: any act on anything chosen, any value in any field.

Whatever happens, the module stays sound, every refusal has words, and undo leads back to the beginning.
"""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtWidgets import QListWidget

from app.editor.fields import Field, SymbolField
from app.editor.fields.symbols import KEY
from app.editor.victory_acts import BLOCKS, GROUPS
from app.editor.victory_page import VictoryPage
from engine.editing.checking import check
from engine.editing.searching import value_at
from engine.loading.writer import module_files
from tests.app.editor.conftest import Designer
from tests.engine.editing.nonsense import some_value

ACTS = 40
HOME = ("scenarios", 0, "versions", 0)
KINDS = (*(kind for kind, _ in (*BLOCKS, *GROUPS)), "ruleset", "nothing", "")


@pytest.fixture
def page(designer: Designer) -> VictoryPage:
    designer.window.tree.show_path((*HOME, "victory"), "victory")
    designer.settle()
    return designer.window.victory_page


def act_on(page: VictoryPage, dice: Random) -> None:
    """One act on something chosen at random."""
    items = list(page.tree.items())
    if items and dice.random() < 0.8:
        page.tree.setCurrentItem(dice.choice(items))
    path, kind = page.chosen_path(), dice.choice(KINDS)
    other = (*path[: dice.randint(0, len(path))], *dice.choice(((), ("holds",), ("of", 0), ("victory", 0))))
    acts = (
        page.add_condition, page.add_award, page.add_level, page.copy, page.delete, page.indent, page.outdent,
        page.unwrap, page.take_over, lambda: page.add_block(kind), lambda: page.compare_with(kind),
        lambda: page.wrap(kind), lambda: page.set_kind(kind), lambda: page.shift(dice.choice((-1, 1, 9))),
        lambda: page.move_into(path, other),
    )  # fmt: skip
    dice.choice(acts)()


@pytest.mark.parametrize("seed", range(2))
def test_terms_of_victory_bear_any_act(designer: Designer, page: VictoryPage, seed: int) -> None:
    document, dice = designer.window.document, Random(seed)
    start = designer.module
    told: list[str] = []
    document.refused.connect(told.append)
    for number in range(ACTS):
        before = designer.module
        act_on(page, dice)
        if number % 10 == 9:
            designer.settle()
            assert not check(designer.module).errors
            assert module_files(designer.module)
        path = page.chosen_path()
        assert not path or value_at(designer.module, path) is not None
        assert designer.module is not before or document.module is before
    assert all(told)
    assert designer.steps > ACTS // 6
    document.stack.setIndex(0)
    assert designer.module == start


@pytest.mark.parametrize(
    "path", [("pieces", 0), (*HOME, "victory", 0), ("schedule", 0), ("scenarios", 0), ("cards", 0)]
)
def test_fields_bear_any_value(designer: Designer, path: tuple[str | int, ...]) -> None:
    window, dice = designer.window, Random(str(path))
    start = designer.module
    window.jump(path)
    designer.settle()
    for _ in range(ACTS):
        fields = [field for field in window.inspector.findChildren(Field) if field.isVisible()]
        assert fields
        dice.choice(fields).committed.emit(some_value(dice))
        assert not check(designer.module).errors
    designer.settle()
    window.document.stack.setIndex(0)
    assert designer.module == start


def test_every_symbol_can_be_taken_and_nonsense_is_kept_or_refused(designer: Designer) -> None:
    window = designer.window
    window.jump(("pieces", 0))
    designer.settle()
    field = next(field for field in window.inspector.findChildren(SymbolField) if field.isVisible())
    pictures = field.pictures()
    assert isinstance(pictures, QListWidget)
    keys = [str(pictures.item(row).data(KEY)) for row in range(pictures.count())]
    pictures.deleteLater()
    assert len(keys) > 20
    for key in (*keys, "no-such-symbol", "x" * 300, " ", "\u2028", "<b>"):
        field.take(key)
        designer.settle()
        assert designer.module.pieces[0].symbol == key.strip() or designer.said()
        assert not check(designer.module).errors
        assert module_files(designer.module)
        field = next(field for field in window.inspector.findChildren(SymbolField) if field.isVisible())
