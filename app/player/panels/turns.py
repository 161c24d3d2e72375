"""The turn track: every turn with its date, the present one lit, marks where something arrives."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout

from app.graphics.painters.track import TurnCell, TurnState
from app.player.desk import Desk
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.theme.current import scaled
from app.turn_dates import short_date
from app.widgets.tracks import TurnTrack

LEAST_CELL = 64
"""Width of a turn's cell in which its date has room."""


class TurnsPanel(Panel):
    """A click on a turn asks for its entries in the schedule."""

    title = "Turn track"
    name = "turns"
    turn_chosen = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.track = TurnTrack()
        self.track.chosen.connect(self._choose)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.track)
        area.setAccessibleName(self.title)
        area.setMinimumHeight(scaled(LEAST_HEIGHT))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area)
        self.area = area

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.track.set_across(max(2, min(6, self.width() // scaled(LEAST_CELL))))
        QTimer.singleShot(0, self, self._show_present)

    def _show_present(self) -> None:
        """The present turn stays in sight whatever the size of the panel, below it what is to come."""
        self._scroll_to(self.session.projection.turn)

    @property
    def last_turn(self) -> int:
        """The last turn of the version being played."""
        versions = self.session.rules.scenario.versions
        chosen = self.session.state.options.get("version")
        found = next((version for version in versions if version.id == chosen), versions[0])
        return found.last_turn

    @property
    def note(self) -> str:
        """Which turns are played, for the dock's bar."""
        first = self.session.rules.scenario.first_turn
        return f"turns {first}–{self.last_turn}"

    def key(self) -> object:
        view = self.session.projection
        return (view.turn, view.schedule, view.over)

    def fill(self) -> None:
        view = self.session.projection
        first = self.session.rules.scenario.first_turn
        module = self.session.module
        turns = module.turns or ()
        cells, tips = [], []
        for turn in turns:
            coming = [
                entry for entry in view.schedule if entry.turn == turn.number and entry.action != "withdraw"
            ]
            sides = dict.fromkeys(entry.side for entry in coming) if turn.number > view.turn else {}
            state = TurnState.NOW if turn.number == view.turn else TurnState.AHEAD
            if turn.number < view.turn:
                state = TurnState.PAST
            cells.append(
                TurnCell(
                    number=str(turn.number),
                    date=short_date(turn.title),
                    state=state,
                    is_in_game=first <= turn.number <= self.last_turn,
                    arrivals=tuple(map(self.desk.form, sides)),
                    looks=tuple(map(self.desk.look, sides)),
                )
            )
            told = [f"{self.session.side_title(entry.side)}: {entry.text}" for entry in coming]
            tips.append("\n".join([turn.title, *told[:12]]))
        self.track.show_turns(tuple(cells), tuple(tips))
        self._scroll_to(view.turn)

    def _scroll_to(self, turn: int) -> None:
        numbers = [found.number for found in self.session.module.turns]
        if turn in numbers:
            place = self.track.place_of(numbers.index(turn))
            above = self.track.place_of(0).top()
            self.area.verticalScrollBar().setValue(place.top() - place.height() - 2 * above)

    def _choose(self, index: int) -> None:
        self.turn_chosen.emit(self.session.module.turns[index].number)
