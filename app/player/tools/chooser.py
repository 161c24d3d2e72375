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
from engine.play.action import Action, AnyKind, Shape

GOING = frozenset({Shape.MOVE, Shape.PIECE_PLACE})
"""Shapes that take selected pieces somewhere; they work together."""
AT_ONCE = frozenset({Shape.NUMBER, Shape.OPTION, Shape.PIECE, Shape.CARD})
"""Shapes whose tool runs by itself where nothing else can be done."""
_TOOLS: dict[Shape, type[Tool]] = {
    Shape.PIECE: PickPieceTool,
    Shape.PLACE: PickPlaceTool,
    Shape.OPTION: PickOptionTool,
    Shape.CARD: PickOptionTool,
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

    def can_go(self, piece: PieceId) -> bool:
        """Whether any kind can take a piece somewhere."""
        return any(piece in self.offers.subjects(k) for k in self.offers.available if k.shape in GOING)

    def prepared(self, kind: AnyKind, action: Action) -> Tool | None:
        """The tool of an attack or supply group with all in place as an action has it; None for others."""
        tool = self.make(kind)
        if isinstance(tool, AttackTool):
            tool.aim_as(action)
        elif isinstance(tool, SupplyTool):
            tool.begin(getattr(action, "source", ""), getattr(action, "pieces", ()))
        else:
            return None
        return tool

    @property
    def focus(self) -> tuple[PieceId, ...]:
        """The pieces a decision asks about, as far as they can go."""
        asked = self.offers.decision.ask.pieces if self.offers.decision is not None else ()
        return tuple(piece for piece in asked if self.can_go(piece))

    def at_once(self) -> Tool | None:
        """The tool of what the decision is plainly about, its pieces selected; None where people choose.

        Pieces that may stay where they are and have no way to choose are left alone: whoever wants to picks
        them up himself.
        """
        kinds = [kind for kind in self.offers.asked if not kind.ends and kind.shape is not Shape.BUTTON]
        is_free = any(kind.ends for kind in self.offers.kinds)
        moves = any(kind.shape is Shape.MOVE for kind in kinds)
        focus = self.focus if moves or not is_free else ()
        places = {self.offers.place_of(piece) for piece in focus}
        if len(places) == 1:
            self.selection.set(next(iter(places)), focus)
            return self.going(focus)
        if len(kinds) == 1 and kinds[0].shape in AT_ONCE:
            return self.make(kinds[0])
        return None

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
