"""The order of battle of a scenario: every counter with where it is, to be dragged to the map, boxes,
turns.

Boxes, the dead and those out of the game are lines that counters can be dropped on, so that everything a
set-up says about a counter can be said here; a place or a choice of places can be typed as well.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.editor.map_page import MapPage
from app.editor.module_sources import ModuleSources
from app.editor.order_lines import KeptLines
from app.editor.order_menu import OrderMenu
from app.editor.order_tree import PIECE, OrderTree
from app.player.figures import counted
from app.theme.current import bind_icon, scaled
from app.widgets.choice_box import ChoiceBox
from app.widgets.labels import label
from app.widgets.search_box import SearchBox
from app.widgets.spin_boxes import SpinBox
from engine.definition.scenario import PlacementDef, WhereDef
from engine.editing import EditRefused, Touched
from engine.editing.default_places import is_free, set_default_place
from engine.editing.memory import remembered
from engine.editing.pieces import uses_of
from engine.editing.positions import setup_from
from engine.editing.said import sentence
from engine.editing.searching import Path, value_at
from engine.editing.setups import set_lost_steps
from engine.editing.wheres import where_typed
from engine.loading.roster import piece_places

SAVED = "\0saved"
WORDS = {"place": "Place", "off": "Take off", "form": "Placement…"}
TIPS = {
    "place": "Place the chosen counters where the field says",
    "off": "Take the chosen counters off (Del)",
    "form": "All that is said about where the chosen counter starts",
}
BUTTON_ROOM, LEAST_FIELD = 62, 110
"""Room of a button beside its words, and the least a field for words needs."""
_SHOWN = {
    "scenarios",
    "pieces",
    "schedule",
    "formations",
    "nations",
    "types",
    "sides",
    "boxes",
    "boards",
    "options",
}
_EXAMPLES = (
    "within 2 of ", "any of ", "one per hex of ", "zone ", "east of ", "west of ", "north of ", "south of ",
)  # fmt: skip


class OrderPanel(QWidget):
    """The order of battle with its filter and the choice of place."""

    chosen = Signal(tuple)
    show_wanted = Signal(str)
    arrival_wanted = Signal(tuple, int)
    """Counters, and the turn they are to arrive on."""
    saved_game_wanted = Signal()
    """A saved game should be chosen whose position becomes the set-up."""

    def __init__(self, document: EditorDocument, page: MapPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "panel")
        self.document, self.page = document, page
        self.sources = ModuleSources(document, self)
        self.tree = OrderTree(document, lambda: page.stacks.faces)
        self.search = SearchBox("Filter")
        self.side = ChoiceBox()
        self.lost = SpinBox()
        self.lost.setAccessibleName("Steps lost at the start")
        self.lost.setKeyboardTracking(False)
        self.where = SearchBox("Place: a name, within 2 of A36.23, one per hex of …, east of A46.10")
        self.from_other = ChoiceBox()
        self.buttons: dict[str, QPushButton] = {}
        self.bar = QWidget()
        self._is_filling, self._is_stale = False, True
        self._offered: object = None
        self._lines = KeptLines()
        self._lay_out()
        self._connect()
        self._fill_choices()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(scaled(6))
        bar.addWidget(self.side)
        bar.addWidget(self.search, 1)
        bar.addWidget(self.where, 2)
        for name, icon, act in (
            ("place", "pin", self._place_typed),
            ("off", "minus", self.take_off),
            ("form", "edit", self.open_placement),
        ):
            button = QPushButton(WORDS[name])
            button.setAccessibleName(WORDS[name].rstrip("…"))
            bind_icon(button, icon)
            button.clicked.connect(lambda _on=False, do=act: do())
            self.buttons[name] = button
            bar.addWidget(button)
        for name, tip in TIPS.items():
            self.buttons[name].setToolTip(tip)
        self.side.setMinimumContentsLength(10)
        self._fill_bar()
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(10), scaled(6), scaled(10), scaled(6))
        column.addLayout(bar)
        column.addWidget(self.tree, 1)

    def _fill_bar(self) -> None:
        """What stands in the bar above the list: lost steps, and where to start from."""
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(scaled(6))
        self.from_other.setAccessibleName("Start from another set-up")
        self.from_other.setMinimumContentsLength(14)
        for widget in (label("Steps lost", "second"), self.lost, self.from_other):
            widget.setMaximumHeight(scaled(26))
            row.addWidget(widget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where the fields would have too little room, the buttons stand without their words."""
        super().resizeEvent(event)
        metrics = self.buttons["form"].fontMetrics()
        needed = sum(metrics.horizontalAdvance(words) + scaled(BUTTON_ROOM) for words in WORDS.values())
        room = self.width() - self.side.sizeHint().width() - scaled(20 + 5 * 6) - needed
        for name, button in self.buttons.items():
            button.setText("" if room < 2 * scaled(LEAST_FIELD) else WORDS[name])

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _text: self.fill())
        self.side.activated.connect(lambda _n: self.fill())
        self.tree.itemSelectionChanged.connect(self._tell)
        self.tree.itemDoubleClicked.connect(lambda item: self.place_wanted(str(item.data(0, PIECE) or "")))
        self.tree.dropped.connect(self.drop_on)
        self.tree.menu_wanted.connect(self._show_menu)
        self.where.returnPressed.connect(self._place_typed)
        self.lost.valueChanged.connect(self._set_lost)
        self.from_other.activated.connect(self._take_other)
        self.document.changed.connect(self._follow)
        for keys, act in (("Del", self.take_off), ("Ctrl+Return", self.open_placement)):
            shortcut = QShortcut(QKeySequence(keys), self.tree)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)

    # --- showing -------------------------------------------------------------------------------------

    def show_side(self, side: str) -> None:
        """Shows one side only; empty shows all."""
        index = self.side.findData(side)
        if index >= 0 and index != self.side.currentIndex():
            self.side.setCurrentIndex(index)
            self.fill()

    def show_piece(self, piece: str) -> None:
        """Chooses a counter and brings its line and its place into sight."""
        self._catch_up()
        self.search.clear()
        self.show_side("")
        item = self.tree.item_of(piece)
        if item is not None:
            self.tree.clearSelection()
            item.setSelected(True)
            self.tree.scrollToItem(item)

    def _follow(self, touched: Touched) -> None:
        if touched.parts & _SHOWN:
            self._is_stale = True
            if self.isVisible():
                self.fill()

    def showEvent(self, event: QShowEvent) -> None:
        self._catch_up()
        super().showEvent(event)

    def _catch_up(self) -> None:
        if self._is_stale:
            self.fill()

    def fill(self) -> None:
        """Shows everybody as they are set up now."""
        self._is_stale = False
        module, page = self.document.module, self.page
        self._fill_choices()
        words, wanted = self.search.text().lower().split(), str(self.side.currentData() or "")
        lines = self._lines.of(module, page.stacks.scenario(page.scenario))
        if wanted or words:
            lines = tuple(line for line in lines if wanted in ("", line.side) and line.holds(words))
        self._is_filling = True
        scroll = self.tree.verticalScrollBar().value()
        self.tree.show_lines(module, lines, frozenset(self.tree.chosen_pieces()))
        self.tree.verticalScrollBar().setValue(scroll)
        self._is_filling = False
        self._refresh_choice()

    def _fill_choices(self) -> None:
        module = self.document.module
        _refill(self.side, [("", "Both sides"), *((side.id, side.title) for side in module.sides)])
        others = [(s.id, s.title) for s in module.scenarios if s.id != self.page.scenario]
        _refill(self.from_other, [("", "Start from…"), *others, (SAVED, "A saved game…")])
        places = self.sources.choices("places")
        if places is not self._offered:
            self._offered = places
            made = QCompleter([*_EXAMPLES, *(words for _, words in places)], self.where)
            made.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            made.setFilterMode(Qt.MatchFlag.MatchContains)
            self.where.setCompleter(made)

    def chosen_pieces(self) -> tuple[str, ...]:
        """The chosen counters."""
        self._catch_up()
        return self.tree.chosen_pieces()

    def _tell(self) -> None:
        if self._is_filling:
            return
        names = self.chosen_pieces()
        rows = remembered(piece_places, self.document.module)
        self.chosen.emit(tuple(("pieces", rows[name]) for name in names))
        self._refresh_choice()
        placement = self._placement(names[0]) if len(names) == 1 else None
        if placement is not None:
            self.show_wanted.emit(self.page.stacks.spot_of(placement, names[0]))

    def _refresh_choice(self) -> None:
        names = self.chosen_pieces()
        known = self.document.module.pieces_by_id()
        one = known.get(names[0]) if len(names) == 1 else None
        placement = self._placement(one.id) if one is not None else None
        self.lost.blockSignals(True)
        self.lost.setRange(0, max(0, one.steps - 1) if one else 0)
        self.lost.setValue(placement.lost.get(one.id, 0) if placement and one else 0)
        self.lost.setEnabled(placement is not None and one is not None and one.steps > 1)
        self.lost.blockSignals(False)
        self.buttons["place"].setEnabled(bool(names))
        self.buttons["off"].setEnabled(bool(names))
        self.buttons["form"].setEnabled(placement is not None)

    def _placement(self, name: str) -> PlacementDef | None:
        found = (p for _, p in self.page.stacks.placements(self.page.scenario) if name in p.pieces)
        return next(found, None)

    # --- acts ----------------------------------------------------------------------------------------

    def _set_lost(self, count: int) -> None:
        names = self.chosen_pieces()
        if len(names) == 1:
            scenario, name = self.page.scenario, names[0]
            self.document.edit(
                lambda m: set_lost_steps(m, scenario, name, count),
                f"{name} has lost {counted(count, 'step')}",
            )

    def open_placement(self) -> None:
        """Shows the placement of the chosen counter in the inspector."""
        names = self.chosen_pieces()
        for path in self.paths(names[0], "setup") if names else ():
            self.chosen.emit((path,))
            return

    def paths(self, name: str, kind: str) -> list[Path]:
        """The placements of a counter in the scenario on show, or its entries of the schedule."""
        scenario = self.page.scenario
        uses = uses_of(self.document.module, name)
        return [
            use.path for use in uses if use.kind == kind and (kind == "schedule" or use.where == scenario)
        ]

    def free_placement(self, name: str) -> Path:
        """The path of the placement that leaves a counter a choice of places; empty if it has none."""
        found = (path for path in self.paths(name, "setup") if is_free(value_at(self.document.module, path)))
        return next(found, ())

    def ask_default(self, name: str) -> None:
        """Asks on the map where a counter stands if nobody chooses; its choice is drawn there."""
        path = self.free_placement(name)
        self.page.show_areas((path,))
        words = f"Where {name} stands if nobody chooses"
        self.document.told.emit(f"{words}: click a hex of its choice on the map. Esc gives up.", "hint")
        self.page.view.setFocus()
        self.page.ask_place(words, partial(self.set_default, name))

    def set_default(self, name: str, spot: str) -> None:
        """Says where a counter stands if nobody chooses."""
        path = self.free_placement(name)
        if path:
            words = f"{name} stands in {spot} if nobody chooses"
            self.document.edit(lambda m: set_default_place(m, path, name, spot), words)

    def take_off(self) -> None:
        """Takes the chosen counters out of the set-up."""
        if self.chosen_pieces():
            self.page.take_off(self.chosen_pieces())

    def drop_on(self, goal: str, names: tuple[str, ...]) -> None:
        """Counters were dropped on a line."""
        if goal in ("dead", "gone"):
            self.page.list_as(names, goal)
        elif goal.startswith("box:"):
            self.page.place(names, WhereDef(at=goal.removeprefix("box:")))

    def place_wanted(self, name: str) -> None:
        """Somebody double-clicked a counter: it goes to the chosen hex of the map."""
        if name and self.page.selected:
            self.page.place((name,), WhereDef(at=self.page.selected[0]))

    def _place_typed(self) -> None:
        names = self.chosen_pieces()
        if not names:
            self.document.refused.emit("Choose counters first.")
            return
        text = self.where.text().strip()
        known = self.sources.place_from(text)
        try:
            where = {"at": known} if known in self._known() else where_typed(text)
        except EditRefused as refused:
            self.document.refused.emit(sentence(str(refused)))
            return
        self.page.place_as(names, where)

    def _known(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.sources.choices("places"))

    def _take_other(self) -> None:
        other, scenario = self.from_other.currentData(), self.page.scenario
        self.from_other.setCurrentIndex(0)
        if other == SAVED:
            self.saved_game_wanted.emit()
        elif other:
            self.document.edit(lambda m: setup_from(m, scenario, other), f"set-up of {other}")

    def _show_menu(self, at: QPoint) -> None:
        menu = self.menu_for_choice()
        if menu.actions():
            menu.exec(at)
        menu.deleteLater()

    def menu_for_choice(self) -> QMenu:
        """What can be done with the chosen counters."""
        return OrderMenu(self).made()


def _refill(box: QComboBox, items: list[tuple[str, str]]) -> None:
    known = [(box.itemData(n), box.itemText(n)) for n in range(box.count())]
    if known == items:
        return
    kept = box.currentData()
    box.clear()
    for value, words in items:
        box.addItem(words, value)
    box.setCurrentIndex(max(0, box.findData(kept)))
