"""The sequence of play, the turns, tracks, boxes and options of a game."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from engine.definition.base import Definition, Id, Place

#: The id of a step in a ruleset, such as `mygame.combat`.
StepId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]+(\.[a-z0-9_-]+)+$", max_length=80)]


class PhaseDef(Definition):
    """A phase or a part of one. A leaf without a step is done by the step of the phase above it."""

    id: Id
    title: str
    rule: str = ""
    side: Id | None = None
    step: StepId | None = None
    when: Id | None = Field(default=None, description="A named predicate of the ruleset; left out = always.")
    help: str = ""
    phases: tuple["PhaseDef", ...] = ()


class TurnDef(Definition):
    """One game turn: its number, its date, and tags such as the weather."""

    number: int = Field(ge=0)
    title: str
    tags: tuple[Id, ...] = ()


class TrackDef(Definition):
    """A printed track: a number between two bounds, or one of some named spaces."""

    id: Id
    title: str
    side: Id | None = None
    first: int = 0
    last: int = 0
    start: int = 0
    spaces: tuple[str, ...] = ()
    note: str = ""


class BoxLinkDef(Definition):
    """A way out of a box: to another box or to the hexes of a zone, at a cost in movement points."""

    to: Id
    cost: float | None = None


class BoxDef(Definition):
    """An off-map box: a place without a hex."""

    id: Id
    title: str
    short: str = ""
    side: Id | None = None
    rule: str = ""
    role: Literal["map", "holding", "dead", "turn", "pool", "display"] = "holding"
    links: tuple[BoxLinkDef, ...] = ()
    stands_for: Place | None = Field(default=None, description="The hex this box enlarges.")
    note: str = ""


class ConditionDef(Definition):
    """True when an option has the value; used for schedule entries, placements and other options."""

    option: Id
    value: bool | str


class OptionValueDef(Definition):
    """One value of a choice."""

    id: Id
    title: str
    note: str = ""


class OptionDef(Definition):
    """A switch or choice made before the game; `scenarios` empty means all of them."""

    id: Id
    title: str
    type: Literal["switch", "choice"]
    values: tuple[OptionValueDef, ...] = ()
    default: bool | str
    rule: str = ""
    scenarios: tuple[Id, ...] = ()
    when: tuple[ConditionDef, ...] = ()
    note: str = ""


class HelpDef(Definition):
    """A page of help, written in plain paragraphs with a heading."""

    id: Id
    title: str
    text: str
