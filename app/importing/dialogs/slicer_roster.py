"""The counters of the module beside the sheet: cut pictures are dropped on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from engine.definition.piece import PieceDef

PLACE: Final = Qt.ItemDataRole.UserRole
PIECE: Final = Qt.ItemDataRole.UserRole + 1


class PieceList(QListWidget):
    """The counters of the module; a cut picture is dropped on one."""

    given = Signal(str, object)

    def __init__(self, pieces: Sequence[PieceDef]) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.setAccessibleName("Counters of the module")
        self.setIconSize(QSize(32, 32))
        self.setUniformItemSizes(True)
        for piece in pieces:
            item = QListWidgetItem(piece.name)
            item.setData(PIECE, piece.id)
            self.addItem(item)

    def show_matching(self, text: str) -> None:
        """Shows the counters that hold every word, in name or id; a chosen one that goes is let go."""
        words = text.lower().split()
        for row in range(self.count()):
            item = self.item(row)
            told = f"{item.text()} {item.data(PIECE)}".lower()
            item.setHidden(not all(word in told for word in words))
            if item.isHidden():
                item.setSelected(False)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Chooses the counter under the pointer, to show who would get the picture."""
        item = self.itemAt(event.position().toPoint())
        if item is not None:
            self.setCurrentItem(item)
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        item, source = self.itemAt(event.position().toPoint()), event.source()
        if item is not None and isinstance(source, QListWidget) and source.currentItem() is not None:
            self.given.emit(item.data(PIECE), source.currentItem().data(PLACE))
            event.acceptProposedAction()
