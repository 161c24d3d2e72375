"""Fog of war (clar. 20): the enemy sees the top unit of a stack and how many there are.

With the option ``fog`` off everything is open. Supply points, boxes and leaders are always seen, and so are
the dead piles, the turn track and what is alone in its hex.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.state import CONNECTING, RESTRICTION, SIDES, TRIPOLI

BOXES = (TRIPOLI, CONNECTING, RESTRICTION)


def is_foggy(game: AfrikaGame) -> bool:
    """Whether the players see only the top of enemy stacks."""
    return game.options.get("fog") is True


def hidden_in(game: AfrikaGame, state: State, viewer: SideId, place: PlaceId) -> tuple[PieceId, ...]:
    """Units at a place that a viewer cannot tell apart: all enemy units below the top one."""
    if not is_foggy(game) or viewer not in SIDES or not (place in game.board.index or place in BOXES):
        return ()
    units = [name for name in state.stacks.get(place, ()) if name in game.units]
    if not units or game.units[units[0]].side == viewer:
        return ()
    return tuple(units[:-1])


def hidden(game: AfrikaGame, state: State, viewer: SideId) -> frozenset[PieceId]:
    """All units a viewer cannot see."""
    if not is_foggy(game) or viewer not in SIDES:
        return frozenset()
    return frozenset(name for place in state.stacks for name in hidden_in(game, state, viewer, place))


def redact(game: AfrikaGame, state: State, viewer: SideId) -> State:
    """The state without the units a viewer cannot see; the same object if nothing is hidden."""
    unseen = hidden(game, state, viewer)
    if not unseen:
        return state
    pieces = {
        name: replace(piece, at=None) if name in unseen else piece for name, piece in state.pieces.items()
    }
    stacks = {
        place: tuple(name for name in stack if name not in unseen) for place, stack in state.stacks.items()
    }
    return replace(state, pieces=pieces, stacks=stacks)
