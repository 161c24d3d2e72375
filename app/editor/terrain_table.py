"""The table of the terrain effects chart: kinds of terrain, hexsides and routes in the order of the legend,
how they are drawn, and what every chart of the landscape says of them.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.editor.chart_page import SOURCES
from app.editor.document import EditorDocument
from app.editor.legend_icons import looks_of, small_icon
from app.theme.current import tokens
from engine.definition.board import LandscapeDef
from engine.definition.chart import ChartDef
from engine.editing import charts, landscape
from engine.editing.effect_table import effect_table
from engine.editing.landscape import EffectColumn, EffectRow, Group

Index = QModelIndex | QPersistentModelIndex
NAME, LOOK, COLOR, LAND, OPEN = range(5)
HEADS: Final = ("Kind", "Look", "Color", "Land", "Open")
HINTS: Final = (
    "Name in the legend",
    "The pattern it is drawn with",
    "A color of its own, such as #c8b078; empty for the look's",
    "Whether it is land",
    "Whether anything may ever enter or cross it",
)
_LAND_KEYS: Final = {LAND: "land", OPEN: "open"}
_TITLES: Final = {"terrain": "Terrain", "hexsides": "Hexside", "routes": "Route"}


class TerrainTable(QAbstractTableModel):
    """Rows are kinds, columns are looks and effects."""

    def __init__(self, document: EditorDocument) -> None:
        super().__init__(document)
        self.document = document
        self.effects = effect_table(document.module)

    @property
    def rows(self) -> tuple[EffectRow, ...]:
        """The kinds and further rows of charts, from the top."""
        return self.effects.rows

    @property
    def columns(self) -> tuple[EffectColumn, ...]:
        """The columns of charts, behind those of looks."""
        return self.effects.columns

    def refresh(self) -> None:
        """Shows the module as it is now; only kinds and charts that changed where nothing else did."""
        before, after = self.effects, effect_table(self.document.module)
        if (before.rows, before.columns) != (after.rows, after.columns):
            self.beginResetModel()
            self.effects = after
            self.endResetModel()
            return
        self.effects = after
        for row, (old, new) in enumerate(zip(before.kinds, after.kinds, strict=True)):
            if old is not new:
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(HEADS) - 1))
        last = self.rowCount() - 1
        for at, (known, chart) in enumerate(zip(before.charts, after.charts, strict=True), len(HEADS)):
            if known is not chart:
                self.dataChanged.emit(self.index(0, at), self.index(last, at))
                self.headerDataChanged.emit(Qt.Orientation.Horizontal, at, at)

    def kind(self, row: int) -> LandscapeDef | None:
        """The kind of a row; None for rows that are none."""
        return self.effects.kinds[row]

    def is_first(self, row: int) -> bool:
        """Whether a row is the first of its kind, which alone tells name and look."""
        return row == 0 or self.rows[row - 1].kind != self.rows[row].kind or not self.rows[row].kind

    def chart_at(self, index: Index) -> ChartDef | None:
        """The chart a cell belongs to; None for cells of other groups and missing rows."""
        at = index.column() - len(HEADS)
        return self.effects.charts[at] if (index.row(), at) in self.effects.places else None

    def _fits(self, index: Index) -> bool:
        """Whether a chart speaks of the group of a row."""
        return (index.row(), index.column() - len(HEADS)) in self.effects.fitting

    # --- Qt ------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(HEADS) + len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Vertical:
            return None
        if section < len(HEADS):
            if role == Qt.ItemDataRole.DisplayRole:
                return HEADS[section]
            return HINTS[section] if role == Qt.ItemDataRole.ToolTipRole else None
        column = self.columns[section - len(HEADS)]
        chart = self.effects.charts[section - len(HEADS)]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{chart.title}\n{column.label}"
        return chart.note if role == Qt.ItemDataRole.ToolTipRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        chosen = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        kind, column = self.kind(index.row()), index.column()
        if column >= len(HEADS):
            return chosen | Qt.ItemFlag.ItemIsEditable if self._fits(index) else Qt.ItemFlag.NoItemFlags
        if kind is None or not self.is_first(index.row()):
            return chosen
        if column in _LAND_KEYS:
            return chosen | Qt.ItemFlag.ItemIsUserCheckable
        if column == COLOR and self.rows[index.row()].group != "terrain":
            return chosen
        return chosen | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if index.column() >= len(HEADS):
            return self._effect(index, role)
        row, kind = self.rows[index.row()], self.kind(index.row())
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{_TITLES[row.group]} {row.label}"
        if kind is None or not self.is_first(index.row()):
            is_name = index.column() == NAME and role == Qt.ItemDataRole.DisplayRole
            return row.label.replace("-", " ") if is_name else None
        return self._drawn(index.column(), row.group, kind, role)

    def _drawn(self, column: int, group: Group, kind: LandscapeDef, role: int) -> object:
        if role == Qt.ItemDataRole.DecorationRole:
            if column == NAME:
                return small_icon(group, kind)
            return QColor(kind.color) if column == COLOR and kind.color else None
        if role == Qt.ItemDataRole.CheckStateRole and column in _LAND_KEYS:
            is_on = bool(getattr(kind, _LAND_KEYS[column]))
            return Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            texts = {NAME: kind.title, LOOK: kind.look or kind.id, COLOR: kind.color or ""}
            text = texts.get(column)
            return (
                text.replace("_", " ")
                if text and column == LOOK and role == Qt.ItemDataRole.DisplayRole
                else text
            )
        return None

    def _effect(self, index: Index, role: int) -> object:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role == Qt.ItemDataRole.BackgroundRole and not self._fits(index):
            return QBrush(QColor(tokens().window))
        if self.chart_at(index) is None:
            return None
        cell = self.effects.cell(index.row(), index.column() - len(HEADS))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return "" if cell is None else str(cell).lower() if isinstance(cell, bool) else str(cell)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.origin(index)
        return None

    def origin(self, index: Index) -> str:
        """The chart of a cell with its rule and where its values come from."""
        chart = self.chart_at(index)
        if chart is None:
            return ""
        words = (
            chart.title,
            f"rule {chart.rule}" if chart.rule else "",
            SOURCES[chart.source],
            chart.reasoning,
        )
        return " · ".join(word for word in words if word)

    # --- edits -----------------------------------------------------------------------------------------

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role == Qt.ItemDataRole.CheckStateRole:
            is_on = Qt.CheckState(value) == Qt.CheckState.Checked
            return self.set_kind(index.row(), {_LAND_KEYS[index.column()]: is_on})
        if role != Qt.ItemDataRole.EditRole or str(value) == (self.data(index, role) or ""):
            return False
        if index.column() >= len(HEADS):
            return self._set_effect(index, str(value))
        text = str(value).strip()
        kind = self.kind(index.row())
        if kind is None:
            return False
        changes: dict[int, dict[str, object]] = {
            NAME: {"title": text}, LOOK: {"look": "" if text == kind.id else text},
            COLOR: {"color": text.lower() or None},
        }  # fmt: skip
        return self.set_kind(index.row(), changes[index.column()])

    def set_kind(self, row: int, values: dict[str, object]) -> bool:
        """Changes the kind of a row."""
        found, kind = self.rows[row], self.kind(row)
        if kind is None:
            return False
        return self.document.edit(
            lambda m: landscape.set_kind(m, found.group, found.kind, values),
            f"{kind.title}: {', '.join(values)}",
        )

    def _set_effect(self, index: Index, text: str) -> bool:
        at = index.column() - len(HEADS)
        row, column = self.rows[index.row()], self.columns[at]
        old = self.effects.cell(index.row(), at)
        value = charts.cell_from_text(text, like=old)
        return self.document.edit(
            lambda m: landscape.set_effect(m, row, column, value),
            f"{row.label} {column.label}: {text or 'empty'}",
        )


class LookDelegate(QStyledItemDelegate):
    """Chooses looks from a list with pictures."""

    def __init__(self, table: TerrainTable, parent: QWidget) -> None:
        super().__init__(parent)
        self.table = table

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        if index.column() != LOOK:
            return super().createEditor(parent, option, index)
        box = QComboBox(parent)
        group = self.table.rows[index.row()].group
        for look in looks_of(group):
            box.addItem(small_icon(group, LandscapeDef(id=look, title=look)), look.replace("_", " "), look)
        box.activated.connect(lambda _n: self.commitData.emit(box))
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(index.data(Qt.ItemDataRole.EditRole)))
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QComboBox):
            if editor.currentIndex() >= 0:
                model.setData(model.index(index.row(), index.column()), editor.currentData())
        else:
            super().setModelData(editor, model, index)
