"""What is selected in the player window: a place and some of the pieces there.

Board, stack inspector, order of battle and tools share one selection and are told when it changes.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.ids import PieceId, PlaceId


class Selection(QObject):
    """The selected place and pieces; ``changed`` fires when either differs from before."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._place: PlaceId | None = None
        self._pieces: tuple[PieceId, ...] = ()

    @property
    def place(self) -> PlaceId | None:
        """The place, or None if nothing is selected."""
        return self._place

    @property
    def pieces(self) -> tuple[PieceId, ...]:
        """The pieces, in the order in which they were picked."""
        return self._pieces

    def set(self, place: PlaceId | None, pieces: tuple[PieceId, ...] = ()) -> None:
        """Selects a place with pieces; does nothing if it is so already."""
        if (place, pieces) != (self._place, self._pieces):
            self._place, self._pieces = place, pieces
            self.changed.emit()

    def toggle(self, piece: PieceId) -> None:
        """Adds a piece at the selected place, or lets it go."""
        if piece in self._pieces:
            self.set(self._place, tuple(other for other in self._pieces if other != piece))
        else:
            self.set(self._place, (*self._pieces, piece))

    def clear(self) -> None:
        """Lets everything go."""
        self.set(None)
