"""Panning that runs on after the hand lets go, and comes to rest within half a second."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QPointF, QTimer

MEMORY: Final = 0.09
"""Seconds of movement that count for the speed."""
LEAST_SPEED: Final = 60.0
"""Pixels per second below which nothing runs on."""
FRICTION: Final = 5.5
FRAME_MS: Final = 16


class KineticPan(QObject):
    """Measures the speed of a drag and lets it run out; `move` is called with steps in pixels."""

    def __init__(self, move: Callable[[QPointF], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._move = move
        self._trail: deque[tuple[float, QPointF]] = deque(maxlen=24)
        self._speed = QPointF()
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.step)

    @property
    def is_running(self) -> bool:
        return self._timer.isActive()

    def track(self, position: QPointF, now: float | None = None) -> None:
        """Notes where the pointer is."""
        self._trail.append((time.perf_counter() if now is None else now, QPointF(position)))

    def release(self, now: float | None = None) -> bool:
        """The hand let go; true if the map runs on."""
        now = time.perf_counter() if now is None else now
        recent = [(t, p) for t, p in self._trail if now - t <= MEMORY]
        self._trail.clear()
        if len(recent) < 2 or recent[-1][0] <= recent[0][0]:
            return False
        seconds = max(recent[-1][0] - recent[0][0], 0.008)
        self._speed = (recent[-1][1] - recent[0][1]) / seconds
        if self._speed.manhattanLength() < LEAST_SPEED:
            return False
        self._last = now
        self._timer.start()
        return True

    def step(self, now: float | None = None) -> None:
        """One frame of running on."""
        now = time.perf_counter() if now is None else now
        seconds = min(0.05, max(0.001, now - self._last))
        self._last = now
        self._move(self._speed * seconds)
        self._speed *= max(0.0, 1.0 - FRICTION * seconds)
        if self._speed.manhattanLength() < LEAST_SPEED / 2:
            self.stop()

    def stop(self) -> None:
        """Comes to rest at once."""
        self._timer.stop()
        self._trail.clear()
        self._speed = QPointF()
