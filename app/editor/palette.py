"""The palette below the tree: terrain, hexsides, roads, zones and control to paint with, as small
pictures.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.editor.document import EditorDocument
from app.editor.legend_icons import large_icon
from app.editor.map_tools import ERASE
from app.theme.current import scaled
from app.widgets.panel import TabbedPanel
from engine.editing import Touched

TABS = (("terrain", "Terrain"), ("hexside", "Hexsides"), ("route", "Links"), ("zone", "Zones"))
NAME = Qt.ItemDataRole.UserRole


class Palette(QWidget):
    """What the tools paint with."""

    chosen = Signal(str, str)
    """The kind of thing and its id."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.panel = TabbedPanel()
        self.lists: dict[str, QListWidget] = {}
        for kind, title in TABS:
            self.lists[kind] = self._list(kind, title)
            self.panel.add_page(title, self.lists[kind])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.panel)
        self.panel.current_changed.connect(lambda n: self._tell(TABS[n][0]))
        document.changed.connect(self._follow)
        self.fill()

    def _list(self, kind: str, title: str) -> QListWidget:
        view = QListWidget()
        view.setViewMode(QListWidget.ViewMode.IconMode if kind != "zone" else QListWidget.ViewMode.ListMode)
        view.setResizeMode(QListWidget.ResizeMode.Adjust)
        view.setMovement(QListWidget.Movement.Static)
        view.setIconSize(QSize(scaled(54), scaled(34)))
        view.setGridSize(QSize(scaled(84), scaled(72)) if kind != "zone" else QSize())
        view.setWordWrap(True)
        view.setSpacing(2)
        view.setFrameShape(QListWidget.Shape.NoFrame)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setAccessibleName(title)
        view.itemSelectionChanged.connect(lambda: self._tell(kind))
        return view

    def _follow(self, touched: Touched) -> None:
        if touched.parts & {"terrain", "hexsides", "routes", "boards", "sides"}:
            self.fill()

    def fill(self) -> None:
        """Shows what the module has."""
        module = self.document.module
        entries = {
            "terrain": [(t.id, t.title, large_icon("terrain", t)) for t in module.terrain],
            "hexside": [(t.id, t.title, large_icon("hexsides", t)) for t in module.hexsides],
            "route": [(t.id, t.title, large_icon("routes", t)) for t in module.routes],
            "zone": [],
        }
        for kind, items in entries.items():
            lines = [(kind, name, title, icon) for name, title, icon in items]
            if kind == "zone":
                lines = self._zone_lines()
            else:
                lines.append((kind, ERASE, "Erase", QIcon()))
            self._show(self.lists[kind], lines)

    def _zone_lines(self) -> list[tuple[str, str, str, QIcon]]:
        module = self.document.module
        lines = [("control", side.id, f"Held by {side.short} at the start", QIcon()) for side in module.sides]
        lines.append(("control", ERASE, "Held by nobody", QIcon()))
        for board in module.boards:
            layered = {name for layer in board.layers for name in layer.legend.values()}
            plain = [z.id for z in board.zones if not (z.edge or z.columns or z.inside)]
            for name in dict.fromkeys((*plain, *sorted(layered))):
                lines.append(("zone", name, f"Zone {name}", QIcon()))
                lines.append(("unzone", name, f"Out of zone {name}", QIcon()))
        return lines

    def _show(self, view: QListWidget, lines: list[tuple[str, str, str, QIcon]]) -> None:
        chosen = view.selectedItems()
        kept = chosen[0].data(NAME) if chosen else None
        view.blockSignals(True)
        view.clear()
        for kind, name, title, icon in lines:
            item = QListWidgetItem(icon, title)
            item.setData(NAME, (kind, name))
            view.addItem(item)
            if (kind, name) == kept:
                view.setCurrentItem(item)
        if not view.selectedItems() and view.count():
            view.setCurrentRow(0)
        view.blockSignals(False)

    def choose(self, kind: str, name: str) -> None:
        """Chooses something to paint with."""
        tab = "zone" if kind in ("zone", "unzone", "control") else kind
        number = next(n for n, (key, _) in enumerate(TABS) if key == tab)
        self.panel.show_page(number)
        view = self.lists[tab]
        for row in range(view.count()):
            item = view.item(row)
            if tuple(item.data(NAME)) == (kind, name):
                view.setCurrentItem(item)
        self._tell(tab)

    @property
    def choice(self) -> tuple[str, str]:
        """The kind and the id chosen."""
        tab = TABS[max(0, self.panel.bar.tabs.currentIndex())][0]
        items = self.lists[tab].selectedItems()
        kind, name = items[0].data(NAME) if items else (tab, "")
        return str(kind), str(name)

    def _tell(self, _tab: str) -> None:
        self.chosen.emit(*self.choice)
