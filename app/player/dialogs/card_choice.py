"""One card and where it is put by hand, for adjudication: any card of the game, any pile, any hand."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from app.player.session import Session
from app.theme.current import scaled
from engine.play.action import CardPlacement
from engine.rules.freeplay_piles import copies_of
from engine.view.cards import Pile

KEEP = "as it is"


class CardChoice(QWidget):
    """A card, with where it lies as far as the viewer knows, and the pile it is to go to."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.card, self.pile = QComboBox(), QComboBox()
        for box, name in ((self.card, "Card"), (self.pile, "Put the card")):
            box.setAccessibleName(name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(12)
        self.pile.addItem("back into its deck", (Pile.DECK.value, None))
        for side in session.module.sides:
            self.pile.addItem(f"into the hand of {side.title}", (Pile.HAND.value, side.id))
        self.pile.addItem("on the discards", (Pile.DISCARD.value, None))
        self.pile.addItem("out of the game", (Pile.REMOVED.value, None))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(scaled(6))
        row.addWidget(self.card, 3)
        row.addWidget(self.pile, 2)
        self.refresh()

    def refresh(self) -> None:
        """Lists the cards where they lie now, with none chosen."""
        lying = dict(self._lying())
        self.card.clear()
        self.card.addItem(KEEP, "")
        for name, definition in copies_of(self.session.module.cards):
            number = name.removeprefix(definition.id).lstrip("~")
            title = f"{definition.title} {number}".rstrip()
            self.card.addItem(f"{title} · {lying.get(name, 'unseen')}", name)

    def _lying(self) -> Iterator[tuple[str, str]]:
        view = self.session.projection
        for hand in view.hands:
            for card in hand.cards:
                yield card.id, f"hand of {self.session.side_title(hand.side)}"
        for deck in view.decks:
            for card in deck.discards:
                yield card.id, "discarded"
            for card in deck.removed:
                yield card.id, "out of the game"

    def placements(self) -> tuple[CardPlacement, ...]:
        """What is asked for; nothing while no card is chosen."""
        card, held = self.card.currentData(), self.pile.currentData()
        if not card or held is None:
            return ()
        pile, side = held
        return (CardPlacement(card=card, pile=Pile(pile), side=side),)
