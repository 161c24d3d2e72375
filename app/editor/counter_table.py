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
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.editing.charts import cell_from_text
from engine.editing.csv_tables import module_figures
from engine.editing.memory import remembered
from engine.editing.pieces import set_piece_fields, use_counts

Index = QModelIndex | QPersistentModelIndex
FIRST = ("face", "name", "side", "type", "steps")
LAST = ("kind", "nation", "size", "designation", "formation", "traits", "symbol", "note", "used", "id")
NAMED = {"side": "sides", "type": "types", "nation": "nations", "formation": "formations"}
"""Columns of ids that are shown by the names of what they stand for, and the part of the module with them."""
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
        self._rows: tuple[object, Mapping[str, int]] = (None, {})
        self._names: dict[str, dict[str, str]] = {}
        self.reload()

    def reload(self, parts: Collection[str] = ()) -> None:
        """Shows the counters as they are now; `parts` of the module have changed. As long as the counters
        are the same ones, only cells that changed are told.
        """
        module = self.document.module
        self.faces = faces_of(self.document)
        self._keys, names = {}, self._names
        self._names = names_in(module)
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
        if not _USES.isdisjoint(parts):
            self._tell_uses()
        if names != self._names:
            self._tell_names(names)
        self.faces_changed.emit(others if _PLAIN.issuperset(parts) else None)

    def _tell_cells(self, before: tuple[PieceDef, ...], rows: list[int]) -> None:
        """Tells which cells of some lines show something else: stretches of lines, columns between the first
        and the last one.
        """
        shown = [n for n, column in enumerate(self.columns) if column not in ("face", "used")]
        cells: list[tuple[int, int, int]] = []
        for row in rows:
            old, new = before[row], self.pieces[row]
            found = [n for n in shown if _value(old, self.columns[n]) != _value(new, self.columns[n])]
            if found:
                cells.append((row, found[0], found[-1]))
        self._tell(cells)

    def _tell_uses(self) -> None:
        """Tells which counters are used more or less often than before."""
        before, self._uses = self._uses, None
        if before is not None and self.pieces:
            column, get = self.columns.index("used"), before.get
            names = enumerate(piece.id for piece in self.pieces)
            self._tell([(row, column, column) for row, name in names if get(name, 0) != self.uses(name)])

    def _tell_names(self, before: dict[str, dict[str, str]]) -> None:
        """Tells which columns show other names for the same ids."""
        last = len(self.pieces) - 1
        for name in NAMED:
            if before.get(name) != self._names[name] and self.pieces:
                at = self.columns.index(name)
                self.dataChanged.emit(self.index(0, at), self.index(last, at))

    def _tell(self, cells: Sequence[tuple[int, int, int]]) -> None:
        """Tells of changed cells, each line with its first and last column."""
        spans: list[tuple[int, int, int, int]] = []
        for row, left, right in cells:
            if spans and spans[-1][1] == row - 1 and spans[-1][2:] == (left, right):
                spans[-1] = (spans[-1][0], row, left, right)
            else:
                spans.append((row, row, left, right))
        if len(spans) > MANY_SPANS:
            spans = [(0, len(self.pieces) - 1, min(s[2] for s in spans), max(s[3] for s in spans))]
        for first, last, left, right in spans:
            self.dataChanged.emit(self.index(first, left), self.index(last, right))

    def rows(self) -> Mapping[str, int]:
        """The line of each counter, looked up once for each state of the table."""
        if self._rows[0] is not self.pieces:
            self._rows = self.pieces, {piece.id: row for row, piece in enumerate(self.pieces)}
        return self._rows[1]

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
        if role == Qt.ItemDataRole.TextAlignmentRole and self._is_figure(name):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    @staticmethod
    def _is_figure(column: str) -> bool:
        return column.startswith("values.") or column in ("steps", "used")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        piece, column = self.pieces[index.row()], self.columns[index.column()]
        if column == "face":
            if role == Qt.ItemDataRole.DecorationRole:
                return _icon(shared_counters().picture(self.faces.printed(piece), EDGE).pixmap)
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(piece, column)
        if role == Qt.ItemDataRole.EditRole:
            return self._text(piece, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(piece, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and self._is_figure(column):
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
        """What is typed in a cell."""
        return shown_value(self._value(piece, column))

    def _shown(self, piece: PieceDef, column: str) -> str:
        """What a cell shows: a name where the value is the id of something."""
        return self.name_of(column, self._text(piece, column))

    def named(self, piece: PieceDef) -> list[str]:
        """The names that stand in the line of a counter for the ids it has."""
        return [self._shown(piece, column) for column in NAMED]

    def name_of(self, column: str, text: str) -> str:
        """What is shown for a value of a column."""
        return self._names[column].get(text, text) if column in NAMED else text

    def _tip(self, piece: PieceDef, column: str) -> str | None:
        """The whole of what may be cut short, and the name of a side that is shown by its short one."""
        if column == "side":
            return next((side.title for side in self.document.module.sides if side.id == piece.side), None)
        return None if self._is_figure(column) else self._shown(piece, column) or None

    def sort_keys(self, column: int) -> Sequence[SortKey]:
        """What the lines are sorted by in a column: figures by size, then words by the alphabet."""
        if column not in self._keys:
            name = self.columns[column]
            if name == "face":
                self._keys[column] = [(0, row, "") for row in range(len(self.pieces))]
            else:
                values = (self._value(piece, name) for piece in self.pieces)
                self._keys[column] = [
                    _sort_key(self.name_of(name, value) if isinstance(value, str) else value)
                    for value in values
                ]
        return self._keys[column]

    def words(self, column: int) -> set[str]:
        """The different words in a column."""
        name = self.columns[column]
        if name == "used":
            return {shown_value(self.uses(piece.id)) for piece in self.pieces}
        values = {_value(piece, name) for piece in self.pieces}
        return {self.name_of(name, shown_value(value)) for value in values}

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


def names_in(module: ModuleDef) -> dict[str, dict[str, str]]:
    """The names to show for the ids in columns, by column; sides by their short ones."""
    shown = {
        name: {thing.id: str(thing.title) for thing in getattr(module, part)} for name, part in NAMED.items()
    }
    return {**shown, "side": {side.id: side.short or side.title for side in module.sides}}


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
        if not self._words:
            return True
        piece = self.table.pieces[row]
        whole = " ".join(
            (piece.id, piece.name, piece.side or "", piece.type, piece.nation or "", piece.formation or "",
             piece.kind, piece.designation, piece.size, *piece.traits, *self.table.named(piece))
        ).lower()  # fmt: skip
        return all(self._holds(piece, word, whole) for word in self._words)

    def _holds(self, piece: PieceDef, word: str, whole: str) -> bool:
        column, colon, value = word.partition(":")
        if colon and column in PieceDef.model_fields:
            text = shown_value(getattr(piece, column))
            return value in text.lower() or value in self.table.name_of(column, text).lower()
        return word in whole

    def lessThan(self, left: Index, right: Index) -> bool:
        keys = self.table.sort_keys(left.column())
        return keys[left.row()] < keys[right.row()]
