"""The lines of the module's tree: the name, and at the right end how many there are.

The name comes first: where both do not fit, the count goes before any of the name does.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.fonts import TextSize
from app.graphics.colors import color
from app.theme.current import scaled, tokens, ui_font
from app.widgets.rows import draw_focus

Index = QModelIndex | QPersistentModelIndex
NOTE: Final = int(Qt.ItemDataRole.UserRole) + 1
ROOM: Final = 4
GAP: Final = 10


class TreeDelegate(QStyledItemDelegate):
    """Draws a name and, if there is room, a count."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(scaled(120), scaled(27))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        words, option.text = option.text, ""
        option.widget.style().drawControl(
            QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget
        )
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        inks = tokens()
        place = QRectF(option.rect).adjusted(scaled(ROOM), 0, -scaled(GAP), 0)
        font = ui_font(TextSize.BODY)
        is_top = not index.parent().isValid()
        font.setWeight(QFont.Weight.DemiBold if is_chosen or is_top else QFont.Weight.Normal)
        name, note = parts_that_fit((words, str(index.data(NOTE) or "")), font, place.width())
        painter.save()
        painter.setFont(font)
        painter.setPen(color(inks.selected_text if is_chosen else inks.text))
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
        painter.setFont(ui_font(TextSize.SECOND))
        painter.setPen(color(inks.selected_text if is_chosen else inks.second))
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, note)
        painter.restore()
        draw_focus(painter, option)


def parts_that_fit(parts: tuple[str, str], font: QFont, width: float) -> tuple[str, str]:
    """Of a name and a count what fits: both, the name alone, or as much of the name as there is room for."""
    name, note = parts
    metrics, small = QFontMetricsF(font), QFontMetricsF(ui_font(TextSize.SECOND))
    needed = metrics.horizontalAdvance(name)
    if needed + scaled(GAP) + small.horizontalAdvance(note) <= width:
        return name, note
    return metrics.elidedText(name, Qt.TextElideMode.ElideRight, width), ""
