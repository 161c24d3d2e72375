"""Advice the program gives: good choices now, and business left unfinished."""

from __future__ import annotations

import msgspec

from engine.ids import PieceId, PlaceId, RuleRef
from engine.play.action import Action


class Suggestion(msgspec.Struct, frozen=True):
    """One or several actions worth taking: words, a score (higher is better), what it costs.

    ``figures`` are short facts for a table, e.g. ``("3:1", "+2", "58 % loses a step")``; ``heads`` names
    their columns. ``rank`` orders such a table where players expect another order than that of the score
    (odds).
    """

    text: str
    actions: tuple[Action, ...]
    score: float
    figures: tuple[str, ...] = ()
    rule: RuleRef = ""
    places: tuple[PlaceId, ...] = ()
    heads: tuple[str, ...] = ()
    rank: float = 0.0


class Unfinished(msgspec.Struct, frozen=True):
    """Something a player may have forgotten before ending a phase; never forbids it."""

    text: str
    rule: RuleRef = ""
    pieces: tuple[PieceId, ...] = ()
    places: tuple[PlaceId, ...] = ()
