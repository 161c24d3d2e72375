"""The log: every action, roll and effect in words; filter, search, click to show, export, undo to here."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.fonts import TextSize
from app.graphics.colors import color
from app.graphics.painters.die import paint_die
from app.player.chronicle import LogEntry, LogTitles, as_html, as_markdown, as_text
from app.player.desk import Desk
from app.player.figures import told
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.player.turn_words import turn_title
from app.rule_words import brief_rule
from app.theme.current import scaled, tokens, ui_font
from app.widgets.search_box import SearchBox

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()
ENTRY = int(Qt.ItemDataRole.UserRole) + 1
MOST_DICE = 6
FILTERS = (("all", "Everything"), ("mine", "This turn"), ("rolls", "Rolls"), ("refused", "Refusals"))


class LogModel(QAbstractTableModel):
    """Entries as rows: time, phase, text, dice, rule."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self.entries: list[LogEntry] = []

    def show_entries(self, entries: list[LogEntry]) -> None:
        """Shows other entries; appends where the old ones are a beginning of the new ones."""
        old = len(self.entries)
        if entries[:old] == self.entries and len(entries) > old:
            self.beginInsertRows(QModelIndex(), old, len(entries) - 1)
            self.entries = entries
            self.endInsertRows()
        elif entries != self.entries:
            self.beginResetModel()
            self.entries = entries
            self.endResetModel()

    def rowCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.entries):
            return None
        entry = self.entries[index.row()]
        if role == ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{entry.text} ({entry.rule})" if entry.rule else entry.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            phase = self._desk.session.phase_title(entry.phase)
            return f"{phase}: {entry.text} {' '.join(map(str, entry.dice))} {entry.rule}".strip()
        return None


