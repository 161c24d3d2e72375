"""What the parts of one player window share: session, selection, counter faces, wishes to be shown things.

Panels know the desk and nothing of each other or of the board.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.face import CounterFace
from app.graphics.stack_order import Rank, rank_of
from app.player.selection import Selection
from app.player.session import Session
from app.theme.side_looks import look_of
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Action
from engine.rules.registry import FREE_PLAY
from engine.view.projection import PieceView

RESTACK = "restack"
"""The kind of action by which people order their stacks."""


class Desk(QObject):
    """One window's shared parts and the wishes its panels utter."""

    show_wanted = Signal(tuple)
    """Places to bring into view and mark for a moment."""
    select_wanted = Signal(str, tuple)
    """A place and pieces to select as if they were clicked."""
    pick_wanted = Signal(str, tuple)
    """Exactly these pieces of a place to select, perhaps none."""
    click_wanted = Signal(str, str)
    """A place and a piece in it that were clicked outside the board, to be taken as a click on it."""
    action_wanted = Signal(object)
    """An action to take."""
    drag_wanted = Signal(tuple)
    """Pieces whose drag begins outside the board."""
    drop_wanted = Signal(str)
    """A place outside the board on which pieces were dropped."""
    order_changed = Signal(str)
    """A place whose stack is shown in another order now."""

    def __init__(self, session: Session, place: Path | str, parent: QObject | None = None) -> None:
        """``place`` is where the module's files lie, for the pictures of its counters and cards."""
        super().__init__(parent)
        self.session, self.place = session, place
        self.selection = Selection(self)
        self.faces = FaceMaker(session.module, place)
        module = session.module
        self._units = frozenset(piece.id for piece in module.pieces if piece.kind == "unit")
        self._away = frozenset(box.id for box in module.boxes if box.role in ("dead", "turn"))
        self._orders: dict[PlaceId, tuple[PieceId, ...]] = {}
        self._faces: dict[PieceId, tuple[PieceView, CounterFace]] = {}
        self._formations = {f.title: f for f in session.module.formations}
        self._formations |= {f.id: f for f in session.module.formations}

    def face(self, view: PieceView) -> CounterFace:
        """The counter of a piece as it looks now; made again only when the piece has changed."""
        kept = self._faces.get(view.id)
        if kept is None or kept[0] != view:
            kept = self._faces[view.id] = (view, self.faces.seen(view))
        return kept[1]

    def face_of(self, piece: PieceId) -> CounterFace | None:
        """The counter of a piece the viewer sees."""
        view = self.session.projection.pieces.get(piece)
        return self.face(view) if view else None

    def formation_title(self, view: PieceView) -> str:
        """The higher unit of a piece by its title; views may give its id or the title itself."""
        found = self._formations.get(view.formation)
        return found.title if found else view.formation

    def formation_short(self, view: PieceView) -> str:
        """The higher unit of a piece as short as it is printed on counters."""
        found = self._formations.get(view.formation)
        return (found.short or found.title) if found else view.formation

    def formation_color(self, title: str) -> str:
        """The colour of a higher unit; empty for an unknown one."""
        found = self._formations.get(title)
        return self.faces.formation_color(found.id) if found else ""

    def form(self, side: SideId) -> str:
        """The form of a side's strip, for its marks on the map."""
        return next((s.strip for s in self.session.module.sides if s.id == side), "plain")

    def look(self, side: SideId) -> str:
        """What a side's colors in windows come from: its own color, or the form of its strip."""
        return look_of(self.session.module, side)

    def is_in_play(self, view: PieceView) -> bool:
        """Whether a piece counts in totals: a unit somewhere, neither dead nor due on a later turn."""
        return view.definition in self._units and view.at is not None and view.at not in self._away

    def left(self, side: SideId) -> tuple[int, int]:
        """How many units and steps a side has in play, as every panel counts them."""
        pieces = self.session.projection.pieces.values()
        steps = [view.steps for view in pieces if view.side == side and self.is_in_play(view)]
        return len(steps), sum(steps)

    def set_order(self, place: PlaceId, top_down: tuple[PieceId, ...]) -> None:
        """Shows a stack in an order of the person's own, where the rules do not mind."""
        self._orders[place] = top_down
        self.order_changed.emit(place)

    def order_of(self, place: PlaceId, pieces: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
        """The wished order from the top down; empty if there is none for exactly these pieces."""
        wished = self._orders.get(place, ())
        return wished if sorted(wished) == sorted(pieces) else ()

    def top_down(self, place: PlaceId | None) -> tuple[PieceId, ...]:
        """The pieces of a place from the top down, in the order the person gave them: as they are counted."""
        stack = self.session.projection.stacks.get(place or "")
        if place is None or stack is None:
            return ()
        return self.order_of(place, stack.pieces) or tuple(reversed(self._by_strength(stack.pieces)))

    def bottom_up(self, place: PlaceId) -> tuple[PieceId, ...]:
        """The pieces of a place as the map draws them, the top one last."""
        return tuple(reversed(self.top_down(place)))

    def _by_strength(self, pieces: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
        """The strongest last and a leader after all, unless the game lets people order their stacks."""
        decision, views = self.session.game.decision, self.session.projection.pieces
        is_free = self.session.rules.ruleset == FREE_PLAY
        if is_free or (decision is not None and decision.kind(RESTACK) is not None):
            return pieces
        return tuple(sorted(pieces, key=lambda name: _rank(name, views.get(name))))

    def show(self, *places: PlaceId) -> None:
        """Asks the board to bring places into view."""
        wanted = tuple(place for place in places if place)
        if wanted:
            self.show_wanted.emit(wanted)

    def select(self, place: PlaceId, pieces: tuple[PieceId, ...] = ()) -> None:
        """Asks for a selection as if by a click, so that tools take notice."""
        self.select_wanted.emit(place, pieces)

    def pick(self, place: PlaceId, pieces: tuple[PieceId, ...]) -> None:
        """Asks for exactly these pieces of a place to be selected."""
        self.pick_wanted.emit(place, pieces)

    def click(self, place: PlaceId, piece: PieceId) -> None:
        """Tells of a click on a piece in a box; it does what a click on the board does."""
        self.click_wanted.emit(place, piece)

    def do(self, action: Action) -> None:
        """Asks for an action."""
        self.action_wanted.emit(action)


def _rank(name: PieceId, view: PieceView | None) -> Rank:
    return rank_of(name, view.type, view.values) if view is not None else rank_of(name, "", {})
