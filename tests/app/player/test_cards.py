"""The table of cards in the window of the free-play template, by mouse and by keyboard."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.player.panels.cards import CardsPanel
from app.player.sitting import Sitting
from app.resource_files import resource
from app.widgets.card_table import CardTable
from engine.definition.piece import PieceArtDef
from engine.editing.cards import set_card_fields
from engine.game import new_game
from engine.loading import load_module
from engine.loading.writer import save_module
from engine.rules.freeplay_actions import DrawCard
from engine.rules.freeplay_table import FreePlayData, data_of
from engine.view.cards import Pile
from tests.fixtures.player import LEFT, Hand, open_window
from tests.modules.no_retreat_2.builders import position


class Player(Hand):
    """Plays cards as well."""

    @property
    def panel(self) -> CardsPanel:
        panel = self.window.panels.cards
        assert panel is not None
        return panel

    @property
    def table(self) -> CardTable:
        return self.panel.table

    @property
    def cards(self) -> FreePlayData:
        return data_of(self.session.state)

    def draw(self, *cards: str) -> None:
        for card in cards:
            self.session.queue_table_dice((), (card,))
            assert self.session.submit(DrawCard(deck="events"))
        self.settle()

    def middle(self, card: str) -> QPoint:
        """A point of a card that no other one covers."""
        place = self.table.place_of(card)
        assert not place.isEmpty(), f"{card} is not shown"
        return QPoint(place.left() + 4, place.center().y())

    def carry(self, start: QPoint, end: QPoint) -> None:
        """Drags from one point of the table to another one, which may be outside."""
        QTest.mousePress(self.table, LEFT, Qt.KeyboardModifier.NoModifier, start)
        for step in range(1, 6):
            QTest.mouseMove(self.table, start + (end - start) * (step / 5))
        QTest.mouseRelease(self.table, LEFT, Qt.KeyboardModifier.NoModifier, end)
        self.settle()

    def said(self) -> str:
        message = self.window.messages.current
        return message.text if message else ""

    def press_key(self, key: Qt.Key, widget: QWidget | None = None) -> None:
        QTest.keyClick(widget or self.table, key)
        self.settle()


def opened(qtbot: QtBot, folder: Path, sitting: Sitting | None = None) -> Player:
    path = resource("templates", "free-play")
    game = new_game(load_module(path), "first", seed=7)
    window = open_window(qtbot, game, folder, sitting, path).window
    player = Player(window, qtbot)
    window.reset_layout()
    player.settle()
    assert player.cards.hands == {"blue": ("event-5", "event-9"), "red": ("event-7", "event-3")}
    return player


@pytest.fixture
def player(qtbot: QtBot, tmp_path: Path) -> Iterator[Player]:
    made = opened(qtbot, tmp_path)
    yield made
    made.window.close()


def test_piles_and_hands_are_told_by_number_and_the_other_hand_never_shown(player: Player) -> None:
    captions = [pile.caption for pile in player.table.piles]
    assert captions == ["Events 9", "Discards 0", "Blue: hand of 2", "Red 2"]
    shown = player.table.accessibleDescription()
    assert "Scouts" in shown
    assert "Confusion" not in shown
    assert "Rain" not in shown
    assert all(not pile.is_hand or pile.owner == "blue" for pile in player.table.piles)


def test_a_double_click_on_the_deck_draws_and_the_log_keeps_the_secret(player: Player) -> None:
    QTest.mouseDClick(player.table, LEFT, pos=player.middle("events"))
    assert len(player.cards.hands["blue"]) == 3
    drawn = player.session.game.transition.events[0].for_viewer("red")
    assert drawn is not None
    assert drawn.text == "A card was drawn from Events."


def test_drawing_by_dragging_from_the_deck_to_the_hand(player: Player) -> None:
    player.carry(player.middle("events"), player.table.area_of(Pile.HAND, "blue").center())
    assert len(player.cards.hands["blue"]) == 3


def test_a_card_that_can_be_played_is_lit_and_another_one_says_why_not(player: Player) -> None:
    hand = next(pile for pile in player.table.piles if pile.is_hand)
    lit = {card.id: card.is_lit for card in hand.cards}
    assert lit == {"event-5": True, "event-9": False}
    QTest.mouseMove(player.table, player.middle("event-9"))
    player.settle()
    assert player.panel.note.full_text == "Artillery plan: may be played in Combat only."
    assert player.panel.preview.isVisible()
    QTest.mouseDClick(player.table, LEFT, pos=player.middle("event-9"))
    assert "Combat only" in player.said()
    assert "event-9" in player.cards.hands["blue"]
    player.press("Next phase")
    hand = next(pile for pile in player.table.piles if pile.is_hand)
    assert {card.id: card.is_lit for card in hand.cards}["event-9"]


def test_dragging_a_card_onto_the_map_plays_it(player: Player) -> None:
    target = player.table.mapFrom(player.window, player.window.view.geometry().center())
    assert not player.table.rect().contains(target)
    player.carry(player.middle("event-5"), target)
    assert player.cards.discards == {"events": ("event-5",)}
    assert any("Scouts is played" in line for line in player.log())


def test_dragging_to_the_discards_and_back_to_the_deck(player: Player) -> None:
    player.carry(player.middle("event-5"), player.table.area_of(Pile.DISCARD).center())
    assert player.cards.discards == {"events": ("event-5",)}
    player.carry(player.middle("event-5"), player.table.area_of(Pile.DECK).center())
    assert player.cards.discards == {"events": ()}
    assert len(player.cards.decks["events"]) == 10


def test_giving_a_card_back_unseen_by_dragging_it_to_the_deck(player: Player) -> None:
    player.carry(player.middle("event-5"), player.table.area_of(Pile.DECK).center())
    assert player.cards.hands["blue"] == ("event-9",)
    told = player.session.game.transition.events[0].for_viewer("red")
    assert told is not None
    assert "Scouts" not in told.text


def test_a_drop_where_nothing_is_open_changes_nothing(player: Player) -> None:
    before = player.session.state
    player.carry(player.middle("events"), player.table.area_of(Pile.DISCARD).center())
    player.carry(player.middle("event-5"), player.table.area_of(Pile.TABLE, "red").center())
    assert player.session.state is before


def test_by_keyboard_alone(player: Player) -> None:
    player.table.setFocus()
    player.press_key(Qt.Key.Key_Return)
    assert len(player.cards.hands["blue"]) == 3
    player.press_key(Qt.Key.Key_Right)
    player.press_key(Qt.Key.Key_Right)
    assert player.table.accessibleName().startswith("Cards: Scouts")
    player.press_key(Qt.Key.Key_Delete)
    assert player.cards.discards == {"events": ("event-5",)}
    player.press_key(Qt.Key.Key_Right)
    player.press_key(Qt.Key.Key_Space)
    words = [action.text() for action in player.panel.menu.actions()]
    assert any(word.startswith("Discard") for word in words)
    assert any(word.startswith("Give back") for word in words)
    player.panel.menu.close()


def test_effects_of_a_card_are_carried_out(player: Player) -> None:
    player.draw("event-8")
    QTest.mouseDClick(player.table, LEFT, pos=player.middle("event-8"))
    assert len(player.cards.hands["blue"]) == 4
    player.draw("event-10")
    QTest.mouseDClick(player.table, LEFT, pos=player.middle("event-10"))
    assert player.at("blue-armor-2") == "0508"
    assert "Removed 1" in [pile.caption for pile in player.table.piles]


def test_a_full_hand_is_told(player: Player) -> None:
    player.draw("event-8", "event-2", "event-4")
    QTest.mouseDClick(player.table, LEFT, pos=player.middle("events"))
    assert "hand is full" in player.said()


def test_hand_over_shows_the_other_hand_only_to_its_owner(player: Player) -> None:
    player.press("Next phase")
    player.press("Next phase")
    assert player.session.is_veiled
    assert not any(card.is_lit for pile in player.table.piles for card in pile.cards)
    QTest.keyClick(player.window.handover, Qt.Key.Key_Return)
    player.settle()
    shown = player.table.accessibleDescription()
    assert "Confusion" in shown
    assert "Scouts" not in shown
    player.session.look_at(0)
    player.settle()
    assert "Scouts" not in player.table.accessibleDescription(), "earlier moments keep the secret"


def test_alone_at_the_table_both_hands_are_open_and_each_plays_its_own(qtbot: QtBot, tmp_path: Path) -> None:
    player = opened(qtbot, tmp_path, Sitting(solo=True))
    owners = [pile.owner for pile in player.table.piles if pile.is_hand]
    assert owners == ["blue", "red"]
    QTest.mouseDClick(player.table, LEFT, pos=player.middle("event-7"))
    assert player.session.game.turns[-1].side == "red"
    assert player.cards.discards["events"][0] == "event-7"
    player.window.close()


def test_discards_are_looked_through_and_taken_up_again(player: Player) -> None:
    for card in ("event-5", "event-9"):
        player.carry(player.middle(card), player.table.area_of(Pile.DISCARD).center())
    player.table.setFocus()
    player.press_key(Qt.Key.Key_Right)
    player.press_key(Qt.Key.Key_Space)
    look = player.panel.menu.actions()[-1]
    assert look.text() == "Look through the pile…"
    look.trigger()
    player.panel.menu.close()
    spread = player.panel.spread
    assert [card.words for card in spread.piles[0].cards] == ["Artillery plan", "Scouts"]
    QTest.keyClick(spread, Qt.Key.Key_Right)
    QTest.keyClick(spread, Qt.Key.Key_Return)
    assert list(player.cards.hands["blue"]) == ["event-5"]
    assert [card.words for card in spread.piles[0].cards] == ["Artillery plan"]
    QTest.keyClick(spread, Qt.Key.Key_Return)
    assert list(player.cards.hands["blue"]) == ["event-5", "event-9"]
    assert not player.panel.spread_window.isVisible()


def test_a_card_with_a_picture_of_its_own_shows_it(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "war"
    shutil.copytree(resource("templates", "free-play"), folder)
    (folder / "art").mkdir()
    image = QImage(126, 176, QImage.Format.Format_RGB32)
    image.fill(QColor("#c02020"))
    assert image.save(str(folder / "art" / "scouts.png"))
    module = load_module(folder)
    art = PieceArtDef(front="art/scouts.png")
    save_module(set_card_fields(module, ("event-5",), {"art": art}), folder)
    hand = open_window(qtbot, new_game(load_module(folder), "first", seed=7), tmp_path, module_path=folder)
    player = Player(hand.window, qtbot)
    player.window.reset_layout()
    player.settle()
    place = player.table.place_of("event-5")
    seen = player.table.grab().toImage().pixelColor(place.left() + 8, place.center().y())
    assert seen.red() > 150 > seen.green() + 60
    player.window.close()


def test_many_decks_are_scrolled_and_stay_whole(qtbot: QtBot, tmp_path: Path) -> None:
    module = load_module(resource("templates", "free-play"))
    decks = tuple(module.decks[0].model_copy(update={"id": f"d{n}", "title": f"D {n}"}) for n in range(8))
    cards = tuple(card.model_copy(update={"deck": f"d{n % 8}"}) for n, card in enumerate(module.cards))
    many = module.model_copy(update={"decks": decks, "cards": cards})
    player = Player(open_window(qtbot, new_game(many, "first", seed=1), tmp_path).window, qtbot)
    player.window.reset_layout()
    player.settle()
    table = player.table
    last = table.area_of(Pile.TABLE, "red")
    assert last.right() <= table.width()
    assert table.area_of(Pile.DISCARD, "d7").right() < last.left()
    hand = table.area_of(Pile.HAND, "blue")
    assert hand.width() > table.area_of(Pile.DECK, "d0").width()
    player.window.close()


def test_a_game_with_rules_of_its_own_shows_hands_and_says_why_not(qtbot: QtBot, tmp_path: Path) -> None:
    hands = {"axis": ("card-1", "card-8"), "allied": ("card-2",)}
    game = position({"10arm": "3-0808"}, hands=hands, axis=True)
    player = Player(open_window(qtbot, game, tmp_path).window, qtbot)
    player.window.reset_layout()
    player.session.set_viewer("axis")
    player.settle()
    captions = [pile.caption for pile in player.table.piles]
    assert captions == ["Event cards 33", "Discards 0", "Axis: hand of 2", "Allied 1"]
    shown = player.table.accessibleDescription()
    assert "Stukas" in shown
    assert "Force K" not in shown
    hand = next(pile for pile in player.table.piles if pile.is_hand)
    assert not any(card.is_lit for card in hand.cards)
    assert all(card.words.partition(": ")[2] for card in hand.cards), "each says why not"
    player.window.close()


def test_the_arrangement_with_cards_is_remembered_by_itself(player: Player) -> None:
    store = player.window.store
    player.window.close()
    assert store.window("player-docks-cards")
    assert not store.window("player-docks")
