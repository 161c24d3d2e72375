"""Who should sit before the screen: whose eyes a window has while several people play at it."""

from __future__ import annotations

from app.player.sitting import Sitting
from engine.game import Game
from engine.ids import SideId

ALL = "all"
"""Of a viewer who sees everything."""


class LookersSeat:
    """Gives the place before the screen to a side; remembers who was asked last."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._deciding: tuple[SideId, ...] = ()

    def taken_by(self, game: Game, viewer: SideId) -> SideId:
        """Solo sees all; else the first person who has to decide, and never a side the program plays.

        Where several sides decide, whoever looks already goes on until others are asked.
        """
        if self._sitting.solo:
            return ALL
        decision = game.decision
        people = [s.id for s in game.rules.module.sides if s.id not in self._sitting.players]
        if decision is not None:
            deciding = [side for side in decision.sides if side in people]
            is_new = self._deciding != decision.sides
            self._deciding = decision.sides
            if deciding:
                return viewer if viewer in deciding and not is_new else deciding[0]
        if game.state.over is not None:
            return ALL
        if viewer in people:
            return viewer
        return people[0] if people else ALL
