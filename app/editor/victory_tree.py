"""The tree of victory: conditions and their blocks in words, and what each gives at the set-up."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QDropEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.editor.document import EditorDocument
from app.editor.victory_check import SetupJudge
from app.theme.current import scaled, theme, tokens
from engine.definition.module import ModuleDef
from engine.definition.scenario import VersionDef
from engine.definition.victory import (
    AwardDef,
    CountingBlock,
    GroupBlock,
    LevelDef,
    OtherwiseBlock,
    VictoryDef,
    as_block,
)
from engine.editing.searching import Path, value_at
from engine.victory.referee import GROUP_TITLES
from engine.victory.words import Words

PATH = Qt.ItemDataRole.UserRole
WORDS, AT_SETUP, RULE = 0, 1, 2
SECTIONS = (
    ("victory", "Conditions, tested from the first to the last"),
    ("points", "What earns victory points"),
    ("levels", "Margin table"),
)
HOLDS, HOLDS_NOT = "✓", "–"


class WrappedWords(QStyledItemDelegate):
    """Draws long sentences over several lines; the height follows from the width of the column."""

    def __init__(self, tree: QTreeWidget) -> None:
        super().__init__(tree)
        self.tree = tree

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        size = super().sizeHint(option, index)
        text, depth, above = str(index.data() or ""), 1, index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        taken = depth * self.tree.indentation() if index.column() == WORDS else 0
        room = max(self.tree.columnWidth(index.column()) - taken - scaled(12), scaled(60))
        bounds = QRect(0, 0, room, 10_000)
        needed = option.fontMetrics.boundingRect(bounds, Qt.TextFlag.TextWordWrap, text).height()
        return QSize(size.width(), max(size.height(), needed + scaled(9)))


class VictoryTree(QTreeWidget):
    """Conditions, awards and levels with their blocks; blocks can be dragged into groups."""

    move_wanted = Signal(tuple, tuple)
    """A block and the group or condition it was dropped on."""

    def __init__(self, document: EditorDocument, judge: SetupJudge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.judge = document, judge
        self.is_filling = False
        self.home: Path = ()
        self._closed: set[Path] = set()
        self.setHeaderLabels(["In words", "At the set-up", "Rule"])
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(WORDS, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(AT_SETUP, QHeaderView.ResizeMode.Interactive)
        self.header().setSectionResizeMode(RULE, QHeaderView.ResizeMode.ResizeToContents)
        self.setColumnWidth(AT_SETUP, scaled(220))
        self.setWordWrap(True)
        self.setItemDelegate(WrappedWords(self))
        self.header().sectionResized.connect(lambda *_sizes: self.scheduleDelayedItemsLayout())
        self.setUniformRowHeights(False)
        self.setIndentation(scaled(18))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setAccessibleName("Conditions of victory")
        theme().changed.connect(self.show_judged)

    # --- showing -------------------------------------------------------------------------------------

    def show_terms(self, owner: VersionDef | ModuleDef, home: Path) -> None:
        """Shows the terms of a length of a scenario or of the module; the choice is kept."""
        kept = self.chosen_path() if home == self.home else ()
        closed = {self._path(item) for item in self.items() if item.childCount() and not item.isExpanded()}
        self.home = home
        self.is_filling = True
        scroll = self.verticalScrollBar().value()
        self.clear()
        words = Words(self.document.module)
        last = owner.last_turn if isinstance(owner, VersionDef) else None
        for part, title in SECTIONS:
            things: tuple[BaseModel, ...] = getattr(owner, part)
            if things or part == "victory":
                self._section((*home, part), title, things, (words, last))
        self.expandAll()
        for item in self.items():
            item.setExpanded(self._path(item) not in closed)
        self.show_judged()
        self.is_filling = False
        if kept:
            self.choose(kept)
        self.verticalScrollBar().setValue(scroll)

    def _section(
        self, path: Path, title: str, things: tuple[BaseModel, ...], how: tuple[Words, int | None]
    ) -> None:
        top = QTreeWidgetItem(self, [title])
        top.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = top.font(WORDS)
        font.setBold(True)
        top.setFont(WORDS, font)
        top.setFirstColumnSpanned(True)
        for n, thing in enumerate(things):
            here = (*path, n)
            item = self._line(top, here, _head(thing, *how), str(getattr(thing, "rule", "")))
            holds = getattr(thing, "holds", None)
            if isinstance(holds, BaseModel) and not isinstance(holds, OtherwiseBlock):
                self._block(item, (*here, "holds"), holds, how[0])

    def _line(self, above: QTreeWidgetItem, path: Path, words: str, rule: str = "") -> QTreeWidgetItem:
        item = QTreeWidgetItem(above, [words, "", rule])
        item.setData(WORDS, PATH, path)
        item.setToolTip(WORDS, words)
        return item

    def _block(self, above: QTreeWidgetItem, path: Path, thing: BaseModel, words: Words) -> None:
        block = as_block(thing)
        if block is None:
            return
        if isinstance(block, GroupBlock):
            title = GROUP_TITLES[block.kind].format(least=block.least)
            item = self._line(above, path, title if block.of else f"{title} (add blocks)")
            for n, part in enumerate(block.of):
                self._block(item, (*path, "of", n), part, words)
            return
        owner = value_at(self.document.module, path[:-1])
        is_each = isinstance(owner, AwardDef) and owner.each
        if path[-1] == "minus" and isinstance(block, CountingBlock):
            item = self._line(above, path, f"compared with: {words.number(block)}")
        elif is_each and isinstance(block, CountingBlock):
            item = self._line(above, path, f"for {words.each(block)}")
        else:
            text = words.clause(block)
            item = self._line(above, path, f"{text[:1].upper()}{text[1:]}")
        if isinstance(block, CountingBlock) and block.minus is not None:
            self._block(item, (*path, "minus"), block.minus, words)

    def show_judged(self) -> None:
        """Shows what each line gives at the set-up, as far as that is known."""
        for item in self.items():
            path = self._path(item)
            thing = value_at(self.document.module, path) if path else None
            given = self._given(path, thing)
            item.setText(AT_SETUP, given)
            tone = tokens().good if given.startswith(HOLDS) else tokens().second
            item.setForeground(AT_SETUP, QBrush(QColor(tone)))
            item.setToolTip(AT_SETUP, item.text(AT_SETUP))

    def _given(self, path: Path, thing: object) -> str:
        owner = value_at(self.document.module, path[:-1]) if path else None
        if path[-1:] == ("minus",) or (isinstance(owner, AwardDef) and owner.each):
            return self.judge.number(thing)
        given = self.judge.given(thing)
        if given is None:
            return ""
        if isinstance(thing, AwardDef):
            return given.value
        sign = {True: HOLDS, False: HOLDS_NOT, None: "?"}[given.met]
        value = "" if isinstance(thing, VictoryDef) and thing.holds is not None else given.value
        word = {True: "holds", False: "does not hold", None: ""}[given.met]
        return f"{sign} {value or word}"

    # --- choosing --------------------------------------------------------------------------------------

    def items(self, above: QTreeWidgetItem | None = None) -> Iterator[QTreeWidgetItem]:
        """All lines from the top."""
        top = above or self.invisibleRootItem()
        for n in range(top.childCount()):
            item = top.child(n)
            if item is not None:
                yield item
                yield from self.items(item)

    def _path(self, item: QTreeWidgetItem) -> Path:
        return tuple(item.data(WORDS, PATH) or ())

    def chosen_path(self) -> Path:
        """The path of what is chosen; empty if nothing is."""
        items = self.selectedItems()
        return self._path(items[0]) if items else ()

    def choose(self, path: Path) -> None:
        """Chooses what is at a path, or the nearest thing around it."""
        best, length = None, 0
        for item in self.items():
            here = self._path(item)
            if here and path[: len(here)] == here and len(here) > length:
                best, length = item, len(here)
        if best is None:
            return
        above = best.parent()
        while above is not None:
            above.setExpanded(True)
            above = above.parent()
        self.setCurrentItem(best)
        self.scrollToItem(best)

    def dropEvent(self, event: QDropEvent) -> None:
        path, item = self.chosen_path(), self.itemAt(event.position().toPoint())
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if path and item is not None and (target := self._path(item)) and target != path:
            self.move_wanted.emit(path, target)


def _head(thing: BaseModel, words: Words, last: int | None) -> str:
    """The first line of a condition, award or level."""
    if isinstance(thing, AwardDef):
        each = " each" if thing.each else ""
        return f"{words.side(thing.side)}: {thing.points} point{'s' if abs(thing.points) != 1 else ''}{each}"
    if isinstance(thing, LevelDef):
        return f"From {thing.margin} points ahead: {thing.title}"
    assert isinstance(thing, VictoryDef)
    who = words.winner(thing)
    wins = who if thing.side is None else f"{who}: wins" if thing.level else f"{who} wins"
    if thing.holds is None:
        return f"{wins}: {thing.text} (words only, not tested)"
    moment = "at the end of the last turn"
    if thing.sudden or last is not None:
        moment = words.moment(thing, last or 0)
    text = f" “{thing.text}”" if thing.text else ""
    rest = ", anything else" if isinstance(thing.holds, OtherwiseBlock) else ""
    return f"{wins}{' at once' if thing.sudden else ''}{rest}, {moment}{text}"
