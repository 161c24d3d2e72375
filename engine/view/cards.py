"""Cards as a viewer may see them: decks with their piles, hands, and how a card goes from pile to pile."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine.ids import SideId

HIDDEN_CARD = "?"
"""Stands for a card that the viewer may not know, so that piles keep their number."""


class Pile(StrEnum):
    """Where a card can lie."""

    DECK = "deck"
    HAND = "hand"
    TABLE = "table"
    DISCARD = "discard"
    REMOVED = "removed"


class CardView(msgspec.Struct, frozen=True):
    """One card the viewer may see; ``definition`` is the card of the module that it is a copy of."""

    id: str
    definition: str
    title: str


class DeckView(msgspec.Struct, frozen=True):
    """One deck: how many cards are left to draw of how many, and its open piles, top last.

    ``buried`` counts discards below those shown, where nobody may look through them.
    """

    id: str
    title: str
    side: SideId
    left: int
    whole: int
    discards: tuple[CardView, ...] = ()
    removed: tuple[CardView, ...] = ()
    buried: int = 0

    @property
    def discarded(self) -> int:
        """How many cards are discarded."""
        return len(self.discards) + self.buried


class HandView(msgspec.Struct, frozen=True):
    """One side's hand: its cards if the viewer may see them, and how many he may not."""

    side: SideId
    cards: tuple[CardView, ...] = ()
    hidden: int = 0

    @property
    def count(self) -> int:
        """How many cards are held."""
        return len(self.cards) + self.hidden
