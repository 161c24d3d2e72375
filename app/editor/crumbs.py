"""The way back at the head of the inspector: scenario, side, placement, each a link."""

from __future__ import annotations

from functools import partial

from pydantic import BaseModel
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from app.editor.document import EditorDocument
from app.editor.summaries import place_words
from app.theme.current import scaled
from app.widgets.flow import FlowLayout
from app.widgets.labels import label
from engine.definition.scenario import PlacementDef, SideSetupDef
from engine.editing.searching import Path, title_of, value_at


class Crumbs(QFrame):
    """Links to what a thing is part of; hidden for things that are part of nothing."""

    chosen = Signal(tuple)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.links: dict[Path, QPushButton] = {}
        self._widgets: list[QWidget] = []
        self.flow = FlowLayout(self, scaled(4), scaled(2))
        self.flow.setContentsMargins(scaled(10), scaled(4), scaled(10), 0)
        self.setProperty("kind", "panel")
        self.hide()

    def show_path(self, path: Path) -> None:
        """Shows the way to a path."""
        wanted = [p for n in range(1, len(path) + 1) if isinstance(self._value(p := path[:n]), BaseModel)]
        for widget in self._widgets:
            widget.hide()
            widget.deleteLater()
        self._widgets, self.links = [], {}
        self.setVisible(len(wanted) > 1)
        if len(wanted) < 2:
            return
        for step in wanted[:-1]:
            button = QPushButton(self._title(step))
            button.setProperty("kind", "link")
            button.setAccessibleName(f"Back to {button.text()}")
            button.clicked.connect(partial(self.chosen.emit, step))
            self.links[step] = button
            self._put(button)
            self._put(label("›", "faint"))
        self._put(label(self._title(wanted[-1]), "strong"))

    def _put(self, widget: QWidget) -> None:
        self.flow.addWidget(widget)
        self._widgets.append(widget)

    def _value(self, path: Path) -> object:
        return value_at(self.document.module, path)

    def _title(self, path: Path) -> str:
        value, module = self._value(path), self.document.module
        if isinstance(value, SideSetupDef):
            side = next((side.short for side in module.sides if side.id == path[-1]), str(path[-1]))
            return f"{side} set-up"
        if isinstance(value, PlacementDef):
            return place_words(value, module)
        if isinstance(path[-1], str):
            return path[-1].replace("_", " ").capitalize()
        return title_of(value) if isinstance(value, BaseModel) else ""
