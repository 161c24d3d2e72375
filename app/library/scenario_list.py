"""The scenarios of a game on one common time bar.

Each row shows number, title, when it is played (grey bar: the campaign, red
below: the short version), maps and difficulty. One delegate draws the rows,
one widget the head above them, both from the same columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.fonts import TextSize
from app.graphics.colors import color
from app.library.games import Span, by_length, span_of, turns_of, turns_text
from app.theme.current import scaled, tokens, ui_font
from app.turn_dates import short_date
from app.widgets.rows import draw_focus
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef

ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 50
ROW_HEIGHT: Final = 46
MOST_DIFFICULT: Final = 5

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioRow:
    """What a row shows; `bars` are the end turns of the versions, the shortest first."""

    id: str
    number: str
    title: str
    second: str
    start: int
    bars: tuple[int, ...]
    span: Span
    maps: str
    difficulty: int


@dataclass(frozen=True, slots=True)
class Columns:
    """Left edges and widths of the columns for a width; narrow lists leave maps, then difficulty out."""

    title: tuple[float, float]
    bar: tuple[float, float]
    maps: tuple[float, float]
    difficulty: tuple[float, float]
    number: float


def columns_for(width: float) -> Columns:
    """The columns of a list so wide."""
    number = scaled(44)
    difficulty = scaled(78) if width > scaled(430) else 0.0
    maps = scaled(62) if width > scaled(500) else 0.0
    right = width - scaled(10) - difficulty
    maps_left = right - maps
    bar = min(scaled(300), max(scaled(90), (maps_left - number) * 0.40))
    bar_left = maps_left - bar - scaled(18)
    return Columns(
        title=(number, max(20.0, bar_left - number - scaled(12))),
        bar=(bar_left, bar),
        maps=(maps_left, maps),
        difficulty=(right, difficulty),
        number=scaled(8),
    )


def rows_of(module: ModuleDef) -> tuple[ScenarioRow, ...]:
    """The rows of a module's scenarios, in the module's order."""
    span = span_of(module)
    return tuple(_row(module, scenario, span) for scenario in module.scenarios)


def _row(module: ModuleDef, scenario: ScenarioDef, span: Span) -> ScenarioRow:
    versions = by_length(scenario)
    *fewer, most = (turns_of(scenario, version) for version in versions)
    lengths = " or ".join((*map(str, fewer), turns_text(most)))
    titles = [board.title for board in module.boards if board.id in scenario.boards]
    return ScenarioRow(
        id=scenario.id,
        number=scenario.number,
        title=scenario.title,
        second=f"{short_date(module.turn_title(scenario.first_turn))} · {lengths}",
        start=scenario.first_turn,
        bars=tuple(version.last_turn for version in versions),
        span=span,
        maps=_maps_text(module, scenario, titles),
        difficulty=scenario.difficulty,
    )


def _maps_text(module: ModuleDef, scenario: ScenarioDef, titles: list[str]) -> str:
    """Letters of the sheets where the maps have them, else how many maps are used."""
    sheets = [
        sheet.prefix
        for board in module.boards
        if board.id in scenario.boards
        for sheet in board.grid.sheets
        if sheet.prefix
    ]
    if sheets:
        return " ".join(dict.fromkeys(sheets))
    return titles[0] if len(titles) == 1 and len(titles[0]) <= 8 else str(len(scenario.boards))


class _Head(QWidget):
    """The column heads with the dates at the ends of the time bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._span = Span(1, 1, "", "")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_span(self, span: Span) -> None:
        self._span = span
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(scaled(300), scaled(24))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(ui_font(TextSize.SECOND, QFont.Weight.Medium))
        painter.setPen(color(tokens().second))
        columns = columns_for(self.width())
        middle = Qt.AlignmentFlag.AlignVCenter
        tall = float(self.height())
        left, right = middle | Qt.AlignmentFlag.AlignLeft, middle | Qt.AlignmentFlag.AlignRight
        painter.drawText(QRectF(columns.title[0], 0, columns.title[1], tall), left, "Scenario")
        bar = QRectF(columns.bar[0], 0, columns.bar[1], tall)
        painter.drawText(bar, left, short_date(self._span.first_date))
        painter.drawText(bar, right, short_date(self._span.last_date))
        if columns.maps[1]:
            painter.drawText(QRectF(columns.maps[0], 0, columns.maps[1], tall), left, "Maps")
        if columns.difficulty[1]:
            painter.drawText(
                QRectF(columns.difficulty[0], 0, columns.difficulty[1], tall), left, "Difficulty"
            )
        painter.end()


