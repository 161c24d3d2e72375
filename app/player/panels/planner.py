"""Supply and transport: stores, who draws from where, what it costs before it is paid, what is hauled.

The panel shows the stores of the viewer's side with the units that would go without; a running supply or
haul tool is laid open here, with the group proposed by the rules and free to change. Costs are found by
trying the action on the immutable position, so they are the rules' own.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.player.desk import Desk
from app.player.figures import counted
from app.player.offers import Offers
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.player.tools.base import Tool
from app.player.tools.haul import HaulTool
from app.player.tools.supply import SupplyTool
from app.theme.current import scaled
from app.widgets.choices import Stepper
from app.widgets.counter_view import CounterStrip, ShownCounter
from app.widgets.labels import label
from app.widgets.rows import ROW_ROLE, Row, RowDelegate
from engine.ids import PieceId, PlaceId
from engine.play.action import Action, Shape
from engine.view.advice import Suggestion

PLACE = int(Qt.ItemDataRole.UserRole) + 1
STORE = "supply"
"""Type of the pieces that stand for stores, in all games."""
TRANSPORT = frozenset({Shape.SUPPLY, Shape.CARRY})


class PlannerPanel(Panel):
    """Stores, groups, hauls, and who is left out."""

    title = "Supply and transport"
    name = "planner"
    tab = "Supply"
    toggled = Signal(str)
    count_changed = Signal(int)
    confirmed = Signal()
    all_wanted = Signal(tuple)
    suggestion_chosen = Signal(object)
    range_wanted = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.offers: Offers | None = None
        self.tool: Tool | None = None
        self.stores = _list("Stores")
        self.stores.itemClicked.connect(self._choose_store)
        self.stores.itemActivated.connect(self._choose_store)
        self.proposals = _list("Proposed")
        self.proposals.itemActivated.connect(self._choose_proposal)
        self.proposals.itemClicked.connect(self._show_proposal)
        self.all_button = QPushButton("Do all as proposed")
        self.all_button.clicked.connect(self._do_all)
        self.total = label("", "second", wraps=True)
        self.left_out = CounterStrip(34)
        self.left_out.chosen.connect(self._show_piece)
        self.left_out_head = label("", "strong", wraps=True)
        self.group = self._group_card()
        self._proposed: tuple[Suggestion, ...] = ()
        body = QWidget()
        body.setProperty("kind", "panel")
        column = QVBoxLayout(body)
        column.setContentsMargins(scaled(10), scaled(8), scaled(10), scaled(10))
        column.setSpacing(scaled(6))
        column.addWidget(self.group)
        self.proposals_head = label("Proposed grouping", "strong")
        for widget in (self.proposals_head, self.proposals, self.total, self.all_button):
            column.addWidget(widget)
        column.addWidget(self.left_out_head)
        column.addWidget(self.left_out)
        column.addWidget(label("Stores", "strong"))
        column.addWidget(self.stores)
        column.addStretch(1)
        area = self._area = QScrollArea()
        area.setWidgetResizable(True)
        area.setAccessibleName(self.title)
        area.setMinimumHeight(scaled(LEAST_HEIGHT))
        area.setWidget(body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _group_card(self) -> QFrame:
        card = QFrame()
        card.setProperty("kind", "help")
        self.group_title = label("", "card", wraps=True)
        self.group_cost = label("", "strong", wraps=True)
        self.refusal = label("", "bad", wraps=True)
        self.inside = CounterStrip(40)
        self.inside.chosen.connect(self.toggled)
        self.outside_head = label("Could draw as well; click to take in", "second")
        self.outside = CounterStrip(34)
        self.outside.chosen.connect(self.toggled)
        self.stepper = Stepper("How many")
        self.stepper.changed.connect(self.count_changed)
        self.pay = QPushButton("Pay")
        self.pay.setProperty("kind", "primary")
        self.pay.clicked.connect(self.confirmed)
        row = QHBoxLayout()
        row.addWidget(self.stepper)
        row.addWidget(self.group_cost, 1)
        row.addWidget(self.pay)
        column = QVBoxLayout(card)
        column.setContentsMargins(scaled(12), scaled(8), scaled(12), scaled(8))
        column.addWidget(self.group_title)
        column.addLayout(row)
        for widget in (self.refusal, self.inside, self.outside_head, self.outside):
            column.addWidget(widget)
        card.hide()
        return card

    # --- following -----------------------------------------------------------------------------------

    def show_offers(self, offers: Offers, tool: Tool | None) -> None:
        """Follows the board controller."""
        self.offers, self.tool = offers, tool
        self.refresh()

    def refresh(self) -> None:
        self._is_stale = True
        if self.isVisible():
            self._fill(None)

    def fill(self) -> None:
        self._fill_group()
        self._fill_proposals()
        self._fill_stores()
        self._fill_left_out()

    @property
    def is_wanted(self) -> bool:
        """Whether the present decision has anything to do with supply or transport."""
        return self.offers is not None and any(kind.shape in TRANSPORT for kind in self.offers.available)

    def _fill_group(self) -> None:
        tool = self.tool
        if isinstance(tool, SupplyTool) and tool.plan is not None:
            self._fill_supply(tool)
        elif isinstance(tool, HaulTool) and tool.source is not None:
            self._fill_haul(tool)
        else:
            self.group.hide()

    def _fill_supply(self, tool: SupplyTool) -> None:
        plan = tool.plan
        assert plan is not None
        self.group_title.setText(f"Drawing from {plan.title}")
        self.inside.show_counters(self._counters(plan.chosen))
        others = tuple(piece for piece in plan.candidates if piece not in plan.chosen)
        self.outside.show_counters(self._counters(others))
        self.outside_head.setVisible(bool(others))
        self.outside.setVisible(bool(others))
        self.inside.setVisible(bool(plan.chosen))
        self.group_cost.setText(self.cost_words(plan.action) if plan.action and not plan.refusal else "")
        self._finish_group(plan.refusal is None, str(plan.refusal or ""), "Pay")
        self.stepper.hide()

    def _fill_haul(self, tool: HaulTool) -> None:
        self.group_title.setText(tool.prompt)
        for widget in (self.inside, self.outside, self.outside_head):
            widget.hide()
        self.group_cost.setText(f"{counted(len(tool.goals), 'place')} can be reached with {tool.count}.")
        self.stepper.set_range(1, tool.most)
        self.stepper.set_value(tool.count)
        self.stepper.show()
        self._finish_group(tool.is_ready, "", "Carry")

    def _finish_group(self, ready: object, refusal: str, words: str) -> None:
        self.refusal.setText(refusal)
        self.refusal.setVisible(bool(refusal))
        if self.group.isHidden():
            self._area.verticalScrollBar().setValue(0)
        self.pay.setText(words)
        self.pay.setEnabled(bool(ready))
        self.group.show()

    def cost_words(self, *actions: Action) -> str:
        """What actions would cost and bring, in the rules' own words; empty if dice would decide."""
        tried = self.session.what_if(*actions)
        return " ".join(event.text for event in tried.events) if tried else ""

    # --- proposals -------------------------------------------------------------------------------------

    def _fill_proposals(self) -> None:
        self._proposed = self._find_proposals()
        self.proposals.clear()
        for suggestion in self._proposed:
            item = QListWidgetItem(suggestion.text)
            right = " · ".join(suggestion.figures)
            item.setData(ROW_ROLE, Row(title=suggestion.text, right=right, rule=suggestion.rule))
            item.setToolTip(suggestion.text)
            self.proposals.addItem(item)
        has_any = bool(self._proposed)
        for widget in (self.proposals_head, self.proposals, self.total, self.all_button):
            widget.setVisible(has_any)
        self.proposals.setFixedHeight(min(6, max(1, len(self._proposed))) * scaled(29) + 4)
        self.total.setText(f"{counted(len(self._proposed), 'group')} proposed; each can be changed.")

    def _find_proposals(self) -> tuple[Suggestion, ...]:
        if self.offers is None or self.offers.decision is None:
            return ()
        kinds = {kind.action for kind in self.offers.available if kind.shape in TRANSPORT}
        if not kinds:
            return ()
        found = self.session.rules.suggestions(self.offers.state, self.offers.side)
        return tuple(s for s in found if s.score > 0 and any(type(action) in kinds for action in s.actions))

    def _proposal(self, item: QListWidgetItem) -> Suggestion:
        return self._proposed[self.proposals.row(item)]

    def _show_proposal(self, item: QListWidgetItem) -> None:
        self.desk.show(*self._proposal(item).places)

    def _choose_proposal(self, item: QListWidgetItem) -> None:
        self.suggestion_chosen.emit(self._proposal(item))

    def _do_all(self) -> None:
        self.all_wanted.emit(tuple(action for s in self._proposed for action in s.actions))

    # --- stores and those left out -----------------------------------------------------------------------

    def _fill_stores(self) -> None:
        view = self.session.projection
        mine = [
            p for p in view.pieces.values() if p.type == STORE and p.at is not None and self._is_mine(p.side)
        ]
        mine.sort(key=lambda piece: (piece.side, -piece.count))
        self.stores.clear()
        for piece in mine:
            title = self.session.place_title(piece.at)
            item = QListWidgetItem(title)
            row = Row(title=title, face=self.desk.face(piece), right=str(piece.count), right_tone="accent")
            item.setData(ROW_ROLE, row)
            item.setData(PLACE, piece.at)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{piece.count} at {title}")
            self.stores.addItem(item)
        self.stores.setFixedHeight(min(8, max(1, len(mine))) * scaled(29) + 4)

    def _is_mine(self, side: str) -> bool:
        return self.session.viewer in {side, "all"}

    def _choose_store(self, item: QListWidgetItem) -> None:
        place: PlaceId = item.data(PLACE)
        self.desk.show(place)
        self.desk.select(place)
        self.range_wanted.emit(place)

    def _fill_left_out(self) -> None:
        side = self.session.acting if self.session.decision else ""
        out = (
            [r for r in self.session.rules.supply(self.session.state, side) if r.state == "out"]
            if side
            else []
        )
        names = tuple(report.piece for report in out if report.piece in self.session.projection.pieces)
        self.left_out.show_counters(self._counters(names))
        self.left_out.setVisible(bool(names))
        words = f"Out of supply as things stand: {counted(len(names), 'unit')}" if names else ""
        self.left_out_head.setText(words)
        self.left_out_head.setVisible(bool(names))

    def _show_piece(self, piece: str) -> None:
        view = self.session.projection.pieces.get(piece)
        if view is not None and view.at is not None:
            self.desk.show(view.at)
            self.desk.select(view.at, (piece,))

    def _counters(self, pieces: tuple[PieceId, ...]) -> tuple[ShownCounter, ...]:
        views = self.session.projection.pieces
        return tuple(
            ShownCounter(
                id=name,
                face=self.desk.face(views[name]),
                words=f"{views[name].name}, {self.session.place_title(views[name].at)}",
            )
            for name in pieces
            if name in views
        )


def _list(name: str) -> QListWidget:
    made = QListWidget()
    made.setItemDelegate(RowDelegate(parent=made))
    made.setAccessibleName(name)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return made
