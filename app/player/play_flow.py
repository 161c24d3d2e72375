"""What stands between a wish and an action: table dice asked first, unfinished business shown, refusals told.

Also lets computer players move when it is theirs to decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.messages import Tone
from app.player.dialogs.roll import RollDialog
from app.player.dialogs.unfinished import UnfinishedDialog
from app.player.session import Session
from app.player.sitting import Change, Step
from app.player.table_rolls import next_roll
from app.player.tools.outcome import Do
from engine.errors import Refusal
from engine.ids import SideId
from engine.play.action import Action, AnyKind

if TYPE_CHECKING:
    from app.player.window import PlayerWindow

BOT_PAUSE_MS = 350


class PlayFlow(QObject):
    """The flow of one window."""

    def __init__(self, window: PlayerWindow) -> None:
        super().__init__(window)
        self.window = window
        self.quiet = False
        """Whether unfinished business is no longer asked about in this game."""
        self.roll_dialog: RollDialog | None = None
        self.unfinished_dialog: UnfinishedDialog | None = None
        self._bot_timer = QTimer(self)
        self._bot_timer.setSingleShot(True)
        self._bot_timer.timeout.connect(self._let_bot_play)
        window.session.changed.connect(self._position_changed)

    @property
    def session(self) -> Session:
        """The game."""
        return self.window.session

    # --- actions ----------------------------------------------------------------------------------

    def submit(self, action: Action, side: SideId | None = None, known: tuple[int, ...] = ()) -> None:
        """Takes an action; with table dice the players are asked for every roll of it first."""
        if self.session.sitting.table_dice:
            needed = next_roll(self.session, action, known)
            if needed is not None:
                self._ask_roll(action, known, needed[0].reason, needed[1])
                return
            if known:
                self.session.queue_table_dice(known)
        self.session.submit(action, side)

    def _ask_roll(self, action: Action, known: tuple[int, ...], reason: str, count: int) -> None:
        faces = self._faces(action, known)
        dialog = RollDialog(reason, count, faces, self.window)
        dialog.rolled.connect(lambda values: self._rolled(action, (*known, *values)))
        dialog.left_to_program.connect(lambda: self._roll_by_program(action))
        dialog.rejected.connect(self.window.controller.stop_queue)
        self.roll_dialog = dialog
        dialog.open()

    def _faces(self, action: Action, known: tuple[int, ...]) -> range:
        needed = next_roll(self.session, action, known)
        highest = needed[0].faces if needed else max(self.session.rules.dice_faces)
        return range(1, highest + 1)

    def _rolled(self, action: Action, known: tuple[int, ...]) -> None:
        self.submit(action, known=known)
        self.window.controller.go_on()

    def _roll_by_program(self, action: Action) -> None:
        self.session.submit(action)
        self.window.controller.go_on()

    def do_all(self, actions: tuple[Action, ...]) -> None:
        """Takes proposed actions one after the other as long as they stay legal."""
        self.window.controller.do(Do(actions))

    # --- ending a phase ---------------------------------------------------------------------------

    def end_phase(self, kind: AnyKind | None = None) -> None:
        """Ends the phase, after a look at what is left to do; asked again, it ends at once."""
        if self.unfinished_dialog is not None:
            self.unfinished_dialog.end_phase()
            return
        offers = self.window.controller.offers
        ends = kind or next((found for found in offers.kinds if found.ends), None)
        action = offers.button_action(ends) if ends is not None else None
        if action is None:
            return
        left = self.session.rules.unfinished(offers.state, offers.side)
        if left and not self.quiet and self.window.store.current.confirm_phase_end:
            phase = self.session.phase_title(offers.state.phase).lower()
            dialog = UnfinishedDialog(self.window.desk, phase, left, self.window)
            dialog.ended.connect(lambda: self.submit(action))
            dialog.silenced.connect(self._be_quiet)
            dialog.finished.connect(self._forget_dialog)
            self.unfinished_dialog = dialog
            dialog.show()
            return
        self.submit(action)

    def _forget_dialog(self) -> None:
        self.unfinished_dialog = None
        self.window.activateWindow()

    def _be_quiet(self) -> None:
        self.quiet = True

    # --- refusals ---------------------------------------------------------------------------------

    def show_refusal(self, refusal: Refusal) -> None:
        """Shows why an action was refused, on the hover card where a place is concerned."""
        window = self.window
        window.controller.stop_queue()
        place = next(iter(refusal.places), None) or window.controller.hovered
        if place is not None and place in self.session.rules.board.index:
            window.controller.refused.emit(refusal, place)
        else:
            window.messages.tell(str(refusal), Tone.CARE)
        window.panels.log.refresh()

    # --- computer players -------------------------------------------------------------------------

    def _position_changed(self, change: Change) -> None:
        if self.unfinished_dialog is not None and change.step is not Step.LOOK:
            self.unfinished_dialog.close()
        if self.roll_dialog is not None and change.step is not Step.ACTION:
            self.roll_dialog = None
        self.wake()

    def wake(self) -> None:
        """Lets a computer player think soon, if it is one that decides."""
        decision = self.session.decision
        if decision is not None and any(side in self.session.sitting.players for side in decision.sides):
            speed = self.window.store.current.animation
            self._bot_timer.start(round(BOT_PAUSE_MS / speed) if speed else 0)

    def _let_bot_play(self) -> None:
        self.session.let_play()

    def stop(self) -> None:
        """Stops what waits."""
        self._bot_timer.stop()
