"""What the pages with tables have in common: a table of things with ids, and a row of buttons for acts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QItemSelectionModel, QSize, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLayout, QPushButton, QTableView

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


class NamedRows(QTableView):
    """A table whose lines stand for things with ids, sorted and filtered, with a picture in front."""

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

    def set_picture(self, size: QSize, height: int) -> None:
        """The size of the pictures and the height of a line."""
        self.setIconSize(size)
        self.verticalHeader().setDefaultSectionSize(height)

    def selected(self) -> tuple[str, ...]:
        """Ids of the chosen lines in the order of the table."""
        ids = self._ids()
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        found = (self._rows.mapToSource(self._rows.index(row, 0)).row() for row in rows)
        return tuple(ids[row] for row in found if row < len(ids))

    def choose(self, names: Sequence[str]) -> None:
        """Chooses lines by id, and brings the first into sight."""
        model, wanted = self.selectionModel(), set(names)
        if set(self.selected()) == wanted:
            return
        model.clearSelection()
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        first = None
        for row, name in enumerate(self._ids()):
            if name in wanted:
                index = self._rows.mapFromSource(self._rows.sourceModel().index(row, 1))
                if index.isValid():
                    model.select(index, flags)
                    first = first or index
        if first is not None:
            if len(wanted) == 1:  # by the model: the view itself would heed a Ctrl key still held down
                model.setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(first)
