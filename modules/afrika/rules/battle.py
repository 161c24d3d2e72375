"""A combat under way: what its step remembers from the declaration to the advance."""

from __future__ import annotations

from engine.ids import PieceId, PlaceId
from engine.kit.combat import CombatResult
from engine.state.model import FrameVars, State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.shifts import Engagement
from modules.afrika.rules.state import other

BATTLE = "afrika.battle"


class BattleVars(FrameVars, frozen=True):
    """Who attacks which hex, what was committed, and what the dice brought.

    ``artillery`` supports the attack (artillery among the attackers does so, too); ``guns`` is the
    defender's. ``result`` is the cell rolled; ``sheltered`` tells that the defender may stand his ground.
    """

    target: PlaceId
    attackers: tuple[PieceId, ...]
    artillery: tuple[PieceId, ...] = ()
    overrun: bool = False
    guns: tuple[PieceId, ...] = ()
    air: int = 0
    enemy_air: int = 0
    defenders: tuple[PieceId, ...] = ()
    result: CombatResult = CombatResult(text="")
    sheltered: bool = False


def battle_vars(state: State) -> BattleVars:
    """The locals of the running combat."""
    held = state.flow[-1].vars
    assert isinstance(held, BattleVars)
    return held


def engagement(game: AfrikaGame, state: State) -> Engagement:
    """The running combat with all that was committed so far."""
    held = battle_vars(state)
    side = game.units[(*held.attackers, *held.artillery)[0]].side
    return Engagement(
        target=game.number(held.target),
        side=side,
        enemy=other(side),
        attackers=held.attackers,
        artillery=held.artillery,
        defenders=held.defenders,
        guns=held.guns,
        air=held.air,
        enemy_air=held.enemy_air,
    )
