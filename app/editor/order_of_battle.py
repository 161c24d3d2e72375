"""The order of battle of a scenario: every counter with where it is, to be dragged to the map, boxes,
turns.

Boxes, the dead and those out of the game are lines that counters can be dropped on, so that everything a
set-up says about a counter can be said here.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.editor.carrying import carried, carry
from app.editor.document import EditorDocument
from app.editor.map_page import MapPage
from app.editor.schedule_grid import ScheduleGrid
from app.graphics.counter_cache import shared_counters
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.search_box import SearchBox
from app.widgets.spin_boxes import SpinBox
from engine.definition.scenario import PlacementDef, WhereDef
from engine.editing import EditRefused
from engine.editing.change import made
from engine.editing.pieces import where_words
from engine.editing.setups import set_lost_steps, setup_from

PIECE = Qt.ItemDataRole.UserRole
GOAL = Qt.ItemDataRole.UserRole + 1
EDGE = 30


class OrderTree(QTreeWidget):
    """The lines; dragging starts here and ends on lines of boxes and lists."""

    def __init__(self, panel: OrderPanel) -> None:
        super().__init__()
        self.panel = panel
        self._press = None
        self.setHeaderLabels(["Counter", "Where", "Steps"])
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.setColumnWidth(0, scaled(300))
        self.setColumnWidth(1, scaled(220))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setIconSize(QSize(scaled(EDGE) + 8, scaled(EDGE) + 8))
        self.setAcceptDrops(True)
        self.setDragEnabled(True)
        self.setUniformRowHeights(False)
        self.setAccessibleName("Order of battle")

    def startDrag(self, _actions: Qt.DropAction) -> None:
        names = self.panel.chosen_pieces()
        known = self.panel.document.module.pieces_by_id()
        faces = [self.panel.page.stacks.faces.printed(known[name]) for name in names[:3] if name in known]
        if names:
            carry(self, self.panel.document, names, faces)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if carried(self.panel.document, event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        if isinstance(event.source(), ScheduleGrid) or (item is not None and item.data(0, GOAL)):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        names = carried(self.panel.document, event.mimeData())
        source = event.source()
        if names and isinstance(source, ScheduleGrid):
            event.acceptProposedAction()
            source.acts.remove_selected()
        elif item is not None and names:
            event.acceptProposedAction()
            self.panel.drop_on(str(item.data(0, GOAL)), names)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        if item is not None and item.data(0, PIECE):
            self.panel.place_wanted(str(item.data(0, PIECE)))
        super().mouseDoubleClickEvent(event)


class OrderPanel(QWidget):
    """The order of battle with its filter and the choice of place."""

    chosen = Signal(tuple)
    show_wanted = Signal(str)

    def __init__(self, document: EditorDocument, page: MapPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "panel")
        self.document, self.page = document, page
        self.tree = OrderTree(self)
        self.search = SearchBox("Filter")
        self.side = QComboBox()
        self.lost = SpinBox()
        self.lost.setAccessibleName("Steps lost at the start")
        self.lost.setKeyboardTracking(False)
        self.where = SearchBox("Place: A36.23, within 2 of A36.23, zone west-edge")
        self.from_other = QComboBox()
        self._is_filling = False
        self._lay_out()
        self.search.textChanged.connect(lambda _text: self.fill())
        self.side.activated.connect(lambda _n: self.fill())
        self.tree.itemSelectionChanged.connect(self._tell)
        self.where.returnPressed.connect(self._place_typed)
        self.lost.valueChanged.connect(self._set_lost)
        self.from_other.activated.connect(self._take_other)
        document.changed.connect(lambda _touched: self.fill())
        self.fill()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.addWidget(self.side)
        bar.addWidget(self.search, 1)
        bar.addWidget(self.where, 2)
        place = QPushButton("Place")
        place.clicked.connect(self._place_typed)
        bar.addWidget(place)
        off = QPushButton("Take off")
        off.clicked.connect(
            lambda: self.page.take_off(self.chosen_pieces()) if self.chosen_pieces() else None
        )
        bar.addWidget(off)
        bar.addWidget(label("Steps lost", "second"))
        bar.addWidget(self.lost)
        self.from_other.setAccessibleName("Start from the set-up of another scenario")
        bar.addWidget(self.from_other)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(10), scaled(6), scaled(10), scaled(6))
        column.addLayout(bar)
        column.addWidget(self.tree, 1)

    def show_side(self, side: str) -> None:
        """Shows one side only; empty shows all."""
        index = self.side.findData(side)
        if index >= 0 and index != self.side.currentIndex():
            self.side.setCurrentIndex(index)
            self.fill()

    def fill(self) -> None:
        """Shows everybody as they are set up now."""
        module, page = self.document.module, self.page
        self._fill_choices()
        kept = set(self.chosen_pieces())
        self._is_filling = True
        scroll = self.tree.verticalScrollBar().value()
        self.tree.clear()
        scenario = page.stacks.scenario(page.scenario)
        wanted, words = self.side.currentData(), self.search.text().lower().split()
        where: dict[str, str] = {}
        lost: dict[str, int] = {}
        for _, placement in page.stacks.placements(page.scenario):
            for name in placement.pieces:
                where[name] = where_words(placement)
                lost[name] = placement.lost.get(name, 0)
        for setup in scenario.sides.values() if scenario else ():
            where.update(dict.fromkeys(setup.dead, "dead"))
            where.update(dict.fromkeys(setup.gone, "out of the game"))
        due = {name: f"turn {entry.turn}" for entry in module.schedule for name in entry.pieces}
        titles = {f.id: f.title for f in module.formations}
        boxes = {box.id: box.title for box in module.boxes}
        for side in module.sides:
            if wanted not in ("", None, side.id):
                continue
            top = QTreeWidgetItem(self.tree, [side.title])
            groups: dict[str, QTreeWidgetItem] = {}
            for piece in module.pieces:
                if piece.side != side.id or piece.template:
                    continue
                place = where.get(piece.id, "")
                coming = f"comes {due[piece.id]}" if piece.id in due else "nowhere"
                shown = boxes.get(place, place) or coming
                group = titles.get(piece.formation or "", "Independent")
                text = f"{piece.name} {piece.id} {shown} {piece.type} {group}".lower()
                if not all(word in text for word in words):
                    continue
                if group not in groups:
                    groups[group] = QTreeWidgetItem(top, [group])
                steps = f"{piece.steps - lost.get(piece.id, 0)} of {piece.steps}" if piece.steps > 1 else ""
                item = QTreeWidgetItem(groups[group], [piece.name, shown, steps])
                item.setData(0, PIECE, piece.id)
                item.setIcon(0, shared_counters().picture(page.stacks.faces.printed(piece), EDGE).pixmap)
                item.setSelected(piece.id in kept)
            top.setExpanded(True)
            for group_item in groups.values():
                group_item.setExpanded(True)
            self._goals(QTreeWidgetItem(top, ["Boxes, the dead, out of the game", "drop counters here"]))
        self.tree.verticalScrollBar().setValue(scroll)
        self._is_filling = False

    def _goals(self, top: QTreeWidgetItem) -> None:
        for words, goal in (("Dead at the start", "dead"), ("Out of this game", "gone")):
            QTreeWidgetItem(top, [words]).setData(0, GOAL, goal)
        for box in self.document.module.boxes:
            if box.role in ("map", "holding", "display"):
                item = QTreeWidgetItem(top, [box.title])
                item.setData(0, GOAL, f"box:{box.id}")

    def _fill_choices(self) -> None:
        sides = [("", "Both sides"), *((side.id, side.title) for side in self.document.module.sides)]
        _refill(self.side, sides)
        others = [(s.id, s.title) for s in self.document.module.scenarios if s.id != self.page.scenario]
        _refill(self.from_other, [("", "Start from another set-up…"), *others])

    def chosen_pieces(self) -> tuple[str, ...]:
        """The chosen counters."""
        return tuple(str(i.data(0, PIECE)) for i in self.tree.selectedItems() if i.data(0, PIECE))

    def item_of(self, piece: str) -> QTreeWidgetItem | None:
        """The line of a counter."""
        for item in self.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive):
            if item.data(0, PIECE) == piece:
                return item
        return None

    def _tell(self) -> None:
        if self._is_filling:
            return
        names = self.chosen_pieces()
        rows = {piece.id: n for n, piece in enumerate(self.document.module.pieces)}
        self.chosen.emit(tuple(("pieces", rows[name]) for name in names))
        if len(names) == 1:
            piece = self.document.module.pieces[rows[names[0]]]
            placement = self._placement(names[0])
            self.lost.blockSignals(True)
            self.lost.setRange(0, max(0, piece.steps - 1))
            self.lost.setValue(placement.lost.get(piece.id, 0) if placement else 0)
            self.lost.setEnabled(placement is not None and piece.steps > 1)
            self.lost.blockSignals(False)
            if placement is not None:
                self.show_wanted.emit(self.page.stacks.spot_of(placement, names[0]))

    def _placement(self, name: str) -> PlacementDef | None:
        found = (p for _, p in self.page.stacks.placements(self.page.scenario) if name in p.pieces)
        return next(found, None)

    def _set_lost(self, count: int) -> None:
        names = self.chosen_pieces()
        if len(names) == 1:
            scenario, name = self.page.scenario, names[0]
            self.document.edit(
                lambda m: set_lost_steps(m, scenario, name, count), f"{name} has lost {count} steps"
            )

    def drop_on(self, goal: str, names: tuple[str, ...]) -> None:
        """Counters were dropped on a line."""
        if goal in ("dead", "gone"):
            self.page.list_as(names, goal)
        elif goal.startswith("box:"):
            self.page.place(names, WhereDef(at=goal.removeprefix("box:")))

    def place_wanted(self, name: str) -> None:
        """Somebody double-clicked a counter: it goes to the chosen hex of the map."""
        if self.page.selected:
            self.page.place((name,), WhereDef(at=self.page.selected[0]))

    def _place_typed(self) -> None:
        names = self.chosen_pieces()
        if not names:
            self.document.refused.emit("Choose counters first.")
            return
        try:
            where = where_from(self.where.text())
        except EditRefused as refused:
            self.document.refused.emit(str(refused))
            return
        self.page.place(names, where)

    def _take_other(self) -> None:
        other, scenario = self.from_other.currentData(), self.page.scenario
        self.from_other.setCurrentIndex(0)
        if other:
            self.document.edit(lambda m: setup_from(m, scenario, other), f"set-up of {other}")


def _refill(box: QComboBox, items: list[tuple[str, str]]) -> None:
    known = [(box.itemData(n), box.itemText(n)) for n in range(box.count())]
    if known == items:
        return
    kept = box.currentData()
    box.clear()
    for value, words in items:
        box.addItem(words, value)
    box.setCurrentIndex(max(0, box.findData(kept)))


def where_from(text: str) -> WhereDef:
    """A place typed by a person: a hex or box, several, `within 2 of X`, `zone x`; refuses anything else."""
    words = text.replace(",", " ").split()
    if not words:
        raise EditRefused("where to?", "type a hex, a box, 'within 2 of A1', or 'zone' and its id")
    low = [word.lower() for word in words]
    if low[0] == "within" and len(words) == 4 and low[2] == "of" and words[1].isdigit():
        return made(WhereDef, {"near": words[3], "within": int(words[1])})
    if low[0] in ("zone", "in"):
        zones = [word for word in words[1:] if word.lower() != "or"]
        return made(WhereDef, {"zones": tuple(zones)})
    if low[:2] == ["any", "of"]:
        words = words[2:]
    return made(WhereDef, {"at": words[0]} if len(words) == 1 else {"any_of": tuple(words)})
