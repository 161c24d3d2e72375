"""What free play lets hands do with cards: draw, play, discard, give back, take up again, remove, shuffle.

A deck has no order: each card is chosen by chance when it is drawn, which is the same and keeps nothing
secret in the state. Who may use which half of a card, and in which phases, stands on the card; everything
else is up to the players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

from engine.errors import Refusal
from engine.ids import PieceId, SideId
from engine.play.action import AnyKind, Shape
from engine.rules.freeplay_actions import (
    CardAction,
    DiscardCard,
    DrawCard,
    PlayCard,
    RemoveCard,
    ReturnCard,
    Shuffle,
    TakeCard,
)
from engine.rules.freeplay_effects import CardEffects
from engine.rules.freeplay_kinds import TableKind
from engine.rules.freeplay_piles import draw, lay, refuse_draw, shuffle
from engine.rules.freeplay_table import FreePlayData, FreeTable, data_of
from engine.state.model import State
from engine.view.cards import Pile

if TYPE_CHECKING:
    import random

    from engine.definition.card import CardDef, CardFaceDef
    from engine.definition.sequence import PhaseDef
    from engine.ids import PlaceId
    from engine.play.resolution import Resolution

C = TypeVar("C", bound=CardAction)


class DrawCardKind(TableKind[DrawCard]):
    """Drawing: the deck has no order, each card is chosen when it is drawn."""

    kind = "draw-card"
    action = DrawCard
    shape = Shape.OPTION
    label = "Draw a card"
    carries = ((Pile.DECK, Pile.HAND),)

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        if next(self.choices(state, side), None) is not None:
            return None
        refusals = {refuse_draw(self.table, state, side, deck) for deck in data_of(state).decks}
        same = refusals.pop() if len(refusals) == 1 else None
        return same or Refusal("no deck gives a card now")

    def check(self, state: State, side: SideId, action: DrawCard) -> Refusal | None:
        return refuse_draw(self.table, state, side, action.deck)

    def offers(self, state: State, side: SideId) -> Iterator[DrawCard]:
        for deck in data_of(state).decks:
            if refuse_draw(self.table, state, side, deck) is None:
                yield DrawCard(deck=deck)

    def apply(self, r: Resolution, side: SideId, action: DrawCard) -> None:
        draw(self.table, r, side, action.deck)

    def describe(self, state: State, action: DrawCard) -> str:
        return f"Draw from {self.table.deck_title(action.deck)}"


class CardKind(TableKind[C]):
    """Base of what can be done with one card that lies where this kind looks for it."""

    action: type[C]
    shape = Shape.CARD
    where = "in this hand"
    """Where that is, for refusals."""

    def cards(self, data: FreePlayData, side: SideId) -> tuple[str, ...]:
        """The cards this kind can be about: those of one's own hand."""
        return data.hands.get(side, ())

    def on(self, card: str) -> C:
        """The action on a card."""
        return self.action(card=card)

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return None if self.cards(data_of(state), side) else Refusal(f"there is no card {self.where}")

    def check(self, state: State, side: SideId, action: C) -> Refusal | None:
        if action.card in self.cards(data_of(state), side):
            return None
        return Refusal(f"card {action.card} is not {self.where}", code="UNKNOWN_ID")

    def offers(self, state: State, side: SideId) -> Iterator[C]:
        return map(self.on, self.cards(data_of(state), side))


class PlayCardKind(CardKind[PlayCard]):
    """Playing a card face up: its blocks are carried out, then it lies on the discards."""

    kind = "play-card"
    action = PlayCard
    label = "Play a card"
    carries = ((Pile.HAND, Pile.TABLE),)

    def check(self, state: State, side: SideId, action: PlayCard) -> Refusal | None:
        refusal = super().check(state, side, action)
        if refusal is not None:
            return refusal
        card = self.table.cards[action.card]
        faces = card.faces
        if not 0 <= action.number <= len(faces):
            return Refusal(f"this card has {len(faces)} uses", code="BAD_REQUEST")
        if not faces:
            return None
        wanted = faces if action.number == 0 else (faces[action.number - 1],)
        refusals = [self._refuse_use(state, side, card, face) for face in wanted]
        return None if None in refusals else refusals[0]

    def _refuse_use(self, state: State, side: SideId, card: CardDef, face: CardFaceDef) -> Refusal | None:
        module = self.table.module
        if face.side not in {None, side}:
            owner = next((s.title for s in module.sides if s.id == face.side), face.side)
            return Refusal(f"{card.headline(face)} is for {owner} only")
        wanted = [phase for phase in module.phases() if phase.id in face.moments]
        if wanted and state.phase not in [phase.id for phase in wanted]:
            named = " or ".join(dict.fromkeys(self._phase_name(state, phase) for phase in wanted))
            return Refusal(
                f"{card.headline(face)} may be played in {named} only", hint="go to that phase first"
            )
        return None

    def _phase_name(self, state: State, phase: PhaseDef) -> str:
        """A phase by its title; with its side where the present phase has the same title."""
        module = self.table.module
        same = any(other.id == state.phase and other.title == phase.title for other in module.phases())
        side = next((s.adjective or s.title for s in module.sides if s.id == phase.side), "")
        return f"{side} {phase.title}" if same and side else phase.title

    def uses(self, state: State, side: SideId, name: str) -> tuple[int, ...]:
        """Numbers of the uses a side has for a card now; 0 for a card without any."""
        card = self.table.cards[name]
        if not card.faces:
            return (0,)
        numbered = enumerate(card.faces, 1)
        return tuple(n for n, face in numbered if self._refuse_use(state, side, card, face) is None)

    def offers(self, state: State, side: SideId) -> Iterator[PlayCard]:
        for card in data_of(state).hands.get(side, ()):
            numbers = self.uses(state, side, card)
            several = len(numbers) > 1
            yield from (PlayCard(card=card, number=n if several else 0) for n in numbers)

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        if subject in self.table.cards:
            return self.check(state, side, PlayCard(card=subject))
        return self.unavailable(state, side)

    def apply(self, r: Resolution, side: SideId, action: PlayCard) -> None:
        card = self.table.cards[action.card]
        numbers = (action.number,) if action.number else self.uses(r.state, side, action.card)
        face = card.faces[numbers[0] - 1] if card.faces and numbers else None
        stays = face is not None and any(line.strip() == "remove" for line in face.effects)
        lay(self.table, r, action.card, Pile.REMOVED if stays else Pile.DISCARD)
        r.reveal()
        title = card.headline(face) if face is not None else card.title
        end = " It leaves the game." if stays else ""
        words = f" {face.text}" if face is not None and face.text else ""
        r.emit("card-played", f"{title} is played.{words}{end}", side=side, data={"card": card.id})
        if face is not None:
            CardEffects(self.table).carry_out(r, side, card, face)

    def describe(self, state: State, action: PlayCard) -> str:
        card = self.table.cards[action.card]
        return f"Play {card.headline(card.faces[action.number - 1]) if action.number else card.title}"


