"""What a battle would look like: forces, odds, itemised modifiers, results with probabilities."""

from __future__ import annotations

import msgspec

from engine.ids import PieceId, PlaceId, RuleRef, SideId


class Factor(msgspec.Struct, frozen=True):
    """One multiplier of a strength, in words (``×2 box``) and as a number."""

    text: str
    value: float
    rule: RuleRef = ""


class ForceLine(msgspec.Struct, frozen=True):
    """One piece in a battle: printed strength, what multiplies it, what counts."""

    piece: PieceId
    name: str
    printed: float
    factors: tuple[Factor, ...]
    strength: float
    note: str = ""


class Force(msgspec.Struct, frozen=True):
    """One side's pieces in a battle and their exact total."""

    side: SideId
    lines: tuple[ForceLine, ...]
    total: float


class Modifier(msgspec.Struct, frozen=True):
    """One shift or DRM: signed value for the attacker, and whether it applies.

    ``applies`` is ``yes``, ``no`` (then ``text`` says why not) or ``open`` (someone may still commit it).
    """

    text: str
    rule: RuleRef
    value: int
    applies: str = "yes"


class ResultChance(msgspec.Struct, frozen=True):
    """One possible result: its words, chances out of ``Preview.out_of``, and whom it hurts.

    ``hurts`` is ``attacker``, ``defender``, ``both`` or ``none``; ``words`` say what the sign means.
    """

    text: str
    chances: int
    hurts: str
    words: str = ""


class Preview(msgspec.Struct, frozen=True):
    """All there is to know about a battle before the roll.

    ``columns`` are the labels of the results table, ``base`` and ``final`` indices into them
    (before and after the capped net shift).
    """

    title: str
    target: PlaceId
    attacker: Force
    defender: Force
    odds: str
    columns: tuple[str, ...]
    base: int
    final: int
    modifiers: tuple[Modifier, ...]
    results: tuple[ResultChance, ...]
    out_of: int
    mean_attacker_loss: float
    mean_defender_loss: float
    notes: tuple[str, ...] = ()
