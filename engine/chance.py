"""Chance as data: the n-th draw of a game is a function of seed and n.

Two integers in the state are the whole generator, so undo, replay and comparing cost nothing,
and every machine draws the same. *Table dice* are faces (or ids of drawn markers and cards)
that people typed in; they wait in a queue in the state and are used before the generator.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from engine.errors import IllegalAction, Refusal


class Chance(msgspec.Struct, frozen=True):
    """Seed, number of draws made, and what people rolled or drew at the table beforehand."""

    seed: int
    drawn: int = 0
    dice: tuple[int, ...] = ()
    picks: tuple[str, ...] = ()


def uniform(seed: int, index: int, size: int) -> int:
    """A number from 0 to ``size - 1``, decided by seed and index alone."""
    digest = blake2b(f"{seed}:{index}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % size


def roll(chance: Chance, faces: int, lowest: int = 1) -> tuple[int, Chance]:
    """One die with ``faces`` faces from ``lowest`` up; refuses a queued face the die does not have."""
    highest = lowest + faces - 1
    if chance.dice:
        value, rest = chance.dice[0], chance.dice[1:]
        if not lowest <= value <= highest:
            text = f"the next table die shows {value}, but this roll is one die from {lowest} to {highest}"
            hint = f"give a face from {lowest} to {highest}"
            raise IllegalAction(Refusal(text, code="BAD_REQUEST", hint=hint))
        return value, replace(chance, dice=rest, drawn=chance.drawn + 1)
    value = uniform(chance.seed, chance.drawn, faces) + lowest
    return value, replace(chance, drawn=chance.drawn + 1)


def pick(chance: Chance, pool: Sequence[str]) -> tuple[str, Chance]:
    """One id out of a pool (marker, card); refuses a queued id that is not in the pool."""
    if chance.picks:
        value, rest = chance.picks[0], chance.picks[1:]
        if value not in pool:
            text = f"the next table draw names {value}, which is not among what can be drawn"
            raise IllegalAction(Refusal(text, code="UNKNOWN_ID", hint=f"one of {', '.join(sorted(pool))}"))
        return value, replace(chance, picks=rest, drawn=chance.drawn + 1)
    value = pool[uniform(chance.seed, chance.drawn, len(pool))]
    return value, replace(chance, drawn=chance.drawn + 1)
