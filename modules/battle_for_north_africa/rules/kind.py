"""Base of this game's action kinds, and kinds without anything to choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from engine.errors import Refusal
from engine.ids import PieceId, SideId
from engine.play.action import Action, ActionKind, Shape
from engine.play.resolution import Resolution
from engine.state.model import State

if TYPE_CHECKING:
    from modules.battle_for_north_africa.rules.compiled import NorthAfricaGame

A = TypeVar("A", bound=Action)


class GameKind(ActionKind[A]):
    """An action kind of a compiled game."""

    def __init__(self, game: NorthAfricaGame) -> None:
        self.game = game


class ButtonKind(ActionKind[Action]):
    """Nothing to choose: what it does is a function of the resolution."""

    shape = Shape.BUTTON

    def __init__(self, action: type[Action], label: str, act: Callable[[Resolution], None]) -> None:
        self.kind = str(action.__struct_config__.tag)
        self.action = action
        self.label = label
        self._act = act

    def check(self, state: State, side: SideId, action: Action) -> Refusal | None:
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Action]:
        yield self.action()

    def apply(self, r: Resolution, side: SideId, action: Action) -> None:
        self._act(r)


def subsets(items: tuple[PieceId, ...], most: int) -> Iterator[tuple[PieceId, ...]]:
    """Non-empty subsets of at most ``most`` items, the larger prefixes first: sensible, not all."""
    for size in range(min(len(items), most), 0, -1):
        for start in range(len(items) - size + 1):
            yield items[start : start + size]
