"""Walking through the stacks that can act, attacks first where attacks are what is decided about."""

from __future__ import annotations

from app.player.offers import Offers
from app.player.tools.chooser import Chooser
from engine.geometry import CompiledBoard
from engine.ids import PlaceId
from engine.play.action import Shape


def attackable(offers: Offers, board: CompiledBoard) -> frozenset[PlaceId]:
    """Places that can be attacked now; none in phases of movement, where an attack follows a move."""
    kinds = offers.available
    if any(kind.shape is Shape.MOVE for kind in kinds):
        return frozenset()
    attacks = (kind for kind in kinds if kind.shape is Shape.ATTACK)
    found = {name for kind in attacks for name in offers.subjects(kind)}
    return frozenset(found & board.index.keys())


def next_place(
    chooser: Chooser, offers: Offers, targets: frozenset[PlaceId], now: PlaceId | None, by: int
) -> PlaceId | None:
    """The next place after the one on show, or the one before: targets first, then stacks that can act."""
    able = {place for place in offers.lit_places if chooser.able(place)}
    places = [*sorted(targets), *sorted(able - targets)]
    if not places:
        return None
    return places[(places.index(now) + by) % len(places) if now in places else (0 if by > 0 else -1)]
