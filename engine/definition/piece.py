"""Counters and cards: what is printed on them, front and back.

A piece definition is one counter of the countermix. What changes in play (place, steps left, markers) is
state.
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from engine.definition.base import AssetPath, Color, Definition, Id, Source


class SideDef(Definition):
    """One of the sides; `strip` tells how its counters carry their values, so that sides differ in form
    too.
    """

    id: Id
    title: str
    short: str = Field(min_length=1, max_length=12)
    adjective: str = ""
    color: str = Field(default="", description="Theme key of the side's colour.")
    strip: Literal["dark", "light"] = "light"


class NationDef(Definition):
    """A nationality: the code and the colours on its counters."""

    id: Id
    title: str
    code: str = Field(min_length=1, max_length=3)
    side: Id | None = None
    body: Color
    ink: Color
    groups: tuple[Id, ...] = ()


class FormationDef(Definition):
    """A higher unit that pieces belong to; its colour fills their unit boxes."""

    id: Id
    title: str
    short: str = Field(default="", max_length=16, description="As printed on the counters.")
    side: Id
    nation: Id | None = None
    color: Color | None = None
    parent: Id | None = None
    components: int = Field(default=0, ge=0, description="Number of pieces; 0 = as many as name it.")


class PieceTypeDef(Definition):
    """A branch or kind of piece; `groups` are the classes the rules ask about."""

    id: Id
    title: str
    short: str = ""
    symbol: str = Field(default="", description="Key of the unit symbol; the id when empty.")
    groups: tuple[Id, ...] = ()


class PieceArtDef(Definition):
    """Pictures used in place of the drawn faces."""

    front: AssetPath
    back: AssetPath | None = None


class PieceDef(Definition):
    """One counter. `values` are printed on the front, `reduced` on the back (empty: the back shows the
    same).
    """

    id: Id
    name: str = Field(min_length=1, max_length=60)
    side: Id | None = None
    kind: Literal["unit", "leader", "box", "supply", "marker"] = "unit"
    type: Id
    nation: Id | None = None
    size: str = Field(default="", max_length=6, description="Size mark such as II, III, X, XX.")
    designation: str = ""
    formation: Id | None = None
    values: Mapping[str, float] = Field(default_factory=dict)
    reduced: Mapping[str, float] = Field(default_factory=dict)
    steps: int = Field(default=1, ge=0, le=12)
    traits: tuple[Id, ...] = ()
    symbol: str = ""
    shape: Literal["square", "round", "tall"] = "square"
    art: PieceArtDef | None = None
    template: bool = Field(
        default=False, description="Copies are made in play as they are needed (supply points)."
    )
    note: str = ""


class ProvenanceDef(Definition):
    """Where a kind of value comes from, and the reasoning if it is not printed in the rulebook."""

    id: Id
    fields: tuple[str, ...]
    source: Source
    text: str
    rule: str = ""


class CardFaceDef(Definition):
    """One half or use of a card: when it may be played and what it does, in words and in effect blocks."""

    side: Id | None = None
    title: str
    text: str = ""
    when: str = ""
    effects: tuple[str, ...] = ()


class CardDef(Definition):
    """A card of a deck."""

    id: Id
    title: str
    deck: Id
    number: int = Field(default=0, ge=0)
    traits: tuple[Id, ...] = ()
    faces: tuple[CardFaceDef, ...] = ()
    values: Mapping[str, float] = Field(default_factory=dict)
    art: PieceArtDef | None = None
    source: Source = "rulebook"
    note: str = ""


class DeckDef(Definition):
    """A deck of cards or a pool of markers drawn blindly."""

    id: Id
    title: str
    side: Id | None = None
    hidden: bool = True
    note: str = ""