class LayCardKind(CardKind[C]):
    """Base of bringing a card from where it lies to a pile, and nothing else."""

    pile = Pile.DISCARD
    event = ""
    told = ""
    """What the log says, with the title of the card in braces."""
    untold = ""
    """What the others read of it; empty if they may read the same."""
    asks = ""
    """The action in words."""

    def apply(self, r: Resolution, side: SideId, action: C) -> None:
        lay(self.table, r, action.card, self.pile, side)
        if self.pile in (Pile.DISCARD, Pile.REMOVED):
            r.reveal()
        text = self.told.format(self.table.card_title(action.card))
        if self.untold:
            r.emit(self.event, text, side=side, audience=(side,), public=self.untold)
        else:
            r.emit(self.event, text, side=side)

    def describe(self, state: State, action: C) -> str:
        return self.asks.format(self.table.card_title(action.card))


class DiscardCardKind(LayCardKind[DiscardCard]):
    """Giving a card up openly."""

    kind = "discard-card"
    action = DiscardCard
    label = "Discard a card"
    carries = ((Pile.HAND, Pile.DISCARD),)
    event, told, asks = "card-discarded", "{} is discarded.", "Discard {}"


class ReturnCardKind(LayCardKind[ReturnCard]):
    """Giving a card back unseen."""

    kind = "return-card"
    action = ReturnCard
    label = "Give a card back"
    carries = ((Pile.HAND, Pile.DECK),)
    pile = Pile.DECK
    event, told, asks = "card-returned", "{} goes back into its deck.", "Give back {}"
    untold = "A card goes back into its deck."


class RemoveCardKind(LayCardKind[RemoveCard]):
    """Taking a card out of the game; never chosen at random."""

    kind = "remove-card"
    action = RemoveCard
    label = "Remove a card from the game"
    carries = ((Pile.HAND, Pile.REMOVED), (Pile.DISCARD, Pile.REMOVED))
    where = "in the hand or on the discards"
    pile = Pile.REMOVED
    event, told, asks = "card-removed", "{} leaves the game.", "Remove {} from the game"

    def cards(self, data: FreePlayData, side: SideId) -> tuple[str, ...]:
        return (*super().cards(data, side), *_lying(data.discards))

    def sample(self, state: State, side: SideId, random: random.Random) -> RemoveCard | None:
        return None


class TakeCardKind(LayCardKind[TakeCard]):
    """Taking an open card into the hand."""

    kind = "take-card"
    action = TakeCard
    label = "Take a card up again"
    carries = ((Pile.DISCARD, Pile.HAND), (Pile.REMOVED, Pile.HAND))
    where = "discarded or removed"
    pile = Pile.HAND
    event, told, asks = "card-taken", "{} is taken into the hand.", "Take up {}"

    def cards(self, data: FreePlayData, side: SideId) -> tuple[str, ...]:
        return (*_lying(data.discards), *_lying(data.removed))


def _lying(piles: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(card for cards in piles.values() for card in cards)


class ShuffleKind(TableKind[Shuffle]):
    """Discards back into the deck; the order needs no shuffling because draws choose at random."""

    kind = "shuffle"
    action = Shuffle
    shape = Shape.OPTION
    label = "Shuffle discards back"
    carries = ((Pile.DISCARD, Pile.DECK),)

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return None if any(data_of(state).discards.values()) else Refusal("no cards are discarded")

    def check(self, state: State, side: SideId, action: Shuffle) -> Refusal | None:
        data = data_of(state)
        if action.deck not in data.decks:
            return Refusal(f"there is no deck {action.deck}", code="UNKNOWN_ID")
        return None if data.discards.get(action.deck) else Refusal("this deck has no discards")

    def offers(self, state: State, side: SideId) -> Iterator[Shuffle]:
        yield from (Shuffle(deck=deck) for deck, cards in data_of(state).discards.items() if cards)

    def apply(self, r: Resolution, side: SideId, action: Shuffle) -> None:
        shuffle(self.table, r, side, action.deck)

    def describe(self, state: State, action: Shuffle) -> str:
        number = len(data_of(state).discards.get(action.deck, ()))
        return f"{self.table.deck_title(action.deck)}: shuffle {number} discards back"


CARD_KINDS: tuple[Callable[[FreeTable], AnyKind], ...] = (
    DrawCardKind,
    PlayCardKind,
    DiscardCardKind,
    ReturnCardKind,
    TakeCardKind,
    RemoveCardKind,
    ShuffleKind,
)
"""The kinds of a game that has cards."""
