"""From a module's cards to the faces the painter draws: the only bridge for hand, editor and print.

Where a use of a card has effect blocks but no text of its own, the blocks are put in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from app.graphics.counter_art import art_key
from app.graphics.painters.card import CardFace, CardHalf
from app.graphics.painters.face import SideForm
from engine.definition.card import CardDef, CardFaceDef
from engine.definition.effects import FREE_EFFECTS, EffectFault, in_words, understood
from engine.definition.module import ModuleDef


class CardFaceMaker:
    """Makes the faces of one module's cards."""

    def __init__(self, module: ModuleDef, place: Path | str = "") -> None:
        """Without the place of the module's files cards with pictures of their own are drawn."""
        self._module = module
        self._place = str(place)
        self._forms = {side.id: SideForm(side.strip) for side in module.sides}
        self._decks = {deck.id: deck for deck in module.decks}
        self._cards = {card.id: card for card in module.cards}

    def definition(self, card: str) -> CardDef | None:
        """The card of that id, if the module has it."""
        return self._cards.get(card)

    def front(self, card: CardDef) -> CardFace:
        """The front of a card."""
        marks = tuple(_spoken(trait) for trait in card.traits)
        last = len(card.faces) - 1
        halves = tuple(
            self._half(card, face, marks if number == last else ()) for number, face in enumerate(card.faces)
        )
        return CardFace(
            number=str(card.number) if card.number else "",
            halves=halves or (CardHalf(title=card.title, text=card.note, marks=marks),),
            deck=card.deck,
            picture=self._picture(front_art(card)),
        )

    def back(self, card: CardDef) -> CardFace:
        """The back of a card: its own picture, its deck's picture, or its deck's title."""
        return self.deck_back(card.deck, own=card.art.back or "" if card.art else "")

    def deck_back(self, deck: str, own: str = "") -> CardFace:
        """The back of all cards of a deck."""
        known = self._decks.get(deck)
        title = known.title if known is not None else self._module.title
        name = own or (known.back or "" if known is not None else "")
        return CardFace(deck=title, is_back=True, picture=self._picture(name))

    def back_art(self, card: CardDef) -> str:
        """The file that pictures the back of a card; empty if it is drawn."""
        known = self._decks.get(card.deck)
        own = card.art.back or "" if card.art else ""
        return own or (known.back or "" if known is not None else "")

    def _half(self, card: CardDef, face: CardFaceDef, marks: tuple[str, ...]) -> CardHalf:
        return CardHalf(
            form=self._forms.get(face.side or "", SideForm.PLAIN),
            title=card.headline(face),
            when=face.when or self._phases(face),
            text=face.text or effects_text(face, self._module),
            marks=(*map(_spoken, face.symbols), *marks),
        )

    def _phases(self, face: CardFaceDef) -> str:
        return ", ".join(phase.title for phase in self._module.phases() if phase.id in face.moments)

    def _picture(self, name: str) -> str:
        return art_key(self._place, name) if name and self._place else ""


def _spoken(word: str) -> str:
    plain = word.replace("-", " ")
    return plain[:1].upper() + plain[1:]


def front_art(card: CardDef) -> str:
    """The file that pictures the front of a card; empty if it is drawn."""
    return card.art.front if card.art else ""


def effects_text(face: CardFaceDef, module: ModuleDef) -> str:
    """The blocks of a use of a card in words; blocks of other rulesets than free play say nothing."""
    if module.ruleset is not None:
        return ""
    titles = titles_of(module)
    found = []
    for line in face.effects:
        try:
            found.append(in_words(understood(line, FREE_EFFECTS), titles))
        except EffectFault:
            continue
    return " ".join(found)


def titles_of(module: ModuleDef) -> Mapping[str, str]:
    """Names of what effect blocks may speak of, by id."""
    titles = {piece.id: piece.name for piece in module.pieces}
    titles |= {deck.id: deck.title for deck in module.decks}
    titles |= {track.id: track.title for track in module.tracks}
    titles |= {box.id: box.title for box in module.boxes}
    return titles | {side.id: side.title for side in module.sides}
