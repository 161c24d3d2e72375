"""Who gets which picture: the counters of the module with a filter, and what gives them the cut pictures.

The picture chosen in the strip goes to the chosen counter by the button, by Enter or a double click in
either list, or by a drag; several go in order, from the chosen counter on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from app.importing.dialogs.slicer_model import Place, SlicerModel
from app.importing.dialogs.slicer_roster import PIECE, PLACE, PieceList
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.search_box import SearchBox
from engine.definition.piece import PieceDef


class Giving(QWidget):
    """The part of the slicer that gives pictures to counters the module has."""

    told = Signal(str)
    """Which pictures were replaced by others."""

    def __init__(self, model: SlicerModel, strip: QListWidget, pieces: Sequence[PieceDef]) -> None:
        super().__init__()
        self.model, self.strip = model, strip
        self.search = SearchBox("Filter counters")
        self.roster = PieceList(pieces)
        self.give_button = QPushButton()
        self.order_button = QPushButton("Assign in order")
        self.order_button.setToolTip(
            "From the chosen picture and the chosen counter on; with several pictures chosen, only those"
        )
        self.clear_button = QPushButton("Clear")
        self.clear_button.setToolTip("Take the picture back from the chosen counter")
        self.clear_all_button = QPushButton("Clear all")
        self._lay_out()
        self.search.textChanged.connect(self.roster.show_matching)
        self.roster.given.connect(self.drop)
        self.roster.itemActivated.connect(self.give)
        strip.itemActivated.connect(self.give)
        self.roster.itemSelectionChanged.connect(self.refresh)
        strip.itemSelectionChanged.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(scaled(6))
        column.addWidget(label("Counters of the module", "section"))
        column.addWidget(self.search)
        column.addWidget(self.roster, 1)
        column.addWidget(self.give_button)
        row = QHBoxLayout()
        acts: tuple[tuple[QPushButton, Callable[[], None]], ...] = (
            (self.give_button, self.give),
            (self.order_button, self.assign_in_order),
            (self.clear_button, self.clear),
            (self.clear_all_button, self.model.clear_assigned),
        )
        for button, act in acts:
            button.clicked.connect(partial(_act, act))
            if button is not self.give_button:
                row.addWidget(button)
        column.addLayout(row)

    # --------------------------------------------------------------- what is chosen

    def places(self) -> list[Place]:
        """The pictures chosen in the strip, in its order."""
        rows = sorted(self.strip.row(item) for item in self.strip.selectedItems())
        return [self.strip.item(row).data(PLACE) for row in rows]

    def counter(self) -> QListWidgetItem | None:
        """The chosen counter."""
        chosen = self.roster.selectedItems()
        return chosen[0] if chosen else None

    def choose(self, piece: str) -> None:
        """Chooses a counter, so that the next picture goes to it."""
        for row in range(self.roster.count()):
            if self.roster.item(row).data(PIECE) == piece:
                self.roster.setCurrentRow(row)
                self.roster.scrollToItem(self.roster.item(row), PieceList.ScrollHint.PositionAtCenter)

    def refresh(self) -> None:
        """Says on the buttons what they do to what is chosen."""
        item, places = self.counter(), self.places()
        self.give_button.setEnabled(item is not None and len(places) == 1)
        if item is None or not places:
            self.give_button.setText("Choose a picture and a counter")
        elif len(places) > 1:
            self.give_button.setText(f"{len(places)} pictures chosen: assign in order")
        else:
            number = self.strip.row(self.strip.selectedItems()[0]) + 1
            self.give_button.setText(f"Give picture {number} to {item.text()}".replace("&", "&&"))
        self.clear_button.setEnabled(item is not None and item.data(PIECE) in self.model.assigned)
        self.clear_all_button.setEnabled(bool(self.model.assigned))

    # --------------------------------------------------------------- acts

    def give(self, _item: object = None) -> None:
        """Gives the chosen picture to the chosen counter; several go on with the counters below."""
        item, places = self.counter(), self.places()
        if item is not None and places:
            self._give_from(item, places)

    def drop(self, piece: str, place: Place) -> None:
        """A picture was dropped on a counter; several chosen ones go on with the counters below."""
        self.choose(piece)
        item, places = self.counter(), self.places()
        if item is not None:
            self._give_from(item, places if place in places else [place])

    def assign_in_order(self) -> None:
        """Gives pictures to counters in order, from the chosen ones on; of several chosen pictures those."""
        places, every = self.places(), self.model.counters()
        if len(places) == 1 and places[0] in every:
            every = every[every.index(places[0]) :]
        self._give_from(self.counter(), places if len(places) > 1 else every)

    def _give_from(self, first: QListWidgetItem | None, places: Sequence[Place]) -> None:
        start = self.roster.row(first) if first is not None else 0
        items = (self.roster.item(row) for row in range(start, self.roster.count()))
        names = [item.data(PIECE) for item in items if not item.isHidden()]
        pairs = tuple(zip(names, places, strict=False))
        replaced = self._replaced(pairs)
        self.model.assign_pairs(pairs)
        self.told.emit(replaced)

    def _replaced(self, pairs: Sequence[tuple[str, Place]]) -> str:
        """Says which counters lose a picture that they got here to another one."""
        had = self.model.assigned
        lost = [(piece, place) for piece, place in pairs if had.get(piece, place) != place]
        if len(lost) != 1:
            return f"Replaced the pictures of {len(lost)} counters" if lost else ""
        every, (piece, place) = self.model.counters(), lost[0]
        rows = (self.roster.item(row) for row in range(self.roster.count()))
        name = next(item.text() for item in rows if item.data(PIECE) == piece)
        if had[piece] not in every:
            return f"{name} has picture {every.index(place) + 1} now"
        return f"{name}: picture {every.index(place) + 1} replaces picture {every.index(had[piece]) + 1}"

    def clear(self) -> None:
        """Takes the picture back from the chosen counter."""
        item = self.counter()
        if item is not None:
            self.model.clear_one(item.data(PIECE))


def _act(act: Callable[[], None], _checked: object = None) -> None:
    act()
