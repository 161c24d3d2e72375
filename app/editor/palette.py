"""The palette below the tree: terrain, hexsides, roads, zones and control to paint with, as tiles with a
picture, the name, and what it costs to move there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QInputDialog, QListWidgetItem, QSizePolicy, QVBoxLayout, QWidget

from app.editor.document import EditorDocument
from app.editor.legend_icons import LEGEND_GROUP, erase_icon, large_icon, side_icon, tag_icon, zone_icon
from app.editor.map_tools import ERASE
from app.editor.palette_tiles import Tile, TileList
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.panel import TabbedPanel
from engine.definition.module import ModuleDef
from engine.editing import Touched
from engine.editing.change import free_id, id_from
from engine.editing.landscape import GROUPS, kinds_of
from engine.editing.maps import add_zone
from engine.editing.move_costs import move_costs

TABS = (("terrain", "Terrain"), ("hexside", "Hexsides"), ("route", "Roads"), ("zone", "Zones"))
NAME = Qt.ItemDataRole.UserRole
NEW_ZONE = "new-zone"
USUAL_TAGS = ("port", "objective")
_MEANING = {"terrain": "", "hexside": " more to cross, upwards", "route": " along it"}
"""What the figures of a tab are, beyond MP of a hex entered."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One thing to paint with."""

    kind: str
    name: str
    tile: Tile


def known_tags(module: ModuleDef) -> list[str]:
    """Words that hexes of the module have for its rules; ports and objectives can always be painted."""
    places = (tag for board in module.boards for place in board.places for tag in place.tags)
    spots = (tag for board in module.boards for spot in board.hexes for tag in spot.tags)
    return list(dict.fromkeys((*USUAL_TAGS, *sorted({*places, *spots}))))


