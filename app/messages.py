"""The message bar: what went wrong or was done, without stopping anybody.

No dialog pops up for a message. Notes of success go by themselves; warnings
and faults stay until they are closed, and may carry a button or two that do
something about them. Several messages wait in order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.icons import icon_pixmap
from app.theme.current import bind_icon, restyle, scaled, theme, tokens
from app.widgets.labels import label

NOTE_MS: Final = 6000
LEAST_WORDS: Final = 420
"""Room that long words have beside the buttons; with less, the buttons go below them."""
_MOST_WAITING: Final = 20


class Tone(StrEnum):
    """How serious a message is."""

    GOOD = "good"
    HINT = "hint"
    CARE = "care"
    BAD = "bad"


PASSING: Final = frozenset({Tone.GOOD, Tone.HINT})
"""Tones of messages that need not be answered and make room for the next."""
WORDS: Final = {Tone.GOOD: "Done", Tone.HINT: "Hint", Tone.CARE: "Note", Tone.BAD: "Fault"}
ICONS: Final = {Tone.GOOD: "tick", Tone.HINT: "hint", Tone.CARE: "warning", Tone.BAD: "error"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Words for people, how serious, and perhaps one thing to do about it, or one of two.

    Of several messages on the same topic only the latest counts.
    """

    text: str
    tone: Tone = Tone.GOOD
    topic: str = ""
    button: str = ""
    action: Callable[[], None] | None = None
    second_button: str = ""
    second_action: Callable[[], None] | None = None


class MessageBar(QFrame):
    """Shows one message at a time; hidden when there is none."""

    shown = Signal(str)
    told = Signal(object)
    """Every message, once, whether it is shown now or waits."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "message")
        self.setAccessibleName("Messages")
        self._waiting: deque[Message] = deque(maxlen=_MOST_WAITING)
        self._current: Message | None = None
        self._sign = QLabel()
        self._word = label("", "strong")
        self._text = label("", wraps=True)
        self._buttons = QWidget()
        self._button = QPushButton()
        self._button.clicked.connect(self._do)
        self._second = QPushButton()
        self._second.clicked.connect(self._do_second)
        self._close = QToolButton()
        self._close.setAccessibleName("Close message")
        self._close.setToolTip("Close (Esc)")
        bind_icon(self._close, "close")
        self._close.clicked.connect(self.dismiss)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._pass)
        self._lay_out()
        theme().changed.connect(self._tint)
        self.hide()

    @property
    def current(self) -> Message | None:
        """The message on show."""
        return self._current

    def tell(self, text: str, tone: Tone = Tone.GOOD) -> None:
        """Show a plain message."""
        self.show_message(Message(text=text, tone=tone))

    def show_message(self, message: Message) -> None:
        """Show a message now, or after those that must be read first; in place of the last on its topic."""
        is_newer = self._forget_topic(message.topic)
        if self._current is not None and self._current.tone not in PASSING and not is_newer:
            if message != self._current:
                self._waiting.append(message)
                self.told.emit(message)
            return
        self.told.emit(message)
        self._present(message)

    def stay(self, message: Message) -> int:
        """How long a message stays by itself, in milliseconds; 0 until somebody closes it."""
        return NOTE_MS if message.tone in PASSING and not message.button else 0

    def _forget_topic(self, topic: str) -> bool:
        """Lets go of what waits on a topic; says whether the message on show is on it, too."""
        if not topic:
            return False
        kept = [old for old in self._waiting if old.topic != topic]
        self._waiting = deque(kept, maxlen=_MOST_WAITING)
        return self._current is not None and self._current.topic == topic

    def drop(self, topic: str) -> None:
        """Lets go of what was told on a topic, which is settled now."""
        if self._forget_topic(topic):
            self.dismiss()

    def dismiss(self) -> None:
        """Close the message on show and show the next one."""
        self._timer.stop()
        self._current = None
        if self._waiting:
            self._present(self._waiting.popleft())
        else:
            self.hide()

    def dismiss_passing(self) -> None:
        """Closes a message that need not be read."""
        if self._current is not None and self._current.tone in PASSING:
            self.dismiss()

    def _pass(self) -> None:
        """The time of the message on show is up."""
        self.dismiss()

    def clear(self) -> None:
        """Close the message on show and forget those that wait."""
        self._waiting.clear()
        self.dismiss()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(14), scaled(6), scaled(8), scaled(6))
        column.setSpacing(scaled(4))
        row, below = QHBoxLayout(), QHBoxLayout()
        for part in (row, below):
            part.setSpacing(scaled(10))
            column.addLayout(part)
        row.addWidget(self._sign)
        row.addWidget(self._word)
        row.addWidget(self._text, 1)
        row.addWidget(self._buttons)
        row.addWidget(self._close)
        below.addStretch(1)
        pair = QHBoxLayout(self._buttons)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.setSpacing(scaled(10))
        pair.addWidget(self._button)
        pair.addWidget(self._second)
        self._row, self._below = row, below

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Buttons beside the words, or below them where that leaves too little room for words."""
        buttons = self._buttons.sizeHint().width() if not self._buttons.isHidden() else 0
        others = (
            self._sign.sizeHint().width() + self._word.sizeHint().width() + self._close.sizeHint().width()
        )
        room = self.width() - buttons - others - scaled(62)
        whole = self._text.fontMetrics().horizontalAdvance(self._text.text())
        is_below = room < min(whole, scaled(LEAST_WORDS))
        if is_below != (self._below.indexOf(self._buttons) >= 0):
            source, target = (self._row, self._below) if is_below else (self._below, self._row)
            source.removeWidget(self._buttons)
            target.insertWidget(target.count() if is_below else 3, self._buttons)

    def _present(self, message: Message) -> None:
        self._current = message
        self._word.setText(WORDS[message.tone])
        restyle(self._word, tone="accent" if message.tone is Tone.HINT else message.tone.value)
        self._text.setText(message.text)
        self._button.setText(message.button)
        self._button.setVisible(bool(message.button))
        self._second.setText(message.second_button)
        self._second.setVisible(bool(message.second_button))
        self._buttons.setVisible(bool(message.button or message.second_button))
        self._fit()
        self._tint()
        self.show()
        self._timer.stop()
        if stay := self.stay(message):
            self._timer.start(stay)
        self.shown.emit(message.text)

    def _do(self) -> None:
        message = self._current
        self.dismiss()
        if message is not None and message.action is not None:
            message.action()

    def _do_second(self) -> None:
        message = self._current
        self.dismiss()
        if message is not None and message.second_action is not None:
            message.second_action()

    def _tint(self) -> None:
        if self._current is None:
            return
        tone = self._current.tone
        tint = tokens().accent if tone is Tone.HINT else getattr(tokens(), tone.value)
        name = ICONS[self._current.tone]
        self._sign.setPixmap(icon_pixmap(name, tint, scaled(18), self.devicePixelRatioF()))
