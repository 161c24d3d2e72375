"""Search everything: a field whose list leads to any counter, hex, chart, phase or text of the module."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from app.editor.document import EditorDocument
from app.theme.current import scaled
from app.widgets.search_box import SearchBox
from engine.editing.searching import search

_MOST = 40


class SearchEverything(SearchBox):
    """The field; its list opens below while something is typed."""

    jump_wanted = Signal(tuple)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__("Search everything", parent=parent)
        self.setPlaceholderText("Search everything   Ctrl+K")
        self.document = document
        self.hits = QListWidget(self)
        self.hits.setWindowFlags(Qt.WindowType.ToolTip)
        self.hits.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hits.setAccessibleName("Found")
        self.hits.itemClicked.connect(self._go)
        self.textEdited.connect(self.show_hits)
        self.installEventFilter(self)

    def enter(self) -> None:
        """Goes to the field."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def show_hits(self, words: str) -> None:
        """Shows what holds the words."""
        self.hits.clear()
        for hit in search(self.document.module, words, _MOST):
            part = str(hit.path[0]).replace("_", " ")
            more = hit.text if hit.text != hit.title else ""
            item = QListWidgetItem("  ·  ".join(word for word in (hit.title, part, more[:60]) if word))
            item.setData(Qt.ItemDataRole.UserRole, hit.path)
            self.hits.addItem(item)
        if not words.strip():
            self.hits.hide()
            return
        if not self.hits.count():
            self.hits.addItem("Nothing found")
        self.hits.setCurrentRow(0)
        rows = min(12, self.hits.count())
        self.hits.resize(max(self.width(), scaled(420)), rows * scaled(26) + scaled(8))
        corner = self.mapToGlobal(QPoint(self.width(), self.height()))
        self.hits.move(corner.x() - self.hits.width(), corner.y())
        self.hits.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self.hits.isVisible():
            step = 1 if key == Qt.Key.Key_Down else -1
            self.hits.setCurrentRow(max(0, min(self.hits.count() - 1, self.hits.currentRow() + step)))
            return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.hits.currentItem() is not None:
            self._go(self.hits.currentItem())
            return
        if key == Qt.Key.Key_Escape:
            self.hits.hide()
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.hits.hide()
        return False

    def _go(self, item: QListWidgetItem) -> None:
        path = item.data(Qt.ItemDataRole.UserRole)
        self.hits.hide()
        if path:
            self.clear()
            self.jump_wanted.emit(tuple(path))
