"""The panel below the map: pages with tabs, and the tools of the page on show beside them.

Where both have no room in one line, the tools go into a line of their own, so that no tab is out of sight.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.theme.current import scaled
from app.widgets.panel import TabbedPanel


class BottomPanel(TabbedPanel):
    """Pages whose tools lie in the bar, or below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._tools: dict[int, QWidget] = {}
        self.strip = QWidget()
        self.strip.setProperty("kind", "bar")
        self.strip.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._row = QHBoxLayout(self.strip)
        self._row.setContentsMargins(scaled(12), 0, scaled(12), scaled(4))
        self._row.addStretch(1)
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(1, self.strip)
        self.strip.hide()
        self.current_changed.connect(lambda _number: self.fit())

    def add_tools(self, number: int, tools: QWidget) -> None:
        """Gives a page its tools."""
        self._tools[number] = tools
        self.bar.add_widget(tools)
        self.fit()

    def fit(self) -> None:
        """Shows the tools of the page on show where they have room."""
        number = self.bar.tabs.currentIndex()
        for page, tools in self._tools.items():
            tools.setVisible(page == number)
        tools_now = self._tools.get(number)
        if tools_now is None:
            self.strip.hide()
            return
        wanted = self.bar.tabs.sizeHint().width() + tools_now.sizeHint().width() + scaled(28)
        is_below = wanted > self.width()
        if is_below != (self._row.indexOf(tools_now) >= 0):
            if is_below:
                self._row.insertWidget(0, tools_now)
            else:
                self.bar.add_widget(tools_now)
        self.strip.setVisible(is_below)

    def head_height(self) -> int:
        """How much tabs and tools take from the height."""
        strip = self.strip.sizeHint().height() if not self.strip.isHidden() else 0
        return self.bar.sizeHint().height() + strip

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def event(self, event: QEvent) -> bool:
        """Other words on tabs or tools need other room."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return done
