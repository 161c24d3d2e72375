"""Editing cells of tables of counters or cards: lists for what can be named, plain lines for the rest."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from app.editor.fields import FieldKind, specs_of
from app.editor.fields.pickers import picker_box, show_choice
from app.editor.module_sources import ModuleSources
from app.theme.current import tokens
from engine.definition.piece import PieceDef

Index = QModelIndex | QPersistentModelIndex
RING = 2


class CounterDelegate(QStyledItemDelegate):
    """Gives each column the editor that suits it; `column_of` names the column of a cell."""

    def __init__(
        self,
        sources: ModuleSources,
        column_of: Callable[[Index], str],
        parent: QWidget,
        model: type[BaseModel] = PieceDef,
    ) -> None:
        super().__init__(parent)
        self.sources, self.column_of = sources, column_of
        self._specs = {spec.name: spec for spec in specs_of(model)}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The cell that typing would change has a ring, in a line that is chosen as a whole."""
        super().paint(painter, option, index)
        view = self.parent()
        if isinstance(view, QTableView) and view.hasFocus() and index == view.currentIndex():
            painter.save()
            painter.setPen(QPen(QColor(tokens().accent), RING))
            painter.drawRect(QRectF(view.visualRect(view.currentIndex())).adjusted(1, 1, -1.5, -1.5))
            painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        spec = self._specs.get(self.column_of(index))
        if spec is None or spec.kind not in (
            FieldKind.CHOICE,
            FieldKind.REFERENCE,
            FieldKind.SYMBOL,
            FieldKind.SWITCH,
        ):
            return super().createEditor(parent, option, index)
        if spec.kind is FieldKind.CHOICE:
            choices = [(value, value.replace("-", " ")) for value in spec.choices]
        elif spec.kind is FieldKind.SWITCH:
            choices = [("true", "yes"), ("false", "no")]
        elif spec.kind is FieldKind.SYMBOL:
            choices = [("", "that of its type"), *self.sources.choices("symbols")]
        else:
            choices = list(self.sources.choices(spec.target))
        box = picker_box(choices, is_optional=spec.is_optional)
        if spec.kind is FieldKind.SYMBOL:
            for n in range(1, box.count()):
                icon = self.sources.icon("symbols", str(box.itemData(n)))
                if icon is not None:
                    box.setItemIcon(n, icon)
        box.setParent(parent)
        box.activated.connect(lambda _n: self._done(box))
        return box

    def _done(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QComboBox):
            show_choice(editor, index.data(Qt.ItemDataRole.EditRole))
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, str(editor.currentData() or ""), Qt.ItemDataRole.EditRole)
        else:
            super().setModelData(editor, model, index)
