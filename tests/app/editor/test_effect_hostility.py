"""The dialog of effects fed with nonsense: what it lets through is understood, kept, and opens as it was."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit
from pytestqt.qtbot import QtBot

from app.editor.effect_dialog import EffectDialog
from engine.definition.effects import FREE_EFFECTS, in_words, understood
from engine.definition.module import ModuleDef
from engine.editing.cards import add_use, set_use_fields
from engine.loading.writer import module_files
from engine.rules.registry import effect_words
from tests.engine.editing.modules import a_module

TRIES = 30
TYPED = (
    *(
        "",
        " ",
        "1",
        "0",
        "999",
        "1000",
        "-3",
        "+1",
        "=5",
        "=",
        "1d6",
        "0d6",
        "99d999",
        "mine",
        "theirs",
        "dug-in",
    ),
    *(
        "Dug In",
        "0203",
        "9999",
        "nowhere at all",
        "x" * 500,
        "{number}",
        "[deck]",
        "\\1",
        "%s",
        "é–“”",
        "draw 2",
    ),
    *("  two  blanks  ", "tab\there", "\u2028", "0", "Wait...", "1 cards."),
)


@pytest.fixture
def module() -> ModuleDef:
    return add_use(a_module(), "card-1")


@pytest.fixture
def dialogs(qtbot: QtBot, module: ModuleDef) -> Iterator[list[EffectDialog]]:
    made: list[EffectDialog] = []
    yield made
    for dialog in made:
        dialog.deleteLater()


def fill(dialog: EffectDialog, dice: Random) -> None:
    for field in dialog.inputs.values():
        if isinstance(field, QLineEdit):
            field.setText(dice.choice(TYPED))
        elif field.count():
            field.setCurrentIndex(dice.randrange(-1, field.count()))


def is_open(dialog: EffectDialog) -> bool:
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


@pytest.mark.parametrize("word", [word.word for word in FREE_EFFECTS])
def test_what_is_let_through_is_kept(word: str, module: ModuleDef, dialogs: list[EffectDialog]) -> None:
    dialog = EffectDialog(module, FREE_EFFECTS)
    dialogs.append(dialog)
    dialog.word.setCurrentIndex(dialog.word.findData(word))
    through = 0
    for number in range(TRIES):
        fill(dialog, Random(f"{word} {number}"))
        line = dialog.line
        assert dialog.told.text()
        if not is_open(dialog):
            continue
        through += 1
        effect = understood(line, FREE_EFFECTS)
        assert effect.word.word == word
        after = set_use_fields(module, "card-1", 0, {"effects": (line,)})
        assert after.cards[0].faces[0].effects == (line,)
        assert module_files(after)
        again = EffectDialog(after, FREE_EFFECTS, line)
        dialogs.append(again)
        assert understood(again.line, FREE_EFFECTS) == effect
        assert again.told.text() == dialog.told.text()
    assert through


def test_numbers_are_not_taken_for_ids() -> None:
    titles = {"2": "The Second", "mine": "A mine", "events": "Events"}
    assert in_words(understood("draw 2 events", FREE_EFFECTS), titles) == "Draw 2 cards of Events."
    assert (
        in_words(understood("discard 1 mine", FREE_EFFECTS), titles) == "Discard 1 card at random, one's own."
    )
    assert in_words(understood("place mine 0203", FREE_EFFECTS), titles) == "Place A mine in 0203."
    told = in_words(understood("control 0203 mine", FREE_EFFECTS), titles)
    assert told == "0203 goes to the side that plays the card."


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("shift 1", "1 column in favor of the player."),
        ("shift +1", "+1 column in favor of the player."),
        ("shift -1", "-1 column in favor of the player."),
        ("shift 2", "2 columns in favor of the player."),
        ("shift 11", "11 columns in favor of the player."),
        ("deeper 1", "Advance 1 hex further."),
        ("mp 1", "1 Movement Point."),
        ("gray 1", "1 gray marker."),
        ("redeploy 1", "Redeploy 1 stack."),
        ("strength 1", "1 strength more."),
    ],
)
def test_one_is_told_as_one(line: str, words: str) -> None:
    assert in_words(understood(line, effect_words("no_retreat_2")), {}) == words
