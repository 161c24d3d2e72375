"""The common shape of the layers of a map.

A layer paints in small steps and yields between them, so that a tile can be painted in the idle moments
between frames. Whoever wants it whole simply runs all steps.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_view_box import ViewBox

Steps = Generator[None, None, None]


class Layer(Protocol):
    """One layer of the map."""

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        """Paints what of the layer lies in the box, yielding after each piece of work."""
        ...


@runtime_checkable
class Following(Layer, Protocol):
    """A layer that can turn to the same map after terrain was painted in an area."""

    def follow(self, art: BoardArt, area: QRectF) -> None:
        """Turns to the map as it is now and forgets what it prepared for the area."""
        ...
