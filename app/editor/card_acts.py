"""What the page of cards does to the cards chosen in its table: edits, their order, pictures, CSV."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.editor.art_import import ArtImport
from app.editor.card_rows import CardFilter, CardRows
from app.editor.card_side import CardSide
from app.editor.csv_dialog import CsvDialog
from app.editor.csv_files import read_table, write_table
from app.editor.document import EditorDocument
from app.editor.named_rows import NamedRows
from app.player.figures import counted
from app.widgets.search_box import SearchBox
from engine.definition.module import ModuleDef
from engine.editing import cards as edits
from engine.editing.card_tables import cards_from_csv, cards_to_csv
from engine.editing.csv_text import TableImport, read_both

_PICTURES = "Pictures (*.png *.jpg *.jpeg *.webp *.tif *.tiff)"
OWN_ORDER = "Sort by the first column to move cards"


class CardActs(QWidget):
    """A table of cards and everything that can be done to those chosen in it."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.art = ArtImport(document, self)
        self.rows = CardRows(document)
        self.filter = CardFilter(self.rows)
        self.rows.selected = self.selected
        self.view = NamedRows(self.filter, lambda: [card.id for card in self.rows.cards])
        self.search = SearchBox("Filter cards by their words")
        self.side = CardSide(document)

    def _catch_up(self) -> None:
        """Shows the cards as they are now, if anything changed while the page was out of sight."""
        raise NotImplementedError

    def selected(self) -> tuple[str, ...]:
        """Ids of the chosen cards in the order of the table."""
        self._catch_up()
        return self.view.selected()

    def choose(self, names: tuple[str, ...]) -> None:
        """Chooses cards by id, and brings the first into sight."""
        self._catch_up()
        self.view.choose(names)

    @property
    def deck(self) -> str:
        """The deck on show; of all, that of the chosen card or the first."""
        decks = [deck.id for deck in self.document.module.decks]
        if self.filter.deck in decks:
            return self.filter.deck
        if self.side.card is not None and self.side.card.deck in decks:
            return self.side.card.deck
        return decks[0] if decks else ""

    # --- cards ------------------------------------------------------------------------------------

    def add(self) -> str:
        """Adds a card to the deck on show and chooses it."""
        made: list[str] = []
        deck = self.deck

        def edit(module: ModuleDef) -> ModuleDef:
            new, name = edits.add_card(module, deck)
            made.append(name)
            return new

        if self.document.edit(edit, "add a card"):
            self.search.clear()
            self.choose((made[-1],))
        return made[-1] if made else ""

    def duplicate(self) -> None:
        """Copies the chosen cards and numbers them on."""
        names, before = self.selected(), {card.id for card in self.rows.cards}
        words = f"duplicate {self._card_words(names)}" if names else ""
        if names and self.document.edit(lambda m: edits.duplicate_cards(m, names), words):
            self.choose(tuple(card.id for card in self.rows.cards if card.id not in before))
        self.view.setFocus()

    def delete(self) -> None:
        """Deletes the chosen cards."""
        names = self.selected()
        if names:
            self.document.edit(lambda m: edits.delete_cards(m, names), f"delete {self._card_words(names)}")
            self.view.setFocus()

    def _shift_by_button(self, by: int, _on: object = None) -> None:
        self.shift(by)

    def shift(self, by: int) -> None:
        """Moves the chosen cards up or down past the next card on show."""
        place = self.view.place_of_step(by)
        if place is not None:
            self.move_before(place)
        elif not self.view.is_in_order:
            self.document.told.emit(f"{OWN_ORDER}.", "hint")

    def move_before(self, line: int) -> None:
        """Moves the chosen cards before a line of the table, or behind the last one on show."""
        names, count = self.selected(), self.filter.rowCount()
        if not names or not self.view.is_in_order:
            if names:
                self.document.told.emit(f"{OWN_ORDER}.", "hint")
            return
        ids = [card.id for card in self.rows.cards]
        behind = self.filter.mapToSource(self.filter.index(min(line, count - 1), 0)).row()
        behind += line >= count
        before = ids[behind] if behind < len(ids) else ""
        words = f"move {self._card_words(names)}"
        self.document.edit(lambda m: edits.move_cards(m, names, before), words)
        self.view.setFocus()

    def _card_words(self, names: tuple[str, ...]) -> str:
        return names[0] if len(names) == 1 else counted(len(names), "card")

    # --- pictures ---------------------------------------------------------------------------------

    def choose_pictures(self, which: str) -> None:
        """Asks for pictures: of fronts or backs of the chosen cards in their order, or of the deck's back."""
        names, _ = QFileDialog.getOpenFileNames(self, f"Picture of the {which}", "", _PICTURES)
        if names:
            self.take_pictures(which, [Path(name) for name in names])

    def take_pictures(self, which: str, files: list[Path]) -> bool:
        """Takes pictures into the module and gives them away, as one step."""
        cards, deck = self.selected(), self.deck
        if which != "deck" and not cards:
            self.document.told.emit("Choose the cards first; the pictures go to them in their order.", "care")
            return False
        stored = [self.art.kept(file) for file in files]
        if not all(stored):
            return False
        if which == "deck":
            return self.document.edit(
                lambda m: edits.set_deck_fields(m, deck, {"back": stored[0]}), f"back of deck {deck}"
            )
        given = dict(zip(cards, stored if len(stored) > 1 else stored * len(cards), strict=False))
        words = f"{which} picture of {counted(len(given), 'card')}"
        if not self.document.edit(lambda m: edits.set_art(m, given, is_back=which == "back"), words):
            return False
        self._tell_uneven(len(cards), len(stored))
        return True

    def _tell_uneven(self, cards: int, pictures: int) -> None:
        """Says what is over where there were not as many pictures as cards; one picture goes to all."""
        given = counted(min(cards, pictures), "card")
        if 1 < pictures < cards:
            left = counted(cards - pictures, "chosen card")
            told = f"{counted(pictures, 'picture')} for the first {given}; {left} got none."
        elif pictures > cards:
            left = counted(pictures - cards, "picture")
            told = f"{counted(cards, 'card')} chosen: {left} had no card to go to."
        else:
            return
        self.document.told.emit(told, "care")

    def take_pictures_off(self) -> None:
        """Lets the chosen cards be drawn again."""
        names = self.selected()
        if names:
            words = f"drawn faces for {counted(len(names), 'card')}"
            self.document.edit(lambda m: edits.set_card_fields(m, names, {"art": None}), words)

    # --- CSV --------------------------------------------------------------------------------------

    def _write_csv(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Cards as CSV", "cards.csv", "Tables (*.csv)")
        if name:
            self.write_csv(Path(name))

    def write_csv(self, path: Path) -> bool:
        """Writes all cards as a table."""
        words = counted(len(self.rows.cards), "card")
        return write_table(self.document, path, cards_to_csv(self.document.module), words)

    def _read_csv(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Cards from CSV", "", "Tables (*.csv *.txt *.tsv)")
        outcome = self.read_csv(Path(name)) if name else None
        dialog = CsvDialog(outcome, self) if outcome is not None else None
        if dialog is not None and dialog.exec():
            self.take_csv(dialog.outcome)

    def read_csv(self, path: Path) -> TableImport | None:
        """Reads a table and compares it; tells what is wrong with it."""
        return read_table(self.document, path, partial(read_both, read=cards_from_csv))

    def take_csv(self, outcome: TableImport) -> bool:
        """Takes a table as one step."""
        count = len(outcome.differences)
        return self.document.edit(
            lambda _old: outcome.module, f"cards from CSV, {counted(count, 'difference')}"
        )
