"""Air points in combat (3.2): the defender announces first, then the attacker, both before the odds.

A point shifts the combat one column. A side spends no more than it has left this turn, and none over
Tripoli or its connecting box.
"""

from __future__ import annotations

from engine.errors import Refusal
from engine.ids import SideId
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.state import data

RULE = "3.2"


def available(game: AfrikaGame, state: State, side: SideId, target: int) -> int:
    """Air points a side can still spend over a place."""
    return data(state).air.get(side, 0) if game.is_hex(target) else 0


def refuse_points(game: AfrikaGame, state: State, side: SideId, target: int, number: int) -> Refusal | None:
    """Why a side cannot spend so many points over a place; None if it can."""
    most = available(game, state, side, target)
    if number < 0:
        return Refusal("no fewer than 0 air points", RULE, code="BAD_REQUEST")
    if number > most:
        return Refusal(f"air points left: {most}", RULE, hint=f"a number from 0 to {most}")
    return None
