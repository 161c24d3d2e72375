"""The battle before the roll: forces, odds, every shift with its rule, each result with its chance.

The dialog shows whatever plan the running tool has: an attack being put together, or a commitment to a
battle already declared. After the dice it shows what they brought. It never blocks; the board stays usable.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.graphics.colors import color
from app.player.desk import Desk
from app.player.dialogs.figure_list import Figure, FigureList
from app.player.dialogs.force_card import ForceCard
from app.player.dialogs.odds_track import OddsTrack, ResultBars
from app.player.figures import signed, strength
from app.player.tools.outcome import Plan
from app.theme.current import restyle, scaled, tokens
from app.widgets.choices import Stepper
from app.widgets.enter_key import ENTER_KEYS, press_buttons_by_enter
from app.widgets.keycap import KeyButton
from app.widgets.labels import label, separator
from app.widgets.tracks import DiceView
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


FULL_SIZE = (1120, 850)
"""Of the dialog in a window with room for it, at normal text."""


class CombatDialog(QDialog):
    """One battle from its first attacker to its dice."""

    toggled = Signal(str)
    committed = Signal(int)
    confirmed = Signal()
    cancelled = Signal()
    shown_on_map = Signal()
    closed = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        press_buttons_by_enter()
        self.desk = desk
        self.setModal(False)
        self.setObjectName("combat")
        self.setAccessibleName("Battle")
        self._stage = 0
        self._preview: Preview | None = None
        self._side: SideId = ""
        self._answered = False
        self.is_low = False
        self.head = label("", "section")
        self.subtitle = label("", "second")
        self.step = label("", "strong")
        self.way = label("", "second")
        self.attacker = ForceCard(desk)
        self.attacker.toggled.connect(self.toggled)
        self.defender = ForceCard(desk)
        self.odds_head = label("Odds and shifts", "card")
        self.odds_note = label("", "second")
        self.track = OddsTrack()
        self.shifts = FigureList(has_signs=True, has_lines=True)
        self.stepper = Stepper("Commit")
        self.stepper.changed.connect(self.committed)
        self.stepper_words = label("", "strong")
        self.results_head = label("", "card")
        self.results = ResultBars()
        self.means = label("", "strong", wraps=True)
        self.notes = label("", "second", wraps=True)
        self.refusal = label("", "bad", wraps=True)
        self.dice = DiceView(34)
        self.outcome = label("", wraps=True)
        self.cancel_button = KeyButton("Cancel", "", "")
        self.map_button = KeyButton("Show on map", "", "")
        self.warning = label("", "second")
        self.confirm_button = KeyButton("Declare attack", "", "primary")
        self._lay_out()
        self.resize(scaled(FULL_SIZE[0]), scaled(FULL_SIZE[1]))

    # --- layout --------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header())
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setWidget(self._body())
        column.addWidget(self.area, 1)
        column.addWidget(self._footer())

    def _header(self) -> QWidget:
        self.header = _StripedBar(self)
        row = QHBoxLayout(self.header)
        row.setContentsMargins(scaled(28), scaled(10), scaled(24), scaled(10))
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(self.head)
        left.addWidget(self.subtitle)
        right.addWidget(self.step, 0, Qt.AlignmentFlag.AlignRight)
        right.addWidget(self.way, 0, Qt.AlignmentFlag.AlignRight)
        row.addLayout(left, 1)
        row.addLayout(right)
        return self.header

    def _body(self) -> QWidget:
        body = QWidget()
        body.setProperty("kind", "panel")
        column = QVBoxLayout(body)
        column.setContentsMargins(scaled(24), scaled(16), scaled(24), scaled(16))
        column.setSpacing(scaled(12))
        self.outcome_card = QFrame()
        self.outcome_card.setProperty("kind", "help")
        outcome = QHBoxLayout(self.outcome_card)
        outcome.setContentsMargins(scaled(16), scaled(12), scaled(16), scaled(12))
        outcome.addWidget(self.dice)
        outcome.addWidget(self.outcome, 1)
        column.addWidget(self.outcome_card)
        self._forces, self._beside = QHBoxLayout(), QVBoxLayout()
        self._forces.setSpacing(scaled(16))
        self._beside.setSpacing(scaled(8))
        column.addLayout(self._forces)
        head = QHBoxLayout()
        head.addWidget(self.odds_head, 1)
        head.addWidget(self.odds_note)
        column.addLayout(head)
        column.addWidget(self.track)
        self._lower = QHBoxLayout()
        self._lower.setSpacing(scaled(24))
        self._lower.addLayout(self._beside)
        self._lower.addLayout(self._shift_column(), 11)
        self._lower.addLayout(self._result_column(), 11)
        column.addLayout(self._lower)
        self._body_column = column
        self._arrange()
        column.addWidget(self.notes)
        column.addStretch(1)
        return body

    def set_low(self, *, low: bool) -> None:
        """In a low window the forces stand beside shifts and results instead of above."""
        if low != self.is_low:
            self.is_low = low
            self._arrange()

    def _arrange(self) -> None:
        for force in (self.attacker, self.defender):
            self._forces.removeWidget(force)
            self._beside.removeWidget(force)
            force.set_low(low=self.is_low)
        if self.is_low:
            self._beside.addWidget(self.attacker)
            self._beside.addWidget(self.defender, 1)
        else:
            self._forces.addWidget(self.attacker, 6)
            self._forces.addWidget(self.defender, 5)
        self._lower.setStretch(0, 9 if self.is_low else 0)
        self.odds_head.setVisible(not self.is_low)
        self.odds_note.setVisible(not self.is_low and self._preview is not None)
        edge = scaled(10 if self.is_low else 16)
        self._body_column.setContentsMargins(scaled(24), edge, scaled(24), edge)
        self._body_column.setSpacing(scaled(5 if self.is_low else 12))

    def _shift_column(self) -> QVBoxLayout:
        self.commit_row = QFrame()
        self.commit_row.setProperty("kind", "help")
        row = QHBoxLayout(self.commit_row)
        row.setContentsMargins(scaled(12), scaled(6), scaled(12), scaled(6))
        row.addWidget(self.stepper_words, 1)
        row.addWidget(self.stepper)
        column = QVBoxLayout()
        column.setSpacing(scaled(6))
        column.addWidget(_flat(label("Shifts", "card")))
        column.addWidget(separator())
        column.addWidget(self.commit_row)
        column.addWidget(self.shifts)
        column.addStretch(1)
        return column

    def _result_column(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(scaled(6))
        column.addWidget(_flat(self.results_head))
        column.addWidget(separator())
        column.addWidget(self.results)
        column.addWidget(separator())
        column.addWidget(_flat(self.means))
        column.addStretch(1)
        return column

    def _footer(self) -> QWidget:
        footer = QFrame()
        footer.setProperty("kind", "bar")
        row = QHBoxLayout(footer)
        row.setContentsMargins(scaled(24), scaled(10), scaled(24), scaled(10))
        row.setSpacing(scaled(8))
        row.addWidget(self.cancel_button)
        row.addWidget(self.map_button)
        row.addWidget(self.refusal, 1)
        row.addWidget(self.warning)
        row.addWidget(self.confirm_button)
        self.cancel_button.set_key("Esc")
        self.confirm_button.set_key("Return")
        for button in (self.cancel_button, self.confirm_button):
            button.setShortcut(QKeySequence())  # the dialog answers, so that each acts once
        self.cancel_button.clicked.connect(self._cancel)
        self.map_button.clicked.connect(self.shown_on_map)
        self.confirm_button.clicked.connect(self._confirm)
        for button in (self.cancel_button, self.map_button, self.confirm_button):
            button.setAutoDefault(False)
        return footer

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


class _StripedBar(QFrame):
    """The head of the dialog with the stripe of the side that decides."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.form = "plain"
        restyle(self, kind="bar")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(QRectF(0, 0, scaled(8), self.height()), color(tokens().side(self.form)[0]))
        painter.end()


def _flat(widget: QWidget) -> QWidget:
    """A widget that takes no more height than it needs."""
    widget.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    return widget


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
