"""The widgets of the battle dialog and how they stand: forces, odds, shifts, results, dice, buttons.

In a low window the forces stand beside shifts and results instead of above them.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent
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
from app.player.dialogs.figure_list import FigureList
from app.player.dialogs.force_card import ForceCard
from app.player.dialogs.odds_track import OddsTrack, ResultBars
from app.theme.current import restyle, scaled, tokens
from app.widgets.choices import Stepper
from app.widgets.enter_key import press_buttons_by_enter
from app.widgets.keycap import KeyButton
from app.widgets.labels import label, separator
from app.widgets.tracks import DiceView
from engine.view.preview import Preview

FULL_SIZE = (1120, 850)
"""Of the dialog in a window with room for it, at normal text."""


class CombatFrame(QDialog):
    """All that the dialog shows; what it says and does is for the dialog itself."""

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
        self._preview: Preview | None = None
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
        self.map_button.clicked.connect(self.shown_on_map)
        for button in (self.cancel_button, self.map_button, self.confirm_button):
            button.setAutoDefault(False)
        return footer


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
