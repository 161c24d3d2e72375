"""Scenarios and the schedule: what stands where at the start, and what comes and goes later."""

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field, model_validator

from engine.definition.base import Definition, Id, Place
from engine.definition.guide import GuideStepDef
from engine.definition.sequence import ConditionDef
from engine.definition.victory import AwardDef, LevelDef, VictoryDef


class WhereDef(Definition):
    """A place or a choice of places: exactly one of a place, a list, a zone, or the surroundings of a hex."""

    at: Place | None = Field(default=None, description="One hex or box.")
    any_of: tuple[Place, ...] = Field(default=(), description="A choice of places.")
    zones: tuple[Id, ...] = Field(default=(), description="Any open hex of these zones.")
    near: Place | None = Field(default=None, description="A hex; with `within`, any open hex around it.")
    within: int | None = Field(default=None, ge=0, le=60, description="How many hexes around `near`.")

    def is_free(self) -> bool:
        """Whether somebody must choose the place."""
        return self.at is None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        ways = [bool(self.at), bool(self.any_of), bool(self.zones), bool(self.near)]
        if sum(ways) > 1 and not (ways == [False, True, True, False]):
            raise ValueError("more than one kind of place is given")
        if bool(self.near) != (self.within is not None):
            raise ValueError("'near' and 'within' belong together")
        return self


class PlacementDef(WhereDef):
    """Pieces (and supply points) set up at one place or at a free choice.

    `split` lets each piece of a free placement go its own way, `apart` at most one to a place. `lost` gives
    the steps a piece starts without. `default` is the place taken when nobody chooses, for all or piece by
    piece.
    """

    pieces: tuple[Id, ...] = Field(default=(), description="Ids of the pieces.")
    lost: Mapping[str, int] = Field(default_factory=dict, description="Steps a piece starts without, by id.")
    supply: int = Field(default=0, ge=0, le=999, description="Supply points set up here.")
    split: bool = Field(default=False, description="Each piece of a free placement may go its own way.")
    apart: bool = Field(default=False, description="No two pieces of a free placement in one place.")
    default: Place | None = Field(default=None, description="Where a free placement goes if nobody chooses.")
    defaults: Mapping[str, Place] = Field(default_factory=dict, description="The same, piece by piece.")
    supply_default: Place | None = Field(default=None, description="The same for the supply points.")
    when: tuple[ConditionDef, ...] = Field(default=(), description="Only in games with these options.")
    note: str = Field(default="", description="Remark for people.")

    @model_validator(mode="after")
    def _has_a_place(self) -> Self:
        if not (self.at or self.any_of or self.zones or self.near):
            raise ValueError("a placement needs 'at', 'any_of', 'zones' or 'near'")
        return self


class SideSetupDef(Definition):
    """The set-up of one side in a scenario."""

    order: int = Field(default=1, ge=1, description="1 sets up first.")
    placements: tuple[PlacementDef, ...] = Field(default=(), description="What stands where.")
    dead: tuple[Id, ...] = Field(default=(), description="In the dead pile or withdrawn; may be rebuilt.")
    gone: tuple[Id, ...] = Field(default=(), description="Out of this game for good.")
    resources: Mapping[str, float] = Field(
        default_factory=dict, description="Starting numbers the rules ask about."
    )
    note: str = Field(default="", description="Remark for people.")


class VersionDef(Definition):
    """A length of a scenario: campaign or short. Without conditions and points it takes the module's."""

    id: Id = Field(description="Id, such as campaign or short.")
    title: str = Field(description="Name for people.")
    last_turn: int = Field(ge=0, description="Number of its last turn.")
    victory: tuple[VictoryDef, ...] = Field(
        default=(), description="The conditions of victory, tested in this order."
    )
    points: tuple[AwardDef, ...] = Field(default=(), description="What earns victory points.")
    levels: tuple[LevelDef, ...] = Field(
        default=(), description="From which margin of points a victory is called what; below all: a draw."
    )
    note: str = Field(default="", description="Remark for people.")


