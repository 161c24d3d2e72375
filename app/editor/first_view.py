"""Where the map of the editor is when it opens: the set-up of the scenario on show, at a scale at which
counters can be read; a small map, or one without a set-up, as a whole.

Windows find their size after they open. Until the person moves the map, it is looked at anew whenever the
room for it changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QLineF, QObject, QPointF, QRectF, QSize, QTimer
from PySide6.QtGui import QPolygonF

from app.graphics.board_layout import UNIT
from app.graphics.board_view import BoardView

FIRST_SCALE: Final = 62.0
"""Pixels to a hex at which counters read well."""
LEAST_SCALE: Final = 44.0
"""Pixels to a hex below which only a part of the set-up is shown rather than all of it."""
PART_SCALE: Final = 56.0
"""Pixels to a hex where only a part is shown."""
Spot = tuple[float, float]
STILL: Final = 0.6 * UNIT
"""How far resizing a window may move the middle by rounding."""


class FirstView(QObject):
    """Keeps a view at its first look until the person moves it."""

    def __init__(self, view: BoardView, spots: Callable[[], list[str]]) -> None:
        super().__init__(view)
        self._view, self._spots = view, spots
        self._left: tuple[float, QRectF] | None = None
        self._window = QSize()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self.look)
        view.viewport().installEventFilter(self)

    def look(self) -> None:
        """Takes the first look now."""
        self._timer.stop()
        look_at(self._view, self._spots())
        self._left = self._view.map_scale, self._view.visible_scene()
        self._window = self._view.window().size()

    @property
    def is_kept(self) -> bool:
        """Whether the map is still where the first look left it."""
        if self._left is None:
            return False
        scale, seen = self._left
        now = self._view.visible_scene()
        if abs(scale - self._view.map_scale) >= 1e-6:
            return False
        pairs = ((seen.center(), now.center()), (seen.topLeft(), now.topLeft()))
        return self._timer.isActive() or any(QLineF(*pair).length() < STILL for pair in pairs)

    def is_in_sight(self) -> bool:
        """Whether anything of the set-up, if there is one, can be seen."""
        seen = self._view.visible_scene()
        centers = [self._view.board_scene.center_of(spot) for spot in self._spots()]
        return not centers or any(center is not None and seen.contains(center) for center in centers)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The view puts the map right only after it heard of its new size: it is looked at after that.

        Bars and panels that open beside the map in a window of the same size leave it where it is.
        """
        is_other = event.type() == QEvent.Type.Resize and self._view.window().size() != self._window
        if is_other and self.is_kept:
            self._timer.start()
        return False


def look_at(view: BoardView, spots: list[str]) -> None:
    """Shows these hexes, or where most of them lie together; without any, or on small maps, all maps."""
    view.fit_board()
    if not spots or view.map_scale >= LEAST_SCALE:
        if view.map_scale > FIRST_SCALE:
            view.set_map_scale(FIRST_SCALE)
        return
    view.fit_hexes(spots, FIRST_SCALE)
    if view.map_scale < LEAST_SCALE:
        view.set_map_scale(PART_SCALE)
        view.center_on(busiest(view, spots))
    view.use_the_room()


def busiest(view: BoardView, spots: list[str]) -> QPointF:
    """The middle of as many of these hexes as fit into sight together; hexes count as often as named."""
    centers = [c for spot in spots if (c := view.board_scene.center_of(spot)) is not None]
    counts = Counter((center.x(), center.y()) for center in centers)
    seen, best, most = view.visible_scene(), list[Spot](), 0
    wide, high = (max(0.0, edge - UNIT * 1.5) for edge in (seen.width(), seen.height()))
    for left in dict.fromkeys(x for x, _ in counts):
        strip = [spot for spot in counts if 0 <= spot[0] - left <= wide]
        inside, number = _fullest(strip, counts, high)
        if number > most:
            best, most = inside, number
    return QPolygonF([QPointF(x, y) for x, y in best]).boundingRect().center()


def _fullest(strip: list[Spot], counts: Counter[Spot], height: float) -> tuple[list[Spot], int]:
    """The part of a strip of that height that holds most; it begins at one of its spots."""
    strip = sorted(strip, key=lambda spot: spot[1])
    best, most, number, end = (0, 0), 0, 0, 0
    for first, (_, top) in enumerate(strip):
        while end < len(strip) and strip[end][1] <= top + height:
            number += counts[strip[end]]
            end += 1
        if number > most:
            best, most = (first, end), number
        number -= counts[strip[first]]
    return strip[best[0] : best[1]], most
