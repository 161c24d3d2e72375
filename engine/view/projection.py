"""A position as one viewer may see it, in words and figures a game-blind window can draw."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.ids import PieceId, PlaceId, RuleRef, SideId
from engine.state.model import Outcome
from engine.view.cards import DeckView, HandView


class PieceView(msgspec.Struct, frozen=True):
    """One piece as the viewer may see it.

    ``values`` are the present values (after losses and supply), ``supply`` is ``in``, ``out`` or
    empty, ``moved`` whether it moved this turn. ``definition`` is the id of the piece definition
    to draw (empty for pieces that have none, such as supply points: then ``type`` decides).
    """

    id: PieceId
    name: str
    side: SideId
    type: str
    at: PlaceId | None
    formation: str = ""
    steps: int = 1
    max_steps: int = 1
    count: int = 1
    values: Mapping[str, float] = {}
    supply: str = ""
    markers: tuple[str, ...] = ()
    moved: bool = False
    definition: str = ""
    figures: str = ""
    note: str = ""


class StackView(msgspec.Struct, frozen=True):
    """A place's visible pieces, bottom to top, and how many the viewer cannot see.

    ``load`` is what counts for stacking, ``limit`` the limit (0 = none).
    """

    place: PlaceId
    pieces: tuple[PieceId, ...]
    hidden: int = 0
    load: int = 0
    limit: int = 0


class TrackView(msgspec.Struct, frozen=True):
    """A track or pool: how much is left of how much, in words where it is no number."""

    id: str
    title: str
    side: SideId
    value: float
    maximum: float
    text: str
    rule: RuleRef = ""
    place: PlaceId = ""


class BoxView(msgspec.Struct, frozen=True):
    """An off-map box: title, note (``unlimited SP``), group for the dock it stands in."""

    id: PlaceId
    title: str
    note: str = ""
    group: str = ""


class ScheduleView(msgspec.Struct, frozen=True):
    """One entry of the reinforcement schedule, with what has become of it (``done``, ``due``, ``later``).

    ``into`` are the pieces that take the places of ``pieces`` at upgrades.
    """

    turn: int
    side: SideId
    action: str
    pieces: tuple[PieceId, ...]
    text: str
    rule: RuleRef
    status: str
    into: tuple[PieceId, ...] = ()


class VictoryPart(msgspec.Struct, frozen=True):
    """One block within a condition: whether it holds now (None = the viewer may not know), how deep it is."""

    text: str
    met: bool | None
    value: str = ""
    depth: int = 0


class VictoryLine(msgspec.Struct, frozen=True):
    """One victory condition in words, with where it stands now.

    ``parts`` are its blocks in order; ``head`` is what to write above them in place of the whole sentence.
    """

    side: SideId
    text: str
    rule: RuleRef
    met: bool
    value: str = ""
    level: str = ""
    sudden: bool = False
    head: str = ""
    parts: tuple[VictoryPart, ...] = ()


class Projection(msgspec.Struct, frozen=True):
    """All a viewer may see of a position. ``viewer`` is a side id or ``all``.

    ``standing`` says who would win if the game ended now.
    """

    viewer: str
    turn: int
    date: str
    phase: str
    pieces: Mapping[PieceId, PieceView]
    stacks: Mapping[PlaceId, StackView]
    control: Mapping[PlaceId, SideId]
    tracks: tuple[TrackView, ...]
    boxes: tuple[BoxView, ...]
    schedule: tuple[ScheduleView, ...]
    victory: tuple[VictoryLine, ...]
    over: Outcome | None = None
    hidden: int = 0
    standing: str = ""
    decks: tuple[DeckView, ...] = ()
    hands: tuple[HandView, ...] = ()
