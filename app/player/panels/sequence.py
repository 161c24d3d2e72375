"""Sequence of play: the tree of phases, what is done ticked, the present one lit, its help below."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QTreeWidget, QTreeWidgetItem, QVBoxLayout

from app.player.desk import Desk
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.rows import ROW_ROLE, Row, RowDelegate
from engine.definition.sequence import PhaseDef
from engine.definition.telling import told
from engine.ids import PhaseId

HELP_SHARE = 0.4
PHASE = int(Qt.ItemDataRole.UserRole) + 1


class SequencePanel(Panel):
    """The tree follows the game; a click shows the help of any phase."""

    title = "Sequence of play"
    name = "sequence"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(scaled(14))
        self.tree.setItemDelegate(RowDelegate(parent=self.tree))
        self.tree.setAccessibleName(self.title)
        self.tree.setMinimumHeight(scaled(LEAST_HEIGHT))
        self.tree.currentItemChanged.connect(self._show_help)
        self.help_card = QFrame()
        self.help_card.setProperty("kind", "help")
        self.help_text = label("", "second", wraps=True)
        inner = QVBoxLayout(self.help_card)
        inner.setContentsMargins(scaled(12), scaled(8), scaled(12), scaled(8))
        self.help_area = QScrollArea()
        self.help_area.setWidgetResizable(True)
        self.help_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.help_area.setWidget(self.help_text)
        self.help_area.viewport().setAutoFillBackground(False)
        self.help_text.setAutoFillBackground(False)
        inner.addWidget(self.help_area)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, scaled(4), 0, scaled(8))
        column.addWidget(self.tree, 1)
        bottom = QVBoxLayout()
        bottom.setContentsMargins(scaled(10), 0, scaled(10), 0)
        bottom.addWidget(self.help_card)
        column.addLayout(bottom)
        self._items: dict[PhaseId, QTreeWidgetItem] = {}
        self._phases = {phase.id: phase for phase in desk.session.module.phases()}
        self._order = list(self._phases)
        self._build(desk.session.module.sequence, None)

    @property
    def path(self) -> tuple[PhaseId, ...]:
        """The present phase with those above it and the part below it."""
        decision = self.session.game.decision
        if decision is not None and self.session.looking_at is None:
            return decision.path
        return (self.session.state.phase,)

    def key(self) -> object:
        return (self.path, self.session.state.over, self._help_of_ask())

    def _build(self, phases: Iterable[PhaseDef], parent: QTreeWidgetItem | None) -> None:
        for phase in phases:
            item = QTreeWidgetItem([phase.title])
            item.setData(0, PHASE, phase.id)
            if parent is None:
                self.tree.addTopLevelItem(item)
            else:
                parent.addChild(item)
            self._items[phase.id] = item
            self._build(phase.phases, item)

    def fill(self) -> None:
        path = self._known_path()
        now = path[-1] if path else ""
        at = self._order.index(now) if now in self._order else -1
        for index, name in enumerate(self._order):
            phase, item = self._phases[name], self._items[name]
            is_head = bool(phase.phases) and item.parent() is None
            mark = "" if is_head else self._mark(index, at)
            row = Row(
                title=phase.title,
                rule=phase.rule,
                mark=mark,
                is_head=is_head or name == now,
                rule_yields=True,
            )
            item.setData(0, ROW_ROLE, row)
            item.setToolTip(0, f"{phase.title} ({phase.rule})" if phase.rule else phase.title)
            state = {"done": "done", "now": "now", "ahead": "to come"}.get(mark, "")
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{phase.title} {phase.rule} {state}".strip())
        self._open(path)

    def _mark(self, index: int, at: int) -> str:
        if index == at:
            return "now"
        if index < at:
            return "done"
        return "part" if self._depth(self._items[self._order[index]]) > 1 else "ahead"

    def _depth(self, item: QTreeWidgetItem) -> int:
        above = item.parent()
        return 0 if above is None else 1 + self._depth(above)

    def _known_path(self) -> tuple[PhaseId, ...]:
        return tuple(name for name in self.path if name in self._items)

    def _open(self, path: tuple[PhaseId, ...]) -> None:
        self.tree.blockSignals(True)
        for item in self._items.values():
            item.setExpanded(item.data(0, PHASE) in path)
        if path:
            self.tree.setCurrentItem(self._items[path[-1]])
            self.tree.scrollToItem(self._items[path[-1]])
        self.tree.blockSignals(False)
        self._set_help(self._help_of_ask() or self._help_of(path))

    def _help_of_ask(self) -> str:
        decision = self.session.decision
        return decision.ask.help if decision else ""

    def _help_of(self, path: tuple[PhaseId, ...]) -> str:
        return next((self._phases[name].help for name in reversed(path) if self._phases[name].help), "")

    def _show_help(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self._set_help(self._phases[item.data(0, PHASE)].help)

    def _set_help(self, text: str) -> None:
        self.help_text.setText(told(self.session.module, text))
        self.help_card.setVisible(bool(text))
        self._fit_help()

    def _fit_help(self) -> None:
        """As tall as the text, but never more than two fifths of the panel."""
        width = max(scaled(120), self.width() - scaled(46))
        wanted = self.help_text.heightForWidth(width) + scaled(18)
        self.help_card.setFixedHeight(max(scaled(40), min(wanted, round(self.height() * HELP_SHARE))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_help()
        path = self._known_path()
        if path:
            QTimer.singleShot(0, self, self._show_present)

    def _show_present(self) -> None:
        """The present phase stays in sight whatever the size of the panel."""
        path = self._known_path()
        if path:
            self.tree.scrollToItem(self._items[path[-1]])
