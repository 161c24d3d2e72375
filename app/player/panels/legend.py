"""The legend: what the signs of the maps mean, drawn with the maps' own brushes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout

from app.graphics.map_legend import MapLegend
from app.graphics.painters.board_art import BoardArt
from app.player.desk import Desk
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.theme.current import scaled, tokens

SCALE = 44
"""Pixels to a hex; two columns fit a dock of common width."""


class LegendPanel(Panel):
    """All terrain, hexsides, routes and signs that appear on the maps in play."""

    title = "Legend"
    name = "legend"

    def __init__(self, desk: Desk, arts: Sequence[BoardArt]) -> None:
        super().__init__(desk)
        self._arts = tuple(arts)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(self.title)
        self.area.setMinimumHeight(scaled(LEAST_HEIGHT))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.area)

    def key(self) -> object:
        return tokens().name

    def fill(self) -> None:
        self.area.setWidget(MapLegend(self.session.module, self._arts, tokens().name, scaled(SCALE)))
