"""The legend as a widget, in as many columns as fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.graphics.colors import color
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_palette import palette_named
from app.graphics.painters.legend import COLUMN, LegendEntry, LegendPainter, legend_entries
from engine.definition.module import ModuleDef

SCALE: Final = 54.0
"""Pixels to a hex where nothing else is said."""
PAPER: Final = "#f6eedb"


class MapLegend(QWidget):
    """What the signs of a map mean."""

    def __init__(
        self, module: ModuleDef, arts: Sequence[BoardArt], theme: str = "light", scale: float = SCALE
    ) -> None:
        super().__init__()
        self.scale = scale
        self.entries: list[LegendEntry] = legend_entries(module, arts)
        self._painter = LegendPainter(self.entries, palette_named(theme))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Legend"))
        self.setAccessibleDescription(", ".join(entry.title for entry in self.entries))

    def columns(self, width: int) -> int:
        """How many columns a width holds."""
        return max(1, int(width / (COLUMN * self.scale)))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._painter.size(self.columns(width), self.scale)[1])

    def sizeHint(self) -> QSize:
        width, height = self._painter.size(2, self.scale)
        return QSize(round(width), round(height))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(PAPER))
        self._painter.paint(painter, QPointF(0, 0), self.columns(self.width()), self.scale)
        painter.end()
