"""Fog of war (clar. 20): the enemy sees the top unit of a stack and how many there are.

With the option ``fog`` off everything is open. Supply points, boxes and leaders are always seen, and so are
the dead piles, the turn track and what is alone in its hex.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.ids import PieceId, PlaceId, SideId
from engine.play.event import Event
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


VEILED: Mapping[str, str] = {
    "set-up": "set up",
    "arrived": "arrived",
    "released": "left the Restriction Box",
    "moved": "moved",
    "shipped": "went by ship",
    "retreated": "retreated",
    "advanced": "advanced",
    "overrun": "began an overrun",
    "step-lost": "lost a step",
    "consolidated": "joined up",
    "absorbed": "went to the dead pile, absorbed by another",
    "rebuilt": "came back to full strength",
    "supplied": "drew supply",
    "back-in-supply": "came back into supply",
    "out-of-supply": "went out of supply",
    "committed": "supported the combat",
}
"""Events that name units of a stack the enemy may not inspect, and what he reads of them, one or many."""


def veil(game: AfrikaGame, event: Event) -> Event:
    """The event for its own side only, with what the enemy may read: how many units, where."""
    count = sum(name in game.units for name in event.pieces)
    if not is_foggy(game) or event.kind not in VEILED or not count or event.audience:
        return event
    where = " - ".join(game.place_name(place) for place in event.places)
    units = f"{count} {game.side_title(event.side)} unit{'s' if count > 1 else ''}"
    public = f"{units} {VEILED[event.kind]}{': ' + where if where else ''}."
    return replace(event, audience=(event.side,), public=public)


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
