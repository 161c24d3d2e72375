"""Beside the table of cards: the chosen card front and back, its pictures, its uses, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from app.editor.document import EditorDocument
from app.editor.effect_dialog import EffectDialog
from app.editor.fields.field import small_button
from app.graphics.card_faces import CardFaceMaker, titles_of
from app.theme.current import scaled
from app.widgets.card_view import CardView
from app.widgets.labels import label
from engine.definition.card import CardDef, CardFaceDef
from engine.definition.effects import EffectFault, EffectWord, in_words, understood
from engine.editing import cards as edits
from engine.rules.registry import effect_words

WIDTH = 148
NONE = "No card chosen. Click one in the table to see its face, its uses and what they do."
EMPTY = "There are no cards yet. New makes the first one, and a deck for it."
AT = Qt.ItemDataRole.UserRole


class CardSide(QWidget):
    """The chosen card."""

    chosen = Signal(tuple)
    """The path of the card or of the use that is worked on."""
    picture_wanted = Signal(str)
    """``front``, ``back`` or ``deck``: whose picture is wanted."""
    pictures_off_wanted = Signal()
    place_wanted = Signal(str, object)
    """Words for a place that is to be clicked on the map, and what to call with it."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.card: CardDef | None = None
        self.name = label("", "strong", wraps=True)
        self.front, self.back = CardView(WIDTH), CardView(WIDTH)
        self.uses, self.effects = QListWidget(), QListWidget()
        self.buttons: dict[str, QPushButton] = {}
        self.dialog: EffectDialog | None = None
        self._is_filling = False
        self._lay_out()
        self.uses.currentRowChanged.connect(lambda _row: self._use_chosen())
        self.uses.itemClicked.connect(lambda _item: self._use_chosen())
        self.effects.itemActivated.connect(lambda _item: self.edit_effect())

    # --- building ---------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        faces = QHBoxLayout()
        faces.setSpacing(scaled(8))
        faces.addWidget(self.front)
        faces.addWidget(self.back)
        faces.addStretch(1)
        art = QHBoxLayout()
        art.setSpacing(scaled(6))
        for name, words in (("front", "Front…"), ("back", "Back…"), ("drawn", "Drawn")):
            art.addWidget(self._button(name, words, partial(self._art, name)))
        art.addStretch(1)
        self.buttons["front"].setToolTip("A picture in place of the drawn front")
        self.buttons["back"].setToolTip("A picture in place of the back")
        self.buttons["drawn"].setToolTip("Takes the pictures off: front and back are drawn from the data")
        self.uses.setAccessibleName("Uses of the card")
        self.effects.setAccessibleName("Effects of the use")
        self.uses.setMaximumHeight(scaled(92))
        self.buttons_of_uses = (
            ("use-add", "plus", "Add a use", self.add_use),
            ("use-up", "up", "Move the use up", partial(self.move_use, -1)),
            ("use-down", "down", "Move the use down", partial(self.move_use, 1)),
            ("use-delete", "trash", "Delete the use", self.delete_use),
        )
        self.buttons_of_effects = (
            ("effect-add", "plus", "Add an effect", self.add_effect),
            ("effect-edit", "edit", "Change the effect", self.edit_effect),
            ("effect-up", "up", "Move the effect up", partial(self.move_effect, -1)),
            ("effect-down", "down", "Move the effect down", partial(self.move_effect, 1)),
            ("effect-delete", "trash", "Delete the effect", self.delete_effect),
        )
        self.effects.setMinimumHeight(scaled(84))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, scaled(8), 0)
        column.setSpacing(scaled(6))
        column.addWidget(self.name)
        column.addLayout(faces)
        column.addLayout(art)
        column.addLayout(self._head("Uses", self.buttons_of_uses))
        column.addWidget(self.uses)
        column.addLayout(self._head("Effects", self.buttons_of_effects))
        column.addWidget(self.effects, 1)

    def _button(self, name: str, words: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(words)
        button.clicked.connect(lambda _on=False: act())
        self.buttons[name] = button
        return button

    def _head(self, title: str, acts: tuple[tuple[str, str, str, Callable[[], None]], ...]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(scaled(2))
        row.addWidget(label(title, "second"))
        row.addStretch(1)
        for name, icon, words, act in acts:
            button = small_button(icon, words)
            button.clicked.connect(lambda _on=False, do=act: do())
            self.buttons[name] = button
            row.addWidget(button)
        return row

    # --- showing ----------------------------------------------------------------------------------

    def show_card(self, card: CardDef | None, faces: CardFaceMaker, more: int = 0) -> None:
        """Shows another card, or none; keeps the use that was chosen."""
        same = card is not None and self.card is not None and card.id == self.card.id
        at = self.uses.currentRow() if same else 0
        self.card = card
        self._is_filling = True
        self.front.show_face(faces.front(card) if card else None, f"{card.title}, front" if card else "")
        self.back.show_face(faces.back(card) if card else None, f"{card.title}, back" if card else "")
        none = NONE if self.document.module.cards else EMPTY
        words = none if card is None else card.title + (f" and {more} more" if more else "")
        self.name.setText(words)
        self.uses.clear()
        if card is not None:
            self._list_uses(card)
        self.uses.setCurrentRow(min(max(0, at), self.uses.count() - 1))
        self._is_filling = False
        self._fill_effects()

    def _list_uses(self, card: CardDef) -> None:
        for n, face in enumerate(card.faces):
            owner = next((s.title for s in self.document.module.sides if s.id == face.side), "Anyone")
            item = QListWidgetItem(f"{owner}: {card.headline(face)}")
            item.setData(AT, n)
            self.uses.addItem(item)

    @property
    def use(self) -> CardFaceDef | None:
        """The use that is chosen."""
        row = self.uses.currentRow()
        return self.card.faces[row] if self.card and 0 <= row < len(self.card.faces) else None

    def _use_chosen(self) -> None:
        if self._is_filling:
            return
        self._fill_effects()
        if self.card is not None and self.use is not None:
            at = next(n for n, card in enumerate(self.document.module.cards) if card.id == self.card.id)
            self.chosen.emit((("cards", at, "faces", self.uses.currentRow()),))

    def _fill_effects(self) -> None:
        kept = self.effects.currentRow()
        self.effects.clear()
        effects = self.use.effects if self.use else ()
        words, titles = (self.words(), titles_of(self.document.module)) if effects else ((), {})
        for line in effects:
            item = QListWidgetItem(line)
            item.setData(AT, line)
            try:
                effect = understood(line, words)
                item.setText(in_words(effect, titles) or line)
                item.setToolTip(f"{line}\n{effect.word.help}")
            except EffectFault as fault:
                item.setToolTip(f"{fault.text}; it is read out as a reminder" if words else line)
            self.effects.addItem(item)
        self.effects.setCurrentRow(min(kept, self.effects.count() - 1))
        has_card, has_use = self.card is not None, self.use is not None
        for name, button in self.buttons.items():
            button.setEnabled(has_use if name.startswith("effect") or name == "use-delete" else has_card)
        self.buttons["drawn"].setEnabled(self.card is not None and self.card.art is not None)

    def words(self) -> tuple[EffectWord, ...]:
        """The effect blocks of the module's ruleset."""
        return effect_words(self.document.module.ruleset)

    # --- acts -------------------------------------------------------------------------------------

    def _art(self, which: str) -> None:
        if which == "drawn":
            self.pictures_off_wanted.emit()
        else:
            self.picture_wanted.emit(which)

    def add_use(self) -> None:
        """Adds a use."""
        card = self.card
        if card and self.document.edit(lambda m: edits.add_use(m, card.id), f"add a use to {card.title}"):
            self.uses.setCurrentRow(self.uses.count() - 1)

    def delete_use(self) -> None:
        """Deletes the chosen use."""
        card, at = self.card, self.uses.currentRow()
        if card and at >= 0:
            self.document.edit(lambda m: edits.delete_use(m, card.id, at), f"delete a use of {card.title}")

    def move_use(self, by: int) -> None:
        """Moves the chosen use up or down."""
        card, at = self.card, self.uses.currentRow()
        if card and at >= 0:
            words = f"order of the uses of {card.title}"
            if self.document.edit(lambda m: edits.move_use(m, card.id, at, by), words):
                self.uses.setCurrentRow(max(0, min(self.uses.count() - 1, at + by)))

    def _set_effects(self, effects: tuple[str, ...], words: str) -> bool:
        card, at = self.card, self.uses.currentRow()
        if card is None:
            return False
        changes = {"effects": effects}
        return self.document.edit(lambda m: edits.set_use_fields(m, card.id, at, changes), words)

    def add_effect(self) -> None:
        """Asks for a new effect."""
        self._ask("", self._take_new)

    def edit_effect(self) -> None:
        """Asks for the chosen effect anew."""
        item = self.effects.currentItem()
        if item is not None:
            self._ask(item.data(AT), partial(self._take_changed, self.effects.currentRow()))

    def _ask(self, line: str, take: Callable[[str], None]) -> None:
        words = self.words()
        if not words:
            self.document.told.emit(
                "These rules name no effect blocks; write the effects of the use in the inspector.", "care"
            )
            return
        dialog = EffectDialog(self.document.module, words, line, self)
        dialog.accepted.connect(lambda: take(dialog.line))
        dialog.place_wanted.connect(self._ask_place)
        dialog.finished.connect(self._forget)
        self.dialog = dialog
        dialog.open()

    def _forget(self, _code: int) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None

    def _ask_place(self, words: str, done: Callable[[str], None]) -> None:
        """Gives the map free for a click; the dialog comes back afterwards."""
        if self.dialog is not None:
            self.dialog.setVisible(False)
        self.place_wanted.emit(words, done)

    def end_asking(self) -> None:
        """A place was clicked or given up."""
        if self.dialog is not None:
            self.dialog.open()
            self.dialog.raise_()

    def _take_new(self, line: str) -> None:
        use = self.use
        if use is not None and self._set_effects((*use.effects, line), f"effect {line}"):
            self.effects.setCurrentRow(self.effects.count() - 1)

    def _take_changed(self, at: int, line: str) -> None:
        use = self.use
        if use is not None and 0 <= at < len(use.effects):
            self._set_effects((*use.effects[:at], line, *use.effects[at + 1 :]), f"effect {line}")

    def delete_effect(self) -> None:
        """Deletes the chosen effect."""
        use, at = self.use, self.effects.currentRow()
        if use is not None and at >= 0:
            self._set_effects((*use.effects[:at], *use.effects[at + 1 :]), f"delete effect {use.effects[at]}")

    def move_effect(self, by: int) -> None:
        """Moves the chosen effect up or down."""
        use, at = self.use, self.effects.currentRow()
        if use is None or at < 0 or not 0 <= at + by < len(use.effects):
            return
        lines = list(use.effects)
        lines.insert(at + by, lines.pop(at))
        if self._set_effects(tuple(lines), "order of effects"):
            self.effects.setCurrentRow(at + by)
