"""Scenarios and the schedule: what stands where at the start, and what comes and goes later."""

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field, model_validator

from engine.definition.base import Definition, Id, Place
from engine.definition.sequence import ConditionDef


class WhereDef(Definition):
    """A place or a choice of places: exactly one of a place, a list, a zone, or the surroundings of a hex."""

    at: Place | None = None
    any_of: tuple[Place, ...] = ()
    zone: Id | None = None
    zones: tuple[Id, ...] = ()
    near: Place | None = None
    within: int | None = Field(default=None, ge=0, le=60)

    def is_free(self) -> bool:
        """Whether somebody must choose the place."""
        return self.at is None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        ways = [bool(self.at), bool(self.any_of), bool(self.zone or self.zones), bool(self.near)]
        if sum(ways) > 1 and not (ways == [False, True, True, False]):
            raise ValueError("more than one kind of place is given")
        if bool(self.near) != (self.within is not None):
            raise ValueError("'near' and 'within' belong together")
        return self


class PlacementDef(WhereDef):
    """Pieces (and supply points) set up at one place or at a free choice.

    `split` lets each piece of a free placement go its own way. `lost` gives the steps a piece starts without.
    `default` is the place taken when nobody chooses, for all or piece by piece.
    """

    pieces: tuple[Id, ...] = ()
    lost: Mapping[str, int] = Field(default_factory=dict)
    supply: int = Field(default=0, ge=0, le=999)
    split: bool = False
    default: Place | None = None
    defaults: Mapping[str, Place] = Field(default_factory=dict)
    supply_default: Place | None = None
    when: tuple[ConditionDef, ...] = ()
    note: str = ""

    @model_validator(mode="after")
    def _has_a_place(self) -> Self:
        if not (self.at or self.any_of or self.zone or self.zones or self.near):
            raise ValueError("a placement needs 'at', 'any_of', 'zone' or 'near'")
        return self


class SideSetupDef(Definition):
    """The set-up of one side in a scenario."""

    order: int = Field(default=1, ge=1, description="1 sets up first.")
    placements: tuple[PlacementDef, ...] = ()
    dead: tuple[Id, ...] = Field(default=(), description="In the dead pile or withdrawn; may be rebuilt.")
    gone: tuple[Id, ...] = Field(default=(), description="Out of this game for good.")
    resources: Mapping[str, float] = Field(default_factory=dict)
    note: str = ""


class VictoryDef(Definition):
    """One condition of victory in words, with its rule."""

    side: Id | None = None
    text: str
    rule: str = ""
    sudden: bool = False


class VersionDef(Definition):
    """A length of a scenario: campaign or short."""

    id: Id
    title: str
    last_turn: int = Field(ge=0)
    victory: tuple[VictoryDef, ...] = ()
    note: str = ""


class ScenarioDef(Definition):
    """A scenario: when it starts and ends, who begins, what stands where."""

    id: Id
    title: str
    number: str = ""
    rule: str = ""
    blurb: str = ""
    difficulty: int = Field(default=1, ge=1, le=5)
    boards: tuple[Id, ...]
    first_turn: int = Field(ge=0)
    first_side: Id
    versions: tuple[VersionDef, ...] = Field(min_length=1)
    sides: Mapping[str, SideSetupDef]
    control: Mapping[str, Id] = Field(default_factory=dict)
    options: Mapping[str, bool | str] = Field(
        default_factory=dict, description="Options fixed by this scenario."
    )
    tracks: Mapping[str, int | str] = Field(default_factory=dict)
    notes: tuple[str, ...] = ()


class ScheduleEntry(WhereDef):
    """What comes or goes in a turn. `when` limits it to games with certain options."""

    turn: int = Field(ge=0)
    side: Id
    action: Literal["arrive", "release", "withdraw", "replacements", "to-box", "return", "event"]
    pieces: tuple[Id, ...] = ()
    count: int = Field(default=0, ge=0)
    from_box: Id | None = None
    choice: Id | None = Field(
        default=None, description="A named rule for the place, where no list of hexes can say it."
    )
    when: tuple[ConditionDef, ...] = ()
    rule: str = ""
    note: str = ""
