"""From clicks and keys to choices: which tool runs, what it makes of a target, and what follows.

The controller knows places and pieces, not pixels: the board tells it what was hit. It looks a target up in
the decision's kinds: none gives the reason, one is done or begun, several are asked about.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from app.player.board_choices import BoardChoices
from app.player.desk import Desk
from app.player.tools.attack import AttackTool
from app.player.tools.base import Tool
from app.player.tools.maneuver import ManeuverTool
from app.player.tools.outcome import Do, Leave
from app.player.tools.pick import PickOptionTool
from app.player.tools.supply import SupplyTool
from app.player.unit_walk import attackable, next_place
from engine.errors import Refusal
from engine.ids import PieceId, PlaceId
from engine.play.action import AnyKind, Shape


class BoardController(BoardChoices):
    """Runs one tool at a time by what is clicked, dragged, typed and chosen from lists."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(desk, parent)
        self._left_behind: tuple[PlaceId | None, tuple[PieceId, ...]] | None = None
        desk.select_wanted.connect(self.select)
        desk.pick_wanted.connect(self.pick)
        desk.click_wanted.connect(lambda place, piece: self.click(place, piece, single=True))
        desk.drag_wanted.connect(self.begin_drag)
        desk.drop_wanted.connect(self.drop)

    # --- targets ----------------------------------------------------------------------------------

    def click(
        self, place: PlaceId, piece: PieceId | None = None, *, single: bool = False, way_point: bool = False
    ) -> None:
        """A place was clicked, perhaps on a counter; ``single`` means just that counter of the stack."""
        self.marks.shown = ()
        self._left_behind = None
        if self.tool is None or self._is_other_stack(place, single=single, way_point=way_point):
            if self.tool is not None:
                self._left_behind = (self.desk.selection.place, self.desk.selection.pieces)
            self.tool = None
            self.begin(place, piece, single=single)
        else:
            outcome = self.tool.take(place, piece, way_point=way_point)
            if isinstance(outcome, Leave):
                self.tool = None
                self.begin(place, piece, single=single)
            else:
                self.do(outcome, place)
        self.changed.emit()

    def double_click(self, place: PlaceId) -> None:
        """The second click on a place: what was selected before the first one moves there after all."""
        if self._left_behind is not None and self.desk.selection.place == place:
            origin, pieces = self._left_behind
            if origin is not None:
                self.select(origin, pieces)
        self._left_behind = None
        if self.tool is not None and place != self.desk.selection.place:
            self.drop(place)

    def _is_other_stack(self, place: PlaceId, *, single: bool, way_point: bool) -> bool:
        """Whether a click picks up another stack, or another unit, instead of moving onto it."""
        if not isinstance(self.tool, ManeuverTool) or way_point or self.is_explicit:
            return False
        return single or place == self.desk.selection.place or bool(self.chooser.able(place))

    def begin(self, place: PlaceId, piece: PieceId | None = None, *, single: bool = False) -> None:
        """Begins whatever a target can begin."""
        able = self.chooser.able(place)
        if single and piece is not None:
            able = (piece,) if self.chooser.can_go(piece) else ()
        self.is_explicit = False
        if able:
            able = self._cycled(place, able) if not single else able
            self.desk.selection.set(place, able)
            self.tool = self.chooser.going(able)
            return
        standing = (piece,) if single and piece is not None else ()
        self.desk.selection.set(place, standing)
        others = self.chooser.others(place, piece)
        if len(others) == 1:
            self.start(others[0], place, piece)
        elif others:
            self.kinds_wanted.emit(others, place)
        elif self.offers.decision is not None:
            refusal = self.offers.why_not(place, piece)
            if refusal is not None and self._is_occupied(place):
                self.refused.emit(refusal, place)

    def _cycled(self, place: PlaceId, able: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
        """A second click on a selected stack narrows it to its top unit, a third widens it again."""
        selection = self.desk.selection
        if place != selection.place or len(able) < 2:
            return able
        top = tuple(piece for piece in self.desk.top_down(place) if piece in able)[:1]
        return top if set(selection.pieces) == set(able) else able

    def start(self, kind: AnyKind, place: PlaceId | None = None, piece: PieceId | None = None) -> None:
        """Starts the tool of a kind, at a target if one is given; a plain button is simply done."""
        tool = self.chooser.make(kind) or self._asked_first(kind)
        if tool is None:
            action = self.offers.button_action(kind)
            if action is not None:
                self.do(Do((action,)))
            return
        self.tool = tool
        self.is_explicit = True
        if isinstance(tool, ManeuverTool):
            self._keep_able(kind, place)
        begins = place is not None and not isinstance(tool, ManeuverTool)
        outcome = tool.take(place, piece) if begins and place is not None else Leave()
        if not isinstance(outcome, Leave):
            self.do(outcome, place)
        self.changed.emit()

    def _asked_first(self, kind: AnyKind) -> Tool | None:
        """A question before a plain button that nobody must press and that cannot be taken back."""
        action = self.offers.button_action(kind)
        if kind.ends or action is None or not any(other.ends for other in self.offers.available):
            return None
        found = self.session.what_if(action)
        is_harmless = found is not None and not found.barrier
        return None if is_harmless else PickOptionTool(self.session, self.offers, self.desk.selection, kind)

    def _keep_able(self, kind: AnyKind, place: PlaceId | None) -> None:
        """Of what is selected, or stands at the target, only what a kind can take somewhere goes on."""
        able = self.offers.subjects(kind)
        kept = tuple(name for name in self.desk.selection.pieces if name in able)
        if place is not None and not kept:
            kept = self.offers.able(kind, place)
        if kept != self.desk.selection.pieces:
            self.desk.selection.set(self.offers.place_of(kept[0]) if kept else None, kept)

    def select(self, place: PlaceId, pieces: tuple[PieceId, ...] = ()) -> None:
        """Selects from a list or box, as a click there would."""
        self.marks.shown = ()
        if isinstance(self.tool, (AttackTool, SupplyTool)) and pieces:
            self.tool.take(place, pieces[0])
        elif self.tool is not None and not pieces and place in self.picture_places():
            self.do(self.tool.take(place), place)
        elif not pieces:
            self.tool = None
            self.begin(place)
        else:
            self.pick(place, pieces)
            return
        self.changed.emit()

    def pick(self, place: PlaceId, pieces: tuple[PieceId, ...]) -> None:
        """Selects exactly these pieces, perhaps none; all of a stack means all that can go.

        What was asked for by name goes on with them, as far as they can.
        """
        asked = self.tool.kind if self.is_explicit and isinstance(self.tool, ManeuverTool) else None
        self.is_explicit = False
        able = tuple(piece for piece in pieces if self.chooser.can_go(piece))
        if able and set(pieces) == set(self.offers.standing(place)):
            pieces = able
        self.desk.selection.set(place, pieces)
        self.tool = self.chooser.going(able) if able and able == pieces else None
        if asked is not None and pieces and self.offers.subjects(asked).issuperset(pieces):
            self.tool, self.is_explicit = self.chooser.make(asked), True
        if self.tool is None and len(pieces) == 1:
            self._begin_haul(place, pieces[0])
        self.changed.emit()

    def _begin_haul(self, place: PlaceId, piece: PieceId) -> None:
        """Goods picked from a list or box begin what can be done with them, as on the map."""
        hauls = tuple(kind for kind in self.chooser.others(place, piece) if kind.shape is Shape.CARRY)
        if len(hauls) == 1:
            self.start(hauls[0], place, piece)
        elif hauls:
            self.kinds_wanted.emit(hauls, place)

    def picture_places(self) -> frozenset[PlaceId]:
        """Every place the running tool can take next."""
        picture = self.picture
        reached = frozenset(picture.reach.arrivals) if picture.reach else frozenset()
        return picture.places | picture.targets | reached

    # --- hover, drag, keys ------------------------------------------------------------------------

    def hover(self, place: PlaceId | None) -> None:
        """The pointer or hex cursor came to a place, or left the board."""
        if place == self.hovered:
            return
        self.hovered = place
        if self.tool is not None and place is not None:
            self.tool.hover(place)
        self.pointed.emit()

    def begin_drag(self, pieces: tuple[PieceId, ...]) -> None:
        """Pieces are being dragged: their tool shows where they can go."""
        place = self.offers.place_of(pieces[0]) if pieces else None
        if place is None or (self.desk.selection.pieces == pieces and self.tool is not None):
            return
        self.select(place, tuple(piece for piece in pieces if self.offers.place_of(piece) == place))

    def drop(self, place: PlaceId) -> None:
        """What was dragged is let go over a place."""
        if self.tool is not None:
            outcome = self.tool.drop(place)
            if isinstance(outcome, Leave):
                refusal = self.offers.why_not(place)
                self.refused.emit(refusal or Refusal("nothing can be put there now"), place)
            else:
                self.do(outcome, place)
        self.changed.emit()

    def confirm(self) -> None:
        """Enter: the tool does what it is ready for, or the target under the cursor is taken."""
        cursor = self.marks.cursor
        if self.tool is not None and self.tool.is_ready:
            self.do(self.tool.confirm(), self.hovered or cursor)
            self.changed.emit()
        elif cursor is not None:
            self.click(cursor)

    def way_point(self) -> None:
        """Shift+Enter: the place under the cursor becomes a way point."""
        if self.marks.cursor is not None:
            self.click(self.marks.cursor, way_point=True)

    def escape(self) -> None:
        """Esc: one step back, then the tool goes, then the selection."""
        if self.tool is not None and self.tool.step_back():
            pass
        elif isinstance(self.tool, AttackTool):
            self.call_off()
            return
        elif self.tool is not None and not self._is_forced():
            self.tool = None
        elif self.desk.selection.place is not None:
            self.desk.selection.clear()
        self.marks.shown = ()
        self.changed.emit()

    def lay_down(self) -> None:
        """What is in hand goes back where it stands and is selected no more, as before it was taken up."""
        self.tool, self.marks.shown = None, ()
        self.desk.selection.clear()
        self.changed.emit()

    def call_off(self) -> None:
        """Lets an attack go that was not declared; an approach made for it is taken back with it."""
        count, self.tool, self.marks.shown = self._approached_from, None, ()
        if count is not None and self.session.undo_to(count):
            self.session.told.emit("Called off: the units are back where they came from.", "good")
        self.changed.emit()

    def _is_forced(self) -> bool:
        """Whether the tool runs because there is nothing else to do."""
        kinds = [kind for kind in self.offers.available if not kind.ends and kind.shape is not Shape.BUTTON]
        return isinstance(self.tool, PickOptionTool) and len(kinds) == 1

    def set_cursor(self, place: PlaceId | None) -> None:
        """Moves the hex cursor."""
        self.marks.cursor = place
        self.hover(place)

    # --- walking through units --------------------------------------------------------------------

    def step_through(self, by: int) -> None:
        """Selects the next or previous stack that can act, and shows it; where attacks are what is decided
        about, what can be attacked comes first.
        """
        targets = attackable(self.offers, self.session.rules.board)
        place = next_place(self.chooser, self.offers, targets, self.desk.selection.place, by)
        if place is None:
            return
        self.tool = None
        if place in targets:
            self.desk.selection.set(place)
        else:
            self.begin(place)
        self.marks = replace(self.marks, cursor=place)
        self.desk.show(place)
        self.changed.emit()
