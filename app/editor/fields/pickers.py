"""Fields that choose: a switch, one of some values, one of the things of another part, a place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QCompleter, QLineEdit, QWidget

from app.editor.fields.field import SEVERAL, Field, small_button
from app.editor.fields.refused import RefusedText
from app.editor.fields.schema import FieldSpec
from app.editor.fields.sources import Sources
from app.widgets.choice_box import ChoiceBox

MANY = 10
"""Longer lists can be typed into."""
LONG = 400
"""Longer lists are filled when they are needed."""


class SwitchField(Field):
    """On or off."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.box = QCheckBox()
        self._ready(self.box)
        self.box.clicked.connect(self._commit)

    def show_values(self, values: Sequence[object]) -> None:
        self.box.setTristate(len(set(map(bool, values))) > 1)
        state = Qt.CheckState.PartiallyChecked
        if not self.box.isTristate():
            state = Qt.CheckState.Checked if values and values[0] else Qt.CheckState.Unchecked
        self.box.setCheckState(state)

    def _commit(self, _on: object = None) -> None:
        self.committed.emit(self.box.isChecked())


class PickerField(Field):
    """One of some values or one of the things of another part, found by typing."""

    def __init__(
        self, spec: FieldSpec, choices: Sequence[tuple[object, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(spec, parent)
        self.box = picker_box(choices, is_optional=spec.is_optional)
        self._ready(self.box)
        self.box.activated.connect(self._commit)

    def show_values(self, values: Sequence[object]) -> None:
        known = list(dict.fromkeys(values))
        if len(known) > 1:
            self.box.setCurrentIndex(-1)
            self.box.setPlaceholderText(SEVERAL)
            return
        show_choice(self.box, known[0] if known else None)

    def _commit(self) -> None:
        value = self.box.currentData()
        self.committed.emit(None if value == "" and self.spec.is_optional else value)


def picker_box(choices: Sequence[tuple[object, str]], *, is_optional: bool = False) -> QComboBox:
    """A list to choose from, found by typing when it is long; a very long one is filled late."""
    whole = [("", "none"), *choices] if is_optional else list(choices)
    box = LazyBox(whole) if len(choices) > LONG else ChoiceBox()
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(8)
    if not isinstance(box, LazyBox):
        for value, words in whole:
            box.addItem(words, value)
    if len(choices) > MANY:
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        find_by_typing(box)
    return box


class LazyBox(ChoiceBox):
    """A long list that is filled when somebody first comes to it; until then it holds what is chosen."""

    def __init__(self, choices: Sequence[tuple[object, str]]) -> None:
        super().__init__()
        self._waiting: Sequence[tuple[object, str]] = choices
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)

    def hold(self, value: object) -> None:
        """Makes sure that a value of the list can be found, if it is one."""
        if self._waiting and self.findData(value) < 0:
            words = next((words for known, words in self._waiting if known == value), None)
            if words is not None:
                self.clear()
                self.addItem(words, value)

    def fill(self) -> None:
        """Puts the choices in, once; what was chosen or typed stays."""
        if not self._waiting:
            return
        held, text, choices = self.currentData(), self.currentText(), self._waiting
        self._waiting = ()
        self.clear()
        for value, words in choices:
            self.addItem(words, value)
        if held is not None and self.findData(held) < 0:
            self.addItem(text, held)
        find_by_typing(self)
        self.setCurrentIndex(self.findData(held) if held is not None else -1)
        if held is None:
            self.setEditText(text)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.fill()
        super().focusInEvent(event)

    def showPopup(self) -> None:
        self.fill()
        super().showPopup()


def find_by_typing(box: QComboBox) -> None:
    """Lets any part of a name find it."""
    completer = box.completer()
    if isinstance(completer, QCompleter):
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)


def typed_match(box: QComboBox) -> int:
    """The one line of a list that has the typed text in it; -1 for none, and several are shown to choose
    from. A line typed in full is no match: the list takes it by itself.
    """
    if isinstance(box, LazyBox):
        box.fill()
    text = box.currentText().strip()
    if not text or box.findText(text, Qt.MatchFlag.MatchFixedString) >= 0:
        return -1
    found = [n for n in range(box.count()) if text.lower() in box.itemText(n).lower()]
    completer = box.completer()
    if len(found) > 1 and completer is not None:
        completer.complete()
    return found[0] if len(found) == 1 else -1


def adding_box(choices: Sequence[tuple[object, str]], hint: str) -> QComboBox:
    """A list to add from, with nothing chosen; other words can be typed."""
    box = LazyBox(choices) if len(choices) > LONG else picker_box(choices)
    box.setEditable(True)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    find_by_typing(box)
    box.setCurrentIndex(-1)
    line = box.lineEdit()
    if line is not None:
        line.setPlaceholderText(hint)
    return box


def offer(box: QComboBox, choices: Sequence[tuple[object, str]]) -> None:
    """Offers other things in a list to add from, with nothing chosen."""
    box.clear()
    for value, words in choices:
        box.addItem(words, value)
    box.setCurrentIndex(-1)


def show_choice(box: QComboBox, value: object) -> None:
    """Shows a value, an unknown one as such."""
    shown = "" if value is None else value
    if isinstance(box, LazyBox):
        box.hold(shown)
    index = box.findData(shown)
    if index < 0 and shown != "":
        box.addItem(f"{shown} (unknown)", shown)
        index = box.count() - 1
    box.setCurrentIndex(index)
    line = box.lineEdit() if box.isEditable() else None
    if line is not None:
        line.setCursorPosition(0)


class AssetField(Field):
    """A picture of the module: its name inside it, or a file to be taken in."""

    def __init__(self, spec: FieldSpec, sources: Sources, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.line = QLineEdit()
        self._ready(self.line)
        self.choose = small_button("folder", f"{spec.title}: choose a picture")
        self.row.addWidget(self.choose)
        self._shown = ""
        self.line.editingFinished.connect(lambda: self._hand_on(self.line.text().strip()))
        self.choose.clicked.connect(lambda: sources.ask_picture(self._hand_on))

    def show_values(self, values: Sequence[object]) -> None:
        known = list(dict.fromkeys(str(value or "") for value in values))
        self._shown = known[0] if len(known) == 1 else ""
        self.line.setPlaceholderText(SEVERAL if len(known) > 1 else "none")
        self.line.setText(self._shown)

    def _hand_on(self, name: str) -> None:
        if name != self._shown:
            self.committed.emit(name or (None if self.spec.is_optional else ""))


class PlaceField(Field):
    """A hex or box: typed by id or name, or clicked on the map."""

    def __init__(self, spec: FieldSpec, sources: Sources, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.sources = sources
        self.line = QLineEdit()
        completer = QCompleter([words for _, words in sources.choices("places")], self.line)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(12)
        self.line.setCompleter(completer)
        self._ready(self.line)
        self.pick = small_button("target", f"{spec.title}: click it on the map")
        self.row.addWidget(self.pick)
        self._shown = ""
        self._value = ""
        self.held = RefusedText(self.line)
        self.held.given_up.connect(self._see)
        self.line.editingFinished.connect(self._commit)
        self.pick.clicked.connect(self._ask)

    def show_values(self, values: Sequence[object]) -> None:
        known = list(dict.fromkeys(str(value or "") for value in values))
        self.line.setPlaceholderText(SEVERAL if len(known) > 1 else "hex, box or name")
        self._value = self.sources.title(known[0]) if len(known) == 1 and known[0] else ""
        self.held.show_value(self._value)
        self._see()
        self.line.setCursorPosition(0)

    def _see(self) -> None:
        """Only what is typed from now on is handed on."""
        self._shown = self.held.text()

    def keep_refused(self) -> None:
        if self.line.text() != self._value:
            self.held.hold()

    def forget_refused(self) -> None:
        self.held.forget()

    def _commit(self) -> None:
        if self.line.text() != self._shown:
            self._shown = self.line.text()
            self.held.release()
            self._hand_on(self.sources.place_from(self._shown))

    def _hand_on(self, place: str) -> None:
        self.committed.emit(place or (None if self.spec.is_optional else ""))

    def _ask(self) -> None:
        self.sources.ask_place(self.spec.title, self._hand_on)
