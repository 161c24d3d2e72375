"""Search everything: a field whose list leads to any counter, hex, chart, phase or text of the module, and to
every command of the menus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from app.editor.document import EditorDocument
from app.editor.editor_keys import plain
from app.theme.current import scaled
from app.widgets.search_box import SearchBox
from engine.editing.searching import search

_MOST = 40
_MOST_COMMANDS = 6

Command = tuple[str, QAction]
"""The words of the menus a command is in, and the command."""


class SearchEverything(SearchBox):
    """The field; its list opens below while something is typed."""

    jump_wanted = Signal(tuple)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__("Search everything", parent=parent)
        self.setPlaceholderText("Search everything   Ctrl+K")
        self.document = document
        self.commands: Callable[[], Iterable[Command]] = tuple
        """What the menus hold."""
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
        for way, action in self._commands(words):
            keys = action.shortcut().toString()
            item = QListWidgetItem("  ·  ".join(word for word in (plain(action), way, keys) if word))
            item.setData(Qt.ItemDataRole.UserRole, action)
            self.hits.addItem(item)
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

    def _commands(self, words: str) -> list[Command]:
        """Commands that can be given now and have all the words in their own or in the name of their menu."""
        wanted = words.lower().split()
        if not wanted:
            return []
        found = [
            (way, action)
            for way, action in self.commands()
            if action.isEnabled() and all(word in f"{plain(action)} {way}".lower() for word in wanted)
        ]
        found.sort(key=lambda command: wanted[0] not in plain(command[1]).lower())
        return found[:_MOST_COMMANDS]

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
        if isinstance(path, QAction):
            self.clear()
            path.trigger()
        elif path:
            self.clear()
            self.jump_wanted.emit(tuple(path))
