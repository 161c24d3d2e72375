"""The guide: one step at a time of what the scenario tells newcomers, with buttons to go on, back and away.

The panel only shows; where the guide stands is for the guide desk.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.player.desk import Desk
from app.player.panels.base import Panel
from app.theme.current import scaled
from app.widgets.keycap import KeyButton, key_text
from app.widgets.labels import label
from engine.definition.guide import GuideStepDef
from engine.definition.telling import told

BACK_KEY, NEXT_KEY = "Alt+Left", "Alt+Right"


class GuidePanel(Panel):
    """Title and text of the step with its key; the buttons are for the corner of the panel's bar."""

    title = "Guide"
    name = "guide"
    back_wanted = Signal()
    next_wanted = Signal()
    close_wanted = Signal()
    height_wanted = Signal(int)

    def __init__(self, desk: Desk, steps: tuple[GuideStepDef, ...]) -> None:
        super().__init__(desk)
        self.steps = steps
        self.number = 0
        self.head = label("", "card")
        self.text = label("", wraps=True)
        self.back = self._button("Back", BACK_KEY)
        self.next = self._button("Next", NEXT_KEY)
        self.close_button = self._button("Close")
        self.back.clicked.connect(self.back_wanted)
        self.next.clicked.connect(self.next_wanted)
        self.close_button.clicked.connect(self.close_wanted)
        self.corner = QWidget()
        row = QHBoxLayout(self.corner)
        row.setContentsMargins(0, scaled(3), 0, scaled(3))
        row.setSpacing(scaled(8))
        for button in (self.back, self.next, self.close_button):
            row.addWidget(button)
        words = QVBoxLayout(self)
        words.setContentsMargins(scaled(14), scaled(8), scaled(14), scaled(8))
        words.setSpacing(scaled(3))
        words.addWidget(self.head)
        words.addWidget(self.text)
        words.addStretch(1)

    def _button(self, text: str, key: str = "") -> QPushButton:
        """A button that leaves the keyboard where it is when it is clicked."""
        button = KeyButton(text, key)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    @property
    def step(self) -> GuideStepDef:
        """The step on show."""
        return self.steps[self.number]

    @property
    def note(self) -> str:
        """How far the guide has come, for the panel's bar."""
        return f"{self.number + 1} of {len(self.steps)}"

    def show_step(self, number: int) -> None:
        """Turns to a step."""
        self.number = number
        self.refresh()

    def key(self) -> object:
        return self.number

    def fill(self) -> None:
        step, last = self.step, self.number == len(self.steps) - 1
        self.head.setText(step.title)
        self.text.setText(self._words(step))
        self.back.setEnabled(self.number > 0)
        self.next.setText("Done" if last else "Next")
        self.next.setAccessibleName("Close the guide" if last else "Next step of the guide")
        self.back.setAccessibleName("Step of the guide before")
        self.close_button.setAccessibleName("Close the guide now")
        spoken = f"Guide, step {self.note}: {step.title}. {self._words(step)}"
        self.setAccessibleName(spoken)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, spoken))
        self._keep_height()

    def _words(self, step: GuideStepDef) -> str:
        key = f" Key: {key_text(step.keys)}." if step.keys else ""
        return f"{told(self.session.module, step.text)}{key}"

    def _keep_height(self) -> None:
        """As high as the longest step, so that the map keeps its place from step to step."""
        across = max(self.width() - scaled(30), scaled(120))
        metrics, flags = self.text.fontMetrics(), Qt.TextFlag.TextWordWrap.value
        tallest = max(
            metrics.boundingRect(0, 0, across, 4000, flags, self._words(step)).height() for step in self.steps
        )
        self.height_wanted.emit(tallest + self.head.fontMetrics().height() + scaled(22))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._keep_height()
