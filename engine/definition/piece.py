"""Counters: what is printed on them, front and back.

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

    id: Id = Field(description="Id of the side.")
    title: str = Field(description="Name of the side.")
    short: str = Field(min_length=1, max_length=12, description="Short name for tight places.")
    adjective: str = Field(default="", description="As in `the Axis player`.")
    color: str = Field(
        default="", description="A color of the side's own such as `#a8402f`; else a theme key."
    )
    strip: Literal["dark", "light"] = Field(
        default="light", description="Form of the value strip on its counters."
    )


class NationDef(Definition):
    """A nationality: the code and the colours on its counters."""

    id: Id = Field(description="Id of the nation.")
    title: str = Field(description="Name for people.")
    code: str = Field(min_length=1, max_length=3, description="One to three letters on the counter.")
    side: Id | None = Field(default=None, description="Side it fights for.")
    body: Color = Field(description="Color of the counter.")
    ink: Color = Field(description="Color of symbols and letters.")
    groups: tuple[Id, ...] = Field(default=(), description="Classes the rules ask about.")


class FormationDef(Definition):
    """A higher unit that pieces belong to; its colour fills their unit boxes."""

    id: Id = Field(description="Id of the formation.")
    title: str = Field(description="Full name.")
    short: str = Field(default="", max_length=16, description="As printed on the counters.")
    side: Id = Field(description="Its side.")
    nation: Id | None = Field(default=None, description="Its nation.")
    color: Color | None = Field(default=None, description="Fill of the unit box.")
    parent: Id | None = Field(default=None, description="The formation above it.")
    components: int = Field(default=0, ge=0, description="Number of pieces; 0 = as many as name it.")


class PieceTypeDef(Definition):
    """A branch or kind of piece; `groups` are the classes the rules ask about."""

    id: Id = Field(description="Id of the type.")
    title: str = Field(description="Name for people.")
    short: str = Field(default="", description="Short name.")
    symbol: str = Field(default="", description="Key of the unit symbol; the id when empty.")
    groups: tuple[Id, ...] = Field(default=(), description="Classes the rules ask about.")


class PieceArtDef(Definition):
    """Pictures used in place of the drawn faces."""

    front: AssetPath = Field(description="Picture of the front.")
    back: AssetPath | None = Field(default=None, description="Picture of the back.")


class PieceDef(Definition):
    """One counter. `values` are printed on the front, `reduced` on the back (empty: the back shows the
    same).
    """

    id: Id = Field(description="Id of the counter; stable, as saves refer to it.")
    name: str = Field(min_length=1, max_length=60, description="Name for people.")
    side: Id | None = Field(default=None, description="Its owner; left out for neutral pieces.")
    kind: Literal["unit", "leader", "box", "supply", "marker"] = Field(
        default="unit", description="What it is in play: unit, leader, box, supply or marker."
    )
    type: Id = Field(description="Its type, which gives symbol and classes.")
    nation: Id | None = Field(default=None, description="Its nation, which gives colors.")
    size: str = Field(default="", max_length=6, description="Size mark such as II, III, X, XX.")
    designation: str = Field(default="", description="Left of the unit box.")
    formation: Id | None = Field(default=None, description="The formation it belongs to.")
    values: Mapping[str, float] = Field(default_factory=dict, description="Numbers on the front, by name.")
    reduced: Mapping[str, float] = Field(
        default_factory=dict, description="Numbers on the back, by the same names; left out = like the front."
    )
    steps: int = Field(
        default=1, ge=0, le=12, description="Steps it can lose before it is gone; 0 for pieces without."
    )
    traits: tuple[Id, ...] = Field(default=(), description="Words the rules ask about, such as exploit.")
    symbol: str = Field(default="", description="Unit symbol, if not that of its type.")
    shape: Literal["square", "round", "tall"] = Field(default="square", description="Form of the piece.")
    art: PieceArtDef | None = Field(default=None, description="Pictures in place of the drawn faces.")
    template: bool = Field(
        default=False, description="Copies are made in play as they are needed (supply points)."
    )
    note: str = Field(default="", description="Remark for people.")


class ProvenanceDef(Definition):
    """Where a kind of value comes from, and the reasoning if it is not printed in the rulebook."""

    id: Id = Field(description="Id of the note.")
    fields: tuple[str, ...] = Field(description="Which fields it speaks of.")
    source: Source = Field(description="Where the values come from.")
    text: str = Field(description="The reasoning.")
    rule: str = Field(default="", description="Rule number.")
