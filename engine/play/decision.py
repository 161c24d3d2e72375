"""What has to be decided now, by whom, under which rule, and with which kinds of action."""

from __future__ import annotations

from dataclasses import dataclass

from engine.ids import PhaseId, PieceId, PlaceId, RuleRef, SideId
from engine.play.action import AnyKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A step's question at one of its decision nodes.

    Several ``sides`` may answer at once, in secret. ``part`` names the place below the present
    phase (``retreat``, ``losses``); ``focus`` are pieces and places the window should show.
    """

    sides: tuple[SideId, ...]
    prompt: str
    kinds: tuple[AnyKind, ...]
    rule: RuleRef = ""
    help: str = ""
    part: str = ""
    pieces: tuple[PieceId, ...] = ()
    places: tuple[PlaceId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """An :class:`Ask` with its place in the sequence of play."""

    ask: Ask
    phase: PhaseId
    path: tuple[PhaseId, ...]

    @property
    def sides(self) -> tuple[SideId, ...]:
        """Who has to decide."""
        return self.ask.sides

    def kind(self, name: str) -> AnyKind | None:
        """The offered action kind of that name."""
        return next((kind for kind in self.ask.kinds if kind.kind == name), None)
