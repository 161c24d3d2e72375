"""What blocks of victory ask of a free game: tracks as they stand on the table."""

from __future__ import annotations

from collections.abc import Mapping

from engine.rules.freeplay_table import FreeTable, data_of
from engine.state.model import OptionValue, State
from engine.victory.ground import VictoryGround


class FreeGround(VictoryGround):
    """A table of free play as blocks see it."""

    stands_in = True

    def __init__(self, table: FreeTable, options: Mapping[str, OptionValue]) -> None:
        super().__init__(table.module, table.scenario, table.board, options)

    def track(self, state: State, name: str) -> float | None:
        return data_of(state).tracks.get(name)
