"""Fields for an inspector, made from a definition's schema: type, range, choices, references, help.

Each field shows a value and emits `committed` with a new one when the person is done with it: on Enter,
on leaving it, at once for choices. It knows nothing of modules; references come as lists of ids with
titles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QColorDialog,
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from app.theme.current import scaled
from engine.editing.charts import cell_from_text

SEVERAL = "several values"


class FieldKind(StrEnum):
    """How a value is entered."""

    TEXT = "text"
    LONG = "long"
    NUMBER = "number"
    WHOLE = "whole"
    SWITCH = "switch"
    CHOICE = "choice"
    REFERENCE = "reference"
    COLOR = "color"
    WORDS = "words"
    FIGURES = "figures"
    PAIRS = "pairs"
    SETTINGS = "settings"
    LINES = "lines"
    CELL = "cell"
    PARTS = "parts"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSpec:
    """One field of a definition as an inspector sees it."""

    name: str
    kind: FieldKind
    title: str
    help: str = ""
    choices: tuple[str, ...] = ()
    is_optional: bool = False
    low: float | None = None
    high: float | None = None


#: Fields whose text is long enough for several lines.
_LONG = frozenset(("text", "help", "blurb", "description", "note", "reasoning", "path"))
#: Lists of texts that may hold blanks, one to a line.
_LINES = frozenset(("notes", "data_sources", "effects", "also", "fields", "labels", "sides", "spaces"))
#: Fields that name a thing, and the part of the module it is in.
REFERENCES: Mapping[str, str] = {
    "side": "sides", "first_side": "sides", "nation": "nations", "type": "types", "formation": "formations",
    "parent": "formations", "terrain": "terrain", "deck": "decks", "from_box": "boxes", "option": "options",
}  # fmt: skip


def specs_of(model: type[BaseModel]) -> tuple[FieldSpec, ...]:
    """The fields of a definition in their order."""
    return tuple(spec_of(model, name, info) for name, info in model.model_fields.items())


def spec_of(model: type[BaseModel], name: str, info: FieldInfo) -> FieldSpec:
    """One field: how it is entered and what it may hold."""
    bare, optional = _bare(info.annotation)
    low, high = _bounds(info)
    kind = _kind(model, name, bare)
    if low is not None or high is not None:
        span = f"{_plain(low)} to {_plain(high)}" if high is not None else f"{_plain(low)} or more"
    else:
        span = ""
    return FieldSpec(
        name=name,
        kind=kind,
        title=name.replace("_", " ").capitalize(),
        help=" ".join(words for words in (info.description or "", f"({span})" if span else "") if words),
        choices=tuple(map(str, get_args(bare))) if kind is FieldKind.CHOICE else (),
        is_optional=optional,
        low=low,
        high=high,
    )


def _plain(number: float | None) -> str:
    return f"{number:g}" if number is not None else ""


def _bare(annotation: object) -> tuple[Any, bool]:
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        parts = [part for part in get_args(annotation) if part is not NoneType]
        if len(parts) == 1:
            return _bare(parts[0])[0], True
    return annotation, False


def _bounds(info: FieldInfo) -> tuple[float | None, float | None]:
    low = high = None
    for rule in info.metadata:
        low = getattr(rule, "ge", None) if getattr(rule, "ge", None) is not None else low
        high = getattr(rule, "le", None) if getattr(rule, "le", None) is not None else high
    return low, high


def _kind(model: type[BaseModel], name: str, bare: object) -> FieldKind:
    origin = get_origin(bare)
    if origin is Literal:
        return FieldKind.CHOICE
    if bare is bool:
        return FieldKind.SWITCH
    if bare is int:
        return FieldKind.WHOLE
    if bare is float:
        return FieldKind.NUMBER
    if origin is tuple:
        inner = get_args(bare)[0]
        is_text = _bare(inner)[0] is str or get_origin(inner) is Annotated
        if not is_text:
            return FieldKind.PARTS
        return FieldKind.LINES if name in _LINES else FieldKind.WORDS
    if origin is not None and issubclass(origin, Mapping):
        value = _bare(get_args(bare)[1])[0]
        if get_origin(value) in (Union, UnionType):
            return FieldKind.SETTINGS
        known = {float: FieldKind.FIGURES, int: FieldKind.FIGURES, str: FieldKind.PAIRS}
        return known.get(value, FieldKind.PARTS)
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        return FieldKind.PARTS
    if bare is str:
        return _text_kind(model, name)
    return FieldKind.CELL if origin in (Union, UnionType) else FieldKind.PARTS


def _text_kind(model: type[BaseModel], name: str) -> FieldKind:
    if name in REFERENCES or (name == "kind" and model.__name__ in ("HexsideDef", "RouteDef")):
        return FieldKind.REFERENCE
    if name in ("body", "ink") or (name == "color" and model.__name__ == "FormationDef"):
        return FieldKind.COLOR
    return FieldKind.LONG if name in _LONG else FieldKind.TEXT


class Field(QWidget):
    """A field of an inspector."""

    committed = Signal(object)

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec = spec
        self.setToolTip(spec.help)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(scaled(4))

    def show_values(self, values: Sequence[object]) -> None:
        """Shows one value, or that there are several."""
        raise NotImplementedError

    def _ready(self, widget: QWidget) -> None:
        widget.setAccessibleName(self.spec.title)
        widget.setAccessibleDescription(self.spec.help)
        self.row.addWidget(widget, 1)
        self.setFocusProxy(widget)


class TextField(Field):
    """A line of text, also for numbers, words and figures."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.line = QLineEdit()
        self._ready(self.line)
        self._shown = ""
        self.line.editingFinished.connect(self._commit)

    def show_values(self, values: Sequence[object]) -> None:
        texts = list(dict.fromkeys(shown_value(value) for value in values))
        self._shown = texts[0] if len(texts) == 1 else ""
        self.line.setPlaceholderText(SEVERAL if len(texts) > 1 else "")
        if self.line.text() != self._shown:
            self.line.setText(self._shown)
            self.line.setCursorPosition(0)

    def _commit(self) -> None:
        text = self.line.text()
        if text != self._shown:
            self._shown = text
            self.committed.emit(value_from(self.spec, text))


