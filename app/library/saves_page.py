"""The page of saved games: all of them with where they stand, to continue, to show, to throw away."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFile, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.library.continue_cards import ContinueItem
from app.theme.current import scaled
from app.widgets.keycap import KeyButton
from app.widgets.labels import label
from app.widgets.rows import LARGE_COUNTER, ROW_ROLE, Row, RowDelegate
from app.widgets.search_box import SearchBox

_ITEM = int(Qt.ItemDataRole.UserRole) + 60


class SavesPage(QWidget):
    """The list with its filter and buttons; `asked` gives the path to open."""

    asked = Signal(object)
    removed = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: tuple[ContinueItem, ...] = ()
        self.filter = SearchBox("Filter saved games")
        self.list = QListWidget()
        self.list.setItemDelegate(RowDelegate(LARGE_COUNTER, self.list))
        self.list.setAccessibleName("Saved games")
        self.go_on = KeyButton("Continue", "", "primary")
        self.show_folder = KeyButton("Show folder")
        self.remove = KeyButton("Move to trash", "", "danger")
        self._empty = label("No saved games yet.", "second")
        self._lay_out()
        self._connect()

    @property
    def current(self) -> ContinueItem | None:
        """The chosen game."""
        found = self.list.currentIndex().data(_ITEM)
        return found if isinstance(found, ContinueItem) else None

    def show_items(self, items: tuple[ContinueItem, ...]) -> None:
        """Show other games."""
        self._items = items
        self._fill()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(24), scaled(16), scaled(24), scaled(16))
        column.setSpacing(scaled(10))
        head = QHBoxLayout()
        head.addWidget(label("Saved games", "section"))
        head.addStretch(1)
        self.filter.setFixedWidth(scaled(280))
        head.addWidget(self.filter)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        column.addWidget(self._empty)
        row = QHBoxLayout()
        row.addWidget(self.go_on)
        row.addWidget(self.show_folder)
        row.addStretch(1)
        row.addWidget(self.remove)
        column.addLayout(row)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._fill)
        self.list.itemActivated.connect(self._open)
        self.list.currentItemChanged.connect(self._refresh)
        self.go_on.clicked.connect(self._open)
        self.show_folder.clicked.connect(self._show_folder)
        self.remove.clicked.connect(self._remove)
        trash = QShortcut(QKeySequence("Delete"), self.list)
        trash.setContext(Qt.ShortcutContext.WidgetShortcut)
        trash.activated.connect(self._remove)

    def _fill(self) -> None:
        wanted = self.filter.text().lower().split()
        chosen = self.current
        self.list.clear()
        for item in self._items:
            words = f"{item.title} {item.second} {item.third} {item.badge}".lower()
            if not all(word in words for word in wanted):
                continue
            entry = QListWidgetItem(f"{item.title}, {item.second}, {item.third} {item.badge}".strip())
            row = Row(
                title=item.title,
                second=item.fault or item.second,
                face=item.face,
                right=item.badge or item.third,
                right_tone="care" if item.badge else "",
                below_right=item.third if item.badge else item.path.name,
                is_muted=bool(item.fault),
            )
            entry.setData(ROW_ROLE, row)
            entry.setData(_ITEM, item)
            entry.setToolTip(item.fault or str(item.path))
            self.list.addItem(entry)
            if chosen is not None and item.path == chosen.path:
                self.list.setCurrentItem(entry)
        if not self.list.currentIndex().isValid() and self.list.count():
            self.list.setCurrentRow(0)
        self._empty.setVisible(not self.list.count())
        self._empty.setText("Nothing fits the filter." if self._items else "No saved games yet.")
        self._refresh()

    def _refresh(self) -> None:
        item = self.current
        self.go_on.setEnabled(item is not None and not item.fault)
        self.show_folder.setEnabled(item is not None)
        self.remove.setEnabled(item is not None)

    def _open(self) -> None:
        item = self.current
        if item is not None and not item.fault:
            self.asked.emit(item.path)

    def _show_folder(self) -> None:
        item = self.current
        if item is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(item.path.parent)))

    def _remove(self) -> None:
        item = self.current
        if item is None:
            return
        if throw_away(item.path):
            self.removed.emit(item.path)
        else:
            self.failed.emit(f"{item.path.name} could not be moved to the trash; delete it in its folder.")


def throw_away(path: Path) -> bool:
    """Move a file to the system's trash; False if the system has none or forbids it."""
    return QFile(str(path)).moveToTrash()
