"""The card of layers over the editor's map: what of the map is drawn while it is worked on.

Each layer is a tick box with a key; what is off stays off for the next time. The card folds up to its head.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QVBoxLayout

from app.editor.map_page import MapPage
from app.graphics.painters.board_art import MapPart
from app.settings import SettingsStore
from app.theme.current import scaled, theme
from app.widgets.floating import SHADOW_ROOM, FloatingCard

ZONES: Final = "zones"
PAINTED: Final = "painted"
"""Terrain painted over a scanned map, whose picture does not tell it."""
_OF_THE_EDITOR: Final = (ZONES, PAINTED)
"""Layers that only the editor draws; the others are parts of every map."""
LAYERS: Final = (
    (MapPart.RELIEF, "Relief"),
    (MapPart.GRID, "Grid and numbers"),
    (MapPart.HEXSIDES, "Hexsides"),
    (MapPart.ROUTES, "Roads and tracks"),
    (MapPart.NAMES, "Names"),
    (ZONES, "Set-up zones"),
    (MapPart.PICTURE, "Picture below"),
    (PAINTED, "Painted terrain"),
)
KEYS: Final = {name: f"Alt+{n}" for n, (name, _) in enumerate(LAYERS, start=1)}
GAP: Final = 4


class LayersPanel(FloatingCard):
    """Which layers of the map are drawn."""

    folded = Signal(bool)

    def __init__(self, page: MapPage, store: SettingsStore) -> None:
        super().__init__(page)
        self.page, self.store = page, store
        self.setAccessibleName("Layers")
        self.boxes: dict[str, QCheckBox] = {}
        self.head = QPushButton()
        self.head.setProperty("kind", "link")
        self.head.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.head.clicked.connect(self.toggle)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(scaled(12), scaled(8), scaled(14), scaled(9))
        self._column.setSpacing(scaled(4))
        self._column.addWidget(self.head)
        off = set(store.current.hidden_layers)
        for name, title in LAYERS:
            box = self.boxes[name] = QCheckBox(title)
            box.setProperty("tone", "small")
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.setToolTip(f"{title} ({KEYS[name]})")
            box.setChecked(name not in off)
            box.toggled.connect(self._choose)
            self._column.addWidget(box)
        page.installEventFilter(self)
        page.picture.remade.connect(self._raise)
        page.document.changed.connect(lambda _touched: self._follow())
        theme().changed.connect(self.fit)
        self._follow()
        self._apply()

    @property
    def is_open(self) -> bool:
        """Whether the tick boxes are in sight."""
        return self.store.current.shows_layers

    def toggle(self) -> None:
        """Folds the card up, or opens it."""
        self.store.change(shows_layers=not self.is_open)
        self.fit()
        self.folded.emit(not self.is_open)

    def switch(self, name: str, _on: object = None) -> None:
        """Turns a layer on or off, as a click on its box does."""
        self.boxes[name].click()

    def fit(self) -> None:
        """Takes its size and its place in the corner."""
        self.head.setText("Layers" if self.is_open else "Layers…")
        self.head.setToolTip("Fold up" if self.is_open else "What of the map is drawn")
        absent = self._absent()
        for name, box in self.boxes.items():
            box.setVisible(self.is_open and name not in absent)
        self._column.activate()
        self.resize(self.sizeHint())
        self.move(self.page.width() - self.width() + SHADOW_ROOM - scaled(14), scaled(GAP))
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.fit()
        return False

    def _raise(self) -> None:
        """A new view lies over the card."""
        self._apply()
        self.fit()

    def _absent(self) -> set[str]:
        """Layers that no map of the module has."""
        arts = self.page.scene.arts
        absent: set[str] = set()
        if all(art.scan is None for art in arts):
            absent.update((MapPart.PICTURE, PAINTED))
        if all(not art.ground_sizes for art in arts):
            absent.add(MapPart.RELIEF)
        return absent

    def _follow(self) -> None:
        if self.is_open and any(
            self.boxes[name].isHidden() != (name in self._absent()) for name in self.boxes
        ):
            self.fit()

    def _hidden(self) -> Iterator[str]:
        return (name for name, box in self.boxes.items() if not box.isChecked())

    def _choose(self, _on: object = None) -> None:
        self.store.change(hidden_layers=tuple(self._hidden()))
        self._apply()

    def _apply(self) -> None:
        off = set(self._hidden())
        self.page.picture.hide(frozenset(MapPart(name) for name in off if name not in _OF_THE_EDITOR))
        self.page.picture.keep_terrain(on=PAINTED not in off)
        self.page.show_zones(on=ZONES not in off)
