"""What the pages with tables have in common: a table of things with ids, and a row of buttons for acts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLayout, QMenu, QPushButton, QTableView

from app.theme.current import bind_icon

Act = tuple[str, str, str, Callable[[], object]]
"""An act of a page: its key, the words on its button, the icon, and what it does."""


def add_buttons(row: QLayout, acts: Iterable[Act], kind: str = "") -> dict[str, QPushButton]:
    """Puts a button for each act into a row; the buttons by their keys."""
    made: dict[str, QPushButton] = {}
    for name, words, icon, act in acts:
        button = QPushButton(words)
        bind_icon(button, icon)
        if kind:
            button.setProperty("kind", kind)
        button.clicked.connect(lambda _on=False, do=act: do())
        made[name] = button
        row.addWidget(button)
    return made


def add_menu(row: QLayout, words: str, icon: str, acts: Iterable[Act]) -> dict[str, QAction]:
    """Puts one button for several acts into a row; its menu has them, by their keys."""
    button = QPushButton(words)
    if icon:
        bind_icon(button, icon)
    menu = QMenu(button)
    made: dict[str, QAction] = {}
    for name, title, sign, act in acts:
        made[name] = action = menu.addAction(title)
        if sign:
            bind_icon(action, sign)
        action.triggered.connect(lambda _on=False, do=act: do())
    menu.setToolTipsVisible(True)
    button.setMenu(menu)
    row.addWidget(button)
    return made


class NamedRows(QTableView):
    """A table whose lines stand for things with ids, sorted and filtered, with a picture in front."""

    stepped = Signal(int)
    """The chosen lines are to go up (-1) or down (1)."""
    dropped = Signal(int)
    """The chosen lines were dragged before the line with this number, or behind the last one."""

    def __init__(self, rows: QSortFilterProxyModel, ids: Callable[[], Sequence[str]]) -> None:
        """`ids` are those of all lines of the model behind the filter, in its order."""
        super().__init__()
        self._rows, self._ids = rows, ids
        self.setModel(rows)
        self.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)  # sorts by what the header indicates
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.horizontalHeader().setHighlightSections(False)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        self.horizontalHeader().setDefaultAlignment(left)

    def set_picture(self, size: QSize, height: int) -> None:
        """The size of the pictures and the height of a line."""
        self.setIconSize(size)
        self.verticalHeader().setDefaultSectionSize(height)

    # --- the order --------------------------------------------------------------------------------

    def let_move(self) -> None:
        """Lets lines be dragged to another place; the model has to let them be dragged and dropped."""
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragDropOverwriteMode(False)
        self.setDropIndicatorShown(True)

    @property
    def is_in_order(self) -> bool:
        """Whether the lines stand in the order of the module, not sorted by something else."""
        head = self.horizontalHeader()
        return head.sortIndicatorSection() == 0 and head.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder

    def place_of_step(self, by: int) -> int | None:
        """The line before which the chosen ones stand after a step up or down; None when there is none."""
        rows = self._chosen_rows()
        if not rows or not self.is_in_order:
            return None
        is_whole = rows[-1] - rows[0] == len(rows) - 1
        if by < 0:
            return rows[0] - 1 if rows[0] else (None if is_whole else 0)
        last = self._rows.rowCount() - 1
        return rows[-1] + 2 if rows[-1] < last else (None if is_whole else last + 1)

    def dropEvent(self, event: QDropEvent) -> None:
        """Asks for the move instead of making it: the lines change when the module has."""
        index = self.indexAt(event.position().toPoint())
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        self.ask_move(index, self.dropIndicatorPosition())

    def ask_move(self, index: QModelIndex, where: QAbstractItemView.DropIndicatorPosition) -> None:
        """Says before which line the chosen ones were dropped."""
        is_below = where is QAbstractItemView.DropIndicatorPosition.BelowItem
        self.dropped.emit(index.row() + is_below if index.isValid() else self._rows.rowCount())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(-1 if key is Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A line that was worked on in full sight stays so when the table becomes lower."""
        index = self.currentIndex()
        line = self.visualRect(index)
        was_seen = line.isValid() and line.top() >= 0 and line.bottom() < event.oldSize().height()
        super().resizeEvent(event)
        if was_seen:
            self._bring(index)

    def _bring(self, index: QModelIndex) -> None:
        """Brings a line into sight; the columns stay where they are."""
        bar = self.horizontalScrollBar()
        left = bar.value()
        self.scrollTo(index)
        bar.setValue(left)

    # --- the choice -------------------------------------------------------------------------------

    def selected(self) -> tuple[str, ...]:
        """Ids of the chosen lines in the order of the table."""
        ids = self._ids()
        rows = self._chosen_rows()
        found = (self._rows.mapToSource(self._rows.index(row, 0)).row() for row in rows)
        return tuple(ids[row] for row in found if row < len(ids))

    def _chosen_rows(self) -> list[int]:
        """The chosen rows as they are sorted; whole rows are chosen, so no cell has to be asked."""
        chosen = self.selectionModel().selection()
        ranges = (chosen.at(n) for n in range(chosen.count()))
        return sorted({row for one in ranges for row in range(one.top(), one.bottom() + 1)})

    def choose(self, names: Sequence[str]) -> None:
        """Chooses lines by id, and brings the first into sight."""
        model, wanted = self.selectionModel(), set(names)
        if set(self.selected()) == wanted:
            return
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        first, chosen = None, QItemSelection()
        for row in (row for row, name in enumerate(self._ids()) if name in wanted):
            index = self._rows.mapFromSource(self._rows.sourceModel().index(row, 1))
            if index.isValid():
                chosen.select(index, index)
                first = first or index
        model.select(chosen, flags)
        if first is not None:
            if len(wanted) == 1:  # by the model: the view itself would heed a Ctrl key still held down
                model.setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
            self._bring(first)