class LongField(Field):
    """Several lines of text, committed on leaving it or Ctrl+Enter."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.box = _LongEdit(self)
        self.box.setFixedHeight(scaled(84))
        self.box.setTabChangesFocus(True)
        self._ready(self.box)
        self._shown = ""

    def show_values(self, values: Sequence[object]) -> None:
        texts = list(dict.fromkeys(self._text(value) for value in values))
        self._shown = texts[0] if len(texts) == 1 else ""
        self.box.setPlaceholderText(SEVERAL if len(texts) > 1 else "")
        if self.box.toPlainText() != self._shown:
            self.box.setPlainText(self._shown)

    def _text(self, value: object) -> str:
        if self.spec.kind is FieldKind.LINES and isinstance(value, tuple):
            return "\n".join(map(str, value))
        return shown_value(value)

    def commit(self) -> None:
        text = self.box.toPlainText()
        if text != self._shown:
            self._shown = text
            self.committed.emit(value_from(self.spec, text))


class _LongEdit(QPlainTextEdit):
    def __init__(self, field: LongField) -> None:
        super().__init__()
        self._field = field

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._field.commit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Return and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._field.commit()
        else:
            super().keyPressEvent(event)


class SwitchField(Field):
    """On or off."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.box = QCheckBox()
        self._ready(self.box)
        self.box.clicked.connect(self.committed.emit)

    def show_values(self, values: Sequence[object]) -> None:
        self.box.setTristate(len(set(map(bool, values))) > 1)
        state = Qt.CheckState.PartiallyChecked
        if not self.box.isTristate():
            state = Qt.CheckState.Checked if values and values[0] else Qt.CheckState.Unchecked
        self.box.setCheckState(state)


