"""The lines of the order of battle as a tree that counters can be dragged from and dropped on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
)

from app.editor.carrying import carried, carry
from app.editor.document import EditorDocument
from app.editor.order_lines import NEUTRAL, OrderLine
from app.editor.schedule_grid import ScheduleGrid
from app.graphics.counter_cache import shared_counters
from app.graphics.counter_faces import FaceMaker
from app.theme.current import scaled
from engine.definition.module import ModuleDef

Index = QModelIndex | QPersistentModelIndex
PIECE = Qt.ItemDataRole.UserRole
GOAL = Qt.ItemDataRole.UserRole + 1
EDGE = 30


class CounterLines(QStyledItemDelegate):
    """Draws the counters of the lines in sight; long lists would take long to draw beforehand."""

    def __init__(self, tree: OrderTree) -> None:
        super().__init__(tree)
        self.tree = tree

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        faces = self.tree.faces()
        piece = faces.definition(str(index.data(PIECE) or ""))
        if piece is not None:
            picture = shared_counters().picture(faces.printed(piece), scaled(EDGE)).pixmap
            option.icon = QIcon(picture)
            option.decorationSize = self.tree.iconSize()
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if index.data(PIECE):  # asked for every line there is, so nothing may be drawn to know it
            return QSize(self.tree.columnWidth(0), scaled(EDGE) + 12)
        return super().sizeHint(option, index)


class OrderTree(QTreeWidget):
    """The lines; dragging starts here and ends on lines of boxes and lists."""

    dropped = Signal(str, tuple)
    """The goal of a line, and the counters dropped on it."""
    menu_wanted = Signal(QPoint)

    def __init__(self, document: EditorDocument, faces: Callable[[], FaceMaker]) -> None:
        super().__init__()
        self.document, self.faces = document, faces
        self._shown: Sequence[OrderLine] = ()
        self._ground: object = None
        self._items: dict[str, QTreeWidgetItem] = {}
        self.setHeaderLabels(["Counter", "Where", "Steps"])
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.setColumnWidth(0, scaled(280))
        self.setColumnWidth(1, scaled(280))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setIconSize(QSize(scaled(EDGE) + 8, scaled(EDGE) + 8))
        self.setItemDelegateForColumn(0, CounterLines(self))
        self.setAcceptDrops(True)
        self.setDragEnabled(True)
        self.setUniformRowHeights(False)
        self.setAccessibleName("Order of battle")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(
            lambda at: self.menu_wanted.emit(self.viewport().mapToGlobal(at))
        )

    # --- lines -------------------------------------------------------------------------------------

    def show_lines(self, module: ModuleDef, lines: Sequence[OrderLine], kept: frozenset[str]) -> None:
        """Shows lines in their groups; those of `kept` stay chosen."""
        others = self._others(lines)
        self._shown = lines
        ground = module.boxes, module.sides
        if others is not None and ground == self._ground:
            for line in others:
                self._write(self._items[line.piece.id], line)
            self.viewport().update()
            return
        self._ground, self._items = ground, {}
        self.clear()
        titles = {side.id: side.title for side in module.sides}
        tops: dict[str, QTreeWidgetItem] = {}
        groups: dict[tuple[str, str], QTreeWidgetItem] = {}
        for line in lines:
            if line.side not in tops:
                tops[line.side] = QTreeWidgetItem(self, [titles.get(line.side, NEUTRAL)])
            key = (line.side, line.group)
            if key not in groups:
                groups[key] = QTreeWidgetItem(tops[line.side], [line.group])
            item = QTreeWidgetItem(groups[key])
            item.setData(0, PIECE, line.piece.id)
            self._write(item, line)
            self._items[line.piece.id] = item
            item.setSelected(line.piece.id in kept)
        for side, top in tops.items():
            if side:
                self._add_goals(
                    QTreeWidgetItem(top, ["Boxes, the dead, out of the game", "drop here"]), module
                )
        for item in (*tops.values(), *groups.values()):
            item.setExpanded(True)

    def _others(self, lines: Sequence[OrderLine]) -> list[OrderLine] | None:
        """The lines that say something else than those on show; None if they do not lie where those lie."""
        if len(lines) != len(self._shown):
            return None
        pairs = [(old, new) for old, new in zip(self._shown, lines, strict=True) if old is not new]
        if any((a.side, a.group, a.piece.id) != (b.side, b.group, b.piece.id) for a, b in pairs):
            return None
        return [new for old, new in pairs if new != old]

    def _write(self, item: QTreeWidgetItem, line: OrderLine) -> None:
        for column, words in enumerate((line.piece.name, line.where, line.steps)):
            item.setText(column, words)
        item.setToolTip(1, line.where)

    def _add_goals(self, top: QTreeWidgetItem, module: ModuleDef) -> None:
        for words, goal in (("Dead at the start", "dead"), ("Out of this game", "gone")):
            QTreeWidgetItem(top, [words]).setData(0, GOAL, goal)
        for box in module.boxes:
            if box.role in ("map", "holding", "display"):
                item = QTreeWidgetItem(top, [box.title])
                item.setData(0, GOAL, f"box:{box.id}")

    def chosen_pieces(self) -> tuple[str, ...]:
        """The chosen counters."""
        return tuple(str(i.data(0, PIECE)) for i in self.selectedItems() if i.data(0, PIECE))

    def item_of(self, piece: str) -> QTreeWidgetItem | None:
        """The line of a counter."""
        return self._items.get(piece)

    # --- carrying ----------------------------------------------------------------------------------

    def startDrag(self, _actions: Qt.DropAction) -> None:
        names = self.chosen_pieces()
        known = self.document.module.pieces_by_id()
        faces = [self.faces().printed(known[name]) for name in names[:3] if name in known]
        if names:
            carry(self, self.document, names, faces)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if carried(self.document, event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        if isinstance(event.source(), ScheduleGrid) or (item is not None and item.data(0, GOAL)):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        names, source = carried(self.document, event.mimeData()), event.source()
        if not names:
            return
        event.acceptProposedAction()
        if isinstance(source, ScheduleGrid):
            source.acts.remove_selected()
        elif item is not None and item.data(0, GOAL):
            self.dropped.emit(str(item.data(0, GOAL)), names)
