"""What tools answer: do this, choose among these, refused because, and what the board should show."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId
from engine.play.action import Action
from engine.view.preview import Preview
from engine.view.reach import Reach


@dataclass(frozen=True, slots=True)
class Do:
    """Take these actions in order as long as they are legal; then aim an attack, if one is named."""

    actions: tuple[Action, ...]
    then: Aim | None = None


@dataclass(frozen=True, slots=True)
class Aim:
    """An attack to be built next: which kind, on what, by whom."""

    kind: str
    target: PlaceId
    attackers: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Stay:
    """Nothing is decided yet; what the tool shows may have changed."""


@dataclass(frozen=True, slots=True)
class Leave:
    """The tool has nothing to do with this; let it go and look at the target afresh."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """It cannot be done, and why."""

    refusal: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One line of a menu or list: words, figures, rule, and the actions it stands for."""

    text: str
    actions: tuple[Action, ...] = ()
    note: str = ""
    rule: str = ""
    places: tuple[PlaceId, ...] = ()
    pieces: tuple[PieceId, ...] = ()
    then: Aim | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """Several things are possible: ask which."""

    title: str
    choices: tuple[Choice, ...]


Outcome = Do | Stay | Leave | Refuse | Pick


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What a tool lights on the board: where pieces can go, what they aim at, the way and its cost."""

    selected: PlaceId | None = None
    reach: Reach | None = None
    places: frozenset[PlaceId] = frozenset()
    targets: frozenset[PlaceId] = frozenset()
    aimed: PlaceId | None = None
    members: frozenset[PlaceId] = frozenset()
    supplied: frozenset[PlaceId] = frozenset()
    start: PlaceId | None = None
    path: tuple[PlaceId, ...] = ()
    way_points: tuple[PlaceId, ...] = ()
    goal: str = ""
    goal_is_hot: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLine:
    """A line of the hover card: words, amount at the right, rule number."""

    text: str
    amount: str = ""
    rule: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The hover card of a place: title, a chip, lines with amounts, totals, a foot, or why not."""

    place: PlaceId
    title: str
    subtitle: str = ""
    chip: str = ""
    chip_tone: str = "accent"
    lines: tuple[CardLine, ...] = ()
    totals: tuple[CardLine, ...] = ()
    refusal: Refusal | None = None
    foot: tuple[str, ...] = ()
    pieces: tuple[PieceId, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A battle, haul or supply group under construction, for its dialog or panel."""

    title: str
    candidates: tuple[PieceId, ...] = ()
    chosen: tuple[PieceId, ...] = ()
    action: Action | None = None
    refusal: Refusal | None = None
    preview: Preview | None = None
    count: int = 1
    most: int = 1
