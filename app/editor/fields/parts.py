"""Fields of definitions within a definition: a line for each, to open, add, copy, order and take out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.editor.fields.field import Field, small_button
from app.editor.fields.schema import FieldKind, FieldSpec
from app.editor.fields.sources import Sources
from app.theme.current import scaled
from app.widgets.labels import label

MOST = 80


class PartsField(Field):
    """Things within a thing; the keys are positions, names, or nothing for a single one."""

    opened = Signal(object)
    acted = Signal(str, object)
    """`add`, `copy`, `up`, `down` or `delete`, and the key of the thing."""
    is_wide = True

    def __init__(self, spec: FieldSpec, sources: Sources, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.sources = sources
        self.keys: tuple[str | int | None, ...] = ()
        self.links: dict[str | int | None, QPushButton] = {}
        self._lines: list[QWidget] = []
        self._shown: list[tuple[str | int | None, str]] | None = None
        self.add = QPushButton("Add")
        self.add.setProperty("kind", "link")
        self._named(self.add, f"{spec.title}: add one")
        self.add.clicked.connect(lambda: self.acted.emit("add", None))
        self.column = QVBoxLayout()
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(scaled(2))
        self.column.addWidget(self.add)
        self.row.addLayout(self.column, 1)
        self.setFocusProxy(self.add)

    def show_values(self, values: Sequence[object]) -> None:
        things = self._things(values[0] if values else None)
        if things == self._shown:
            return
        self._shown = things
        for widget in self._lines:
            widget.hide()
            widget.deleteLater()
        self._lines, self.links = [], {}
        self.keys = tuple(key for key, _ in things)
        for n, (key, words) in enumerate(things[:MOST]):
            line = self._line(key, words, n)
            self._lines.append(line)
            self.column.insertWidget(n, line)
        if len(things) > MOST:
            more = label(f"and {len(things) - MOST} more", "second")
            self._lines.append(more)
            self.column.insertWidget(MOST, more)
        self.add.setVisible(self._may_add(values[0] if values else None))

    def _may_add(self, value: object) -> bool:
        if self.spec.kind is FieldKind.PART:
            return value is None
        if isinstance(value, Mapping):
            return any(name not in value for name, _ in self.sources.choices("sides"))
        return True

    def _things(self, value: object) -> list[tuple[str | int | None, str]]:
        if isinstance(value, tuple):
            return [(n, self.sources.summary(item)) for n, item in enumerate(value)]
        if isinstance(value, Mapping):
            titles = dict(self.sources.choices("sides"))
            return [
                (str(key), f"{titles.get(str(key), key)}: {self.sources.summary(item)}")
                for key, item in value.items()
            ]
        return [(None, self.sources.summary(value))] if value is not None else []

    def _line(self, key: str | int | None, words: str, n: int) -> QWidget:
        line = QWidget()
        line.setMinimumHeight(scaled(26))
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(scaled(2))
        link = ElidedButton(words)
        self._named(link, words)
        link.clicked.connect(partial(self.opened.emit, key))
        self.links[key] = link
        row.addWidget(link, 1)
        is_list = (
            self.spec.kind is FieldKind.PARTS and isinstance(key, int) and self.spec.name != "placements"
        )
        if is_list and n:
            row.addWidget(self._button("up", "move up", key))
        if is_list:
            row.addWidget(self._button("copy", "duplicate", key))
        if not isinstance(key, str):
            row.addWidget(self._button("close", "take out", key, "delete"))
        return line

    def _button(self, icon: str, words: str, key: str | int | None, act: str = "") -> QPushButton:
        button = small_button(icon, words)
        button.setFixedSize(scaled(24), scaled(24))
        button.clicked.connect(lambda: self.acted.emit(act or icon, key))
        return button


class ElidedButton(QPushButton):
    """A link that shortens its words where room is short."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words
        self.setProperty("kind", "link")
        self.setToolTip(words)
        self.setMinimumWidth(scaled(60))
        self.setText(words)

    def resizeEvent(self, event: object) -> None:
        room = max(20, self.width() - scaled(8))
        shown = self.fontMetrics().elidedText(self.words, Qt.TextElideMode.ElideRight, room)
        if shown != self.text():
            self.setText(shown)
