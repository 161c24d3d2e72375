"""Victory as this game's rules see it: its resource points."""

from __future__ import annotations

from engine.rules.ruleset import GameRules
from engine.state.model import State
from engine.victory.ground import VictoryGround
from modules.battle_for_north_africa.rules import state as bna


class NorthAfricaGround(VictoryGround):
    """A position of this game as blocks of victory see it."""

    def __init__(self, game: GameRules) -> None:
        super().__init__(game.module, game.scenario, game.board, game.options)

    def track(self, state: State, name: str) -> float | None:
        """Resource points a side has left (9.1)."""
        side = name.removeprefix("rp-")
        return bna.data(state).left(side) if side in bna.SIDES else None
