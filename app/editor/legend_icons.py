"""Small pictures of kinds of terrain, hexsides and routes, drawn with the legend's own brushes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

from app.graphics.painters import legend
from app.graphics.painters.board_palette import LIGHT, TERRAIN
from app.graphics.painters.board_view_box import ViewBox
from app.theme.current import scaled
from engine.definition.board import LandscapeDef
from engine.editing.landscape import Group

LEGEND_GROUP: Final = {"terrain": "terrain", "hexsides": "hexside", "routes": "route"}
HEXSIDE_LOOKS: Final = ("escarpment", "depression_rim", "river", "canal", "wadi", "ridge", "fortification")
ROUTE_LOOKS: Final = ("road", "track", "railway")
SMALL: Final = 34
LARGE: Final = 54


def looks_of(group: Group) -> tuple[str, ...]:
    """The looks a kind may have."""
    if group == "terrain":
        return tuple(TERRAIN)
    return HEXSIDE_LOOKS if group == "hexsides" else ROUTE_LOOKS


def large_icon(group: Group, kind: LandscapeDef) -> QIcon:
    """The picture of a kind for the palette."""
    return _drawn(LEGEND_GROUP[group], kind.look or kind.id, kind.color or "", scaled(LARGE))


def small_icon(group: Group, kind: LandscapeDef) -> QIcon:
    """The picture of a kind for tables."""
    return _drawn(LEGEND_GROUP[group], kind.look or kind.id, kind.color or "", scaled(SMALL))


@lru_cache(maxsize=256)
def _drawn(group: str, look: str, code: str, width: int) -> QIcon:
    scale = width / legend.ICON
    picture = QPixmap(round(legend.ICON * scale * 2), round(legend.ROW * scale * 2))
    picture.fill(Qt.GlobalColor.transparent)
    picture.setDevicePixelRatio(2.0)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = ViewBox(QRectF(0, 0, legend.ICON, legend.ROW), scale, LIGHT)
    with box.board_units(painter):
        legend.paint_icon(painter, group, look, box, code)
    painter.end()
    return QIcon(picture)
