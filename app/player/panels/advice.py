"""Advice: what the rules themselves rate as worth doing now, best first; attacks with their odds.

A click shows where, a double click or Enter begins it: an attack opens in its dialog, anything else is done.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout

from app.player.desk import Desk
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.rule_words import brief_rule
from app.theme.current import scaled
from app.widgets.labels import label
from engine.view.advice import Suggestion

SUGGESTION = int(Qt.ItemDataRole.UserRole) + 1
MOST = 60


class AdvicePanel(Panel):
    """Suggestions in a table: words, figures, rule."""

    title = "Suggestions"
    name = "advice"
    chosen = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.table = QTreeWidget()
        self.table.setRootIsDecorated(False)
        self.table.setAlternatingRowColors(True)
        self.table.setAccessibleName(self.title)
        self.table.setMinimumHeight(scaled(LEAST_HEIGHT))
        self.table.itemClicked.connect(self._show)
        self.table.itemActivated.connect(self._choose)
        self.empty = label("", "second", wraps=True)
        self.empty.setContentsMargins(scaled(12), scaled(10), scaled(12), scaled(10))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.empty)
        column.addWidget(self.table, 1)

    def key(self) -> object:
        return (id(self.session.state), self.session.viewer, self.session.decision is None)

    def suggestions(self) -> tuple[Suggestion, ...]:
        """What is worth doing now, best first."""
        decision = self.session.decision
        if decision is None:
            return ()
        found = self.session.rules.suggestions(self.session.state, self.session.acting)
        return tuple(sorted(found, key=lambda suggestion: (-suggestion.rank, -suggestion.score)))[:MOST]

    def fill(self) -> None:
        found = self.suggestions()
        wide = max((len(suggestion.figures) for suggestion in found), default=0)
        self.table.clear()
        self.table.setColumnCount(wide + 2)
        heads = max((suggestion.heads for suggestion in found), key=len, default=())
        self.table.setHeaderLabels(["", *heads, *[""] * (wide - len(heads)), "Rule"])
        for suggestion in found:
            figures = (*suggestion.figures, *[""] * (wide - len(suggestion.figures)))
            words = suggestion.text[:1].upper() + suggestion.text[1:]
            item = QTreeWidgetItem([words, *figures, brief_rule(suggestion.rule)])
            item.setData(0, SUGGESTION, suggestion)
            item.setToolTip(0, suggestion.text)
            for column in range(1, wide + 2):
                item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.addTopLevelItem(item)
        header = self.table.header()
        header.setHidden(not heads)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for column in range(1, wide + 2):
            self.table.headerItem().setTextAlignment(column, right)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setVisible(bool(found))
        self.empty.setVisible(not found)
        self.empty.setText("The rules have nothing to suggest here." if self.session.decision else "")

    def _suggestion(self, item: QTreeWidgetItem) -> Suggestion | None:
        found = item.data(0, SUGGESTION)
        return found if isinstance(found, Suggestion) else None

    def _show(self, item: QTreeWidgetItem) -> None:
        suggestion = self._suggestion(item)
        if suggestion is not None:
            self.desk.show(*suggestion.places)

    def _choose(self, item: QTreeWidgetItem) -> None:
        suggestion = self._suggestion(item)
        if suggestion is not None:
            self.chosen.emit(suggestion)
