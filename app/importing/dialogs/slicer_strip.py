"""The counters as they will be cut, side by side under the sheet; they are dragged to whoever gets them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem

from app.importing.dialogs.slicer_canvas import to_image
from app.importing.dialogs.slicer_model import Place, SlicerModel
from app.importing.dialogs.slicer_roster import PLACE
from app.theme.current import scaled

EDGE: Final = 72
MOST_SHOWN: Final = 400


class Strip(QListWidget):
    """The cut pictures of all sheets in order; those that were given away are ticked."""

    def __init__(self, model: SlicerModel) -> None:
        super().__init__()
        self.cuts = model
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setIconSize(QSize(EDGE, EDGE))
        self.setFixedHeight(scaled(EDGE + 44))
        self.setMovement(QListView.Movement.Static)
        self.setDragEnabled(True)  # after the movement, which switches it off
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setAccessibleName("Counters as they will be cut")

    def fill(self, names: Mapping[str, str]) -> None:
        """Cuts all pictures again; what was chosen and in sight stays so. `names` are those of counters."""
        owners = {place: names.get(piece, piece) for piece, place in self.cuts.assigned.items()}
        chosen = {item.data(PLACE) for item in self.selectedItems()}
        scroll = self.horizontalScrollBar().value()
        self.blockSignals(True)
        self.clear()
        for number, place in enumerate(self.cuts.counters()[:MOST_SHOWN], 1):
            item = QListWidgetItem(icon_of(self.cuts, place), f"{number}{' ✓' if place in owners else ''}")
            item.setData(PLACE, place)
            where = f"row {place[2][1] + 1}, column {place[2][0] + 1}"
            item.setToolTip(f"{where}, for {owners[place]}" if place in owners else where)
            self.addItem(item)
            if place in chosen:
                self.setCurrentItem(item, QItemSelectionModel.SelectionFlag.Select)
        self.horizontalScrollBar().setValue(scroll)
        self.blockSignals(False)


def icon_of(model: SlicerModel, place: Place) -> QIcon:
    """A counter as it will be cut, small, in the middle of a square: all icons have one size."""
    picture = model.glimpse(place)
    picture.thumbnail((EDGE, EDGE))
    square = _clear_square()
    with QPainter(square) as painter:
        painter.drawImage((EDGE - picture.width) // 2, (EDGE - picture.height) // 2, to_image(picture))
    return QIcon(square)


def no_icon() -> QIcon:
    """The room of an icon, so that a row keeps its height when it gets a picture."""
    return QIcon(_clear_square())


def _clear_square() -> QPixmap:
    square = QPixmap(EDGE, EDGE)
    square.fill(Qt.GlobalColor.transparent)
    return square
