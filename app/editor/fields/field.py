"""The base of all fields of an inspector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.editor.fields.schema import FieldSpec
from app.theme.current import bind_icon, scaled

SEVERAL = "several values"


@dataclass(frozen=True, slots=True)
class FieldChanges:
    """What a field that stands for several of a definition commits."""

    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ListChange:
    """What a list of several things that differ commits: what comes to each, and what goes from each."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def applied(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The list of one thing after the change."""
        kept = tuple(name for name in names if name not in self.removed)
        return (*kept, *(name for name in self.added if name not in kept))


class Field(QWidget):
    """A field of an inspector."""

    committed = Signal(object)
    focused = Signal(object)
    """The spec of a field somebody has come into."""
    is_wide = False
    """Whether it takes the whole width, below its title."""

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

    def keep_refused(self) -> None:
        """What was committed last was refused: a field of text keeps it, marked, to be corrected."""

    def forget_refused(self) -> None:
        """Another thing is shown: what was refused for the last one goes."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.FocusIn:
            self.focused.emit(self.spec)
        return super().eventFilter(watched, event)

    def _ready(self, widget: QWidget) -> None:
        self._named(widget, self.spec.title)
        self.row.addWidget(widget, 1)
        self.setFocusProxy(widget)

    def _named(self, widget: QWidget, name: str) -> None:
        widget.setAccessibleName(name)
        widget.setAccessibleDescription(self.spec.help)
        widget.installEventFilter(self)


def small_button(icon: str, words: str) -> QPushButton:
    """A button with an icon only; its words are tool tip and name."""
    button = QPushButton()
    bind_icon(button, icon)
    button.setProperty("kind", "flat")
    button.setToolTip(words)
    button.setAccessibleName(words)
    button.setFixedSize(scaled(30), scaled(28))
    return button
