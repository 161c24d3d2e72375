"""The base of this game's action kinds: each holds its compiled game."""

from __future__ import annotations

from typing import TypeVar

from engine.play.action import Action, ActionKind
from modules.afrika.rules.compiled import AfrikaGame

A = TypeVar("A", bound=Action)


class GameKind(ActionKind[A]):
    """An action kind of this game."""

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
