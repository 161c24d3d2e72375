"""The page of cards by mouse and keyboard: decks, table, uses, effect blocks, pictures, CSV, undo."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, QPointF, Qt
from PySide6.QtGui import QColor, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QDialogButtonBox, QPushButton
from pytestqt.qtbot import QtBot

from app.editor.card_acts import OWN_ORDER
from app.editor.card_rows import COLUMNS
from app.editor.cards_page import CardsPage
from app.editor.document import EditorDocument
from app.editor.effect_dialog import EffectDialog
from app.graphics.counter_art import shared_art
from engine.definition.card import CardDef
from engine.loading import load_module
from engine.loading.writer import save_module
from tests.engine.editing.modules import a_module
from tests.fixtures.player import LEFT


class CardsHand:
    """Works with the page as a person does."""

    def __init__(self, page: CardsPage) -> None:
        self.page = page
        self.told: list[str] = []
        page.document.told.connect(lambda words, _tone: self.told.append(words))
        page.document.refused.connect(self.told.append)

    @property
    def document(self) -> EditorDocument:
        return self.page.document

    def card(self, name: str) -> CardDef:
        return next(card for card in self.document.module.cards if card.id == name)

    def press(self, button: QPushButton) -> None:
        assert button.isEnabled(), f"{button.text() or button.toolTip()} is disabled"
        QTest.mouseClick(button, LEFT)
        self.settle()

    def settle(self) -> None:
        for _ in range(4):
            QApplication.processEvents()

    def click_row(self, name: str) -> None:
        row = [card.id for card in self.page.rows.cards].index(name)
        index = self.page.filter.mapFromSource(self.page.rows.index(row, COLUMNS.index("title")))
        self.page.view.scrollTo(index)
        place = self.page.view.visualRect(index).center()
        QTest.mouseClick(self.page.view.viewport(), LEFT, pos=place)
        self.settle()

    def dialog(self) -> EffectDialog:
        dialog = self.page.side.dialog
        assert dialog is not None
        assert dialog.isVisible()
        return dialog

    def accept(self, dialog: EffectDialog) -> None:
        self.press(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok))


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path) -> Iterator[CardsHand]:
    folder = tmp_path / "meeting"
    save_module(a_module(), folder)
    document = EditorDocument(folder, load_module(folder))
    page = CardsPage(document)
    document.setParent(page)
    qtbot.addWidget(page)
    page.resize(1100, 700)
    with qtbot.waitExposed(page):
        page.show()
    yield CardsHand(page)
    document.close()


def order(hand: CardsHand) -> list[str]:
    return [card.id for card in hand.document.module.cards]


def a_picture(path: Path, tint: str) -> Path:
    image = QImage(126, 176, QImage.Format.Format_RGB32)
    image.fill(QColor(tint))
    assert image.save(str(path))
    return path


def test_decks_are_chips_with_their_number_and_filter_the_table(hand: CardsHand) -> None:
    page = hand.page
    assert [chip.text() for chip in page.chips.values()] == ["All decks  4", "Events  4"]
    hand.press(page.buttons["deck"])
    assert hand.document.stack.undoText() == "add a deck"
    assert page.filter.rowCount() == 0
    hand.press(page.buttons["new"])
    made = hand.document.module.cards[-1]
    assert (made.deck, page.filter.rowCount()) == ("new-deck", 1)
    hand.press(page.chips["events"])
    assert page.filter.rowCount() == 4
    assert page.count.text() == "4 of 5 cards"


def test_a_deck_is_deleted_only_when_it_is_clear_which(hand: CardsHand) -> None:
    page = hand.page
    assert page.buttons["deck-delete"].isEnabled()
    hand.press(page.buttons["deck"])
    hand.press(page.chips[""])
    for key in ("deck-delete", "deck-back"):
        assert not page.buttons[key].isEnabled()
        assert page.buttons[key].toolTip() == "Choose a deck first"
    page.delete_deck()
    assert [deck.id for deck in hand.document.module.decks] == ["events", "new-deck"]
    hand.press(page.chips["new-deck"])
    hand.press(page.buttons["deck-delete"])
    assert [deck.id for deck in hand.document.module.decks] == ["events"]
    assert len(hand.document.module.cards) == 4
    hand.document.stack.undo()
    hand.settle()
    assert not page.buttons["deck-delete"].isEnabled()


def test_a_cell_is_typed_and_several_chosen_change_together(hand: CardsHand) -> None:
    hand.click_row("card-2")
    rows, count = hand.page.rows, COLUMNS.index("count")
    hand.page.choose(("card-2", "card-3"))
    assert rows.setData(rows.index(1, count), "3")
    assert [card.count for card in hand.document.module.cards] == [1, 3, 3, 1]
    assert hand.document.stack.count() == 1
    assert not rows.setData(rows.index(1, count), "99")
    assert hand.told
    assert rows.setData(rows.index(1, COLUMNS.index("title")), "Storm")
    assert [card.title for card in hand.document.module.cards][1:3] == ["Storm", "Event 3"]


def test_choosing_a_card_shows_it_and_tells_the_inspector(hand: CardsHand, qtbot: QtBot) -> None:
    with qtbot.waitSignal(hand.page.chosen) as told:
        hand.click_row("card-3")
    assert told.args == [(("cards", 2),)]
    assert hand.page.side.name.text() == "Event 3"
    assert hand.page.side.front.accessibleName() == "Event 3, front"


def test_uses_and_effects_are_built_from_blocks(hand: CardsHand) -> None:
    hand.click_row("card-1")
    side = hand.page.side
    hand.press(side.buttons["use-add"])
    assert side.uses.item(0).text() == "Anyone: Event 1"
    hand.press(side.buttons["effect-add"])
    dialog = hand.dialog()
    dialog.word.setCurrentIndex(dialog.word.findData("draw"))
    field = dialog.inputs["number"]
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, "2")
    assert dialog.told.text() == "Draw 2 cards."
    hand.accept(dialog)
    assert hand.card("card-1").faces[0].effects == ("draw 2",)
    assert side.effects.item(0).text() == "Draw 2 cards."
    hand.press(side.buttons["effect-add"])
    dialog = hand.dialog()
    dialog.word.setCurrentIndex(dialog.word.findData("remind"))
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not ok.isEnabled()
    QTest.keyClicks(dialog.inputs["text"], "Skip one unit")
    hand.accept(dialog)
    hand.press(side.buttons["effect-up"])
    assert hand.card("card-1").faces[0].effects == ("remind Skip one unit", "draw 2")
    steps = hand.document.stack.count()
    for _ in range(steps):
        hand.document.stack.undo()
    assert hand.document.module == load_module(hand.document.path)


def test_an_effect_is_opened_again_with_its_values(hand: CardsHand) -> None:
    hand.click_row("card-1")
    side = hand.page.side
    hand.press(side.buttons["use-add"])
    track = hand.document.module.tracks[0].id
    side._set_effects((f"track {track} +2",), "effect")
    side.effects.setCurrentRow(0)
    hand.press(side.buttons["effect-edit"])
    dialog = hand.dialog()
    assert dialog.chosen.word == "track"
    assert dialog.line == f"track {track} +2"
    dialog.inputs["change"].clear()
    QTest.keyClicks(dialog.inputs["change"], "-1")
    hand.accept(dialog)
    assert hand.card("card-1").faces[0].effects == (f"track {track} -1",)
    hand.press(side.buttons["effect-delete"])
    assert hand.card("card-1").faces[0].effects == ()


def test_rules_without_a_list_of_blocks_say_where_to_write_them(hand: CardsHand) -> None:
    hand.document.edit(lambda m: m.model_copy(update={"ruleset": "afrika"}), "other rules")
    hand.click_row("card-1")
    hand.press(hand.page.side.buttons["use-add"])
    hand.press(hand.page.side.buttons["effect-add"])
    assert "name no effect blocks" in hand.told[-1]
    assert hand.page.side.dialog is None


def test_pictures_go_into_the_art_store_by_content_and_are_drawn(hand: CardsHand, tmp_path: Path) -> None:
    red, blue = a_picture(tmp_path / "red.png", "#c02020"), a_picture(tmp_path / "blue.png", "#2030c0")
    hand.page.choose(("card-1", "card-2"))
    assert hand.page.take_pictures("front", [red, red])
    fronts = [hand.card(name).art for name in ("card-1", "card-2")]
    assert fronts[0] is not None
    assert fronts[0] == fronts[1], "the same picture is kept once"
    assert len(list((hand.document.path / "art").iterdir())) == 1
    assert hand.page.take_pictures("back", [blue])
    assert hand.page.take_pictures("deck", [blue])
    assert hand.document.stack.count() == 3
    face = hand.page.rows.faces.front(hand.card("card-1"))
    assert shared_art().picture(face.picture) is not None
    grab = hand.page.side.front.grab().toImage()
    middle = grab.pixelColor(grab.width() // 2, grab.height() // 2)
    assert middle.red() > 150 > middle.blue()
    drawn = hand.page.rows.faces.back(hand.card("card-3"))
    assert drawn.picture == face.picture.replace(fronts[0].front, hand.document.module.decks[0].back or "")
    hand.press(hand.page.side.buttons["drawn"])
    assert hand.card("card-1").art is None


def test_what_is_no_picture_is_refused_and_changes_nothing(hand: CardsHand, tmp_path: Path) -> None:
    file = tmp_path / "text.png"
    file.write_text("no picture", encoding="utf-8")
    hand.page.choose(("card-1",))
    assert not hand.page.take_pictures("front", [file])
    assert hand.document.stack.count() == 0
    assert "no picture" in hand.told[-1]
    hand.page.view.clearSelection()
    assert not hand.page.take_pictures("front", [file])
    assert "Choose the cards first" in hand.told[-1]


def test_csv_out_and_in_is_one_step(hand: CardsHand, tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    assert hand.page.write_csv(file)
    assert hand.page.read_csv(file) is None
    assert "says the same" in hand.told[-1]
    file.write_text(file.read_text().replace("Event 2", "Storm"), encoding="utf-8")
    outcome = hand.page.read_csv(file)
    assert outcome is not None
    assert hand.page.take_csv(outcome)
    assert (hand.card("card-2").title, hand.document.stack.count()) == ("Storm", 1)
    hand.document.stack.undo()
    assert hand.card("card-2").title == "Event 2"


def test_duplicate_and_delete_by_keys(hand: CardsHand) -> None:
    hand.click_row("card-1")
    QTest.keyClick(hand.page.view, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert len(hand.document.module.cards) == 5
    assert hand.page.selected() == ("card-5",)
    QTest.keyClick(hand.page.view, Qt.Key.Key_Delete)
    assert order(hand) == ["card-1", "card-2", "card-3", "card-4"]
    assert hand.page.view.hasFocus()


def test_cards_move_by_buttons_and_keys_and_undo_brings_them_back(hand: CardsHand) -> None:
    page = hand.page
    assert not page.buttons["up"].isEnabled()
    hand.click_row("card-1")
    assert not page.buttons["up"].isEnabled(), "the first card cannot go up"
    hand.press(page.buttons["down"])
    assert order(hand) == ["card-2", "card-1", "card-3", "card-4"]
    assert page.selected() == ("card-1",)
    assert page.view.hasFocus()
    QTest.keyClick(page.view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(page.view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert order(hand) == ["card-2", "card-3", "card-4", "card-1"]
    assert not page.buttons["down"].isEnabled()
    steps = hand.document.stack.count()
    QTest.keyClick(page.view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert hand.document.stack.count() == steps, "a card at the end stays where it is"
    page.choose(("card-3", "card-1"))
    hand.press(page.buttons["up"])
    assert order(hand) == ["card-3", "card-1", "card-2", "card-4"], "several move together"
    assert page.selected() == ("card-3", "card-1")
    assert hand.document.stack.undoText() == "move 2 cards"
    for _ in range(hand.document.stack.count()):
        hand.document.stack.undo()
    assert order(hand) == ["card-1", "card-2", "card-3", "card-4"]


def test_cards_are_dragged_between_lines(hand: CardsHand) -> None:
    view = hand.page.view
    hand.click_row("card-4")
    model = view.model()
    assert model.flags(model.index(0, 1)) & Qt.ItemFlag.ItemIsDragEnabled
    assert view.dragDropMode() is QAbstractItemView.DragDropMode.InternalMove
    place = QAbstractItemView.DropIndicatorPosition
    drop = QDropEvent(
        QPointF(60, 30), Qt.DropAction.MoveAction, QMimeData(), LEFT, Qt.KeyboardModifier.NoModifier
    )
    view.dropEvent(drop)
    assert drop.dropAction() is Qt.DropAction.IgnoreAction, "the view takes no lines away by itself"
    for _ in range(hand.document.stack.count()):
        hand.document.stack.undo()
    view.ask_move(model.index(1, 2), place.AboveItem)
    assert order(hand) == ["card-1", "card-4", "card-2", "card-3"]
    assert hand.page.selected() == ("card-4",)
    view.ask_move(model.index(2, 2), place.BelowItem)
    assert order(hand) == ["card-1", "card-2", "card-4", "card-3"]
    view.ask_move(QModelIndex(), place.OnViewport)
    assert order(hand) == ["card-1", "card-2", "card-3", "card-4"]


def test_cards_of_a_deck_move_among_themselves(hand: CardsHand) -> None:
    page = hand.page
    hand.press(page.buttons["deck"])
    hand.press(page.buttons["new"])
    hand.press(page.buttons["new"])
    first, second = order(hand)[-2:]
    assert page.selected() == (second,)
    hand.press(page.buttons["up"])
    assert order(hand)[-2:] == [second, first]
    assert not page.buttons["up"].isEnabled(), "the deck on show has no card above"


def test_in_another_order_cards_are_not_moved(hand: CardsHand) -> None:
    page = hand.page
    hand.click_row("card-2")
    page.view.sortByColumn(COLUMNS.index("title"), Qt.SortOrder.DescendingOrder)
    assert not page.buttons["up"].isEnabled()
    assert page.buttons["up"].toolTip() == OWN_ORDER
    QTest.keyClick(page.view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert hand.told == [f"{OWN_ORDER}."]
    assert hand.document.stack.count() == 0
    page.view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert page.buttons["up"].isEnabled()


def test_uneven_numbers_of_pictures_and_cards_are_told(hand: CardsHand, tmp_path: Path) -> None:
    red, blue = a_picture(tmp_path / "red.png", "#c02020"), a_picture(tmp_path / "blue.png", "#2030c0")
    hand.page.choose(("card-1", "card-2", "card-3", "card-4"))
    assert hand.page.take_pictures("front", [red, blue, red])
    assert hand.told == ["3 pictures for the first 3 cards; 1 chosen card got none."]
    assert hand.card("card-4").art is None
    hand.page.choose(("card-4",))
    assert hand.page.take_pictures("front", [red, blue, red])
    assert hand.told[1:] == ["1 card chosen: 2 pictures had no card to go to."]
    hand.page.choose(("card-1", "card-2"))
    assert hand.page.take_pictures("front", [red])
    assert len(hand.told) == 2, "one picture goes to all"


def test_the_keyboard_stays_with_the_table(hand: CardsHand) -> None:
    page = hand.page
    hand.click_row("card-1")
    for button in ("duplicate", "delete"):
        page.buttons[button].setFocus()
        hand.press(page.buttons[button])
        assert page.view.hasFocus(), button


def test_the_last_line_stays_in_sight_when_the_table_becomes_lower(hand: CardsHand) -> None:
    page, view = hand.page, hand.page.view
    page.choose(("card-4",))
    for height in range(520, 300, -20):
        page.resize(1100, height)
        hand.settle()
        line = view.visualRect(view.model().index(3, 2))
        assert 0 <= line.top() <= line.bottom() < view.viewport().height() or height < 420, height


def test_decks_are_shown_by_title_and_chosen_from_a_list(hand: CardsHand) -> None:
    page = hand.page
    hand.press(page.buttons["deck"])
    hand.press(page.chips[""])
    cell = page.rows.index(0, COLUMNS.index("deck"))
    assert (page.rows.data(cell), page.rows.data(cell, Qt.ItemDataRole.EditRole)) == ("Events", "events")
    index = page.filter.mapFromSource(cell)
    page.view.setCurrentIndex(index)
    page.view.edit(index)
    box = page.view.viewport().findChild(QComboBox)
    assert box is not None
    assert [box.itemText(n) for n in range(box.count())] == ["Events", "New deck"]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    hand.settle()
    assert hand.card("card-1").deck == "new-deck"
