"""What a position of this game holds beside its counters: resource points, plans, the Pool of markers."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import GameData, State

AXIS: SideId = "axis"
ALLIED: SideId = "allied"
SIDES = (AXIS, ALLIED)

MOST_ACTIVATIONS = 3
"""Activations of one unit in a turn, whoever commands it (4.3.7)."""
MOST_RESERVES = 2
"""HQs a side may hold in Reserve (4.6.2)."""

COMBINED = "combined"
RESERVE = "reserve"
NOTHING = "none"


class Plan(msgspec.Struct, frozen=True):
    """A side's secret plan of B/3: markers for the Pool, the commander's place and use, named HQs.

    ``named`` are HQs for Combined Operations, ``reserve`` markers held back face down, ``bluffs`` markers
    that lie with them and cannot be used.
    """

    markers: tuple[PieceId, ...] = ()
    use: str = NOTHING
    at: PlaceId = ""
    named: tuple[PieceId, ...] = ()
    reserve: tuple[PieceId, ...] = ()
    bluffs: tuple[PieceId, ...] = ()


class BnaData(GameData, frozen=True):
    """Everything the counters do not show.

    ``bank`` are resource points held, ``allocated`` those set aside for this turn (empty until both sides
    have written theirs down in ``offers``), ``spent`` what was used of them. ``pool`` are markers in the
    cup, ``lead`` the marker set aside in C/2. ``activations`` counts each unit's activations of this turn,
    ``finished`` are units used up for the Secondary Phase, ``sitting`` the commanders in office,
    ``retired`` those replaced. ``wasted`` says that the last marker gave no activation.
    """

    bank: Mapping[SideId, int]
    offers: Mapping[SideId, int] = {}
    allocated: Mapping[SideId, int] = {}
    spent: Mapping[SideId, int] = {}
    plans: Mapping[SideId, Plan] = {}
    pool: tuple[PieceId, ...] = ()
    lead: PieceId = ""
    initiative: SideId = ""
    sitting: Mapping[SideId, PieceId] = {}
    retired: tuple[PieceId, ...] = ()
    in_play: tuple[SideId, ...] = ()
    activations: Mapping[PieceId, int] = {}
    finished: tuple[PieceId, ...] = ()
    wasted: bool = False

    def left(self, side: SideId) -> int:
        """Allocated points not yet spent."""
        return self.allocated.get(side, 0) - self.spent.get(side, 0)


def data(state: State) -> BnaData:
    """The game's own data of a state."""
    held = state.data
    assert isinstance(held, BnaData)
    return held


def other(side: SideId) -> SideId:
    """The enemy of a side."""
    return ALLIED if side == AXIS else AXIS
