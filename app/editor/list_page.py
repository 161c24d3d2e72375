"""A page for any list of the module: its things in lines, to be added, copied, moved, dragged and deleted.

The fields of what is chosen are in the inspector. Phases of the sequence are lists within lists, so the
page shows a tree where things hold parts of their own kind. Below some lists stands a picture of them:
tracks as players see them, options by scenario.
"""

from __future__ import annotations

from functools import partial

from pydantic import BaseModel
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QTreeWidgetItem, QVBoxLayout, QWidget

from app.editor.document import EditorDocument
from app.editor.inspector_edits import set_all
from app.editor.list_columns import columns_of, name_field
from app.editor.named_rows import Act, add_buttons
from app.editor.option_grid import OptionGrid
from app.editor.parts_tree import PATH, PartsTree
from app.editor.track_board import TrackBoard
from app.theme.current import scaled
from app.widgets.labels import label
from engine.definition.module import ModuleDef
from engine.definition.sequence import TrackDef
from engine.editing import lists
from engine.editing.searching import Path, value_at

FIRST_WIDTH, WIDTH = 246, 130
WIDTHS = {
    "Turn": 70,
    "Date": 220,
    "Rule": 70,
    "Whose": 104,
    "Step": 172,
    "Only if": 104,
    "Id": 92,
    "Values": 220,
}


