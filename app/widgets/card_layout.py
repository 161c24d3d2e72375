"""What lies on a table of cards and where: piles at the left, hands beside them, cards overlapping when many.

Plain values and sums, so that the widget only draws, and tests can ask where a card is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect

from app.graphics.card_cache import card_height
from app.graphics.painters.card import CardFace
from engine.view.cards import Pile


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCard:
    """One card or the top of a pile: its id, face (None: an empty place), words, and whether it is lit."""

    id: str
    face: CardFace | None
    words: str
    is_lit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPile:
    """A pile of a deck, or a hand: whose it is, its words, how many cards, and those that are shown."""

    pile: Pile
    owner: str
    caption: str
    count: int
    cards: tuple[ShownCard, ...]
    is_spread: bool = False
    """An open pile laid out to be looked through."""

    @property
    def is_hand(self) -> bool:
        """Whether the cards lie beside each other."""
        return self.pile is Pile.HAND or self.is_spread


@dataclass(frozen=True, slots=True)
class Spot:
    """A card in its place: the number of its pile, its number in the pile, and where it is drawn."""

    pile: int
    card: int
    place: QRect


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes in pixels: room, edge, gap between piles, height of the captions."""

    width: int
    height: int
    edge: int
    gap: int
    caption: int

    @property
    def card_width(self) -> int:
        """The width of a card that fits the height."""
        tall = max(20, self.height - self.caption - 2 * self.edge)
        width = round(tall / 1.4)
        while card_height(width) > tall and width > 10:
            width -= 1
        return width


def areas(piles: tuple[ShownPile, ...], m: Measures) -> tuple[QRect, ...]:
    """The area of each pile; hands share what the piles leave, by the number of their cards."""
    hands = [pile for pile in piles if pile.is_hand]
    fixed = sum(m.card_width + m.gap for pile in piles if not pile.is_hand)
    room = max(0, m.width - fixed - 2 * m.edge - m.gap * max(0, len(hands) - 1))
    whole = sum(max(2, pile.count) for pile in hands)
    found, x = [], m.edge
    for pile in piles:
        width = m.card_width
        if pile.is_hand:
            width = max(m.card_width, room * max(2, pile.count) // max(1, whole))
        found.append(QRect(x, m.edge, width, m.height - 2 * m.edge))
        x += width + m.gap
    return tuple(found)


def least_width(piles: tuple[ShownPile, ...], m: Measures) -> int:
    """How wide the table must be: all piles, and hands with a bit of each card to be seen."""
    across = 2 * m.edge + m.gap * max(0, len(piles) - 1)
    for pile in piles:
        more = (len(pile.cards) - 1) * m.card_width // 4 if pile.is_hand else 0
        across += m.card_width + max(0, more)
    return across


def spots(piles: tuple[ShownPile, ...], m: Measures) -> Iterator[Spot]:
    """All cards in the order in which they are drawn."""
    for number, (pile, area) in enumerate(zip(piles, areas(piles, m), strict=True)):
        count = len(pile.cards)
        step = m.card_width + max(4, m.gap // 2)
        if count > 1 and pile.is_hand:
            step = min(step, (area.width() - m.card_width) // (count - 1))
        for k in range(count):
            x = area.left() + k * max(3, step) if pile.is_hand else area.left()
            yield Spot(number, k, QRect(x, area.top() + m.caption, m.card_width, card_height(m.card_width)))


def spot_at(piles: tuple[ShownPile, ...], m: Measures, point: QPoint) -> Spot | None:
    """The topmost card under a point."""
    found = [spot for spot in spots(piles, m) if spot.place.contains(point)]
    return found[-1] if found else None


def pile_at(piles: tuple[ShownPile, ...], m: Measures, point: QPoint) -> int | None:
    """The pile in whose area a point lies."""
    half = m.gap // 2
    for number, area in enumerate(areas(piles, m)):
        if area.adjusted(-half, -m.edge, half, m.edge).contains(point):
            return number
    return None
