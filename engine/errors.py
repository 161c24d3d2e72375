"""What can go wrong in the engine, and what a refusal says.

A user's data never raises a bare ``ValueError`` or ``KeyError`` out of the engine:
illegal actions raise :class:`IllegalAction`, broken saves :class:`SaveError`,
broken module files ``LoadError`` (in :mod:`engine.issues`), and a fault of a ruleset
itself :class:`RuleBug`.
"""

from __future__ import annotations

import msgspec

from engine.ids import PieceId, PlaceId, RuleRef


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not allowed: a stable code, words for people, the rule number.

    ``code`` is one of the protocol's error codes (``ILLEGAL``, ``WRONG_SIDE`` ...) or a finer
    name below it (``STACKING``); ``pieces`` and ``places`` name the culprits.
    """

    text: str
    rule: RuleRef = ""
    code: str = "ILLEGAL"
    hint: str = ""
    pieces: tuple[PieceId, ...] = ()
    places: tuple[PlaceId, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


class EngineError(Exception):
    """Base of every error the engine raises on purpose."""


class IllegalAction(EngineError):
    """An action the rules forbid now; carries the refusal and leaves the state as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class UndoBlocked(EngineError):
    """An undo that would cross a barrier: dice, something hidden seen, another side's turn."""


class SaveError(EngineError):
    """A saved game that cannot be read or written; the text names file, fault and remedy."""


class RuleBug(EngineError):
    """A fault of a ruleset: endless flow, unknown node, a choice its own check refuses."""
