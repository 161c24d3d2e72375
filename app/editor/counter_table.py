"""The table of all counters as Qt sees it: one line a counter, one column a field, every cell can be
edited.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QIcon, QPixmap

from app.editor.document import EditorDocument
from app.editor.fields import shown_value, specs_of, value_from
from app.editor.shared_faces import faces_of
from app.graphics.counter_cache import shared_counters
from app.graphics.counter_faces import FaceMaker
from engine.definition.piece import PieceDef
from engine.editing.charts import cell_from_text
from engine.editing.csv_tables import module_figures
from engine.editing.memory import remembered
from engine.editing.pieces import set_piece_fields, use_counts

Index = QModelIndex | QPersistentModelIndex
FIRST = ("face", "name", "id", "side", "kind", "type", "nation", "size", "designation", "formation", "steps")
LAST = ("traits", "symbol", "note", "used")
EDGE = 34
SortKey = tuple[int, float, str]
_TITLES = {"face": "", "designation": "Number", "used": "Used"}


def _icon(picture: QPixmap) -> QIcon:
    """A picture that looks the same when its line is chosen."""
    icon = QIcon(picture)
    icon.addPixmap(picture, QIcon.Mode.Selected)
    return icon


MANY_SPANS = 200
"""So many stretches of changed lines are told one by one; of more, all lines are read again."""
_USES = frozenset(("scenarios", "schedule"))
_PLAIN = _USES | {"pieces"}
"""Parts of a module that change no pictures but those of the counters that changed."""


class CounterTable(QAbstractTableModel):
    """The counters of a document."""

    faces_changed = Signal(object)
    """The lines whose pictures in front have to be painted again; None for all. They are told apart from the
    cells beside them, as telling of those may sort the lines anew."""

    def __init__(self, document: EditorDocument) -> None:
        super().__init__(document)
        self.document = document
        self.faces: FaceMaker = faces_of(document)
        self.pieces: tuple[PieceDef, ...] = ()
        self.columns: tuple[str, ...] = ()
        self.selected: Callable[[], Sequence[str]] = tuple
        self._keys: dict[int, Sequence[SortKey]] = {}
        self._specs = {spec.name: spec for spec in specs_of(PieceDef)}
        self._uses: Mapping[str, int] | None = None
        self.reload()

    def reload(self, parts: Collection[str] = ()) -> None:
        """Shows the counters as they are now; `parts` of the module have changed. As long as the counters
        are the same ones, only cells that changed are told.
        """
        module = self.document.module
        self.faces = faces_of(self.document)
        self._keys = {}
        are_uses_others = not _USES.isdisjoint(parts)
        if are_uses_others:
            self._uses = None
        columns = (*FIRST, *(f"values.{name}" for name in remembered(module_figures, module)), *LAST)
        before, pieces = self.pieces, module.pieces
        others = [n for n, (old, new) in enumerate(zip(before, pieces, strict=False)) if old is not new]
        is_same = columns == self.columns and len(before) == len(pieces)
        if not is_same or any(before[n].id != pieces[n].id for n in others):
            self.beginResetModel()
            self.pieces, self.columns, self._uses = pieces, columns, None
            self.endResetModel()
            return
        self.pieces = pieces
        self._tell_cells(before, others)
        if are_uses_others and pieces:
            used = columns.index("used")
            self.dataChanged.emit(self.index(0, used), self.index(len(pieces) - 1, used))
        self.faces_changed.emit(others if _PLAIN.issuperset(parts) else None)

    def _tell_cells(self, before: tuple[PieceDef, ...], rows: list[int]) -> None:
        """Tells which cells of some lines show something else: stretches of lines, columns between the first
        and the last one.
        """
        shown = [n for n, column in enumerate(self.columns) if column not in ("face", "used")]
        spans: list[tuple[int, int, int, int]] = []
        for row in rows:
            old, new = before[row], self.pieces[row]
            found = [n for n in shown if _value(old, self.columns[n]) != _value(new, self.columns[n])]
            if not found:
                continue
            if spans and spans[-1][1] == row - 1 and spans[-1][2:] == (found[0], found[-1]):
                spans[-1] = (spans[-1][0], row, found[0], found[-1])
            else:
                spans.append((row, row, found[0], found[-1]))
        if len(spans) > MANY_SPANS:
            spans = [(0, len(self.pieces) - 1, min(s[2] for s in spans), max(s[3] for s in spans))]
        for first, last, left, right in spans:
            self.dataChanged.emit(self.index(first, left), self.index(last, right))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.pieces)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Vertical:
            return None
        name = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return _TITLES.get(name, name.removeprefix("values.").capitalize())
        if role == Qt.ItemDataRole.ToolTipRole and name in self._specs:
            return self._specs[name].help
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        piece, column = self.pieces[index.row()], self.columns[index.column()]
        if column == "face":
            if role == Qt.ItemDataRole.DecorationRole:
                return _icon(shared_counters().picture(self.faces.printed(piece), EDGE).pixmap)
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self._text(piece, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and isinstance(self._value(piece, column), (int, float)):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _value(self, piece: PieceDef, column: str) -> object:
        if column == "used":
            return self.uses(piece.id)
        return _value(piece, column)

    def uses(self, name: str) -> int:
        """How many set-ups and turns a counter is used in."""
        if self._uses is None:
            self._uses = use_counts(self.document.module)
        return self._uses.get(name, 0)

    def _text(self, piece: PieceDef, column: str) -> str:
        return shown_value(self._value(piece, column))

    def sort_keys(self, column: int) -> Sequence[SortKey]:
        """What the lines are sorted by in a column: figures by size, then words by the alphabet."""
        if column not in self._keys:
            name = self.columns[column]
            if name == "face":
                self._keys[column] = [(0, row, "") for row in range(len(self.pieces))]
            else:
                self._keys[column] = [_sort_key(self._value(piece, name)) for piece in self.pieces]
        return self._keys[column]

    def words(self, column: int) -> set[str]:
        """The different words in a column."""
        name = self.columns[column]
        if name == "used":
            return {shown_value(self.uses(piece.id)) for piece in self.pieces}
        return {shown_value(value) for value in {_value(piece, name) for piece in self.pieces}}

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        column = self.columns[index.column()] if index.isValid() else ""
        return flags if column in ("face", "used", "") else flags | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Takes what was typed; when several lines are chosen and this is one of them, for all of them."""
        piece, column = self.pieces[index.row()], self.columns[index.column()]
        text = str(value)
        if role != Qt.ItemDataRole.EditRole or text == self._text(piece, column):
            return False
        chosen = list(self.selected())
        names = chosen if piece.id in chosen and column != "id" else [piece.id]
        return self.set_fields(names, column, text)

    def set_fields(self, names: Sequence[str], column: str, text: str) -> bool:
        """Gives counters what was typed in a column, as one step."""
        is_figure = column.startswith("values.")
        new = cell_from_text(text) if is_figure else value_from(self._specs[column], text)
        what = names[0] if len(names) == 1 else f"{len(names)} counters"
        words = f"{column.removeprefix('values.')} of {what}"
        return self.document.edit(lambda m: set_piece_fields(m, names, {column: new}), words)


