"""What the present decision offers, the tool in hand, and what its answers lead to.

It is the part of the controller that knows nothing of clicks and keys. When the position changes, offers and
tool are made anew, and what was picked up stays so where it can still act.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.player.action_queue import ActionQueue
from app.player.board_overlays import Marks
from app.player.desk import Desk
from app.player.offers import Offers
from app.player.session import Session
from app.player.sitting import Change, Step
from app.player.tools.attack import AttackTool
from app.player.tools.base import Tool
from app.player.tools.chooser import Chooser
from app.player.tools.outcome import Aim, Choice, Do, Outcome, Pick, Picture, Refuse
from app.player.tools.pick import PickOptionTool
from engine.ids import PlaceId
from engine.view.advice import Suggestion


class BoardChoices(QObject):
    """Holds one tool at a time over the offers of the present decision."""

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
        self._queue = ActionQueue(desk.session, self.submit_wanted.emit)
        self._approached_from: int | None = None
        """How many actions there were before the approach to the attack that is being prepared."""
        desk.session.changed.connect(self._position_changed)
        desk.action_wanted.connect(lambda action: self.do(Do((action,))))

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
            self._queue.stop()
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

    # --- outcomes ---------------------------------------------------------------------------------

    def do(self, outcome: Outcome, place: PlaceId | None = None) -> None:
        """Carries out what a tool answered."""
        if isinstance(outcome, Do):
            self._queue.begin(outcome)
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
        aim = self._queue.run()
        if aim is not None:
            self.aim(aim)
            self._approached_from = self._queue.begun_at if isinstance(self.tool, AttackTool) else None

    def stop_queue(self) -> None:
        """Forgets what was still to be done."""
        self._queue.stop()

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
