"""What a position of this game holds beside its counters.

Marks of pieces: ``low-supply`` and ``unsupplied`` (11.4). An entrenchment piece with two steps is a
Minefield, with one step a Box (8.5). Of a big division only the counter in use is in play; the others
of its chain wait out of the game.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import GameData, State

AXIS: SideId = "axis"
ALLIED: SideId = "allied"
SIDES = (AXIS, ALLIED)

LOW = "low-supply"
UNSUPPLIED = "unsupplied"

TARGET = "target"
COUNTERBLOW = "counterblow"
MARKERS = 4
"""Target markers of the phasing, Counterblow markers of the other side (13.0)."""


class CardInPlay(msgspec.Struct, frozen=True):
    """What became of the card half played last: it took effect, or a later card cancelled it."""

    side: SideId
    card: str
    cancelled: bool = False


class Nr2Data(GameData, frozen=True):
    """Hands, pools and what was declared in this Player Turn.

    ``supply`` counts supply points held, ``used`` those in the Used box, ``ports_taken`` (``axis 3-0808``)
    ports whose capture gave points this turn (11.2), ``support`` Blitz! or Shock! markers in the pool.
    ``marked`` maps hexes to ``target`` or ``counterblow``; ``attacked`` are units that attacked in this
    phase, ``responded`` units that made a Mechanized Response, ``flipped`` leaders used as a marker,
    ``played`` card halves (``axis 12``) used in this Player Turn. ``targets`` and ``counterblows`` count
    markers used in this Player Turn. ``counterblow_limit`` is 3 after a failed invasion (15.2).
    """

    initiative: SideId
    phasing: SideId
    hands: Mapping[SideId, tuple[str, ...]]
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    supply: Mapping[SideId, int] = {}
    used: Mapping[SideId, int] = {}
    ports_taken: tuple[str, ...] = ()
    support: Mapping[SideId, int] = {}
    marked: Mapping[PlaceId, str] = {}
    attacked: tuple[PieceId, ...] = ()
    responded: tuple[PieceId, ...] = ()
    flipped: tuple[PieceId, ...] = ()
    played: tuple[str, ...] = ()
    targets: int = 0
    counterblows: int = 0
    counterblow_limit: int = MARKERS
    resolved: CardInPlay | None = None
    free_counterblow: bool = False
    free_response: bool = False
    tobruk_level: int = 0
    malta: str = "absent"


def data(state: State) -> Nr2Data:
    """The game's own data of a state."""
    held = state.data
    assert isinstance(held, Nr2Data)
    return held


def other(side: SideId) -> SideId:
    """The enemy of a side."""
    return ALLIED if side == AXIS else AXIS
