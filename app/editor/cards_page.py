"""The page of cards and decks: decks as chips, their cards as a table, the chosen card with its face."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.editor.card_acts import OWN_ORDER, CardActs
from app.editor.card_rows import COLUMNS, WIDTH
from app.editor.counter_delegate import CounterDelegate
from app.editor.document import EditorDocument
from app.editor.fields.field import small_button
from app.editor.module_sources import ModuleSources
from app.editor.named_rows import Act, add_buttons, add_menu
from app.graphics.card_cache import card_height
from app.player.figures import counted
from app.theme.current import scaled
from app.widgets.flow import FlowLayout
from app.widgets.labels import label
from engine.definition.card import CardDef
from engine.definition.module import ModuleDef
from engine.editing import Touched
from engine.editing import cards as edits
from engine.editing.searching import Path as ModulePath

_WIDTHS = {"face": 52, "number": 44, "title": 190, "count": 62, "deck": 102, "who": 110, "when": 190,
           "traits": 110, "source": 100}  # fmt: skip


class CardsPage(CardActs):
    """All cards and decks of the module."""

    chosen = Signal(tuple)
    """Paths of the chosen cards, use or deck."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(document, parent)
        self.setProperty("kind", "panel")
        self.count = label("", "second")
        self.buttons: dict[str, QPushButton] = {}
        self.chips: dict[str, QPushButton] = {}
        self._decks: object = None
        self._is_stale = False
        self._lay_out()
        self._connect()
        self._show_decks()
        self._refresh_count()
        self._show_choice()

    # --- building ---------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        view = self.view
        view.set_picture(QSize(WIDTH + 2, card_height(WIDTH) + 2), card_height(WIDTH) + 8)
        view.setAccessibleName("Cards")
        sources = ModuleSources(self.document, self)
        view.setItemDelegate(CounterDelegate(sources, lambda index: COLUMNS[index.column()], view, CardDef))
        for number, name in enumerate(COLUMNS):
            view.setColumnWidth(number, scaled(_WIDTHS.get(name, 90)))
        self.deck_row = FlowLayout(None, scaled(6), scaled(6))
        top = QHBoxLayout()
        top.addWidget(self.search, 1)
        top.addWidget(self.count)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.side)
        area.setFixedWidth(scaled(330))
        body = QHBoxLayout()
        body.setSpacing(scaled(12))
        body.addWidget(view, 1)
        body.addWidget(area)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(12), scaled(10), scaled(12), scaled(10))
        column.setSpacing(scaled(8))
        column.addLayout(self.deck_row)
        column.addLayout(top)
        column.addLayout(self._bar())
        column.addLayout(body, 1)

    def _bar(self) -> FlowLayout:
        bar = FlowLayout(None, scaled(6), scaled(6))
        acts: tuple[Act, ...] = (
            ("new", "New", "plus", self.add),
            ("duplicate", "Duplicate", "copy", self.duplicate),
            ("delete", "Delete", "minus", self.delete),
        )
        self.buttons |= add_buttons(bar, acts)
        for key, words, by in (("up", "Move up", -1), ("down", "Move down", 1)):
            button = self.buttons[key] = small_button(key, words)
            button.clicked.connect(partial(self._shift_by_button, by))
            bar.addWidget(button)
        tables: tuple[Act, ...] = (
            ("import", "CSV in…", "import", self._read_csv),
            ("export", "CSV out…", "export", self._write_csv),
        )
        pictures: tuple[Act, ...] = (
            ("pictures", "Front pictures…", "import", partial(self.choose_pictures, "front")),
        )
        self.acts = add_menu(bar, "CSV", "export", tables)
        self.buttons |= add_buttons(bar, pictures)
        self.buttons["pictures"].setToolTip("Several pictures go to the chosen cards in their order")
        return bar

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _words: self._filter())
        self.view.selectionModel().selectionChanged.connect(lambda *_: self._show_choice())
        self.view.horizontalHeader().sortIndicatorChanged.connect(lambda *_: self._show_steps())
        self.view.let_move()
        self.view.stepped.connect(self.shift)
        self.view.dropped.connect(self.move_before)
        self.document.changed.connect(self._follow)
        self.side.chosen.connect(self.chosen)
        self.side.picture_wanted.connect(self.choose_pictures)
        self.side.pictures_off_wanted.connect(self.take_pictures_off)
        for keys, act in (("Del", self.delete), ("Ctrl+J", self.duplicate)):
            shortcut = QShortcut(QKeySequence(keys), self.view)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)

    # --- decks ------------------------------------------------------------------------------------

    def _show_decks(self) -> None:
        """One chip a deck with the number of its cards; made anew when they differ."""
        module = self.document.module
        counts = {deck.id: 0 for deck in module.decks}
        for card in module.cards:
            counts[card.deck] = counts.get(card.deck, 0) + card.count
        wanted = [("", "All decks", sum(counts.values()))]
        wanted += [(deck.id, deck.title, counts[deck.id]) for deck in module.decks]
        if self._decks == wanted:
            return
        self._decks = wanted
        while (item := self.deck_row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.chips = {}
        for name, title, number in wanted:
            chip = QPushButton(f"{title}  {number}")
            chip.setProperty("kind", "chip")
            chip.setCheckable(True)
            chip.setChecked(name == self.filter.deck)
            chip.clicked.connect(partial(self.show_deck, name))
            self.chips[name] = chip
            self.deck_row.addWidget(chip)
        acts: tuple[Act, ...] = (
            ("deck", "New deck", "plus", self.add_deck),
            ("deck-delete", "Delete deck", "minus", self.delete_deck),
            ("deck-back", "Back of the deck…", "import", partial(self.choose_pictures, "deck")),
        )
        self.buttons |= add_buttons(self.deck_row, acts, "chip")
        self._show_deck_acts()

    def _show_deck_acts(self) -> None:
        """A deck is acted on when it is clear which: one is on show, or there is no other."""
        is_clear = bool(self.filter.deck) or len(self.document.module.decks) == 1
        for key in ("deck-delete", "deck-back"):
            self.buttons[key].setEnabled(is_clear)
            self.buttons[key].setToolTip("" if is_clear else "Choose a deck first")

    def show_deck(self, name: str, _on: object = None) -> None:
        """Shows the cards of one deck, or all; the deck itself comes into the inspector."""
        self._catch_up()
        self._filter(name)
        decks = [deck.id for deck in self.document.module.decks]
        if name in decks:
            self.chosen.emit((("decks", decks.index(name)),))

    def add_deck(self) -> str:
        """Adds a deck and shows it."""
        made: list[str] = []

        def edit(module: ModuleDef) -> ModuleDef:
            new, name = edits.add_deck(module)
            made.append(name)
            return new

        if self.document.edit(edit, "add a deck"):
            self.show_deck(made[-1])
        return made[-1] if made else ""

    def delete_deck(self) -> None:
        """Deletes the deck on show, or the only one, with its cards."""
        name = self.deck if self.buttons["deck-delete"].isEnabled() else ""
        if name and self.document.edit(lambda m: edits.delete_deck(m, name), f"delete deck {name}"):
            self._filter("")

    # --- the choice -------------------------------------------------------------------------------

    def _filter(self, deck: str | None = None) -> None:
        self.filter.show_only(self.search.text(), self.filter.deck if deck is None else deck)
        for name, chip in self.chips.items():
            chip.setChecked(name == self.filter.deck)
        self._show_deck_acts()
        self._refresh_count()

    def _refresh_count(self) -> None:
        shown, whole = self.filter.rowCount(), len(self.rows.cards)
        words = counted(whole, "card")
        self.count.setText(words if shown == whole else f"{shown} of {words}")

    def _follow(self, touched: Touched) -> None:
        parts = {"cards", "decks"}
        if self.document.module.cards:
            parts |= {"sides", "sequence", "tracks", "pieces", "boxes"}
        if touched.parts & parts:
            self._is_stale = True
            if self.isVisible():
                self._catch_up()

    def showEvent(self, event: QShowEvent) -> None:
        self._catch_up()
        super().showEvent(event)
        if not self.view.selected():
            QTimer.singleShot(0, self, self._choose_first)

    def _choose_first(self) -> None:
        """Somebody chose nothing yet: the first card on show stands beside the list."""
        if self.isVisible() and not self.view.selected() and self.filter.rowCount():
            first = self.filter.mapToSource(self.filter.index(0, 0)).row()
            self.view.choose((self.rows.cards[first].id,))

    def _catch_up(self) -> None:
        """Shows the cards as they are now, if anything changed while the page was out of sight."""
        if not self._is_stale:
            return
        self._is_stale = False
        kept = self.view.selected()
        self.rows.reload()
        self._show_decks()
        if self.filter.deck not in {"", *(deck.id for deck in self.document.module.decks)}:
            self._filter("")
        self.view.choose(kept)
        self._refresh_count()
        self._show_choice(tell=False)

    def chosen_paths(self) -> tuple[ModulePath, ...]:
        """Paths of the chosen cards; without any, that of the deck on show."""
        module = self.document.module
        at = {card.id: n for n, card in enumerate(module.cards)}
        found = tuple(("cards", at[name]) for name in self.selected() if name in at)
        decks = [deck.id for deck in module.decks]
        if not found and self.filter.deck in decks:
            return (("decks", decks.index(self.filter.deck)),)
        return found

    def _show_choice(self, *, tell: bool = True) -> None:
        names = self.selected()
        at = {card.id: n for n, card in enumerate(self.rows.cards)}
        for button in ("duplicate", "delete"):
            self.buttons[button].setEnabled(bool(names))
        self._show_steps()
        card = self.rows.cards[at[names[0]]] if names else None
        self.side.show_card(card, self.rows.faces, len(names) - 1)
        if tell and names:
            self.chosen.emit(tuple(("cards", at[name]) for name in names))

    def _show_steps(self) -> None:
        """Cards step up and down in their own order, which is that of the deck and of printed sheets."""
        for key, by, words in (("up", -1, "Move up (Alt+Up)"), ("down", 1, "Move down (Alt+Down)")):
            self.buttons[key].setEnabled(self.view.place_of_step(by) is not None)
            self.buttons[key].setToolTip(words if self.view.is_in_order else OWN_ORDER)
