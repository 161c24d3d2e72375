"""Titled panels: a bar with a title or tabs, a note at the right, contents below.

Docks use the bar as their title widget. Tabs live in the bar with the accent
line above the active one, so that a dock has one bar and not two.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from app.theme.current import scaled
from app.widgets.labels import ElidedLabel, label


class PanelBar(QFrame):
    """The bar of a panel: a title, or tabs, then a note and small buttons."""

    current_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "bar")
        self._title = label("", "strong")
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setUsesScrollButtons(True)
        self._tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._tabs.currentChanged.connect(self._tabs.updateGeometry)
        self._tabs.currentChanged.connect(self.current_changed)
        self._note = ElidedLabel("", "note")
        self._note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, scaled(12), 0)
        self._row.setSpacing(scaled(8))
        self._row.addWidget(self._title)
        self._row.addWidget(self._tabs)
        self._row.addWidget(self._note, 1)
        self._title.setContentsMargins(scaled(12), 0, 0, 0)
        self._tabs.hide()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def tabs(self) -> QTabBar:
        """The tab bar, for keyboard shortcuts and tests."""
        return self._tabs

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), max(scaled(30), self.minimumHeight()))

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(60), max(scaled(30), self.minimumHeight()))

    def set_title(self, title: str) -> None:
        """Show a title in place of tabs."""
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self._tabs.setVisible(False)

    def add_tab(self, title: str) -> int:
        """Add a tab; the first one hides the title."""
        self._title.hide()
        self._tabs.show()
        return self._tabs.addTab(title)

    def set_note(self, note: str) -> None:
        """The small text at the right end."""
        self._note.set_full_text(note)
        self._note.setToolTip(note)

    def add_widget(self, widget: QWidget) -> None:
        """Put a small button or field at the right end, before nothing else."""
        self._row.addWidget(widget)


class TabbedPanel(QWidget):
    """A panel bar over one or several pages."""

    current_changed = Signal(int)

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = PanelBar()
        self.pages = QStackedWidget()
        self.pages.setProperty("kind", "panel")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.pages, 1)
        self.bar.set_title(title)
        self.bar.current_changed.connect(self._show_page)

    def add_page(self, title: str, page: QWidget) -> int:
        """Add a page with a tab of its own."""
        number = self.pages.addWidget(page)
        self.bar.add_tab(title)
        return number

    def remove_page(self, number: int) -> QWidget | None:
        """Takes a page and its tab away; whoever takes it becomes its owner."""
        page = self.pages.widget(number)
        if page is not None:
            self.pages.removeWidget(page)
            self.bar.tabs.removeTab(number)
        return page

    def set_page(self, page: QWidget) -> None:
        """Make `page` the only page under the title, without a tab."""
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)

    def show_page(self, number: int) -> None:
        """Turn to a page."""
        self.bar.tabs.setCurrentIndex(number)

    def set_page_title(self, number: int, title: str) -> None:
        """Change the words on a tab."""
        self.bar.tabs.setTabText(number, title)

    def _show_page(self, number: int) -> None:
        if 0 <= number < self.pages.count():
            self.pages.setCurrentIndex(number)
            self.current_changed.emit(number)


def panel_dock(panel: TabbedPanel, title: str, name: str) -> QDockWidget:
    """A dock whose title bar is the panel's own bar; `title` names it in menus and to screen readers."""
    dock = QDockWidget(title)
    dock.setObjectName(name)
    dock.setAccessibleName(title)
    layout = panel.layout()
    if layout is not None:
        layout.removeWidget(panel.bar)
    dock.setTitleBarWidget(panel.bar)
    dock.setWidget(panel)
    return dock


def heading_row(title: QLabel, note: QLabel) -> QHBoxLayout:
    """A section head with a note at the right."""
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(title)
    row.addStretch(1)
    row.addWidget(note, 0, Qt.AlignmentFlag.AlignBottom)
    return row