class ScenarioDef(Definition):
    """A scenario: when it starts and ends, who begins, what stands where."""

    id: Id = Field(description="Id of the scenario; also the name of its file.")
    title: str = Field(description="Title.")
    number: str = Field(default="", description="Number in the rulebook.")
    rule: str = Field(default="", description="Rule number.")
    blurb: str = Field(default="", description="A paragraph for the library.")
    difficulty: int = Field(default=1, ge=1, le=5, description="From 1 (easy) to 5.")
    boards: tuple[Id, ...] = Field(description="Ids of the maps in use.")
    first_turn: int = Field(ge=0, description="Number of the first turn.")
    first_side: Id = Field(description="The side that moves first.")
    versions: tuple[VersionDef, ...] = Field(
        min_length=1, description="Lengths with their victory conditions."
    )
    sides: Mapping[str, SideSetupDef] = Field(description="The set-up of each side.")
    control: Mapping[str, Id] = Field(default_factory=dict, description="Who holds which place at the start.")
    options: Mapping[str, bool | str] = Field(
        default_factory=dict, description="Options fixed by this scenario."
    )
    tracks: Mapping[str, int | str] = Field(
        default_factory=dict, description="Where tracks stand at the start."
    )
    notes: tuple[str, ...] = Field(default=(), description="Special rules in words.")
    guide: tuple[GuideStepDef, ...] = Field(
        default=(), description="Steps that lead newcomers through the beginning."
    )


ScheduleAction = Literal[
    "arrive", "release", "withdraw", "replacements", "to-box", "return", "upgrade", "event"
]


class ScheduleEntry(WhereDef):
    """What comes or goes in a turn. `when` limits it to games with certain options.

    An upgrade puts another counter (`into`) in the place of each of its pieces: in the same stack, with as
    many steps as it has left, unless `lost` names the new one. `otherwise` says what happens if the old one
    is not in play.
    """

    turn: int = Field(ge=0, description="Number of the turn.")
    side: Id = Field(description="Whose pieces.")
    action: ScheduleAction = Field(description="What happens.")
    pieces: tuple[Id, ...] = Field(default=(), description="Ids of the pieces.")
    into: Mapping[str, Id] = Field(
        default_factory=dict, description="Upgrades: the counter that takes the place of each piece, by id."
    )
    otherwise: Literal["nothing", "arrive"] = Field(
        default="nothing",
        description="Upgrades of a piece not in play: nothing happens, or the new one arrives all the same.",
    )
    lost: Mapping[str, int] = Field(
        default_factory=dict,
        description="Steps a piece comes without, by id; at upgrades, of the new ones (0: at full strength).",
    )
    count: int = Field(default=0, ge=0, description="How many, for replacements and the like.")
    from_box: Id | None = Field(default=None, description="The box they come from.")
    choice: Id | None = Field(
        default=None, description="A named rule for the place, where no list of hexes can say it."
    )
    scenarios: tuple[Id, ...] = Field(default=(), description="Scenarios it belongs to; empty = all.")
    when: tuple[ConditionDef, ...] = Field(default=(), description="Only in games with these options.")
    rule: str = Field(default="", description="Rule number.")
    note: str = Field(default="", description="Remark for people.")

    def is_in(self, scenario: str) -> bool:
        """Whether it belongs to a scenario."""
        return not self.scenarios or scenario in self.scenarios

    def upgrades(self) -> tuple[tuple[Id, Id], ...]:
        """Who takes whose place: pairs of an old piece and its new one; none but at upgrades."""
        if self.action != "upgrade":
            return ()
        return tuple((old, self.into[old]) for old in self.pieces if old in self.into)

    def comers(self) -> tuple[Id, ...]:
        """The pieces that can come without steps: the new ones of an upgrade, else its own."""
        return tuple(new for _, new in self.upgrades()) if self.action == "upgrade" else self.pieces

    def named(self) -> tuple[Id, ...]:
        """All pieces it speaks of."""
        return (*self.pieces, *self.into.values())
