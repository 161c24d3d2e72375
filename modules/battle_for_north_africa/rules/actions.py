"""Actions of allocation and activation (4.1 to 4.6)."""

from __future__ import annotations

from engine.ids import PieceId, PlaceId
from engine.play.action import Action


class Allocate(Action, frozen=True, tag="allocate"):
    """Sets resource points aside for this turn, in secret (4.1.4)."""

    number: int


class MakePlan(Action, frozen=True, tag="plan"):
    """The secret plan of B/3; the fields are those of :class:`~.state.Plan`."""

    markers: tuple[PieceId, ...] = ()
    use: str = "none"
    at: PlaceId = ""
    named: tuple[PieceId, ...] = ()
    reserve: tuple[PieceId, ...] = ()
    bluffs: tuple[PieceId, ...] = ()


class LeadMarker(Action, frozen=True, tag="lead-am"):
    """The side with the initiative names the marker that acts first (4.3.2)."""

    piece: PieceId


class Pass(Action, frozen=True, tag="pass"):
    """Declines what is offered."""


class DrawMarker(Action, frozen=True, tag="draw-am"):
    """Draws the next activation marker from the Pool (4.3.3)."""


class PlayReserve(Action, frozen=True, tag="play-reserve"):
    """Interrupts with a marker held in Reserve (4.6.4)."""

    piece: PieceId


class PassReserve(Action, frozen=True, tag="pass-reserve"):
    """Lets the chance to play a Reserve go by."""


class Attach(Action, frozen=True, tag="attach"):
    """Takes unassigned units of one hex in range into the activation (4.2.3)."""

    pieces: tuple[PieceId, ...]


class ChooseUnits(Action, frozen=True, tag="activate"):
    """Names what is active: independent units, a Kampfgruppe's Formations, or HQs of Combined Operations."""

    pieces: tuple[PieceId, ...]


class MovementDone(Action, frozen=True, tag="movement-done"):
    """Ends the movement of an activation; attacks follow (4.5.9)."""


class EndActivation(Action, frozen=True, tag="end-activation"):
    """Ends an activation."""


ALL: tuple[type[Action], ...] = (
    Allocate,
    MakePlan,
    LeadMarker,
    Pass,
    DrawMarker,
    PlayReserve,
    PassReserve,
    Attach,
    ChooseUnits,
    MovementDone,
    EndActivation,
)
