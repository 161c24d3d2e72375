"""A tree of the things of a list that can be dragged to another place, between lines or into one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeWidget, QTreeWidgetItem

from engine.editing.searching import Path

PATH = Qt.ItemDataRole.UserRole


class PartsTree(QTreeWidget):
    """Lines with the path of their thing; `nests` tells whether things may be dropped into others."""

    moved = Signal(tuple, tuple)
    """The path of a thing, and the path it should have, as if it were still where it was."""
    stepped = Signal(int)
    """Alt and an arrow key: up (-1) or down (1)."""
    delete_wanted = Signal()
    named = 0
    """The column in which things are renamed."""

    def __init__(self) -> None:
        super().__init__()
        self.nests = False
        self.inner = "phases"
        """The field that holds the parts of a thing."""
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAlternatingRowColors(True)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDropIndicatorShown(True)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.itemDoubleClicked.connect(self._edit)

    def _edit(self, item: QTreeWidgetItem, column: int) -> None:
        if column == self.named:
            self.editItem(item, column)

    def dropEvent(self, event: QDropEvent) -> None:
        """Asks for the move instead of making it: the list changes when the module has."""
        source = self.currentItem()
        target = self.itemAt(event.position().toPoint())
        where = self.dropIndicatorPosition()
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if source is not None:
            self.ask_move(source, target, where)

    def ask_move(
        self,
        source: QTreeWidgetItem,
        target: QTreeWidgetItem | None,
        where: QAbstractItemView.DropIndicatorPosition,
    ) -> None:
        """Says where a dragged line should go; beside its own kind where lines cannot hold others."""
        place = QAbstractItemView.DropIndicatorPosition
        if target is None or where is place.OnViewport:
            top = self.topLevelItem(0)
            if top is not None:
                above = tuple(top.data(0, PATH))[:-1]
                self._tell(source, (*above, self.topLevelItemCount()))
            return
        path: Path = tuple(target.data(0, PATH))
        if where is place.OnItem and self.nests:
            self._tell(source, (*path, self.inner, target.childCount()))
        elif where is place.BelowItem or (where is place.OnItem and not self.nests):
            self._tell(source, (*path[:-1], int(path[-1]) + 1))
        else:
            self._tell(source, path)

    def _tell(self, source: QTreeWidgetItem, path: Path) -> None:
        self.moved.emit(tuple(source.data(0, PATH)), path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, keys = Qt.Key(event.key()), event.modifiers()
        if keys & Qt.KeyboardModifier.AltModifier and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(-1 if key is Qt.Key.Key_Up else 1)
        elif key is Qt.Key.Key_Delete:
            self.delete_wanted.emit()
        elif key is Qt.Key.Key_F2 and (item := self.currentItem()) is not None:
            self.editItem(item, self.named)
        else:
            super().keyPressEvent(event)
