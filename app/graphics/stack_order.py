"""The order in which a stack is drawn and listed where its players have no say in it.

The strongest lies on top and a leader above all, in the game as in the editor. In free play players order
their stacks themselves; there the order is that of the set-up and of what was done since.
"""

from __future__ import annotations

from collections.abc import Mapping

LEADER = "leader"
STRENGTHS = ("attack", "combat", "strength", "defense")


Rank = tuple[bool, float, float, str]


def rank_of(piece: str, kind: str, values: Mapping[str, float]) -> Rank:
    """Sorts counters from the bottom up, by type and figures as they are now, then by id."""
    strength = max((values.get(name, 0.0) for name in STRENGTHS), default=0.0)
    return kind == LEADER, strength, values.get("movement", 0.0), piece
