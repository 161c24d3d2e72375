"""The sequence of play, the turns, tracks, boxes and options of a game."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from engine.definition.base import Definition, Id, Place

#: The id of a step in a ruleset, such as `mygame.combat`.
StepId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]+(\.[a-z0-9_-]+)+$", max_length=80)]


class PhaseDef(Definition):
    """A phase or a part of one. A leaf without a step is done by the step of the phase above it."""

    id: Id = Field(description="Id of the phase.")
    title: str = Field(description="Name for people.")
    rule: str = Field(default="", description="Rule number.")
    side: Id | None = Field(default=None, description="Whose phase it is.")
    step: StepId | None = Field(
        default=None,
        description="The step of the ruleset that runs it; left out for headings and parts.",
    )
    when: Id | None = Field(default=None, description="A named predicate of the ruleset; left out = always.")
    help: str = Field(default="", description="What to do in this phase.")
    phases: tuple["PhaseDef", ...] = Field(default=(), description="Its parts.")


class TurnDef(Definition):
    """One game turn: its number, its date, and tags such as the weather."""

    number: int = Field(ge=0, description="Number of the turn.")
    title: str = Field(description="Date or name.")
    tags: tuple[Id, ...] = Field(default=(), description="Words the rules ask about, such as the weather.")


class TrackDef(Definition):
    """A printed track: a number between two bounds, or one of some named spaces."""

    id: Id = Field(description="Id of the track.")
    title: str = Field(description="Name for people.")
    side: Id | None = Field(default=None, description="Its owner.")
    first: int = Field(default=0, description="Lowest number.")
    last: int = Field(default=0, description="Highest number.")
    start: int = Field(default=0, description="Number at the start.")
    spaces: tuple[str, ...] = Field(default=(), description="Named spaces in place of numbers.")
    note: str = Field(default="", description="Remark for people.")


class BoxLinkDef(Definition):
    """A way out of a box: to another box or to the hexes of a zone, at a cost in movement points."""

    to: Id = Field(description="A box or a zone.")
    cost: float | None = Field(
        default=None, description="Movement points; left out if no unit moves this way."
    )


class BoxDef(Definition):
    """An off-map box: a place without a hex."""

    id: Id = Field(description="Id of the box.")
    title: str = Field(description="Name for people.")
    short: str = Field(default="", description="Short name.")
    side: Id | None = Field(default=None, description="Who uses it.")
    rule: str = Field(default="", description="Rule number.")
    role: Literal["map", "holding", "dead", "turn", "pool", "display"] = Field(
        default="holding", description="What it is for; only map boxes are entered by movement."
    )
    links: tuple[BoxLinkDef, ...] = Field(default=(), description="Ways out of it.")
    stands_for: Place | None = Field(default=None, description="The hex this box enlarges.")
    note: str = Field(default="", description="Remark for people.")


class ConditionDef(Definition):
    """True when an option has the value; used for schedule entries, placements and other options."""

    option: Id = Field(description="Id of the option.")
    value: bool | str = Field(description="The value it must have.")


class OptionValueDef(Definition):
    """One value of a choice."""

    id: Id = Field(description="Id of the value.")
    title: str = Field(description="Name for people.")
    note: str = Field(default="", description="Explanation.")


class OptionDef(Definition):
    """A switch or choice made before the game; `scenarios` empty means all of them."""

    id: Id = Field(description="Id of the option.")
    title: str = Field(description="Name for people.")
    type: Literal["switch", "choice"] = Field(description="switch: true or false; choice: one of its values.")
    values: tuple[OptionValueDef, ...] = Field(default=(), description="The values of a choice.")
    default: bool | str = Field(description="What it is unless somebody changes it.")
    rule: str = Field(default="", description="Rule number.")
    scenarios: tuple[Id, ...] = Field(default=(), description="Scenarios that offer it; empty = all.")
    when: tuple[ConditionDef, ...] = Field(default=(), description="Offered only with these other options.")
    note: str = Field(default="", description="Explanation.")


class HelpDef(Definition):
    """A page of help, written in plain paragraphs with a heading."""

    id: Id = Field(description="Id of the page; also the name of its file.")
    title: str = Field(pattern=r"^\S(.*\S)?$", description="Title of the page, on one line.")
    text: str = Field(description="Its paragraphs.")
