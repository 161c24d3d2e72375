"""Follow the edited module: what was edited, where this game first differs, and how far to take it up."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.player.figures import capital, counted
from app.theme.current import scaled
from app.widgets.keycap import KeyButton
from app.widgets.labels import label
from engine.definition.module import ModuleDef
from engine.editing.comparing import Change, compare_modules
from engine.game import Game
from engine.saves import Followed, Parting, what_words

MOST_CHANGES = 300
"""Edits that are listed; more are counted."""


class FollowDialog(QDialog):
    """Nothing happens to the game before one of the buttons is pressed; Esc stays with what there is."""

    taken = Signal(object)
    """The game on the edited module, as far as it was wanted."""

    def __init__(self, found: Followed, module: ModuleDef, parent: QWidget) -> None:
        super().__init__(parent)
        self.found, self.module = found, module
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Follow the edited module")
        self.setAccessibleName(self.windowTitle())
        self.first = label(self._first_words(), "", wraps=True)
        self.stopped = label(self._stopped_words(), "", wraps=True)
        changes = compare_modules(module, found.game.rules.module)
        self.changes = self._list(changes)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.setSpacing(scaled(8))
        column.addWidget(label("This game on the edited module", "section"))
        column.addWidget(label(self._reach_words(), "strong", wraps=True))
        for part in (self.first, self.stopped):
            part.setVisible(bool(part.text()))
            column.addWidget(part)
        column.addSpacing(scaled(4))
        column.addWidget(label(f"What was edited: {counted(len(changes), 'difference')}", "section"))
        column.addWidget(self.changes, 1)
        column.addWidget(label(self._rest_words(), "second", wraps=True))
        column.addLayout(self._buttons())
        self.resize(scaled(680), scaled(520))

    # --- words ----------------------------------------------------------------------------------------

    def _reach_words(self) -> str:
        done, actions = self.found.game.count, self.found.actions
        if not actions:
            return "Nothing has been done yet in this game: it begins anew with the edited set-up."
        if done == actions:
            played = "The one action is" if actions == 1 else f"All {actions} actions are"
            return f"{played} possible with the edited module, too."
        return f"{done} of {counted(actions, 'action')} are possible with the edited module."

    def _first_words(self) -> str:
        first = self.found.first
        if first is None:
            return "Every position comes out as it was." if self.found.actions else ""
        if first == self.found.stopped:
            return ""
        return f"First difference, {self._when(first)}: {what_words(first, self.module)}."

    def _stopped_words(self) -> str:
        stopped = self.found.stopped
        return f"{capital(self._when(stopped))}: {what_words(stopped, self.module)}." if stopped else ""

    def _when(self, parting: Parting) -> str:
        if not parting.number:
            return "in the set-up"
        what = f" ({parting.action})" if parting.action else ""
        return f"action {parting.number}, {self.module.turn_title(parting.turn)}{what}"

    def _rest_words(self) -> str:
        if self.found.game.count == self.found.actions:
            return "A game saved before stays as it is on the disk until you save again."
        return (
            "The game as it is now stays in the Library, under the saved games, with all its actions. "
            "A game saved before stays as it is on the disk until you save again."
        )

    # --- parts ----------------------------------------------------------------------------------------

    def _list(self, changes: Sequence[Change]) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setAccessibleName("What was edited")
        tree.setHeaderLabels(["What", "When this game began", "Now"])
        tree.setRootIsDecorated(False)
        tree.setAlternatingRowColors(True)
        tree.setWordWrap(True)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        tree.header().setStretchLastSection(False)
        for change in changes[:MOST_CHANGES]:
            before = "" if change.kind == "new" else change.before or "—"
            after = {"new": "new", "gone": "gone"}.get(change.kind, change.after or "—")
            item = QTreeWidgetItem(tree, [change.what, before, after])
            for place in range(3):
                item.setToolTip(place, change.words())
        for place in (1, 2):
            tree.setColumnWidth(place, scaled(150))
        return tree

    def _buttons(self) -> QHBoxLayout:
        found = self.found
        self.stay = QPushButton("Stay with this version")
        self.stay.clicked.connect(self.reject)
        self.short = QPushButton("")
        self.short.clicked.connect(lambda: self._take(found.up_to_first()))
        if found.before_first < found.game.count:
            words = f"only the first {found.before_first}" if found.before_first else "from the set-up"
            self.short.setText(f"Follow, {words}")
            self.short.setToolTip("Up to the first difference; what came after is to be played anew")
        self.short.setVisible(bool(self.short.text()))
        every = found.game.count == found.actions
        words = "Follow" if every else f"Follow for {counted(found.game.count, 'action')}"
        self.go_on = KeyButton(words, "", "primary")
        self.go_on.setDefault(True)
        self.go_on.clicked.connect(lambda: self._take(found.game))
        row = QHBoxLayout()
        row.addWidget(self.stay)
        row.addStretch(1)
        row.addWidget(self.short)
        row.addWidget(self.go_on)
        return row

    def _take(self, game: Game) -> None:
        self.accept()
        self.taken.emit(game)
