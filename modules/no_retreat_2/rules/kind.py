"""Base of this game's action kinds: they hold the compiled game and enumerate choices for ``check``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.ids import PieceId
from engine.play.action import Action, ActionKind
from engine.state.model import State
from modules.no_retreat_2.rules.battle_vars import BattleVars

if TYPE_CHECKING:
    from modules.no_retreat_2.rules.compiled import NoRetreat2Game

A = TypeVar("A", bound=Action)


class GameKind(ActionKind[A]):
    """An action kind of a compiled game."""

    def __init__(self, game: NoRetreat2Game) -> None:
        self.game = game

    def place_of(self, state: State, piece: PieceId) -> str:
        """The place of a piece in play; empty if it is not."""
        held = state.pieces.get(piece)
        return (held.at if held else None) or ""

    def hex_of(self, state: State, piece: PieceId) -> int:
        """Number of the hex a piece stands in; -1 if it stands in none."""
        return self.game.board.index.get(self.place_of(state, piece), -1)


def battle_of(state: State) -> BattleVars:
    """Locals of the running battle."""
    held = state.flow[-1].vars
    assert isinstance(held, BattleVars)
    return held
