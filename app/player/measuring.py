"""Measuring distances on the map: a first click begins, the pointer shows, a second click ends."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.graphics.overlay_model import Ruler
from app.player.board_controller import BoardController
from app.player.figures import counted
from engine.ids import PlaceId

FAR = 10_000
"""A distance no map has: the places are on two of them."""


class Measuring(QObject):
    """The ruler of one board; it lies among the marks of the controller."""

    changed = Signal()
    """Clicks measure distances now, or no longer."""
    drawn = Signal()
    """The ruler is another one, or gone."""

    def __init__(self, controller: BoardController) -> None:
        super().__init__(controller)
        self.controller = controller
        self.is_on = False
        self._start: PlaceId | None = None

    def turn(self, *, on: bool) -> None:
        """Lets clicks measure distances."""
        if on is self.is_on:
            return
        self.is_on = on
        if not on:
            self.take_away()
        self.changed.emit()

    def take_away(self) -> bool:
        """Takes the ruler off the map; whether there was one."""
        there = self.controller.marks.ruler is not None
        self._start, self.controller.marks.ruler = None, None
        self.drawn.emit()
        return there

    def begin_at(self, place: PlaceId) -> None:
        """Measures from a place to wherever the pointer goes."""
        self._start, self.controller.marks.ruler = None, None
        self.turn(on=True)
        self.click(place)

    def click(self, place: PlaceId) -> None:
        """Begins at a place, or ends there what was begun."""
        start = self._start
        self._start = place if start is None else None
        if start is None:
            self.point_at(place)

    def point_at(self, place: PlaceId) -> None:
        """The pointer is there: the ruler ends there, once it was begun."""
        start, board = self._start, self.controller.session.rules.board
        if not self.is_on or start is None:
            return
        distance = board.distance(board.index[start], board.index[place])
        words = counted(distance, "hex", "hexes") if distance < FAR else "other map"
        self.controller.marks.ruler = Ruler(start, place, words)
        self.drawn.emit()
