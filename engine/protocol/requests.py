"""The requests of the line protocol: what each may say. Unknown keys and wrong types are refused."""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec
from msgspec import UNSET, UnsetType

from engine.ids import PhaseId, PieceId, PlaceId, SideId
from engine.play.action import CardPlacement, PiecePlacement
from engine.saves.records import Seed
from engine.state.model import OptionValue

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Text = Annotated[str, msgspec.Meta(max_length=4096)]


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Base of all requests."""


class New(Request, frozen=True, tag="new"):
    """Start a game."""

    scenario: Text
    seed: Seed = 0
    options: dict[str, OptionValue] = {}


class Status(Request, frozen=True, tag="status"):
    """Where the game stands."""


class Where(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A filter of pieces; what is left out does not matter."""

    side: SideId | UnsetType = UNSET
    at: PlaceId | UnsetType | None = UNSET
    name: str | UnsetType = UNSET
    type: str | UnsetType = UNSET


class Pieces(Request, frozen=True, tag="pieces"):
    """Pieces as the viewer may see them."""

    where: Where = Where()


class Legal(Request, frozen=True, tag="legal"):
    """Legal actions."""

    kind: str | None = None
    piece: PieceId | None = None
    limit: Count = 1000
    side: SideId | None = None


class ReachOf(Request, frozen=True, tag="reach"):
    """Where a piece, or several of one stack, can go."""

    piece: PieceId | None = None
    pieces: tuple[PieceId, ...] = ()
    side: SideId | None = None


class Explain(Request, frozen=True, tag="explain"):
    """Whether an action is legal and why, without doing it."""

    action: dict[str, object]


class Apply(Request, frozen=True, tag="apply"):
    """Do an action."""

    action: dict[str, object]


class PlayRandom(Request, frozen=True, tag="random"):
    """Play random legal actions."""

    count: Count = 1
    seed: Seed = 0


class Dice(Request, frozen=True, tag="dice"):
    """The next faces, as rolled at the table; an empty list takes waiting ones back."""

    next: tuple[int, ...]


class Draws(Request, frozen=True, tag="draws"):
    """The next markers or cards, as drawn at the table."""

    next: tuple[str, ...]


class Place(Request, frozen=True, tag="place"):
    """Overrule the rules: set up any position."""

    set: tuple[PiecePlacement, ...] = ()
    tracks: dict[str, object] | None = None
    control: dict[PlaceId, SideId] | None = None
    turn: Annotated[int, msgspec.Meta(ge=0, le=999)] | None = None
    phase: PhaseId | None = None
    side: SideId | None = None
    cards: tuple[CardPlacement, ...] = ()


class Control(Request, frozen=True, tag="control"):
    """Who controls a place."""

    at: PlaceId


class Tracks(Request, frozen=True, tag="tracks"):
    """All tracks and pools."""


class Victory(Request, frozen=True, tag="victory"):
    """The conditions of victory and where they stand."""


class Supply(Request, frozen=True, tag="supply"):
    """Supply of each unit of a side."""

    side: SideId


class Undo(Request, frozen=True, tag="undo"):
    """Take the last action back."""

    free: bool = False


class Redo(Request, frozen=True, tag="redo"):
    """Do again what was taken back."""


class StateOf(Request, frozen=True, tag="state"):
    """The whole state."""


class Load(Request, frozen=True, tag="load"):
    """Go on from a state."""

    state: dict[str, object]


class Save(Request, frozen=True, tag="save"):
    """Save to a file."""

    path: Text


class Open(Request, frozen=True, tag="open"):
    """Open a saved game; ``edited`` follows the module as it is now, as far as that bears the actions."""

    path: Text
    edited: bool = False


class View(Request, frozen=True, tag="view"):
    """Look with the eyes of one side, or of all."""

    side: SideId


class Log(Request, frozen=True, tag="log"):
    """The log from a line on."""

    start: int = msgspec.field(default=0, name="from")


class Quit(Request, frozen=True, tag="quit"):
    """End the session."""


AnyRequest = (
    New
    | Status
    | Pieces
    | Legal
    | ReachOf
    | Explain
    | Apply
    | PlayRandom
    | Dice
    | Draws
    | Place
    | Control
    | Tracks
    | Victory
    | Supply
    | Undo
    | Redo
    | StateOf
    | Load
    | Save
    | Open
    | View
    | Log
    | Quit
)

_BY_NAME: dict[str, type[Request]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyRequest)}


def request_names() -> tuple[str, ...]:
    """The words that may stand in ``do``."""
    return tuple(_BY_NAME)


def fields_of(name: str, path: str = "") -> tuple[str, ...]:
    """The keys of a request, or of a part of it (``where``, ``set[0]``)."""
    kind: type[msgspec.Struct] = _BY_NAME[name]
    if not path:
        return (*kind.__struct_encode_fields__, "id", "do")
    return {"where": Where, "set": PiecePlacement}.get(path.partition("[")[0], New).__struct_encode_fields__
