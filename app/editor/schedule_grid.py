"""The schedule as a grid: a column for each turn, a row for each side, drawn counters that can be
dragged.

A drag within the grid moves counters to another turn; counters dropped from the order of battle arrive on
the turn they are dropped on. Entries that are no arrivals bear a sign: release, withdrawal, return, to a
box, replacements, event. A small mark says that an entry depends on an option.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QScrollArea, QToolTip, QWidget

from app.editor.carrying import carried
from app.editor.document import EditorDocument
from app.fonts import TextSize
from app.graphics.colors import color
from app.graphics.counter_cache import shared_counters
from app.graphics.counter_faces import FaceMaker
from app.theme.current import scaled, theme, tokens, ui_font
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScheduleEntry
from engine.editing import Touched
from engine.editing.csv_tables import entry_words
from engine.editing.pieces import where_words
from engine.editing.schedule import arrive, delete_entries, move_pieces, set_entry_fields, take_off_schedule

EDGE = 36
GAP = 8
HEAD = 26
NAME = 132
LINE = 14
_SIGNS = {
    "release": "released", "withdraw": "withdrawn", "return": "returns", "to-box": "to box",
    "replacements": "replacements", "event": "event",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spot:
    """One counter (or an entry without counters) in the grid."""

    rect: QRect
    entry: int
    piece: str


class ScheduleGrid(QWidget):
    """The grid itself."""

    chosen = Signal(tuple)
    """Paths of the chosen entries."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.faces = FaceMaker(document.module, document.path)
        self.spots: list[Spot] = []
        self.selected: frozenset[tuple[int, str]] = frozenset()
        self._columns: dict[int, tuple[int, int]] = {}
        self._rows: list[tuple[str, int, int]] = []
        self._press: QPoint | None = None
        self._at: QPoint | None = None
        self._target: int | None = None
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Reinforcement schedule")
        document.changed.connect(self._follow)
        theme().changed.connect(self.arrange)
        self.arrange()

    def _follow(self, touched: Touched) -> None:
        if touched.parts & {"schedule", "pieces", "turns", "sides", "nations", "formations", "types"}:
            if "schedule" in touched.parts:
                self.selected = frozenset()
            self.arrange()

    # --- where things lie ------------------------------------------------------------------------

    def turns(self) -> list[tuple[int, str]]:
        """Numbers and dates of the columns."""
        module = self.document.module
        known = {turn.number: turn.title for turn in module.turns}
        used = {entry.turn for entry in module.schedule}
        numbers = sorted(known.keys() | used) or [1]
        return [(number, known.get(number, "")) for number in numbers]

    def arrange(self) -> None:
        """Finds the place of every counter anew."""
        self.faces = FaceMaker(self.document.module, self.document.path)
        sides = [side.id for side in self.document.module.sides]
        by_cell: dict[tuple[int, str], list[tuple[int, str]]] = {}
        for n, entry in enumerate(self.document.module.schedule):
            items = [(n, piece) for piece in entry.pieces] or [(n, "")]
            by_cell.setdefault((entry.turn, entry.side), []).extend(items)
        step, x = scaled(EDGE + GAP), scaled(NAME)
        deepest = dict.fromkeys(sides, 1)
        widths = {}
        for turn, _ in self.turns():
            most = max((len(by_cell.get((turn, side), ())) for side in sides), default=0)
            across = max(1, min(6, most if most <= 6 else -(-most // 2)))
            widths[turn] = across
            for side in sides:
                count = len(by_cell.get((turn, side), ()))
                deepest[side] = max(deepest[side], -(-count // across))
        self._columns = {}
        for turn, _ in self.turns():
            width = max(scaled(74), widths[turn] * step + scaled(10))
            self._columns[turn] = (x, width)
            x += width
        y, self._rows = scaled(HEAD), []
        for side in sides:
            height = deepest[side] * (step + scaled(LINE)) + scaled(8)
            self._rows.append((side, y, height))
            y += height
        self.spots = [spot for key, items in by_cell.items() for spot in self._spots(key, items, widths)]
        self.setMinimumSize(x, y)
        self.resize(max(x, self.width()), max(y, self.height()))
        self.updateGeometry()
        self.update()

    def _spots(
        self, key: tuple[int, str], items: list[tuple[int, str]], widths: dict[int, int]
    ) -> list[Spot]:
        turn, side = key
        if turn not in self._columns:
            return []
        x, _ = self._columns[turn]
        y = next((top for name, top, _ in self._rows if name == side), scaled(HEAD))
        step, edge = scaled(EDGE + GAP), scaled(EDGE)
        spots = []
        for n, (entry, piece) in enumerate(items):
            row, column = divmod(n, widths[turn])
            corner = QPoint(x + scaled(7) + column * step, y + scaled(6) + row * (step + scaled(LINE)))
            spots.append(Spot(QRect(corner, QSize(edge, edge)), entry, piece))
        return spots

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def turn_at(self, point: QPoint) -> int | None:
        """The turn of the column under a point."""
        for turn, (x, width) in self._columns.items():
            if x <= point.x() < x + width:
                return turn
        return None

    def spot_of(self, piece: str) -> Spot | None:
        """Where a counter lies in the grid."""
        return next((spot for spot in self.spots if spot.piece == piece), None)

    def column_middle(self, turn: int, side: str) -> QPoint:
        """The middle of a cell."""
        x, width = self._columns[turn]
        top, height = next((y, h) for name, y, h in self._rows if name == side)
        return QPoint(x + width // 2, top + height // 2)

    def _spot_at(self, point: QPoint) -> Spot | None:
        return next((spot for spot in self.spots if spot.rect.adjusted(-3, -3, 3, 3).contains(point)), None)

    def entry(self, spot: Spot) -> ScheduleEntry:
        """The entry a counter in the grid belongs to."""
        return self.document.module.schedule[spot.entry]

    # --- mouse and keys ------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        spot = self._spot_at(point)
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        many = bool(
            event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        )
        if spot is None:
            self.select(frozenset())
            return
        key = (spot.entry, spot.piece)
        if many:
            self.select(self.selected ^ {key})
        elif key not in self.selected:
            self.select(frozenset((key,)))
        self._press = point

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._press is not None:
            if (point - self._press).manhattanLength() > 6:
                self._at, self._target = point, self.turn_at(point)
                self.update()
            return
        spot = self._spot_at(point)
        self.setCursor(Qt.CursorShape.OpenHandCursor if spot and spot.piece else Qt.CursorShape.ArrowCursor)
        QToolTip.showText(event.globalPosition().toPoint(), self.words(spot) if spot else "", self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        target = self._target
        was_drag = self._at is not None
        self._press = self._at = self._target = None
        self.update()
        if was_drag and target is not None:
            self.move_selected(target)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_selected()
        elif event.key() == Qt.Key.Key_Escape:
            self._press = self._at = self._target = None
            self.update()
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.selected:
            self._step(1 if event.key() == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        numbers = [turn for turn, _ in self.turns()]
        first = self.document.module.schedule[min(entry for entry, _ in self.selected)]
        at = numbers.index(first.turn) + by
        if 0 <= at < len(numbers):
            self.move_selected(numbers[at])

    def words(self, spot: Spot) -> str:
        """What the pointer is told about a counter."""
        entry = self.entry(spot)
        piece = self.faces.definition(spot.piece)
        lines = [
            piece.name if piece else entry_words(entry),
            f"{_SIGNS.get(entry.action, 'arrives')}, turn {entry.turn}",
        ]
        where = where_words(entry)
        lines += [f"at {where}" if entry.at else where] if where else []
        lines += [f"only if {test.option} is {test.value}" for test in entry.when]
        lines += [entry.note] if entry.note else []
        return "\n".join(lines)

    # --- acts ------------------------------------------------------------------------------------------

    def select(self, keys: frozenset[tuple[int, str]]) -> None:
        """Chooses counters."""
        self.selected = keys
        self.update()
        entries = tuple(dict.fromkeys(entry for entry, _ in sorted(keys)))
        self.chosen.emit(tuple(("schedule", entry) for entry in entries))

    def move_selected(self, turn: int) -> None:
        """Moves the chosen counters to a turn, as one step."""
        module = self.document.module
        chosen = [(module.schedule[entry], piece) for entry, piece in sorted(self.selected)]
        if not chosen or all(entry.turn == turn for entry, _ in chosen):
            return
        names = frozenset(piece for _, piece in chosen if piece)

        def edit(new: ModuleDef) -> ModuleDef:
            for entry, piece in chosen:
                at = next(n for n, item in enumerate(new.schedule) if _same_entry(item, entry, piece))
                if piece:
                    new = move_pieces(new, at, [piece], turn)
                else:
                    new = set_entry_fields(new, [at], {"turn": turn})
            return new

        what = next(iter(names)) if len(names) == 1 else f"{len(chosen)} counters"
        if self.document.edit(edit, f"move {what} to turn {turn}"):
            self._choose_pieces(names)

    def remove_selected(self) -> None:
        """Takes the chosen counters off the schedule, as one step."""
        module = self.document.module
        chosen = [(module.schedule[entry], piece) for entry, piece in sorted(self.selected)]
        if not chosen:
            return

        def edit(new: ModuleDef) -> ModuleDef:
            for entry, piece in chosen:
                at = next(n for n, item in enumerate(new.schedule) if _same_entry(item, entry, piece))
                new = take_off_schedule(new, at, [piece]) if piece else delete_entries(new, [at])
            return new

        self.document.edit(edit, f"take {len(chosen)} off the schedule")

    def add_arrivals(self, names: tuple[str, ...], turn: int) -> None:
        """Lets counters arrive on a turn; the place is that of the last arrival of their side."""
        what = names[0] if len(names) == 1 else f"{len(names)} counters"
        if self.document.edit(lambda m: arrive(m, names, turn), f"{what} arrive on turn {turn}"):
            self._choose_pieces(frozenset(names))

    def _choose_pieces(self, names: frozenset[str]) -> None:
        self.select(frozenset((spot.entry, spot.piece) for spot in self.spots if spot.piece in names))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if carried(self.document, event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._target = self.turn_at(event.position().toPoint())
        self.update()
        if self._target is not None:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        names, turn = carried(self.document, event.mimeData()), self._target
        self._target = None
        self.update()
        if names and turn is not None:
            event.acceptProposedAction()
            self.add_arrivals(names, turn)

    # --- drawing -----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = tokens()
        painter.fillRect(event.rect(), color(colors.panel))
        self._paint_ground(painter)
        for spot in self.spots:
            if spot.rect.adjusted(-20, -20, 40, 40).intersects(event.rect()):
                self._paint_spot(painter, spot)
        left = max(0, -self.x())
        painter.fillRect(QRect(left, 0, scaled(NAME), scaled(HEAD)), color(colors.row))
        for side, top, height in self._rows:
            self._paint_side(painter, side, QRect(left, top, scaled(NAME), height))
        if self._at is not None:
            for n, (_, piece) in enumerate(sorted(self.selected)[:3]):
                found = self.faces.definition(piece)
                if found is not None:
                    picture = shared_counters().picture(
                        self.faces.printed(found), scaled(EDGE), self.devicePixelRatioF()
                    )
                    picture.draw(painter, QPointF(self._at) - QPointF(20 - 5 * n, 20 - 5 * n))
        painter.end()

    def _paint_ground(self, painter: QPainter) -> None:
        colors = tokens()
        painter.fillRect(QRect(0, 0, self.width(), scaled(HEAD)), color(colors.row))
        for n, (turn, title) in enumerate(self.turns()):
            x, width = self._columns[turn]
            if n % 2 == 0:
                painter.fillRect(QRect(x, scaled(HEAD), width, self.height()), color(colors.row))
            if turn == self._target:
                painter.fillRect(QRect(x, 0, width, self.height()), color(colors.selected))
            head = QRect(x + scaled(8), 0, width - scaled(14), scaled(HEAD))
            painter.setPen(color(colors.text))
            painter.setFont(ui_font(TextSize.BODY, QFont.Weight.DemiBold))
            painter.drawText(head, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, str(turn))
            font = ui_font(TextSize.SECOND)
            painter.setFont(font)
            painter.setPen(color(colors.second))
            room = head.width() - scaled(22)
            words = QFontMetrics(font).elidedText(short_title(title), Qt.TextElideMode.ElideRight, room)
            painter.drawText(head, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, words)

    def _paint_side(self, painter: QPainter, side: str, place: QRect) -> None:
        colors = tokens()
        definition = next((item for item in self.document.module.sides if item.id == side), None)
        form, title = (definition.strip, definition.title) if definition else ("plain", side)
        painter.fillRect(place, color(colors.panel))
        painter.fillRect(
            QRect(place.left(), place.top(), scaled(5), place.height()), color(colors.side(form)[0])
        )
        painter.setPen(color(colors.text))
        painter.setFont(ui_font(TextSize.BODY, QFont.Weight.DemiBold))
        words = place.adjusted(scaled(14), scaled(10), -scaled(6), 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap, title)
        painter.setPen(color(colors.line))
        painter.drawLine(0, place.top(), self.width(), place.top())

    def _paint_spot(self, painter: QPainter, spot: Spot) -> None:
        colors, entry = tokens(), self.entry(spot)
        piece = self.faces.definition(spot.piece)
        sign = _SIGNS.get(entry.action, "")
        if piece is not None:
            picture = shared_counters().picture(
                self.faces.printed(piece), spot.rect.width(), self.devicePixelRatioF()
            )
            painter.setOpacity(0.5 if entry.action == "withdraw" else 1.0)
            picture.draw(painter, QPointF(spot.rect.topLeft()))
            painter.setOpacity(1.0)
        else:
            painter.setPen(QPen(color(colors.strong_line), 1))
            painter.setBrush(color(colors.button))
            painter.drawRoundedRect(QRectF(spot.rect).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            painter.setPen(color(colors.text))
            painter.setFont(ui_font(TextSize.CARD, QFont.Weight.DemiBold))
            painter.drawText(
                spot.rect, Qt.AlignmentFlag.AlignCenter, str(entry.count) if entry.count else "!"
            )
        below = QRect(
            spot.rect.left() - scaled(5),
            spot.rect.bottom() + scaled(3),
            scaled(EDGE + GAP) + scaled(2),
            scaled(LINE),
        )
        font = ui_font(TextSize.NOTE)
        painter.setFont(font)
        words = ("◆ " if entry.when else "") + sign
        painter.setPen(color(colors.care if entry.when or entry.action == "withdraw" else colors.second))
        shown = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, below.width())
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, shown)
        if (spot.entry, spot.piece) in self.selected:
            painter.setPen(QPen(color(colors.accent), 2.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(spot.rect).adjusted(-3, -3, 3, 3), 6, 6)


def _same_entry(item: ScheduleEntry, wanted: ScheduleEntry, piece: str) -> bool:
    if item is wanted:
        return True
    rest = {"pieces": ()}
    return piece in item.pieces and item.model_copy(update=rest) == wanted.model_copy(update=rest)


def short_title(title: str) -> str:
    """A date short enough for a column: `Nov 41`."""
    words = title.split()
    if len(words) == 2 and words[1].isdigit() and len(words[1]) == 4:
        return f"{words[0][:3]} {words[1][2:]}"
    return title


class SchedulePage(QScrollArea):
    """The grid in a frame that scrolls."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = ScheduleGrid(document)
        self.setWidget(self.grid)
        self.setWidgetResizable(True)
        self.horizontalScrollBar().valueChanged.connect(lambda _at: self.grid.update())

    def show_turn(self, turn: int) -> None:
        """Brings a turn into sight."""
        x, width = self.grid._columns.get(turn, (0, 0))
        self.ensureVisible(x + width // 2, 0, self.viewport().width() // 2, 0)
