"""Locals of the battle sequence and of a card being played (13.2)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import FrameVars


class BattleVars(FrameVars, frozen=True):
    """One battle. ``targets`` are the attacked hexes, ``counterblows`` those of them under such a marker.

    ``counter``: a counterattack (roles changed, no terrain shifts). ``support``: empty, ``marker`` or a
    leader's id. ``cards``: card played by a side; ``void``: sides whose card was cancelled.
    ``losses``: steps ``loser`` still has to lose. ``vacating``: where retreated units end up
    (``reserve``, ``shattered`` or empty). ``retreating``: units that must still retreat, ``advancing``
    units that may still advance, ``fort`` Target hexes whose Fortress took the result.
    """

    attacker: SideId
    attackers: tuple[PieceId, ...]
    defenders: tuple[PieceId, ...]
    targets: tuple[PlaceId, ...]
    counterblows: tuple[PlaceId, ...] = ()
    counter: bool = False
    support: str = ""
    cards: Mapping[SideId, str] = {}
    void: tuple[SideId, ...] = ()
    table: str = ""
    result: str = ""
    loser: SideId = ""
    losses: int = 0
    retreating: tuple[PieceId, ...] = ()
    vacating: str = ""
    advancing: tuple[PieceId, ...] = ()
    fort: tuple[PlaceId, ...] = ()


class CardVars(FrameVars, frozen=True):
    """A card half being played by ``side``; ``cancelled`` once an answer holds."""

    side: SideId
    card: str
    cancelled: bool = False


class DeclareVars(FrameVars, frozen=True):
    """Combat phase: what waits while a card may yet be cancelled: an announced battle or an effect."""

    attackers: tuple[PieceId, ...] = ()
    targets: tuple[PlaceId, ...] = ()
    card: str = ""
    side: SideId = ""
    piece: PieceId = ""
    source: PlaceId = ""
    at: PlaceId = ""
    back: str = ""
