"""The counters as cards: front and back as they will lie on the table, with name, figures and use.

The cards show the same lines as the table, in the same order and through the same filter; what is chosen in
one is chosen in the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.editor.counter_table import CounterFilter, CounterTable
from app.fonts import TextSize
from app.graphics.colors import color
from app.graphics.counter_cache import shared_counters
from app.theme.current import scaled, tokens, ui_font
from engine.definition.piece import PieceDef

Index = QModelIndex | QPersistentModelIndex
FACE = 62
WIDE, HIGH = 156, 116


class CounterCards(QListView):
    """All counters of the filter as cards."""

    chosen = Signal(tuple)
    opened = Signal(str)
    """A counter that was double-clicked."""

    def __init__(self, rows: CounterFilter, table: CounterTable) -> None:
        super().__init__()
        self.rows, self.table = rows, table
        self._is_following = False
        self.setModel(rows)
        self.setModelColumn(0)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setUniformItemSizes(True)
        self.setSpacing(scaled(6))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setItemDelegate(CardPainter(self.piece_at, table))
        self.setAccessibleName("Counters as cards")
        self.selectionModel().selectionChanged.connect(self._tell)
        self.doubleClicked.connect(lambda index: self.opened.emit(self.piece_at(index).id))

    def piece_at(self, index: Index) -> PieceDef:
        """The counter of a card."""
        source = self.rows.mapToSource(self.rows.index(index.row(), 0))
        return self.table.pieces[source.row()]

    def selected(self) -> tuple[str, ...]:
        """Ids of the chosen cards in their order."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return tuple(self.piece_at(self.rows.index(row, 0)).id for row in dict.fromkeys(rows))

    def choose(self, names: Sequence[str]) -> None:
        """Chooses cards by the ids of their counters, without telling anybody."""
        wanted, chosen, first = set(names), QItemSelection(), None
        known = self.table.rows()
        for row in sorted(known[name] for name in wanted if name in known):
            index = self.rows.mapFromSource(self.table.index(row, 0))
            if index.isValid():
                chosen.select(index, index)
                first = index if first is None or index.row() < first.row() else first
        self._is_following = True
        self.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if first is not None:
            self.scrollTo(first)
        self._is_following = False

    def _tell(self) -> None:
        if not self._is_following:
            self.chosen.emit(self.selected())


class CardPainter(QStyledItemDelegate):
    """Draws a card: the faces, the name, and how often the counter is used."""

    def __init__(self, piece_at: Callable[[Index], PieceDef], table: CounterTable) -> None:
        super().__init__()
        self.piece_at, self.table = piece_at, table

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(scaled(WIDE), scaled(HIGH))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colors, piece, place = tokens(), self.piece_at(index), QRect(option.rect)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color(colors.accent if is_chosen else colors.line), 2 if is_chosen else 1))
        painter.setBrush(color(colors.selected if is_chosen else colors.panel))
        painter.drawRoundedRect(place.adjusted(2, 2, -2, -2), 6, 6)
        self._faces(painter, piece, place)
        ink = colors.selected_text if is_chosen else colors.text
        self._words(painter, piece, place, ink)
        painter.restore()

    def _faces(self, painter: QPainter, piece: PieceDef, place: QRect) -> None:
        ratio = painter.device().devicePixelRatioF()
        faces = [self.table.faces.printed(piece)]
        if piece.steps > 1:
            faces.append(self.table.faces.with_steps(piece, max(1, piece.steps // 2)))
        step = scaled(FACE + 10)
        left = place.left() + (place.width() - step * len(faces) + scaled(10)) // 2
        for n, face in enumerate(faces):
            picture = shared_counters().picture(face, scaled(FACE), ratio)
            picture.draw(painter, QPointF(left + n * step, place.top() + scaled(10)))

    def _words(self, painter: QPainter, piece: PieceDef, place: QRect, ink: str) -> None:
        line = QRect(
            place.left() + scaled(8), place.top() + scaled(FACE + 16), place.width() - scaled(16), scaled(18)
        )
        for words, size, weight, tone in (
            (piece.name, TextSize.BODY, QFont.Weight.DemiBold, ink),
            (self._second(piece), TextSize.NOTE, QFont.Weight.Normal, tokens().second),
        ):
            font = ui_font(size, weight)
            painter.setFont(font)
            painter.setPen(color(tone))
            shown = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter, shown)
            line.translate(0, scaled(17))

    def _second(self, piece: PieceDef) -> str:
        uses = self.table.uses(piece.id)
        used = f"used {uses} times" if uses > 1 else "used once" if uses else "not used"
        return " · ".join(
            words for words in (piece.type.replace("-", " "), piece.formation or "", used) if words
        )
