"""The schedule as a grid: a column for each turn, a row for each side, drawn counters that can be
dragged.

A drag within the grid moves counters to another turn; out of it they can be carried to the map or back to
the order of battle. Counters dropped from there arrive on the turn they are dropped on. By keys: arrows go
from cell to cell, Space takes up counters, arrows then move them, Escape lets go.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from app.editor.carrying import carried, carry
from app.editor.document import EditorDocument
from app.editor.schedule_acts import ScheduleActs
from app.editor.schedule_layout import EDGE, Key, ScheduleLayout, Spot, lay_out
from app.editor.schedule_paint import SIGNS, Shown, paint_schedule
from app.editor.summaries import place_words
from app.graphics.counter_cache import shared_counters
from app.graphics.counter_faces import FaceMaker
from app.theme.current import scaled, theme
from engine.definition.scenario import ScenarioDef, ScheduleEntry
from engine.editing import Touched
from engine.editing.csv_tables import entry_words

_DRAWN = {"schedule", "pieces", "turns", "sides", "nations", "formations", "types", "scenarios", "options"}
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip


class ScheduleGrid(QWidget):
    """The grid itself."""

    chosen = Signal(tuple)
    """Paths of the chosen entries."""
    edit_wanted = Signal(int)
    """The position of an entry to open."""
    new_wanted = Signal(object)
    """Values a new entry should begin with."""
    menu_wanted = Signal(QPoint)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.acts = ScheduleActs(self)
        self.scenario = ""
        """The scenario on show; empty shows the entries of all."""
        self.faces = FaceMaker(document.module, document.path)
        self.layout_ = ScheduleLayout()
        self.selected: frozenset[Key] = frozenset()
        self.cursor_cell: tuple[int, str] | None = None
        self.flags: dict[Key, str] = {}
        self._press: QPoint | None = None
        self._at: QPoint | None = None
        self._target: int | None = None
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Reinforcement schedule")
        document.changed.connect(self._follow)
        document.checked.connect(self._flag)
        theme().changed.connect(self.arrange)
        self._flag()
        self.arrange()

    def _follow(self, touched: Touched) -> None:
        if touched.parts & _DRAWN:
            if "schedule" in touched.parts:
                self.selected = frozenset()
            self.arrange()

    def _flag(self) -> None:
        """Marks what the checks found in the schedule."""
        flags: dict[Key, str] = {}
        for finding in self.document.check.findings:
            path = finding.path
            if path[:1] != ("schedule",) or len(path) < 2 or not isinstance(path[1], int):
                continue
            entry = self._entry_at(path[1])
            at = path[3] if path[2:3] == ("pieces",) and len(path) > 3 else None
            known = entry is not None and isinstance(at, int) and at < len(entry.pieces)
            piece = entry.pieces[at] if entry is not None and isinstance(at, int) and known else ""
            flags.setdefault((path[1], piece), finding.issue.severity)
        self.flags = flags
        self.update()

    def _entry_at(self, n: int) -> ScheduleEntry | None:
        schedule = self.document.module.schedule
        return schedule[n] if 0 <= n < len(schedule) else None

    # --- where things lie ------------------------------------------------------------------------

    @property
    def spots(self) -> tuple[Spot, ...]:
        """All counters in the grid."""
        return self.layout_.spots

    def scenario_shown(self) -> ScenarioDef | None:
        """The scenario on show, if it is still there."""
        return next((one for one in self.document.module.scenarios if one.id == self.scenario), None)

    def show_scenario(self, scenario: str) -> None:
        """Shows the schedule of a scenario; empty shows all."""
        if scenario != self.scenario:
            self.scenario = scenario
            self.arrange()

    def arrange(self) -> None:
        """Finds the place of every counter anew."""
        module = self.document.module
        self.faces = FaceMaker(module, self.document.path)
        self.layout_ = lay_out(module, self.scenario_shown())
        if self.cursor_cell is not None and self.layout_.cell(*self.cursor_cell).isEmpty():
            self.cursor_cell = None
        size = self.layout_.size
        self.setMinimumSize(size)
        self.resize(max(size.width(), self.width()), max(size.height(), self.height()))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def spot_of(self, piece: str) -> Spot | None:
        """Where a counter lies in the grid."""
        return next((spot for spot in self.spots if spot.piece == piece), None)

    def column_middle(self, turn: int, side: str) -> QPoint:
        """The middle of a cell."""
        return self.layout_.cell(turn, side).center()

    def entry(self, spot: Spot) -> ScheduleEntry:
        """The entry a counter in the grid belongs to."""
        return self.document.module.schedule[spot.entry]

    def words(self, spot: Spot) -> str:
        """What the pointer is told about a counter."""
        entry, module = self.entry(spot), self.document.module
        piece = self.faces.definition(spot.piece)
        options = {option.id: option.title for option in module.options}
        titles = {scenario.id: scenario.title for scenario in module.scenarios}
        lines = [piece.name if piece else entry_words(entry)]
        lines.append(
            f"{SIGNS.get(entry.action, 'arrives')}, turn {entry.turn} {module.turn_title(entry.turn)}"
        )
        where = place_words(entry, module)
        lines += [where] if where else []
        lost = entry.lost.get(spot.piece, 0)
        lines += [f"without {lost} of its steps"] if lost else []
        lines += [f"only if {options.get(test.option, test.option)} is {test.value}" for test in entry.when]
        lines += (
            ["only in " + ", ".join(titles.get(n, n) for n in entry.scenarios)] if entry.scenarios else []
        )
        lines += [entry.note] if entry.note else []
        lines += [
            f.issue.message for f in self.document.check.findings if f.path[:2] == ("schedule", spot.entry)
        ]
        return "\n".join(lines)

    # --- choosing ------------------------------------------------------------------------------------

    def select(self, keys: frozenset[Key]) -> None:
        """Chooses counters."""
        self.selected = keys
        self.update()
        entries = tuple(dict.fromkeys(entry for entry, _ in sorted(keys)))
        self.chosen.emit(tuple(("schedule", entry) for entry in entries))

    def choose_pieces(self, names: frozenset[str]) -> None:
        """Chooses counters by their ids."""
        self.select(frozenset(spot.key for spot in self.spots if spot.piece in names))

    def chosen_pieces(self) -> tuple[str, ...]:
        """Ids of the chosen counters."""
        return tuple(piece for _, piece in sorted(self.selected) if piece)

    # --- mouse ---------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        spot = self.layout_.spot_at(point)
        turn, side = self.layout_.turn_at(point.x()), self.layout_.side_at(point.y())
        if turn is not None and side:
            self.cursor_cell = (turn, side)
        many = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if spot is None:
            self.select(frozenset())
        elif event.modifiers() & many:
            self.select(self.selected ^ {spot.key})
        elif spot.key not in self.selected:
            self.select(frozenset((spot.key,)))
        if event.button() is Qt.MouseButton.LeftButton and spot is not None:
            self._press = point

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        spot = self.layout_.spot_at(point)
        self._press = None
        if spot is not None:
            self.edit_wanted.emit(spot.entry)
        elif self.cursor_cell is not None:
            self.new_wanted.emit({"turn": self.cursor_cell[0], "side": self.cursor_cell[1]})

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._press is None:
            spot = self.layout_.spot_at(point)
            is_hand = spot is not None and bool(spot.piece)
            self.setCursor(Qt.CursorShape.OpenHandCursor if is_hand else Qt.CursorShape.ArrowCursor)
            QToolTip.showText(event.globalPosition().toPoint(), self.words(spot) if spot else "", self)
        elif not self.visibleRegion().boundingRect().adjusted(-4, -4, 4, 4).contains(point):
            self._carry_away()
        elif (point - self._press).manhattanLength() > 6:
            self._at, self._target = point, self.layout_.turn_at(point.x())
            self.update()

    def _carry_away(self) -> None:
        """The drag has left the grid: it goes on as one of the whole window."""
        self._let_go()
        names = self.chosen_pieces()
        known = [self.faces.definition(name) for name in names]
        if names:
            carry(self, self.document, names, [self.faces.printed(p) for p in known if p is not None])

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        target, was_drag = self._target, self._at is not None
        self._let_go()
        if was_drag and target is not None:
            self.acts.move_selected(target)

    def _let_go(self) -> None:
        self._press = self._at = self._target = None
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())

    # --- keys ----------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.acts.remove_selected()
        elif key == Qt.Key.Key_Escape:
            self._let_go()
            self.select(frozenset())
        elif key in _ARROWS:
            self._arrow(*_ARROWS[key])
        elif key == Qt.Key.Key_Space:
            self._take_up()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.selected:
            self.edit_wanted.emit(min(entry for entry, _ in self.selected))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Insert):
            turn, side = self._cell()
            self.new_wanted.emit({"turn": turn, "side": side})
        else:
            super().keyPressEvent(event)

    def _cell(self) -> tuple[int, str]:
        if self.cursor_cell is None:
            self.cursor_cell = (self.layout_.turns[0][0], self.layout_.rows[0][0])
        return self.cursor_cell

    def _arrow(self, across: int, down: int) -> None:
        if self.selected and across:
            self.acts.step(across)
            return
        turn, side = self._cell()
        turns = [number for number, _ in self.layout_.turns]
        sides = [name for name, _, _ in self.layout_.rows]
        column = min(len(turns) - 1, max(0, turns.index(turn) + across))
        row = min(len(sides) - 1, max(0, sides.index(side) + down))
        self.cursor_cell = (turns[column], sides[row])
        self.update()

    def _take_up(self) -> None:
        """Takes up one counter of the cell, the next one each time, then all, then none."""
        turn, side = self._cell()
        cell = self.layout_.cell(turn, side)
        keys = [spot.key for spot in self.spots if cell.contains(spot.rect.center())]
        if not keys:
            return
        if self.selected == frozenset(keys):
            self.select(frozenset())
        elif len(self.selected) == 1 and (now := next(iter(self.selected))) in keys:
            at = keys.index(now) + 1
            self.select(frozenset((keys[at],)) if at < len(keys) else frozenset(keys))
        else:
            self.select(frozenset((keys[0],)))

    # --- drops ---------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if carried(self.document, event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._target = self.layout_.turn_at(event.position().toPoint().x())
        self.update()
        if self._target is not None:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._target = None
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        names, turn = carried(self.document, event.mimeData()), self._target
        self._target = None
        self.update()
        if not names or turn is None:
            return
        event.acceptProposedAction()
        if event.source() is self:
            self.acts.move_selected(turn)
        else:
            self.acts.add_arrivals(names, turn)

    # --- drawing -----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        shown = Shown(
            module=self.document.module, faces=self.faces, selected=self.selected, flags=self.flags,
            target=self._target, cursor=self.cursor_cell if self.hasFocus() else None,
            left=max(0, -self.x()), ratio=self.devicePixelRatioF(),
        )  # fmt: skip
        paint_schedule(painter, event.rect(), self.layout_, shown)
        if self._at is not None:
            for n, (_, piece) in enumerate(sorted(self.selected)[:3]):
                found = self.faces.definition(piece)
                if found is not None:
                    face, ratio = self.faces.printed(found), self.devicePixelRatioF()
                    place = QPointF(self._at) - QPointF(20 - 5 * n, 20 - 5 * n)
                    shared_counters().picture(face, scaled(EDGE), ratio).draw(painter, place)
        painter.end()
