"""Which tool a click begins: the decision's kinds decide, by their shape.

Movement and plain placing of pieces share one tool. Where several kinds of other shapes could begin at the
same spot, the person is asked.
"""

from __future__ import annotations

from app.player.offers import Offers
from app.player.selection import Selection
from app.player.session import Session
from app.player.tools.attack import AttackTool
from app.player.tools.base import Tool
from app.player.tools.haul import HaulTool
from app.player.tools.maneuver import ManeuverTool
from app.player.tools.pick import PickOptionTool, PickPieceTool, PickPlaceTool
from app.player.tools.supply import SupplyTool
from engine.ids import PieceId, PlaceId
from engine.play.action import AnyKind, Shape

GOING = frozenset({Shape.MOVE, Shape.PIECE_PLACE})
"""Shapes that take selected pieces somewhere; they work together."""
_TOOLS: dict[Shape, type[Tool]] = {
    Shape.PIECE: PickPieceTool,
    Shape.PLACE: PickPlaceTool,
    Shape.OPTION: PickOptionTool,
    Shape.NUMBER: PickOptionTool,
    Shape.ATTACK: AttackTool,
    Shape.CARRY: HaulTool,
    Shape.SUPPLY: SupplyTool,
}


class Chooser:
    """Makes tools for one position."""

    def __init__(self, session: Session, offers: Offers, selection: Selection) -> None:
        self.session = session
        self.offers = offers
        self.selection = selection

    def going(self, pieces: tuple[PieceId, ...]) -> Tool | None:
        """The tool that takes these pieces somewhere, if any kind can."""
        kinds = tuple(
            kind
            for kind in self.offers.available
            if kind.shape in GOING and not self.offers.subjects(kind).isdisjoint(pieces)
        )
        return ManeuverTool(self.session, self.offers, self.selection, kinds) if kinds else None

    def able(self, place: PlaceId) -> tuple[PieceId, ...]:
        """The pieces of a place that a click on its stack selects: those that can go, the main kind first."""
        for shape in (Shape.MOVE, Shape.PIECE_PLACE):
            for kind in self.offers.available:
                if kind.shape is shape:
                    able = self.offers.able(kind, place)
                    if able:
                        return able
        return ()

    def make(self, kind: AnyKind) -> Tool | None:
        """The tool of one kind, not yet begun; None for plain buttons."""
        if kind.shape in GOING:
            return ManeuverTool(self.session, self.offers, self.selection, (kind,))
        tool = _TOOLS.get(kind.shape)
        return tool(self.session, self.offers, self.selection, kind) if tool else None

    def others(self, place: PlaceId, piece: PieceId | None = None) -> tuple[AnyKind, ...]:
        """Kinds that can begin here and are not about going somewhere."""
        wanted = self.offers.at(place, piece)
        return tuple(kind for kind in wanted if kind.shape not in GOING and kind.shape is not Shape.BUTTON)