class _Delegate(QStyledItemDelegate):
    """Draws a scenario's row."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(scaled(200), scaled(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, ScenarioRow):
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        option.text = ""
        option.widget.style().drawControl(
            QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget
        )
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw_row(painter, QRect(option.rect), row, bool(option.state & QStyle.StateFlag.State_Selected))
        painter.restore()
        draw_focus(painter, option)


def _draw_row(painter: QPainter, place: QRect, row: ScenarioRow, is_selected: object) -> None:
    theme = tokens()
    columns = columns_for(place.width())
    ink = theme.selected_text if is_selected else theme.text
    second = theme.selected_text if is_selected else theme.second
    middle = place.center().y()
    line = scaled(18)
    painter.setFont(ui_font(TextSize.BODY, QFont.Weight.DemiBold))
    painter.setPen(color(second))
    painter.drawText(
        QRectF(place.left() + columns.number, place.top(), columns.title[0], place.height()),
        Qt.AlignmentFlag.AlignVCenter,
        row.number,
    )
    left, room = place.left() + columns.title[0], columns.title[1]
    for words, top, font, tint in (
        (row.title, middle - line, ui_font(TextSize.BODY, QFont.Weight.DemiBold), ink),
        (row.second, middle, ui_font(TextSize.SECOND), second),
    ):
        painter.setFont(font)
        painter.setPen(color(tint))
        shown = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, top, room, line), Qt.AlignmentFlag.AlignVCenter, shown)
    _draw_bar(
        painter,
        QRectF(place.left() + columns.bar[0], middle - scaled(5), columns.bar[1], scaled(8)),
        row,
        is_selected,
    )
    painter.setFont(ui_font(TextSize.BODY))
    painter.setPen(color(ink))
    if columns.maps[1]:
        cell = QRectF(place.left() + columns.maps[0], place.top(), columns.maps[1], place.height())
        painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter, row.maps)
    if columns.difficulty[1]:
        _draw_difficulty(painter, place.left() + columns.difficulty[0], middle, row.difficulty)
    if not is_selected:
        painter.fillRect(QRectF(place.left(), place.bottom(), place.width(), 1), color(theme.line))


def _draw_bar(painter: QPainter, place: QRectF, row: ScenarioRow, is_selected: object) -> None:
    theme = tokens()
    turns = max(1, row.span.last - row.span.first + 1)

    def stretch(first: int, last: int, top: float, tall: float) -> QRectF:
        start = place.left() + place.width() * (first - row.span.first) / turns
        return QRectF(start, top, max(3.0, place.width() * (last - first + 1) / turns), tall)

    painter.setPen(QPen(color(theme.line), 1.0))
    painter.setBrush(color(theme.row))
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(theme.accent if is_selected else theme.strong_line))
    painter.drawRoundedRect(stretch(row.start, row.bars[-1], place.top(), place.height()), 3, 3)
    if len(row.bars) > 1:
        short = stretch(row.start, row.bars[0], place.bottom() + 2.5, scaled(4))
        painter.fillRect(short, color(theme.short_bar))


def _draw_difficulty(painter: QPainter, left: float, middle: float, difficulty: int) -> None:
    theme = tokens()
    edge = scaled(9)
    for number in range(MOST_DIFFICULT):
        painter.setPen(QPen(color(theme.strong_line), 1.0))
        painter.setBrush(color(theme.text) if number < difficulty else Qt.BrushStyle.NoBrush)
        box = QRectF(left + number * scaled(13) + 0.5, middle - edge / 2 + 0.5, edge, edge)
        painter.drawRoundedRect(box, 1.5, 1.5)


class _List(QListWidget):
    """The list below the head; as high as its rows."""

    def sizeHint(self) -> QSize:
        return QSize(scaled(420), max(1, self.count()) * scaled(ROW_HEIGHT) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(260), scaled(ROW_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentItem() is not None:
            self.itemActivated.emit(self.currentItem())
            return
        super().keyPressEvent(event)


class ScenarioList(QWidget):
    """Head and rows; `chosen` gives a scenario's id, `opened` when it is double-clicked or entered."""

    chosen = Signal(str)
    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head = _Head()
        self.rows = _List()
        self.rows.setItemDelegate(_Delegate(self.rows))
        self.rows.setAccessibleName("Scenarios")
        self.rows.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setStyleSheet("QListWidget { background: transparent; }")
        self.rows.currentItemChanged.connect(self._tell)
        self.rows.itemActivated.connect(lambda item: self.opened.emit(item.data(ROW_ROLE).id))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self.rows, 1)

    @property
    def current_id(self) -> str:
        """The chosen scenario's id, empty when there is none."""
        row = self.rows.currentIndex().data(ROW_ROLE)
        return row.id if isinstance(row, ScenarioRow) else ""

    def show_module(self, module: ModuleDef | None, chosen: str = "") -> None:
        """Show the scenarios of a module, with one chosen if the module has it."""
        self.rows.blockSignals(True)
        self.rows.clear()
        for row in rows_of(module) if module else ():
            self._head.show_span(row.span)
            item = QListWidgetItem(f"{row.number} {row.title}, {row.second}")
            item.setData(ROW_ROLE, row)
            self.rows.addItem(item)
            if row.id == chosen:
                self.rows.setCurrentItem(item)
        if self.rows.currentItem() is None and self.rows.count():
            self.rows.setCurrentRow(0)
        self.rows.blockSignals(False)
        self.rows.updateGeometry()
        self._tell()

    def choose(self, scenario: str) -> None:
        """Choose a scenario by its id."""
        for number in range(self.rows.count()):
            if self.rows.item(number).data(ROW_ROLE).id == scenario:
                self.rows.setCurrentRow(number)

    def _tell(self, *_items: object) -> None:
        if self.current_id:
            self.chosen.emit(self.current_id)