class PickerField(Field):
    """One of some values or one of the things of another part, found by typing."""

    def __init__(
        self, spec: FieldSpec, choices: Sequence[tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(spec, parent)
        self.box = QComboBox()
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(8)
        if spec.is_optional:
            self.box.addItem("none", "")
        for value, words in choices:
            self.box.addItem(words, value)
        if len(choices) > 10:
            self.box.setEditable(True)
            self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            completer = self.box.completer()
            if isinstance(completer, QCompleter):
                completer.setFilterMode(Qt.MatchFlag.MatchContains)
                completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self._ready(self.box)
        self.box.activated.connect(self._commit)

    def show_values(self, values: Sequence[object]) -> None:
        known = list(dict.fromkeys(values))
        if len(known) > 1:
            self.box.setCurrentIndex(-1)
            self.box.setPlaceholderText(SEVERAL)
            return
        value = known[0] if known and known[0] is not None else ""
        index = self.box.findData(value)
        if index < 0 and value:
            self.box.addItem(f"{value} (unknown)", value)
            index = self.box.count() - 1
        self.box.setCurrentIndex(index)
        line = self.box.lineEdit() if self.box.isEditable() else None
        if line is not None:
            line.setCursorPosition(0)

    def _commit(self) -> None:
        value = self.box.currentData()
        self.committed.emit(None if value == "" and self.spec.is_optional else value)


class ColorField(Field):
    """A color: its code, a swatch, and the dialog of the system."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.line = QLineEdit()
        self.swatch = QPushButton()
        self.swatch.setFixedWidth(scaled(36))
        self.swatch.setAccessibleName(f"{spec.title}: choose")
        self._ready(self.line)
        self.row.addWidget(self.swatch)
        self._shown = ""
        self.line.editingFinished.connect(self._commit)
        self.swatch.clicked.connect(self._choose)

    def show_values(self, values: Sequence[object]) -> None:
        known = list(dict.fromkeys(values))
        self._shown = str(known[0] or "") if len(known) == 1 else ""
        self.line.setText(self._shown)
        self.line.setPlaceholderText(SEVERAL if len(known) > 1 else "by itself")
        picture = QPixmap(scaled(20), scaled(14))
        picture.fill(QColor(self._shown) if self._shown else Qt.GlobalColor.transparent)
        self.swatch.setIcon(picture)

    def _choose(self) -> None:
        chosen = QColorDialog.getColor(QColor(self._shown or "#d2ab6c"), self, self.spec.title)
        if chosen.isValid():
            self.line.setText(chosen.name())
            self._commit()

    def _commit(self) -> None:
        text = self.line.text().strip().lower()
        if text != self._shown:
            self._shown = text
            self.committed.emit(text or None)


class PartsField(Field):
    """Things within a thing: how many, and a button that opens them."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.button = QPushButton()
        self.button.setProperty("kind", "link")
        self._ready(self.button)
        self.button.clicked.connect(lambda: self.committed.emit(self))

    def show_values(self, values: Sequence[object]) -> None:
        value = values[0] if values else None
        count = len(value) if isinstance(value, (tuple, Mapping)) else int(value is not None)
        self.button.setText(f"{count} entr{'y' if count == 1 else 'ies'}…" if count else "none…")


def shown_value(value: object) -> str:
    """A value as the line of a field."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, Mapping):
        return " ".join(f"{key}={shown_value(item)}" for key, item in value.items())
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)


def value_from(spec: FieldSpec, text: str) -> object:
    """What a person typed as a value; what does not fit is handed on for the definition to refuse."""
    plain = text.strip()
    if spec.kind in (FieldKind.WHOLE, FieldKind.NUMBER):
        if not plain and spec.is_optional:
            return None
        value = cell_from_text(plain)
        return value if value is not None else plain
    if spec.kind is FieldKind.CELL:
        return cell_from_text(plain)
    if spec.kind is FieldKind.WORDS:
        return tuple(plain.replace(",", " ").split())
    if spec.kind is FieldKind.LINES:
        return tuple(line.strip() for line in text.splitlines() if line.strip())
    if spec.kind in (FieldKind.FIGURES, FieldKind.PAIRS, FieldKind.SETTINGS):
        pairs = (word.partition("=") for word in plain.replace(",", " ").split())
        if spec.kind is FieldKind.PAIRS:
            return {key: value for key, _, value in pairs}
        return {key: cell_from_text(value) for key, _, value in pairs}
    if not plain and spec.is_optional:
        return None
    return text if spec.kind is FieldKind.LONG else plain


def make_field(spec: FieldSpec, choices: Sequence[tuple[str, str]] = ()) -> Field:
    """The widget for a field; `choices` are the things a reference may name."""
    if spec.kind is FieldKind.SWITCH:
        return SwitchField(spec)
    if spec.kind is FieldKind.CHOICE:
        return PickerField(spec, [(value, value.replace("-", " ")) for value in spec.choices])
    if spec.kind is FieldKind.REFERENCE:
        return PickerField(spec, choices)
    if spec.kind is FieldKind.COLOR:
        return ColorField(spec)
    if spec.kind in (FieldKind.LONG, FieldKind.LINES):
        return LongField(spec)
    if spec.kind is FieldKind.PARTS:
        return PartsField(spec)
    return TextField(spec)
