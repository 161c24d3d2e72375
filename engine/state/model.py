"""The state of a game: one immutable value, serialisable at every decision.

A ruleset keeps what only its game knows in ``data`` (its own frozen struct derived from
:class:`GameData`) and in the ``vars`` of its frames. Mappings are never changed in place;
:class:`engine.play.resolution.Resolution` makes new ones.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.chance import Chance
from engine.ids import PhaseId, PieceId, PlaceId, RuleRef, SideId, StepId

OptionValue = str | bool | int


class Piece(msgspec.Struct, frozen=True):
    """One counter: place (None = not in this game), owner, steps left, count, marks.

    ``count`` serves pieces that stand for several (supply points); ``marks`` is a sorted
    tuple of words a ruleset uses (``moved``, ``fought``, ``out-of-supply``).
    """

    owner: SideId
    at: PlaceId | None = None
    steps: int = 1
    count: int = 1
    marks: tuple[str, ...] = ()


class GameData(msgspec.Struct, frozen=True):
    """Base of what a ruleset alone knows: tracks, pools, secrets, things of this phase."""


class FrameVars(msgspec.Struct, frozen=True):
    """Base of a frame's local variables; each step declares its own."""


class Frame(msgspec.Struct, frozen=True):
    """One level of the sequence of play: which step, at which of its nodes, with which locals."""

    step: StepId
    node: str
    vars: FrameVars | None = None


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: a side, ``draw``, or ``none`` when it was cut short."""

    winner: str
    reason: str
    rule: RuleRef = ""


class State(msgspec.Struct, frozen=True):
    """Everything there is about a position.

    ``stacks`` lists the pieces of each occupied place from bottom to top and always agrees
    with ``pieces[..].at``. ``flow`` is the stack of frames, the running one last.
    ``phase`` is the id of the present phase of the sequence of play.
    """

    scenario: str
    options: Mapping[str, OptionValue]
    turn: int
    phase: PhaseId
    pieces: Mapping[PieceId, Piece]
    stacks: Mapping[PlaceId, tuple[PieceId, ...]]
    control: Mapping[PlaceId, SideId]
    flow: tuple[Frame, ...]
    chance: Chance
    data: GameData
    over: Outcome | None = None

    def at(self, place: PlaceId) -> tuple[PieceId, ...]:
        """Pieces in a place, bottom to top; empty for an empty place."""
        return self.stacks.get(place, ())
