"""A draw of chance that was made: kept with its action, so that replays need no generator."""

from __future__ import annotations

import msgspec


class Draw(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a roll or a random pick was for and what came: die faces, or ids out of a pool."""

    reason: str
    faces: int = 0
    dice: tuple[int, ...] = ()
    picks: tuple[str, ...] = ()
