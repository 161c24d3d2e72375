"""Locals of an activation (4.3.4)."""

from __future__ import annotations

from engine.ids import PieceId, SideId
from engine.state.model import FrameVars


class ActivationVars(FrameVars, frozen=True):
    """One activation by a marker.

    ``reserve``: played out of Reserve: movement halved up, no Strategic Movement, no ships (4.6.5).
    ``headquarters`` are the HQs acting, ``active`` the units that may act, ``most`` how many units an
    Independent marker or a Kampfgruppe may name.
    """

    side: SideId
    marker: PieceId
    reserve: bool = False
    headquarters: tuple[PieceId, ...] = ()
    active: tuple[PieceId, ...] = ()
    most: int = 0


class PrimaryVars(FrameVars, frozen=True):
    """The Primary Phase: the side that acted last, in whose turn away the other may play a Reserve."""

    acted: SideId = ""
