"""Stack inspector: every unit of the selected place; tick several, change the order, see what is left."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
)

from app.player.desk import Desk
from app.player.drag import start_drag
from app.player.figures import counted, strength
from app.player.offers import assemble
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.theme.current import scaled
from app.widgets.labels import ElidedLabel, label
from app.widgets.rows import LARGE_COUNTER, ROW_ROLE, Row, RowDelegate
from engine.ids import PieceId
from engine.play.action import AnyKind, Shape
from engine.view.projection import PieceView

PIECE = int(Qt.ItemDataRole.UserRole) + 1
RESTACK = "restack"


class StackList(QListWidget):
    """Pieces with tick boxes; rows can be dragged among each other, or out onto the board."""

    reordered = Signal(list)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.setItemDelegate(RowDelegate(LARGE_COUNTER, self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.model().rowsMoved.connect(self._tell_order)

    def order(self) -> list[PieceId]:
        """Pieces from top to bottom as listed."""
        return [self.item(row).data(PIECE) for row in range(self.count())]

    def startDrag(self, actions: Qt.DropAction) -> None:
        pieces = tuple(item.data(PIECE) for item in self.selectedItems())
        if pieces:
            start_drag(self, self._desk, pieces)

    def move_row(self, row: int, by: int) -> None:
        """Moves a row up or down."""
        to = row + by
        if 0 <= to < self.count():
            order = self.order()
            order.insert(to, order.pop(row))
            self.reordered.emit(order)

    def _tell_order(self, *_: QModelIndex) -> None:
        self.reordered.emit(self.order())


class StackPanel(Panel):
    """The pieces of the selected place from the top down."""

    title = "Stack inspector"
    name = "stack"
    note_changed = Signal(str)
    kind_wanted = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.list = StackList(desk)
        self.list.setAccessibleName(self.title)
        self.list.setMinimumHeight(scaled(LEAST_HEIGHT))
        self.list.itemChanged.connect(self._tick)
        self.list.itemDoubleClicked.connect(self._only)
        self.list.reordered.connect(self._reorder)
        self.empty = label("Select a stack on the map to see its units.", "second", wraps=True)
        self.empty.setContentsMargins(scaled(12), scaled(10), scaled(12), scaled(10))
        self.all_button = self._button("All", lambda: self._pick_all(all_of_them=True))
        self.none_button = self._button("None", lambda: self._pick_all(all_of_them=False))
        self.up_button = self._button("Up", lambda: self._shift(-1))
        self.down_button = self._button("Down", lambda: self._shift(1))
        self.sums = ElidedLabel("", "second")
        self._lay_out()
        desk.selection.changed.connect(self.refresh)

    def _button(self, text: str, act: object) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("kind", "chip")
        button.clicked.connect(act)
        return button

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(scaled(10), scaled(4), scaled(12), scaled(5))
        row.setSpacing(scaled(6))
        row.addWidget(self.sums, 1)
        for button in (self.all_button, self.none_button, self.up_button, self.down_button):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        column.addLayout(row)

    def key(self) -> object:
        place = self.desk.selection.place
        stack = self.session.projection.stacks.get(place) if place else None
        pieces = self.session.projection.pieces
        views = tuple(pieces[name] for name in stack.pieces if name in pieces) if stack else ()
        return (place, stack, views, [self._way(view) for view in views], self.desk.selection.pieces)

    # --- filling ------------------------------------------------------------------------------------

    def shown_order(self) -> tuple[PieceId, ...]:
        """Pieces of the selected place from the top down, in the order the person gave them."""
        return self.desk.top_down(self.desk.selection.place)

    def fill(self) -> None:
        pieces = self.session.projection.pieces
        views = [pieces[name] for name in self.shown_order() if name in pieces]
        picked = set(self.desk.selection.pieces)
        row = self.list.currentRow()
        self.list.blockSignals(True)
        self.list.clear()
        for view in views:
            self.list.addItem(self._item(view, is_picked=view.id in picked))
        self.list.setCurrentRow(row)
        self.list.blockSignals(False)
        self.empty.setVisible(not views)
        self.list.setVisible(bool(views))
        for button in (self.all_button, self.none_button, self.up_button, self.down_button):
            button.setVisible(len(views) > 1)
        self._sum_up([view for view in views if view.id in picked] or views)
        self.note_changed.emit(self.note)

    @property
    def note(self) -> str:
        """Place and count for the dock's bar."""
        place = self.desk.selection.place
        if place is None:
            return ""
        stack = self.session.projection.stacks.get(place)
        title = self.session.place_title(place)
        if stack is None:
            return title
        if stack.limit:
            return f"{title} · {stack.load} of {stack.limit}"
        return f"{title} · {counted(len(stack.pieces), 'piece')}"

    def _item(self, view: PieceView, *, is_picked: bool) -> QListWidgetItem:
        item = QListWidgetItem(view.name)
        item.setData(PIECE, view.id)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsDragEnabled)
        item.setCheckState(Qt.CheckState.Checked if is_picked else Qt.CheckState.Unchecked)
        row = Row(
            title=view.name,
            second=self._second(view),
            face=self.desk.face(view),
            right=self._movement(view),
            right_tone="accent",
            below_right=self._way(view),
        )
        item.setData(ROW_ROLE, row)
        words = f"{row.title}, {row.second}, {row.right}, {row.below_right}"
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        item.setToolTip(view.note)
        return item

    def _second(self, view: PieceView) -> str:
        formation = self.desk.formation_short(view)
        steps = f"{view.steps} of {view.max_steps} steps" if view.max_steps > 1 else "1 step"
        supply = {"in": "in supply", "out": "out of supply"}.get(view.supply, "")
        count = f"×{view.count}" if view.count > 1 else ""
        return " · ".join(word for word in (formation, steps if view.values else "", count, supply) if word)

    def _movement(self, view: PieceView) -> str:
        """What it may still spend; nothing once it has moved or where it may not move."""
        movement = view.values.get("movement")
        if movement is None or view.moved or self._may_move(view) is False:
            return ""
        return f"{strength(movement)} MP"

    def _way(self, view: PieceView) -> str:
        """One word on its move: over, before it, or not made."""
        if "movement" not in view.values:
            return ""
        return "moved" if view.moved else "may move" if self._may_move(view) else "not moved"

    def _may_move(self, view: PieceView) -> bool | None:
        """Whether it may move now; None where its side decides about no movement."""
        decision, side = self.session.decision, self.session.acting
        movers = [kind for kind in decision.ask.kinds if kind.shape is Shape.MOVE] if decision else []
        if not movers or view.side != side:
            return None
        state = self.session.state
        return any(kind.why_not(state, side, view.id) is None for kind in movers)

    def _sum_up(self, views: list[PieceView]) -> None:
        parts = []
        for value in ("attack", "defense", "combat"):
            known = [view.values[value] for view in views if value in view.values]
            if known:
                parts.append(f"{value} {strength(sum(known))}")
        self.sums.set_full_text(" · ".join(parts))

    # --- choosing -------------------------------------------------------------------------------------

    def _tick(self, item: QListWidgetItem) -> None:
        picked = tuple(
            self.list.item(row).data(PIECE)
            for row in range(self.list.count())
            if self.list.item(row).checkState() is Qt.CheckState.Checked
        )
        place = self.desk.selection.place
        if place is not None:
            self.desk.pick(place, picked)

    def _only(self, item: QListWidgetItem) -> None:
        place = self.desk.selection.place
        if place is not None:
            self.desk.select(place, (item.data(PIECE),))

    def _pick_all(self, *, all_of_them: bool) -> None:
        place = self.desk.selection.place
        if place is not None:
            self.desk.pick(place, self.shown_order() if all_of_them else ())

    # --- order ------------------------------------------------------------------------------------------

    def _shift(self, by: int) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self.list.move_row(row, by)
            self.list.setCurrentRow(max(0, min(row + by, self.list.count() - 1)))

    def _reorder(self, order: list[PieceId]) -> None:
        """Where the game lets players order their stacks it is an action; else only the view changes."""
        place = self.desk.selection.place
        if place is None:
            return
        kind = self._restacking()
        if kind is not None:
            action = assemble(kind, at=place, pieces=tuple(reversed(order)))
            if action is not None:
                self.desk.do(action)
                return
        self.desk.set_order(place, tuple(order))
        self._shown_key = None
        self.refresh()

    def _restacking(self) -> AnyKind | None:
        decision = self.session.decision
        return decision.kind(RESTACK) if decision else None
