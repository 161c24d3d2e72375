"""List of choices: everything that can be done now, by kind, for the keyboard and for screen readers.

Kinds are listed first; opening one lists its choices, made only then. Within a running tool its next choices
come first. Enter does what is chosen.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QVBoxLayout

from app.player.desk import Desk
from app.player.offers import Offers
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.player.tools.base import Tool
from app.player.tools.outcome import Choice
from app.player.tools.pick import PickOptionTool, PickPieceTool, PickPlaceTool
from app.theme.current import scaled
from app.widgets.labels import ElidedLabel
from app.widgets.rows import ROW_ROLE, Row, RowDelegate
from app.widgets.search_box import SearchBox
from engine.play.action import AnyKind

CHOICE = int(Qt.ItemDataRole.UserRole) + 1
KIND = CHOICE + 1
PICKS = (PickOptionTool, PickPieceTool, PickPlaceTool)
"""Tools that list every choice of their kind, so that the kind needs no line of its own."""


KEYS = "Enter or a double click opens a line or does it."


class ChoicesPanel(Panel):
    """The choices of the present decision as a tree."""

    title = "Choices"
    name = "choices"
    chosen = Signal(object)
    pointed = Signal(object)
    """A choice the person looks at in the list; done only when confirmed."""
    kind_wanted = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.offers: Offers | None = None
        self.tool: Tool | None = None
        self._is_filling = False
        self.filter = SearchBox("Filter choices")
        self.filter.textChanged.connect(self._apply_filter)
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(scaled(14))
        self.tree.setItemDelegate(RowDelegate(parent=self.tree))
        self.tree.setAccessibleName(self.title)
        self.tree.setMinimumHeight(scaled(LEAST_HEIGHT))
        self.tree.itemActivated.connect(self._activate)
        self.tree.itemExpanded.connect(self._expand)
        self.tree.currentItemChanged.connect(self._show_places)
        self.hint = ElidedLabel("", "second")
        self.hint.setContentsMargins(scaled(12), 0, scaled(12), scaled(3))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, scaled(4), 0, 0)
        column.setSpacing(scaled(2))
        head = QVBoxLayout()
        head.setContentsMargins(scaled(10), 0, scaled(10), 0)
        head.addWidget(self.filter)
        column.addLayout(head)
        column.addWidget(self.tree, 1)
        column.addWidget(self.hint)

    def show_offers(self, offers: Offers, tool: Tool | None) -> None:
        """Follows the board controller: other offers, another tool, or a tool one step on."""
        self.offers, self.tool = offers, tool
        self._shown_key = None
        self.refresh()

    def refresh(self) -> None:
        self._is_stale = True
        if self.isVisible():
            self._fill(None)

    def fill(self) -> None:
        self._is_filling = True
        self._list_all()
        self._is_filling = False

    def _list_all(self) -> None:
        self.tree.clear()
        if self.offers is None:
            return
        if self.tool is not None:
            is_pick = isinstance(self.tool, PICKS)
            head = self._head(self.tool.kind.label if is_pick else self.tool.prompt, "")
            for choice in self.tool.choices():
                head.addChild(self._item(choice))
            head.setExpanded(True)
        listed = self.tool.kind if isinstance(self.tool, PICKS) else None
        for kind in self.offers.kinds:
            if kind is not listed:
                self._kind_item(kind)
        self.hint.set_full_text(self.tool.keys if self.tool else KEYS)
        self._apply_filter()
        first = self.tree.topLevelItem(0)
        if first is not None:
            chosen = self.tool.index if isinstance(self.tool, PickOptionTool) else 0
            self.tree.setCurrentItem(first.child(chosen) or first)

    def _head(self, title: str, rule: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([title])
        item.setData(0, ROW_ROLE, Row(title=title, rule=rule, is_head=True))
        self.tree.addTopLevelItem(item)
        return item

    def _kind_item(self, kind: AnyKind) -> None:
        assert self.offers is not None
        item = self._head(kind.label or kind.kind, kind.rule)
        item.setData(0, KIND, kind)
        refusal = kind.unavailable(self.offers.state, self.offers.side)
        if refusal is not None:
            row = Row(title=kind.label, right=refusal.text, rule=kind.rule, is_muted=True)
            item.setData(0, ROW_ROLE, row)
            item.setToolTip(0, str(refusal))
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{kind.label}: {refusal}")
            return
        item.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)

    def _item(self, choice: Choice) -> QTreeWidgetItem:
        item = QTreeWidgetItem([choice.text])
        face = self.desk.face_of(choice.pieces[0]) if choice.pieces else None
        row = Row(
            title=choice.text,
            face=face,
            right=choice.note,
            rule=choice.rule,
            keeps_end=True,
            rule_yields=True,
        )
        item.setData(0, ROW_ROLE, row)
        item.setData(0, CHOICE, choice)
        words = f"{choice.text} {choice.note} {choice.rule}".strip()
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, words)
        item.setToolTip(0, choice.text)
        return item

    def _expand(self, item: QTreeWidgetItem) -> None:
        kind = item.data(0, KIND)
        if kind is None or item.childCount() or self.offers is None:
            return
        actions, is_whole = self.offers.listed(kind)
        for action in actions:
            item.addChild(self._item(self.offers.choice(kind, action)))
        if not is_whole:
            more = QTreeWidgetItem(["…"])
            more.setData(0, ROW_ROLE, Row(title="More: pick a piece first", is_muted=True))
            item.addChild(more)
        self._apply_filter()

    def _activate(self, item: QTreeWidgetItem) -> None:
        choice, kind = item.data(0, CHOICE), item.data(0, KIND)
        if isinstance(choice, Choice):
            self.chosen.emit(choice)
        elif kind is not None and kind.unavailable(self.session.state, self.session.acting) is None:
            self.kind_wanted.emit(kind)  # which may fill the list anew, and take the row away
            self._open_kind(kind)

    def _open_kind(self, kind: AnyKind) -> None:
        """Opens the row of a kind of action, where it still has one of its own."""
        rows = (self.tree.topLevelItem(index) for index in range(self.tree.topLevelItemCount()))
        for row in rows:
            if row is not None and row.data(0, KIND) is kind:
                row.setExpanded(True)

    def _show_places(self, item: QTreeWidgetItem | None) -> None:
        choice = item.data(0, CHOICE) if item is not None else None
        if not isinstance(choice, Choice) or self._is_filling or not self.tree.hasFocus():
            return
        self.pointed.emit(choice)
        if choice.places:
            self.desk.show(*choice.places)

    def _apply_filter(self) -> None:
        words = self.filter.text().lower().split()
        for index in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(index)
            if head is None:
                continue
            children = [child for i in range(head.childCount()) if (child := head.child(i)) is not None]
            for child in children:
                child.setHidden(not all(word in child.text(0).lower() for word in words))
            head.setHidden(bool(words) and bool(children) and all(child.isHidden() for child in children))
