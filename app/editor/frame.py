"""The frame of the editor's window: pages, docks, tool row, and which part lies where.

It builds and arranges; what happens is for the window that is made from it.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QMainWindow,
    QMenuBar,
    QSizePolicy,
    QSpacerItem,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.editor.bottom_panel import BottomPanel
from app.editor.cards_page import CardsPage
from app.editor.chart_page import ChartPage
from app.editor.counters_page import CountersPage
from app.editor.document import EditorDocument
from app.editor.editor_help import EditorHelp
from app.editor.ground_bar import GroundBar
from app.editor.hex_panel import HexPanel
from app.editor.inspector import Inspector
from app.editor.layers_panel import LayersPanel
from app.editor.list_page import ListPage
from app.editor.map_page import MapPage
from app.editor.module_tree import ModuleTree
from app.editor.notices import NoticeList, Notices
from app.editor.order_of_battle import OrderPanel
from app.editor.palette import Palette
from app.editor.place_pill import PlacePill
from app.editor.rules_check import RulesCheck
from app.editor.schedule_page import SchedulePage
from app.editor.search_popup import SearchEverything
from app.editor.side_panels import HistoryPanel, IssuesPanel
from app.editor.side_widths import SideWidths
from app.editor.terrain_page import TerrainPage
from app.editor.texts_page import TextsPage
from app.editor.tool_row import ToolRow
from app.editor.victory_page import VictoryPage
from app.screen_fit import first_size
from app.settings import SettingsStore
from app.theme.current import scaled, theme
from app.widgets.labels import ElidedLabel, label
from app.widgets.panel import TabbedPanel, panel_dock

FIRST_SIZE = (1440, 880)
LEAST_SIZE = (1000, 620)
BOTTOM_SHARE = 0.4
BOTTOM_LEAST = 150


class EditorFrame(QMainWindow):
    """All parts of an editor in their places."""

    def __init__(self, document: EditorDocument, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.store = document, store
        document.setParent(self)
        self.setObjectName("editor")
        self.map_page = MapPage(document)
        self.layers = LayersPanel(self.map_page, store)
        self.pill = PlacePill(self.map_page)
        self.counters_page = CountersPage(document)
        self.cards_page = CardsPage(document)
        self.texts_page = TextsPage(document)
        self.chart_page = ChartPage(document)
        self.list_page = ListPage(document)
        self.victory_page = VictoryPage(document)
        self.tree = ModuleTree(document)
        self.palette_panel = Palette(document)
        self.inspector = Inspector(document)
        self.hex_panel = HexPanel(document, self.map_page)
        self.issues = IssuesPanel(document)
        self.history = HistoryPanel(document)
        self.schedule = SchedulePage(document)
        self.order = OrderPanel(document, self.map_page)
        self.terrain_page = TerrainPage(document)
        self.rules_check = RulesCheck(document)
        self.search = SearchEverything(document)
        self.notices = NoticeList()
        self.helping = EditorHelp(self)
        self.tool_row = row = ToolRow(self.search)
        self._tools, self.brushes = row.tools, row.brushes
        self.undo_button, self.redo_button = row.undo_button, row.redo_button
        self.print_button, self.play_button = row.print_button, row.play_button
        self.version_button = row.version_button
        row.undo_button.clicked.connect(document.stack.undo)
        row.redo_button.clicked.connect(document.stack.redo)
        self.map_page.brush_changed.connect(row.show_brush)
        self._is_split_kept = False
        self._lay_out()

    # --- building ------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.resize(*FIRST_SIZE)
        self._limit()
        theme().changed.connect(self._limit)
        self.pages = QStackedWidget()
        self.pages_by_name: dict[str, QWidget] = {
            "map": self.map_page, "counters": self.counters_page, "chart": self.chart_page,
            "cards": self.cards_page, "texts": self.texts_page,
            "list": self.list_page, "victory": self.victory_page,
        }  # fmt: skip
        for page in self.pages_by_name.values():
            self.pages.addWidget(page)
        self.pages.setMinimumHeight(scaled(260))
        self.bottom = BottomPanel()
        self.bottom.add_page("Reinforcement schedule", self.schedule)
        self.bottom.add_page("Set-up", self.order)
        self.bottom.add_page("Terrain chart", self.terrain_page)
        self.bottom.add_tools(0, self.schedule.bar)
        self.bottom.add_tools(1, self.order.bar)
        self.bottom.bar.tabs.setAcceptDrops(True)
        self.bottom.bar.tabs.setChangeCurrentOnDrag(True)
        split = self.split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.pages)
        split.addWidget(self.bottom)
        split.setStretchFactor(0, 1)
        split.setCollapsible(0, False)
        split.splitterMoved.connect(self._keep_split)
        self.schedule.grid.rearranged.connect(self.fit_bottom)
        central = QWidget()
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(split, 1)
        self.messages = Notices(self.pages, self)
        self.messages.told.connect(self.notices.add)
        self.setCentralWidget(central)
        self.setMenuWidget(self._top())
        self.setDockNestingEnabled(True)
        self._add_docks()
        self.place_words, self.state_words = label(""), label("Every change can be undone", "second")
        self.statusBar().addWidget(self.place_words, 1)
        self.ground_bar = GroundBar()
        self.ground_bar.stop_wanted.connect(self.map_page.picture.stop_ground)
        self.map_page.picture.ground_progressed.connect(self.ground_bar.show_share)
        self.statusBar().addPermanentWidget(self.ground_bar)
        self.statusBar().addPermanentWidget(self.state_words)
        self.statusBar().setSizeGripEnabled(False)

    def _limit(self) -> None:
        """The least size with the text as large as it is now, never more than the screen has."""
        self.setMinimumSize(first_size(self, *LEAST_SIZE))

    def _keep_split(self) -> None:
        """The person chose how high the lower panel is: it stays so."""
        self._is_split_kept = True

    def fit_bottom(self) -> None:
        """Makes the lower panel as high as the rows of the schedule need, at most a share of the window."""
        if self._is_split_kept or self.bottom.bar.tabs.currentIndex() != 0:
            return
        whole = self.split.height()
        wanted = self.schedule.grid.sizeHint().height() + self.bottom.head_height()
        wanted += self.schedule.horizontalScrollBar().sizeHint().height() + 2
        low = max(scaled(BOTTOM_LEAST), min(wanted, round(whole * BOTTOM_SHARE)))
        if whole > low and self.split.sizes()[1] != low:
            is_kept = self.map_page.first.is_kept
            self.split.setSizes([whole - low, low])
            if is_kept:
                self.map_page.first.look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._center_title()
        QTimer.singleShot(0, self, self.fit_bottom)

    def _center_title(self) -> None:
        """The title stands in the middle of the window, or where the menus leave room for it."""
        menus, title = self.menus.sizeHint().width(), self.title_label.sizeHint().width()
        room = self.width() - menus - title - scaled(28)
        self._beside_title.changeSize(max(0, min(menus, room)), 0)
        self.title_label.updateGeometry()

    def _add_docks(self) -> None:
        tree, palette = TabbedPanel("Module"), self.palette_panel.panel
        tree.set_page(self.tree)
        self.tree_bar = tree.bar
        left = self._dock(tree, "Module", Qt.DockWidgetArea.LeftDockWidgetArea)
        below = self._dock(palette, "Palette", Qt.DockWidgetArea.LeftDockWidgetArea)
        self.palette_dock = below
        inspector = TabbedPanel("Inspector")
        self.inspector_bar = inspector.bar
        self.inspector_pages = QStackedWidget()
        self.inspector_pages.addWidget(self.inspector)
        self.inspector_pages.addWidget(self.hex_panel)
        inspector.set_page(self.inspector_pages)
        self.inspector_dock = right = self._dock(
            inspector, "Inspector", Qt.DockWidgetArea.RightDockWidgetArea
        )
        self.side_panel = TabbedPanel()
        self.side_panel.add_page("Issues", self.issues)
        self.side_panel.add_page("History", self.history)
        self.side_panel.add_page("Messages", self.notices)
        notes = self._dock(self.side_panel, "Issues and history", Qt.DockWidgetArea.RightDockWidgetArea)
        self.splitDockWidget(left, below, Qt.Orientation.Vertical)
        self.splitDockWidget(right, notes, Qt.Orientation.Vertical)
        self.side_widths = SideWidths(self, self.pages, (left, below), (right, notes))
        self.side_widths.fit()
        self.resizeDocks([left, below], [460, 300], Qt.Orientation.Vertical)
        self.resizeDocks([right, notes], [600, 220], Qt.Orientation.Vertical)
        self.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)

    def _dock(self, panel: TabbedPanel, title: str, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = panel_dock(panel, title, f"editor-{title.lower().replace(' ', '-')}")
        self.addDockWidget(area, dock)
        return dock

    def _top(self) -> QWidget:
        self.menus = QMenuBar()
        self.menus.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        self.title_label = ElidedLabel("", "strong")
        self.title_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        bar = QWidget()
        bar.setProperty("kind", "bar")
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, scaled(14), 0)
        row.addWidget(self.menus)
        row.addWidget(self.title_label, 1)
        self._beside_title = QSpacerItem(0, 0)
        row.addSpacerItem(self._beside_title)
        top = QWidget()
        column = QVBoxLayout(top)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.tool_row)
        return top
