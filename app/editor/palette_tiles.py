"""The tiles of the palette: a bordered picture with its name and, where the module tells it, what it costs
to move there.

Three or more stand beside each other, fewer where a word of a name would be cut; a name too long for one line
takes two.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QIcon, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.fonts import SceneRole, TextSize, scene_font
from app.graphics.colors import color
from app.theme.current import scaled, theme, tokens, ui_font

Index = QModelIndex | QPersistentModelIndex
TILE: Final = int(Qt.ItemDataRole.UserRole) + 1
USUAL_COLUMNS: Final = 3
"""So many stand beside each other in a narrow dock, unless a word needs more room."""
WIDEST: Final = 104
PICTURE: Final = (54, 34)
COST_PIXELS: Final = 13.0
LEAST_SHARE: Final = 0.6
"""Costs are never smaller than this part of their usual size."""
WORD_ROOM: Final = 13
"""What a tile is wider than its longest word: margins and frame."""
TIGHT: Final = 0.74
"""The share of the picture that is left where the name takes two lines."""


@dataclass(frozen=True, slots=True)
class Tile:
    """What one tile shows."""

    title: str
    icon: QIcon
    note: str = ""


class TileDelegate(QStyledItemDelegate):
    """Draws tiles."""

    def __init__(self, parent: TileList) -> None:
        super().__init__(parent)
        self._list = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self._list.gridSize()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tile = index.data(TILE)
        if not isinstance(tile, Tile):
            super().paint(painter, option, index)
            return
        inks, state = tokens(), option.state
        is_chosen = bool(state & QStyle.StateFlag.State_Selected)
        is_hot = bool(state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus))
        room = scaled(3)
        frame = QRectF(option.rect).adjusted(room, room, -room, -room)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = inks.accent if is_chosen else inks.strong_line if is_hot else inks.line
        painter.setPen(QPen(color(edge), 2.0 if is_chosen else 1.0))
        painter.setBrush(color(inks.selected if is_chosen else inks.button))
        painter.drawRoundedRect(frame, 5, 5)
        if is_chosen and state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(color(inks.accent), 1.0))
            painter.drawRoundedRect(frame.adjusted(3, 3, -3, -3), 3, 3)
        inks_of = (inks.selected_text, inks.selected_text) if is_chosen else (inks.text, inks.second)
        self._draw_contents(painter, frame, tile, inks_of)
        painter.restore()

    def _draw_contents(self, painter: QPainter, frame: QRectF, tile: Tile, inks: tuple[str, str]) -> None:
        font = name_font(tile.title, frame.width() - 4)
        metrics = QFontMetricsF(font)
        shown = broken(tile.title, metrics, frame.width() - 4)
        share = 1.0 if len(shown) == 1 else TIGHT
        share = min(share, (frame.width() - 4) / scaled(PICTURE[0]))
        wide, tall = scaled(PICTURE[0] * share), scaled(PICTURE[1] * share)
        top = frame.top() + scaled(5 * share)
        tile.icon.paint(painter, QRectF(frame.center().x() - wide / 2, top, wide, tall).toRect())
        line = metrics.height() * (1.0 if len(shown) == 1 else 0.9)
        words = QRectF(frame.left() + 2, top + tall + scaled(2 * share), frame.width() - 4, line)
        painter.setFont(font)
        painter.setPen(color(inks[0]))
        for text in shown:
            painter.drawText(words, Qt.AlignmentFlag.AlignCenter, text)
            words.translate(0, line)
        if tile.note:
            painter.setFont(cost_font(tile.note, words.width()))
            painter.setPen(color(inks[1]))
            words.moveTop(frame.bottom() - words.height() - scaled(2))
            text = QFontMetricsF(painter.font()).elidedText(
                tile.note, Qt.TextElideMode.ElideRight, words.width()
            )
            painter.drawText(words, Qt.AlignmentFlag.AlignCenter, text)


def widest_word(titles: list[str]) -> float:
    """The width of the longest word of some names in the smaller font; it is never cut."""
    metrics = QFontMetricsF(ui_font(TextSize.NOTE))
    return max(
        (metrics.horizontalAdvance(word) for title in titles for word in title.split(" ")), default=0.0
    )


def name_font(words: str, width: float) -> QFont:
    """The font of names; a smaller one where that saves a second line."""
    usual, small = ui_font(TextSize.SECOND), ui_font(TextSize.NOTE)
    metrics, tight = QFontMetricsF(usual), QFontMetricsF(small)
    if metrics.horizontalAdvance(words) <= width:
        return usual
    longest = max((metrics.horizontalAdvance(line) for line in halves(words, metrics)), default=0.0)
    return small if tight.horizontalAdvance(words) <= width or longest > width else usual


def cost_font(note: str, width: float) -> QFont:
    """The font of costs, smaller where they would not fit; they are read as a whole or not at all."""
    pixels = COST_PIXELS * theme().scale
    needed = QFontMetricsF(scene_font(SceneRole.COUNTER_FAINT, pixels)).horizontalAdvance(note)
    share = max(LEAST_SHARE, min(1.0, width / needed)) if needed else 1.0
    return scene_font(SceneRole.COUNTER_FAINT, floor(pixels * share))


def broken(words: str, metrics: QFontMetricsF, width: float) -> tuple[str, ...]:
    """Words in one line, or in two that are broken at a space; only what does not fit then is shortened."""
    if metrics.horizontalAdvance(words) <= width or " " not in words:
        return (metrics.elidedText(words, Qt.TextElideMode.ElideRight, width),)
    shown = halves(words, metrics)
    return tuple(metrics.elidedText(text, Qt.TextElideMode.ElideRight, width) for text in shown)


def halves(words: str, metrics: QFontMetricsF) -> tuple[str, ...]:
    """Words in two lines as even as they go; one word stays whole."""
    parts = words.split(" ")
    if len(parts) == 1:
        return (words,)
    ways = [(" ".join(parts[:n]), " ".join(parts[n:])) for n in range(1, len(parts))]
    return min(ways, key=lambda way: max(map(metrics.horizontalAdvance, way)))


class TileList(QListWidget):
    """A list of tiles, as many beside each other as there is room for their words."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setViewMode(QListWidget.ViewMode.IconMode)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setMovement(QListWidget.Movement.Static)
        self.setUniformItemSizes(True)
        self.setSpacing(0)
        self.setFrameShape(QListWidget.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setAccessibleName(title)
        self.setItemDelegate(TileDelegate(self))
        theme().changed.connect(self._fit)

    def add_tile(self, tile: Tile) -> QListWidgetItem:
        """Adds a tile at the end; its name and note are the words for screen readers."""
        item = QListWidgetItem(tile.title)
        item.setData(TILE, tile)
        item.setToolTip(f"{tile.title}: {tile.note} MP" if tile.note else tile.title)
        self.addItem(item)
        return item

    def refit(self) -> None:
        """Sizes the tiles for what there is now."""
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        bar = self.verticalScrollBar().sizeHint().width()
        width = max(1, self.width() - bar - 2)
        tiles = [self.item(row).data(TILE) for row in range(self.count())]
        columns = max(USUAL_COLUMNS, width // scaled(WIDEST))
        room = widest_word([tile.title for tile in tiles if isinstance(tile, Tile)]) + WORD_ROOM
        columns = max(1, min(columns, int(width // room)))
        metrics = QFontMetricsF(ui_font(TextSize.SECOND))
        edge = width // columns
        has_note = any(isinstance(tile, Tile) and tile.note for tile in tiles)
        lines = 2 if has_note else 1
        tall = scaled(5) + scaled(PICTURE[1]) + scaled(2) + round(lines * metrics.height()) + scaled(10)
        size = QSize(edge, tall)
        if size != self.gridSize():
            self.setGridSize(size)
