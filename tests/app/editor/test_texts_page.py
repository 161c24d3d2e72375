"""The page of texts: writing, preview, pages of help, and steps that hold a thought."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.editor.document import EditorDocument
from app.editor.texts_page import TextsPage
from engine.editing.parts import set_module_fields
from engine.loading import load_module
from engine.loading.writer import save_module
from tests.engine.editing.test_options import a_game
from tests.fixtures.player import LEFT


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path) -> Iterator[TextsPage]:
    save_module(a_game(), tmp_path / "game")
    document = EditorDocument(tmp_path / "game", load_module(tmp_path / "game"))
    made = TextsPage(document)
    document.setParent(made)
    qtbot.addWidget(made)
    made.resize(1000, 600)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    document.close()


def write(page: TextsPage, text: str) -> None:
    page.field.setFocus()
    page.field.selectAll()
    for number, line in enumerate(text.split("\n")):
        if number:
            QTest.keyClick(page.field, Qt.Key.Key_Return)
        QTest.keyClicks(page.field, line)


def test_every_text_is_in_the_list_by_group(page: TextsPage) -> None:
    groups = [page.tree.topLevelItem(n) for n in range(page.tree.topLevelItemCount())]
    titles = [group.text(0) for group in groups if group is not None]
    assert titles[0] == "The module"
    assert {"Options", "Sequence of play"} <= set(titles)
    assert page.item_of(("scenarios", 0), "notes") is not None


def test_a_narrow_page_shows_the_preview_below(page: TextsPage) -> None:
    assert page.sides.orientation() == Qt.Orientation.Horizontal
    page.resize(520, 600)
    assert page.sides.orientation() == Qt.Orientation.Vertical
    assert page.tree.width() >= 150
    assert min(page.sides.sizes()) > 150
    assert page.preview.width() > 300
    page.resize(1000, 600)
    assert page.sides.orientation() == Qt.Orientation.Horizontal
    assert min(page.sides.sizes()) > 300


def test_typing_is_previewed_at_once_and_is_one_step(page: TextsPage, qtbot: QtBot) -> None:
    assert page.show_text((), "description")
    write(page, "A **bold** game")
    assert "A bold game" in page.preview.toPlainText()
    assert page.document.module.description != "A **bold** game"
    qtbot.waitUntil(lambda: page.document.module.description == "A **bold** game")
    QTest.keyClicks(page.field, " of ours")
    page.take()
    assert page.document.module.description == "A **bold** game of ours"
    assert page.document.stack.count() == 1
    assert page.document.stack.undoText() == "text: What the game is"
    page.document.stack.undo()
    assert page.field.toPlainText() == page.document.module.description


def test_special_rules_are_lines(page: TextsPage) -> None:
    assert page.show_text(("scenarios", 1), "notes")
    write(page, "No rain.\n\n  Blue begins. ")
    assert [line for line in page.preview.toPlainText().split("\n") if line][1:] == [
        "No rain.",
        "Blue begins.",
    ]
    page.show_text((), "description")
    assert page.document.module.scenario("second").notes == ("No rain.", "Blue begins.")


def test_what_is_being_typed_is_saved(page: TextsPage) -> None:
    page.show_text(("scenarios", 0), "blurb")
    write(page, "Two armies meet.")
    assert page.document.save()
    assert load_module(page.document.path).scenario("meeting").blurb == "Two armies meet."


def test_pages_of_help_and_designers_notes(page: TextsPage) -> None:
    assert page.add_page("How to win")
    assert page.document.module.help[0].id == "how-to-win"
    assert page.title.text() == "How to win"
    QTest.mouseClick(page.buttons["notes"], LEFT)
    assert [each.id for each in page.document.module.help] == ["designer-notes", "how-to-win"]
    assert page.title.text() == "Designer's notes"
    write(page, "Why it is so.")
    QTest.mouseClick(page.buttons["notes"], LEFT)
    assert page.document.module.help[0].text == "Why it is so."
    assert len(page.document.module.help) == 2
    assert page.document.save()
    assert (page.document.path / "help" / "designer-notes.md").read_text().endswith("Why it is so.\n")
    QTest.mouseClick(page.buttons["delete"], LEFT)
    assert [each.id for each in page.document.module.help] == ["how-to-win"]
    page.document.stack.undo()
    assert page.document.module.help[0].text == "Why it is so."


def test_marks_by_button_and_key(page: TextsPage) -> None:
    page.show_text((), "description")
    write(page, "word")
    page.field.selectAll()
    QTest.keyClick(page.field, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert page.field.toPlainText() == "**word**"
    QTest.mouseClick(page.buttons["List"], LEFT)
    assert page.field.toPlainText() == "- **word**"


def test_a_phase_has_its_help_here(page: TextsPage) -> None:
    assert page.show_text(("sequence", 0, "phases", 0), "help")
    write(page, "Move your units.")
    page.take()
    assert page.document.module.sequence[0].phases[0].help == "Move your units."


def test_a_page_nobody_sees_never_writes_its_old_text_back(page: TextsPage) -> None:
    page.show_text((), "description")
    write(page, "Old words")
    page.take()
    page.hide()
    page.document.edit(lambda m: set_module_fields(m, {"description": "New words"}), "elsewhere")
    assert page.document.save()
    assert page.document.module.description == "New words"
    page.show()
    assert page.field.toPlainText() == "New words"
    page.document.stack.undo()
    assert page.field.toPlainText() == "Old words"


def test_the_first_word_takes_the_place_of_what_stands_on_a_new_page(page: TextsPage) -> None:
    assert page.add_page("How to win")
    assert page.field.hasFocus()
    QTest.keyClicks(page.field, "Hold")
    page.take()
    assert page.document.module.help[int(page.place.owner[1]) if page.place else 0].text == "Hold"
