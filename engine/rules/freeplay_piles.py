"""Piles of cards in free play: decks, hands, discards and what left the game, and the ways between them.

Kinds of action and the effects of cards do the same things to piles; they do them here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import SideId
from engine.rules.freeplay_table import COPY, FreePlayData, FreeTable, data_of
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
    title = table.deck_title(deck)
    card = r.pick(title, data_of(r.state).decks[deck])
    lay(table, r, card, Pile.HAND, side)
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


def put(data: FreePlayData, card: CardDef, name: str, pile: Pile, side: SideId = "") -> FreePlayData:
    """The piles with a card taken from wherever it lies and put on one; a hand is that of a side.

    ``card`` is the definition, ``name`` the id it has in play. A deck has no order, other piles their last on
    top.
    """
    data = replace(
        data,
        decks=_off(data.decks, name),
        hands=_off(data.hands, name),
        discards=_off(data.discards, name),
        removed=_off(data.removed, name),
    )
    if pile is Pile.HAND:
        return replace(data, hands=with_card(data.hands, side, name))
    if pile is Pile.DECK:
        deck = tuple(sorted((*data.decks.get(card.deck, ()), name)))
        return replace(data, decks={**data.decks, card.deck: deck})
    if pile is Pile.REMOVED:
        return replace(data, removed=with_card(data.removed, card.deck, name))
    return replace(data, discards=with_card(data.discards, card.deck, name))


def _off(piles: Piles, card: str) -> Piles:
    """The piles without a card; the very same where it is on none."""
    if not any(card in held for held in piles.values()):
        return piles
    return {key: tuple(other for other in held if other != card) for key, held in piles.items()}


def lay(table: FreeTable, r: Resolution, card: str, pile: Pile, side: SideId = "") -> None:
    """Puts a card of the table on a pile, or into the hand of a side."""
    r.set_data(put(data_of(r.state), table.cards[card], card, pile, side))