class LogDelegate(QStyledItemDelegate):
    """Draws an entry: time, side, phase, words, dice, rule."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(scaled(300), scaled(25))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = index.data(ENTRY)
        if not isinstance(entry, LogEntry):
            return
        self.initStyleOption(option, index)
        option.text = ""
        option.widget.style().drawControl(
            QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget
        )
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw(painter, QRectF(option.rect), entry)
        painter.restore()

    def _draw(self, painter: QPainter, place: QRectF, entry: LogEntry) -> None:
        theme = tokens()
        wide = place.width() > scaled(560)
        left = place.left() + scaled(12)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(ui_font(TextSize.SECOND))
        painter.setPen(color(theme.faint))
        if wide:
            painter.drawText(QRectF(left, place.top(), scaled(44), place.height()), flags, entry.time)
            left += scaled(46)
        if entry.side:
            ground, _ = theme.side(self._desk.look(entry.side))
            box = scaled(9)
            painter.fillRect(QRectF(left, place.center().y() - box / 2, box, box), color(ground))
        left += scaled(18)
        if wide:
            phase = self._desk.session.phase_title(entry.phase)
            painter.setPen(color(theme.second))
            room = scaled(110)
            words = QFontMetricsF(painter.font()).elidedText(phase, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRectF(left, place.top(), room, place.height()), flags, words)
            left += room + scaled(8)
        right = self._draw_rule(painter, place, entry)
        right = self._draw_dice(painter, place, entry, right)
        self._draw_words(painter, QRectF(left, place.top(), max(0.0, right - left), place.height()), entry)

    def _draw_rule(self, painter: QPainter, place: QRectF, entry: LogEntry) -> float:
        room = scaled(92) if place.width() > scaled(560) else scaled(60)
        right = place.right() - scaled(12)
        painter.setPen(color(tokens().faint))
        painter.setFont(ui_font(TextSize.SECOND))
        words = QFontMetricsF(painter.font()).elidedText(
            brief_rule(entry.rule), Qt.TextElideMode.ElideRight, room
        )
        box = QRectF(right - room, place.top(), room, place.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, words)
        return right - room - scaled(8)

    def _draw_dice(self, painter: QPainter, place: QRectF, entry: LogEntry, right: float) -> float:
        edge, gap = scaled(18), scaled(4)
        faces = self._faces(entry)
        for value in reversed(entry.dice[:MOST_DICE]):
            box = QRectF(right - edge, place.center().y() - edge / 2, edge, edge)
            paint_die(painter, box, value, faces)
            right -= edge + gap
        return right - (scaled(8) if entry.dice else 0)

    def _faces(self, entry: LogEntry) -> int:
        turns = self._desk.session.game.turns
        if 0 < entry.number <= len(turns):
            draws = turns[entry.number - 1].transition.draws
            return next((draw.faces for draw in draws if draw.dice == entry.dice), 6)
        return 6

    def _draw_words(self, painter: QPainter, place: QRectF, entry: LogEntry) -> None:
        theme = tokens()
        tint = {"refused": theme.bad, "taken-back": theme.care, "notice": theme.second}.get(
            entry.kind, theme.text
        )
        weight = QFont.Weight.DemiBold if entry.kind in {"game-over", "adjudicated"} else QFont.Weight.Normal
        painter.setFont(ui_font(TextSize.BODY, weight))
        painter.setPen(color(tint))
        words = QFontMetricsF(painter.font()).elidedText(
            told(entry.text), Qt.TextElideMode.ElideRight, place.width()
        )
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)


class LogPanel(Panel):
    """The log of the game as the viewer may read it."""

    title = "Log"
    name = "log"
    undo_wanted = Signal(int)
    look_wanted = Signal(int)
    branch_wanted = Signal(int)
    export_wanted = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.search = SearchBox("Search log")
        self.search.textChanged.connect(self._refill)
        self.filter = QComboBox()
        self.filter.setAccessibleName("Filter log")
        for value, words in FILTERS:
            self.filter.addItem(words, value)
        self.filter.currentIndexChanged.connect(self._refill)
        self.model = LogModel(desk, self)
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setItemDelegate(LogDelegate(desk, self.table))
        self.table.setAccessibleName(self.title)
        self.table.setMinimumHeight(scaled(LEAST_HEIGHT))
        self.table.setShowGrid(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.table.horizontalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self._is_at_end = True
        bar = self.table.verticalScrollBar()
        bar.valueChanged.connect(self._mark_end)
        bar.rangeChanged.connect(self._keep_end)
        self.table.clicked.connect(self._show)
        self.table.activated.connect(self._show)
        self.corner = QWidget()
        row = QHBoxLayout(self.corner)
        row.setContentsMargins(0, scaled(2), 0, scaled(2))
        row.setSpacing(scaled(6))
        row.addWidget(self.filter)
        row.addWidget(self.search)
        self.search.setFixedWidth(scaled(190))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)

    def key(self) -> object:
        chronicle = self.session.chronicle
        entries = chronicle.entries
        last = entries[-1] if entries else None
        return (len(entries), last, self.session.viewer, self.search.text(), self.filter.currentData())

    def _refill(self) -> None:
        self.refresh()

    def fill(self) -> None:
        self.table.verticalHeader().setDefaultSectionSize(scaled(25))
        self.model.show_entries(self.visible_entries())
        self.table.scrollToBottom()
        self._is_at_end = True

    def _mark_end(self, value: int) -> None:
        self._is_at_end = value >= self.table.verticalScrollBar().maximum()

    def _keep_end(self, _least: int, most: int) -> None:
        """The latest entry stays in sight when the panel gets its size or another one."""
        if self._is_at_end:
            self.table.verticalScrollBar().setValue(most)

    def visible_entries(self) -> list[LogEntry]:
        """What filter and search leave of the log."""
        seen = (entry.seen_by(self.session.viewer) for entry in self.session.chronicle.entries)
        words = self.search.text().lower().split()
        return [entry for entry in seen if entry is not None and self._passes(entry, words)]

    def _passes(self, entry: LogEntry, words: list[str]) -> bool:
        wanted = self.filter.currentData()
        if wanted == "rolls" and not entry.dice:
            return False
        if wanted == "refused" and entry.kind != "refused":
            return False
        if wanted == "mine" and entry.turn != self.session.state.turn:
            return False
        text = f"{entry.text} {entry.rule} {self.session.phase_title(entry.phase)}".lower()
        return all(word in text for word in words)

    # --- what a click does -----------------------------------------------------------------------------

    def _show(self, index: Index) -> None:
        entry = index.data(ENTRY)
        if isinstance(entry, LogEntry):
            pieces = self.session.projection.pieces
            at = [v.at for p in entry.pieces if (v := pieces.get(p)) is not None and v.at is not None]
            self.desk.show(*(entry.places or tuple(at)))

    def _menu(self, point: QPoint) -> None:
        entry = self.table.indexAt(point).data(ENTRY)
        menu = self.menu_for(entry if isinstance(entry, LogEntry) else None)
        menu.popup(self.table.viewport().mapToGlobal(point))

    def menu_for(self, entry: LogEntry | None) -> QMenu:
        """What can be done with an entry."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if entry is not None:
            before = max(0, entry.number - 1)
            menu.addAction("Show on the map", lambda: self.desk.show(*entry.places))
            menu.addAction("Undo to before this", lambda: self.undo_wanted.emit(before))
            menu.addAction("Look at this moment", lambda: self.look_wanted.emit(entry.number))
            menu.addAction("New game from here", lambda: self.branch_wanted.emit(entry.number))
            menu.addSeparator()
        menu.addAction("Export log…", self.export_wanted.emit)
        return menu

    # --- export -------------------------------------------------------------------------------------------

    def exported(self, form: str) -> str:
        """The log as ``text``, ``markdown`` or ``html``, as far as the viewer may read it."""
        session = self.session
        seen = [s for entry in session.chronicle.entries if (s := entry.seen_by(session.viewer)) is not None]
        titles = LogTitles(
            game=f"{session.module.title}: {session.rules.scenario.title}",
            turn=partial(turn_title, session.module),
            phase=session.phase_title,
            side=session.side_title,
        )
        makers = {"text": as_text, "markdown": as_markdown, "html": as_html}
        return makers[form](seen, titles)
