"""The cells of a chart as Qt sees them; marked is what differs from the shipped chart or cannot be read."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPoint, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from app.editor.chart_faults import Spot, blamed
from app.editor.document import EditorDocument
from app.graphics.colors import color
from app.theme.current import scaled, tokens
from engine.definition.chart import ChartDef
from engine.definition.module import ModuleDef
from engine.editing import charts
from engine.editing.chart_tables import cell_text, row_labels, typed

Index = QModelIndex | QPersistentModelIndex
CHANGED = Qt.ItemDataRole.UserRole + 1
FAULTY = Qt.ItemDataRole.UserRole + 2


class ChartTable(QAbstractTableModel):
    """The cells of one chart."""

    def __init__(self, document: EditorDocument) -> None:
        super().__init__(document)
        self.document = document
        self.chart_id = ""
        self.shipped: ModuleDef | None = None
        self.fault = ""
        """What the rules say they cannot read."""
        self.blamed: frozenset[Spot] = frozenset()

    def chart(self) -> ChartDef | None:
        """The chart as it is now; None if it is gone."""
        return next((c for c in self.document.module.charts if c.id == self.chart_id), None)

    def show_chart(self, name: str) -> None:
        """Shows another chart."""
        self.beginResetModel()
        self.chart_id = name
        self.endResetModel()

    def show_fault(self, fault: str) -> None:
        """Marks the cells that the rules complain about."""
        self.fault, self.blamed = fault, blamed(self.document.module, fault)
        if self.rowCount() and self.columnCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def rowCount(self, parent: Index | None = None) -> int:
        chart = self.chart()
        return len(chart.cells) if chart and not (parent and parent.isValid()) else 0

    def columnCount(self, parent: Index | None = None) -> int:
        chart = self.chart()
        return len(chart.columns.labels) if chart and not (parent and parent.isValid()) else 0

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        chart = self.chart()
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole) or chart is None:
            return None
        if orientation is Qt.Orientation.Horizontal:
            label = chart.columns.labels[section] if section < len(chart.columns.labels) else None
        else:
            label = chart.rows.labels[section] if chart.rows and section < len(chart.rows.labels) else "value"
        return label if label is None or role == Qt.ItemDataRole.EditRole else self._called(label)

    def _called(self, label: str) -> str:
        """What a head shows: the name of a side for its id, else the label."""
        return next((side.title for side in self.document.module.sides if side.id == label), label)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        chart = self.chart()
        if chart is None:
            return None
        cell = chart.cells[index.row()][index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return cell_text(cell)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        is_blamed = (self.chart_id, index.row(), index.column()) in self.blamed
        if is_blamed and role in (FAULTY, Qt.ItemDataRole.ToolTipRole):
            return self.fault
        was = self.shipped_text(index.row(), index.column())
        if was is None or was == cell_text(cell):
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"As shipped: {was or 'empty'}"
        return True if role == CHANGED else None

    def shipped_text(self, row: int, column: int) -> str | None:
        """What stands in a cell of the same labels in the shipped chart; None if there is none."""
        chart = self.chart()
        shipped = self.shipped.charts if self.shipped is not None else ()
        original = next((found for found in shipped if found.id == self.chart_id), None)
        if chart is None or original is None:
            return None
        label, head = row_labels(chart)[row], chart.columns.labels[column]
        if label not in row_labels(original) or head not in original.columns.labels:
            return None
        return cell_text(
            original.cells[row_labels(original).index(label)][original.columns.labels.index(head)]
        )

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        chart = self.chart()
        if chart is None or role != Qt.ItemDataRole.EditRole or str(value) == self.data(index):
            return False
        row, column, name = index.row(), index.column(), self.chart_id
        cell = typed(str(value), chart.cells[row][column], chart)
        return self.document.edit(
            lambda m: charts.set_cell(m, name, row, column, cell), f"{chart.title}: {value or 'empty'}"
        )


class ChangedMarks(QStyledItemDelegate):
    """Draws an accent corner on cells that are no longer as shipped, and a frame round faulty ones."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        if index.data(FAULTY):
            painter.save()
            painter.setPen(QPen(color(tokens().bad), 2.0))
            painter.setBrush(color(tokens().bad, 0.14))
            painter.drawRect(option.rect.adjusted(1, 1, -2, -2))
            painter.restore()
        if index.data(CHANGED):
            corner, edge = option.rect.topRight(), scaled(9)
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color(tokens().accent))
            painter.drawPolygon([corner, corner - QPoint(edge, 0), corner + QPoint(0, edge)])
            painter.restore()
