"""Victory: conditions built from blocks that the engine tests and says in words.

A condition names a winner and a tree of blocks. Blocks that count something (places held, units, losses, a
track, victory points, the turn) hold between a least and a most; `minus` takes another count away first, so
that two sides can be compared. Groups join blocks. What only the rules of one game can say is a block that
names a test of its ruleset.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.definition.base import Definition, Id, Place

#: Any block; `kind` says which.
Block = Annotated[
    "GroupBlock | ControlBlock | UnitsBlock | LostBlock | PathBlock | TrackBlock | PointsBlock | TurnBlock"
    " | OtherwiseBlock | RulesetBlock",
    Field(discriminator="kind"),
]


class GroupBlock(Definition):
    """Blocks joined: all of them, any of them, none of them (`not`), or at least some of them."""

    kind: Literal["all", "any", "not", "some"] = Field(description="How the blocks are joined.")
    least: int = Field(default=2, ge=1, le=99, description="How many must hold; for `some` only.")
    of: tuple[Block, ...] = Field(description="The blocks.")


class CountingBlock(Definition):
    """What all blocks that count have in common: the bounds, and what is taken away first."""

    least: int | None = Field(default=None, ge=-9999, le=9999, description="Holds from this number on.")
    most: int | None = Field(default=None, ge=-9999, le=9999, description="Holds up to this number.")
    minus: Block | None = Field(
        default=None, description="Another counting block; its number is taken away first."
    )

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.least is not None and self.most is not None and self.least > self.most:
            raise ValueError(f"at least {self.least} and at most {self.most} cannot both be")
        if self.minus is not None and not isinstance(self.minus, CountingBlock):
            raise ValueError("only a block that counts can be taken away")
        return self

    def is_bounded(self) -> bool:
        """Whether least, most or something to take away is given."""
        return self.least is not None or self.most is not None or self.minus is not None


class AreaFields(Definition):
    """Where a block counts: every limit given must be kept; with none, everywhere."""

    places: tuple[Place, ...] = Field(default=(), description="Only these hexes or boxes.")
    zones: tuple[Id, ...] = Field(default=(), description="Only hexes of these zones.")
    terrain: Id | None = Field(default=None, description="Only hexes of this terrain.")
    tag: Id | None = Field(default=None, description="Only places with this tag, such as port.")
    near: Place | None = Field(default=None, description="Only this hex and those around it.")
    within: int = Field(default=1, ge=0, le=60, description="How many hexes around `near`.")
    east_of: Place | None = Field(default=None, description="Only hexes east of this one's column.")
    west_of: Place | None = Field(default=None, description="Only hexes west of this one's column.")
    north_of: Place | None = Field(default=None, description="Only hexes north of this one's row.")
    south_of: Place | None = Field(default=None, description="Only hexes south of this one's row.")

    def is_everywhere(self) -> bool:
        """Whether no limit is given at all."""
        limits = (self.zones, self.terrain, self.tag, self.near, *self.beyond().values())
        return not (self.places or any(limits))

    def beyond(self) -> dict[str, str]:
        """The hexes beyond which it counts, by direction."""
        ways = {"east": self.east_of, "west": self.west_of, "north": self.north_of, "south": self.south_of}
        return {way: place for way, place in ways.items() if place}


class OwnedFields(Definition):
    """A block about one side."""

    kind: str = Field(description="Kind of block.")
    side: Id | None = Field(default=None, description="Only units of this side.")


class ChosenFields(OwnedFields):
    """Which counters a block counts: every limit given must be kept. Without `pieces`: units only."""

    nations: tuple[Id, ...] = Field(
        default=(), description="Only units of these nations or classes of nations."
    )
    formations: tuple[Id, ...] = Field(
        default=(), description="Only units of these formations or of those below them."
    )
    types: tuple[Id, ...] = Field(default=(), description="Only units of these types or classes of types.")
    pieces: tuple[Id, ...] = Field(default=(), description="Only these counters.")


class ControlBlock(CountingBlock, AreaFields, OwnedFields):
    """Places a side controls; without bounds it must control all of them."""

    kind: Literal["control"] = Field(description="Control of places.")
    side: Id = Field(description="Who must control them.")


class UnitsBlock(CountingBlock, AreaFields, ChosenFields):
    """Units in an area; without bounds at least one. Leaders and markers count only by name."""

    kind: Literal["units"] = Field(description="Units in an area.")
    counted: str = Field(
        default="units", description="What is counted: units, steps, or a figure of the counters by its name."
    )
    supplied: bool = Field(default=False, description="Only units that are not out of supply.")


class LostBlock(CountingBlock, ChosenFields):
    """Units that were in the game and are destroyed; without bounds all of them must be."""

    kind: Literal["lost"] = Field(description="Units or steps lost.")
    counted: Literal["units", "steps"] = Field(default="units", description="What is counted.")


class PathBlock(Definition):
    """A way of open hexes free of enemy units, traced by the rules of the game where it has some."""

    kind: Literal["path"] = Field(description="A way between places.")
    side: Id = Field(description="Whose way it is; the others are enemies.")
    start: tuple[Place, ...] = Field(min_length=1, description="It begins at any of these hexes.")
    goal: tuple[Place, ...] = Field(min_length=1, description="It ends at any of these hexes.")
    zoc: bool = Field(default=True, description="Enemy zones of control close it, too.")
    route: Id | None = Field(default=None, description="It must follow this kind of route, such as road.")
    not_west_of: Place | None = Field(default=None, description="It never goes west of this hex's column.")
    not_east_of: Place | None = Field(default=None, description="It never goes east of this hex's column.")
    not_north_of: Place | None = Field(default=None, description="It never goes north of this hex's row.")
    not_south_of: Place | None = Field(default=None, description="It never goes south of this hex's row.")

    def limits(self) -> dict[str, str]:
        """The hexes beyond which it may not go, by direction."""
        ways = {
            "west": self.not_west_of, "east": self.not_east_of,
            "north": self.not_north_of, "south": self.not_south_of,
        }  # fmt: skip
        return {way: place for way, place in ways.items() if place}


class TrackFields(Definition):
    """A block about a track."""

    kind: Literal["track"] = Field(description="A track or resource.")
    track: Id = Field(description="A track, or a resource that the rules of the game count.")


class TrackBlock(CountingBlock, TrackFields):
    """The number on a track, or of a resource that the rules of the game count."""


class PointsBlock(CountingBlock, OwnedFields):
    """The victory points of a side, from what earns points in this scenario."""

    kind: Literal["points"] = Field(description="Victory points.")
    side: Id = Field(description="Whose points.")


class TurnFields(Definition):
    """A block about the turn."""

    kind: Literal["turn"] = Field(description="The turn.")


class TurnBlock(CountingBlock, TurnFields):
    """The number of the turn."""


class OtherwiseBlock(Definition):
    """Holds when nothing else that is tested at the same time decides the game."""

    kind: Literal["otherwise"] = Field(description="Anything else.")


class RulesetBlock(Definition):
    """A test that only the rules of this game know."""

    kind: Literal["ruleset"] = Field(description="A test of the ruleset.")
    id: Id = Field(description="Its id in the ruleset.")
    text: str = Field(default="", description="What it tests, in words.")


#: The blocks that count.
Counting = ControlBlock | UnitsBlock | LostBlock | TrackBlock | PointsBlock | TurnBlock


def as_block(thing: object) -> Block | None:
    """A thing if it is a block, else None."""
    if isinstance(thing, (GroupBlock, PathBlock, OtherwiseBlock, RulesetBlock)):
        return thing
    return thing if isinstance(thing, Counting) else None


def blocks_in(block: Block) -> Iterator[Block]:
    """A block and all blocks within it."""
    yield block
    if isinstance(block, GroupBlock):
        for part in block.of:
            yield from blocks_in(part)
    elif isinstance(block, CountingBlock) and block.minus is not None:
        yield from blocks_in(block.minus)


class VictoryDef(Definition):
    """One condition of victory: who wins, what must hold, and when it is tested.

    Conditions are tested in their order; the first that holds decides. One without blocks is only shown.
    """

    side: Id | None = Field(default=None, description="Who wins; left out for a draw.")
    level: str = Field(default="", max_length=60, description="Level of the victory, such as decisive.")
    holds: Block | None = Field(default=None, description="What must hold; left out = words only.")
    text: str = Field(default="", description="Own words in place of those made from the blocks.")
    rule: str = Field(default="", description="Rule number.")
    sudden: bool = Field(default=False, description="It ends the game before the last turn is over.")
    tested: Literal["always", "phase", "turn"] = Field(
        default="turn",
        description="When a sudden one is tested: after every action, at the end of a phase, of every turn.",
    )
    phase: Id | None = Field(default=None, description="The only phase at whose end it is tested.")
    from_turn: int | None = Field(default=None, ge=0, description="The first turn it is tested in.")
    until_turn: int | None = Field(default=None, ge=0, description="The last turn it is tested in.")

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.text and self.holds is None:
            raise ValueError("a condition needs 'holds' or 'text'")
        return self


class AwardDef(Definition):
    """Victory points a side has while a block holds, or for each thing a counting block counts."""

    side: Id = Field(description="Who gets them.")
    points: int = Field(default=1, ge=-999, le=999, description="How many.")
    each: bool = Field(default=False, description="For each thing counted, not once.")
    holds: Block = Field(description="What earns them.")
    rule: str = Field(default="", description="Rule number.")

    @model_validator(mode="after")
    def _counts(self) -> Self:
        if self.each and not isinstance(self.holds, CountingBlock):
            raise ValueError("'each' needs a block that counts")
        return self


class LevelDef(Definition):
    """One line of the margin table: from how many points ahead a victory is called what."""

    margin: int = Field(ge=1, le=9999, description="At least so many points ahead.")
    title: str = Field(min_length=1, max_length=60, description="Level of the victory, such as marginal.")
