"""A page for any list of the module: its things in lines, to be added, copied, moved and deleted.

The fields of what is chosen are in the inspector. Phases of the sequence are lists within lists, so the
page shows a tree where things hold parts of their own kind.
"""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.theme.current import bind_icon, scaled
from app.widgets.labels import label
from engine.definition.module import ModuleDef
from engine.editing import lists
from engine.editing.searching import Path, value_at

PATH = Qt.ItemDataRole.UserRole


class ListPage(QWidget):
    """The things of one list."""

    chosen = Signal(tuple)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "panel")
        self.document = document
        self.path: Path = ()
        self.title = label("", "title")
        self.tree = QTreeWidget()
        self.buttons: dict[str, QPushButton] = {}
        self._is_filling = False
        self._lay_out()
        document.changed.connect(lambda _touched: self.refresh())
        self.tree.itemSelectionChanged.connect(self._tell_choice)

    def _lay_out(self) -> None:
        self.tree.setHeaderLabels(["Name", "Id, number or rule"])
        self.tree.setColumnWidth(0, scaled(300))
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setAlternatingRowColors(True)
        bar = QHBoxLayout()
        acts: tuple[tuple[str, str, str, Callable[[], None]], ...] = (
            ("add", "Add", "plus", self.add),
            ("copy", "Duplicate", "copy", self.copy),
            ("up", "Up", "up", lambda: self.shift(-1)),
            ("down", "Down", "down", lambda: self.shift(1)),
            ("delete", "Delete", "minus", self.delete),
        )
        for name, words, icon, act in acts:
            button = QPushButton(words)
            bind_icon(button, icon)
            button.clicked.connect(lambda _on=False, do=act: do())
            self.buttons[name] = button
            bar.addWidget(button)
        bar.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.setSpacing(scaled(8))
        column.addWidget(self.title)
        column.addLayout(bar)
        column.addWidget(self.tree, 1)

    def show_list(self, path: Path, title: str) -> None:
        """Shows another list."""
        self.path = path
        self.title.setText(title)
        self.tree.setAccessibleName(title)
        self.refresh()

    def refresh(self) -> None:
        """Shows the list as it is now and keeps the choice."""
        value = value_at(self.document.module, self.path) if self.path else ()
        if not isinstance(value, tuple):
            value = ()
        kept = set(self.chosen_paths())
        self._is_filling = True
        self.tree.clear()
        self._fill(self.tree.invisibleRootItem(), self.path, value)
        self.tree.expandAll()
        self.choose(kept)
        self._is_filling = False

    def _fill(self, above: QTreeWidgetItem, path: Path, things: tuple[object, ...]) -> None:
        for n, thing in enumerate(things):
            if not isinstance(thing, BaseModel):
                continue
            title, more = lists.line_of(thing)
            item = QTreeWidgetItem(above, [title, more])
            item.setData(0, PATH, (*path, n))
            inner = getattr(thing, "phases", ())
            if inner:
                self._fill(item, (*path, n, "phases"), inner)

    def _items(self, above: QTreeWidgetItem | None = None) -> list[QTreeWidgetItem]:
        top = above or self.tree.invisibleRootItem()
        found: list[QTreeWidgetItem] = []
        for n in range(top.childCount()):
            item = top.child(n)
            if item is not None:
                found += [item, *self._items(item)]
        return found

    def choose(self, paths: set[Path]) -> None:
        """Chooses things by their paths."""
        for item in self._items():
            item.setSelected(tuple(item.data(0, PATH)) in paths)

    def chosen_paths(self) -> tuple[Path, ...]:
        """Paths of what is chosen."""
        return tuple(tuple(item.data(0, PATH)) for item in self.tree.selectedItems())

    def _tell_choice(self) -> None:
        if not self._is_filling:
            self.chosen.emit(self.chosen_paths())

    def _one(self) -> tuple[Path, int] | None:
        paths = self.chosen_paths()
        if len(paths) != 1:
            return None
        *above, at = paths[0]
        return tuple(above), int(at)

    def _choose_one(self, path: Path) -> None:
        self.tree.clearSelection()
        self.choose({path})

    def add(self) -> None:
        """Adds a blank thing behind the chosen one or at the end."""
        path, at = self._one() or (self.path, len(lists.list_at(self.document.module, self.path)) - 1)
        if self.document.edit(lambda m: lists.add_blank(m, path, at + 1), f"add to {self.title.text()}"):
            self._choose_one((*path, at + 1))

    def copy(self) -> None:
        """Copies the chosen thing."""
        one = self._one()
        if one and self.document.edit(lambda m: lists.copy_at(m, *one), f"duplicate in {self.title.text()}"):
            self._choose_one((*one[0], one[1] + 1))

    def delete(self) -> None:
        """Deletes what is chosen, as one step."""
        paths = sorted(self.chosen_paths(), key=lambda path: tuple(map(str, path)), reverse=True)
        ordered = sorted(paths, key=lambda path: int(path[-1]), reverse=True)
        if not ordered:
            return

        words = f"delete {len(ordered)} of {self.title.text()}"

        def edit(module: ModuleDef) -> ModuleDef:
            for path in ordered:
                module = lists.delete_at(module, path[:-1], int(path[-1]))
            return module

        self.document.edit(edit, words)

    def shift(self, by: int) -> None:
        """Moves the chosen thing up or down."""
        one = self._one()
        if one is None:
            return
        path, at = one
        if self.document.edit(lambda m: lists.move_at(m, path, at, at + by), f"move in {self.title.text()}"):
            self._choose_one((*path, at + by))
