"""Brings the ground of a map under edit up to date, what is in sight first, a handful of squares at a time.

An edit only says what became different. Squares in sight are then painted between events, first with half
the pixels, so that they are there at once, then in full; each handful is put into the tiles in place, so that
the map never blinks.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QRectF, QTimer, Signal

from app.graphics.board_view import BoardView
from app.graphics.ground.groundwork import SQUARE, Groundwork, Square
from app.graphics.painters.board_art import BoardArt, view_of

AROUND: Final = 1.2
"""Texture marks of a hex follow each other, so that a square changes those this far away, in hex widths."""


class GroundFollower(QObject):
    """Keeps the grounds of one view up to date."""

    painted = Signal()
    """Some squares became up to date."""
    progressed = Signal(float)
    """How much of what is in sight is painted, from 0 to 1; 1 when it is over, or was stopped."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self._view = view
        self._most: dict[bool, int] = {}
        """The most squares that waited in each of the two rounds, the hurried one and the full one."""
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self.work)

    @property
    def is_busy(self) -> bool:
        """Whether there is still something to paint."""
        return self._timer.isActive()

    def follow(self, art: BoardArt) -> QRectF:
        """Turns to a map after an edit; gives the area that looks different."""
        work = art.groundwork
        area = work.show(view_of(art)) if work is not None else QRectF()
        self._view.board_scene.follow_ground(art, area)
        if not area.isEmpty():
            self._timer.start()
            self._repaint_known(art.sheet, area)
        return area

    def begin(self) -> None:
        """Begins with what is in sight and not yet painted, such as hexes a map grew by."""
        if any(work.waiting() for n in range(len(self._view.board_scene.arts)) if (work := self._work(n))):
            self._timer.start()

    def _repaint_known(self, sheet: int, area: QRectF) -> None:
        """Shows at once what was painted before, as undo brings it back."""
        work = self._work(sheet)
        if work is not None and not work.wants(area):
            self._view.backdrop.repaint_part(sheet, area.adjusted(-AROUND, -AROUND, AROUND, AROUND))

    def _work(self, sheet: int) -> Groundwork | None:
        return self._view.board_scene.arts[sheet].groundwork

    def work(self) -> None:
        """Paints one handful of squares; in sight and in a hurry first."""
        for is_hurried in (True, False):
            for sheet in range(len(self._view.board_scene.arts)):
                work = self._work(sheet)
                if work is None:
                    continue
                work.is_hurried = is_hurried
                squares = work.wants(self._view.backdrop.board_in_sight(sheet))
                groups = work.groups(squares)
                if groups:
                    self._paint(work, sheet, groups[0])
                work.is_hurried = False
                if groups:
                    self._tell(len(squares) - len(groups[0]), is_hurried=is_hurried)
                    return
        self.stop()

    def _tell(self, left: int, *, is_hurried: bool) -> None:
        """Tells how far it is: half of the way is the hurried round, half the full one."""
        most = self._most[is_hurried] = max(self._most.get(is_hurried, 1), left)
        self.progressed.emit(min(0.99, (1 - left / most + (not is_hurried)) / 2))

    def _paint(self, work: Groundwork, sheet: int, squares: list[Square]) -> None:
        work.paint(squares)
        left, top = min(s[0] for s in squares) * SQUARE, min(s[1] for s in squares) * SQUARE
        right, bottom = (max(s[0] for s in squares) + 1) * SQUARE, (max(s[1] for s in squares) + 1) * SQUARE
        area = QRectF(left, top, right - left, bottom - top).adjusted(-AROUND, -AROUND, AROUND, AROUND)
        scene = self._view.board_scene
        scene.painters[sheet].follow(scene.arts[sheet], area)
        self._view.backdrop.repaint_part(sheet, area)
        self.painted.emit()

    def finish(self) -> None:
        """Paints everything in sight at once; for pictures and tests."""
        while self._timer.isActive():
            self.work()
        self._view.backdrop.map_changed()

    def stop(self) -> None:
        """Nothing is left, or nobody looks."""
        self._timer.stop()
        self._most = {}
        self.progressed.emit(1.0)
        self._view.backdrop.map_changed()
