"""Reinforcements: what arrives, returns or withdraws in which turn, for both sides; due entries marked."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QTreeWidget, QTreeWidgetItem, QVBoxLayout

from app.graphics.painters.face import CounterFace
from app.player.desk import Desk
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.player.turn_words import turn_date
from app.theme.current import scaled
from app.widgets.rows import ROW_ROLE, Row, RowDelegate
from engine.view.projection import ScheduleView

ENTRY = int(Qt.ItemDataRole.UserRole) + 1
_MARKS = {"done": "done", "due": "now", "later": "ahead"}


class SchedulePanel(Panel):
    """The schedule by turn; past turns can be hidden."""

    title = "Reinforcements"
    name = "schedule"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.past = QPushButton("past turns")
        self.past.setProperty("kind", "chip")
        self.past.setCheckable(True)
        self.past.toggled.connect(self._refill)
        self.side_buttons: dict[str, QPushButton] = {}
        row = QHBoxLayout()
        row.setContentsMargins(scaled(10), scaled(8), scaled(10), scaled(6))
        row.setSpacing(scaled(6))
        for side in desk.session.module.sides:
            button = QPushButton(side.short or side.title)
            button.setProperty("kind", "chip")
            button.setCheckable(True)
            button.setChecked(True)
            button.toggled.connect(self._refill)
            self.side_buttons[side.id] = button
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.past)
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(scaled(14))
        self.tree.setItemDelegate(RowDelegate(parent=self.tree))
        self.tree.setAccessibleName(self.title)
        self.tree.setMinimumHeight(scaled(LEAST_HEIGHT))
        self.tree.itemClicked.connect(self._choose)
        self.tree.itemActivated.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.tree, 1)

    def key(self) -> object:
        view = self.session.projection
        return (view.turn, view.schedule)

    def _refill(self) -> None:
        self._shown_key = None
        self.refresh()

    def fill(self) -> None:
        view = self.session.projection
        self.tree.clear()
        wanted = [entry for entry in view.schedule if self._is_wanted(entry, view.turn)]
        for turn in dict.fromkeys(entry.turn for entry in wanted):
            head = QTreeWidgetItem([f"Turn {turn}"])
            title = turn_date(self.session.module, turn)
            now = "now" if turn == view.turn else ""
            head.setData(0, ROW_ROLE, Row(title=f"Turn {turn}", right=now or title, is_head=True))
            self.tree.addTopLevelItem(head)
            for entry in wanted:
                if entry.turn == turn:
                    head.addChild(self._item(entry))
            head.setExpanded(turn <= view.turn + 2)
        self._scroll_to_now(view.turn)

    def _is_wanted(self, entry: ScheduleView, turn: int) -> bool:
        button = self.side_buttons.get(entry.side)
        is_open = entry.turn >= turn or entry.status == "due"
        return (button is None or button.isChecked()) and (self.past.isChecked() or is_open)

    def _item(self, entry: ScheduleView) -> QTreeWidgetItem:
        item = QTreeWidgetItem([entry.text])
        face = next((f for p in entry.pieces if (f := self._face(p)) is not None), None)
        becomes = next((f for p in entry.into if (f := self._face(p)) is not None), None)
        side = next((s.short for s in self.session.module.sides if s.id == entry.side), entry.side)
        row = Row(
            title=names_first(entry.text),
            face=face,
            becomes=becomes,
            mark=_MARKS.get(entry.status, ""),
            right=side,
            rule=entry.rule,
            is_muted=entry.status == "done",
        )
        item.setData(0, ROW_ROLE, row)
        item.setData(0, ENTRY, (*entry.pieces, *entry.into))
        item.setToolTip(0, f"{entry.action}: {entry.text}")
        words = f"{side}, {entry.action}: {entry.text}, {entry.status}"
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, words)
        return item

    def _face(self, piece: str) -> CounterFace | None:
        face = self.desk.face_of(piece)
        if face is not None:
            return face
        definition = self.desk.faces.definition(piece)
        return self.desk.faces.printed(definition) if definition else None

    def _scroll_to_now(self, turn: int) -> None:
        for index in range(self.tree.topLevelItemCount()):
            item = self.tree.topLevelItem(index)
            if item is not None and item.text(0) == f"Turn {turn}":
                self.tree.scrollToItem(item, QTreeWidget.ScrollHint.PositionAtTop)

    def show_turn(self, turn: int) -> None:
        """Brings a turn into view."""
        if turn < self.session.projection.turn and not self.past.isChecked():
            self.past.setChecked(True)
        for index in range(self.tree.topLevelItemCount()):
            item = self.tree.topLevelItem(index)
            if item is not None and item.text(0) == f"Turn {turn}":
                item.setExpanded(True)
                self.tree.setCurrentItem(item)
                self.tree.scrollToItem(item, QTreeWidget.ScrollHint.PositionAtTop)

    def _choose(self, item: QTreeWidgetItem) -> None:
        pieces = item.data(0, ENTRY) or ()
        views = [self.session.projection.pieces.get(piece) for piece in pieces]
        places = [view.at for view in views if view is not None and view.at is not None]
        if places:
            self.desk.show(*places)
            here = tuple(v.id for v in views if v is not None and v.at == places[0])
            self.desk.select(places[0], here)


def names_first(text: str) -> str:
    """Who before what, since long lines are cut: `Arrive at X: A, B.` becomes `A, B: arrive at X`."""
    what, colon, who = text.partition(": ")
    return f"{who.rstrip('.')}: {what[:1].lower()}{what[1:]}" if colon and who else text
