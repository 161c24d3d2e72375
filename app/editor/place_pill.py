"""The pill over the map that says in words what the tool in hand does to which places, and to how many."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QHBoxLayout

from app.editor.edit_layer import Sketch
from app.editor.map_page import MapPage
from app.editor.map_tools import ERASE
from app.theme.current import scaled
from app.widgets.floating import FloatingCard
from app.widgets.labels import label

NAMED: Final = 4
"""Places named before the rest is only counted."""
GAP: Final = 4


class PlacePill(FloatingCard):
    """What a click does, or what the stroke has done so far."""

    def __init__(self, page: MapPage) -> None:
        super().__init__(page)
        self.page = page
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words, self.count = label("", "strong"), label("", "accent")
        row = QHBoxLayout(self)
        row.setContentsMargins(scaled(12), scaled(6), scaled(12), scaled(6))
        row.setSpacing(scaled(18))
        row.addWidget(self.words)
        row.addWidget(self.count)
        page.sketched.connect(self.show_sketch)
        page.tool_changed.connect(lambda _name: self.hide())
        page.installEventFilter(self)
        self.hide()

    def show_sketch(self, sketch: Sketch) -> None:
        """Says what a sketch is; nothing to say hides the pill."""
        places = places_of(sketch)
        what = sketch.words or self._what()
        self.setVisible(bool(places and what))
        if self.isHidden():
            return
        more = len(places) - NAMED
        named = ", ".join(places[:NAMED] if more <= 0 else places[: NAMED - 1])
        self.words.setText(f"{what} → {named}" if more <= 0 else f"{what} → {named} …")
        self.count.setText(str(len(places)) if len(places) > 1 else "")
        self.resize(self.sizeHint())
        self.move(scaled(GAP), scaled(GAP))
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.hide()
        return False

    def _what(self) -> str:
        """The name of what is painted, as the palette has it."""
        kind, name = self.page.choice
        module = self.page.document.module
        if name == ERASE:
            return "Nobody holds" if kind == "control" else "Erase"
        if kind in ("zone", "unzone"):
            return f"{'Into' if kind == 'zone' else 'Out of'} {name.replace('-', ' ')}"
        if kind in ("tag", "untag"):
            return f"{'Tag' if kind == 'tag' else 'No tag'} {name.replace('-', ' ')}"
        if kind == "control":
            return f"Held by {next((side.short for side in module.sides if side.id == name), name)}"
        kinds = {"terrain": module.terrain, "hexside": module.hexsides, "route": module.routes}.get(kind, ())
        return next((item.title for item in kinds if item.id == name), "")


def places_of(sketch: Sketch) -> tuple[str, ...]:
    """The places a sketch is about, in words; hexsides by the hexes at both sides."""
    if sketch.sides:
        return tuple(f"{a}/{b}" for a, b in sketch.sides)
    return sketch.way or sketch.places
