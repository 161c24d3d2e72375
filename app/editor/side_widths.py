"""How wide the panels at both sides of the editor are: as somebody left them, wherever the window has room.

Qt makes panels narrower with the window and leaves them so when it grows again. Here the wished width is kept
beside the present one. No panel asks for more than a share of the window, so that large text makes panels
scroll and fold instead of pushing the window beyond the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QWidget

from app.theme.current import scaled, theme

PAGE_LEAST: Final = 420
PAGE_SHARE: Final = 0.58


@dataclass(frozen=True, slots=True)
class SideMeasures:
    """Of the panels of one side, at normal text, and the shares of the window they never go beyond."""

    least: int
    wished: int
    least_share: float
    wished_share: float


LEFT: Final = SideMeasures(210, 276, 0.18, 0.23)
RIGHT: Final = SideMeasures(250, 330, 0.225, 0.28)


@dataclass(slots=True)
class _Side:
    docks: tuple[QDockWidget, ...]
    measures: SideMeasures
    dragged: float = 0.0
    """The width somebody gave it, at normal text; 0 if nobody did."""

    def least(self, room: int) -> int:
        return min(scaled(self.measures.least), round(room * self.measures.least_share))

    def wished(self, room: int) -> int:
        if self.dragged:
            return max(self.least(room), round(self.dragged * theme().scale))
        return min(scaled(self.measures.wished), round(room * self.measures.wished_share))


class SideWidths(QObject):
    """Keeps the widths of the panels left and right of a page; `left` and `right` stand above each other."""

    def __init__(
        self,
        window: QMainWindow,
        page: QWidget,
        left: tuple[QDockWidget, ...],
        right: tuple[QDockWidget, ...],
    ) -> None:
        super().__init__(window)
        self._window, self._page = window, page
        self._sides = (_Side(left, LEFT), _Side(right, RIGHT))
        self._known = (0, 0.0)
        for side in self._sides:
            side.docks[0].installEventFilter(self)
        window.installEventFilter(self)
        theme().changed.connect(self.fit)

    def fit(self) -> None:
        """Gives the panels their widths in the window as it is now."""
        room = self._window.width()
        self._known = (room, theme().scale)
        self._page.setMinimumWidth(min(scaled(PAGE_LEAST), round(room * PAGE_SHARE)))
        docks: list[QDockWidget] = []
        widths: list[int] = []
        for side in self._sides:
            for dock in side.docks:
                dock.setMinimumWidth(side.least(room))
            docks.append(side.docks[0])
            widths.append(side.wished(room))
        self._window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            if watched is self._window:
                if self._window.width() != self._known[0]:
                    self.fit()
            elif self._known == (self._window.width(), theme().scale):
                self._remember(watched)
        return False

    def _remember(self, watched: QObject) -> None:
        """Somebody drags the edge of a panel: the width is his."""
        if not QApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            return
        for side in self._sides:
            if watched is side.docks[0]:
                side.dragged = side.docks[0].width() / theme().scale
