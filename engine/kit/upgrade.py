"""A counter taking the place of another: the way of every upgrade, for free play and rulesets alike.

The old counter leaves the game and bears a mark, so that conditions of victory can tell it from one that was
destroyed. What the marks of play say of the old one (moved, out of supply) holds for the new one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.ids import PieceId
from engine.state.model import Piece

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.play.resolution import Resolution

UPGRADED = "upgraded"
"""The mark of a counter out of the game whose place another has taken."""


def take_place(
    r: Resolution, old: PieceId, new: PieceId, steps: int, *, without: Collection[str] = ()
) -> None:
    """Puts a counter where another stands, in the same place of the stack; the old one leaves the game.

    ``without`` names marks that the new one does not take over. Both pieces must be in the state.
    """
    before = r.state.pieces[old]
    marks = tuple(mark for mark in before.marks if mark not in without and mark != UPGRADED)
    stack = () if before.at is None else r.state.at(before.at)
    r.put_pieces(
        {
            new: Piece(owner=before.owner, at=before.at, steps=steps, count=before.count, marks=marks),
            old: replace(before, at=None, marks=(UPGRADED,)),
        }
    )
    if before.at is not None:
        r.restack(before.at, tuple(new if name == old else name for name in stack if name != new))
