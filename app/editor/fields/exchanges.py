"""The field of an upgrade: each counter as it is drawn, an arrow, and the counter that it becomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from app.editor.fields.field import Field
from app.editor.fields.pickers import picker_box, show_choice, typed_match
from app.editor.fields.schema import FieldSpec
from app.editor.fields.sources import Sources
from app.theme.current import scaled
from app.widgets.labels import ElidedLabel, label
from engine.definition.scenario import ScheduleEntry

EDGE = 34
_NONE = "Choose the counters first."


class ExchangeField(Field):
    """A line for each counter of the entry; what it becomes is chosen from the counters of its side."""

    is_wide = True

    def __init__(self, spec: FieldSpec, sources: Sources, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.sources = sources
        self.entries: dict[str, str] = {}
        self.boxes: dict[str, QComboBox] = {}
        self._faces: dict[str, QLabel] = {}
        self._shape: tuple[object, ...] | None = None
        self._lines: list[QWidget] = []
        self.grid = QGridLayout()
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(scaled(6))
        self.grid.setVerticalSpacing(scaled(4))
        self.grid.setColumnStretch(1, 2)
        self.grid.setColumnStretch(4, 3)
        self.row.addLayout(self.grid, 1)

    def show_values(self, values: Sequence[object]) -> None:
        held = values[0] if len(values) == 1 and isinstance(values[0], Mapping) else {}
        owner = self.sources.owner
        is_other = isinstance(owner, ScheduleEntry) and owner.action != "upgrade"
        own = [] if is_other else list(self.sources.choices(self.spec.target))
        self.entries = {name: str(held[name]) for name, _ in own if name in held}
        if self._shape != (is_other, *own):
            self._shape = (is_other, *own)
            self._lay_lines(own, "Only upgrades exchange counters." if is_other else _NONE)
        for name, box in self.boxes.items():
            show_choice(box, self.entries.get(name))
            if name not in self.entries:
                box.setCurrentIndex(-1)
            self._show_face(self._faces[name], self.entries.get(name, ""))

    def _lay_lines(self, own: Sequence[tuple[str, str]], empty: str) -> None:
        for widget in self._lines:
            widget.hide()
            widget.deleteLater()
        self._lines, self.boxes, self._faces = [], {}, {}
        if not own:
            self._put(label(empty, "second"), 0, 0)
        taken = {name for name, _ in own}
        offers = [(name, words) for name, words in self.sources.choices("pieces") if name not in taken]
        for n, (name, words) in enumerate(own):
            face = QLabel()
            self._show_face(face, name)
            self._put(face, n, 0)
            self._put(ElidedLabel(words), n, 1)
            self._put(label("→", "second"), n, 2)
            self._faces[name] = QLabel()
            self._put(self._faces[name], n, 3)
            box = picker_box(offers)
            box.setPlaceholderText("becomes…")
            line = box.lineEdit()
            if line is not None:
                line.setPlaceholderText("becomes…")
                line.returnPressed.connect(partial(self._take_typed, name, box))
            self._named(box, f"{words} becomes")
            box.activated.connect(
                lambda _n, old=name, one=box: self.choose(old, str(one.currentData() or ""))
            )
            self.boxes[name] = box
            self._put(box, n, 4)

    def _show_face(self, face: QLabel, name: str) -> None:
        icon = self.sources.icon("pieces", name) if name else None
        edge = scaled(EDGE)
        face.setFixedSize(edge, edge)
        face.setAlignment(Qt.AlignmentFlag.AlignCenter)
        if icon is not None:
            face.setPixmap(icon.pixmap(edge, edge))
        else:
            face.clear()

    def _put(self, widget: QWidget, row: int, column: int) -> None:
        self.grid.addWidget(widget, row, column)
        self._lines.append(widget)

    def _take_typed(self, old: str, box: QComboBox) -> None:
        """Enter takes the one counter that has the typed part in its name."""
        found = typed_match(box)
        if found >= 0:
            self.choose(old, str(box.itemData(found) or ""))

    def choose(self, old: str, new: str) -> None:
        """Says what a counter becomes; nothing takes the choice back."""
        entries = {name: held for name, held in self.entries.items() if name != old}
        if new:
            entries[old] = new
        self.committed.emit(entries)
