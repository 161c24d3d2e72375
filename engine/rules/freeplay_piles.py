"""Piles of cards in free play: decks, hands, discards and what left the game, and the ways between them.

Kinds of action and the effects of cards do the same things to piles; they do them here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import SideId
from engine.rules.freeplay_table import COPY, FreeTable, data_of
from engine.state.model import State
from engine.view.cards import Pile

if TYPE_CHECKING:
    from engine.definition.card import CardDef
    from engine.play.resolution import Resolution

Piles = Mapping[str, tuple[str, ...]]


def copies_of(cards: Iterable[CardDef]) -> Iterator[tuple[str, CardDef]]:
    """Every card that is in the game, by the id it has in play."""
    for card in cards:
        for number in range(1, card.count + 1):
            yield (card.id if number == 1 else f"{card.id}{COPY}{number}"), card


def without(cards: Piles, key: str, card: str) -> dict[str, tuple[str, ...]]:
    """The piles with a card taken out of one."""
    return {**cards, key: tuple(other for other in cards.get(key, ()) if other != card)}


def with_card(cards: Piles, key: str, card: str) -> dict[str, tuple[str, ...]]:
    """The piles with a card on top of one."""
    return {**cards, key: (*cards.get(key, ()), card)}


def refuse_draw(table: FreeTable, state: State, side: SideId, deck: str) -> Refusal | None:
    """Why a side cannot draw from a deck; None if it can."""
    data = data_of(state)
    if deck not in data.decks or deck not in table.decks:
        return Refusal(f"there is no deck {deck}", code="UNKNOWN_ID")
    known = table.decks[deck]
    if known.side not in {None, side}:
        return Refusal(f"{known.title} is the deck of {table.module.side(known.side or '').title}")
    held = sum(table.cards[card].deck == deck for card in data.hands.get(side, ()))
    if known.hand and held >= known.hand:
        return Refusal(f"the hand is full: {known.hand} cards of {known.title}", hint="play or discard one")
    if data.decks[deck] or (known.refill and data.discards.get(deck)):
        return None
    return Refusal("this deck is empty", hint="shuffle the discards back")


def draw(table: FreeTable, r: Resolution, side: SideId, deck: str) -> None:
    """Draws a card; the empty deck of a game that says so is filled from its discards first."""
    if not data_of(r.state).decks[deck]:
        shuffle(table, r, side, deck)
    data, title = data_of(r.state), table.deck_title(deck)
    card = r.pick(title, data.decks[deck])
    r.set_data(replace(data, decks=without(data.decks, deck, card), hands=with_card(data.hands, side, card)))
    text = f"Drawn from {title}: {table.card_title(card)}."
    if table.is_secret(card):
        r.emit("card-drawn", text, side=side, audience=(side,), public=f"A card was drawn from {title}.")
    else:
        r.emit("card-drawn", text, side=side)


def shuffle(table: FreeTable, r: Resolution, side: SideId, deck: str) -> None:
    """Puts the discards of a deck back into it."""
    data = data_of(r.state)
    full = tuple(sorted((*data.decks[deck], *data.discards.get(deck, ()))))
    number = len(data.discards.get(deck, ()))
    r.set_data(replace(data, decks={**data.decks, deck: full}, discards={**data.discards, deck: ()}))
    text = f"{table.deck_title(deck)}: {number} discards shuffled back, {len(full)} cards."
    r.emit("deck-shuffled", text, side=side)


def lay_down(table: FreeTable, r: Resolution, side: SideId, card: str, pile: Pile) -> None:
    """Brings a card from the hand, the discards or the removed ones to an open pile."""
    data, deck = data_of(r.state), table.cards[card].deck
    data = replace(
        data,
        hands=without(data.hands, side, card) if card in data.hands.get(side, ()) else data.hands,
        discards=taken(data.discards, deck, card),
        removed=taken(data.removed, deck, card),
    )
    if pile is Pile.REMOVED:
        data = replace(data, removed=with_card(data.removed, deck, card))
    else:
        data = replace(data, discards=with_card(data.discards, deck, card))
    r.set_data(data)


def taken(piles: Piles, deck: str, card: str) -> Piles:
    """The piles without a card, if it is there."""
    return without(piles, deck, card) if card in piles.get(deck, ()) else piles
