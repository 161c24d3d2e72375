"""Victory as this game's rules see it: its tracks, and units that are unsupplied."""

from __future__ import annotations

from engine.ids import PieceId
from engine.rules.ruleset import GameRules
from engine.state.model import State
from engine.victory.ground import VictoryGround
from modules.no_retreat_2.rules import state as nr


class Nr2Ground(VictoryGround):
    """A position of this game as blocks of victory see it."""

    def __init__(self, game: GameRules) -> None:
        super().__init__(game.module, game.scenario, game.board, game.options)

    def track(self, state: State, name: str) -> float | None:
        """Supply points, support markers, and where Malta stands."""
        held = nr.data(state)
        what, _, side = name.partition("-")
        if what == "malta":
            spaces = next(track.spaces for track in self.module.tracks if track.id == "malta")
            return spaces.index(held.malta) if held.malta in spaces else None
        counts = {"supply": held.supply, "support": held.support}.get(what, {})
        return counts.get(side)

    def is_supplied(self, state: State, name: PieceId) -> bool:
        """Whether a unit is not unsupplied (11.4)."""
        return nr.UNSUPPLIED not in state.pieces[name].marks
