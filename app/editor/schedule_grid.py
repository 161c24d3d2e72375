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
from app.editor.schedule_keys import ScheduleKeys
from app.editor.schedule_layout import EDGE, Key, ScheduleLayout, Spot, first_cell, lay_out
from app.editor.schedule_paint import Shown, paint_schedule
from app.editor.schedule_words import flags_of, words_of
from app.editor.shared_faces import faces_of
from app.graphics.counter_cache import shared_counters
from app.graphics.counter_faces import FaceMaker
from app.theme.current import scaled, theme
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef, ScheduleEntry
from engine.editing import Touched

_DRAWN = {"schedule", "pieces", "turns", "sides", "nations", "formations", "types", "scenarios", "options"}


class ScheduleGrid(QWidget):
    """The grid itself."""

    chosen = Signal(tuple)
    """Paths of the chosen entries."""
    edit_wanted = Signal(int)
    """The position of an entry to open."""
    new_wanted = Signal(object)
    """Values a new entry should begin with."""
    menu_wanted = Signal(QPoint)
    rearranged = Signal()
    """It has another size."""
    cursor_moved = Signal(int)
    """The turn of the cell that the keys have gone to."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.acts = ScheduleActs(self)
        self.keys = ScheduleKeys(self)
        self.scenario = ""
        """The scenario on show; empty shows the entries of all."""
        self.faces: FaceMaker = faces_of(document)
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
        if not touched.parts & _DRAWN:
            return
        if "schedule" in touched.parts:
            self.selected = frozenset()
        laid = _laid_by(self.document.module, self.scenario_shown())
        if all(a is b or a == b for a, b in zip(laid, self._laid, strict=True)):
            self.faces = faces_of(self.document)
            self.update()
        else:
            self.arrange()

    def _flag(self) -> None:
        """Marks what the checks found in the schedule."""
        flags = flags_of(self.document.module, self.document.check.findings)
        if flags != self.flags:
            self.flags = flags
            self.update()

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
        self.faces = faces_of(self.document)
        self._laid = _laid_by(module, self.scenario_shown())
        self.layout_ = lay_out(module, self.scenario_shown())
        if self.cursor_cell is not None and self.layout_.cell(*self.cursor_cell).isEmpty():
            self.cursor_cell = None
        size = self.layout_.size
        is_other = size != self.minimumSize()
        self.setMinimumSize(size)
        self.resize(max(size.width(), self.width()), max(size.height(), self.height()))
        self.updateGeometry()
        self.update()
        if is_other:
            self.rearranged.emit()

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def spot_of(self, piece: str) -> Spot | None:
        """Where a counter lies in the grid."""
        return next((spot for spot in self.spots if piece in (spot.piece, spot.into)), None)

    def start_cell(self, side: str = "") -> tuple[int, str]:
        """Turn and side of a new entry: of what is chosen, else under the cursor, else the first turn of the
        scenario on show that the side plays.
        """
        cell = self.cursor_cell
        if self.selected:
            entry = self.document.module.schedule[min(self.selected)[0]]
            cell = (entry.turn, entry.side)
        if cell is not None and side in ("", cell[1]):
            return cell
        return first_cell(self.document.module, self.scenario_shown(), side)

    def column_middle(self, turn: int, side: str) -> QPoint:
        """The middle of a cell."""
        return self.layout_.cell(turn, side).center()

    def entry(self, spot: Spot) -> ScheduleEntry:
        """The entry a counter in the grid belongs to."""
        return self.document.module.schedule[spot.entry]

    def words(self, spot: Spot) -> str:
        """What the pointer is told about a counter."""
        return words_of(self.document, self.faces, spot)

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
        if not self.keys.press(Qt.Key(event.key())):
            super().keyPressEvent(event)

    def let_go(self) -> None:
        """Ends a drag and the choice."""
        self._let_go()
        self.select(frozenset())

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


def _laid_by(module: ModuleDef, scenario: ScenarioDef | None) -> tuple[object, ...]:
    """All that the places of counters in the grid rest on."""
    own = (scenario.id, scenario.first_turn, scenario.versions, scenario.options) if scenario else None
    return module.schedule, module.turns, module.sides, own
