"""A game being played in a window: Qt's view of :class:`engine.game.Game`.

All changes go through here and come out as one signal with what was before and after; panels compare and
repaint what differs. The session also knows who looks (hotseat, solo), follows with log and journal, and lets
the window look at earlier moments without touching the game.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from app.player.chronicle import Chronicle
from app.player.figures import capital
from app.player.lookers_seat import ALL, LookersSeat
from app.player.sitting import Change, Sitting, Step, Thought, branched
from app.player.thinking import Thinker
from engine.bots import Bot, make_bot
from engine.definition.module import ModuleDef
from engine.errors import IllegalAction, Refusal, RuleBug, UndoBlocked
from engine.game import Game
from engine.ids import PhaseId, PieceId, PlaceId, SideId
from engine.play.action import Action
from engine.play.decision import Decision
from engine.play.transition import Transition, apply, refuse
from engine.rules.ruleset import GameRules
from engine.saves import Journal, Remarks, SaveFault
from engine.state.model import State
from engine.view.projection import Projection

UNDO_REMEDY = " Edit → Allow undo past dice lifts that."
_log = logging.getLogger(__name__)


class Session(QObject):
    """One game with its history, viewer, log and journal. Closing it ends its worker and journal."""

    changed = Signal(object)
    refused = Signal(object)
    told = Signal(str, str)
    handed_over = Signal(str)
    advised = Signal(object)
    busy_changed = Signal(bool)
    remarks_changed = Signal()

    def __init__(
        self,
        game: Game,
        sitting: Sitting | None = None,
        parent: QObject | None = None,
        times: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self.game = game
        self.sitting = sitting or Sitting()
        self.remarks = Remarks()
        self.chronicle = Chronicle(game, times=times)
        self.journal: Journal | None = None
        self.is_unsaved = False
        self._looking: int | None = None
        self._veiled = False
        self._viewer = ""
        self._seat = LookersSeat(self.sitting)
        self._next_viewer = ""
        self._viewer = self._seat.taken_by(self.game, self._viewer)
        self._projected: tuple[State, SideId, Projection] | None = None
        self._thinker = Thinker(self)
        self._thinker.finished.connect(self._take_thought)
        self._thinker.failed.connect(self._thought_failed)

    # --- what there is ----------------------------------------------------------------------------

    @property
    def rules(self) -> GameRules:
        """The compiled game."""
        return self.game.rules

    @property
    def module(self) -> ModuleDef:
        """The module's definitions."""
        return self.game.rules.module

    @property
    def state(self) -> State:
        """The position shown: the present one, or the earlier one being looked at."""
        return self.game.state if self._looking is None else self._state_at(self._looking)

    @property
    def decision(self) -> Decision | None:
        """What has to be decided; None at the end, at an earlier moment, and behind the veil."""
        return None if self._looking is not None or self._veiled else self.game.decision

    @property
    def viewer(self) -> SideId:
        """Whose eyes the window has: a side, or ``all``."""
        return self._viewer

    @property
    def is_veiled(self) -> bool:
        """Whether the hand-over screen must cover everything."""
        return self._veiled

    @property
    def acting(self) -> SideId:
        """The side the person at the screen decides for; empty when the game is over."""
        decision = self.game.decision
        if decision is None:
            return ""
        if self._viewer in decision.sides:
            return self._viewer
        return decision.sides[0]

    @property
    def projection(self) -> Projection:
        """The shown position as the viewer may see it; made once for each position and viewer."""
        state = self.state
        if self._projected is None or self._projected[0] is not state or self._projected[1] != self._viewer:
            self._projected = (state, self._viewer, self.rules.project(state, self._viewer))
        return self._projected[2]

    @property
    def looking_at(self) -> int | None:
        """Number of actions at the earlier moment shown; None at the present."""
        return self._looking

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back now."""
        return self._looking is None and self.game.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be done again."""
        return self._looking is None and self.game.can_redo

    @property
    def is_busy(self) -> bool:
        """Whether the program is thinking."""
        return self._thinker.is_busy

    # --- words ------------------------------------------------------------------------------------

    def side_title(self, side: SideId) -> str:
        """A side's name; for no side, nothing."""
        return next((found.title for found in self.module.sides if found.id == side), side)

    def phase_title(self, phase: PhaseId) -> str:
        """A phase's name with what it belongs to."""
        titles = {found.id: found.title for found in self.module.phases()}
        return titles.get(phase, phase.rpartition(".")[2].replace("-", " ").capitalize())

    def place_title(self, place: PlaceId | None) -> str:
        """A hex with its name, a box by its title; words for no place."""
        if place is None:
            return "out of play"
        index = self.rules.board.index.get(place)
        if index is not None:
            return self.rules.board.label(index)
        return next((box.title for box in self.projection.boxes if box.id == place), place)

    def piece_name(self, piece: PieceId) -> str:
        """A piece as the viewer may call it."""
        view = self.projection.pieces.get(piece)
        return view.name if view else "unknown piece"

    # --- doing ------------------------------------------------------------------------------------

    def check(self, action: Action, side: SideId | None = None) -> Refusal | None:
        """Why an action would be refused now; None if it is legal."""
        return refuse(self.rules, self.game.state, side or self.acting, action)

    def what_if(self, *actions: Action) -> Transition | None:
        """What actions would bring, tried on the immutable position; None if illegal or left to dice."""
        if self._looking is not None:
            return None
        state, found = self.game.state, None
        for action in actions:
            try:
                found = apply(self.rules, state, self.acting, action)
            except IllegalAction:
                return None
            if found.draws or found.barrier:
                return found if not found.draws else None
            state = found.state
        return found

    def submit(self, action: Action, side: SideId | None = None) -> bool:
        """Takes an action; tells of a refusal and returns False if the rules forbid it."""
        if self._looking is not None:
            self.told.emit("You are looking at an earlier moment. Go back to the present to play on.", "care")
            return False
        before = self.game.state
        acting = side or self.acting
        try:
            transition = self.game.apply(action, acting)
        except IllegalAction as error:
            self.chronicle.refuse(error.refusal, acting)
            self.refused.emit(error.refusal)
            return False
        except RuleBug as bug:
            _log.exception("the rules failed at %r of %s", action, acting)
            self.told.emit(f"The rules failed: {bug}. Nothing was changed; Adjudicate can overrule.", "bad")
            return False
        self._went_on(Step.ACTION, before, transition)
        return True

    def undo(self, *, free: bool = False) -> bool:
        """Takes the last action back; tells why not at a barrier."""
        before = self.game.state
        barrier = self.game.transition.barrier if self.game.count else ""
        try:
            transition = self.game.undo(free=free)
        except UndoBlocked as error:
            remedy = "" if self.game.free_undo or not self.game.count else UNDO_REMEDY
            self.told.emit(f"{capital(str(error))}.{remedy}", "care")
            return False
        if barrier:
            self.chronicle.take_back(f"Taken back beyond: {barrier}.", self.acting)
        self._went_on(Step.UNDO, before, transition)
        return True

    def redo(self) -> bool:
        """Does again what was undone last."""
        before = self.game.state
        try:
            transition = self.game.redo()
        except UndoBlocked as error:
            self.told.emit(f"{capital(str(error))}.", "care")
            return False
        self._went_on(Step.REDO, before, transition)
        return True

    def undo_to(self, number: int) -> bool:
        """Takes back until so many actions remain; stops and tells at a barrier."""
        before = self.game.state
        reached = True
        while self.game.count > number and reached:
            try:
                self.game.undo()
            except UndoBlocked as error:
                self.told.emit(f"Went back as far as possible; {error}.{UNDO_REMEDY}", "care")
                reached = False
        if self.game.state is not before:
            self._went_on(Step.UNDO, before, self.game.transition)
        return reached

    def queue_table_dice(self, dice: tuple[int, ...], picks: tuple[str, ...] = ()) -> None:
        """Takes over what people rolled or drew at the table."""
        self.game.queue_table_dice(dice, picks)

    # --- looking ----------------------------------------------------------------------------------

    def look_at(self, number: int | None) -> None:
        """Shows the position after so many actions; None shows the present."""
        if number is not None:
            number = max(0, min(number, self.game.count))
        before = self.state
        self._looking = number
        self.changed.emit(Change(step=Step.LOOK, before=before, after=self.state))

    def set_viewer(self, viewer: SideId) -> None:
        """Looks with other eyes."""
        self._viewer = viewer
        self._veiled = False
        state = self.state
        self.changed.emit(Change(step=Step.VIEWER, before=state, after=state))

    def lift_veil(self) -> None:
        """The player named by the hand-over screen sits down."""
        if self._veiled:
            self.set_viewer(self._next_viewer)

    def set_seat(self, side: SideId, player: str) -> None:
        """Lets the program play a side, or a person again when no player is named."""
        self.stop_thinking()
        self.sitting.seats.pop(side, None)
        self.sitting.players.pop(side, None)
        if player:
            self.sitting.seats[side] = player
            self.sitting.players[side] = make_bot(player, self.game.seed + self.game.count, side)
        self.is_unsaved = True
        self.set_viewer(self._seat.taken_by(self.game, self._viewer))

    def set_solo(self, *, solo: bool) -> None:
        """Shows everything to one person, or turns to hotseat."""
        self.sitting.solo = solo
        self.set_viewer(self._seat.taken_by(self.game, self._viewer))

    def branch(self, number: int) -> Game:
        """A new game that is equal to this one up to an action."""
        return branched(self.game, number)

    # --- remarks, journal, end --------------------------------------------------------------------

    def set_remarks(self, remarks: Remarks) -> None:
        """Replaces notes and bookmarks; the journal keeps them."""
        self.remarks = remarks
        self.is_unsaved = True
        self._journalize(lambda journal: journal.remark(remarks))
        self.remarks_changed.emit()

    def mark_saved(self) -> None:
        """Notes that a file now holds all there is."""
        self.is_unsaved = False

    def close(self, *, keep_journal: bool = True) -> None:
        """Ends thinking and closes the journal."""
        self._thinker.close()
        if self.journal is not None:
            self.journal.close(keep=keep_journal)
            self.journal = None

    # --- the program's own thinking ---------------------------------------------------------------

    def ask_hint(self, player: Bot) -> None:
        """Lets a computer player think what it would do; :attr:`advised` tells."""
        if self.game.decision is not None:
            self._think(player, "hint", self.acting)

    def let_play(self) -> bool:
        """Lets the computer player of the deciding side think, if there is one; True if it began."""
        decision = self.game.decision
        if decision is None or self._looking is not None or self._thinker.is_busy:
            return False
        side = next((side for side in decision.sides if side in self.sitting.players), None)
        if side is None:
            return False
        self._think(self.sitting.players[side], "play", side)
        return True

    def stop_thinking(self) -> None:
        """Drops what the program is thinking."""
        self._thinker.drop()
        self.busy_changed.emit(False)

    def _think(self, player: Bot, what: str, side: SideId) -> None:
        state, rules, decision = self.game.state, self.rules, self.game.decision
        assert decision is not None
        self._thinker.start(lambda: Thought(what, state, side, player.choose(rules, state, decision, side)))
        self.busy_changed.emit(True)

    def _take_thought(self, thought: Thought) -> None:
        self.busy_changed.emit(False)
        if self.game.state is not thought.state:
            return
        if thought.purpose == "hint":
            self.advised.emit(thought.action)
        else:
            self.submit(thought.action, thought.side)

    def _thought_failed(self, fault: str) -> None:
        self.busy_changed.emit(False)
        self.told.emit(f"The computer player failed: {fault}", "bad")

    # --- inside -----------------------------------------------------------------------------------

    def _state_at(self, number: int) -> State:
        return self.game.turns[number - 1].transition.state if number else self.game.opening.state

    def _went_on(self, step: Step, before: State, transition: Transition) -> None:
        self._looking = None
        self.is_unsaved = True
        if self._thinker.is_busy:
            self.stop_thinking()
        self.chronicle.follow(self.game)
        self._journalize(lambda journal: journal.follow(self.game, self.chronicle.times))
        self._pass_on()
        self.changed.emit(Change(step=step, before=before, after=self.state, transition=transition))

    def _pass_on(self) -> None:
        """Gives the screen to whoever decides now, behind a veil if something is secret."""
        fitting = self._seat.taken_by(self.game, self._viewer)
        if fitting == self._viewer:
            return
        if fitting != ALL and self.rules.sealed(self.game.state):
            self._veiled, self._next_viewer = True, fitting
            self.handed_over.emit(fitting)
            return
        self._viewer = fitting

    def _journalize(self, write: Callable[[Journal], None]) -> None:
        if self.journal is None:
            return
        try:
            write(self.journal)
        except SaveFault as fault:
            self.told.emit(f"Not kept in the journal: {fault}", "bad")