class Palette(QWidget):
    """What the tools paint with."""

    chosen = Signal(str, str)
    """The kind of thing and its id."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.current_board: Callable[[], str] = lambda: document.module.boards[0].id
        """The map a new zone is made on."""
        self.panel = TabbedPanel()
        self.panel.bar.tabs.setProperty("kind", "dense")
        self.lists: dict[str, TileList] = {}
        self._lines: dict[TileList, list[_Line]] = {}
        self.legend = label("", "note", wraps=True)
        self.legend.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.legend.setContentsMargins(scaled(12), scaled(4), scaled(8), scaled(4))
        for kind, title in TABS:
            view = self.lists[kind] = TileList(title)
            view.itemSelectionChanged.connect(lambda kind=kind: self._tell(kind))
            view.itemClicked.connect(self._press)
            self.panel.add_page(title, view)
        self.panel.setProperty("kind", "panel")
        self.panel.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        below = self.panel.layout()
        if below is not None:
            below.addWidget(self.legend)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.panel)
        self.panel.current_changed.connect(self._turn)
        document.changed.connect(self._follow)
        self.fill()

    def _turn(self, number: int) -> None:
        self._show_legend()
        self._tell(TABS[number][0])

    def _follow(self, touched: Touched) -> None:
        if touched.parts & {"terrain", "hexsides", "routes", "boards", "sides", "charts"}:
            self.fill()

    def fill(self) -> None:
        """Shows what the module has."""
        module = self.document.module
        self._words: dict[str, str] = {}
        for group in GROUPS:
            kind, costs = LEGEND_GROUP[group], move_costs(module, group)
            self._words[kind] = f"{costs.words}{_MEANING[kind]}" if costs.words else ""
            lines = [
                _Line(kind, item.id, Tile(item.title, large_icon(group, item), costs.of(item.id)))
                for item in kinds_of(module, group)
            ]
            self._show(self.lists[kind], [*lines, _Line(kind, ERASE, Tile("Erase", erase_icon()))])
        self._show(self.lists["zone"], self._zone_lines())
        self._show_legend()

    def _show_legend(self) -> None:
        words = self._words.get(TABS[max(0, self.panel.bar.tabs.currentIndex())][0], "")
        self.legend.setText(words)
        self.legend.setVisible(bool(words))

    def _zone_lines(self) -> list[_Line]:
        module = self.document.module
        lines = [
            _Line("control", side.id, Tile(f"Held by {side.short}", side_icon(side.strip)))
            for side in module.sides
        ]
        lines.append(_Line("control", ERASE, Tile("Held by nobody", erase_icon())))
        for board in module.boards:
            layered = {name for layer in board.layers for name in layer.legend.values()}
            plain = [z.id for z in board.zones if not (z.edge or z.columns or z.inside)]
            for name in dict.fromkeys((*plain, *sorted(layered))):
                words = name.replace("-", " ").replace("_", " ")
                lines.append(_Line("zone", name, Tile(f"Into {words}", zone_icon())))
                lines.append(_Line("unzone", name, Tile(f"Out of {words}", zone_icon(leaves=True))))
        if module.boards:
            lines.append(_Line(NEW_ZONE, "", Tile("New zone…", zone_icon())))
        for tag in known_tags(module):
            words = tag.replace("-", " ").replace("_", " ")
            lines.append(_Line("tag", tag, Tile(words[:1].upper() + words[1:], tag_icon())))
            lines.append(_Line("untag", tag, Tile(f"No {words}", tag_icon(leaves=True))))
        return lines

    def _ask_zone(self) -> None:
        title, done = QInputDialog.getText(self, "New zone", "Name")
        if done and title.strip():
            self.add_zone(title)

    def add_zone(self, title: str) -> bool:
        """Makes an empty zone on the current map and chooses it to paint with."""
        module, board = self.document.module, self.current_board()
        taken = {zone.id for item in module.boards for zone in item.zones}
        name = free_id(id_from(title), taken)
        done = self.document.edit(lambda m: add_zone(m, board, name, title.strip()), f"zone {title.strip()}")
        if done:
            self.choose("zone", name)
        return done

    def _show(self, view: TileList, lines: list[_Line]) -> None:
        if lines == self._lines.get(view):
            return
        self._lines[view] = lines
        chosen = view.selectedItems()
        kept = chosen[0].data(NAME) if chosen else None
        view.blockSignals(True)
        view.clear()
        for line in lines:
            item = view.add_tile(line.tile)
            item.setData(NAME, (line.kind, line.name))
            if (line.kind, line.name) == kept:
                view.setCurrentItem(item)
        if not view.selectedItems() and view.count():
            view.setCurrentRow(0)
        view.refit()
        view.blockSignals(False)

    def choose(self, kind: str, name: str) -> None:
        """Chooses something to paint with."""
        tab = kind if kind in ("terrain", "hexside", "route") else "zone"
        number = next(n for n, (key, _) in enumerate(TABS) if key == tab)
        self.panel.show_page(number)
        view = self.lists[tab]
        for row in range(view.count()):
            item = view.item(row)
            if tuple(item.data(NAME)) == (kind, name):
                view.setCurrentItem(item)
        self._tell(tab)

    def suit(self, tabs: tuple[str, ...]) -> None:
        """Turns to the first of some pages, and what was last chosen there, unless one of them is on show."""
        names = [kind for kind, _ in TABS]
        if not tabs or names[max(0, self.panel.bar.tabs.currentIndex())] in tabs:
            return
        view = self.lists[tabs[0]]
        if not view.selectedItems() and view.count():
            view.setCurrentRow(0)
        self.panel.show_page(names.index(tabs[0]))

    @property
    def choice(self) -> tuple[str, str]:
        """The kind and the id chosen."""
        tab = TABS[max(0, self.panel.bar.tabs.currentIndex())][0]
        items = self.lists[tab].selectedItems()
        kind, name = items[0].data(NAME) if items else (tab, "")
        return str(kind), str(name)

    def _tell(self, _tab: str) -> None:
        if self.choice[0] != NEW_ZONE:
            self.chosen.emit(*self.choice)

    def _press(self, item: QListWidgetItem) -> None:
        if item.data(NAME)[0] == NEW_ZONE:
            self._ask_zone()
