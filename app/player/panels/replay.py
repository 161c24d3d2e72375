"""Replay: a slider over all actions, steps, play with speed, bookmarks, a new game from any moment."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QInputDialog,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
)

from app.player.desk import Desk
from app.player.panels.base import Panel
from app.player.turn_words import turn_title
from app.theme.current import bind_icon, scaled
from app.widgets.labels import label
from engine.saves import Bookmark, Remarks

SPEEDS = (("slow", 1500), ("normal", 600), ("fast", 200), ("very fast", 60))
NUMBER = int(Qt.ItemDataRole.UserRole) + 1


class ReplayPanel(Panel):
    """Looks at earlier moments; the game itself stays as it is."""

    title = "Replay"
    name = "replay"
    branch_wanted = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.timer = QTimer(self)
        self.timer.timeout.connect(self._tick)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Moment of the game")
        self.slider.valueChanged.connect(self._slide)
        self.where = label("", "second")
        self.to_start = self._tool("to-start", "To the beginning", lambda: self._go(0))
        self.back = self._tool("step-back", "One action back", lambda: self._go(self.slider.value() - 1))
        self.play = self._tool("play", "Play", self._toggle)
        self.on = self._tool("step-forward", "One action on", lambda: self._go(self.slider.value() + 1))
        self.to_end = self._tool("to-end", "To the present", self._to_present)
        self.speed = QComboBox()
        self.speed.setAccessibleName("Speed of the replay")
        for words, interval in SPEEDS:
            self.speed.addItem(words, interval)
        self.speed.setCurrentIndex(1)
        self.speed.currentIndexChanged.connect(self._set_speed)
        self.branch = QPushButton("New game from here")
        self.branch.clicked.connect(lambda: self.branch_wanted.emit(self.slider.value()))
        self.mark = QPushButton("Bookmark…")
        self.mark.clicked.connect(self._ask_bookmark)
        self.marks = QListWidget()
        self.marks.setAccessibleName("Bookmarks and turns")
        self.marks.itemClicked.connect(self._jump)
        self.marks.itemActivated.connect(self._jump)
        self._lay_out()
        desk.session.remarks_changed.connect(self._refill)

    def _tool(self, icon: str, words: str, act: object) -> QToolButton:
        button = QToolButton()
        bind_icon(button, icon)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect(act)
        return button

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(scaled(4))
        for button in (self.to_start, self.back, self.play, self.on, self.to_end):
            row.addWidget(button)
        row.addWidget(self.slider, 1)
        row.addWidget(self.speed)
        below = QHBoxLayout()
        below.addWidget(self.where, 1)
        below.addWidget(self.mark)
        below.addWidget(self.branch)
        left = QVBoxLayout()
        left.addLayout(row)
        left.addLayout(below)
        left.addStretch(1)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(scaled(12), scaled(8), scaled(8), scaled(6))
        outer.setSpacing(scaled(12))
        outer.addLayout(left, 3)
        outer.addWidget(self.marks, 2)

    @property
    def moment(self) -> int:
        """The moment shown: number of actions taken by then."""
        looking = self.session.looking_at
        return self.session.game.count if looking is None else looking

    def key(self) -> object:
        return (self.session.game.turns, self.moment, self.session.remarks)

    def _refill(self) -> None:
        self.refresh()

    def fill(self) -> None:
        count = self.session.game.count
        self.slider.blockSignals(True)
        self.slider.setRange(0, count)
        self.slider.setValue(self.moment)
        self.slider.blockSignals(False)
        is_past = self.session.looking_at is not None
        state = self.session.state
        moment = f"action {self.moment} of {count}"
        words = f"Turn {state.turn}, {self.session.phase_title(state.phase)}: {moment}"
        self.where.setText(words if is_past else f"The present: {moment}")
        for button in (self.to_start, self.back):
            button.setEnabled(self.moment > 0)
        self.on.setEnabled(is_past and self.moment < count)
        self.to_end.setEnabled(is_past)
        self.play.setEnabled(count > 0)
        self._fill_marks()

    def _fill_marks(self) -> None:
        marks, count = self.session.remarks.bookmarks, self.session.game.count
        found = [(mark.n, f"★ {mark.text}") for mark in marks if mark.n <= count]
        found += self._turn_marks()
        found.sort(key=lambda entry: entry[0])
        texts = [(n, text) for n, text in found]
        shown = [
            (self.marks.item(r).data(NUMBER), self.marks.item(r).text()) for r in range(self.marks.count())
        ]
        if texts == shown:
            return
        self.marks.clear()
        for number, text in texts:
            item = QListWidgetItem(text)
            item.setData(NUMBER, number)
            self.marks.addItem(item)

    def _turn_marks(self) -> list[tuple[int, str]]:
        game = self.session.game
        marks, last = [], game.opening.state.turn
        for number, turn in enumerate(game.turns, 1):
            now = turn.transition.state.turn
            if now != last:
                marks.append((number, turn_title(self.session.module, now)))
                last = now
        return [(0, f"Beginning, turn {game.opening.state.turn}"), *marks]

    # --- moving through time ------------------------------------------------------------------------

    def _slide(self, value: int) -> None:
        self.session.look_at(None if value >= self.session.game.count else value)

    def _go(self, number: int) -> None:
        self._slide(max(0, number))

    def _to_present(self) -> None:
        self.stop()
        self.session.look_at(None)

    def _jump(self, item: QListWidgetItem) -> None:
        self._go(item.data(NUMBER))

    def _toggle(self) -> None:
        if self.timer.isActive():
            self.stop()
            return
        if self.session.looking_at is None:
            self._go(0)
        self.timer.start(self.speed.currentData())
        bind_icon(self.play, "pause")
        self.play.setToolTip("Pause")

    def stop(self) -> None:
        """Stops playing."""
        self.timer.stop()
        bind_icon(self.play, "play")
        self.play.setToolTip("Play")

    def _set_speed(self) -> None:
        if self.timer.isActive():
            self.timer.start(self.speed.currentData())

    def _tick(self) -> None:
        looking = self.session.looking_at
        if looking is None:
            self.stop()
            return
        number = looking + 1
        self._go(number)
        shown = [entry for entry in self.session.chronicle.entries if entry.number == number]
        self.desk.show(*dict.fromkeys(place for entry in shown for place in entry.places[-1:]))
        if number >= self.session.game.count:
            self.stop()

    def hideEvent(self, event: object) -> None:
        self.stop()

    # --- bookmarks -------------------------------------------------------------------------------------

    def add_bookmark(self, text: str) -> None:
        """Names the moment shown."""
        remarks = self.session.remarks
        marks = (*(m for m in remarks.bookmarks if m.n != self.moment), Bookmark(n=self.moment, text=text))
        ordered = tuple(sorted(marks, key=lambda mark: mark.n))
        self.session.set_remarks(Remarks(notes=remarks.notes, bookmarks=ordered))

    def _ask_bookmark(self) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle("Bookmark")
        dialog.setLabelText("Name this moment:")
        state = self.session.state
        dialog.setTextValue(f"Turn {state.turn}, {self.session.phase_title(state.phase)}")
        dialog.textValueSelected.connect(self.add_bookmark)
        dialog.open()
