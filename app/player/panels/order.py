"""Order of battle: side, formation, unit, with place, steps and state; filter, totals, click, drag."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from app.player.desk import Desk
from app.player.drag import start_drag
from app.player.figures import counted
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.rows import ROW_ROLE, Row, RowDelegate
from app.widgets.search_box import SearchBox
from engine.ids import PieceId
from engine.view.projection import PieceView

PIECE = int(Qt.ItemDataRole.UserRole) + 1
LOOSE = ""


class DraggableTree(QTreeWidget):
    """A tree from which pieces can be dragged."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.setDragEnabled(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def chosen_pieces(self) -> tuple[PieceId, ...]:
        """The pieces of the selected rows."""
        found = (item.data(0, PIECE) for item in self.selectedItems())
        return tuple(piece for piece in found if isinstance(piece, str) and piece)

    def startDrag(self, actions: Qt.DropAction) -> None:
        pieces = self.chosen_pieces()
        if pieces:
            start_drag(self, self._desk, pieces)


class OrderPanel(Panel):
    """All pieces of the game by side and formation."""

    title = "Order of battle"
    name = "order"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.filter = SearchBox("Filter: unit, place, state…")
        self.filter.textChanged.connect(self._apply_filter)
        self.unmoved = QPushButton("not moved")
        self.unmoved.setProperty("kind", "chip")
        self.unmoved.setCheckable(True)
        self.unmoved.toggled.connect(self._apply_filter)
        self.count = label("", "second")
        self.tree = DraggableTree(desk)
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(scaled(16))
        self.tree.setItemDelegate(RowDelegate(parent=self.tree))
        self.tree.setAccessibleName(self.title)
        self.tree.setMinimumHeight(scaled(LEAST_HEIGHT))
        self.tree.setUniformRowHeights(True)
        self.tree.itemClicked.connect(self._choose)
        self.tree.itemActivated.connect(self._choose)
        self.totals = label("", "second")
        self._lay_out()
        self._items: dict[PieceId, QTreeWidgetItem] = {}
        self._groups: dict[tuple[str, str], QTreeWidgetItem] = {}
        self._shape: object = None
        desk.selection.changed.connect(self._follow_selection)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(scaled(10), scaled(8), scaled(12), scaled(6))
        row.setSpacing(scaled(8))
        row.addWidget(self.filter, 1)
        row.addWidget(self.unmoved)
        row.addWidget(self.count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.tree, 1)
        self.totals.setContentsMargins(scaled(12), scaled(4), scaled(12), scaled(5))
        column.addWidget(self.totals)

    def key(self) -> object:
        return self.session.projection.pieces

    def refresh(self) -> None:
        """The mapping of pieces is new at each position; most of the rows are not."""
        self._is_stale = True
        if self.isVisible():
            self._fill(None)

    # --- filling -----------------------------------------------------------------------------------

    def fill(self) -> None:
        shown = [view for view in self.session.projection.pieces.values() if self._belongs(view)]
        shape = tuple((view.id, view.side, view.formation) for view in shown)
        if shape != self._shape:
            self._build(shown)
            self._shape = shape
        for view in shown:
            self._update(view)
        self._update_groups()
        self._apply_filter()

    def show_side(self, side: str) -> None:
        """Scrolls to a side's units, unless something is selected in the list."""
        head = self._groups.get((side, "/"))
        if head is not None and not self.tree.selectedItems():
            self.tree.scrollToItem(head, QTreeWidget.ScrollHint.PositionAtTop)

    def _belongs(self, view: PieceView) -> bool:
        return bool(view.side) and (view.at is not None or bool(view.definition))

    def _build(self, views: Iterable[PieceView]) -> None:
        self.tree.clear()
        self._items.clear()
        self._groups.clear()
        for side in self.session.module.sides:
            top = QTreeWidgetItem([side.title])
            self.tree.addTopLevelItem(top)
            self._groups[side.id, "/"] = top
            top.setExpanded(True)
        for view in views:
            parent = self._group(view)
            item = QTreeWidgetItem([view.name])
            item.setData(0, PIECE, view.id)
            parent.addChild(item)
            self._items[view.id] = item

    def _group(self, view: PieceView) -> QTreeWidgetItem:
        side = self._groups.get((view.side, "/"))
        if side is None:
            side = self._groups[view.side, "/"] = QTreeWidgetItem([view.side])
            self.tree.addTopLevelItem(side)
        key = (view.side, view.formation or LOOSE)
        if key not in self._groups:
            group = QTreeWidgetItem([self._formation_title(view)])
            side.addChild(group)
            group.setExpanded(True)
            self._groups[key] = group
        return self._groups[key]

    def _formation_title(self, view: PieceView) -> str:
        return self.desk.formation_title(view) or "Independent"

    def _update(self, view: PieceView) -> None:
        item = self._items[view.id]
        where = view.at or "out"
        row = Row(
            title=view.name,
            face=self.desk.face(view),
            figures=view.figures,
            right="moved" if view.moved else "out of supply" if view.supply == "out" else self._place(view),
            right_tone="good" if view.moved else "bad" if view.supply == "out" else "",
            dots=(view.steps, view.max_steps) if view.max_steps > 1 and view.at else (0, 0),
            is_muted=view.at is None,
        )
        if item.data(0, ROW_ROLE) == row:
            return
        item.setData(0, ROW_ROLE, row)
        state = ", ".join(word for word in ("moved" if view.moved else "", *view.markers) if word)
        words = f"{view.name}, {view.figures}, at {where}, {view.steps} of {view.max_steps} steps"
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{words}, {state}" if state else words)
        item.setToolTip(0, view.note)

    def _place(self, view: PieceView) -> str:
        if view.at is None:
            return "out"
        if view.at in self.session.rules.board.index:
            return view.at
        box = next((found for found in self.session.module.boxes if found.id == view.at), None)
        if box is None or not box.short:
            return self.session.place_title(view.at)
        return f"turn {box.short}" if box.role == "turn" and box.short.isdigit() else box.short

    def _update_groups(self) -> None:
        pieces = self.session.projection.pieces
        for (side, _), item in self._groups.items():
            members = [pieces[name] for name in self._names_below(item)]
            living = [view for view in members if self.desk.is_in_play(view)]
            steps = sum(view.steps for view in living)
            total = f"{counted(len(living), 'unit')} · {counted(steps, 'step')}"
            swatch = self.desk.formation_color(item.text(0))
            row = Row(title=item.text(0), right=total, swatch=swatch, is_head=True)
            item.setData(0, ROW_ROLE, row)
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{item.text(0)}, {total}, {side}")

    def _names_below(self, item: QTreeWidgetItem) -> list[PieceId]:
        found: list[PieceId] = []
        children = [child for index in range(item.childCount()) if (child := item.child(index)) is not None]
        for child in children:
            piece = child.data(0, PIECE)
            found.extend([piece] if piece else self._names_below(child))
        return found

    # --- filter ------------------------------------------------------------------------------------

    def _apply_filter(self) -> None:
        words = self.filter.text().lower().split()
        only_unmoved = self.unmoved.isChecked()
        mine = self.session.acting
        pieces = self.session.projection.pieces
        found = 0
        for name, item in self._items.items():
            view = pieces.get(name)
            matches = view is not None and all(word in self._text(view) for word in words)
            if matches and only_unmoved and view is not None:
                matches = view.side == mine and view.at is not None and not view.moved
            item.setHidden(not matches)
            found += matches
        for item in self._groups.values():
            item.setHidden(all(self._items[name].isHidden() for name in self._names_below(item)))
        is_filtered = bool(words) or only_unmoved
        self.count.setText(str(found) if is_filtered else "")
        self._show_totals()

    def _text(self, view: PieceView) -> str:
        formation = self.desk.formation_title(view)
        place = self.session.place_title(view.at)
        states = (
            "moved" if view.moved else "",
            "out of supply" if view.supply == "out" else "",
            *view.markers,
        )
        return " ".join((view.name, formation, place, view.type, view.figures, *states)).lower()

    def _show_totals(self) -> None:
        parts = []
        for side in self.session.module.sides:
            units, steps = self.desk.left(side.id)
            parts.append(f"{side.short or side.title} {counted(units, 'unit')}, {counted(steps, 'step')}")
        self.totals.setText(" · ".join(parts))

    # --- choosing ------------------------------------------------------------------------------------

    def _choose(self, item: QTreeWidgetItem) -> None:
        pieces = self.tree.chosen_pieces() or ((item.data(0, PIECE),) if item.data(0, PIECE) else ())
        views = [self.session.projection.pieces[piece] for piece in pieces]
        place = next((view.at for view in views if view.at is not None), None)
        if place is None:
            return
        self.desk.show(place)
        self.desk.select(place, tuple(view.id for view in views if view.at == place))

    def _follow_selection(self) -> None:
        wanted = set(self.desk.selection.pieces)
        if not self.isVisible() or wanted == set(self.tree.chosen_pieces()):
            return
        self.tree.blockSignals(True)
        self.tree.clearSelection()
        for name in wanted & self._items.keys():
            self._items[name].setSelected(True)
        first = next((self._items[name] for name in self.desk.selection.pieces if name in self._items), None)
        if first is not None and not first.isHidden():
            self.tree.scrollToItem(first)
        self.tree.blockSignals(False)

    def row_center(self, piece: PieceId) -> QPoint:
        """Where a piece's row is in the tree's viewport, for tests and drags."""
        self.tree.scrollToItem(self._items[piece])
        return self.tree.visualItemRect(self._items[piece]).center()
