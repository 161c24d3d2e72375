"""The actions of combat: attacks, support, steps lost, hexes converted, retreats, advances."""

from __future__ import annotations

from engine.ids import PieceId, PlaceId
from engine.play.action import Action


class DeclareAttack(Action, frozen=True, tag="declare-attack"):
    """Attacks a hex with units next to it and artillery that supports them.

    Artillery may stand among the attackers or in its own list; it means the same.
    """

    target: PlaceId
    attackers: tuple[PieceId, ...]
    artillery: tuple[PieceId, ...] = ()


class CommitArtillery(Action, frozen=True, tag="commit-artillery"):
    """Names the defender's artillery that shifts this combat."""

    pieces: tuple[PieceId, ...] = ()


class CommitAir(Action, frozen=True, tag="commit-air"):
    """Spends air points on this combat."""

    number: int


class LoseStep(Action, frozen=True, tag="lose-step"):
    """Takes one step off a unit."""

    piece: PieceId


class Convert(Action, frozen=True, tag="convert"):
    """Turns so many hexes of a retreat into step losses."""

    number: int


class Retreat(Action, frozen=True, tag="retreat"):
    """Moves units (and a leader with them) one hex of their retreat."""

    pieces: tuple[PieceId, ...]
    at: PlaceId


class Advance(Action, frozen=True, tag="advance"):
    """Moves attackers (and a leader with them) into the emptied hex, and perhaps one hex further."""

    pieces: tuple[PieceId, ...]
    path: tuple[PlaceId, ...]


class EndAdvance(Action, frozen=True, tag="end-advance"):
    """No more units advance."""
