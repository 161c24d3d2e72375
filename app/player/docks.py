"""The docks of the player window: which panels stand together, where, and how wide at first.

A dock holds one or several panels as tabs in its own title bar. Every panel can be hidden; all of them can be
hidden at once and come back as they were. Places and sizes are kept by Qt's window state.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.player.panels.base import Panel
from app.theme.current import scaled
from app.widgets.panel import TabbedPanel, panel_dock

STATE_VERSION = 1
Area = Qt.DockWidgetArea


@dataclass(frozen=True, slots=True)
class Group:
    """Panels that share a dock: its id, title for menus, area, names of its panels, height at first."""

    id: str
    title: str
    area: Area
    panels: tuple[str, ...]
    height: int


GROUPS = (
    Group("dock-guide", "Guide", Area.TopDockWidgetArea, ("guide",), 96),
    Group("dock-sequence", "Sequence of play", Area.LeftDockWidgetArea, ("sequence",), 420),
    Group("dock-turns", "Turn track", Area.LeftDockWidgetArea, ("turns",), 300),
    Group("dock-forces", "Forces", Area.RightDockWidgetArea, ("order", "schedule", "choices"), 330),
    Group("dock-stack", "Stack", Area.RightDockWidgetArea, ("stack", "planner"), 240),
    Group("dock-boxes", "Boxes", Area.RightDockWidgetArea, ("boxes", "notes", "legend"), 250),
    Group("dock-log", "Log", Area.BottomDockWidgetArea, ("log", "advice", "dice", "replay"), 163),
    Group("dock-cards", "Cards", Area.BottomDockWidgetArea, ("cards",), 163),
    Group("dock-victory", "Victory", Area.RightDockWidgetArea, ("victory",), 130),
)
LEFT_WIDTH, RIGHT_WIDTH, BOTTOM_HEIGHT = 271, 387, 163
CARDS_HEIGHT = 196
"""Of the bottom docks in a game with cards."""
NARROW = 1500
MOST_SHARE = 0.3
"""Part of the window that a side dock takes at most when the text grows."""
NARROW_LEFT, NARROW_RIGHT = 240, 352
SHORT = 980
"""Height of a window below which a dock of its own for each group leaves too little to each."""
GUEST, OWN_DOCK, HOST = "victory", "dock-victory", "dock-boxes"
"""The panel that is a guest in another dock while the window is short."""


class Docks(QObject):
    """Builds the docks of a window and answers for showing and hiding panels."""

    panel_shown = Signal(str)

    def __init__(self, window: QMainWindow, panels: dict[str, Panel]) -> None:
        super().__init__(window)
        self._window = window
        self.panels = panels
        self.groups: dict[str, TabbedPanel] = {}
        self.docks: dict[str, QDockWidget] = {}
        self._where: dict[str, tuple[str, int]] = {}
        self._hidden: set[str] = set()
        self._scale = scaled(100)
        self._kept: QByteArray | None = None
        self._is_short = False
        self.present = tuple(group for group in GROUPS if set(group.panels) & panels.keys())
        """The docks this game needs: one without cards has no dock for them."""
        for group in self.present:
            self._build(group)
        self._arrange()

    @property
    def name(self) -> str:
        """What places and sizes are remembered by: games with cards have another arrangement."""
        return "docks" + "".join(f"-{name}" for name in ("cards", "guide") if f"dock-{name}" in self.docks)

    # --- building ---------------------------------------------------------------------------------

    def _build(self, group: Group) -> None:
        first = self.panels[group.panels[0]]
        tabbed = TabbedPanel(first.title if len(group.panels) == 1 else "")
        for name in group.panels:
            panel = self.panels[name]
            if len(group.panels) == 1:
                tabbed.set_page(panel)
                number = 0
            else:
                number = tabbed.add_page(panel.tab or panel.title, panel)
            self._where[name] = (group.id, number)
        dock = panel_dock(tabbed, group.title, group.id)
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetMovable
            | QDockWidget.DockWidgetFeature.DockWidgetFloatable
            | QDockWidget.DockWidgetFeature.DockWidgetClosable
        )
        self.groups[group.id] = tabbed
        self.docks[group.id] = dock
        self._window.addDockWidget(group.area, dock)

    def _arrange(self) -> None:
        window = self._window
        window.setDockNestingEnabled(True)
        window.setCorner(Qt.Corner.BottomLeftCorner, Area.BottomDockWidgetArea)
        window.setCorner(Qt.Corner.BottomRightCorner, Area.RightDockWidgetArea)
        window.setCorner(Qt.Corner.TopLeftCorner, Area.LeftDockWidgetArea)
        window.setCorner(Qt.Corner.TopRightCorner, Area.RightDockWidgetArea)

    def set_first_sizes(self, width: int) -> None:
        """Gives the docks their sizes for a window of some width."""
        narrow = width < scaled(NARROW)
        left = scaled(NARROW_LEFT if narrow else LEFT_WIDTH)
        right = scaled(NARROW_RIGHT if narrow else RIGHT_WIDTH)
        window = self._window
        window.resizeDocks([self.docks["dock-sequence"]], [left], Qt.Orientation.Horizontal)
        window.resizeDocks([self.docks["dock-forces"]], [right], Qt.Orientation.Horizontal)
        has_cards = "dock-cards" in self.docks
        height = scaled(CARDS_HEIGHT if has_cards else BOTTOM_HEIGHT)
        window.resizeDocks([self.docks["dock-log"]], [height], Qt.Orientation.Vertical)
        if has_cards:
            room = max(scaled(300), width - left - right)
            shares = [room * 2 // 5 + left, room * 3 // 5]
            docks = [self.docks["dock-log"], self.docks["dock-cards"]]
            window.resizeDocks(docks, shares, Qt.Orientation.Horizontal)
        self._share_heights()

    def _share_heights(self) -> None:
        """Gives the docks of each side their part of the height."""
        for area in (Area.LeftDockWidgetArea, Area.RightDockWidgetArea):
            here = [g for g in self.present if g.area is area and not self.docks[g.id].isHidden()]
            docks, sizes = [self.docks[group.id] for group in here], [scaled(group.height) for group in here]
            self._window.resizeDocks(docks, sizes, Qt.Orientation.Vertical)

    def follow_height(self, height: int) -> None:
        """Puts one panel behind another's tab while the window is short, and back into a dock of its own."""
        is_short = height < scaled(SHORT)
        if is_short == self._is_short or self._kept is not None or self.docks[OWN_DOCK].isFloating():
            return
        self._is_short = is_short
        panel = self.panels[GUEST]
        if is_short:
            self._where[GUEST] = (HOST, self.groups[HOST].add_page(panel.tab or panel.title, panel))
            self.docks[OWN_DOCK].hide()
        else:
            self.groups[HOST].remove_page(self._where[GUEST][1])
            self._where[GUEST] = (OWN_DOCK, 0)
            self.groups[OWN_DOCK].set_page(panel)
        self.set_shown(GUEST, shown=GUEST not in self._hidden)
        self._share_heights()

    def follow_scale(self, most: int) -> None:
        """Makes the side docks wider or narrower with the text, within a share of the window's width."""
        old, new = self._scale, scaled(100)
        self._scale = new
        if old == new:
            return
        sides = [self.docks["dock-sequence"], self.docks["dock-forces"]]
        widths = [min(dock.width() * new // old, round(most * MOST_SHARE)) for dock in sides]
        self._window.resizeDocks(sides, widths, Qt.Orientation.Horizontal)

    # --- showing and hiding -----------------------------------------------------------------------

    def is_shown(self, name: str) -> bool:
        """Whether a panel is offered (it may be behind another tab)."""
        group, _ = self._where[name]
        return name not in self._hidden and not self.docks[group].isHidden()

    def show_panel(self, name: str) -> None:
        """Brings a panel to the front."""
        group, number = self._where[name]
        self.set_shown(name, shown=True)
        self.docks[group].show()
        self.docks[group].raise_()
        tabbed = self.groups[group]
        if tabbed.pages.count() > 1:
            tabbed.show_page(number)
        self.panel_shown.emit(name)

    def set_shown(self, name: str, *, shown: bool) -> None:
        """Offers a panel or takes it away; a dock without panels goes."""
        group, number = self._where[name]
        (self._hidden.discard if shown else self._hidden.add)(name)
        tabbed = self.groups[group]
        if tabbed.pages.count() > 1:
            tabbed.bar.tabs.setTabVisible(number, shown)
        members = [found for found, (where, _) in self._where.items() if where == group]
        self.docks[group].setVisible(any(found not in self._hidden for found in members))

    def set_title(self, name: str, title: str) -> None:
        """Changes the words on a panel's tab."""
        group, number = self._where[name]
        tabbed = self.groups[group]
        if tabbed.pages.count() > 1:
            tabbed.set_page_title(number, title)
        else:
            tabbed.bar.set_title(title)

    def set_note(self, name: str, note: str) -> None:
        """The small words at the right of a panel's bar, while it is in front."""
        group, number = self._where[name]
        tabbed = self.groups[group]
        if tabbed.pages.currentIndex() == number or tabbed.pages.count() == 1:
            tabbed.bar.set_note(note)

    def front(self, name: str) -> bool:
        """Whether a panel is shown in front."""
        return self.panels[name].isVisible()

    def toggle_actions(self) -> list[QAction]:
        """One action a panel to show or hide it, for the View menu."""
        return [self._toggle_action(name, panel) for name, panel in self.panels.items()]

    def _toggle_action(self, name: str, panel: Panel) -> QAction:
        action = QAction(panel.title, self._window)
        action.setCheckable(True)
        action.setData(name)
        action.triggered.connect(lambda on, name=name: self._toggle(name, on=on))
        return action

    def _toggle(self, name: str, *, on: bool) -> None:
        if on:
            self.show_panel(name)
        else:
            self.set_shown(name, shown=False)

    # --- all at once ------------------------------------------------------------------------------

    @property
    def are_all_hidden(self) -> bool:
        """Whether the map has the window for itself."""
        return self._kept is not None

    def toggle_all(self) -> bool:
        """Hides all docks, or brings them back as they were; True if they are hidden now."""
        if self._kept is not None:
            self._window.restoreState(self._kept, STATE_VERSION)
            self._kept = None
            self.follow_height(self._window.height())
            return False
        self._kept = self._window.saveState(STATE_VERSION)
        for dock in self.docks.values():
            dock.hide()
        return True

    def reset(self) -> None:
        """Shows every panel again, each dock in the area it belongs to."""
        self._kept = None
        for name in self.panels:
            self.set_shown(name, shown=True)
        for group in self.present:
            dock = self.docks[group.id]
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
            self._window.addDockWidget(group.area, dock)
            dock.setVisible(any(where == group.id for where, _ in self._where.values()))

    def save(self) -> bytes:
        """Places and sizes as Qt describes them."""
        state = self._kept if self._kept is not None else self._window.saveState(STATE_VERSION)
        return bytes(state.data())

    def restore(self, state: bytes) -> bool:
        """Puts everything back; False if the description is of no use."""
        if not state or not self._window.restoreState(QByteArray(state), STATE_VERSION):
            return False
        if self._is_short:
            self.docks[OWN_DOCK].hide()
        return True