class ListPage(QWidget):
    """The things of one list."""

    chosen = Signal(tuple)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "panel")
        self.document = document
        self.path: Path = ()
        self.title = label("", "title")
        self.hint = label("", "second", wraps=True)
        self.tree = PartsTree()
        self.buttons: dict[str, QPushButton] = {}
        self.tracks, self.options = TrackBoard(document), OptionGrid(document)
        self._is_filling = False
        self._lay_out()
        document.changed.connect(lambda _touched: self._follow())
        self.tree.itemSelectionChanged.connect(self._tell_choice)
        self.tree.itemClicked.connect(lambda *_: self._tell_choice())  # also the line that was marked already
        self.tree.moved.connect(self.move_thing)
        self.tree.stepped.connect(self.shift)
        self.tree.delete_wanted.connect(self.delete)
        self.tree.itemChanged.connect(self._name_typed)

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        acts: tuple[Act, ...] = (
            ("add", "Add", "plus", self.add),
            ("inner", "Add part", "plus", self.add_inner),
            ("copy", "Duplicate", "copy", self.copy),
            ("up", "Up", "up", lambda: self.shift(-1)),
            ("down", "Down", "down", lambda: self.shift(1)),
            ("delete", "Delete", "minus", self.delete),
        )
        self.buttons |= add_buttons(bar, acts)
        bar.addStretch(1)
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.setChildrenCollapsible(False)
        for widget in (self.tree, self.tracks, self.options):
            self.split.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.setSpacing(scaled(8))
        column.addWidget(self.title)
        column.addLayout(bar)
        column.addWidget(self.split, 1)
        column.addWidget(self.hint)

    def show_list(self, path: Path, title: str) -> None:
        """Shows another list."""
        self.path = path
        self.title.setText(title)
        self.tree.setAccessibleName(title)
        columns = columns_of(path)
        self.tree.setColumnCount(len(columns.heads))
        self.tree.setHeaderLabels(list(columns.heads))
        for n, head in enumerate(columns.heads):
            self.tree.setColumnWidth(n, scaled(WIDTHS.get(head, WIDTH if n else FIRST_WIDTH)))
        self.tree.named = columns.named
        self.tree.nests = path == ("sequence",)
        self.tree.setRootIsDecorated(self.tree.nests)
        self.buttons["inner"].setVisible(self.tree.nests)
        self.tracks.setVisible(path == ("tracks",))
        self.options.setVisible(path == ("options",))
        if path in (("tracks",), ("options",)):
            self.split.setSizes([scaled(190), scaled(260), scaled(260)])
        words = "Drag lines to another place; Alt with an arrow key moves the chosen one, F2 renames it."
        self.hint.setText(words + (" Drop a phase on another to make it a part." if self.tree.nests else ""))
        self.refresh()

    def _follow(self) -> None:
        """Shows what has changed, as far as anybody sees it; the rest when the page is shown."""
        if self.isVisible():
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
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
        if self.path == ("tracks",):
            self.tracks.refresh()
        elif self.path == ("options",):
            self.options.refresh()
        self._refresh_buttons()

    def _fill(self, above: QTreeWidgetItem, path: Path, things: tuple[object, ...]) -> None:
        columns = columns_of(self.path)
        for n, thing in enumerate(things):
            if not isinstance(thing, BaseModel):
                continue
            item = QTreeWidgetItem(above, list(columns.line(thing, self.document.module)))
            item.setData(0, PATH, (*path, n))
            if name_field(thing, item.text(columns.named)):
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
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

    def item_of(self, path: Path) -> QTreeWidgetItem | None:
        """The line of a thing."""
        return next((item for item in self._items() if tuple(item.data(0, PATH)) == path), None)

    def choose(self, paths: set[Path]) -> None:
        """Chooses things by their paths."""
        for item in self._items():
            is_chosen = tuple(item.data(0, PATH)) in paths
            if is_chosen and len(paths) == 1:
                self.tree.setCurrentItem(item)
            item.setSelected(is_chosen)

    def chosen_paths(self) -> tuple[Path, ...]:
        """Paths of what is chosen."""
        return tuple(tuple(item.data(0, PATH)) for item in self.tree.selectedItems())

    def _tell_choice(self) -> None:
        if not self._is_filling:
            self._refresh_buttons()
            self._show_track()
            self.chosen.emit(self.chosen_paths())

    def _show_track(self) -> None:
        """Brings the chosen track into sight on the board below."""
        paths = self.chosen_paths() if self.path == ("tracks",) else ()
        track = value_at(self.document.module, paths[0]) if paths else None
        if isinstance(track, TrackDef):
            self.tracks.show_track(track.id)

    def _refresh_buttons(self) -> None:
        count = len(self.tree.selectedItems())
        for name in ("copy", "up", "down", "inner"):
            self.buttons[name].setEnabled(count == 1)
        self.buttons["delete"].setEnabled(count > 0)

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

    def add_inner(self) -> None:
        """Adds a blank part at the end of the chosen phase."""
        one = self._one()
        if one is None:
            return
        path: Path = (*one[0], one[1], self.tree.inner)
        count = len(lists.list_at(self.document.module, path))
        if self.document.edit(lambda m: lists.add_blank(m, path), f"add to {self.title.text()}"):
            self._choose_one((*path, count))

    def copy(self) -> None:
        """Copies the chosen thing."""
        one = self._one()
        if one and self.document.edit(lambda m: lists.copy_at(m, *one), f"duplicate in {self.title.text()}"):
            self._choose_one((*one[0], one[1] + 1))

    def delete(self) -> None:
        """Deletes what is chosen, as one step; parts of a thing that goes, go with it."""
        paths = set(self.chosen_paths())
        outer = [path for path in paths if not any(path[:n] in paths for n in range(1, len(path)))]
        ordered = sorted(outer, key=_steps, reverse=True)
        if not ordered:
            return

        words = f"delete {len(ordered)} of {self.title.text()}"

        def edit(module: ModuleDef) -> ModuleDef:
            for path in ordered:
                module = lists.delete_at(module, path[:-1], int(path[-1]))
            return module

        if self.document.edit(edit, words):
            self.tree.setFocus()
            self._tell_choice()

    def _name_typed(self, item: QTreeWidgetItem, column: int) -> None:
        """Takes a name that was typed in a line, when the line is done with it."""
        if not self._is_filling and column == self.tree.named:
            typed = partial(self.rename, tuple(item.data(0, PATH)), item.text(column).strip())
            QTimer.singleShot(0, self, typed)

    def rename(self, path: Path, name: str) -> None:
        """Gives a thing another name; the old one is shown again where it is refused."""
        thing = value_at(self.document.module, path)
        if not isinstance(thing, BaseModel):
            return
        columns = columns_of(self.path)
        before = columns.line(thing, self.document.module)[columns.named]
        field = name_field(thing, before)
        edited = field and self.document.edit(
            lambda m: set_all(m, (path,), {field: name}), f"rename {before}"
        )
        if not edited or name == before:
            self.refresh()

    def shift(self, by: int) -> None:
        """Moves the chosen thing up or down."""
        one = self._one()
        if one is None:
            return
        path, at = one
        if self.document.edit(lambda m: lists.move_at(m, path, at, at + by), f"move in {self.title.text()}"):
            self._choose_one((*path, at + by))

    def move_thing(self, source: Path, target: Path) -> None:
        """Moves a thing that was dragged, and chooses it where it is then."""
        thing = value_at(self.document.module, source)
        if self.document.edit(
            lambda m: lists.move_to(m, source, target), f"move in {self.title.text()}"
        ) and isinstance(thing, BaseModel):
            found = next(
                (i for i in self._items() if value_at(self.document.module, tuple(i.data(0, PATH))) == thing),
                None,
            )
            if found is not None:
                self._choose_one(tuple(found.data(0, PATH)))


def _steps(path: Path) -> list[int]:
    return [step for step in path if isinstance(step, int)]