def _value(piece: PieceDef, column: str) -> object:
    field, dot, name = column.partition(".")
    return piece.values.get(name) if dot else getattr(piece, field)


def _sort_key(value: object) -> SortKey:
    return (0, value, "") if isinstance(value, (int, float)) else (1, 0, shown_value(value).lower())


class CounterFilter(QSortFilterProxyModel):
    """Sorts, and shows only the lines that hold all the words typed."""

    def __init__(self, table: CounterTable) -> None:
        super().__init__(table)
        self.table = table
        self._words: tuple[str, ...] = ()
        self.setSourceModel(table)

    def show_only(self, words: str) -> None:
        """Filters by words; `type:armor` asks one column only."""
        self._words = tuple(words.lower().split())
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        piece = self.table.pieces[row]
        whole = " ".join(
            (piece.id, piece.name, piece.side or "", piece.type, piece.nation or "", piece.formation or "",
             piece.kind, piece.designation, piece.size, *piece.traits)
        ).lower()  # fmt: skip
        return all(self._holds(piece, word, whole) for word in self._words)

    def _holds(self, piece: PieceDef, word: str, whole: str) -> bool:
        column, colon, value = word.partition(":")
        if colon and column in PieceDef.model_fields:
            return value in shown_value(getattr(piece, column)).lower()
        return word in whole

    def lessThan(self, left: Index, right: Index) -> bool:
        keys = self.table.sort_keys(left.column())
        return keys[left.row()] < keys[right.row()]
