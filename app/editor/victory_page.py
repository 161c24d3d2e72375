"""The page of victory: conditions as trees of blocks, each in words, with what it gives at the set-up.

The fields of what is chosen are in the inspector. Blocks are added from menus, wrapped into groups, moved by
buttons, keys or the mouse; whether each holds at the set-up is asked of the game's own rules when nothing
was edited for a moment.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.editor.document import EditorDocument
from app.editor.fields.field import small_button
from app.editor.path_following import followed
from app.editor.victory_acts import BLOCKS, GROUPS, VictoryActs
from app.theme.current import bind_icon, scaled
from app.widgets.flow import FlowLayout
from app.widgets.labels import label
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef, VersionDef
from engine.editing import victory
from engine.editing.searching import Path, value_at
from engine.victory.terms import terms_of
from engine.victory.words import Words


class VictoryPage(VictoryActs):
    """The terms of one length of a scenario, or those of the module for all that have none."""

    chosen = Signal(tuple)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(document, parent)
        self.setProperty("kind", "panel")
        self.title = label("", "title")
        self.note = label("", "second", wraps=True)
        self.words = label("", wraps=True)
        self.buttons: dict[str, QPushButton] = {}
        self.take_button = QPushButton("Take them over to change them here")
        self._lay_out()
        self._bind_keys()
        self._module, self.is_known = document.module, True
        document.changed.connect(lambda _touched: self._follow())
        self.tree.itemSelectionChanged.connect(self._tell_choice)
        self.tree.move_wanted.connect(self.move_into)
        self.judge.judged.connect(self._show_standing)

    # --- building ------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        bar = FlowLayout(None, scaled(6), scaled(6))
        self._add_buttons(bar)
        self.take_button.clicked.connect(self.take_over)
        self.standing = label("", "second", wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.setSpacing(scaled(8))
        column.addWidget(self.title)
        column.addWidget(self.note)
        column.addWidget(self.take_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(bar)
        column.addWidget(self.tree, 3)
        column.addWidget(self.standing)
        column.addWidget(self._sheet(), 1)

    def _sheet(self) -> QWidget:
        """The terms in words, as players and printed sheets get them."""
        page = QWidget()
        page.setProperty("kind", "panel")
        inner = QVBoxLayout(page)
        inner.setContentsMargins(scaled(12), scaled(8), scaled(12), scaled(8))
        inner.addWidget(label("In words, as the players and the set-up sheet get it", "strong"))
        inner.addWidget(self.words)
        inner.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.StyledPanel)
        area.setAccessibleName("The terms in words")
        area.setMinimumHeight(scaled(110))
        area.setWidget(page)
        return area

    def _add_buttons(self, bar: FlowLayout) -> None:
        condition = self._button("condition", "Condition", "plus", self.add_condition)
        condition.setToolTip("A new condition of victory")
        bar.addWidget(condition)
        bar.addWidget(self._menu_button("block", "Block", "plus", self._fill_blocks))
        bar.addWidget(self._menu_button("group", "Group", "layers", self._fill_groups))
        bar.addWidget(self._menu_button("change", "Change to", "swap", self._fill_changes))
        bar.addWidget(self._menu_button("points", "Points", "star", self._fill_points))
        acts: tuple[tuple[str, str, str, Callable[[], None]], ...] = (
            ("copy", "Duplicate", "copy", self.copy),
            ("up", "Up (Ctrl+Up)", "up", lambda: self.shift(-1)),
            ("down", "Down (Ctrl+Down)", "down", lambda: self.shift(1)),
            ("out", "Out of its group (Ctrl+Left)", "left", self.outdent),
            ("in", "Into the group before it (Ctrl+Right)", "right", self.indent),
            ("delete", "Delete (Del)", "trash", self.delete),
        )
        for name, words, icon, act in acts:
            button = self.buttons[name] = small_button(icon, words)
            button.setAccessibleName(words.partition(" (")[0])
            button.clicked.connect(lambda _on=False, do=act: do())
            bar.addWidget(button)

    def _button(self, name: str, words: str, icon: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(words)
        bind_icon(button, icon)
        button.clicked.connect(lambda _on=False: act())
        self.buttons[name] = button
        return button

    def _menu_button(self, name: str, words: str, icon: str, fill: Callable[[QMenu], None]) -> QPushButton:
        button = QPushButton(words)
        bind_icon(button, icon)
        menu = QMenu(button)
        menu.aboutToShow.connect(lambda: fill(menu))
        button.setMenu(menu)
        self.buttons[name] = button
        return button

    def _bind_keys(self) -> None:
        keys: tuple[tuple[str, Callable[[], None]], ...] = (
            ("Del", self.delete),
            ("Ctrl+Up", lambda: self.shift(-1)),
            ("Ctrl+Down", lambda: self.shift(1)),
            ("Ctrl+Right", self.indent),
            ("Ctrl+Left", self.outdent),
        )
        for key, act in keys:
            shortcut = QShortcut(QKeySequence(key), self.tree)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)

    # --- showing -------------------------------------------------------------------------------------

    @property
    def is_there(self) -> bool:
        """Whether what the page shows is still in the module."""
        return self._owner() is not None

    def _follow(self) -> None:
        """Shows an edit; a page out of sight waits, so that the rules are not asked for nothing."""
        before, self._module = self._module, self.document.module
        if self.home and self.is_known:
            way = followed(before, self._module, self.home)
            self.is_known = way is not None
            self.home = way if way is not None else self.home
        if self.isVisible():
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def show_home(self, home: Path) -> None:
        """Shows the terms of a length of a scenario, or with an empty path those of the module."""
        self.home, self.is_known = home, True
        self.refresh()

    def _owner(self) -> VersionDef | ModuleDef | None:
        if not self.is_known:
            return None
        owner = value_at(self.document.module, self.home) if self.home else self.document.module
        return owner if isinstance(owner, (VersionDef, ModuleDef)) else None

    def _scenario(self) -> ScenarioDef | None:
        found = value_at(self.document.module, self.home[:2]) if self.home else None
        return found if isinstance(found, ScenarioDef) else None

    def refresh(self) -> None:
        """Shows the terms as they are now and keeps the choice."""
        owner = self._owner()
        if owner is None:
            return
        module, scenario = self.document.module, self._scenario()
        version = owner if isinstance(owner, VersionDef) else None
        if version is not None and scenario is not None:
            self.title.setText(f"Victory: {scenario.title}, {version.title.lower()}")
        else:
            self.title.setText("Victory in all scenarios")
        borrows = version is not None and not (version.victory or version.points or version.levels)
        has_own = bool(module.victory or module.points or module.levels)
        self.note.setText(_note(version, borrows=borrows, has_own=has_own))
        self.take_button.setVisible(borrows and has_own)
        self.tree.show_terms(owner, self.home)
        self.judge.show(scenario, version)
        self.standing.setText(self.judge.standing)
        self._show_words(version or _any_version(module))
        self._enable()

    def _show_words(self, version: VersionDef | None) -> None:
        if version is None:
            self.words.setText("")
            return
        lines = Words(self.document.module).lines(terms_of(self.document.module, version))
        told = [
            f"<b>{_plain(line.who)}:</b> {_plain(line.text)}"
            + (" Ends the game at once." if line.sudden else "")
            + (f" <i>({_plain(line.rule)})</i>" if line.rule else "")
            for line in lines
        ]
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.setText("<br>".join(told) or "Nobody wins: no condition is set.")

    def _show_standing(self) -> None:
        self.tree.show_judged()
        self.standing.setText(self.judge.standing)

    def _tell_choice(self) -> None:
        if not self.tree.is_filling:
            path = self.chosen_path()
            self.chosen.emit((path,) if path else ())
            self._enable()

    def _enable(self) -> None:
        path = self.chosen_path()
        in_list = bool(path) and isinstance(path[-1], int)
        for name in ("copy", "up", "down"):
            self.buttons[name].setEnabled(in_list)
        self.buttons["delete"].setEnabled(bool(path))
        for name in ("group", "change"):
            self.buttons[name].setEnabled(victory.is_block(path))
        for name in ("in", "out"):
            self.buttons[name].setEnabled(path[-2:-1] == ("of",))
        self.buttons["block"].setEnabled(any(part in path for part in ("victory", "points")))

    # --- menus ---------------------------------------------------------------------------------------

    def _fill_blocks(self, menu: QMenu) -> None:
        menu.clear()
        for kind, words in BLOCKS:
            menu.addAction(words, partial(self.add_block, kind))
        menu.addSeparator()
        for kind, words in GROUPS:
            menu.addAction(words, partial(self.add_block, kind))
        if self.judge.tests:
            tests = menu.addMenu("Tests of these rules")
            for name, words in self.judge.tests.items():
                tests.addAction(words or name, partial(self.add_block, "ruleset", name))
        compare = menu.addMenu("Take away before it is compared")
        for kind, words in BLOCKS:
            if kind in victory.COUNTING:
                compare.addAction(words, partial(self.compare_with, kind))

    def _fill_groups(self, menu: QMenu) -> None:
        menu.clear()
        for kind, words in GROUPS:
            menu.addAction(f"Put into: {words.lower()}", partial(self.wrap, kind))
        menu.addSeparator()
        menu.addAction("Take the group away", self.unwrap)

    def _fill_changes(self, menu: QMenu) -> None:
        menu.clear()
        for kind, words in (*BLOCKS, *GROUPS):
            menu.addAction(words, partial(self.set_kind, kind))
        if self.judge.tests:
            tests = menu.addMenu("Tests of these rules")
            for name, words in self.judge.tests.items():
                tests.addAction(words or name, partial(self.set_kind, "ruleset", name))

    def _fill_points(self, menu: QMenu) -> None:
        menu.clear()
        menu.addAction("What earns victory points", self.add_award)
        menu.addAction("A line of the margin table", self.add_level)

    def stop(self) -> None:
        """No more questions to the rules."""
        self.judge.stop()


def _note(version: VersionDef | None, *, borrows: bool, has_own: bool) -> str:
    if version is None:
        return "These hold in every length of a scenario that has no conditions and no points of its own."
    if borrows and has_own:
        return "This length has no terms of its own; those of all scenarios hold."
    return (
        f"Conditions are tested in this order, the first that holds decides. Last turn: {version.last_turn}."
    )


def _any_version(module: ModuleDef) -> VersionDef | None:
    """A length that takes the terms of the module, else one that stands for them."""
    versions = [version for scenario in module.scenarios for version in scenario.versions]
    bare = next((v for v in versions if not (v.victory or v.points or v.levels)), None)
    if bare is not None or not versions:
        return bare
    return versions[0].model_copy(update={"victory": (), "points": (), "levels": ()})


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
