"""The battle before the roll: forces, odds, every shift with its rule, each result with its chance.

The dialog shows whatever plan the running tool has: an attack being put together, or a commitment to a
battle already declared. After the dice it shows what they brought. It never blocks; the board stays usable.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from app.player.desk import Desk
from app.player.dialogs.combat_frame import CombatFrame
from app.player.dialogs.figure_list import Figure
from app.player.figures import signed, strength
from app.player.tools.outcome import Plan
from app.widgets.enter_key import ENTER_KEYS
from engine.ids import PieceId, SideId
from engine.play.transition import Transition
from engine.view.preview import Modifier, Preview

ORDER = {"yes": 0, "open": 1, "no": 2}
STEPS = ("Forces", "Commitments", "Roll")
NO_UNDO = "No undo past the roll."
FREE_UNDO = "This game allows undo past the roll."


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """A number somebody may commit now: words, bounds, the present number."""

    words: str
    lowest: int
    highest: int
    value: int


NO_SHIFT = "None: the column of the odds stands"
"""Stands below the head of the shifts where none applied, so that it is no empty half."""


class CombatDialog(CombatFrame):
    """One battle from its first attacker to its dice."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._stage = 0
        self._side: SideId = ""
        self._answered = False
        self.cancel_button.clicked.connect(self._cancel)
        self.confirm_button.clicked.connect(self._confirm)

    # --- what is shown ------------------------------------------------------------------------------------

    def show_attack(self, plan: Plan, side: SideId) -> None:
        """An attack being put together."""
        self._answered = False
        self._begin(plan.title, side, stage=0)
        self._show_preview(plan.preview, side)
        others = tuple(piece for piece in plan.candidates if piece not in plan.chosen)
        self.attacker.show_members(plan.chosen, others)
        self.commit_row.hide()
        self.cancel_button.setText("Cancel attack")
        self.confirm_button.setText("Declare attack")
        self._show_refusal(plan)

    def show_commitment(self, plan: Plan, side: SideId, commitment: Commitment | None, words: str) -> None:
        """Something to commit to a battle already declared."""
        self._answered = False
        self._begin(words or plan.title, side, stage=1)
        self._show_preview(plan.preview, side)
        self.commit_row.setVisible(commitment is not None)
        if commitment is not None:
            self.stepper_words.setText(commitment.words)
            self.stepper.set_range(commitment.lowest, commitment.highest)
            self.stepper.set_value(commitment.value)
        self.cancel_button.setText("Later")
        self.confirm_button.setText("Commit")
        self._show_refusal(plan)

    def show_outcome(self, transition: Transition) -> None:
        """What the dice brought."""
        self._stage = 2
        title = self.head.text().partition(":")[0]
        self.head.setText(f"{title}: the result")
        self.setWindowTitle(self.head.text())
        rolled = next((event for event in transition.events if event.dice), None)
        self.results.mark(rolled.text if rolled else "")
        if self._preview is not None:
            applied = tuple(m for m in self._preview.modifiers if m.applies == "yes")
            self._show_shifts(applied, self._preview.final - self._preview.base)
        self.dice.show_dice(rolled.dice if rolled else ())
        self.outcome.setText("\n".join(event.text for event in transition.events))
        self.outcome_card.show()
        self.commit_row.hide()
        self.warning.hide()
        self.refusal.setText("")
        self.cancel_button.hide()
        self.confirm_button.setText("Go on")
        self.confirm_button.setEnabled(True)
        self._show_step()
        self.area.ensureVisible(0, 0)

    def add_outcome(self, transition: Transition) -> None:
        """What came of it since: losses taken, retreats made."""
        told = [self.outcome.text(), *(event.text for event in transition.events if event.text)]
        self.outcome.setText("\n".join(told))

    @property
    def is_outcome(self) -> bool:
        """Whether the dice have been rolled."""
        return self._stage == 2

    def _begin(self, title: str, side: SideId, stage: int) -> None:
        session = self.desk.session
        self._stage, self._side = stage, side
        self.results.mark("")
        self.setWindowTitle(title)
        self.head.setText(title)
        state = session.state
        self.subtitle.setText(
            f"{session.side_title(session.acting)}, {session.phase_title(state.phase)}, turn {state.turn}"
        )
        self.outcome_card.hide()
        free = session.game.free_undo
        self.warning.setText(FREE_UNDO if free else NO_UNDO)
        self.warning.show()
        self.cancel_button.show()
        self.header.form = self.desk.look(side)
        self.header.update()
        self._show_step()

    def _show_step(self) -> None:
        self.step.setText(f"Step {self._stage + 1} of {len(STEPS)}")
        self.way.setText(" › ".join(STEPS))

    def _show_refusal(self, plan: Plan) -> None:
        self.refusal.setText(str(plan.refusal) if plan.refusal else "")
        self.confirm_button.setEnabled(plan.refusal is None)

    def _show_preview(self, preview: Preview | None, side: SideId) -> None:
        self._preview = preview
        for widget in (self.track, self.results, self.results_head, self.means):
            widget.setVisible(preview is not None)
        self.odds_note.setVisible(preview is not None and not self.is_low)
        if preview is None:
            self.attacker.show_force(None, side, self.desk.session.side_title(side))
            self.defender.hide()
            self._show_shifts((), 0)
            self.notes.setText("")
            return
        self.defender.show()
        self.attacker.show_force(
            preview.attacker, preview.attacker.side, self._force_title(preview, attacks=True)
        )
        self.defender.show_force(
            preview.defender, preview.defender.side, self._force_title(preview, attacks=False)
        )
        self.track.show_preview(preview)
        total, against = strength(preview.attacker.total), strength(preview.defender.total)
        self.odds_note.setText(f"{total} against {against}")
        self._show_shifts(preview.modifiers, preview.final - preview.base)
        column = preview.columns[preview.final] if preview.columns else preview.odds
        self.results_head.setText(f"Results in column {column}")
        self.results.show_results(preview.results, preview.out_of)
        mine = self.desk.session.side_title(preview.attacker.side)
        theirs = self.desk.session.side_title(preview.defender.side)
        self.means.setText(
            f"Mean loss: {mine} {preview.mean_attacker_loss:.1f}, "
            f"{theirs} {preview.mean_defender_loss:.1f} steps"
        )
        self.notes.setText("\n".join(preview.notes))
        self.notes.setVisible(bool(preview.notes))

    def _force_title(self, preview: Preview, *, attacks: bool) -> str:
        session = self.desk.session
        force = preview.attacker if attacks else preview.defender
        title = session.side_title(force.side)
        if not attacks:
            return f"{title}, {session.place_title(preview.target)}"
        views = [session.projection.pieces.get(line.piece) for line in force.lines]
        places = dict.fromkeys(view.at for view in views if view is not None and view.at is not None)
        *first, last = places or [""]
        words = f"{', '.join(first)} and {last}" if first else last
        return f"{title}, from {words}" if places else title

    def _show_shifts(self, modifiers: tuple[Modifier, ...], net: int) -> None:
        in_order = sorted(modifiers, key=lambda modifier: ORDER.get(modifier.applies, 1))
        rows = [shift_figure(modifier) for modifier in in_order]
        if modifiers:
            rows.append(Figure(text="Net shift", amount=signed(net), is_strong=True))
        elif self._preview is not None:
            rows.append(Figure(text=NO_SHIFT))
        self.shifts.show_figures(tuple(rows))

    # --- answers ---------------------------------------------------------------------------------

    def _confirm(self) -> None:
        if self._stage == 2:
            self.close()
            return
        self.confirmed.emit()

    def _cancel(self) -> None:
        self.close()

    def toggle(self, piece: PieceId) -> None:
        """Takes a piece in or out, as a click on its counter does."""
        self.toggled.emit(piece)

    def set_answered(self) -> None:
        """The battle went on; closing the dialog now cancels nothing."""
        self._answered = True

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        if self._stage != 2 and not self._answered:
            self._answered = True
            self.cancelled.emit()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_KEYS:
            if self.confirm_button.isEnabled() and not event.isAutoRepeat():
                self._confirm()
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() in {Qt.Key.Key_Plus, Qt.Key.Key_Minus} and self.commit_row.isVisible():
            self.stepper.keyPressEvent(event)
        else:
            super().keyPressEvent(event)


def shift_figure(modifier: Modifier) -> Figure:
    """One shift as a line: tick = applies, dash = not and why, circle = may still be committed."""
    applies = modifier.applies == "yes"
    amount = signed(modifier.value) if applies else "—" if modifier.applies == "no" else "0"
    tone = ("good" if modifier.value > 0 else "bad") if applies and modifier.value else "second"
    words = modifier.text[:1].upper() + modifier.text[1:]
    return Figure(
        text=words,
        amount=amount,
        rule=modifier.rule,
        sign=modifier.applies,
        amount_tone=tone,
        is_muted=not applies,
    )
