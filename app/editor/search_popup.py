"""Search everything: a field whose list leads to any counter, hex, chart, phase or text of the module, to all
pages of its tree and to every command of the menus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from app.editor.document import EditorDocument
from app.editor.editor_keys import plain
from app.editor.module_tree import Goal, goals
from app.theme.current import scaled
from app.widgets.search_box import SearchBox
from engine.editing.matching import Fit, fit_of, words_of
from engine.editing.searching import Path, search

_MOST = 40
_ROWS = 12
"""Rows that are seen without scrolling."""

Command = tuple[str, QAction]
"""The words of the menus a command is in, and the command."""

Line = tuple[Fit, str, QAction | Goal | Path]
"""How well it fits, what stands in the list, and what it leads to."""


class SearchEverything(SearchBox):
    """The field; its list opens below while something is typed."""

    jump_wanted = Signal(tuple)
    goal_wanted = Signal(object)
    """A line of the tree that is to be followed."""

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
        self.hits.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # it would hide a line
        self.hits.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.hits.itemClicked.connect(self._go)
        self.textEdited.connect(self.show_hits)
        self.installEventFilter(self)

    def enter(self) -> None:
        """Goes to the field."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def show_hits(self, typed: str) -> None:
        """Shows what holds the words, commands and things in one list, the best first."""
        self.hits.clear()
        if not typed.strip():
            self.hits.hide()
            return
        lines = sorted((*self._commands(typed), *self._pages(typed), *self._things(typed)), key=itemgetter(0))
        for _fit, words, target in lines[:_MOST]:
            item = QListWidgetItem(words)
            item.setData(Qt.ItemDataRole.UserRole, target)
            self.hits.addItem(item)
        if not self.hits.count():
            self.hits.addItem("Nothing found")
        self.hits.setCurrentRow(0)
        self._lay_down()

    def _lay_down(self) -> None:
        """Puts the list below the field, as high as its first rows are."""
        rows = min(_ROWS, self.hits.count())
        height = sum(self.hits.sizeHintForRow(row) for row in range(rows)) + 2 * self.hits.frameWidth()
        self.hits.resize(max(self.width(), scaled(560)), height)
        corner = self.mapToGlobal(QPoint(self.width(), self.height()))
        self.hits.move(corner.x() - self.hits.width(), corner.y())
        self.hits.show()

    def _commands(self, typed: str) -> Iterator[Line]:
        """Commands that can be given now and have all the words in their own or in the name of their menu."""
        wanted = words_of(typed)
        for way, action in self.commands():
            name = plain(action)
            fit = fit_of(wanted, (name.rstrip("…"),), way) if action.isEnabled() else None
            if fit is not None:
                yield fit, _joined(name, way, action.shortcut().toString()), action

    def _pages(self, typed: str) -> Iterator[Line]:
        """Lines of the tree that stand for a page; those that stand for a thing are found as such."""
        wanted = words_of(typed)
        commands = {plain(action) for _way, action in self.commands()}
        for goal, above in _with_parts(goals(self.document.module)):
            if isinstance(goal.path[-1], int) or goal.title in commands:
                continue
            fit = fit_of(wanted, (goal.title,), " ".join(above))
            if fit is not None:
                yield fit, _joined(goal.title, *reversed(above)), goal

    def _things(self, typed: str) -> Iterator[Line]:
        for hit in search(self.document.module, typed, _MOST):
            more = hit.text if hit.text != hit.title else ""
            part = str(hit.path[0]).replace("_", " ")
            yield hit.fit, _joined(hit.title, part, more[:60]), hit.path

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
        elif isinstance(path, Goal):
            self.clear()
            self.goal_wanted.emit(path)
        elif path:
            self.clear()
            self.jump_wanted.emit(tuple(path))


def _with_parts(lines: Iterable[Goal], above: tuple[str, ...] = ()) -> Iterator[tuple[Goal, tuple[str, ...]]]:
    """Lines of the tree and all below them, each with the titles of those it lies in."""
    for goal in lines:
        yield goal, above
        yield from _with_parts(goal.parts, (*above, goal.title))


def _joined(*words: str) -> str:
    return "  ·  ".join(word for word in words if word)
