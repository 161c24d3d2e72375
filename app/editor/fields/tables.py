"""Fields that are tables of names and values: control, resources, options, tracks, lost steps, conditions.

Each line has a name chosen from what there is and a value of the right kind; nothing has to be typed as
`name=value`. The whole table is handed on after each change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.editor.fields.field import SEVERAL, Field, small_button
from app.editor.fields.pickers import LazyBox, adding_box, offer, picker_box, show_choice
from app.editor.fields.schema import FieldKind, FieldSpec
from app.editor.fields.sources import Sources
from app.editor.fields.values import shown_value
from app.theme.current import scaled
from app.widgets.labels import ElidedLabel, label
from engine.editing.charts import cell_from_text

OF_THE_OWNER = ("own pieces", "comers")
"""What can be named in some tables: counters of the very placement or entry that is on show."""


class TableField(Field):
    """Names with values, line by line."""

    is_wide = True

    def __init__(self, spec: FieldSpec, sources: Sources, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.sources = sources
        self.entries: dict[str, object] = {}
        self._shape: tuple[object, ...] | None = None
        self._offers = list(sources.choices(spec.target)) if spec.target else []
        self._titles = dict(self._offers) if spec.target != "places" else {}
        self.grid = QGridLayout()
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(scaled(6))
        self.grid.setVerticalSpacing(scaled(4))
        self.grid.setColumnStretch(0, 3)
        self.grid.setColumnStretch(1, 2)
        self.editors: dict[str, QWidget] = {}
        self._lines: list[QWidget] = []
        self.picker = adding_box(list(self._offers), "add…")
        line = self.picker.lineEdit()
        if line is not None:
            line.returnPressed.connect(self._add_typed)
        self._named(self.picker, f"{spec.title}: add")
        self.picker.activated.connect(lambda n: self.add(str(self.picker.itemData(n) or "")))
        bar = QHBoxLayout()
        bar.setSpacing(scaled(4))
        bar.addWidget(self.picker, 1)
        if spec.target == "places":
            pick = small_button("target", f"{spec.title}: click a place on the map")
            pick.clicked.connect(lambda: sources.ask_place(spec.title, self.add))
            bar.addWidget(pick)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(scaled(4))
        column.addLayout(self.grid)
        column.addLayout(bar)
        self.row.addLayout(column, 1)
        self.setFocusProxy(self.picker)

    # --- showing -------------------------------------------------------------------------------------

    def _follow_owner(self) -> None:
        """Offers what belongs to the thing on show, where that is what can be named."""
        if self.spec.target not in OF_THE_OWNER:
            return
        offers = list(self.sources.choices(self.spec.target))
        if offers != self._offers:
            self._offers, self._titles = offers, dict(offers)
            offer(self.picker, offers)

    def show_values(self, values: Sequence[object]) -> None:
        self._follow_owner()
        maps = [self._as_map(value) for value in values]
        differs = any(one != maps[0] for one in maps)
        shown = {} if differs or not maps else maps[0]
        titles = tuple(self._titles.get(name) or self.sources.title(name) for name in shown)
        if (shown, titles, differs) == self._shape:
            return
        self._shape = (shown, titles, differs)
        self.entries = shown
        for widget in self._lines:
            widget.hide()
            widget.deleteLater()
        self._lines, self.editors = [], {}
        if differs:
            self._put(label(SEVERAL, "second"), 0, 0)
        for n, (name, value) in enumerate(self.entries.items()):
            title = self._titles.get(name) or self.sources.title(name) or name
            self._put(ElidedLabel(title), n, 0)
            editor = self._editor(name, value)
            self._named(editor, f"{self.spec.title}: {title}")
            self.editors[name] = editor
            self._put(editor, n, 1)
            if self.spec.unit:
                self._put(label(self.spec.unit, "second"), n, 2)
            elif self.spec.value_target == "places":
                self._put(self._pick(name, title), n, 2)
            off = small_button("close", f"{self.spec.title}: without {title}")
            off.clicked.connect(lambda _on=False, gone=name: self.remove(gone))
            self._put(off, n, 3)

    def _put(self, widget: QWidget, row: int, column: int) -> None:
        self.grid.addWidget(widget, row, column)
        self._lines.append(widget)

    def _as_map(self, value: object) -> dict[str, object]:
        if isinstance(value, Mapping):
            return dict(value)
        if isinstance(value, tuple):
            return {
                str(getattr(test, "option", "")): getattr(test, "value", None)
                for test in value
                if isinstance(test, BaseModel)
            }
        return {}

    def _editor(self, name: str, value: object) -> QWidget:
        choices = self._values_of(name)
        if choices:
            box = picker_box(choices)
            show_choice(box, value)
            box.activated.connect(lambda _n: self._set(name, box.currentData()))
            return box
        line = QLineEdit(self._shown(value))
        line.editingFinished.connect(lambda: self._typed(name, line))
        return line

    def _pick(self, name: str, title: str) -> QWidget:
        """A button that takes the place of a line from the map."""
        words = f"{self.spec.title} of {title}"
        button = small_button("target", f"{words}: click it on the map")
        button.clicked.connect(lambda: self.sources.ask_place(words, lambda spot: self._set(name, spot)))
        return button

    def _values_of(self, name: str) -> Sequence[tuple[object, str]]:
        target = self.spec.value_target
        if target == "option values":
            found = self.sources.choices(target, name)
            return [({"true": True, "false": False}.get(value, value), words) for value, words in found]
        if target in ("", "places"):
            return ()
        return self.sources.choices(target, name)

    def _shown(self, value: object) -> str:
        if self.spec.value_target == "places" and isinstance(value, str):
            return self.sources.title(value) or value
        return shown_value(value)

    # --- changing ------------------------------------------------------------------------------------

    def _typed(self, name: str, line: QLineEdit) -> None:
        text = line.text().strip()
        if text == self._shown(self.entries.get(name)):
            return
        if self.spec.value_target == "places":
            self._set(name, self.sources.place_from(text))
        elif self.spec.kind is FieldKind.PAIRS:
            self._set(name, text)
        else:
            self._set(name, cell_from_text(text))

    def _add_typed(self) -> None:
        if isinstance(self.picker, LazyBox):
            self.picker.fill()
        text = self.picker.currentText().strip()
        index = self.picker.findText(text)
        if index >= 0:
            self.add(str(self.picker.itemData(index)))
        elif text:
            self.add(self.sources.place_from(text) if self.spec.target == "places" else text)

    def add(self, name: str) -> None:
        """Adds a name with the first value there is."""
        self.picker.setCurrentIndex(-1)
        self.picker.clearEditText()
        if name and name not in self.entries:
            self._set(name, self._first(name))

    def _first(self, name: str) -> object:
        choices = self._values_of(name)
        if choices:
            return choices[0][0]
        if self.spec.value_target == "places":
            return next((place for place, _ in self.sources.choices("places")), "")
        if self.spec.kind is FieldKind.PAIRS:
            return ""
        return 1 if self.spec.kind is FieldKind.FIGURES else 0

    def remove(self, name: str) -> None:
        """Takes a line out."""
        self._hand_on({key: value for key, value in self.entries.items() if key != name})

    def _set(self, name: str, value: object) -> None:
        self._hand_on({**self.entries, name: value})

    def _hand_on(self, entries: Mapping[str, object]) -> None:
        if self.spec.kind is FieldKind.TESTS:
            self.committed.emit(tuple({"option": name, "value": value} for name, value in entries.items()))
        else:
            self.committed.emit(dict(entries))

    def box_of(self, name: str) -> QComboBox | QLineEdit:
        """The editor of a line; raises KeyError for none."""
        editor = self.editors[name]
        assert isinstance(editor, (QComboBox, QLineEdit))
        return editor
