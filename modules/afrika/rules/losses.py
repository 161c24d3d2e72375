"""Who takes the steps lost (series 8.0, 9.2, clar. 16).

The first step a side loses to combat comes off its strongest unit in that combat, by its present
strength (attack for the attacker, defense for the defender); the owner chooses among equals. All
further steps, and every step that stands for a hex of retreat, come off any of the units concerned, as
the owner likes.
"""

from __future__ import annotations

from engine.ids import PieceId, RuleRef, SideId
from engine.state.model import FrameVars, State
from modules.afrika.rules.compiled import AfrikaGame

COMBAT_RULE = "series 8.0"
RETREAT_RULE = "clar. 16"
ATTACK = "attack"
DEFENSE = "defense"


class LossVars(FrameVars, frozen=True):
    """``count`` steps are still to be lost by these ``pieces`` of a side.

    ``first`` is ``attack`` or ``defense`` while the next step must come off the strongest by that value;
    empty when the owner is free. ``why`` ends the sentence "… loses a step: ".
    """

    side: SideId
    pieces: tuple[PieceId, ...]
    count: int
    why: str
    first: str = ""
    rule: RuleRef = RETREAT_RULE


def alive(game: AfrikaGame, state: State, pieces: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
    """Those of some units that are still in play."""
    return tuple(name for name in pieces if game.number(state.pieces[name].at) >= 0)


def steps_left(state: State, pieces: tuple[PieceId, ...]) -> int:
    """Steps that some units have together."""
    return sum(state.pieces[name].steps for name in pieces)


def strongest(game: AfrikaGame, state: State, pieces: tuple[PieceId, ...], value: str) -> tuple[PieceId, ...]:
    """The units of the highest present attack or defense strength."""
    strength = game.attack if value == ATTACK else game.defense
    best = max(strength(state, name) for name in pieces)
    return tuple(name for name in pieces if strength(state, name) == best)


def candidates(game: AfrikaGame, state: State, held: LossVars) -> tuple[PieceId, ...]:
    """Units that may take the next step."""
    left = alive(game, state, held.pieces)
    return strongest(game, state, left, held.first) if held.first and left else left


def loss_vars(state: State) -> LossVars:
    """The locals of the running loss."""
    held = state.flow[-1].vars
    assert isinstance(held, LossVars)
    return held
