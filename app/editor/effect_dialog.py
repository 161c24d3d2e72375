"""Putting an effect block together: a word out of the ruleset's list, then what it wants, with pickers.

What comes out is one line of the card's effects, shown in words while it is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.editor.fields.field import small_button
from app.editor.fields.pickers import picker_box, show_choice
from app.graphics.card_faces import titles_of
from app.theme.current import scaled
from app.widgets.choice_box import ChoiceBox
from app.widgets.labels import label
from engine.definition.effects import Argument, EffectFault, EffectWord, Wanted, in_words, understood
from engine.definition.module import ModuleDef

_EXAMPLES: Mapping[Argument, str] = {
    Argument.COUNT: "1", Argument.CHANGE: "+1", Argument.DICE: "1d6", Argument.MARK: "dug-in",
    Argument.PLACE: "a hex or box", Argument.WORD: "", Argument.TEXT: "",
}  # fmt: skip


def choices_for(module: ModuleDef, kind: Argument) -> list[tuple[object, str]] | None:
    """What an argument can be, with titles; None where it is typed."""
    match kind:
        case Argument.DECK:
            return [(deck.id, deck.title) for deck in module.decks]
        case Argument.TRACK:
            return [(track.id, track.title) for track in module.tracks]
        case Argument.PIECE:
            return [(piece.id, piece.name) for piece in module.pieces if not piece.template]
        case Argument.TEMPLATE:
            return [(piece.id, piece.name) for piece in module.pieces if piece.template]
        case Argument.SIDE:
            return [("mine", "who plays the card"), *((side.id, side.title) for side in module.sides)]
        case Argument.WHOSE:
            return [("mine", "who plays the card"), ("theirs", "the other side")]
        case _:
            return None


def places_of(module: ModuleDef) -> Iterator[str]:
    """Ids of boxes and of hexes with a name, offered where a place is wanted; any other hex can be typed."""
    yield from (box.id for box in module.boxes)
    yield from (place.hex for board in module.boards for place in board.places)


class EffectDialog(QDialog):
    """One effect block."""

    place_wanted = Signal(str, object)
    """Words for a place that is to be clicked on the map, and what to call with it."""

    def __init__(
        self, module: ModuleDef, words: Sequence[EffectWord], line: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.module, self.words = module, tuple(words)
        self.setWindowTitle("Effect")
        self.word = ChoiceBox()
        self.word.setAccessibleName("Effect")
        for word in self.words:
            self.word.addItem(word.title, word.word)
        self.help = label("", "second", wraps=True)
        self.told = label("", "strong", wraps=True)
        self.inputs: dict[str, QComboBox | QLineEdit] = {}
        self.form = QFormLayout()
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(scaled(8))
        for widget in (self.word, self.help):
            column.addWidget(widget)
        column.addLayout(self.form)
        column.addWidget(self.told)
        column.addStretch(1)
        column.addWidget(self.buttons)
        self.resize(scaled(440), scaled(300))
        self.word.currentIndexChanged.connect(lambda _n: self._build({}))
        self._begin(line)

    def _begin(self, line: str) -> None:
        try:
            effect = understood(line, self.words) if line else None
        except EffectFault:
            effect = None
        if effect is None:
            self._build({})
            return
        self.word.blockSignals(True)
        self.word.setCurrentIndex(self.words.index(effect.word))
        self.word.blockSignals(False)
        self._build(effect.values)

    @property
    def chosen(self) -> EffectWord:
        """The word chosen."""
        return self.words[max(0, self.word.currentIndex())]

    @property
    def line(self) -> str:
        """The block as it is now."""
        return self.chosen.line({name: _read(widget) for name, widget in self.inputs.items()})

    def _build(self, values: Mapping[str, str]) -> None:
        while self.form.rowCount():
            self.form.removeRow(0)
        self.inputs = {}
        self.help.setText(self.chosen.help)
        for one in self.chosen.wanted:
            widget = self._input(one, values.get(one.name, ""))
            widget.setAccessibleName(one.name)
            self.inputs[one.name] = widget
            self.form.addRow(one.name.capitalize(), self._with_pick(one, widget))
        self._tell()

    def _with_pick(self, one: Wanted, widget: QComboBox | QLineEdit) -> QWidget:
        """The input of a place with a button to click the place on the map; any other as it is."""
        if one.kind is not Argument.PLACE or not isinstance(widget, QLineEdit):
            return widget
        title = one.name.capitalize()
        pick = small_button("target", f"{title}: click it on the map")
        pick.clicked.connect(lambda: self.place_wanted.emit(title, widget.setText))
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(scaled(4))
        row.addWidget(widget, 1)
        row.addWidget(pick)
        whole.setFocusProxy(widget)
        return whole

    def _input(self, one: Wanted, value: str) -> QComboBox | QLineEdit:
        choices = choices_for(self.module, one.kind)
        if choices is not None:
            box = picker_box(choices, is_optional=one.is_optional)
            if value:
                show_choice(box, value)
            box.currentIndexChanged.connect(lambda _n: self._tell())
            return box
        field = QLineEdit(value)
        field.setPlaceholderText(_EXAMPLES.get(one.kind, ""))
        if one.kind is Argument.PLACE:
            completer = QCompleter(list(places_of(self.module)), field)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            field.setCompleter(completer)
        if not value and one.kind in (Argument.COUNT, Argument.DICE, Argument.CHANGE):
            field.setText(_EXAMPLES[one.kind])
        field.textChanged.connect(lambda _t: self._tell())
        return field

    def _tell(self) -> None:
        """The block in words, or what it still wants."""
        fault, words, tone = "", "", "strong"
        try:
            words = in_words(understood(self.line, self.words), titles_of(self.module))
        except EffectFault as wrong:
            is_open = any(
                not one.is_optional and not _read(self.inputs[one.name]) for one in self.chosen.wanted
            )
            tone = "second" if is_open else "bad"
            fault = wrong.text if is_open or not wrong.hint else f"{wrong.text}: {wrong.hint}"
        self.told.setText(fault or words or self.line)
        self.told.setProperty("tone", tone)
        self.told.style().polish(self.told)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not fault)


def _read(widget: QComboBox | QLineEdit) -> str:
    if isinstance(widget, QLineEdit):
        return widget.text().strip()
    return str(widget.currentData() or "")
