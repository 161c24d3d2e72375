"""The table of cards as Qt sees it: one line a card, the face in front, cells edited in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QIcon

from app.editor.document import EditorDocument
from app.editor.fields import shown_value, specs_of, value_from
from app.graphics.card_cache import shared_cards
from app.graphics.card_faces import CardFaceMaker
from engine.definition.card import CardDef
from engine.editing.cards import set_card_fields
from engine.editing.parts import set_item_fields

Index = QModelIndex | QPersistentModelIndex
COLUMNS = ("face", "number", "title", "count", "deck", "who", "when", "traits", "source", "id")
EDITED = frozenset(("number", "title", "count", "deck", "traits", "source", "id"))
TITLES = {"face": "", "number": "No.", "count": "Copies", "who": "Who may play", "when": "When"}
WIDTH = 32
SORT = Qt.ItemDataRole.UserRole + 1


class CardRows(QAbstractTableModel):
    """The cards of a document."""

    def __init__(self, document: EditorDocument) -> None:
        super().__init__(document)
        self.document = document
        self.cards: tuple[CardDef, ...] = ()
        self.faces = CardFaceMaker(document.module, document.path)
        self.selected: Callable[[], Sequence[str]] = tuple
        self._specs = {spec.name: spec for spec in specs_of(CardDef)}
        self.reload()

    def reload(self) -> None:
        """Shows the cards as they are now."""
        module = self.document.module
        self.faces = CardFaceMaker(module, self.document.path)
        if [card.id for card in self.cards] == [card.id for card in module.cards]:
            self.cards = module.cards
            if self.cards:
                self.dataChanged.emit(self.index(0, 0), self.index(len(self.cards) - 1, len(COLUMNS) - 1))
            return
        self.beginResetModel()
        self.cards = module.cards
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.cards)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Vertical:
            return None
        name = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return TITLES.get(name, name.capitalize())
        if role == Qt.ItemDataRole.ToolTipRole and name in self._specs:
            return self._specs[name].help
        if role == Qt.ItemDataRole.TextAlignmentRole and name in ("number", "count"):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        card, column = self.cards[index.row()], COLUMNS[index.column()]
        if column == "face":
            if role == Qt.ItemDataRole.DecorationRole:
                picture = shared_cards().picture(self.faces.front(card), WIDTH)
                icon = QIcon(picture)
                icon.addPixmap(picture, QIcon.Mode.Selected)
                return icon
            return index.row() if role == SORT else None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(card, column)
        if role == Qt.ItemDataRole.EditRole:
            return self._text(card, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._shown(card, column) or None
        if role == SORT:
            value = getattr(card, column, None)
            return value if isinstance(value, int) else self._shown(card, column).lower()
        if role == Qt.ItemDataRole.TextAlignmentRole and column in ("number", "count"):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _shown(self, card: CardDef, column: str) -> str:
        """What a cell shows: the title of the deck, what is typed for all else."""
        text = self._text(card, column)
        if column == "deck":
            return next((deck.title for deck in self.document.module.decks if deck.id == text), text)
        return text

    def _text(self, card: CardDef, column: str) -> str:
        if column == "who":
            titles = {side.id: side.short for side in self.document.module.sides}
            return ", ".join(dict.fromkeys(titles.get(face.side or "", "anyone") for face in card.faces))
        if column == "when":
            return ", ".join(dict.fromkeys(half.when for half in self.faces.front(card).halves if half.when))
        return shown_value(getattr(card, column))

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if not index.isValid():
            return flags | Qt.ItemFlag.ItemIsDropEnabled
        flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags | Qt.ItemFlag.ItemIsEditable if COLUMNS[index.column()] in EDITED else flags

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Takes what was typed; when several lines are chosen and this is one of them, for all of them."""
        card, column = self.cards[index.row()], COLUMNS[index.column()]
        if role != Qt.ItemDataRole.EditRole or str(value) == self._text(card, column):
            return False
        chosen = list(self.selected())
        alone = column in ("id", "title", "number") or card.id not in chosen
        return self.set_fields([card.id] if alone else chosen, column, str(value))

    def set_fields(self, names: Sequence[str], column: str, text: str) -> bool:
        """Gives cards what was typed in a column, as one step."""
        new = value_from(self._specs[column], text)
        words = f"{column} of {names[0] if len(names) == 1 else f'{len(names)} cards'}"
        if column == "id":
            at = next(n for n, card in enumerate(self.cards) if card.id == names[0])
            return self.document.edit(lambda m: set_item_fields(m, "cards", at, {"id": new}), words)
        return self.document.edit(lambda m: set_card_fields(m, names, {column: new}), words)


class CardFilter(QSortFilterProxyModel):
    """Sorts, and shows only the cards of one deck that hold all the words typed."""

    def __init__(self, rows: CardRows) -> None:
        super().__init__(rows)
        self.rows = rows
        self.deck = ""
        self._words: tuple[str, ...] = ()
        self.setSourceModel(rows)
        self.setSortRole(SORT)

    def show_only(self, words: str, deck: str) -> None:
        """Filters by words anywhere on the card, and by deck."""
        self._words, self.deck = tuple(words.lower().split()), deck
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        card = self.rows.cards[row]
        if self.deck and card.deck != self.deck:
            return False
        faces = (word for face in card.faces for word in (face.title, face.text, face.when, *face.effects))
        whole = " ".join((card.id, card.title, card.note, *card.traits, *faces)).lower()
        return all(word in whole for word in self._words)

    def lessThan(self, left: Index, right: Index) -> bool:
        a, b = left.data(SORT), right.data(SORT)
        if isinstance(a, str) != isinstance(b, str):
            return not isinstance(a, str)
        return bool(a < b)
