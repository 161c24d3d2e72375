"""Cards and decks: what is printed on them, who may play them and when, and what they do.

Which effect blocks there are is said by the ruleset; free play has its own (`engine.rules.card_effects`).
"""

from collections.abc import Mapping
from typing import Self

from pydantic import Field, model_validator

from engine.definition.base import AssetPath, Definition, Id, Source
from engine.definition.piece import PieceArtDef


class CardFaceDef(Definition):
    """One half or use of a card: when it may be played and what it does, in words and in effect blocks."""

    side: Id | None = Field(default=None, description="Who may use this half.")
    title: str = Field(description="Its headline; empty for the title of the card.")
    text: str = Field(default="", description="What it says.")
    when: str = Field(default="", description="When it may be played.")
    moments: tuple[str, ...] = Field(
        default=(),
        description="When it may be played, for the rules: phases in free play, else words of the ruleset.",
    )
    symbols: tuple[Id, ...] = Field(
        default=(), description="Symbols printed on this half that rules or players ask about."
    )
    effects: tuple[str, ...] = Field(default=(), description="What it does, in effect blocks of the ruleset.")
    source: Source | None = Field(
        default=None, description="Where this half comes from, if not from where the card does."
    )


class CardDef(Definition):
    """A card of a deck; several copies of it may be in the deck."""

    id: Id = Field(description="Id of the card.")
    title: str = Field(description="Its title.")
    deck: Id = Field(description="The deck it belongs to.")
    number: int = Field(default=0, ge=0, description="Its number.")
    count: int = Field(default=1, ge=0, le=60, description="How many of it are in the deck.")
    traits: tuple[Id, ...] = Field(default=(), description="Marks the rules ask about.")
    faces: tuple[CardFaceDef, ...] = Field(default=(), description="Its halves or uses.")
    values: Mapping[str, float] = Field(default_factory=dict, description="Numbers on it, by name.")
    art: PieceArtDef | None = Field(default=None, description="Pictures in place of the drawn faces.")
    source: Source = Field(default="rulebook", description="Where its wording comes from.")
    reasoning: str = Field(default="", description="Why it is so, if it is not printed anywhere.")
    note: str = Field(default="", description="Remark for people.")

    def headline(self, face: CardFaceDef) -> str:
        """What heads one of its uses: the use's own headline, else the title of the card."""
        return face.title or self.title


class DeckDef(Definition):
    """A deck of cards or a pool of markers drawn blindly."""

    id: Id = Field(description="Id of the deck.")
    title: str = Field(description="Name for people.")
    side: Id | None = Field(default=None, description="Its owner, if only one side uses it.")
    hidden: bool = Field(default=True, description="Whether hands are hidden from the other side.")
    deal: int = Field(default=0, ge=0, le=60, description="Cards dealt to each hand at the start.")
    hand: int = Field(default=0, ge=0, le=60, description="Most cards of it in a hand; 0 = no limit.")
    refill: bool = Field(
        default=False, description="Whether discards are shuffled back by themselves when it is empty."
    )
    back: AssetPath | None = Field(default=None, description="Picture of the back of its cards.")
    note: str = Field(default="", description="Remark for people.")

    @model_validator(mode="after")
    def _hand_holds_the_deal(self) -> Self:
        if self.hand and self.deal > self.hand:
            raise ValueError(f"deck '{self.id}' deals {self.deal} cards to hands of {self.hand}")
        return self
