"""Bases of the kinds of free play: they hold the table, and say which pieces a kind can be about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from engine.ids import PieceId, SideId
from engine.play.action import Action, ActionKind
from engine.rules.freeplay_table import FreeTable
from engine.state.model import State

A = TypeVar("A", bound=Action)


class FreeKind(ActionKind[A]):
    """Base of the kinds of free play: holds the table."""

    def __init__(self, table: FreeTable) -> None:
        self.table = table

    def pieces(self, state: State, piece: PieceId | None) -> Iterable[PieceId]:
        """The piece asked about, or all of them."""
        if piece is None:
            return state.pieces
        return (piece,) if piece in state.pieces else ()

    def on_table(self, state: State, piece: PieceId | None) -> Iterator[PieceId]:
        """The same as far as they are in play."""
        return (name for name in self.pieces(state, piece) if state.pieces[name].at is not None)


class TableKind(FreeKind[A]):
    """Base of kinds that are about no piece: asked of one, they offer nothing."""

    def offers(self, state: State, side: SideId) -> Iterator[A]:
        """All that can be done."""
        raise NotImplementedError

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[A]:
        return self.offers(state, side) if piece is None else iter(())


class PieceKind(FreeKind[A]):
    """Base of kinds that are about one piece in play."""

    def offers_of(self, state: State, name: PieceId) -> Iterator[A]:
        """All that can be done with a piece."""
        raise NotImplementedError

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[A]:
        for name in self.on_table(state, piece):
            yield from self.offers_of(state, name)
