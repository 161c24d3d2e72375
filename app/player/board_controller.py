"""From clicks and keys to choices: which tool runs, what it makes of a target, and what follows.

The controller knows places and pieces, not pixels: the board tells it what was hit. It looks a target up in
the decision's kinds: none gives the reason, one is done or begun, several are asked about.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.player.board_overlays import Marks
from app.player.desk import Desk
from app.player.offers import Offers
from app.player.session import Session
from app.player.sitting import Change, Step
from app.player.tools.attack import AttackTool
from app.player.tools.base import Tool
from app.player.tools.chooser import Chooser
from app.player.tools.maneuver import ManeuverTool
from app.player.tools.outcome import Aim, Choice, Do, Leave, Outcome, Pick, Picture, Refuse
from app.player.tools.pick import PickOptionTool
from app.player.tools.supply import SupplyTool
from engine.errors import Refusal
from engine.ids import PieceId, PlaceId
from engine.play.action import Action, AnyKind, Shape
from engine.view.advice import Suggestion


class BoardController(QObject):
    """Runs one tool at a time over the offers of the present decision."""

    changed = Signal()
    """Tool, selection or marks differ from before; board, prompt and lists look again."""
    pointed = Signal()
    """The pointer or hex cursor came to another place: way and card look again, nothing else."""
    pick_wanted = Signal(object, str)
    """Several choices at a place: a :class:`Pick` and the place."""
    kinds_wanted = Signal(tuple, str)
    """Several kinds could begin at a place: the kinds and the place."""
    refused = Signal(object, str)
    """Nothing can be done there: the refusal and the place."""
    submit_wanted = Signal(object)
    """An action to take, after whatever must be asked first."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.marks = Marks()
        self.tool: Tool | None = None
        self.hovered: PlaceId | None = None
        self.offers = Offers(desk.session)
        self.chooser = Chooser(desk.session, self.offers, desk.selection)
        self._moment = self.offers.moment
        self.is_explicit = False
        """Whether the tool was asked for by name, so that clicks on own stacks are targets, too."""
        self._left_behind: tuple[PlaceId | None, tuple[PieceId, ...]] | None = None
        self._queue: list[Action] = []
        self._then: Aim | None = None
        self._begun_at = 0
        self._approached_from: int | None = None
        """How many actions there were before the approach to the attack that is being prepared."""
        desk.session.changed.connect(self._position_changed)
        desk.select_wanted.connect(self.select)
        desk.pick_wanted.connect(self.pick)
        desk.click_wanted.connect(lambda place, piece: self.click(place, piece, single=True))
        desk.action_wanted.connect(lambda action: self.do(Do((action,))))
        desk.drag_wanted.connect(self.begin_drag)
        desk.drop_wanted.connect(self.drop)

    @property
    def session(self) -> Session:
        """The game."""
        return self.desk.session

    @property
    def picture(self) -> Picture:
        """What to light on the board now."""
        if self.tool is not None:
            return self.tool.picture
        return Picture(selected=self.desk.selection.place, places=frozenset())

    @property
    def lit(self) -> frozenset[PlaceId]:
        """Places where something can begin, while no tool shows its own; none where everything can."""
        if self.tool is not None or self.offers.decision is None:
            return frozenset()
        lit = self.offers.lit_places
        return frozenset() if lit.issuperset(self.offers.view.stacks) else lit

    # --- the position changes ---------------------------------------------------------------------

    def _position_changed(self, change: Change) -> None:
        self.offers = Offers(self.session)
        self.chooser = Chooser(self.session, self.offers, self.desk.selection)
        self.tool, self.is_explicit = None, False
        self._approached_from = None
        self.marks.shown = ()
        self._forget_selection()
        if change.step is not Step.ACTION:
            self._queue, self._then = [], None
        self._keep_selection()
        self.begin_by_itself()
        self.changed.emit()

    def _forget_selection(self) -> None:
        """With another phase, or another side to decide, nothing stays picked up by accident."""
        moment = self.offers.moment
        if moment != self._moment:
            self.desk.selection.clear()
        self._moment = moment

    def _keep_selection(self) -> None:
        """Pieces that moved stay selected where they are now, as long as they can act together."""
        pieces = self.session.projection.pieces
        kept = [name for name in self.desk.selection.pieces if name in pieces and pieces[name].at]
        if not kept:
            place = self.desk.selection.place
            self.desk.selection.set(place if self._is_occupied(place) else None)
            return
        place = pieces[kept[0]].at
        together = tuple(name for name in kept if pieces[name].at == place)
        self.desk.selection.set(place, together)
        if self.offers.decision is not None and self.chooser.able(place or ""):
            able = tuple(name for name in together if self.chooser.can_go(name))
            self.desk.selection.set(place, able or together)
            self.tool = self.chooser.going(able) if able else None

    def _is_occupied(self, place: PlaceId | None) -> bool:
        return place is not None and place in self.session.projection.stacks

    def begin_by_itself(self) -> None:
        """Starts what the decision is plainly about, so that nobody has to look for it."""
        decision = self.offers.decision
        if decision is None or self.tool is not None:
            return
        self.tool = self.chooser.at_once()
        if decision.ask.places or decision.ask.pieces:
            places = {self.offers.place_of(piece) for piece in decision.ask.pieces}
            self.desk.show(*decision.ask.places, *(place for place in places if place))

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
        return able[:1] if set(selection.pieces) == set(able) else able

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

    def aim(self, aim: Aim) -> None:
        """Opens an attack with its target and attackers."""
        kind = next((kind for kind in self.offers.available if kind.kind == aim.kind), None)
        if kind is None:
            return
        tool = self.chooser.make(kind)
        if isinstance(tool, AttackTool):
            tool.aim(aim.target, aim.attackers)
            self.tool = tool
            self.changed.emit()

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

    # --- outcomes ---------------------------------------------------------------------------------

    def do(self, outcome: Outcome, place: PlaceId | None = None) -> None:
        """Carries out what a tool answered."""
        if isinstance(outcome, Do):
            self._queue, self._then = list(outcome.actions), outcome.then
            self._begun_at = self.session.game.count
            self.go_on()
        elif isinstance(outcome, Pick):
            self.pick_wanted.emit(outcome, place or "")
        elif isinstance(outcome, Refuse):
            self.refused.emit(outcome.refusal, place or "")

    def point_at(self, choice: Choice) -> None:
        """A choice is looked at in the list: where one of several options is chosen, it is this one now."""
        tool = self.tool
        if isinstance(tool, PickOptionTool) and choice.actions and choice.actions[0] in tool.actions:
            tool.choose(tool.actions.index(choice.actions[0]))
            self.pointed.emit()

    def take_choice(self, choice: Choice) -> None:
        """A line of a menu or list was chosen."""
        self.do(Do(choice.actions, choice.then))

    def take_suggestion(self, suggestion: Suggestion) -> None:
        """A suggestion was chosen: an attack or a supply group is opened, anything else done."""
        first = suggestion.actions[0] if suggestion.actions else None
        kind = next(
            (k for k in self.offers.available if first is not None and isinstance(first, k.action)), None
        )
        tool = self.chooser.prepared(kind, first) if kind is not None and first is not None else None
        if tool is not None:
            self.tool = tool
        else:
            self.do(Do(suggestion.actions))
        self.desk.show(*suggestion.places)
        self.changed.emit()

    def go_on(self) -> None:
        """Takes the next action of the queue, then aims what was to be aimed."""
        while self._queue:
            action = self._queue.pop(0)
            count = self.session.game.count
            self.submit_wanted.emit(action)
            if self.session.game.count == count:
                return
        if self._then is not None:
            aim, self._then = self._then, None
            self.aim(aim)
            moved = self.session.game.count > self._begun_at
            self._approached_from = self._begun_at if moved and isinstance(self.tool, AttackTool) else None

    def stop_queue(self) -> None:
        """Forgets what was still to be done."""
        self._queue, self._then = [], None

    # --- walking through units --------------------------------------------------------------------

    def step_through(self, by: int) -> None:
        """Selects the next or previous stack that can act, and shows it; where attacks are what is decided
        about, what can be attacked comes first.
        """
        targets = self._attackable()
        able = {place for place in self.offers.lit_places if self.chooser.able(place)}
        places = [*sorted(targets), *sorted(able - targets)]
        if not places:
            return
        now = self.desk.selection.place
        index = (places.index(now) + by) % len(places) if now in places else (0 if by > 0 else -1)
        place = places[index]
        self.tool = None
        if place in targets:
            self.desk.selection.set(place)
        else:
            self.begin(place)
        self.marks = replace(self.marks, cursor=place)
        self.desk.show(place)
        self.changed.emit()

    def _attackable(self) -> frozenset[PlaceId]:
        """Places that can be attacked now; none in phases of movement, where an attack follows a move."""
        kinds = self.offers.available
        if any(kind.shape is Shape.MOVE for kind in kinds):
            return frozenset()
        attacks = (kind for kind in kinds if kind.shape is Shape.ATTACK)
        found = {name for kind in attacks for name in self.offers.subjects(kind)}
        return frozenset(found & self.session.rules.board.index.keys())
